"""The keeper: one link of a committed close, roots of a finished shift, nothing else and nothing sooner."""

import json
import os
import socket

import psycopg
import pytest

from casino.fairness.keeper import client
from casino.pit import chaining, shifts
from casino.refusal import Conflict, Unavailable
from games.fair import chain, link_before
from tests.casino.pit.floor import Floor

LINKS = "select c.i, t.link from fairness_close c join fairness_throw t on t.close_id = c.id order by i"


@pytest.fixture
def h1(floor: Floor) -> Floor:
    floor.table(main="seven")
    floor.sit(100_000)
    return floor


def ask(line: bytes) -> dict[str, object]:
    with socket.socket(socket.AF_UNIX) as keeper:
        keeper.settimeout(5)
        keeper.connect(os.environ["KEEPER_SOCKET"])
        keeper.sendall(line)
        answer: dict[str, object] = json.loads(keeper.makefile("rb").readline())
        return answer


def test_a_link_asked_for_before_its_close_is_committed_is_refused(h1: Floor) -> None:
    with pytest.raises(Conflict) as refused:
        client.link(1)
    assert refused.value.facts["reason"] == "no_such_close"


def test_every_link_hashes_to_the_one_before_it_down_to_the_published_one(h1: Floor) -> None:
    h1.play_round()
    h1.play_round()
    name, link0 = h1.rows("select name, link0 from fairness_chain c join fairness_use u on u.chain_id = c.id")[0]
    before = link0
    for i, link in h1.rows(
        "select c.i, t.link from fairness_close c join fairness_throw t on t.close_id = c.id order by i"
    ):
        assert link_before(name, i, link) == before
        before = link


def test_a_root_stays_with_the_keeper_while_its_shift_is_open(h1: Floor) -> None:
    h1.play_round()
    ((shift,),) = h1.rows("select id from pit_shift")
    assert ask(b'{"ask": "roots", "shift": %d}\n' % shift) == {"refused": "shift_open"}
    with h1.house.web() as web, pytest.raises(psycopg.errors.IntegrityError) as early:
        web.execute("insert into fairness_reveal (chain_id, root) select chain_id, 'x' from fairness_use")
    assert early.value.diag.constraint_name == "reveal_too_early"


def test_a_closed_shifts_root_is_revealed_and_gives_every_link(h1: Floor) -> None:
    h1.play_round()
    house = h1.house
    house.tell()
    ((tray,),) = h1.rows("select balance from ledger_account where path = 'table:h1:tray'")
    house.closer({100: tray // 100})
    house.close()
    ((shift,),) = h1.rows("select id from pit_shift")
    assert shifts.reveal(shift=shift, actor="house", at=house.now()) == 1
    assert shifts.reveal(shift=shift, actor="house", at=house.now()) == 1
    ((name, links, link0, root),) = h1.rows(
        "select c.name, c.links, c.link0, r.root from fairness_reveal r join fairness_chain c on c.id = r.chain_id"
    )
    whole = chain(name, root, links)
    assert whole[0] == link0
    thrown = h1.rows(LINKS)
    assert thrown == list(enumerate(whole))[1 : 1 + len(thrown)]


@pytest.mark.parametrize(
    "line",
    [
        b"\n", b"{}\n", b"[]\n", b'"x"\n', b"\xff\x00\n", b'{"ask": "root", "shift": 1}\n', b'{"ask": "link"}\n',
        b'{"ask": "link", "close": true}\n', b'{"ask": "link", "close": "1"}\n', b'{"ask": "link", "close": 1.0}\n',
        b'{"ask": "link", "close": 1, "chain": 1}\n', b'{"ask": "link", "close": 1' + b" " * 300 + b"}\n",
    ],
)  # fmt: skip
def test_the_keeper_answers_nothing_but_its_two_questions(h1: Floor, line: bytes) -> None:
    assert set(ask(line)) == {"refused"}


def test_a_silent_keeper_is_a_clear_refusal_and_the_throw_stays_safe(
    h1: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    h1.act(1, {"stake": 10})
    client.hang_up()
    with monkeypatch.context() as patch:
        patch.setenv("KEEPER_SOCKET", "/nonexistent/keeper.sock")
        with pytest.raises(Unavailable) as refused:
            h1.throw(key="silent")
    assert refused.value.code == "keeper_silent"
    assert h1.throw(key="silent").i == 1


def test_no_link_is_taken_twice_or_left_out_by_raw_sql(h1: Floor) -> None:
    h1.act(1, {"stake": 10})
    h1.throw()
    columns = "chain_id, i, shift, round, round_number, throw, dice, bets_hash, beacon, actor, key, at"
    with h1.house.web() as web:
        for i, code in ((1, "link_out_of_order"), (3, "link_out_of_order")):
            with pytest.raises(psycopg.errors.IntegrityError) as refused:
                web.execute(
                    f"insert into fairness_close ({columns}) select chain_id, {i}, shift, round, round_number, 99,"
                    " dice, bets_hash, beacon, actor, key, at from fairness_close limit 1"
                )
            assert refused.value.diag.constraint_name == code


def test_who_did_not_see_the_last_throw_throws_no_further(h1: Floor) -> None:
    h1.act(1, {"stake": 10})
    first = h1.throw(key="first", after=0)
    with pytest.raises(Conflict) as refused:
        h1.throw(after=0)
    assert refused.value.code == "thrown_meanwhile"
    assert h1.throw(key="first", after=0) == first, "a repetition saw what there was before it"
    assert h1.rows("select count(*) from fairness_close") == [(1,)]


@pytest.mark.parametrize("after", [None, 1], ids=["whatever was seen", "the last throw was seen"])
def test_a_used_up_chain_gives_way_to_the_next_one_by_itself(h1: Floor, after: int | None) -> None:
    h1.act(1, {"stake": 10})
    with h1.house.owner() as owner:
        owner.execute("update pit_shift set links = 1")
    first = h1.throw()
    if first.over:
        h1.act(1, {"stake": 10})
    assert h1.throw(after=after).chain != first.chain
    assert h1.rows("select count(distinct chain_id) from fairness_close") == [(2,)]
    assert h1.rows("select chains from pit_shift") == [(2,)]
    assert chaining.next_chain(table="H1", actor="house", at=h1.house.now()) == ""
