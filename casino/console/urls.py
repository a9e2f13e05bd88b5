"""The console's addresses."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from casino.console import acts, cage, count, floor, night, signing_in, table, table_paper

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
    path("cage", cage.show, name="cage"),
    path("cage/now", cage.now, name="cage_now"),
    path("cage/players", cage.players, name="choose_player"),
    path("cage/slips/<number:slip>/sign", cage.sign, name="sign"),
    path("cage/slips/<number:slip>/void", cage.void, name="void_slip"),
    path("cage/buy-in", cage.buy_in, name="window_buy_in"),
    path("cage/cash-out", cage.cash_out, name="window_cash_out"),
    path("cage/offer", cage.offer, name="offer"),
    path("cage/hand-overs/<number:transfer>", cage.end, name="hand_over"),
    path("count", count.show, name="count"),
    path("count/now", count.now, name="count_now"),
    path("count/<table:code>/<number:box>/collect", count.collect, name="collect"),
    path("count/<table:code>/<number:box>/enter", count.enter, name="enter"),
    path("count/<table:code>/<number:box>/resolve", count.resolve, name="resolve"),
    path("night", night.show, name="night"),
    path("night/now", night.now, name="night_now"),
    path("night/<day:day>/report", night.report, name="report"),
    path("night/<day:day>/close", night.close_day, name="close_day"),
]
