"""A page that says which process served it."""

import os
from collections.abc import Callable, Iterable


def application(environ: dict[str, object], start_response: Callable[..., object]) -> Iterable[bytes]:
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [str(os.getpid()).encode()]
