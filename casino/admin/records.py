"""How the office shows things: records to read, and forms whose saving is an act of a department."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from casino.admin.bases import AnyAdmin, AnyForm, AnyInline
from casino.admin.site import may, roles_of
from casino.audit.models import AuditRow
from casino.fairness.entropy import draw
from casino.people import actors, permissions
from casino.refusal import Refusal


class Record(AnyAdmin):
    """Something to read: never added, changed or deleted here."""

    actions: Sequence[str] | None = None
    list_per_page = 50
    show_full_result_count = False
    read_act = ""
    """The act of the matrix that reading it asks for. Empty: nobody reads it."""
    subject = ""
    """How the audit names one of these: `login` for login:7. Empty: it is not the subject of acts."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return may(request, self.read_act)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return may(request, self.read_act)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """An action that this page does not offer to this person is refused, however it was sent."""
        asked = request.POST.get("action")
        if asked is not None and asked not in self.get_actions(request):
            raise PermissionDenied
        return super().changelist_view(request, extra_context)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """What the audit has of this thing, newest first."""
        found = self.get_object(request, object_id)
        if found is None or not self.has_view_permission(request, found):
            raise PermissionDenied
        rows = AuditRow.objects.filter(subject=self.subject_of(found)).order_by("-id")[:200] if self.subject else []
        context = {**self.admin_site.each_context(request), "title": str(found), "rows": rows, "opts": self.opts}
        return TemplateResponse(request, "admin/audit.html", context)

    def subject_of(self, found: Any) -> str:
        return f"{self.subject}:{found.pk}"

    def log_addition(self, *_: Any) -> Any:
        """The department has written its audit row in the act's own transaction; a second log would be a lesser one."""

    def log_change(self, *_: Any) -> Any:
        """As for additions."""


class Rows(AnyInline):
    """What belongs to a record, read with it."""

    extra = 0
    can_delete = False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Act(AnyForm):
    """A form whose last step of checking is the department's act: what it refuses stands above the fields."""

    request: HttpRequest
    made: int | str

    def act(self, said: Mapping[str, Any], doing: Mapping[str, Any]) -> int | str:
        """Calls the one function; returns the primary key of what was made. `doing` is key, actor and time."""
        raise NotImplementedError

    def _post_clean(self) -> None:
        super()._post_clean()  # type: ignore[misc]
        if self.errors:
            return
        actor = actors.staff(int(str(self.request.user.pk)))
        doing = {"key": draw(16).hex(), "actor": actor, "at": datetime.now(UTC)}
        try:
            self.made = self.act(self.cleaned_data, doing)
        except Refusal as refusal:
            self.add_error(None, f"{refusal.sentence} [{refusal.code}]")


class Made(Record):
    """Something that a department makes: `add_act` says which permission the form needs. Never changed here."""

    add_act = ""
    add_form: type[Act]

    def has_add_permission(self, request: HttpRequest) -> bool:
        try:
            permissions.check(self.add_act, roles_of(request))
        except Refusal:
            return False
        return True

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        if obj is not None:
            return super().get_form(request, obj, change, **kwargs)
        return type(self.add_form.__name__, (self.add_form,), {"request": request})

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        return super().get_fieldsets(request, obj) if obj else [(None, {"fields": list(self.add_form.base_fields)})]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return super().get_readonly_fields(request, obj) if obj else ()

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        """Without Django's transaction: the department's act is one of its own."""
        return self._changeform_view(request, object_id, form_url, extra_context)  # type: ignore[attr-defined]

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> Any:
        """Everything is written: what was made is read back."""
        return self.model._default_manager.get(pk=form.made)

    def save_model(self, request: HttpRequest, obj: Model, form: Any, change: bool) -> None:
        """Nothing: the department wrote it."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Nothing hangs on it."""
