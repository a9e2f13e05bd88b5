"""The demo's house: its people, its tables, its chips. Made on the first night, found again on every later one."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from casino.cage import hand_overs, outside
from casino.demo.cast import EXCLUDED, GUESTS, PASSWORD, STAFF, TABLES
from casino.people import players, staff
from casino.people.actors import HOUSE
from casino.people.actors import staff as actor_of
from casino.people.models import Login
from casino.pit import tables
from casino.profile import versions
from casino.profile.roles import Role

FLOAT_CHIPS = 60_000_000
FLOAT_CASH = 20_000_000
WINDOW = 1


@dataclass(frozen=True, slots=True)
class World:
    """Login ids by role, player ids in the order of GUESTS, the excluded player."""

    staff: dict[Role, list[int]]
    guests: list[int]
    excluded: int

    def one(self, role: Role) -> int:
        return self.staff[role][0]


def found(at: datetime) -> World:
    """Every act has its key, so a second run finds what the first one made."""
    before = at - timedelta(hours=6)
    hired = _people(before)
    world = World(hired, _guests(before, _guest_logins(hired, before)), 0)
    world = World(world.staff, world.guests, _excluded(world, before))
    for layout in TABLES:
        tables.set_up(
            key=f"demo-table-{layout.code}", code=layout.code, game=layout.game, settings=layout.settings,
            chip=layout.chip, seats=8, actor=actor_of(world.one(Role.PIT)), at=before,
        )  # fmt: skip
    return world


def _people(at: datetime) -> dict[Role, list[int]]:
    hired: dict[Role, list[int]] = {}
    by = HOUSE
    for member in STAFF:
        login = staff.hire(
            key=f"demo-hire-{member.name}", username=member.name, display_name=member.shown,
            password=None, actor=by, at=at,
        ).login  # fmt: skip
        staff.grant(key=f"demo-grant-{member.name}", login=login, role=member.role, actor=by, at=at)
        hired.setdefault(member.role, []).append(login)
        if member.role is Role.ADMINISTRATOR:
            by = actor_of(login)
    return hired


def _guests(at: datetime, logins: list[int | None]) -> list[int]:
    """The guests on their cards."""
    return [
        players.register(key=f"demo-guest-{n}", actor=HOUSE, at=at, card=f"HH{1000 + n}", name=name, login=login).player
        for n, (name, login) in enumerate(zip(GUESTS, logins, strict=True), 1)
    ]


def _guest_logins(hired: dict[Role, list[int]], at: datetime) -> list[int | None]:
    """Only the first guest has a login, for the API."""
    name = GUESTS[0]
    first = staff.hire(
        key="demo-login-guest", username=first_guest(), display_name=name, password=None,
        actor=actor_of(hired[Role.ADMINISTRATOR][0]), at=at,
    ).login  # fmt: skip
    return [first, *[None] * (len(GUESTS) - 1)]


def _excluded(world: World, at: datetime) -> int:
    player = players.register(key="demo-guest-x", actor=HOUSE, at=at, card="HH1099", name=EXCLUDED).player
    compliance = world.one(Role.COMPLIANCE)
    players.exclude(
        key="demo-exclude", player=player, kind="self", until=None, actor=actor_of(compliance), at=at, by=compliance
    )
    return player


def first_guest() -> str:
    """The user name of the guest who has a login."""
    return GUESTS[0].split()[0].lower()


def let_in(world: World, at: datetime) -> None:
    """Gives the demo's password to all who have none. A played night needs none: passwords are slow to make."""
    by = actor_of(world.one(Role.ADMINISTRATOR))
    for person in Login.objects.filter(username__in=[first_guest(), *(member.name for member in STAFF)]):
        if not person.has_usable_password():
            staff.give_password(
                key=f"demo-password-{person.username}", login=person.pk, password=PASSWORD, actor=by, at=at
            )


def stock(world: World, at: datetime) -> None:
    """The first night's chips and cash: issued and fetched by two, handed from the vault to the window."""
    vault, witness, cashier = world.one(Role.VAULT), world.one(Role.ACCOUNTING), world.one(Role.CASHIER)
    lines = pieces(FLOAT_CHIPS)
    outside.issue_chips(key="demo-issue", lines=lines, signer=vault, witness=witness, at=at)
    outside.fetch_cash(key="demo-fetch", amount=FLOAT_CASH, signer=vault, witness=witness, at=at)
    for what, amount in (("chips", FLOAT_CHIPS), ("cash", FLOAT_CASH)):
        offered = hand_overs.offer(
            key=f"demo-offer-{what}", source="cage:vault", target=f"cage:window:{WINDOW}", what=what, amount=amount,
            sender=vault, at=at,
        )  # fmt: skip
        hand_overs.accept(key=f"demo-accept-{what}", transfer=offered.transfer, receiver=cashier, at=at)


def pieces(amount: int) -> dict[int, int]:
    """`amount` minor units in chips of the house, the large ones first."""
    lines: dict[int, int] = {}
    for denomination in reversed(versions.current().denominations):
        count, amount = divmod(amount, denomination)
        if count:
            lines[denomination] = count
    return lines
