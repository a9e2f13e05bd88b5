"""The ledger, the rounds, the dice, the paper and the audit, to be read."""

from typing import Any

from django.contrib.admin import register
from django.http import HttpRequest

from casino.admin.records import Record, Rows
from casino.admin.site import office
from casino.audit.models import AuditRow
from casino.fairness.models import Chain, Close, Throw
from casino.pit.models import Box, Count, Event, Round, Shift
from ledger.models import Account, Period, Posting, Transfer


class TransferLines(Rows):
    model = Transfer
    fields = ("debit", "credit", "asset", "amount", "debit_balance", "credit_balance")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("debit", "credit", "asset").order_by("id")


class EventLines(Rows):
    model = Event
    fields = ("n", "event", "calls", "actor", "at")
    ordering = ("n",)


@register(Account, site=office)
class Accounts(Record):
    read_act = "ledger.read"
    list_display = ("path", "asset", "balance", "floor", "version")
    list_filter = ("asset",)
    list_select_related = ("asset",)
    search_fields = ("path__startswith",)
    ordering = ("path", "asset")


@register(Posting, site=office)
class Postings(Record):
    read_act = "ledger.read"
    list_display = ("id", "kind", "period", "effective_at", "actor", "scope", "key", "reason")
    list_filter = ("kind",)
    search_fields = ("public_id", "=scope")
    ordering = ("-id",)
    inlines = (TransferLines,)


@register(Transfer, site=office)
class Transfers(Record):
    read_act = "ledger.read"
    list_display = ("id", "posting", "debit", "credit", "asset", "amount")
    list_select_related = ("posting", "debit", "credit", "asset")
    ordering = ("-id",)


@register(Period, site=office)
class Periods(Record):
    read_act = "ledger.read"
    list_display = ("day", "state", "actor", "changed_at")
    ordering = ("-day",)


@register(Shift, site=office)
class Shifts(Record):
    read_act = "ledger.read"
    subject = "shift"
    list_display = ("table", "day", "number", "state", "game", "dealer", "supervisor", "rounds")
    list_filter = ("state", "game")
    list_select_related = ("table", "dealer", "supervisor")
    date_hierarchy = "day"
    ordering = ("-id",)


@register(Round, site=office)
class Rounds(Record):
    read_act = "ledger.read"
    subject = "round"
    list_display = ("id", "shift", "number", "state", "throws", "net", "opened_at", "over_at")
    list_filter = ("state",)
    list_select_related = ("shift",)
    ordering = ("-id",)
    inlines = (EventLines,)


@register(Chain, site=office)
class Chains(Record):
    read_act = "ledger.read"
    list_display = ("table_code", "name", "links", "link0", "published_at")
    search_fields = ("table_code", "name")
    ordering = ("-id",)


@register(Close, site=office)
class Closes(Record):
    read_act = "ledger.read"
    list_display = ("chain", "i", "round", "throw", "dice", "beacon", "actor", "at")
    list_select_related = ("chain",)
    ordering = ("-id",)


@register(Throw, site=office)
class Throws(Record):
    read_act = "ledger.read"
    list_display = ("close", "faces", "link", "recorded_at")
    ordering = ("-close",)


@register(Count, site=office)
class Counts(Record):
    read_act = "ledger.read"
    list_display = ("shift", "kind", "amount", "expected", "difference", "escalation", "dealer", "supervisor", "at")
    list_filter = ("kind", "escalation")
    list_select_related = ("shift", "dealer", "supervisor")
    ordering = ("-id",)


@register(Box, site=office)
class Boxes(Record):
    read_act = "ledger.read"
    list_display = ("table", "number", "shift", "placed_at", "placed_by", "removed_at", "removed_by")
    list_select_related = ("table", "shift", "placed_by", "removed_by")
    ordering = ("-id",)


@register(AuditRow, site=office)
class Audit(Record):
    read_act = "house.read"
    list_display = ("id", "at", "actor", "verb", "subject", "facts", "recorded_at")
    list_filter = ("verb",)
    search_fields = ("=subject", "=actor")
    ordering = ("-id",)
