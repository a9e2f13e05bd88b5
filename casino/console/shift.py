"""A table's shift on one page: who works it, its box, a change of shifts, payouts by hand, tokes."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from casino.console import figures, screens
from casino.console.doing import Asked, does, looks
from casino.console.screens import Screen
from casino.pit import boxes, overrides, relief, shift_change, tokes
from casino.pit.models import Event
from casino.pit.view import crew
from casino.pit.view.table import ClosedTable, table
from casino.profile import versions
from casino.profile.roles import Role
from casino.refusal import BadInput, Conflict

ACTS = ("table.relieve", "table.override", "table.change_shift", "box.swap", "table.toke")
MOST_PAYOUTS = 30


@dataclass(frozen=True, slots=True)
class Payout:
    """What an event of a round paid to a seat, as the engine has it; minor units."""

    round: int
    round_number: int
    n: int
    seat: str
    faces: str
    amount: int

    @property
    def value(self) -> str:
        """What the form sends."""
        return f"{self.round}.{self.n}.{self.seat}"


def _screen(code: str, at: datetime) -> Screen:
    seen = table(code, at)
    if isinstance(seen, ClosedTable):
        raise Conflict("table_closed", f"Table {code} is not open.", table=code)
    shown = {
        "table": seen,
        "dealers": crew.crew((Role.DEALER,), code, at),
        "supervisors": crew.crew((Role.SUPERVISOR, Role.PIT), code, at),
        "payouts": list(_payouts(seen.shift, seen.chip)),
        "seats": [seat for seat in seen.seats if not seat.gone],
    }
    return Screen("shift", _("%(table)s: shift %(number)s") % {"table": code, "number": seen.number}, shown)


def _payouts(shift: int, chip: int) -> Iterator[Payout]:
    """The newest throws that settled something for a seat; one that got nothing stands there with 0."""
    found = Event.objects.filter(round__shift=shift).select_related("round").order_by("-id")[: 3 * MOST_PAYOUTS]
    left = MOST_PAYOUTS
    for event in found:
        if "throw" not in event.event:
            continue
        paid: dict[str, int] = {}
        for source, source_seat, target, seat, chips, why, about in event.movements:
            if target == "purse" and not (source == "held" and source_seat == seat):
                paid[seat] = paid.get(seat, 0) + chips
            elif why == "lost" and about in event.round.seats:
                paid.setdefault(about, 0)
        faces = " ".join(map(str, event.event["throw"]))
        for seat, chips in sorted(paid.items()):
            if left:
                left -= 1
                which = (event.round.pk, event.round.number, event.n)
                yield Payout(*which, seat, faces, chips * chip)


@looks(*ACTS)
def show(request: HttpRequest, roles: frozenset[Role], code: str) -> HttpResponse:
    return screens.show(request, roles, _screen(code, datetime.now(UTC)), whole=True)


def _done(request: HttpRequest, asked: Asked, code: str, text: str) -> HttpResponse:
    return screens.done(request, asked, _screen(code, asked.at), text)


@does("table.relieve")
def relieve(request: HttpRequest, asked: Asked, code: str) -> HttpResponse:
    """Other people at the same table, without a count."""
    chosen = {post: asked.number(post) for post in ("dealer", "supervisor") if asked.text(post)}
    relief.relieve(key=asked.key, table=code, actor=asked.actor, at=asked.at, **chosen)
    return _done(request, asked, code, _("Relieved. Every throw stays with who dealt it."))


@does("box.swap")
def swap(request: HttpRequest, asked: Asked, code: str) -> HttpResponse:
    """Two people, neither of the shift: who is signed in, and the second on this form."""
    swapped = boxes.swap(key=asked.key, table=code, first=asked.login, second=asked.signer(), at=asked.at)
    facts = {"removed": swapped.removed, "hung": swapped.hung}
    return _done(request, asked, code, _("Box %(removed)s is off the table, box %(hung)s hangs there.") % facts)


@does("table.change_shift")
def change(request: HttpRequest, asked: Asked, code: str) -> HttpResponse:
    """Both crews count together; each of the four signs on this form, and so do the two who swap the box."""
    profile = versions.current()
    changed = shift_change.change(
        key=asked.key, table=code, lines=asked.lines(profile.denominations),
        outgoing=shift_change.Crew(asked.signer("out-dealer-"), asked.signer("out-supervisor-")),
        incoming=shift_change.Crew(asked.signer("in-dealer-"), asked.signer("in-supervisor-")),
        swappers=(asked.signer("swap-1-"), asked.signer("swap-2-")), actor=asked.actor, at=asked.at,
    )  # fmt: skip
    facts = {
        "number": changed.number,
        "amount": figures.money(changed.amount, profile.places),
        "difference": figures.money(changed.difference, profile.places, signed=True),
    }
    text = _("Shift %(number)s goes on with %(amount)s; against the books %(difference)s.") % facts
    return _done(request, asked, code, text)


@does("table.override")
def pay(request: HttpRequest, asked: Asked, code: str) -> HttpResponse:
    """What was really paid, where it differs from the engine's; the supervisor who signs is who is signed in."""
    places = versions.current().places
    event = asked.text("payout").split(".")
    if len(event) != 3 or not all(part.isascii() and part.isdigit() for part in event):
        raise BadInput("no_payout_chosen", "Choose the payout that differs.", field="payout")
    played, n, seat = map(int, event)
    paid = overrides.pay(
        key=asked.key, table=code, round=played, n=n, seat=seat, paid=asked.money("paid", places),
        reason=asked.text("reason"), supervisor=asked.login, at=asked.at,
    )  # fmt: skip
    facts: dict[str, Any] = {"seat": seat, "difference": figures.money(paid.difference, places, signed=True)}
    return _done(request, asked, code, _("Seat %(seat)s: %(difference)s by hand.") % facts)


@does("table.toke")
def toke(request: HttpRequest, asked: Asked, code: str) -> HttpResponse:
    places = versions.current().places
    given = tokes.toke(
        key=asked.key, table=code, seat=asked.number("seat"), chips=asked.number("chips"), actor=asked.actor,
        at=asked.at,
    )  # fmt: skip
    return _done(request, asked, code, _("A toke of %(amount)s.") % {"amount": figures.money(given.amount, places)})
