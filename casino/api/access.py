"""Who may use an endpoint: nobody, unless it says so."""

from typing import Any

from django.http import HttpRequest
from rest_framework.permissions import BasePermission

from casino.people.models import Login, Player
from casino.refusal import Forbidden


class Nobody(BasePermission):
    """The default: an endpoint that doesn't say who may use it is used by nobody."""

    def has_permission(self, request: Any, view: Any) -> bool:
        return False


class Anybody(BasePermission):
    """What is public: the schema, its documents, the way in."""

    def has_permission(self, request: Any, view: Any) -> bool:
        return True


class SignedIn(BasePermission):
    """A valid token; what may be seen or done follows from the login's player or roles."""

    def has_permission(self, request: Any, view: Any) -> bool:
        return isinstance(request.user, Login)


def login_of(request: HttpRequest) -> Login:
    """The caller; Forbidden `no_token` for nobody."""
    if not isinstance(request.user, Login):
        raise Forbidden("no_token", "Send a token.")
    return request.user


def player_of(request: HttpRequest) -> int:
    """The caller's own player; Forbidden `not_a_player` for a login without one."""
    player = Player.objects.filter(login=login_of(request).pk).values_list("id", flat=True).first()
    if player is None:
        raise Forbidden("not_a_player", "This login is no player's.")
    return player
