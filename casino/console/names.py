"""The names of those who act: pages show people, never `staff:7`."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from casino.people.actors import HOUSE
from casino.people.models import Login


def of_actors(actors: Iterable[str]) -> dict[str, str]:
    """What to call each: the name of a member of the staff, the house, others as the books write them."""
    found = set(actors)
    logins = {int(number) for kind, _colon, number in (each.partition(":") for each in found) if kind == "staff"}
    names = {f"staff:{pk}": name for pk, name in Login.objects.filter(pk__in=logins).values_list("pk", "display_name")}
    return {each: _("the house") if each == HOUSE else names.get(each, each) for each in found}
