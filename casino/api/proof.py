"""The throws of a round, each explained from what is public; whose chips moved is no part of it."""

from typing import Any

from django.db import connection

from casino.fairness.explain import READ, Stored, verdict
from casino.fairness.models import Close


def throws_of(round: int) -> list[dict[str, Any]]:
    """Every throw of the round that has fallen, in order; a close that waits for its dice is left out."""
    found = []
    for close in Close.objects.filter(round=round).order_by("throw").values_list("pk", flat=True):
        with connection.cursor() as cursor:
            cursor.execute(READ, [close])
            stored = Stored.of(cursor.fetchone())
        if stored.link is None:
            continue
        said = verdict(stored)
        found.append({
            "throw": stored.throw, "chain": stored.chain, "i": stored.i, "link0": stored.link0, "link": stored.link,
            "root": stored.root, "faces": said.faces, "follows": said.follows, "steps": said.steps,
        })  # fmt: skip
    return found
