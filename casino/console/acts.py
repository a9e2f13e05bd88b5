"""The acts of a table's page: each reads its form, calls one function of the pit, shows the table as it then is."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from casino.console import words
from casino.console.doing import Asked, does
from casino.console.pages import Notice
from casino.console.table import answer
from casino.people import players
from casino.pit import acts, seats, shifts, throws, voids
from casino.refusal import BadInput
from games import find
from games.engine import Verb


def done(request: HttpRequest, asked: Asked, code: str, text: str) -> HttpResponse:
    whole = not request.headers.get("HX-Request")
    return answer(request, asked.roles, code, whole=whole, notice=Notice(text))


@does("table.open")
def open_table(request: HttpRequest, asked: Asked, code: str) -> HttpResponse:
    shift = shifts.open_shift(
        key=asked.key, table=code, dealer=asked.number("dealer"), supervisor=asked.number("supervisor"),
        actor=asked.actor, at=asked.at,
    )  # fmt: skip
    return done(
        request, asked, code, _("Table %(table)s is open: shift %(number)s.") % {"table": code, "number": shift.number}
    )


@does("table.seat")
def seat(request: HttpRequest, asked: Asked, code: str) -> HttpResponse:
    if not asked.text("player"):
        raise BadInput("no_player_chosen", "Find the player first: type his card or name.", field="asked")
    taken = seats.take(
        key=asked.key, table=code, seat=asked.number("seat"), player=asked.number("player"), actor=asked.actor,
        at=asked.at,
    )  # fmt: skip
    return done(request, asked, code, _("Seat %(seat)s is taken.") % {"seat": taken.seat})


@does("table.guest")
def guest(request: HttpRequest, asked: Asked, code: str) -> HttpResponse:
    """A numbered guest in the seat that is chosen; where it was taken meanwhile, the same guest gets another."""
    made = players.register(key=asked.key, actor=asked.actor, at=asked.at)
    taken = seats.take(
        key=f"{asked.key}-seat-{asked.text('seat')}", table=code, seat=asked.number("seat"), player=made.player,
        actor=asked.actor, at=asked.at,
    )  # fmt: skip
    facts = {"seat": taken.seat, "card": made.card}
    return done(request, asked, code, _("Seat %(seat)s: a guest, card %(card)s.") % facts)


@does("table.seat")
def leave(request: HttpRequest, asked: Asked, code: str) -> HttpResponse:
    left = seats.leave(key=asked.key, table=code, seat=asked.number("seat"), actor=asked.actor, at=asked.at)
    return done(request, asked, code, _("Seat %(seat)s is free.") % {"seat": left.seat})


@does("table.act")
def act(request: HttpRequest, asked: Asked, code: str) -> HttpResponse:
    """What a seat does: a stake, odds, a main, dice kept, whatever the game's rules know."""
    game = asked.text("game")
    taken = acts.take(
        key=asked.key, table=code, seat=asked.number("seat"), event=event_of(asked, game), actor=asked.actor,
        at=asked.at,
    )  # fmt: skip
    said = words.of_game(game, "verb", asked.text("verb"))
    what = asked.text("chips") or asked.text("number") or asked.text("faces")
    calls = " ".join(words.of_game(game, "call", code) for code in taken.calls)
    facts = {"seat": asked.text("seat"), "act": f"{said} {what}".strip(), "calls": calls}
    return done(request, asked, code, (_("Seat %(seat)s: %(act)s. %(calls)s") % facts).strip())


def event_of(asked: Asked, game: str) -> Mapping[str, Any]:
    """The act as the game's rules read it: what comes with the verb is the game's to say."""
    verb = asked.text("verb")
    match find(game).verbs.get(verb):
        case Verb.CHIPS if not asked.text("on"):
            return {verb: asked.number("chips")}
        case Verb.CHIPS | Verb.CHIPS_ON:
            return {verb: asked.number("chips"), "on": asked.number("on")}
        case Verb.NUMBER:
            return {verb: asked.number("number")}
        case Verb.FACES:
            return {verb: [int(face) for face in asked.text("faces") if face in "123456"]}
        case Verb.TRUE:
            return {verb: True}
    raise BadInput("act_unknown", "This game knows no such act.", verb=verb)


@does("table.throw")
def throw(request: HttpRequest, asked: Asked, code: str) -> HttpResponse:
    """Throws the dice that are due; a throw that waits for its dice is finished instead."""
    pending = asked.text("pending")
    if pending:
        thrown = throws.finish(close=asked.number("pending"), table=code, actor=asked.actor, at=asked.at)
    else:
        thrown = throws.throw(
            key=asked.key, table=code, actor=asked.actor, at=asked.at,
            after=asked.number("after") if asked.text("after") else None,
        )  # fmt: skip
    faces = ", ".join(map(str, thrown.faces))
    calls = " ".join(words.of_game(asked.text("game"), "call", code) for code in thrown.calls)
    return done(request, asked, code, f"{faces}. {calls}".strip())


@does("table.void")
def void(request: HttpRequest, asked: Asked, code: str) -> HttpResponse:
    """The first signer is who sends the form; the second signs on it with his own login."""
    second = asked.signer()
    gone = voids.void(
        key=asked.key, table=code, round=asked.number("round"), reason=asked.text("reason"),
        signers=(asked.login, second), actor=asked.actor, at=asked.at,
    )  # fmt: skip
    return done(request, asked, code, _("Round %(number)s is void.") % {"number": gone.round_number})


@does("table.close")
def tell_to_close(request: HttpRequest, asked: Asked, code: str) -> HttpResponse:
    shifts.tell_to_close(key=asked.key, table=code, actor=asked.actor, at=asked.at)
    return done(request, asked, code, _("Table %(table)s takes no new bets.") % {"table": code})


@does("table.close")
def close(request: HttpRequest, asked: Asked, code: str) -> HttpResponse:
    shifts.close_shift(key=asked.key, table=code, actor=asked.actor, at=asked.at)
    return done(request, asked, code, _("Table %(table)s is closed.") % {"table": code})
