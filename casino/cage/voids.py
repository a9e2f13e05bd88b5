"""A slip that is not to be: void by two signatures and a reason while its chips have not moved."""

from dataclasses import asdict
from datetime import datetime

from casino.books.act import Read, act
from casino.cage.slips import LOCK, READ, SIGN, TURN, SlipReceipt, read, role_for
from casino.people.actors import staff
from casino.people.signing import ROLES, check_fresh, roles_in
from casino.profile.house import Step
from casino.refusal import BadInput, Conflict, Forbidden


def void(*, key: str, slip: int, signers: tuple[int, int], reason: str, actor: str, at: datetime) -> SlipReceipt:
    """Makes a slip void; its number stays used. The second signer is independent: he has signed nothing on it.

    Refused: no reason, one signer twice, a second signer who has signed the slip, a wrong role, a slip that is void,
    or one whose chips have moved (that one is reversed by a slip of its own).
    """
    first, second = signers
    if len(reason.strip()) < 3:
        raise BadInput("no_reason", "Write why the slip is void.")
    if first == second:
        raise Forbidden("same_signer", "Two different people sign a void.")
    what = {"slip": slip}
    reads: list[Read] = [(ROLES, {"logins": (first, second), "at": at}), (LOCK, what), (READ, what)]
    with act(actor, key, {"void": slip, "signers": [first, second], "reason": reason}, reads) as deed:
        if deed.earlier is not None:
            return SlipReceipt(**deed.earlier)
        found = read(deed, 2, slip)
        number = f"{found.year}/{found.number}"
        if found.state == "done":
            raise Conflict("chips_moved", f"The chips of slip {number} have moved: write a reversing slip.")
        if found.state == "void":
            raise Conflict("slip_ended", f"Slip {number} is void already.", state="void")
        if any(login == second for _, login, _ in found.signed):
            raise Forbidden("not_independent", "The second signer of a void has signed nothing on this slip.")
        check_fresh(deed.rows(0), first, second)
        rules = found.profile.signatures["void"]
        for step, login in ((Step.VOID, first), (Step.VOID_WITNESS, second)):
            role = role_for(rules[step], roles_in(deed.rows(0), login))
            deed.write(SIGN, {
                "slip": slip, "step": step.value, "login": login, "role": role, "amount": found.amount, "at": at,
            })  # fmt: skip
        deed.write(TURN, {"slip": slip, "state": "void", "reason": reason.strip()})
        signed = {"reason": reason.strip(), "signers": [staff(first), staff(second)]}
        deed.audit(at, actor, "slip.void", f"slip:{slip}", signed)
        receipt = SlipReceipt(slip, number, found.kind, found.table, found.amount, "void", None, reason.strip())
        deed.answer(asdict(receipt))
    return receipt
