"""Voiding a round: every bet that has had no ruling goes back; two signers and a reason."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from casino.books.act import act
from casino.people import permissions
from casino.people.actors import HOUSE
from casino.people.signing import check_fresh, roles_at, roles_in
from casino.pit import rounds
from casino.pit.acts import guard_bets_open
from casino.pit.desk import desk_of, reads
from casino.refusal import BadInput, Conflict, Forbidden


@dataclass(frozen=True, slots=True)
class VoidReceipt:
    """A void round: `net` is what each seat and the house won or lost by what had been ruled before."""

    table: str
    round: int
    round_number: int
    signers: list[int]
    reason: str
    net: dict[str, int]


def void(
    *, key: str, table: str, round: int, reason: str, signers: tuple[int, int], actor: str, at: datetime
) -> VoidReceipt:
    """Voids the running round. Refused: not this round, dice out, one signer twice, a wrong role, no reason."""
    first, second = signers
    request = {"void": round, "table": table, "reason": reason, "signers": [first, second]}
    with act(actor, key, request, [*reads(table, at), roles_at(f"table:{table}", at, first, second)]) as deed:
        if deed.earlier is not None:
            return VoidReceipt(**deed.earlier)
        if len(reason.strip()) < 3:
            raise BadInput("no_reason", "Write why the round is void.")
        if first == second:
            raise Forbidden("same_signer", "Two different people sign a void.")
        check_fresh(deed.rows(-1), first, second)
        for signer in signers:
            permissions.check("table.void", roles_in(deed.rows(-1), signer))
        desk = desk_of(deed, table, row=-2)
        guard_bets_open(desk)
        if desk.round_state is None or desk.round != round:
            raise Conflict("not_running", "This round isn't running at the table.", round=round)
        step = desk.rules.void(desk.state_of_play())
        by = (f"staff:{first}", f"staff:{second}")
        what = rounds.Happening({"void": True}, "void", actor, at, approvers=by, reason=reason.strip())
        written = rounds.write(deed, desk, step, what)
        deed.audit(at, actor, "round.void", f"round:{round}", {"reason": reason.strip(), "signers": list(signers)})
        answer: dict[str, Any] = {
            "table": table, "round": round, "round_number": desk.round_number, "signers": [first, second],
            "reason": reason.strip(), "net": written["net"],
        }  # fmt: skip
        deed.answer(answer)
    return VoidReceipt(**answer)


def drop(*, table: str, round: int, reason: str, at: datetime) -> None:
    """What the rules void by themselves: a round on which nothing has been decided. Twice is harmless."""
    with act(HOUSE, None, None, reads(table, at)) as deed:
        desk = desk_of(deed, table)
        if desk.round_state != "open" or desk.round != round:
            return
        step = desk.rules.void(desk.state_of_play())
        rounds.write(deed, desk, step, rounds.Happening({"void": True}, "void", HOUSE, at, reason=reason))
        deed.audit(at, HOUSE, "round.drop", f"round:{round}", {"reason": reason})
