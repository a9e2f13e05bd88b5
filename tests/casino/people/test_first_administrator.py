"""A house of one's own begins with one login that makes all others."""

import io

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command
from django.core.management.base import CommandError

from casino.people import staff
from casino.people.models import Login
from casino.profile.roles import Role
from tests.casino.conftest import use
from tests.databases import Database


def begin(name: str, password: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{password}\n"))
    call_command("first_administrator", name, "--name", "Ada Lovell")


def test_the_first_administrator_signs_in_and_there_is_no_second(
    unmade: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(unmade.url("owner"))
    with pytest.raises(CommandError, match="password_short") as short:
        begin("ada", "short", monkeypatch)
    assert short.value.returncode == 3
    assert not Login.objects.exists()
    begin("ada", "long enough to keep", monkeypatch)
    ada = authenticate(username="ada", password="long enough to keep")
    assert isinstance(ada, Login)
    assert staff.roles_of(ada.pk) == {Role.ADMINISTRATOR}
    with pytest.raises(CommandError, match="not_allowed: The house has an administrator") as second:
        begin("eve", "long enough to keep", monkeypatch)
    assert second.value.returncode == 3
    assert Login.objects.count() == 1
