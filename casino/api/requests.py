"""Every request has a number of its own, in its answer and in every problem."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from casino.fairness.entropy import draw


class Numbered:
    """Sets `request.request_id` and the X-Request-ID of the answer. What the client sends as such is not trusted."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.request_id = draw(12).hex()  # type: ignore[attr-defined]
        response = self.get_response(request)
        response["X-Request-ID"] = request.request_id  # type: ignore[attr-defined]
        return response
