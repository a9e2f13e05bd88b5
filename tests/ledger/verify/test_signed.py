"""Files rebuilt whole by one who has not the keys: the signed checkpoint knows that they never happened."""

import pytest

from ledger.log import keys
from ledger.log.note import parse_key
from ledger.verify.findings import Kind, Verdict
from ledger.verify.trust import Trust
from tests.ledger.sealed import KEY, WITNESS
from tests.ledger.verify.making import CHIPS, Model, cells_of, night, verified

BOTH = Trust((KEY.public,), (parse_key(WITNESS.public),))
OTHER = keys.parse_private(keys.private_text("log.example/house", bytes(32)))
MODEL = night()
NOTE = MODEL.checkpoint()


def cosigned(note: str, seconds: int = 1_781_000_000) -> str:
    """The note with the witness's line."""
    return f"{note}{WITNESS.cosigned(note.rpartition(chr(10) * 2)[0] + chr(10), seconds)}\n"


def first(content: bytes, trust: Trust = BOTH, form: str = "csv") -> tuple[Kind, str] | None:
    found = verified(content, form, trust).first
    return None if found is None else (found.kind, found.sentence)


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_a_file_under_a_cosigned_checkpoint_is_verified(form: str) -> None:
    report = verified(MODEL.export(form, note=cosigned(NOTE)), form, BOTH)
    assert report.findings == ()
    assert report.sealed is not None
    assert (report.sealed.size, report.sealed.proven, report.sealed.signed) == (MODEL.postings, True, True)
    assert report.sealed.cosigned == ("witness.example/w at 2026-06-09T10:13:20Z",)
    assert "no others" in report.word


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_another_night_written_whole_is_not_the_one_that_was_signed(form: str) -> None:
    other = Model()
    for _ in range(MODEL.postings):
        other.post(("player:1", "outside:chips", CHIPS, 5))
    assert other.postings == MODEL.postings
    found = first(other.export(form, note=cosigned(NOTE)), form=form)
    assert found is not None
    assert found[0] == "forked"


def test_a_word_edited_and_every_hash_made_anew_is_found() -> None:
    """Nothing in the books contradicts another actor: only the leaf does."""
    for was, then in (
        (b"staff:7", b"staff:8"),
        (b"2026-06-15 20:00:00+00", b"2026-06-15 21:00:00+00"),
        (b"plain", b"x"),
    ):
        lines = [line.replace(was, then, 1) for line in MODEL.lines]
        assert lines != MODEL.lines
        found = first(MODEL.export(lines=lines, note=cosigned(NOTE)))
        assert found is not None
        assert found[0] == "forked", was


def test_the_last_postings_cut_off_and_every_hash_made_anew_are_missed() -> None:
    honest = Model()
    honest.post(("player:1", "outside:chips", CHIPS, 5))
    honest.post(("player:1", "outside:chips", CHIPS, 5))
    note = cosigned(honest.checkpoint())
    cut = Model()
    cut.post(("player:1", "outside:chips", CHIPS, 5))
    assert first(cut.export(note=note)) == ("missing", "the checkpoint counts 2 postings; the rows make 1.")


def test_a_posting_added_behind_the_checkpoint_is_found() -> None:
    longer = night()
    longer.post(("player:1", "outside:chips", CHIPS, 5))
    found = first(longer.export(note=cosigned(NOTE)))
    assert found is not None
    assert (found[0], "does not reach" in found[1]) == ("trailer", True)


@pytest.mark.parametrize(
    ("note", "sentence"),
    [
        ("", "it carries no checkpoint of the log."),
        (cosigned(MODEL.checkpoint(key=OTHER)), "the checkpoint is not signed by log.example/house."),
        (NOTE, "the checkpoint is not cosigned by witness.example/w."),
        (cosigned(NOTE).replace("— witness.example/w ", "— witness.example/w2 "), "the checkpoint is not cosigned by"),
        (cosigned(NOTE, 1)[:-12] + "AAAAAAAAAA=\n", "the checkpoint is not cosigned by"),
        (cosigned(NOTE).replace("log.example/house\n", "log.example/other\n", 1), "the checkpoint is of the log"),
        ("nonsense\n", "its checkpoint can't be read"),
    ],
    ids=[
        "removed",
        "another key",
        "cosignature removed",
        "another witness",
        "cosignature edited",
        "another log",
        "none",
    ],
)
def test_a_checkpoint_that_nobody_trusted_has_signed_is_forged(note: str, sentence: str) -> None:
    found = first(MODEL.export(note=note))
    assert found is not None
    assert (found[0], found[1].startswith(sentence)) == ("forged", True)


def test_a_stolen_log_key_alone_does_not_make_another_night_true() -> None:
    """The witness has seen the log that was, and cosigned that: this one has its signature from nobody else."""
    other = night(13)
    found = first(other.export(note=other.checkpoint()))
    assert found == ("forged", "the checkpoint is not cosigned by witness.example/w.")


def test_without_keys_nothing_is_found_in_a_file_rebuilt_whole_and_nothing_is_proven() -> None:
    report = verified(night(13).export(), trust=Trust())
    assert report.good
    assert report.verdict == Verdict.UNPROVEN
    assert "no signature was looked at" in report.word


def test_leaves_that_are_named_otherwise_than_the_trailer_says_are_found() -> None:
    content = MODEL.export(note=cosigned(NOTE))
    assert b"#sequence,0,13\n" in content
    kinds = {
        found.kind for found in verified(content.replace(b"#sequence,0,13\n", b"#sequence,1,13\n"), trust=BOTH).findings
    }
    assert kinds == {"trailer"}


def test_rows_are_joined_to_leaves_by_posting_not_by_line() -> None:
    """A posting of two transfers is one leaf."""
    assert any(cells_of(one)[0] == cells_of(next_)[0] for one, next_ in zip(MODEL.lines, MODEL.lines[1:], strict=False))
    report = verified(MODEL.export(), trust=Trust())
    assert report.sealed is not None
    assert report.sealed.size == MODEL.postings < report.rows
