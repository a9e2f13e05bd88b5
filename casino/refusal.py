"""The one family of errors for what the house refuses: a stable code, a sentence, facts."""

from collections.abc import Mapping
from typing import Any, Self


class Refusal(Exception):
    """A forbidden act. `code` is stable and never translated; `sentence` says what to do; nothing has changed."""

    def __init__(self, code: str, sentence: str, /, **facts: Any) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.facts: Mapping[str, Any] = facts

    def about(self, field: str) -> Self:
        """The same, with the field of the form that it is about, where it doesn't name one already."""
        self.facts = {"field": field, **self.facts}
        return self


class BadInput(Refusal):
    """What was sent can't be understood or is outside the bounds."""


class Forbidden(Refusal):
    """This person may not do this."""


class Unknown(Refusal):
    """No such thing, or not for this caller: both answer alike."""


class Conflict(Refusal):
    """Right in itself, but not in the present state: late bet, overdrawn, already done."""


class KeyReused(Refusal):
    """The idempotency key belongs to another request."""


class Unavailable(Refusal):
    """The house can't answer now; the same request may be sent again."""


class TooMany(Refusal):
    """Tried too often: `wait` says how many seconds until the next try."""
