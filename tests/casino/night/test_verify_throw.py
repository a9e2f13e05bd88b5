"""`manage.py verify_throw`: from the database alone, with exit codes."""

import json
from io import StringIO
from itertools import count
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.fair import dice
from tests.casino.night.evening import Evening, use
from tests.casino.world import House


def verified(close: int) -> tuple[int, dict[str, Any]]:
    """Exit code and what was said, as the auditor runs it."""
    out = StringIO()
    try:
        call_command("verify_throw", str(close), "--json", stdout=out)
    except SystemExit as ended:
        return int(ended.code or 0), json.loads(out.getvalue())
    return 0, json.loads(out.getvalue())


FACTS = """
select t.link, h.table_code, h.name, c.round_number, c.throw, c.i, t.faces
from fairness_close c join fairness_throw t on t.close_id = c.id join fairness_chain h on h.id = c.chain_id
where c.id = %s
"""


def some_close(house: House) -> int:
    with house.owner() as owner:
        row = owner.execute("select close_id from fairness_throw order by close_id offset 30 limit 1").fetchone()
    assert row is not None
    return int(row[0])


def test_every_step_of_a_throw_follows_and_the_house_says_that_it_could_steer(played: House) -> None:
    use(played, "auditor")
    code, said = verified(some_close(played))
    assert code == 0
    assert said["follows"] is True
    assert len(said["faces"]) == 2
    assert [step["holds"] for step in said["steps"]].count(True) == 4
    assert "could foresee and steer" in said["steps"][-1]["sentence"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            "update fairness_throw set faces = case when faces = '[6, 6]' then '[1, 6]' else '[6, 6]'::jsonb end"
            " where close_id = {}",
            "is kept",
        ),
        ("update fairness_throw set link = repeat('0', 64) where close_id = {}", "is link 0"),
        ("update fairness_reveal set root = repeat('0', 64)", "root revealed"),
        ("update fairness_chain set link0 = repeat('0', 64)", "is link 0"),
    ],
)
def test_whatever_was_edited_shows(played: House, change: str, sentence: str) -> None:
    close = some_close(played)
    with played.owner() as owner:
        for table in ("fairness_throw", "fairness_reveal", "fairness_chain", "fairness_close"):
            owner.execute(f"alter table {table} disable trigger user")
        assert owner.execute(change.format(close)).rowcount > 0
    code, said = verified(close)
    assert (code, said["follows"]) == (1, False)
    assert any(sentence in step["sentence"] for step in said["steps"] if step["holds"] is False)


def test_another_round_number_shows(played: House) -> None:
    close = some_close(played)
    with played.owner() as owner:
        owner.execute("alter table fairness_close disable trigger user")
        row = owner.execute(FACTS, [close]).fetchone()
        assert row is not None
        link, table, name, number, throw, i, faces = row
        said = {"table": table, "chain_id": name, "throw_number": throw, "i": i, "n": 2, "mix": "-"}
        # One number in 36 gives the same faces: the first that doesn't.
        other = next(n for n in count(number + 1) if list(dice(link, round_number=n, **said)) != faces)
        owner.execute("update fairness_close set round_number = %s where id = %s", [other, close])
    code, said = verified(close)
    assert (code, said["follows"]) == (1, False)
    assert any("is kept" in step["sentence"] for step in said["steps"] if step["holds"] is False)


def test_a_throw_that_does_not_exist_or_was_not_made_is_unknown(played: House) -> None:
    with pytest.raises(CommandError) as missing:
        call_command("verify_throw", "999999999")
    assert missing.value.returncode == 2
    with played.owner() as owner:
        owner.execute("alter table fairness_throw disable trigger user")
        row = owner.execute("delete from fairness_throw where close_id = (select max(close_id) from fairness_throw)"
                            " returning close_id").fetchone()  # fmt: skip
    assert row is not None
    with pytest.raises(CommandError, match="still secret") as waiting:
        call_command("verify_throw", str(row[0]))
    assert waiting.value.returncode == 2


def test_while_the_shift_is_open_the_root_is_said_to_be_secret(evening: Evening) -> None:
    evening.open("H1")
    receipts = evening.play("H1", 3)
    code, said = verified(receipts[-1].close)
    assert code == 0
    assert said["faces"] == receipts[-1].faces
    assert any("not public yet" in step["sentence"] for step in said["steps"])
