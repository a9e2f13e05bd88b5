"""Transfers behind the night's paper: fills, credits, buy-ins, cash-outs, counts, drop. Amounts in minor units."""

from casino.books import places
from ledger.posting import Transfer


def fill(*, table: str, window: int, amount: int, currency: str) -> tuple[Transfer, ...]:
    """Chips from a window to the table's tray."""
    return (Transfer(places.tray(table), places.window(window), places.chips(currency), amount),)


def credit(*, table: str, window: int, amount: int, currency: str) -> tuple[Transfer, ...]:
    """Chips from the table's tray back to a window."""
    return (Transfer(places.window(window), places.tray(table), places.chips(currency), amount),)


def buy_in_at_window(*, player: int, window: int, amount: int, currency: str) -> tuple[Transfer, ...]:
    """Cash into the drawer, chips to the player."""
    return (
        Transfer(places.window(window), places.patrons(f"w{window}"), places.cash(currency), amount),
        Transfer(places.player(player), places.window(window), places.chips(currency), amount),
    )


def buy_in_at_table(*, player: int, table: str, box: int, amount: int, currency: str) -> tuple[Transfer, ...]:
    """Cash into the drop box, chips out of the tray to the player."""
    return (
        Transfer(places.box(table, box), places.patrons(f"t{table}"), places.cash(currency), amount),
        Transfer(places.player(player), places.tray(table), places.chips(currency), amount),
    )


def cash_out(*, player: int, window: int, amount: int, currency: str) -> tuple[Transfer, ...]:
    """Chips into the drawer, cash to the player."""
    return (
        Transfer(places.window(window), places.player(player), places.chips(currency), amount),
        Transfer(places.patrons(f"w{window}"), places.window(window), places.cash(currency), amount),
    )


def deposit(*, player: int, window: int, amount: int, currency: str) -> tuple[Transfer, ...]:
    """Front money: cash into the drawer, the player's claim on it."""
    return (
        Transfer(places.window(window), places.patrons(f"w{window}"), places.cash(currency), amount),
        Transfer(places.deposit(player), places.OUTSIDE_CLAIMS, places.claim(currency), amount),
    )


def withdrawal(*, player: int, window: int, amount: int, currency: str) -> tuple[Transfer, ...]:
    """Front money back: the claim ends, cash out of the drawer."""
    return (
        Transfer(places.OUTSIDE_CLAIMS, places.deposit(player), places.claim(currency), amount),
        Transfer(places.patrons(f"w{window}"), places.window(window), places.cash(currency), amount),
    )


def drawn_chips(*, player: int, window: int, amount: int, currency: str) -> tuple[Transfer, ...]:
    """Chips against front money: the claim ends, chips to the player; no currency crosses."""
    return (
        Transfer(places.OUTSIDE_CLAIMS, places.deposit(player), places.claim(currency), amount),
        Transfer(places.player(player), places.window(window), places.chips(currency), amount),
    )


def by_hand(*, table: str, player: int, amount: int, currency: str) -> tuple[Transfer, ...]:
    """What a dealer paid beyond the engine (`amount` above 0) or short of it, between tray and player."""
    return difference(
        place=places.player(player), over_short=places.tray(table), asset=places.chips(currency), amount=amount
    )


def difference(*, place: str, over_short: str, asset: str, amount: int) -> tuple[Transfer, ...]:
    """What was counted more (`amount` above 0) or less than the books had at `place`; nothing when it is 0."""
    if amount > 0:
        return (Transfer(place, over_short, asset, amount),)
    if amount < 0:
        return (Transfer(over_short, place, asset, -amount),)
    return ()


def drop(*, table: str, box: int, recorded: int, cash: int, chips: int, currency: str) -> tuple[Transfer, ...]:
    """A counted box: cash and chips to the count room, the difference from what was recorded to over-short.

    Chips in a box were recorded nowhere: they are all difference.
    """
    box_path, over_short = places.box(table, box), places.over_short(table)
    moved = difference(place=box_path, over_short=over_short, asset=places.cash(currency), amount=cash - recorded)
    moved += difference(place=box_path, over_short=over_short, asset=places.chips(currency), amount=chips)
    if cash:
        moved += (Transfer(places.COUNT_ROOM, box_path, places.cash(currency), cash),)
    if chips:
        moved += (Transfer(places.COUNT_ROOM, box_path, places.chips(currency), chips),)
    return moved


def rake(*, table: str, recorded: int, chips: int, currency: str) -> tuple[Transfer, ...]:
    """A shift's counted rake to the count room, the difference from what its rounds left there to over-short."""
    path, asset = places.rake(table), places.chips(currency)
    moved = difference(place=path, over_short=places.over_short(table), asset=asset, amount=chips - recorded)
    return (*moved, Transfer(places.COUNT_ROOM, path, asset, chips)) if chips else moved


def shown(*, player: int, amount: int, currency: str) -> tuple[Transfer, ...]:
    """Chips that a player shows and the books have not credited him with."""
    return (Transfer(places.player(player), places.UNRATED, places.chips(currency), amount),)


def toke(*, player: int, chips: int, chip: int, currency: str) -> tuple[Transfer, ...]:
    """Whole chips of a table, each worth `chip`, from a player to the staff."""
    return (Transfer(places.TOKES, places.player(player), places.chips(currency), chips * chip),)


def from_outside(*, place: str, asset: str, amount: int) -> tuple[Transfer, ...]:
    """Chips issued or cash fetched from the bank."""
    return (Transfer(place, _outside(asset), asset, amount),)


def to_outside(*, place: str, asset: str, amount: int) -> tuple[Transfer, ...]:
    """Chips destroyed or cash brought to the bank."""
    return (Transfer(_outside(asset), place, asset, amount),)


def hand_over(*, source: str, target: str, asset: str, amount: int) -> tuple[Transfer, ...]:
    """Chips or cash from one drawer of the cage to another."""
    return (Transfer(target, source, asset, amount),)


def _outside(asset: str) -> str:
    return places.OUTSIDE_CHIPS if asset.startswith("chips:") else places.OUTSIDE_BANK
