"""The API's addresses."""

from django.urls import path, register_converter
from django.urls.converters import IntConverter, StringConverter

from casino.api import auditing, cage_acts, documents, floor_acts, house_acts, me, own, staff, tables, tokens


class Subject(StringConverter):
    """What an exception is about, as its register names it: count:12, slip:9."""

    regex = "[a-z]{2,12}:[1-9][0-9]{0,17}"


class Year(IntConverter):
    """A gaming-day year."""

    regex = "[12][0-9]{3}"


register_converter(Subject, "subject")
register_converter(Year, "year")
app_name = "api"
urlpatterns = [
    path("v1/tokens", tokens.Tokens.as_view(), name="tokens"),
    path("v1/tokens/revoke", tokens.Revoke.as_view(), name="revoke"),
    path("v1/me", me.Me.as_view(), name="me"),
    path("v1/me/balance", me.Balance.as_view(), name="balance"),
    path("v1/me/statement", me.Statement.as_view(), name="statement"),
    path("v1/me/rounds", me.Rounds.as_view(), name="rounds"),
    path("v1/rounds/<number:round>", me.Round.as_view(), name="round"),
    path("v1/me/limits", own.Limits.as_view(), name="limits"),
    path("v1/me/exclusion", own.Exclusions.as_view(), name="exclusion"),
    path("v1/me/deposits", own.Deposits.as_view(), name="deposits"),
    path("v1/rounds/<number:round>/proof", me.Proof.as_view(), name="proof"),
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
    path("v1/tables/<table:code>/opener", floor_acts.Opener.as_view(), name="opener"),
    path("v1/tables/<table:code>/closer", floor_acts.Closer.as_view(), name="closer"),
    path("v1/tables/<table:code>/relief", floor_acts.Relief.as_view(), name="relief"),
    path("v1/tables/<table:code>/box-swap", floor_acts.BoxSwap.as_view(), name="box-swap"),
    path("v1/tables/<table:code>/shift-change", floor_acts.ShiftChange.as_view(), name="shift-change"),
    path("v1/tables/<table:code>/payouts", floor_acts.Payouts.as_view(), name="payouts"),
    path("v1/tables/<table:code>/tokes", floor_acts.Tokes.as_view(), name="tokes"),
    path("v1/tables/<table:code>/buy-ins", floor_acts.TableBuyIns.as_view(), name="table-buy-ins"),
    path("v1/tables/<table:code>/slips", floor_acts.TableSlips.as_view(), name="table-slips"),
    path("v1/tables/<table:code>/settings", floor_acts.Settings.as_view(), name="settings"),
    path("v1/tables/<table:code>/retire", floor_acts.Retire.as_view(), name="retire"),
    path("v1/set-up", floor_acts.SetUp.as_view(), name="set-up"),
    path("v1/slips/<number:slip>/signatures", cage_acts.SlipSign.as_view(), name="slip-sign"),
    path("v1/slips/<number:slip>/void", cage_acts.SlipVoid.as_view(), name="slip-void"),
    path("v1/slips/<number:slip>/reversal", cage_acts.SlipReversal.as_view(), name="slip-reversal"),
    path("v1/slips/<number:slip>/prints", cage_acts.SlipPrint.as_view(), name="slip-print"),
    path("v1/windows/<number:window>/buy-ins", cage_acts.BuyIns.as_view(), name="buy-ins"),
    path("v1/windows/<number:window>/cash-outs", cage_acts.CashOuts.as_view(), name="cash-outs"),
    path("v1/windows/<number:window>/deposits", cage_acts.WindowDeposits.as_view(), name="window-deposits"),
    path("v1/windows/<number:window>/withdrawals", cage_acts.Withdrawals.as_view(), name="withdrawals"),
    path("v1/windows/<number:window>/draws", cage_acts.Draws.as_view(), name="draws"),
    path("v1/windows/<number:window>/changes", cage_acts.Changes.as_view(), name="changes"),
    path("v1/cage/shown", cage_acts.Shown.as_view(), name="shown"),
    path("v1/currency-lines/<number:line>/void", cage_acts.LineVoid.as_view(), name="line-void"),
    path("v1/hand-overs", cage_acts.Offers.as_view(), name="offers"),
    path("v1/hand-overs/<number:transfer>/accept", cage_acts.Accept.as_view(), name="accept"),
    path("v1/hand-overs/<number:transfer>/refuse", cage_acts.Decline.as_view(), name="decline"),
    path("v1/drawers/counts", cage_acts.DrawerCounts.as_view(), name="drawer-counts"),
    path("v1/vault/chip-issue", cage_acts.ChipIssue.as_view(), name="chip-issue"),
    path("v1/vault/chip-destroy", cage_acts.ChipDestroy.as_view(), name="chip-destroy"),
    path("v1/vault/bank-fetch", cage_acts.BankFetch.as_view(), name="bank-fetch"),
    path("v1/vault/bank-bring", cage_acts.BankBring.as_view(), name="bank-bring"),
    path("v1/boxes/<table:code>/<number:box>/collect", house_acts.BoxCollect.as_view(), name="box-collect"),
    path("v1/boxes/<table:code>/<number:box>/counts", house_acts.BoxCount.as_view(), name="box-count"),
    path("v1/boxes/<table:code>/<number:box>/resolution", house_acts.BoxResolve.as_view(), name="box-resolve"),
    path("v1/rakes/<number:shift>/counts", house_acts.RakeCount.as_view(), name="rake-count"),
    path("v1/rakes/<number:shift>/resolution", house_acts.RakeResolve.as_view(), name="rake-resolve"),
    path("v1/nights/<day:day>/close", house_acts.NightClose.as_view(), name="night-close"),
    path("v1/players", house_acts.Players.as_view(), name="players"),
    path("v1/players/<card:card>/limits", house_acts.PlayerLimits.as_view(), name="player-limits"),
    path("v1/players/<card:card>/exclusions", house_acts.PlayerExclusions.as_view(), name="player-exclusions"),
    path("v1/players/<card:card>/links", house_acts.PlayerLinks.as_view(), name="player-links"),
    path("v1/dice", house_acts.Dice.as_view(), name="dice"),
    path("v1/exceptions/<subject:subject>/sign-off", house_acts.SignOff.as_view(), name="sign-off"),
    path("v1/exports", house_acts.Exports.as_view(), name="exports"),
    path("v1/exports/<number:job>", auditing.Export.as_view(), name="export"),
    path("v1/ledger/explain", auditing.Explain.as_view(), name="explain"),
    path("v1/ledger/postings/<number:posting>/receipt", auditing.Receipt.as_view(), name="receipt"),
    path("v1/log/checkpoint", auditing.Checkpoint.as_view(), name="checkpoint"),
    path("v1/nights", auditing.NightList.as_view(), name="night-list"),
    path("v1/nights/<day:day>/report", auditing.NightReport.as_view(), name="night-report"),
    path("v1/registers/slips/<year:year>", auditing.SlipRegister.as_view(), name="slip-register"),
    path("v1/registers/exceptions", auditing.ExceptionRegister.as_view(), name="exception-register"),
    path("v1/registers/access", auditing.AccessReview.as_view(), name="access-review"),
    path("v1/schema", documents.Schema.as_view(), name="schema"),
    path("v1/docs", documents.Documents.as_view(), name="docs"),
    path("problems/<slug:family>", documents.problem, name="problem"),
]
