"""Players: found by card or name; limits, time-outs and exclusions; two cards of one person linked."""

from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from casino.console import screens, words
from casino.console.doing import Asked, does, looks
from casino.console.screens import Screen
from casino.day import gaming_day, interval
from casino.people import linking, protection
from casino.people import players as people
from casino.people.models import Exclusion, Limit, Player
from casino.pit.view import crew
from casino.profile import versions
from casino.profile.roles import Role
from casino.refusal import Unknown

ACTS = ("player.limit", "player.exclude", "player.link", "player.read")


def _found(asked: str) -> Screen:
    """The search; a number of the house's own is no way to ask."""
    at = datetime.now(UTC)
    return Screen("players", _("Players"), {"asked": asked, "players": crew.find_players(asked[:60], at)})


def _screen(card: str, at: datetime) -> Screen:
    """One player: all his cards, what holds for him now, what was ever laid down."""
    player = Player.objects.select_related("personal").filter(card=card).first()
    if player is None:
        raise Unknown("no_player", "There is no such player.")
    cards = list(Player.objects.filter(person=player.person).order_by("pk").values_list("card", flat=True))
    same = Player.objects.filter(person=player.person)
    day = gaming_day(versions.current().day_rule, at)
    seen = {
        "player": player.pk,
        "card": player.card,
        "name": personal.name if (personal := getattr(player, "personal", None)) else "",
        "cards": [one for one in cards if one != card],
        "in_force": protection.in_force(player=player.pk, day=day, at=at),
        "coming": list(
            Limit.objects.filter(player__in=same, from_at__gt=at).order_by("from_at")
            .values("kind", "span", "amount", "source", "from_at")
        ),
        "exclusions": list(
            Exclusion.objects.filter(player__in=same).order_by("-pk")
            .values("kind", "from_at", "until", "player__card", "made_by__display_name")
        ),
        "kinds": Limit.KINDS, "spans": Limit.SPANS, "at": at,
    }  # fmt: skip
    return Screen("player", card, seen)


@looks(*ACTS)
def desk(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    return screens.show(request, roles, _found(request.GET.get("asked", "").strip()), whole=True)


@looks(*ACTS)
def found(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    """The players that were found, alone."""
    return screens.show(request, roles, _found(request.GET.get("asked", "").strip()), whole=False)


@looks(*ACTS)
def show(request: HttpRequest, roles: frozenset[Role], card: str) -> HttpResponse:
    return screens.show(request, roles, _screen(card, datetime.now(UTC)), whole=True)


@does("player.limit")
def limit(request: HttpRequest, asked: Asked, card: str) -> HttpResponse:
    """Empty means no limit."""
    places = versions.current().places
    made = protection.limit(
        key=asked.key, player=_player(card), kind=asked.text("kind"), span=asked.text("span"),
        amount=asked.money("amount", places) if asked.text("amount") else None, source=asked.text("source"),
        actor=asked.actor, at=asked.at,
    )  # fmt: skip
    at_once = datetime.fromisoformat(made.from_at) <= asked.at
    text = _("The limit holds now.") if at_once else _("The limit is raised later; until then the lower one holds.")
    return screens.done(request, asked, _screen(card, asked.at), text)


@does("player.exclude")
def exclude(request: HttpRequest, asked: Asked, card: str) -> HttpResponse:
    """Until the start of a gaming day, or for good where none stands."""
    rule = versions.current().day_rule
    until = interval(rule, asked.day("until"))[0] if asked.text("until") else None
    made = people.exclude(
        key=asked.key, player=_player(card), kind=asked.text("kind"), until=until, by=asked.login, actor=asked.actor,
        at=asked.at,
    )  # fmt: skip
    what = words.said("exclusion", made.kind, made.kind)
    return screens.done(request, asked, _screen(card, asked.at), _("It holds from now on: %(what)s.") % {"what": what})


@does("player.link")
def link(request: HttpRequest, asked: Asked, card: str) -> HttpResponse:
    """Neither card is rewritten: from now on they count together."""
    other = asked.text("joined").upper()
    linking.link(
        key=asked.key, card=_player(card), joined=_player(other), reason=asked.text("reason"), actor=asked.actor,
        at=asked.at,
    )  # fmt: skip
    facts = {"card": card, "other": other}
    return screens.done(request, asked, _screen(card, asked.at), _("%(card)s and %(other)s count together.") % facts)


def _player(card: str) -> int:
    number = Player.objects.filter(card=card).values_list("pk", flat=True).first()
    if number is None:
        raise Unknown("no_player", "There is no such player.")
    return number
