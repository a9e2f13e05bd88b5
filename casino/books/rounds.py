"""Game chips become money here and nowhere else: movements of a round as transfers of the ledger."""

from collections.abc import Iterable, Mapping

from casino.books import places
from games.engine import Movement, Place
from ledger.posting import Transfer


def transfers(
    movements: Iterable[Movement], *, table: str, players: Mapping[str, int], chip: int, currency: str
) -> tuple[Transfer, ...]:
    """Each movement as one transfer, in order.

    `players` names the player in each seat; `chip` is what one chip is worth in minor units of `currency`.
    """
    asset = places.chips(currency)
    return tuple(
        Transfer(
            debit=account(move.target, table, players),
            credit=account(move.source, table, players),
            asset=asset,
            amount=move.chips * chip,
        )
        for move in movements
    )


def account(place: Place, table: str, players: Mapping[str, int]) -> str:
    """The ledger's path of a place at the table."""
    match place.kind:
        case "purse":
            return places.player(players[place.seat])
        case "held":
            return places.player_held(players[place.seat])
        case "layout":
            return places.layout(table)
        case "bank":
            return places.tray(table)
        case "bank_held":
            return places.held(table)
        case "rake":
            return places.rake(table)
    raise ValueError(f"no account for {place}")
