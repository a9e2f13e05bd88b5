"""The keeper answers the one link of a committed close, and roots of shifts that are over. Nothing else, to nobody."""

import json
import os
import socket
from contextlib import suppress
from typing import Any

import psycopg
import pytest

from casino.fairness.keeper import client
from casino.people.actors import staff
from casino.pit import throws
from casino.refusal import Conflict
from games.fair import link_before
from tests.casino.night.evening import Evening


def say(line: bytes) -> Any:
    """One line to the keeper's socket as anybody who reaches it could send it."""
    with socket.socket(socket.AF_UNIX) as talk:
        talk.settimeout(5)
        talk.connect(os.environ["KEEPER_SOCKET"])
        talk.sendall(line + b"\n")
        with talk.makefile("rb") as answer:
            return json.loads(answer.readline())


def one(evening: Evening, query: str) -> Any:
    with evening.house.owner() as owner:
        row = owner.execute(query).fetchone()
    assert row is not None
    return row[0]


def test_links_come_in_order_each_hashing_to_the_one_before_and_the_same_again(evening: Evening) -> None:
    evening.open("H1")
    receipts = evening.play("H1", 5)
    before = one(evening, "select link0 from fairness_chain c join fairness_use u on u.chain_id = c.id")
    for receipt in receipts:
        assert link_before(receipt.chain, receipt.i, receipt.link) == before
        assert client.link(receipt.close) == receipt.link
        before = receipt.link


def test_a_link_is_not_told_before_its_close_is_committed(evening: Evening) -> None:
    """Peek and roll back: a web process inside its own transaction learns nothing."""
    evening.open("H1")
    evening.play("H1", 1)
    with psycopg.connect(evening.house.addresses["WEB_DATABASE_URL"]) as web:
        row = web.execute(
            "insert into fairness_close (id, chain_id, i, shift, round, round_number, throw, dice, bets_hash, beacon,"
            " actor, key, at) select id + 1, chain_id, i + 1, shift, round, round_number, 99, dice, bets_hash, beacon,"
            " actor, 'peek', at from fairness_close order by i desc limit 1 returning id"
        ).fetchone()
        assert row is not None
        assert say(json.dumps({"ask": "link", "close": row[0]}).encode()) == {"refused": "no_such_close"}
        web.rollback()
    assert say(json.dumps({"ask": "link", "close": row[0]}).encode()) == {"refused": "no_such_close"}


def test_roots_stay_secret_while_the_shift_is_open_or_a_throw_is_owed(evening: Evening) -> None:
    evening.open("H1")
    evening.play("H1", 2)
    shift = one(evening, "select id from pit_shift")
    with pytest.raises(Conflict, match="shift_open"):
        client.roots(shift)
    evening.close("H1")
    roots = client.roots(shift)
    assert client.roots(shift) == roots
    assert [len(root) for root in roots.values()] == [64]
    with evening.house.owner() as owner:
        owner.execute("alter table fairness_throw disable trigger user")
        owner.execute("delete from fairness_throw where close_id = (select max(close_id) from fairness_throw)")
    with pytest.raises(Conflict, match="shift_open"):
        client.roots(shift)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "not_json"),
        (b"link 1", "not_json"),
        (b"[]", "not_a_question"),
        (b'{"ask": "link"}', "not_a_question"),
        (b'{"ask": "link", "close": true}', "not_a_question"),
        (b'{"ask": "link", "close": "1"}', "not_a_question"),
        (b'{"ask": "link", "close": 1, "i": 2}', "not_a_question"),
        (b'{"ask": "root", "shift": 1}', "not_a_question"),
        (b'{"ask": "link", "close": 999999}', "no_such_close"),
        (b'{"ask": "roots", "shift": 999999}', "shift_open"),
        (b'{"ask": "link", "close": 99999999999999999999999999}', "no_such_close"),
        (b"\0" * 150, "not_json"),
    ],
)
def test_every_other_question_is_refused_and_the_keeper_lives_on(evening: Evening, line: bytes, code: str) -> None:
    assert say(line) == {"refused": code}
    assert say(b'{"ask": "link", "close": 999999}') == {"refused": "no_such_close"}


def test_who_sends_a_megabyte_is_hung_up_on_and_the_keeper_lives_on(evening: Evening) -> None:
    with suppress(OSError):
        assert say(b"x" * 1_000_000) == {"refused": "not_json"}
    assert say(b'{"ask": "link", "close": 999999}') == {"refused": "no_such_close"}


def test_a_keeper_whose_connection_was_cut_answers_the_next_question(evening: Evening) -> None:
    evening.open("H1")
    receipt = evening.play("H1", 1)[0]
    with psycopg.connect(evening.house.addresses["KEEPER_DATABASE_URL"], autocommit=True) as same_login:
        same_login.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user"
            " and datname = current_database() and pid <> pg_backend_pid()"
        )
    assert client.link(receipt.close) == receipt.link


def test_a_throw_sent_again_gets_its_first_dice_and_takes_no_second_link(evening: Evening) -> None:
    evening.open("H1")
    evening.lay("H1", "stake")
    by = staff(evening.house.dealer)
    first = throws.throw(key="once", table="H1", actor=by, at=evening.house.now())
    assert throws.throw(key="once", table="H1", actor=by, at=evening.house.now()) == first
    assert throws.finish(close=first.close, table="H1", actor="house", at=evening.house.now()) == first
    assert one(evening, "select count(*) from fairness_close") == 1
