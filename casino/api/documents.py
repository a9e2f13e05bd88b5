"""The schema, its documents, the page of each family of problems: public, and served without any other site."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from casino.api.access import Anybody
from casino.api.problems import FAMILIES


class Schema(SpectacularAPIView):
    permission_classes = (Anybody,)
    authentication_classes = ()


class Documents(SpectacularSwaggerSplitView):
    permission_classes = (Anybody,)
    authentication_classes = ()
    url_name = "api:schema"
    template_name = "api/docs.html"


@login_not_required
@require_GET
def problem(request: HttpRequest, family: str) -> HttpResponse:
    """What a family of problems means: the page that `type` names."""
    if family not in FAMILIES:
        raise Http404
    status, title, means = FAMILIES[family]
    return render(request, "api/problem.html", {"family": family, "status": status, "title": title, "means": means})
