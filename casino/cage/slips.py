"""Fills and credit slips: requested, issued, carried, counted, done; void if they never get there."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from casino.books import paper, places
from casino.books.act import Act, Read, act
from casino.cage import drawers
from casino.people.actors import staff
from casino.people.signing import ROLES, check_fresh, roles_in
from casino.pit.desk import LOCK_SHIFT
from casino.profile import lines as denominations
from casino.profile import versions
from casino.profile.house import HouseProfile, Step
from casino.profile.lines import Lines
from casino.refusal import BadInput, Conflict, Forbidden, Unknown

OPEN_SHIFT: Final = """
select s.id, s.day, nextval('cage_slip_id_seq')
from pit_shift s join pit_table t on t.id = s.table_id where t.code = %(table)s and s.state <> 'closed'
"""
REQUEST: Final = """
insert into cage_slip (id, kind, shift_id, "window", lines, amount, profile, reverses_id, reason, at)
values (%(slip)s, %(kind)s, %(shift)s, %(window)s, %(lines)s, %(amount)s, %(profile)s, %(reverses)s, %(reason)s, %(at)s)
"""
SIGN: Final = """
insert into cage_slipsignature (slip_id, step, login_id, role, amount, at)
values (%(slip)s, %(step)s, %(login)s, %(role)s, %(amount)s, %(at)s)
"""
NUMBER: Final = "select year, number from cage_slip where id = %(slip)s"
TURN: Final = """
update cage_slip set state = %(state)s, reason = coalesce(nullif(%(reason)s, ''), reason) where id = %(slip)s
"""
LOCK: Final = "select id from cage_slip where id = %(slip)s for no key update"
READ: Final = """
select s.id, s.year, s.number, s.kind, s.table_code, s.day, s."window", s.amount, s.steps, s.state, s.profile, p.data,
       (select m.id from ledger_posting m where m.scope = 'slip:' || s.reverses_id and m.key = 'done'),
       (select jsonb_agg(jsonb_build_array(g.step, g.login_id, g.amount) order by g.id)
        from cage_slipsignature g where g.slip_id = s.id)
from cage_slip s join profile_profile p on p.version = s.profile where s.id = %(slip)s
"""
ON_THE_WAY: Final = """
select coalesce((select a.balance from ledger_account a join ledger_asset c on c.id = a.asset_id
                 where a.path = place.path and c.code = place.asset), 0) - cage_on_the_way(place.path, place.asset)
from (select case s.kind when 'fill' then 'cage:window:' || s."window"
             else 'table:' || lower(s.table_code) || ':tray' end as path, 'chips:' || (p.data->>'currency') as asset
      from cage_slip s join profile_profile p on p.version = s.profile where s.id = %(slip)s) place
"""
AFTER: Final = {Step.REQUEST: "requested", Step.ISSUE: "issued", Step.CARRY: "carried", Step.COUNT: "counted"}


@dataclass(frozen=True, slots=True)
class SlipReceipt:
    """A slip as it now stands. `waits_for` is the step to be signed next, None once it is done or void."""

    slip: int
    number: str
    kind: str
    table: str
    amount: int
    state: str
    waits_for: str | None
    reason: str = ""


class Slip(NamedTuple):
    """A slip as READ reads it; `signed` holds step, login and amount of each signature.

    `undoes` is the posting that a reversing slip takes back, None for any other.
    """

    id: int
    year: int
    number: int
    kind: str
    table: str
    day: date
    window: int
    amount: int
    steps: list[str]
    state: str
    version: int
    data: Mapping[str, Any]
    undoes: int | None
    signed: list[tuple[str, int, int]]

    @property
    def profile(self) -> HouseProfile:
        return versions.of_row((self.version, self.data))

    @property
    def due(self) -> str | None:
        """The step to be signed next."""
        if self.state in ("done", "void"):
            return None
        done = {step for step, _, _ in self.signed}
        return next((step for step in self.steps if step not in done), None)


def request(
    *, key: str, kind: str, table: str, window: int, lines: Lines, signer: int, at: datetime, claimed: int | None = None
) -> SlipReceipt:
    """Asks for a `fill` (window to table) or a `credit` (table to window) and gives it its number.

    `lines` maps denomination to pieces; the house adds them up, and refuses if `claimed` is another sum. Refused:
    a denomination that is not issued, a window that is not there, a table that is not open, a wrong role.
    """
    actor = staff(signer)
    if kind not in ("fill", "credit"):
        raise BadInput("kind_unknown", "A slip is a fill or a credit.", kind=kind)
    place = {"table": table}
    reads: list[Read] = [
        (ROLES, {"logins": (signer,), "at": at}), (versions.CURRENT, {}), (LOCK_SHIFT, place), (OPEN_SHIFT, place),
    ]  # fmt: skip
    kept = denominations.stored(lines)
    asked = {"request": kind, "table": table, "window": window, "lines": kept, "claimed": claimed}
    with act(actor, key, asked, reads) as deed:
        if deed.earlier is not None:
            return SlipReceipt(**deed.earlier)
        profile = versions.of_row(deed.rows(1)[0])
        check_fresh(deed.rows(0), signer)
        role = role_for(profile.signatures[kind][Step.REQUEST], roles_in(deed.rows(0), signer))
        amount = denominations.total(profile, lines, claimed=claimed)
        if not amount:
            raise BadInput("no_lines", "A slip needs at least one line of chips.")
        drawers.window(profile, window)
        row = deed.row(3)
        if row is None:
            raise Conflict("table_closed", f"Table {table} is not open.", table=table)
        shift, _, slip = row
        return begin(deed, Request(slip, kind, table, shift, window, kept, amount), profile, signer, role, at)


class Request(NamedTuple):
    """What a slip begins with; `reverses` and `reason` are a reversing slip's. Minor units."""

    slip: int
    kind: str
    table: str
    shift: int
    window: int
    lines: Mapping[str, int]
    amount: int
    reverses: int | None = None
    reason: str = ""


def begin(deed: Act, asked: Request, profile: HouseProfile, signer: int, role: str, at: datetime) -> SlipReceipt:
    """Queues a new slip with its requester's signature, and gets its number from the database."""
    slip = asked.slip
    deed.write(REQUEST, asked._asdict() | {"profile": profile.version, "at": at})
    _sign(deed, slip, Step.REQUEST, signer, role, asked.amount, at)
    deed.audit(at, staff(signer), "slip.request", f"slip:{slip}", {
        "kind": asked.kind, "table": asked.table, "amount": str(asked.amount), "reverses": asked.reverses,
    })  # fmt: skip
    year, number = deed.ask(NUMBER, {"slip": slip})[0]
    receipt = SlipReceipt(
        slip, f"{year}/{number}", asked.kind, asked.table, asked.amount, "requested",
        profile.steps(asked.kind)[1].value, asked.reason,
    )  # fmt: skip
    _answer(deed, receipt)
    return receipt


def sign(*, key: str, slip: int, step: str, amount: int, signer: int, at: datetime) -> SlipReceipt:
    """Signs the step that is due, over the `amount` that the signer counted or saw.

    Issue, carry, count and, where the profile wants one, a witness. The last one moves the chips, in one posting in the
    slip's gaming day. Refused: a step not due, a wrong role, one who has signed already or reports to one who has,
    a drawer or tray that has not so much. Somebody who takes over another amount than the slip's makes it void, which
    the receipt says: its chips go back and a new slip is written.
    """
    actor = staff(signer)
    who, what = {"logins": (signer,), "at": at}, {"slip": slip}
    reads: list[Read] = [(ROLES, who), (LOCK, what), (READ, what), (ON_THE_WAY, what)]
    with act(actor, key, {"sign": step, "slip": slip, "amount": amount}, reads) as deed:
        if deed.earlier is not None:
            return SlipReceipt(**deed.earlier)
        found = read(deed, 2, slip)
        check_fresh(deed.rows(0), signer)
        role = _check_signer(found, step, signer, roles_in(deed.rows(0), signer))
        if type(amount) is not int or amount < 0:
            raise BadInput("amount_wrong", "Give the amount that you saw, in minor units.")
        if step == Step.ISSUE:
            if amount != found.amount:
                raise BadInput("amount_differs", f"The slip says {found.amount}: issue that, or void the slip.")
            place = places.window(found.window) if found.kind == "fill" else places.tray(found.table)
            drawers.check_holds(place, deed.rows(3)[0][0], amount, "chips")
        _sign(deed, slip, step, signer, role, amount, at)
        receipt = _turn(deed, found, step, amount, signer, at)
        _answer(deed, receipt)
    return receipt


def read(deed: Act, n: int, slip: int) -> Slip:
    """The slip in the act's read number `n`; Unknown `no_slip`."""
    row = deed.row(n)
    if row is None:
        raise Unknown("no_slip", "There is no such slip.", slip=slip)
    *facts, signed = row
    return Slip._make([*facts, [tuple(each) for each in signed]])


def role_for(allowed: frozenset[Any], roles: list[str]) -> str:
    """The role in which somebody with `roles` signs; Forbidden `wrong_role` when none of them may."""
    for role in sorted(roles):
        if role in allowed:
            return role
    raise Forbidden("wrong_role", f"This is signed by: {', '.join(sorted(allowed))}.")


def _check_signer(slip: Slip, step: str, signer: int, roles: list[str]) -> str:
    if slip.due is None:
        raise Conflict("slip_ended", f"Slip {slip.year}/{slip.number} is {slip.state}.", state=slip.state)
    if step != slip.due:
        raise Conflict("not_due", f"Slip {slip.year}/{slip.number} waits for {slip.due}, not for {step}.", due=slip.due)
    if any(login == signer for _, login, _ in slip.signed):
        raise Forbidden("same_signer", "Each signature on a slip is another person's.", step=step)
    return role_for(slip.profile.signatures[slip.kind][Step(step)], roles)


def _turn(deed: Act, slip: Slip, step: str, amount: int, signer: int, at: datetime) -> SlipReceipt:
    """What the signature does to the slip: it goes on, it is done and its chips move, or it is void."""
    actor, following, reason = staff(signer), slip.steps[slip.steps.index(step) + 1 :], ""
    if amount != slip.amount:
        state, following = "void", []
        reason = f"{step} found {amount}, the slip says {slip.amount}"
    elif following:
        state = AFTER[Step(step)]
    else:
        state = "done"
        _move(deed, slip, actor, at)
    deed.write(TURN, {"slip": slip.id, "state": state, "reason": reason})
    deed.audit(at, actor, f"slip.{step}", f"slip:{slip.id}", {"amount": str(amount), "state": state})
    return SlipReceipt(
        slip.id, f"{slip.year}/{slip.number}", slip.kind, slip.table, slip.amount, state,
        following[0] if following else None, reason,
    )  # fmt: skip


def _move(deed: Act, slip: Slip, actor: str, at: datetime) -> None:
    """The chips move; a reversing slip's go back by the exact mirror of what moved them."""
    signers, facts = tuple(staff(login) for _, login, _ in slip.signed), {"number": f"{slip.year}/{slip.number}"}
    scope = f"slip:{slip.id}"
    if slip.undoes is not None:
        deed.reverse(
            slip.undoes, actor=actor, day=slip.day, scope=scope, key="done", at=at, approvers=signers,
            reason="reversing slip", facts=facts,
        )  # fmt: skip
        return
    move = paper.fill if slip.kind == "fill" else paper.credit
    deed.post(
        kind=slip.kind, actor=actor, day=slip.day, scope=scope, key="done", at=at, approvers=signers, facts=facts,
        transfers=move(table=slip.table, window=slip.window, amount=slip.amount, currency=slip.profile.currency),
    )  # fmt: skip


def _sign(deed: Act, slip: int, step: str, login: int, role: str, amount: int, at: datetime) -> None:
    deed.write(SIGN, {"slip": slip, "step": str(step), "login": login, "role": role, "amount": amount, "at": at})


def _answer(deed: Act, receipt: SlipReceipt) -> None:
    deed.answer({name: getattr(receipt, name) for name in SlipReceipt.__dataclass_fields__})
