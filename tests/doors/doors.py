"""How tests knock: a console's screen and an API's caller, each as somebody of the house."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from django.test import Client
from knox.models import get_token_model

from casino.people import staff
from casino.people.actors import staff as actor_of
from casino.people.models import Login, Player
from casino.profile.roles import Role
from tests.casino.pit.floor import Floor

PASSWORD = "correct horse"
PLACES = {
    "code": "H1", "round": "1", "slip": "1", "window": "1", "line": "1", "transfer": "1", "box": "1", "card": "G1",
    "day": "2026-06-15", "shift": "1", "subject": "slip:1", "job": "1", "posting": "1", "family": "conflict",
    "year": "2026",
}  # fmt: skip
"""Something for each place of an address."""


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def body(self) -> Any:
        return json.loads(self.text)


@dataclass
class Screen:
    """Somebody signed in at the console. Each page that comes back is remembered, so that its forms can be sent."""

    client: Client
    page: str = ""
    address: str = ""

    def look(self, path: str, **headers: str) -> Answer:
        answer = self._answer(self.client.get(path, headers=headers))
        if answer.status == 200:
            self.page, self.address = answer.text, path
        return answer

    def key(self, path: str) -> str:
        """The idempotency key of the form on the page that goes to `path`."""
        found = re.search(rf'hx-post="{re.escape(path)}".*?name="key" value="([^"]+)"', self.page, re.DOTALL)
        assert found, f"no form for {path} on this page"
        return found.group(1)

    def send(self, path: str, key: Any = None, **fields: object) -> Answer:
        """Sends the page's form for `path` as htmx does; the table that comes back is the page from then on."""
        data = {"key": key or self.key(path), **{name: str(value) for name, value in fields.items()}}
        headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{self.address}"}
        answer = self._answer(self.client.post(path, data, headers=headers))
        if answer.status == 200:
            self.page = answer.text
        return answer

    @staticmethod
    def _answer(response: Any) -> Answer:
        return Answer(response.status_code, dict(response.items()), response.content.decode())


@dataclass
class Caller:
    """Somebody with a token at the API."""

    client: Client
    token: str

    def get(self, path: str, **headers: str) -> Answer:
        return self._answer(self.client.get(f"/api/v1/{path}", headers=self._headers(headers)))

    def post(self, path: str, body: object = None, key: str | None = "", **headers: str) -> Answer:
        """`key` None sends no Idempotency-Key; empty takes one of its own."""
        if key is not None:
            headers["Idempotency-Key"] = key or f"key-{next(_KEYS)}"
        sent = body if isinstance(body, str) else json.dumps(body or {})
        return self._answer(
            self.client.post(
                f"/api/v1/{path}", sent, content_type="application/json", headers=self._headers(headers)
            )
        )  # fmt: skip

    def send(self, method: str, path: str) -> Answer:
        return self._answer(self.client.generic(method, f"/api/v1/{path}", headers=self._headers({})))

    def _headers(self, more: Mapping[str, str]) -> dict[str, str]:
        return {**({"Authorization": f"Token {self.token}"} if self.token else {}), **more}

    _answer = staticmethod(Screen._answer)


_KEYS = iter(range(10_000_000, 99_999_999))


@dataclass
class Doors:
    """The doors of one floor."""

    floor: Floor
    client: Client = field(default_factory=lambda: client())

    @property
    def players(self) -> list[int]:
        return self.floor.players

    def screen(self, login: int) -> Screen:
        """A console where this login is signed in."""
        at = client()
        at.force_login(Login.objects.get(pk=login))
        return Screen(at)

    def caller(self, login: int) -> Caller:
        """The API with a token of this login."""
        _, token = get_token_model().objects.create(user=Login.objects.get(pk=login))
        return Caller(client(), str(token))

    def nobody(self) -> Caller:
        return Caller(client(), "")

    def player(self, seat: int) -> Caller:
        """The player in that seat, with a login and a token of his own."""
        login = self.hire(f"player{seat}")
        Player.objects.filter(pk=self.players[seat - 1]).update(login=login)
        return self.caller(login)

    def hire(self, name: str, *roles: Role) -> int:
        return self.floor.house.hire(name, *roles)

    def password(self, login: int) -> str:
        """Gives the login a password and returns its user name."""
        person = Login.objects.get(pk=login)
        person.set_password(PASSWORD)
        person.save(update_fields=["password"])
        return person.username

    def dismiss(self, login: int) -> None:
        house = self.floor.house
        staff.dismiss(
            key=house.key(), login=login, left_at=house.now(), actor=actor_of(house.administrator), at=house.now()
        )  # fmt: skip

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        return self.floor.rows(sql, *values)

    def count(self, table: str) -> int:
        return int(self.rows(f"select count(*) from {table}")[0][0])

    def books(self) -> list[tuple[Any, ...]]:
        """Every balance, and how much has been written: unchanged when nothing happened."""
        return self.rows(
            "select path, balance from ledger_account union all select 'events', count(*) from pit_event"
            " union all select 'audit', count(*) from audit_auditrow union all select 'closes', count(*)"
            " from fairness_close order by 1, 2"
        )  # fmt: skip


def in_days(days: int) -> str:
    """A day ahead of the real clock, which the doors look at."""
    return (datetime.now(UTC) + timedelta(days=days)).date().isoformat()


def client() -> Client:
    return Client(HTTP_HOST="localhost", raise_request_exception=False)
