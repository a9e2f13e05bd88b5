"""The console's addresses."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from casino.console import acts, floor, signing_in, table

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
]
