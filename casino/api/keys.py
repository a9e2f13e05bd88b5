"""The Idempotency-Key of a request, and whether its answer was given before."""

import re
from typing import Final

from django.http import HttpRequest

from casino.refusal import BadInput
from ledger.models import Answer

KEY: Final = re.compile(r"[A-Za-z0-9._:-]{8,64}")


def key_of(request: HttpRequest) -> str:
    """The request's key; BadInput `key_missing` or `key_wrong`."""
    key = request.headers.get("Idempotency-Key", "")
    if not key:
        raise BadInput("key_missing", "Send an Idempotency-Key: the same request sent again then counts once.")
    if not KEY.fullmatch(key):
        raise BadInput("key_wrong", "An Idempotency-Key is 8 to 64 letters, digits or . _ : - characters.")
    return key


def answered(actor: str, key: str) -> bool:
    """Whether this caller's key has its answer already: what comes is then the first answer again."""
    return Answer.objects.filter(scope=actor, key=key).exists()
