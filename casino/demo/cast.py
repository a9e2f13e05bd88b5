"""Who works and plays in the demo, and at which tables."""

from dataclasses import dataclass
from typing import Any

from casino.profile.roles import Role

PASSWORD = "hazard-house"  # noqa: S105  a demo's login, printed on its screen


@dataclass(frozen=True, slots=True)
class Member:
    """A member of the staff: user name, name, role."""

    name: str
    shown: str
    role: Role


STAFF = (
    Member("ada", "Ada Lovell", Role.ADMINISTRATOR),
    Member("paul", "Paul Marsh", Role.PIT),
    Member("sue", "Sue Carter", Role.SUPERVISOR),
    Member("sam", "Sam Okafor", Role.SUPERVISOR),
    Member("dan", "Dan Reeve", Role.DEALER),
    Member("dora", "Dora Lindt", Role.DEALER),
    Member("dmitri", "Dmitri Volkov", Role.DEALER),
    Member("duarte", "Duarte Nunes", Role.DEALER),
    Member("delia", "Delia Shaw", Role.DEALER),
    Member("deng", "Deng Wei", Role.DEALER),
    Member("cass", "Cass Doyle", Role.CASHIER),
    Member("carl", "Carl Brandt", Role.CASHIER),
    Member("val", "Val Osei", Role.VAULT),
    Member("rob", "Rob Pike", Role.RUNNER),
    Member("rita", "Rita Alves", Role.RUNNER),
    Member("kay", "Kay Moss", Role.COUNT),
    Member("kim", "Kim Sato", Role.COUNT),
    Member("abe", "Abe Rosen", Role.ACCOUNTING),
    Member("audrey", "Audrey Finch", Role.AUDITOR),
    Member("cora", "Cora Blum", Role.COMPLIANCE),
    Member("hope", "Hope Larsen", Role.HOST),
)

GUESTS = (
    "Ann Archer", "Ben Boone", "Cleo Castro", "Dev Das", "Ema Eklund", "Finn Foley",
    "Gia Greco", "Hugo Haas", "Ines Ivanova", "Jack Jones", "Kira Kovac", "Luis Lopes",
    "Mila Mann", "Nils Novak", "Olga Orlova", "Pia Pereira", "Quentin Quist", "Rosa Reis",
    "Sven Sand", "Tara Toth", "Uma Uhl", "Vito Valle", "Wanda Wolf", "Xenia Xu",
)  # fmt: skip
"""Three to a table when it opens; the last six take the seats of those who leave in the course of the night."""
EXCLUDED = "Max Moreau"


@dataclass(frozen=True, slots=True)
class Layout:
    """A table of the demo: game, settings, what a chip is worth, its float; minor units."""

    code: str
    game: str
    settings: dict[str, Any]
    chip: int
    float: int


TABLES = (
    Layout("H1", "hazard", {}, 100, 2_000_000),
    Layout("H2", "hazard", {"main": "seven", "odds_rounding": "exact"}, 500, 6_000_000),
    Layout("H3", "hazard", {"main": "named", "odds_limit": 3, "losses_count": "outs"}, 100, 2_000_000),
    Layout("C1", "covered_hazard", {"fee_percent": 5, "fee_cap": 5}, 100, 1_000_000),
    Layout("Z1", "zar", {}, 100, 1_000_000),
    Layout("T1", "ten_thousand", {"target": 3000, "entry": 500, "fee_percent": 5}, 100, 1_000_000),
)
