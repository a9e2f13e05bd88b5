"""Foreign keys point down, as imports do: a string in a ForeignKey escapes the import linter."""

from django.apps import apps

LEVEL = {
    "contenttypes": -1, "auth": 0, "sessions": 0, "admin": 9, "knox": 9,
    "ledger": 0, "audit": 1, "profile": 1, "people": 2, "fairness": 2,
    "pit": 3, "cage": 4, "count": 4, "night": 5, "api": 6, "console": 6,
}  # fmt: skip


def test_every_foreign_key_points_to_its_own_room_or_further_down() -> None:
    wrong = []
    for model in apps.get_models():
        own = model._meta.app_label
        for field in model._meta.get_fields():
            target = getattr(field, "remote_field", None) and field.related_model
            if not field.concrete or not target or isinstance(target, str):
                continue
            other = target._meta.app_label
            if other != own and LEVEL[other] >= LEVEL[own]:
                wrong.append(f"{model._meta.label}.{field.name} -> {target._meta.label}")
    assert wrong == []
