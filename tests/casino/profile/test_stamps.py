"""Every decision stores the version of the house profile that it was made by."""

from django.apps import apps
from django.db.models import ForeignKey, Model

from casino.cage import hand_overs
from casino.people.models import Login
from casino.pit import dice_sets
from casino.profile import versions
from casino.profile.ready import ready
from tests.casino.world import House

ROOMS = ("people", "pit", "cage", "count")
BY_ANOTHER = {
    "Login": "a person", "Player": "a person", "Authenticator": "a secret", "Confirmation": "a code that was given",
    "SlipSignature": "its slip's", "SlipPrint": "its slip's",
}  # fmt: skip
"""What names somebody of the staff and decides nothing by itself, and whose version it goes by."""


def signed() -> list[type[Model]]:
    """Every model of the departments that names somebody of the staff."""
    return [
        model
        for room in ROOMS
        for model in apps.get_app_config(room).get_models()
        if any(isinstance(field, ForeignKey) and field.related_model is Login for field in model._meta.get_fields())
    ]


def test_whatever_somebody_signs_has_the_profiles_version() -> None:
    names = {model.__name__ for model in signed()}
    assert {"Transfer", "DiceStep", "SignOff", "Override", "Count", "BlindCount", "Drop", "RoleGrant"} <= names
    without = {
        model.__name__ for model in signed() if "profile" not in {field.name for field in model._meta.get_fields()}
    }
    assert without == set(BY_ANOTHER) & names


def test_a_document_has_the_version_of_its_own_time_and_a_count_its_shifts(house: House) -> None:
    house.everybody()
    house.stock(chips={10000: 10})
    house.table()
    house.open()
    house.opener({})
    house.done("fill", {10000: 2})
    second = versions.make(data=ready(zone="Europe/Lisbon"), actor=None, at=house.now(), reason="we move").version
    hand_overs.offer(
        key="o", source="cage:window:1", target="cage:vault", what="chips", amount=10_000, sender=house.cashier,
        at=house.now(),
    )  # fmt: skip
    dice_sets.record(
        key="d", dice="A1", step="receipt", signer=house.pit, witness=house.accounting, at=house.now()
    )  # fmt: skip
    house.tell()
    house.closer({10000: 2})
    with house.owner() as owner:
        assert owner.execute("select profile from cage_transfer order by id").fetchall() == [(1,), (second,)]
        assert owner.execute("select profile from pit_dicestep").fetchall() == [(second,)]
        assert owner.execute("select distinct profile from pit_count").fetchall() == [(1,)], "its shift's"
        assert owner.execute("select distinct profile from people_rolegrant").fetchall() == [(1,)]
