"""Two other ledgers for Django beside ours, on the same server in the same run.

Run: python -m tests.bench.others [seconds a turn]. They are installed into a scratch environment and get a database of
their own each. Everybody moves an amount between two accounts, as their own documentation has it done; batches are a
hundred such postings in one transaction, hordak's by its models' bulk_create. Measured in turns.
"""

import os
import sys
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tests.bench.ledger_single import fund, in_turns, together
from tests.bench.report import Line, show
from tests.bench.scratch import Beside, beside, environment
from tests.bench.servers import migrated

PACKAGES = ("django-hordak==2.0.0", "django-ledger==0.8.5", "Django==5.2.19", "psycopg[binary]==3.3.9")
BATCH = 100
BULK_TIMES = 4.0
SINGLE_TIMES = 20.0

PROGRAM = """
import json, os, sys, time, warnings
from datetime import datetime, timezone
from decimal import Decimal
import django
from django.conf import settings
from django.core.management import call_command
from urllib.parse import parse_qsl, urlsplit

warnings.simplefilter("ignore")

def database(name):
    parts = urlsplit(os.environ["SERVER"])
    return {
        "ENGINE": "django.db.backends.postgresql", "NAME": name, "USER": parts.username, "PASSWORD": parts.password,
        "HOST": dict(parse_qsl(parts.query))["host"], "PORT": dict(parse_qsl(parts.query))["port"],
    }

ours = {"hordak": ["mptt", "djmoney", "hordak"], "ledger": ["django_ledger"]}[os.environ["APP"]]
settings.configure(
    DATABASES={"default": database(os.environ["APP"])}, USE_TZ=True, DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "django.contrib.sessions", *ours],
    CURRENCIES=["EUR"], DEFAULT_CURRENCY="EUR", HORDAK_INTERNAL_CURRENCY="EUR", SECRET_KEY="scratch",
    ROOT_URLCONF="empty", TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}],
)
sys.modules["empty"] = type(sys)("empty")
sys.modules["empty"].urlpatterns = []
django.setup()
call_command("migrate", verbosity=0)
from django.db import transaction

class Hordak:
    def __init__(self):
        from hordak.models import Account, Leg, Transaction
        from moneyed import Money
        self.Leg, self.Transaction, self.money = Leg, Transaction, Money(1, "EUR")
        self.accounts = [
            Account.objects.create(name=f"account {n}", code=str(n), type="IN", currencies=["EUR"]) for n in range(200)
        ]

    def single(self, n):
        a, b = self.accounts[n % 200], self.accounts[(n * 7 + 1) % 200]
        a.transfer_to(b, self.money)

    def batch(self, n, size):
        with transaction.atomic():
            made = self.Transaction.objects.bulk_create([self.Transaction() for _ in range(size)])
            legs = []
            for i, one in enumerate(made, n * size):
                a, b = self.accounts[i % 200], self.accounts[(i * 7 + 1) % 200]
                legs += [self.Leg(transaction=one, account=a, credit=self.money),
                         self.Leg(transaction=one, account=b, debit=self.money)]
            self.Leg.objects.bulk_create(legs)

class Ledger:
    def __init__(self):
        from django.contrib.auth import get_user_model
        from django_ledger.models import EntityModel
        admin = get_user_model().objects.create_user("admin")
        entity = EntityModel.create_entity(name="bench", admin=admin, use_accrual_method=True, fy_start_month=1)
        entity.create_chart_of_accounts(coa_name="bench", commit=True, assign_as_default=True)
        coa = entity.default_coa
        self.accounts = [
            entity.create_account(code=str(1000 + n), role="asset_ca_cash", name=f"account {n}", balance_type="debit",
                                  active=True, coa_model=coa)
            for n in range(20)
        ]
        self.book = entity.create_ledger(name="bench", posted=True)
        self.at = datetime(2026, 6, 15, 20, tzinfo=timezone.utc)

    def single(self, n):
        a, b = self.accounts[n % 20], self.accounts[(n * 7 + 1) % 20]
        self.book.commit_txs(self.at, [
            {"account": a, "amount": Decimal("1.00"), "tx_type": "credit", "description": ""},
            {"account": b, "amount": Decimal("1.00"), "tx_type": "debit", "description": ""},
        ], je_posted=True)

one, turn = {"hordak": Hordak, "ledger": Ledger}[os.environ["APP"]](), 0
for line in sys.stdin:
    size, seconds = json.loads(line)
    done, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        turn += 1
        if size == 1:
            one.single(turn)
        else:
            one.batch(turn, size)
        done += size
    print(json.dumps(done / (time.perf_counter() - begun)), flush=True)
"""


def main(seconds: float) -> list[Line]:
    """The lines of this bench."""
    with migrated() as (folder, servers):
        owner, web = servers["DATABASE_URL"], servers["WEB_DATABASE_URL"]
        fund(owner, web)
        python = environment(folder / "scratch", *PACKAGES)
        with (
            beside(python, PROGRAM, _of("hordak", owner)) as hordak,
            beside(python, PROGRAM, _of("ledger", owner)) as ledger,
        ):
            return _lines(web, hordak, ledger, seconds)


def _lines(web: str, hordak: Beside, ledger: Beside, seconds: float) -> list[Line]:
    batches, single, bulk, alone, theirs = in_turns(
        lambda: BATCH * together(1, web, BATCH, seconds, postings=BATCH),
        lambda: together(1, web, 1, seconds),
        lambda: hordak.ask(BATCH, seconds),
        lambda: hordak.ask(1, seconds),
        lambda: ledger.ask(1, seconds),
    )
    hundred = "postings in batches of 100"
    return [
        Line(hundred, "/s", batches, bulk, "django-hordak 2.0.0, bulk_create of 100", BULK_TIMES),
        Line(hundred, "/s", batches, alone, "django-hordak 2.0.0, transfer_to", SINGLE_TIMES),
        Line("single postings", "/s", single, alone, "django-hordak 2.0.0, transfer_to"),
        Line("single postings", "/s", single, theirs, "django-ledger 0.8.5, commit_txs"),
    ]


def _of(app: str, owner: str) -> dict[str, str]:
    """A database for the app, and where it is, as its program's environment."""
    with psycopg.connect(owner, autocommit=True) as server:
        server.execute(f"create database {app}")
    return {"PATH": os.environ["PATH"], "APP": app, "SERVER": urlunsplit(urlsplit(owner)._replace(path=f"/{app}"))}


if __name__ == "__main__":
    sys.exit(show(main(float(sys.argv[1]) if len(sys.argv) > 1 else 2)))
