"""Signing in and out, language and theme."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from casino.console import rooms
from casino.console.pages import THEMES, theme
from casino.console.words import sentence
from casino.people import cosigning, staff
from casino.people.models import Login
from casino.refusal import TooMany

YEAR = 365 * 24 * 3600


class StaffOnly(AuthenticationForm):
    """A player's login opens the API, not the console. `wait`: seconds until a password may be tried again."""

    wait = 0

    def clean(self) -> dict[str, Any]:
        """As Django has it, but for where the password is tried: after some wrong ones nobody is asked any more."""
        try:
            self.user_cache = cosigning.signed_in(self.data.get("username", ""), self.data.get("password", ""))
        except TooMany as refusal:
            self.wait = refusal.facts["wait"]
            raise forms.ValidationError(sentence(refusal), code=refusal.code) from refusal
        if self.user_cache is None:
            raise self.get_invalid_login_error()
        self.confirm_login_allowed(self.user_cache)
        return self.cleaned_data

    def confirm_login_allowed(self, user: Any) -> None:
        super().confirm_login_allowed(user)
        if not staff.roles_of(user.pk):
            raise forms.ValidationError(_("This login has no role in the house."), code="not_staff")


@method_decorator(login_not_required, name="dispatch")
class SignIn(LoginView):
    """The staff's door; the person's own language comes with him."""

    template_name = "console/login.html"
    authentication_form = StaffOnly
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {
            "theme": theme(self.request),
            "languages": settings.LANGUAGES,
        }

    def get_default_redirect_url(self) -> str:
        """Everybody begins where his work is."""
        person = self.request.user
        return (
            rooms.home(staff.roles_of(person.pk)) if isinstance(person, Login) else super().get_default_redirect_url()
        )

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_invalid(form)
        if isinstance(form, StaffOnly) and form.wait:
            response.status_code = 429
            response["Retry-After"] = str(form.wait)
        return response

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_valid(form)
        person = form.get_user()
        if isinstance(person, Login):
            _speak(response, person.language)
        return response


@login_not_required
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """The page again in the language asked for; who is signed in gets it wherever he signs in."""
    asked = request.POST.get("language", "")
    response = _back(request)
    if check_for_language(asked):
        _speak(response, asked)
        if isinstance(request.user, Login):
            Login.objects.filter(pk=request.user.pk).update(language=asked)
    return response


@login_not_required
@require_POST
def light(request: HttpRequest) -> HttpResponse:
    """The other theme, on this screen."""
    response = _back(request)
    other = THEMES[1 - THEMES.index(theme(request))]
    response.set_cookie("theme", other, max_age=YEAR, samesite="Lax", httponly=True, secure=request.is_secure())
    return response


def _speak(response: HttpResponse, code: str) -> None:
    response.set_cookie("django_language", code, max_age=YEAR, samesite="Lax", httponly=True)


def _back(request: HttpRequest) -> HttpResponseRedirect:
    to = request.POST.get("next", "/")
    safe = url_has_allowed_host_and_scheme(to, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return HttpResponseRedirect(to if safe else "/")
