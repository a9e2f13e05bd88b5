"""Faces of six-sided dice, as they come from the fair derivation, a terminal or a record."""

from __future__ import annotations

from games.engine.refusals import Refused


def checked(faces: object, dice: int) -> tuple[int, ...]:
    """Exactly `dice` faces, each a whole number from 1 to 6; refuses the rest ('3', 3.0, true, 7, null)."""
    if (type(faces) is tuple or type(faces) is list) and len(faces) == dice:
        for face in faces:
            if type(face) is not int or face < 1 or face > 6:
                break
        else:
            return tuple(faces)
    raise Refused(
        "faces_wrong",
        "This throw takes {dice} dice, each a whole number from 1 to 6.",
        dice=dice,
        given=repr(faces)[:80],
    )
