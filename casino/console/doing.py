"""How a screen does an act: may this person, with which key; what follows on the screen. Deny by default."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial, wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_GET, require_POST

from casino.books.refusals import of_games
from casino.console import figures, step_up
from casino.console.pages import refused
from casino.day import read_day
from casino.people import actors, permissions, staff
from casino.people.cosigning import cosigner
from casino.people.models import Login
from casino.profile.roles import Role
from casino.refusal import BadInput, Forbidden, Refusal
from games.engine import Refused as RefusedByGame

View = Callable[..., HttpResponse]
DIGITS = frozenset("0123456789")
LONGEST_KEY = 80


@dataclass(frozen=True, slots=True)
class Asked:
    """A form as it was sent: who, his roles at the place, when, the idempotency key, the fields."""

    login: int
    roles: frozenset[Role]
    at: datetime
    key: str
    fields: QueryDict

    @property
    def actor(self) -> str:
        return actors.staff(self.login)

    def text(self, name: str) -> str:
        """What was entered, without blanks around it; empty when the form has no such field."""
        return (self.fields.get(name) or "").strip()

    def number(self, name: str) -> int:
        """A whole number in plain digits; BadInput `number_wrong` names the field."""
        entered = self.text(name)
        if not entered or len(entered) > 15 or not set(entered) <= DIGITS:
            raise BadInput("number_wrong", "Enter a whole number, digits only.", field=name)
        return int(entered)

    def money(self, name: str, places: int) -> int:
        """An amount of the currency in minor units; BadInput `amount_unreadable`."""
        try:
            return figures.parse_money(self.text(name), places)
        except BadInput as refusal:
            raise refusal.about(name) from None

    def lines(self, denominations: Iterable[int], pad: str = "pieces") -> dict[int, int]:
        """Pieces by denomination from a pad's fields `pieces-2500`; empty fields are no pieces."""
        named = {each: f"{pad}-{each}" for each in denominations}
        return {each: pieces for each, name in named.items() if self.text(name) and (pieces := self.number(name))}

    def signer(self, part: str = "") -> int:
        """Whoever signs in this part of the form with his own user name, password and, where asked, code."""
        about = f"{part}signer"
        try:
            login = cosigner(self.text(about), self.fields.get(f"{part}password", ""))
            code, about = self.text(f"{part}code"), f"{part}code"
            if code:
                step_up.freshen(login, code, self.at)
        except Refusal as refusal:
            raise refusal.about(about) from None
        return login

    def day(self, name: str) -> date:
        """A gaming day, written 2026-03-29; BadInput `day_wrong`."""
        return parse_day(self.text(name), name)


def looks(*acts: str) -> Callable[[Callable[..., HttpResponse]], View]:
    """A page for those who may do one of these acts there: `view(request, roles, ...)`. Deny by default."""
    if not acts:
        raise ValueError("a page says for whom it is")
    return partial(_looking, acts)


def does(*acts: str) -> Callable[[Callable[..., HttpResponse]], View]:
    """An act by form: `view(request, asked, ...)`, for those whose roles may do it (or one of these) there."""
    if not acts:
        raise ValueError("an act has a name")
    return partial(_doing, acts)


def looks_own(view: Callable[..., HttpResponse]) -> View:
    """A page about oneself, for every member of the staff."""
    return _looking((), view)


def does_own(view: Callable[..., HttpResponse]) -> View:
    """An act that concerns oneself alone, for every member of the staff."""
    return _doing((), view)


def _looking(acts: tuple[str, ...], view: Callable[..., HttpResponse]) -> View:
    @require_GET
    @wraps(view)
    def looking(request: HttpRequest, **where: Any) -> HttpResponse:
        try:
            roles = roles_of(request, **where)
            permissions.check_any(acts, roles)
            check_text(request.GET)
            return view(request, roles, **where)
        except Refusal as refusal:
            return refused(request, refusal)
        except RefusedByGame as refusal:
            return refused(request, of_games(refusal))

    looking.acts = acts  # type: ignore[attr-defined]
    return looking


def _doing(acts: tuple[str, ...], view: Callable[..., HttpResponse]) -> View:
    @require_POST
    @wraps(view)
    def doing(request: HttpRequest, **where: Any) -> HttpResponse:
        try:
            roles = roles_of(request, **where)
            permissions.check_any(acts, roles)
            check_text(request.POST)
            asked = Asked(login_of(request).pk, roles, datetime.now(UTC), key_of(request), request.POST)
            return view(request, asked, **where)
        except Refusal as refusal:
            return refused(request, refusal)
        except RefusedByGame as refusal:
            return refused(request, of_games(refusal))

    doing.acts = acts  # type: ignore[attr-defined]
    return doing


def login_of(request: HttpRequest) -> Login:
    """The person; Forbidden for nobody, which the middleware has turned away before."""
    if not isinstance(request.user, Login):
        raise Forbidden("signed_out", "Sign in first.")
    return request.user


def roles_of(request: HttpRequest, code: str = "", **_where: Any) -> frozenset[Role]:
    """The person's roles at the table of the address, or anywhere; Forbidden `not_staff` without any."""
    login = login_of(request)
    roles = staff.roles_of(login.pk, f"table:{code}" if code else "")
    if not roles:
        raise Forbidden("not_staff", "Only a member of the staff may do this.")
    return roles


def key_of(request: HttpRequest) -> str:
    """The key that the form was rendered with."""
    key = request.POST.get("key", "")
    if not 16 <= len(key) <= LONGEST_KEY or not key.isascii() or not key.isprintable():
        raise BadInput("key_missing", "This form has lost its key: open the page again.")
    return key


def check_text(fields: QueryDict) -> None:
    """BadInput `text_unreadable` for a field with the character NUL, which no text in the books can hold."""
    for name, entered in fields.lists():
        if any("\0" in each for each in (name, *entered)):
            raise BadInput("text_unreadable", "One of the fields holds a character that can't be kept: enter it again.")


def parse_day(entered: str, field: str) -> date:
    """A gaming day as the browser's own field sends it; BadInput `day_wrong`, for one of another age too."""
    try:
        return read_day(entered)
    except ValueError:
        raise BadInput("day_wrong", "Enter a day such as 2026-03-29.", field=field) from None
