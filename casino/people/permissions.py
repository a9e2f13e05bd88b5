"""Who may do what: one table of acts and the roles that may do them. Deny by default."""

from collections.abc import Iterable

from casino.profile.roles import Role
from casino.refusal import Forbidden

R = Role
ACTS: dict[str, frozenset[Role]] = {
    "table.open": frozenset({R.SUPERVISOR, R.PIT}),
    "table.close": frozenset({R.SUPERVISOR, R.PIT}),
    "table.seat": frozenset({R.DEALER, R.SUPERVISOR, R.PIT}),
    "table.act": frozenset({R.DEALER, R.SUPERVISOR}),
    "table.throw": frozenset({R.DEALER, R.SUPERVISOR}),
    "table.deal": frozenset({R.DEALER}),
    "table.supervise": frozenset({R.SUPERVISOR, R.PIT}),
    "table.void": frozenset({R.SUPERVISOR, R.PIT}),
    "table.buy_in": frozenset({R.DEALER, R.SUPERVISOR}),
    "fill.request": frozenset({R.SUPERVISOR, R.PIT}),
    "fill.issue": frozenset({R.CASHIER}),
    "fill.count": frozenset({R.DEALER}),
    "cage.buy_in": frozenset({R.CASHIER}),
    "cage.cash_out": frozenset({R.CASHIER}),
    "cage.vault": frozenset({R.VAULT}),
    "count.drop": frozenset({R.COUNT}),
    "night.close": frozenset({R.PIT, R.ACCOUNTING}),
    "player.create": frozenset({R.CASHIER, R.PIT, R.SUPERVISOR}),
    "player.exclude": frozenset({R.PIT, R.COMPLIANCE}),
    "ledger.read": frozenset({R.AUDITOR, R.ACCOUNTING}),
    "ledger.export": frozenset({R.AUDITOR, R.ACCOUNTING}),
}


def check(act: str, roles: Iterable[str]) -> None:
    """Raises Forbidden unless one of `roles` may do `act`; an act without an entry is refused to all."""
    allowed = ACTS.get(act, frozenset())
    if not any(role in allowed for role in roles):
        need = ", ".join(sorted(allowed)) or "nobody"
        raise Forbidden("not_allowed", f"This needs one of the roles: {need}.", act=act)
