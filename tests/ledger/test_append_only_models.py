"""E12, E13: the ORM can't rewrite the books, by any of its paths, and says so before it sends anything."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.append_only import AppendOnly, AppendOnlyError
from ledger.models import Account, Answer, Period, PeriodChange, Posting, Transfer
from tests.ledger.conftest import DAY, Books

MODELS: list[type[AppendOnly]] = [Account, Answer, Period, PeriodChange, Posting, Transfer]


def key(model: Any) -> object:
    return DAY if model is Period else 1


BULK: dict[str, Callable[[Any], object]] = {
    "update": lambda model: model.objects.update(pk=key(model)),
    "filtered update": lambda model: model.objects.filter(pk=key(model)).update(pk=key(model)),
    "delete": lambda model: model.objects.all().delete(),
    "raw delete": lambda model: model.objects.all()._raw_delete("default"),
    "bulk_create": lambda model: model.objects.bulk_create([model()]),
    "bulk_update": lambda model: model.objects.bulk_update([model(pk=key(model))], ["pk"]),
    "create": lambda model: model.objects.create(),
    "update_or_create": lambda model: model.objects.update_or_create(pk=key(model)),
    "base manager": lambda model: model._base_manager.all().delete(),
    "save": lambda model: model().save(),
    "save_base": lambda model: model(pk=key(model)).save_base(force_update=True),
}


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_no_path_of_the_orm_writes_or_deletes(books: Books, model: type[AppendOnly]) -> None:
    books.fund("player:1", 100)
    for name, act in BULK.items():
        with CaptureQueriesContext(connection) as queries, pytest.raises(AppendOnlyError):
            act(model)
        assert [query for query in queries if not query["sql"].startswith("SELECT")] == [], name


def test_a_row_that_was_read_cant_be_saved_or_deleted(books: Books) -> None:
    books.fund("player:1", 100)
    for row in (Posting.objects.get(), Transfer.objects.get(), Account.objects.get(path="player:1")):
        with pytest.raises(AppendOnlyError, match="append-only"):
            row.save()
        with pytest.raises(AppendOnlyError, match="append-only"):
            row.delete()
    assert books.balance("player:1") == 100


def test_the_orm_reads(books: Books) -> None:
    receipt = books.fund("player:1", 100)
    posting = Posting.objects.get(public_id=receipt.public_id)
    transfer = posting.transfers.select_related("debit", "credit", "asset").get()
    assert (transfer.debit.path, transfer.debit.kind, transfer.credit.kind, transfer.asset.code, transfer.amount) == (
        "player:1",
        "player",
        "outside",
        "chips:GBP",
        100,
    )
    assert posting.xact > 0
    assert str(posting) == f"test_bet {receipt.public_id}"
