"""What `make up` prints works as it stands: the curl for a player, the logins with their password."""

import io
import re

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from tests.casino.conftest import use
from tests.databases import Database


def test_the_printed_curl_and_logins_work(unmade: Database) -> None:
    use(unmade.url("web"))
    said = io.StringIO()
    call_command("seed_demo", stdout=said)
    printed = re.search(
        r"curl -H 'Authorization: (Token [0-9a-f]{64})' http://127\.0\.0\.1:8000(/\S+)", said.getvalue()
    )
    assert printed
    answer = Client().get(printed[2], headers={"Authorization": printed[1]})
    assert (answer.status_code, answer.json()["currency"]) == (200, "GBP")
    password = re.search(r"with the password (\S+):", said.getvalue())
    assert password
    names = re.findall(r"^  (\w+) +\w+ +\w+ \w+$", said.getvalue(), re.MULTILINE)
    assert len(names) == 21
    assert [name for name in names[:4] if authenticate(username=name, password=password[1]) is None] == []


def test_there_are_no_superusers(unmade: Database) -> None:
    use(unmade.url("owner"))
    with pytest.raises(CommandError, match=r"`manage\.py first_administrator` makes its first login"):
        call_command("createsuperuser", "--noinput", "--username", "x", "--display_name", "X")
