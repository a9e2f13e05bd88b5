"""The chart of accounts: every place where chips, cash or claims can lie. Table codes are written small in paths."""

VAULT = "cage:vault"
COUNT_ROOM = "count:room"
TOKES = "staff:tokes"
UNRATED = "floor:unrated"
OUTSIDE_CHIPS = "outside:chips"
OUTSIDE_BANK = "outside:bank"
OUTSIDE_CLAIMS = "outside:claims"


def chips(currency: str) -> str:
    return f"chips:{currency}"


def cash(currency: str) -> str:
    return f"cash:{currency}"


def claim(currency: str) -> str:
    return f"claim:{currency}"


def tray(table: str) -> str:
    return f"table:{table.lower()}:tray"


def held(table: str) -> str:
    """What the bank can still lose on the bets that lie; counted with the tray."""
    return f"table:{table.lower()}:held"


def layout(table: str) -> str:
    return f"table:{table.lower()}:layout"


def rake(table: str) -> str:
    return f"table:{table.lower()}:rake"


def player(player: int) -> str:
    return f"player:{player}"


def player_held(player: int) -> str:
    """What the seat can still lose beyond its stakes."""
    return f"player:{player}:held"


def deposit(player: int) -> str:
    return f"player:{player}:deposit"


def window(number: int) -> str:
    return f"cage:window:{number}"


def box(table: str, drop: int) -> str:
    return f"box:{table.lower()}:{drop}"


def over_short(place: str) -> str:
    """Where counted differences of a table (`7`) or another place (`w2`, `count`) go."""
    return f"house:over-short:{place.lower()}"


def patrons(place: str) -> str:
    """Cash in the public's hands, as seen from table `t7` or window `w2`."""
    return f"outside:patrons:{place.lower()}"
