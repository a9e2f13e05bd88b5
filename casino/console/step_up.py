"""Step-up at signing: a code typed beside a signature makes the signer's second factor fresh, once."""

from datetime import datetime
from typing import Final

from casino.books.act import see
from casino.people import step_up

FRESH: Final = "select people_fresh(%(login)s, %(at)s)"
ENROLLED: Final = "select exists (select from people_authenticator where login_id = %(login)s)"


def freshen(login: int, code: str, at: datetime) -> None:
    """Takes the code of somebody whose signatures are not fresh; who is fresh already needs none.

    A form sent twice brings its code twice: the second time it is not asked about. Raises Forbidden `code_wrong`.
    """
    if not is_fresh(login, at):
        step_up.confirm(login=login, code=code, at=at)


def is_fresh(login: int, at: datetime) -> bool:
    """Whether this login may sign now; always where the profile asks for no second factor."""
    (rows,) = see((FRESH, {"login": login, "at": at}))
    return bool(rows[0][0])


def has_authenticator(login: int) -> bool:
    (rows,) = see((ENROLLED, {"login": login}))
    return bool(rows[0][0])
