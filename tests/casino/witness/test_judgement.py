"""add-checkpoint as C2SP tlog-witness says: every answer it names, and what the witness remembers after it."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from casino.witness import notes
from casino.witness.judgement import Answer, Witness
from casino.witness.memory import Memory
from ledger.log import keys, note
from tests.ledger.log import trees

LOG = keys.parse_private(keys.private_text("log.example/house", bytes(range(32))))
OTHER = keys.parse_private(keys.private_text("log.example/house", bytes(32)))
STRANGER = keys.parse_private(keys.private_text("log.example/elsewhere", bytes(range(32))))
KEY = notes.WitnessKey("witness.example/w1", bytes(range(1, 33)))
PUBLIC = note.parse_key(KEY.public)
LEAVES = [bytes([number]) * 32 for number in range(40)]
FORK = [bytes([99]) * 32, *LEAVES[1:]]
AT = 1_780_000_000


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    memory = Memory(tmp_path / "witness.sqlite")
    yield memory
    memory.close()


@pytest.fixture
def witness(memory: Memory) -> Witness:
    return Witness(KEY, notes.read_logs(f"# the house\n{LOG.public}\n"), memory)


def signed(size: int, key: keys.SigningKey = LOG, leaves: list[bytes] = LEAVES) -> note.Note:
    return key.signed(note.Checkpoint(key.public.name, size, trees.root(leaves[:size])))


def body(old: int, size: int, key: keys.SigningKey = LOG, leaves: list[bytes] = LEAVES) -> str:
    proof = trees.consistency(old, leaves[:size]) if 0 < old <= size else []
    return f"old {old}\n" + "".join(f"{note.encoded(step)}\n" for step in proof) + f"\n{signed(size, key, leaves)}"


def assert_cosigned(answer: Answer, size: int, at: int = AT) -> None:
    assert answer.status == 200
    whole = note.parse_note(str(signed(size)) + answer.body)
    assert note.cosigned_at(whole, PUBLIC) == at


def test_a_log_that_grows_is_cosigned_each_time(witness: Witness) -> None:
    old = 0
    for size in (1, 2, 7, 7, 8, 33, 40):
        assert_cosigned(witness.add_checkpoint(body(old, size), AT + size), size, AT + size)
        old = size


def test_an_old_size_that_is_not_the_witness_s_is_told_it(witness: Witness) -> None:
    witness.add_checkpoint(body(0, 7), AT)
    for old, size in ((0, 9), (6, 9), (8, 9), (0, 3)):
        assert witness.add_checkpoint(body(old, size), AT) == Answer(409, "7\n", "text/x.tlog.size")
    assert_cosigned(witness.add_checkpoint(body(7, 9), AT), 9)


def test_a_log_that_was_cut_back_is_never_cosigned_again(witness: Witness) -> None:
    witness.add_checkpoint(body(0, 9), AT)
    assert witness.add_checkpoint(body(0, 5), AT).status == 409
    assert witness.add_checkpoint(body(5, 6), AT).status == 409
    assert witness.add_checkpoint(body(9, 6), AT).status == 400


def test_a_fork_is_never_cosigned_and_kept_as_evidence(witness: Witness, memory: Memory, tmp_path: Path) -> None:
    witness.add_checkpoint(body(0, 7), AT)
    assert witness.add_checkpoint(body(7, 9, leaves=FORK), AT).status == 422
    assert witness.add_checkpoint(body(7, 7, leaves=FORK), AT).status == 409
    true_proof = body(7, 9).partition("\n\n")[0]
    assert witness.add_checkpoint(f"{true_proof}\n\n{signed(9, leaves=FORK)}", AT).status == 422
    assert memory.last(LOG.public.name) == (7, trees.root(LEAVES[:7]))
    rows = memory._connection.execute("select old, note from evidence order by rowid").fetchall()
    assert rows == [(7, str(signed(9, leaves=FORK))), (7, str(signed(7, leaves=FORK)))]


def test_who_is_not_known_or_has_not_signed_is_not_cosigned(witness: Witness, memory: Memory) -> None:
    assert witness.add_checkpoint(body(0, 5, STRANGER), AT).status == 404
    assert witness.add_checkpoint(body(0, 5, OTHER), AT).status == 403
    spoilt = body(0, 5).replace(note.encoded(trees.root(LEAVES[:5])), note.encoded(bytes(32)))
    assert witness.add_checkpoint(spoilt, AT).status == 403
    assert memory.last(LOG.public.name) == (0, b"")


def test_more_signatures_do_no_harm(witness: Witness) -> None:
    lines = "".join(f"{line}\n" for line in signed(5, OTHER).signatures)
    assert_cosigned(witness.add_checkpoint(body(0, 5) + lines, AT), 5)


@pytest.mark.parametrize(
    "request_body",
    [
        "", "old 0\n", "old 0\n\n", "old 00\n\nx\n", "old -1\n\nx\n", "new 0\n\nx\n",
        body(0, 5).replace("old 0", "old  0"),
        body(0, 5).replace("\n5\n", "\n05\n"), body(0, 5)[:-1], body(5, 9).replace("=\n", "\n", 1),
        "old 0\n" + "A" * 43 + "=\n" * 64 + body(0, 5)[6:], body(0, 5).replace("\n5\n", f"\n{2**63}\n"),
        body(0, 5).replace("— ", "- "), body(0, 5).replace("\n5\n", "\n\n5\n"),
    ],
)  # fmt: skip
def test_what_is_not_written_as_it_should_be_is_400(witness: Witness, memory: Memory, request_body: str) -> None:
    assert witness.add_checkpoint(request_body, AT).status == 400
    assert memory.last(LOG.public.name) == (0, b"")


def test_the_first_checkpoint_needs_no_proof_and_takes_none(witness: Witness) -> None:
    with_proof = body(0, 5).replace("old 0\n", f"old 0\n{note.encoded(bytes(32))}\n")
    assert witness.add_checkpoint(with_proof, AT).status == 422
    assert_cosigned(witness.add_checkpoint(body(0, 5), AT), 5)


def test_what_was_cosigned_is_remembered_by_the_next_process(witness: Witness, tmp_path: Path) -> None:
    assert_cosigned(witness.add_checkpoint(body(0, 9), AT), 9)
    again = Memory(tmp_path / "witness.sqlite")
    try:
        second = Witness(KEY, notes.read_logs(str(LOG.public)), again)
        assert second.add_checkpoint(body(0, 5), AT).status == 409
        assert_cosigned(second.add_checkpoint(body(9, 11), AT), 11)
        assert witness.add_checkpoint(body(9, 10), AT).body == "11\n"
    finally:
        again.close()


def test_of_many_that_come_at_once_each_builds_on_the_last(witness: Witness, memory: Memory) -> None:
    """Checking the size and keeping the new one are one act: nobody is rolled back."""
    witness.add_checkpoint(body(0, 1), AT)
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda size: witness.add_checkpoint(body(1, size), AT), range(2, 34)))
    assert [answer.status for answer in answers].count(200) == 1
    assert {answer.status for answer in answers} == {200, 409}
    (size,) = [number for number, answer in zip(range(2, 34), answers, strict=True) if answer.status == 200]
    assert memory.last(LOG.public.name)[0] == size


def test_a_key_file_that_others_may_read_or_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "witness.key"
    path.write_text(notes.private_line("witness.example/w1", bytes(range(1, 33))))
    path.chmod(0o644)
    with pytest.raises(PermissionError, match="chmod 600"):
        notes.read_key(path)
    path.chmod(0o600)
    assert notes.read_key(path).public == KEY.public
    path.write_text(keys.private_text("log.example/house", bytes(32)))
    with pytest.raises(notes.Unreadable):
        notes.read_key(path)
