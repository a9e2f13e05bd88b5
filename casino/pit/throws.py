"""One throw: CLOSE fixes its link and its bets, the keeper answers, THROW settles. A crash in between resumes."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from casino.books.act import act
from casino.fairness import dice, sealing
from casino.fairness.keeper import client as keeper
from casino.fairness.verify import bets_hash
from casino.pit import rounds
from casino.pit.acts import guard_bets_open
from casino.pit.chaining import next_chain
from casino.pit.desk import LOCK_SHIFT, AnyState, Desk, desk_of, reads
from casino.refusal import Conflict

Lying = tuple[Desk, AnyState]
STANDS = "select state, events from pit_round where id = %(round)s"


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


def throw(*, key: str, table: str, actor: str, at: datetime) -> ThrowReceipt:
    """Throws the dice that are due at `table`: two commits with the keeper between them.

    The same key gives the same dice for ever; repeated before the THROW it resumes there. Refused with nothing
    changed: nothing to throw, a cast without a stake, a throw under way, the chain used up.
    """
    try:
        close, lying = _close(key, table, actor, at)
    except ChainUsedUp:
        next_chain(table=table, actor=actor, at=at)
        close, lying = _close(key, table, actor, at)
    return finish(close=close, table=table, actor=actor, at=at, lying=lying)


def _close(key: str, table: str, actor: str, at: datetime) -> tuple[int, Lying | None]:
    """CLOSE: the close's number and the table as it then lay; without the table when the key was seen before."""
    with act(actor, key, {"throw": table}, reads(table, at)) as deed:
        if deed.earlier is not None:
            return int(deed.earlier["close"]), None
        desk = desk_of(deed, table)
        guard_bets_open(desk)
        state = desk.state_of_play()
        due = desk.rules.due(state)
        i = desk.link + 1
        if i > desk.links:
            raise ChainUsedUp("chain_used_up", "This table's chain is used up.", table=desk.table)
        close = sealing.close_id(desk.chain, i)
        rounds.lay_down(deed, desk, state, at)
        sealing.close(
            deed, id=close, chain=desk.chain, i=i, shift=desk.shift, round=desk.round, round_number=desk.round_number,
            throw=desk.throws + 1, dice=due, bets_hash=bets_hash(desk.round, desk.rules.dump(state)),
            beacon=desk.beacon, actor=actor, key=key, at=at,
        )  # fmt: skip
        deed.answer({"close": close})
    return close, (desk, state)


def finish(*, close: int, table: str, actor: str, at: datetime, lying: Lying | None = None) -> ThrowReceipt:
    """THROW: reveals, derives and settles a committed close, once; every later call gets the first receipt.

    `lying` is the table and the round as this very close saw them: while a throw is under way nothing changes the
    round, so it need not be read again, only seen to stand. Without it the table is read anew.
    """
    link = keeper.link(close)
    if lying is None:
        reading = reads(table, at)
    else:
        reading = [(LOCK_SHIFT, {"table": table}), (STANDS, {"round": lying[0].round})]
    with act(actor, None, None, [*reading, sealing.read(close)]) as deed:
        closed = sealing.closed_of(deed)
        if closed.answer is not None:
            return ThrowReceipt(**closed.answer)
        if lying is None:
            desk = desk_of(deed, table, row=-2)
            state = desk.state_of_play()
        else:
            desk, state = lying
            if deed.row(-2) != ("thrown", desk.events):
                raise Conflict("round_moved", "The round went on while its dice fell; ask for this throw again.")
        faces = dice.derive(closed, link)
        step = desk.rules.throw(state, faces)
        what = rounds.Happening({"throw": list(faces)}, "throw", actor, at)
        answer = rounds.write(deed, desk, step, what, threw=True) | {
            "throw": closed.throw, "close": close, "chain": closed.chain, "i": closed.i, "link": link,
            "faces": list(faces),
        }  # fmt: skip
        sealing.thrown(deed, close=close, link=link, faces=faces, answer=answer)
        deed.audit(at, actor, "round.throw", f"round:{desk.round}", {"close": close, "n": answer["n"]})
    return ThrowReceipt(**answer)
