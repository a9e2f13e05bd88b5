"""One throw: CLOSE fixes its link and its bets, the keeper answers, THROW settles. A crash in between resumes."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from casino.books.act import Act, act
from casino.fairness import dice, sealing
from casino.fairness.keeper import client as keeper
from casino.fairness.verify import bets_hash
from casino.pit import rounds
from casino.pit.acts import guard_bets_open
from casino.pit.chaining import next_chain
from casino.pit.desk import AnyState, Desk, desk_of, reads
from casino.refusal import Conflict

LOCK = "select from pit_shift where id = %(shift)s for no key update"
OVERTAKEN = rounds.OVERTAKEN | {sealing.ALREADY_THROWN}


class ChainUsedUp(Conflict):
    """The table's chain has no link left: the throw takes the next chain and goes on."""


@dataclass(frozen=True, slots=True)
class ThrowReceipt:
    """A settled throw: the faces, what was called, each seat's and the house's chips in this round so far."""

    table: str
    shift: int
    round: int
    round_number: int
    n: int
    throw: int
    close: int
    chain: str
    i: int
    link: str
    faces: list[int]
    event: Mapping[str, Any]
    calls: list[str]
    over: bool
    net: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Lying:
    """The table, the round and the close as one CLOSE left them: nothing changes them until their dice fall."""

    desk: Desk
    state: AnyState
    closed: sealing.Closed


def throw(*, key: str, table: str, actor: str, at: datetime, after: int | None = None) -> ThrowReceipt:
    """Throws the dice that are due at `table`: two commits with the keeper between them.

    `after`: the chain's link that the thrower saw as the last one taken, if he says so. The same key gives the same
    dice for ever; repeated before the THROW it resumes there. Refused with nothing changed: nothing to throw, a cast
    without a stake, a throw under way, another throw since `after`.
    """
    try:
        close, lying = _close(key, table, actor, at, after)
    except ChainUsedUp:
        next_chain(table=table, actor=actor, at=at)
        close, lying = _close(key, table, actor, at, None if after is None else 0)
    if lying is not None:
        try:
            return _settle(close, lying, actor, at)
        except Conflict as refused:
            if refused.code not in OVERTAKEN:
                raise
    return finish(close=close, table=table, actor=actor, at=at)


def _close(key: str, table: str, actor: str, at: datetime, after: int | None) -> tuple[int, Lying | None]:
    """CLOSE: the close's number and the table as it then lay; without the table when the key was seen before."""
    with act(actor, key, {"throw": table}, reads(table, at)) as deed:
        if deed.earlier is not None:
            return int(deed.earlier["close"]), None
        desk = desk_of(deed, table)
        guard_bets_open(desk)
        if after is not None and after != desk.link:
            raise Conflict(
                "thrown_meanwhile", "Somebody else has thrown meanwhile: look, then throw.", table=desk.table
            )
        state = desk.state_of_play()
        closed = sealing.Closed(
            table=desk.table, chain=desk.chain_name, i=desk.link + 1, round=desk.round, round_number=desk.round_number,
            throw=desk.throws + 1, dice=desk.rules.due(state), mix="-", link_before=desk.link_before, answer=None,
        )  # fmt: skip
        if closed.i > desk.links:
            raise ChainUsedUp("chain_used_up", "This table's chain is used up.", table=desk.table)
        lying = rounds.lay_down(deed, desk, state, at)
        close = sealing.close(
            deed, closed, chain=desk.chain, shift=desk.shift, bets_hash=bets_hash(desk.round, lying),
            beacon=desk.beacon, actor=actor, key=key, at=at,
        )  # fmt: skip
        deed.answer({"close": close})
    return close, Lying(desk, state, closed)


def _settle(close: int, lying: Lying, actor: str, at: datetime) -> ThrowReceipt:
    """THROW straight after its CLOSE: nothing is read again, one round trip.

    Should somebody have resumed this close in between, what it writes is refused as OVERTAKEN.
    """
    link = keeper.link(close)
    with act(actor, None, None, [(LOCK, {"shift": lying.desk.shift})]) as deed:
        answer = _write(deed, close, lying, link, actor, at)
    return ThrowReceipt(**answer)


def finish(*, close: int, table: str, actor: str, at: datetime) -> ThrowReceipt:
    """THROW of a committed close from what is committed, once; every later call gets the first receipt."""
    link = keeper.link(close)
    with act(actor, None, None, [*reads(table, at), sealing.read(close)]) as deed:
        closed = sealing.closed_of(deed)
        if closed.answer is not None:
            return ThrowReceipt(**closed.answer)
        desk = desk_of(deed, table, row=-2)
        answer = _write(deed, close, Lying(desk, desk.state_of_play(), closed), link, actor, at)
    return ThrowReceipt(**answer)


def _write(deed: Act, close: int, lying: Lying, link: str, actor: str, at: datetime) -> dict[str, Any]:
    """Reveals, derives, settles; the answer that every repetition gets."""
    desk, closed = lying.desk, lying.closed
    faces = list(dice.derive(closed, link))
    step = desk.rules.throw(lying.state, faces)
    answer = rounds.write(deed, desk, step, rounds.Happening({"throw": faces}, "throw", actor, at), threw=True) | {
        "throw": closed.throw, "close": close, "chain": closed.chain, "i": closed.i, "link": link, "faces": faces,
    }  # fmt: skip
    sealing.thrown(deed, close=close, link=link, faces=faces, answer=answer)
    deed.audit(at, actor, "round.throw", f"round:{desk.round}", {"close": close, "n": answer["n"]})
    return answer
