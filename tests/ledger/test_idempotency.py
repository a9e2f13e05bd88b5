"""A20, A23: a request is answered once; its key belongs to it for ever."""

from hashlib import sha256

import psycopg
import pytest

from ledger import door
from ledger.errors import Refused, refused
from ledger.work import work
from tests.ledger.conftest import Books

STAKE_50 = sha256(b"POST /stakes 50").digest()
STAKE_500 = sha256(b"POST /stakes 500").digest()


def stake(books: Books, connection: psycopg.Connection, scope: str, key: str, amount: int) -> dict[str, object]:
    """A stake as a department would take it: claim, act, keep the answer, in one transaction."""
    request = STAKE_50 if amount == 50 else STAKE_500
    with work(connection) as tx:
        earlier = tx.claim(scope, key, request).value
        if earlier is not None:
            return {**earlier, "hit": True}
        receipt = tx.post(books.posting(("table:1:layout", scope, amount))).value[0]
        tx.keep_answer(scope, key, request, {"posting": receipt.id})
    return {"posting": receipt.id}


def test_A20_the_same_request_gets_the_first_answer_another_one_is_refused(books: Books) -> None:
    books.fund("player:1", 1000)
    books.fund("player:2", 1000)
    first = stake(books, books.web, "player:1", "K1", 50)
    assert stake(books, books.web, "player:1", "K1", 50) == {**first, "hit": True}
    with pytest.raises(Refused) as refusal:
        stake(books, books.web, "player:1", "K1", 500)
    assert refusal.value.code == "key_reused"
    assert stake(books, books.web, "player:2", "K1", 50) != first
    assert (books.balance("player:1"), books.balance("player:2")) == (950, 950)


def test_a_refused_request_does_not_burn_its_key(books: Books) -> None:
    books.fund("player:1", 10)
    with pytest.raises(Refused, match="player:1"):
        stake(books, books.web, "player:1", "K1", 50)
    assert books.count("ledger_answer") == 0
    books.fund("player:1", 40)
    assert "posting" in stake(books, books.web, "player:1", "K1", 50)


def test_a_request_still_running_is_said_to_be(books: Books) -> None:
    other = books.database.connect("web")
    with work(other) as tx:
        assert tx.claim("player:1", "K1", STAKE_50).value is None
        with pytest.raises(Refused) as refusal:
            stake(books, books.web, "player:1", "K1", 50)
        assert refusal.value.code == "still_running"
        tx.keep_answer("player:1", "K1", STAKE_50, {"done": 1})
    assert stake(books, books.web, "player:1", "K1", 50) == {"done": 1, "hit": True}


def test_an_answer_is_kept_once_and_whole(books: Books) -> None:
    door.keep_answer(books.web, "s", "k", STAKE_50, {"a": 1})
    with pytest.raises(Refused) as refusal:
        door.keep_answer(books.web, "s", "k", STAKE_50, {"a": 2})
    assert refusal.value.code == "key_reused"
    for key, digest, answer in (("", STAKE_50, "{}"), ("k2", b"short", "{}"), ("k2", STAKE_50, "[1]")):
        with pytest.raises(psycopg.Error) as failure:
            books.web.execute("select ledger_keep_answer('s', %s, %s, %s::jsonb)", [key, digest, answer])
        malformed = refused(failure.value)
        assert malformed is not None
        assert malformed.code == "malformed"


def test_keys_with_separators_dont_meet(books: Books) -> None:
    """C16's fault in another place: two different (scope, key) pairs must not share a lock or a row."""
    with work(books.web) as tx:
        tx.claim("a", "b:c", STAKE_50).value  # noqa: B018
        assert door.claim(books.database.connect("web"), "a:b", "c", STAKE_50) is None
