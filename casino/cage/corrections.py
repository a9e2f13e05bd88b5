"""An exchange of currency entered in error: its posting reversed once, its line off the lists by a line of its own."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from casino.books.act import Read, act
from casino.cage import drawers
from casino.cage.slips import role_for
from casino.day import gaming_day
from casino.people import currency
from casino.people.actors import staff
from casino.people.signing import ROLES, check_fresh, roles_in
from casino.profile import versions
from casino.profile.house import Step
from casino.refusal import BadInput, Conflict, Forbidden, Unknown

LINE: Final = """
select l.place, l.direction, l.amount, l.player_id, l.description, l.recorder_id, l.posting, l.voids_id,
       (select v.id from people_currencyline v where v.voids_id = l.id)
from people_currencyline l where l.id = %(line)s
"""


@dataclass(frozen=True, slots=True)
class CorrectionReceipt:
    """Line `line` counts no more: `voided_by` took it back, dated `day`."""

    line: int
    voided_by: int
    amount: int
    day: str


def void_line(*, key: str, line: int, signers: tuple[int, int], reason: str, at: datetime) -> CorrectionReceipt:
    """Takes a buy-in, cash-out, deposit or withdrawal back, dated today, by two signers as for a void slip; the second
    did not record it. Refused: no reason, one signer twice, wrong roles, void already, a reversal, chips that are gone.
    """
    first, second = signers
    if len(reason.strip()) < 3:
        raise BadInput("no_reason", "Write why the line is void.")
    if first == second:
        raise Forbidden("same_signer", "Two different people sign a void.")
    actor = staff(first)
    reads: list[Read] = [
        (ROLES, {"logins": (first, second), "at": at}), (versions.CURRENT, {}), (LINE, {"line": line}),
        (currency.NEXT, {}),
    ]  # fmt: skip

    def perform() -> CorrectionReceipt:
        with act(actor, key, {"void_line": line, "signers": [first, second], "reason": reason}, reads) as deed:
            if deed.earlier is not None:
                return CorrectionReceipt(**deed.earlier)
            profile = versions.of_row(deed.rows(1)[0])
            check_fresh(deed.rows(0), first, second)
            rules = profile.signatures["void"]
            role_for(rules[Step.VOID], roles_in(deed.rows(0), first))
            role_for(rules[Step.VOID_WITNESS], roles_in(deed.rows(0), second))
            row = deed.row(2)
            if row is None:
                raise Unknown("no_line", "There is no such line.", line=line)
            place, direction, amount, player, description, recorder, posting, voids, voided_by = row
            if voids is not None:
                raise Conflict("reversal_of_reversal", "This line is a void itself: enter the exchange anew.")
            if voided_by is not None:
                raise Conflict("already_reversed", f"Line {line} was taken back by line {voided_by}.", by=voided_by)
            if second == recorder:
                raise Forbidden("not_independent", "The second signer of a void did not record the line.")
            new, day = deed.rows(3)[0][0], gaming_day(profile.day_rule, at)
            deed.reverse(
                posting, actor=actor, day=day, scope=currency.SCOPE, key=str(new), at=at, reason=reason.strip(),
                approvers=(staff(second),),
            )  # fmt: skip
            currency.record(
                deed, line=new, day=day, at=at, place=place, direction=direction, amount=amount, player=player,
                recorder=first, description=description, voids=line,
            )  # fmt: skip
            signed = {"reason": reason.strip(), "signers": [first, second]}
            deed.audit(at, actor, "currency.void", f"line:{line}", signed)
            receipt = CorrectionReceipt(line, new, amount, day.isoformat())
            deed.answer(asdict(receipt))
        return receipt

    return drawers.in_its_day(perform, actor)
