"""Players: registered on a card or as a numbered guest, excluded from play, never deleted."""

from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Final

from casino.books.act import act
from casino.profile import versions
from casino.refusal import BadInput, Conflict, Unknown

NEW: Final = """
select nextval('people_player_id_seq'), exists (select from people_player where card = %(card)s)
"""
REGISTER: Final = "insert into people_player (id, card, login_id) values (%(player)s, %(card)s, %(login)s)"
NAME: Final = "insert into people_personaldata (player_id, name) values (%(player)s, %(name)s)"
LOCK: Final = "select people_lock_card(%(player)s)"
FIND: Final = "select id from people_player where id = %(player)s"
EXCLUDE: Final = """
insert into people_exclusion (player_id, kind, from_at, until, profile, made_by_id)
values (%(player)s, %(kind)s, %(from_at)s, %(until)s, %(profile)s, %(by)s)
"""

# One row (bar) for an act's reads: the kind of exclusion that bars the player at that instant, or null.
BARRED: Final = "select people_barred(%(player)s, %(at)s)"


@dataclass(frozen=True, slots=True)
class PlayerReceipt:
    """A registered player: `player:<id>` in the books."""

    player: int
    card: str


@dataclass(frozen=True, slots=True)
class ExclusionReceipt:
    """An exclusion that holds from its commit; `until` None is for good."""

    player: int
    kind: str
    from_at: str
    until: str | None


def register(
    *, key: str, actor: str, at: datetime, card: str | None = None, name: str | None = None, login: int | None = None
) -> PlayerReceipt:
    """Registers a player on `card`; without one, a guest whose card is G and his number. Refused: card taken.

    `name` goes to the erasable personal data and nowhere else; `login` is the player's own, for the API.
    """
    request = {"register": card, "login": login}
    with act(actor, key, request, [(NEW, {"card": card})]) as deed:
        if deed.earlier is not None:
            return PlayerReceipt(**deed.earlier)
        player, taken = deed.rows(0)[0]
        if taken:
            raise Conflict("card_taken", f"Card {card} belongs to another player.", card=card)
        on = card or f"G{player}"
        deed.write(REGISTER, {"player": player, "card": on, "login": login})
        if name:
            deed.write(NAME, {"player": player, "name": name})
        deed.audit(at, actor, "player.register", f"player:{player}", {"card": on})
        deed.answer({"player": player, "card": on})
    return PlayerReceipt(player, on)


def exclude(
    *, key: str, player: int, kind: str, until: datetime | None, actor: str, at: datetime, by: int | None = None
) -> ExclusionReceipt:
    """Bars a player from `at` on: `self`, `house` or `timeout`; `until` None is for good. It can't be shortened.

    Self-exclusion lasts at least the profile's months (never under six). `by` is the login of the staff who records
    it; None when the player does it himself. Refused: too short, backwards, unknown kind, no such player.
    """
    rules = versions.current()
    if kind not in ("self", "house", "timeout"):
        raise BadInput("kind_unknown", "An exclusion is self, house or timeout.", kind=kind)
    if until is not None and until <= at:
        raise BadInput("backwards", "An exclusion ends after it begins.")
    if kind == "timeout" and until is None:
        raise BadInput("no_end", "A time-out has an end; for good is an exclusion.")
    if kind == "self" and until is not None and until < months_after(at, rules.exclusion_months):
        raise BadInput(
            "too_short", f"A self-exclusion lasts at least {rules.exclusion_months} months.",
            least=months_after(at, rules.exclusion_months).isoformat(),
        )  # fmt: skip
    request = {"exclude": player, "kind": kind, "until": until and until.isoformat()}
    who = {"player": player}
    with act(actor, key, request, [(LOCK, who), (FIND, who)]) as deed:
        if deed.earlier is not None:
            return ExclusionReceipt(**deed.earlier)
        if deed.row(1) is None:
            raise Unknown("no_player", "There is no such player.")
        deed.write(EXCLUDE, {
            "player": player, "kind": kind, "from_at": at, "until": until, "profile": rules.version, "by": by,
        })  # fmt: skip
        deed.audit(at, actor, "player.exclude", f"player:{player}", {"kind": kind})
        receipt = ExclusionReceipt(player, kind, at.isoformat(), until.isoformat() if until else None)
        deed.answer(asdict(receipt))
    return receipt


def months_after(at: datetime, months: int) -> datetime:
    """The same day and time `months` later, in UTC; the month's last day where it has no such day."""
    at = at.astimezone(UTC)
    year, month = divmod(at.month - 1 + months, 12)
    for day in range(at.day, 27, -1):
        try:
            return at.replace(year=at.year + year, month=month + 1, day=day)
        except ValueError:
            continue
    return at.replace(year=at.year + year, month=month + 1)
