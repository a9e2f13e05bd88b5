"""An act by token as one entry of a list: its address says where, its body is read strictly, its receipt is shaped."""

import types
from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import date
from functools import lru_cache
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from casino.api.documented import does
from casino.api.endpoint import Doing, Endpoint, sent
from casino.api.fields import Digits, Nothing, Signed, Text, Whole
from casino.people.cosigning import cosigner
from casino.people.models import Player
from casino.refusal import Unknown

AMOUNTS: Final = frozenset({
    "amount", "par", "chip", "cash", "chips", "expected_chips", "expected_cash", "expected", "engine", "paid",
})  # fmt: skip
SIGNED: Final = frozenset({"difference"})

Perform = Callable[["Asking"], Any]


class Asking:
    """An act as it was asked for: who with which key, where (of the address), what (of the body)."""

    def __init__(self, doing: Doing, where: Mapping[str, Any], said: Mapping[str, Any]) -> None:
        self.doing, self.where, self.said = doing, where, said

    @property
    def keyed(self) -> dict[str, Any]:
        """What every department function takes."""
        return {"key": self.doing.key, "at": self.doing.at}

    @property
    def acted(self) -> dict[str, Any]:
        """The same with the actor's name in the books."""
        return self.keyed | {"actor": self.doing.actor}

    @property
    def login(self) -> int:
        return self.doing.login

    def signer(self, name: str) -> int:
        """Whoever signs in this part of the body with his own user name and password; Forbidden `signature_wrong`."""
        return cosigner(self.said[name]["username"], self.said[name]["password"])

    def lines(self, name: str = "lines") -> dict[int, int]:
        return {int(denomination): pieces for denomination, pieces in self.said.get(name, {}).items()}

    def player(self, name: str = "card") -> int:
        return player_of_card(self.where[name] if name in self.where else self.said[name])


def player_of_card(card: str) -> int:
    """The player with this card; Unknown `no_player`."""
    found = Player.objects.filter(card=card).values_list("id", flat=True).first()
    if found is None:
        raise Unknown("no_player", "There is no such player.")
    return found


def act(
    name: str,
    permission: str | tuple[str, ...],
    summary: str,
    receipt: type,
    perform: Perform,
    body: type[Serializer[Any]] = Nothing,
) -> type[Endpoint]:
    """The endpoint of one act: `permission` is asked for at the table of the address, then `perform` is called."""
    shape, acts = shape_of(receipt), permission if isinstance(permission, tuple) else (permission,)

    def post(self: Endpoint, request: Request, **where: Any) -> Response:
        doing = Doing(request, acts, str(where.get("code", "")))
        return doing.done(shape(perform(Asking(doing, where, sent(request, body)))).data)

    return type(name, (Endpoint,), {"post": does(body, shape, summary)(post), "acts": acts, "__doc__": summary})


@lru_cache
def shape_of(receipt: type) -> type[Serializer[Any]]:
    """A receipt's fields as the API writes them: amounts as text of digits, other numbers as JSON integers."""
    hints = get_type_hints(receipt)
    described = {each.name: _field(each.name, hints[each.name]) for each in fields(receipt)}
    room = "".join(part.title() for part in receipt.__module__.rpartition(".")[2].split("_"))
    return type(f"{room}{receipt.__name__}", (Serializer,), {**described, "__doc__": receipt.__doc__})


def _field(name: str, hint: Any) -> Any:
    null = get_origin(hint) in (Union, types.UnionType) and type(None) in get_args(hint)
    if null:
        hint = next(each for each in get_args(hint) if each is not type(None))
    if hint is int:
        kind: Any = Signed if name in SIGNED else Digits if name in AMOUNTS else Whole
        return kind(0, allow_null=null) if kind is Whole else kind(allow_null=null)
    if hint is bool:
        return serializers.BooleanField(allow_null=null)
    if hint is date:
        return serializers.DateField(allow_null=null)
    if hint is str:
        return Text(allow_null=null, allow_blank=True)
    return serializers.DictField(allow_null=null)
