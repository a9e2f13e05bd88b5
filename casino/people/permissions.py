"""Who may do what: one table of acts and the roles that may do them. Deny by default."""

from collections.abc import Iterable, Sequence

from casino.profile.roles import Role
from casino.refusal import Forbidden

R = Role
FLOOR = frozenset({R.SUPERVISOR, R.PIT})
TABLE = frozenset({R.DEALER, R.SUPERVISOR})

ACTS: dict[str, frozenset[Role]] = {
    "table.set_up": frozenset({R.PIT, R.ADMINISTRATOR}),
    "table.open": TABLE | {R.PIT},
    "table.close": FLOOR,
    "table.deal": frozenset({R.DEALER}),
    "table.supervise": FLOOR,
    "table.seat": TABLE | {R.PIT},
    "table.guest": FLOOR,
    "table.act": TABLE,
    "table.throw": TABLE,
    "table.void": FLOOR,
    "table.buy_in": TABLE,
    "table.count": TABLE | {R.PIT},
    "table.toke": TABLE,
    "table.relieve": FLOOR,
    "table.override": FLOOR,
    "table.change_shift": FLOOR,
    "dice.sign": FLOOR,
    "dice.witness": TABLE | {R.PIT, R.ACCOUNTING},
    "box.swap": FLOOR | {R.RUNNER},
    "slip.sign": frozenset({R.DEALER, R.SUPERVISOR, R.PIT, R.CASHIER, R.RUNNER, R.VAULT, R.ACCOUNTING}),
    "slip.print": frozenset({R.DEALER, R.SUPERVISOR, R.PIT, R.CASHIER, R.VAULT, R.ACCOUNTING}),
    "cage.buy_in": frozenset({R.CASHIER}),
    "cage.cash_out": frozenset({R.CASHIER}),
    "cage.deposit": frozenset({R.CASHIER}),
    "cage.withdraw": frozenset({R.CASHIER}),
    "cage.draw": frozenset({R.CASHIER}),
    "cage.change": frozenset({R.CASHIER}),
    "cage.unrated_witness": FLOOR | {R.VAULT, R.ACCOUNTING},
    "cage.vault": frozenset({R.VAULT}),
    "cage.window": frozenset({R.CASHIER}),
    "cage.outside": frozenset({R.VAULT}),
    "cage.outside_witness": frozenset({R.VAULT, R.ACCOUNTING, R.CASHIER}),
    "count.collect": frozenset({R.COUNT, R.RUNNER}),
    "count.box": frozenset({R.COUNT}),
    "night.close": frozenset({R.PIT, R.ACCOUNTING}),
    "player.register": frozenset({R.CASHIER, R.PIT, R.SUPERVISOR}),
    "player.exclude": frozenset({R.PIT, R.COMPLIANCE}),
    "player.limit": frozenset({R.CASHIER, R.PIT, R.COMPLIANCE}),
    "player.link": frozenset({R.COMPLIANCE}),
    "player.read": frozenset({R.COMPLIANCE, R.AUDITOR}),
    "currency.list": frozenset({R.COMPLIANCE, R.AUDITOR, R.ACCOUNTING}),
    "currency.near": frozenset({R.COMPLIANCE, R.AUDITOR}),
    "exclusion.attempts": frozenset({R.COMPLIANCE, R.AUDITOR}),
    "staff.hire": frozenset({R.ADMINISTRATOR}),
    "staff.grant": frozenset({R.ADMINISTRATOR}),
    "staff.dismiss": frozenset({R.ADMINISTRATOR}),
    "profile.change": frozenset({R.ADMINISTRATOR}),
    "exception.sign_off": frozenset({R.AUDITOR}),
    "house.read": frozenset({R.ADMINISTRATOR, R.AUDITOR}),
    "ledger.read": frozenset({R.AUDITOR, R.ACCOUNTING}),
    "ledger.export": frozenset({R.AUDITOR, R.ACCOUNTING}),
}


def check(act: str, roles: Iterable[str]) -> None:
    """Raises Forbidden unless one of `roles` may do `act`; an act without an entry is refused to all."""
    allowed = ACTS.get(act, frozenset())
    if not any(role in allowed for role in roles):
        need = ", ".join(sorted(allowed)) or "nobody"
        raise Forbidden("not_allowed", f"This needs one of the roles: {need}.", act=act)


def check_any(acts: Sequence[str], roles: Iterable[str]) -> None:
    """Raises the last act's Forbidden unless one of the acts is allowed; no acts at all are everybody's."""
    held = frozenset(roles)
    if acts and not any(held & ACTS.get(act, frozenset()) for act in acts):
        check(acts[-1], held)
