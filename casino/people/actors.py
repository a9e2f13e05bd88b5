"""Who acts, as the books write it: `staff:7`, `player:42` or `house`."""

from casino.refusal import Forbidden

HOUSE = "house"


def staff(login: int) -> str:
    """The actor that a login is."""
    return f"staff:{login}"


def login_of(actor: str) -> int:
    """The login behind `staff:7`; Forbidden `not_staff` for anybody else."""
    kind, _, number = actor.partition(":")
    if kind != "staff" or not number.isdecimal():
        raise Forbidden("not_staff", "Only a member of the staff may do this.", actor=actor)
    return int(number)
