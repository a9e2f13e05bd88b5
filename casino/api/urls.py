"""The API's addresses."""

from django.urls import path

from casino.api import documents, me, staff, tables, tokens

app_name = "api"
urlpatterns = [
    path("v1/tokens", tokens.Tokens.as_view(), name="tokens"),
    path("v1/tokens/revoke", tokens.Revoke.as_view(), name="revoke"),
    path("v1/me", me.Me.as_view(), name="me"),
    path("v1/me/balance", me.Balance.as_view(), name="balance"),
    path("v1/me/statement", me.Statement.as_view(), name="statement"),
    path("v1/me/rounds", me.Rounds.as_view(), name="rounds"),
    path("v1/rounds/<number:round>", me.Round.as_view(), name="round"),
    path("v1/rounds/<number:round>/record", me.Record.as_view(), name="record"),
    path("v1/tables", tables.Tables.as_view(), name="tables"),
    path("v1/tables/<table:code>", tables.Table.as_view(), name="table"),
    path("v1/tables/<table:code>/open", staff.Open.as_view(), name="open"),
    path("v1/tables/<table:code>/seats", staff.Seats.as_view(), name="seats"),
    path("v1/tables/<table:code>/leave", staff.Leave.as_view(), name="leave"),
    path("v1/tables/<table:code>/acts", staff.Acts.as_view(), name="acts"),
    path("v1/tables/<table:code>/throws", staff.Throws.as_view(), name="throws"),
    path("v1/tables/<table:code>/rounds/<number:round>/void", staff.Void.as_view(), name="void"),
    path("v1/tables/<table:code>/tell-to-close", staff.TellToClose.as_view(), name="tell-to-close"),
    path("v1/tables/<table:code>/close", staff.Close.as_view(), name="close"),
    path("v1/schema", documents.Schema.as_view(), name="schema"),
    path("v1/docs", documents.Documents.as_view(), name="docs"),
    path("problems/<slug:family>", documents.problem, name="problem"),
]
