"""Models that can't be changed: the third layer, in front of the grants and the triggers.

`AppendOnly` rows are written once and never again; `DoorOnly` rows are never written through the ORM at all, because
one SQL function writes them. Both raise before any SQL is sent, on every bulk path too: a queryset's update or delete
would otherwise pass the model by.
"""

from typing import Any, NoReturn, TypeVar

from django.db import models


class AppendOnlyError(TypeError):
    """This row is part of the record: it can't be changed or deleted, only followed by another row."""


def _refuse(model: type[models.Model], act: str) -> NoReturn:
    raise AppendOnlyError(f"{model._meta.label} is append-only: {act} is refused; write a new row that corrects it.")


_Row = TypeVar("_Row", bound=models.Model, covariant=True)


class AppendOnlyQuerySet(models.QuerySet[_Row]):
    """Reads as usual; every bulk change raises AppendOnlyError."""

    def update(self, **kwargs: Any) -> NoReturn:
        _refuse(self.model, "update")

    def delete(self) -> NoReturn:
        _refuse(self.model, "delete")

    def bulk_create(self, *args: Any, **kwargs: Any) -> NoReturn:
        _refuse(self.model, "bulk_create")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        _refuse(self.model, "bulk_update")

    def update_or_create(self, *args: Any, **kwargs: Any) -> NoReturn:
        _refuse(self.model, "update_or_create")

    def _raw_delete(self, using: str | None) -> NoReturn:
        # The path a cascade takes around delete().
        _refuse(self.model, "delete")

    def _update(self, values: Any) -> NoReturn:
        # The path Model.save_base takes for a row that is there already.
        _refuse(self.model, "update")


AppendOnlyManager = models.Manager.from_queryset(AppendOnlyQuerySet)


class AppendOnly(models.Model):
    """Written once by `objects.create` or `save`; a second save, a delete or a bulk call raises AppendOnlyError."""

    objects = AppendOnlyManager()

    class Meta:
        abstract = True
        base_manager_name = "objects"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            _refuse(type(self), "a second save")
        kwargs["force_insert"] = True
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        _refuse(type(self), "delete")


class DoorOnly(AppendOnly):
    """Read by the ORM, written only by the ledger's SQL functions: any save raises AppendOnlyError."""

    class Meta:
        abstract = True
        base_manager_name = "objects"

    def save(self, *args: Any, **kwargs: Any) -> NoReturn:
        _refuse(type(self), "saving (use ledger.door)")
