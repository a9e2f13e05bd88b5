"""Attempts of excluded people to play: each is refused, nothing else changes, and the register keeps it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from casino.books.act import act, see
from casino.day import gaming_day
from casino.people import permissions
from casino.people.actors import HOUSE
from casino.people.staff import roles_of
from casino.profile import versions
from casino.refusal import Refusal

# What was asked for before an exclusion and came after it was barred by the newest.
KEEP: Final = """
insert into people_attempt (player_id, kind, wanted, place, actor, day, profile, at)
values (%(player)s, coalesce(people_barred(%(player)s, %(at)s), (
            select x.kind from people_player own join people_player card on card.person = own.person
            join people_exclusion x on x.player_id = card.id where own.id = %(player)s order by x.id desc limit 1)),
        %(wanted)s, %(place)s, %(actor)s, %(day)s, %(profile)s, %(at)s)
"""
KEPT: Final = """
select a.id, a.day, a.at, p.card, a.kind, a.wanted, a.place, a.actor from people_attempt a
join people_player p on p.id = a.player_id where a.day between %(first)s and %(last)s order by a.id
"""


@dataclass(slots=True)
class Wish:
    """What somebody wants to do; `player` is set as soon as it is known who he is."""

    player: int | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """A line of the register: the card, the exclusion that barred it, what was wanted where, who asked for it."""

    number: int
    day: date
    at: datetime
    card: str
    kind: str
    wanted: str
    place: str
    actor: str


@contextmanager
def noted(*, wanted: str, place: str, actor: str, at: datetime, player: int | None = None) -> Iterator[Wish]:
    """Around an act that an exclusion may refuse: the refusal leaves the act undone, and one row that it was tried.

    `wanted` is the act (seat, stake, toke, cage.buy_in …), `place` where (table:H1, window:2). The row is a transaction
    of its own, after the act's was taken back, so a refusal repeated is an attempt repeated.
    """
    wish = Wish(player)
    try:
        yield wish
    except Refusal as refusal:
        if refusal.code == "excluded" and wish.player is not None:
            _keep(wish.player, wanted, place, actor, at)
        raise


def register(*, first: date, last: date, reader: int | str) -> list[Attempt]:
    """The attempts of gaming days `first` to `last`, in their order, for compliance and auditors.

    `reader` is the login that looks, or "house" for the night.
    """
    if reader != HOUSE:
        permissions.check("exclusion.attempts", roles_of(int(reader)))
    (rows,) = see((KEPT, {"first": first, "last": last}))
    return [Attempt(*row) for row in rows]


def _keep(player: int, wanted: str, place: str, actor: str, at: datetime) -> None:
    rules = versions.current()
    with act(actor, None, None) as deed:
        deed.write(KEEP, {
            "player": player, "wanted": wanted, "place": place, "actor": actor, "at": at, "profile": rules.version,
            "day": gaming_day(rules.day_rule, at),
        })  # fmt: skip
