"""What whoever runs the house asks of its processes: are you alive, can you work."""

from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@login_not_required
@require_safe
@never_cache
def livez(request: HttpRequest) -> HttpResponse:
    """This process answers."""
    return HttpResponse("alive\n", content_type="text/plain")


@login_not_required
@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """This process reaches the books; while it doesn't, 503 by the handler of errors."""
    with connection.cursor() as cursor:
        cursor.execute("select 1")
    return HttpResponse("ready\n", content_type="text/plain")


urlpatterns = [path("livez", livez), path("readyz", readyz)]
