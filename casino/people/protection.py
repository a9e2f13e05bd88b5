"""Limits of stake, loss and deposit: lowered at once, raised later; held at every debit, in its own transaction."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from typing import Final

from casino.books.act import Act, Read, act, see
from casino.books.tallies import Tally
from casino.people import permissions
from casino.people.actors import login_of
from casino.people.signing import ROLES, roles_in
from casino.profile import versions
from casino.refusal import BadInput, Unknown

LOCK: Final = "select people_lock_card(%(player)s)"
PLAYER: Final = "select id from people_player where id = %(player)s"
HELD: Final = """
select amount from people_limits_held(%(player)s, %(at)s)
where source = %(source)s and kind = %(kind)s and span = %(span)s
"""
SET: Final = """
insert into people_limit (player_id, source, kind, span, amount, asked_at, from_at, profile, made_by_id)
values (%(player)s, %(source)s, %(kind)s, %(span)s, %(amount)s, %(at)s, %(from_at)s, %(profile)s, %(by)s)
"""
IN_FORCE: Final = """
select l.kind, l.span, l.amount, coalesce(people_used(p.person, l.kind, l.span, %(day)s), 0)
from people_player p, people_limits_at(p.person, %(at)s) l where p.id = %(player)s order by 1, 2
"""
PLAY: Final = "select people_play(%(day)s, %(who)s, %(laid)s, %(lost)s, %(at)s, %(laying)s)"
ADMIT: Final = "select people_admit(%(player)s, %(at)s)"
BRING_IN: Final = "select people_bring_in(%(player)s, %(day)s, %(at)s)"


@dataclass(frozen=True, slots=True)
class LimitReceipt:
    """A limit and from when it holds; `amount` None lifts it. Minor units."""

    player: int
    source: str
    kind: str
    span: str
    amount: int | None
    from_at: str


@dataclass(frozen=True, slots=True)
class InForce:
    """A limit that holds now for a person over all his cards, and how much of it is used. Minor units."""

    kind: str
    span: str
    amount: int
    used: int

    @property
    def left(self) -> int:
        return max(0, self.amount - self.used)


def limit(
    *, key: str, player: int, kind: str, span: str, amount: int | None, actor: str, at: datetime, source: str = "self"
) -> LimitReceipt:
    """Sets what a player may stake, lose or bring in a day, week or month; `amount` None lifts the limit.

    Lowering holds at once, raising and lifting after the profile's hours (never under 24); a newer wish replaces one
    that does not hold yet. The player (`player:42`) sets his own; staff record his, or the house's for him.
    Refused: unknown words, amounts below 0, somebody who may not, no such player.
    """
    if kind not in ("stake", "loss", "deposit") or span not in ("day", "week", "month"):
        raise BadInput("limit_unknown", "A limit is of stake, loss or deposit, for a day, week or month.", kind=kind)
    if source not in ("self", "house"):
        raise BadInput("source_unknown", "A limit is the player's own (self) or the house's (house).", source=source)
    if amount is not None and (type(amount) is not int or amount < 0):
        raise BadInput("amount_wrong", "Give a whole amount from 0 on, in minor units, or none to lift the limit.")
    himself = actor == f"player:{player}" and source == "self"
    login = None if himself else login_of(actor)
    rules = versions.current()
    what = {"player": player, "source": source, "kind": kind, "span": span, "amount": amount}
    at_once = what | {"at": at, "by": login, "profile": rules.version}
    reads: list[Read] = [
        (LOCK, what), (PLAYER, what), (HELD, at_once), (ROLES, {"logins": (login,) if login else (), "at": at}),
    ]  # fmt: skip
    with act(actor, key, {"limit": what}, reads) as deed:
        if deed.earlier is not None:
            return LimitReceipt(**deed.earlier)
        if deed.row(1) is None:
            raise Unknown("no_player", "There is no such player.")
        if login is not None:
            permissions.check("player.limit", roles_in(deed.rows(3), login))
        (held,) = deed.row(2) or (None,)
        lowers = amount is not None and (held is None or amount <= held)
        from_at = at if lowers else at + timedelta(hours=rules.raise_after_hours)
        deed.write(SET, at_once | {"from_at": from_at})
        deed.audit(at, actor, "player.limit", f"player:{player}", {"kind": kind, "span": span, "source": source})
        receipt = LimitReceipt(player, source, kind, span, amount, from_at.isoformat())
        deed.answer(asdict(receipt))
    return receipt


def in_force(*, player: int, day: date, at: datetime) -> list[InForce]:
    """The limits that hold for a player's person at `at`, and what the spans around gaming day `day` have used."""
    (rows,) = see((IN_FORCE, {"player": player, "day": day, "at": at}))
    return [InForce(*row) for row in rows]


def play(deed: Act, *, day: date, tallies: Sequence[Tally], at: datetime, laying: bool) -> None:
    """Queues, after a round's posting, what each player laid and lost. `laying`: the players do it, not the dice.

    Then the act fails as a whole with `excluded` or `limit_reached`, whatever other table is played at the same time.
    """
    if tallies:
        deed.write(PLAY, {
            "day": day, "at": at, "laying": laying, "who": tuple(tally.player for tally in tallies),
            "laid": tuple(tally.laid for tally in tallies), "lost": tuple(tally.lost for tally in tallies),
        })  # fmt: skip


def admit(deed: Act, *, player: int, at: datetime) -> None:
    """Queues, after a posting that neither stakes nor brings cash: fails with `excluded` whoever was faster."""
    deed.write(ADMIT, {"player": player, "at": at})


def bring_in(deed: Act, *, player: int, day: date, at: datetime) -> None:
    """Queues, after its currency line, that a player brought cash: fails with `excluded` or `limit_reached`."""
    deed.write(BRING_IN, {"player": player, "day": day, "at": at})
