"""The console's addresses."""

from django.contrib.auth.views import LogoutView
from django.urls import path, register_converter
from django.urls.converters import StringConverter

from casino.console import (
    acts,
    audit,
    books,
    cage,
    count,
    currency,
    dice,
    drawers,
    exports,
    floor,
    me,
    night,
    players,
    set_up,
    shift,
    signing_in,
    slip_register,
    table,
    table_paper,
    window,
)


class Dealing(StringConverter):
    """What a window does with a player: one of `window.DEALINGS`."""

    regex = "|".join(window.DEALINGS)


class Card(StringConverter):
    """A player's card, as it is printed."""

    regex = "[0-9A-Z][0-9A-Z-]{0,19}"


register_converter(Dealing, "dealing")
register_converter(Card, "card")

app_name = "console"
urlpatterns = [
    path("", floor.floor, name="floor"),
    path("now", floor.floor_now, name="floor_now"),
    path("login", signing_in.SignIn.as_view(), name="login"),
    path("logout", LogoutView.as_view(), name="logout"),
    path("language", signing_in.language, name="language"),
    path("theme", signing_in.light, name="theme"),
    path("tables/<table:code>", table.show, name="table"),
    path("tables/<table:code>/now", table.now, name="table_now"),
    path("tables/<table:code>/players", table.players, name="players"),
    path("tables/<table:code>/open", acts.open_table, name="open"),
    path("tables/<table:code>/seat", acts.seat, name="seat"),
    path("tables/<table:code>/guest", acts.guest, name="guest"),
    path("tables/<table:code>/leave", acts.leave, name="leave"),
    path("tables/<table:code>/act", acts.act, name="act"),
    path("tables/<table:code>/throw", acts.throw, name="throw"),
    path("tables/<table:code>/void", acts.void, name="void"),
    path("tables/<table:code>/tell-to-close", acts.tell_to_close, name="tell_to_close"),
    path("tables/<table:code>/close", acts.close, name="close"),
    path("tables/<table:code>/opener", table_paper.opener, name="opener"),
    path("tables/<table:code>/closer", table_paper.closer, name="closer"),
    path("tables/<table:code>/buy-in", table_paper.buy_in, name="buy_in"),
    path("tables/<table:code>/slip", table_paper.slip, name="slip"),
    path("tables/<table:code>/shift", shift.show, name="shift"),
    path("tables/<table:code>/shift/relieve", shift.relieve, name="relieve"),
    path("tables/<table:code>/shift/swap", shift.swap, name="swap"),
    path("tables/<table:code>/shift/change", shift.change, name="change_shift"),
    path("tables/<table:code>/shift/pay", shift.pay, name="override"),
    path("tables/<table:code>/shift/toke", shift.toke, name="toke"),
    path("dice", dice.show, name="dice"),
    path("dice/sign", dice.sign, name="sign_dice"),
    path("set-up", set_up.show, name="set_up"),
    path("set-up/new", set_up.new, name="new_table"),
    path("set-up/edges", set_up.edges, name="edges"),
    path("set-up/make", set_up.make, name="make_table"),
    path("set-up/<table:code>", set_up.settings, name="settings"),
    path("set-up/<table:code>/change", set_up.change, name="change_table"),
    path("set-up/<table:code>/par", set_up.set_par, name="set_par"),
    path("set-up/<table:code>/retire", set_up.retire, name="retire"),
    path("cage", cage.show, name="cage"),
    path("cage/now", cage.now, name="cage_now"),
    path("cage/slips/<number:slip>/sign", cage.sign, name="sign"),
    path("cage/slips/<number:slip>/void", cage.void, name="void_slip"),
    path("cage/slips/<number:slip>/reverse", cage.reverse, name="reverse_slip"),
    path("cage/slips/<number:slip>/print", slip_register.put_on_paper, name="print_slip"),
    path("cage/register", slip_register.show, name="slip_register"),
    path("cage/window", window.show, name="window"),
    path("cage/window/now", window.now, name="window_now"),
    path("cage/window/players", window.choose, name="choose_player"),
    path("cage/window/<dealing:dealing>", window.deal, name="deal"),
    path("cage/window/change", window.change, name="change_chips"),
    path("cage/window/shown", window.shown, name="show_chips"),
    path("cage/window/lines/<number:line>/take-back", window.take_back, name="take_back"),
    path("cage/drawers", drawers.show, name="drawers"),
    path("cage/drawers/now", drawers.now, name="drawers_now"),
    path("cage/drawers/offer", drawers.offer, name="offer"),
    path("cage/drawers/hand-overs/<number:transfer>", drawers.end, name="hand_over"),
    path("cage/drawers/count", drawers.count, name="count_drawer"),
    path("cage/drawers/outside", drawers.document, name="outside"),
    path("count", count.show, name="count"),
    path("count/now", count.now, name="count_now"),
    path("count/<table:code>/<number:box>/collect", count.collect, name="collect"),
    path("count/<table:code>/<number:box>/enter", count.enter, name="enter"),
    path("count/<table:code>/<number:box>/resolve", count.resolve, name="resolve"),
    path("night", night.show, name="night"),
    path("night/now", night.now, name="night_now"),
    path("night/<day:day>/report", night.report, name="report"),
    path("night/<day:day>/close", night.close_day, name="close_day"),
    path("players", players.desk, name="players_desk"),
    path("players/found", players.found, name="players_found"),
    path("players/<card:card>", players.show, name="player"),
    path("players/<card:card>/limit", players.limit, name="limit"),
    path("players/<card:card>/exclude", players.exclude, name="exclude"),
    path("players/<card:card>/link", players.link, name="link"),
    path("currency", currency.show, name="currency"),
    path("audit/exceptions", audit.exceptions, name="exceptions"),
    path("audit/exceptions/sign-off", audit.sign_off, name="sign_off"),
    path("audit/figures", audit.figures, name="figures"),
    path("audit/access", audit.access, name="access"),
    path("audit/books", books.show, name="books"),
    path("audit/postings/<number:posting>/receipt", books.receipt, name="receipt"),
    path("audit/exports", exports.show, name="exports"),
    path("audit/exports/now", exports.now, name="exports_now"),
    path("audit/exports/ask", exports.ask, name="ask_export"),
    path("audit/exports/<number:job>", exports.fetch, name="fetch_export"),
    path("me", me.show, name="me"),
    path("me/enrol", me.enrol, name="enrol"),
    path("me/code", me.code, name="code"),
]
