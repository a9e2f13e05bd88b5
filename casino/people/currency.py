"""Currency lines: written with the posting that moves the cash, read by the compliance lists."""

from datetime import date, datetime
from typing import Final

from casino.books.act import Act

SCOPE: Final = "currency"
NEXT: Final = "select nextval('people_currencyline_id_seq')"
LINE: Final = """
insert into people_currencyline (id, day, at, place, direction, amount, player_id, description, recorder_id, voids_id,
                                 posting)
values (%(line)s, %(day)s, %(at)s, %(place)s, %(direction)s, %(amount)s, %(player)s, %(description)s, %(recorder)s,
        %(voids)s, (select id from ledger_posting where scope = 'currency' and key = %(key)s))
"""


def record(
    deed: Act, *, line: int, day: date, at: datetime, place: str, direction: str, amount: int, player: int | None,
    recorder: int, description: str = "", voids: int | None = None,
) -> None:  # fmt: skip
    """Queues the line of cash `in` from or `out` to a player (None: somebody unknown, then described).

    Comes after the posting (SCOPE, str(line)) that moves the cash; `line` is a number drawn by NEXT. `voids` is the
    line entered in error that this one takes off the lists.
    """
    deed.write(LINE, {
        "line": line, "key": str(line), "day": day, "at": at, "place": place, "direction": direction,
        "amount": amount, "player": player, "description": description, "recorder": recorder,
        "voids": voids,
    })  # fmt: skip
