"""The way in: a token for a login and its password, and giving it back."""

from drf_spectacular.utils import OpenApiResponse, extend_schema
from knox.models import get_token_model
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.response import Response

from casino.api import shapes
from casino.api.access import Anybody
from casino.api.documented import ALWAYS, problems
from casino.api.endpoint import Endpoint, sent
from casino.api.fields import Nothing
from casino.people import cosigning


class Tokens(Endpoint):
    permission_classes = (Anybody,)
    authentication_classes = ()

    @extend_schema(
        summary="A token for a login and its password", request=shapes.Credentials, auth=[],
        responses={(201, "application/json"): shapes.Token, **problems(*ALWAYS, "bad-input", "media-type")},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        said = sent(request, shapes.Credentials)
        person = cosigning.signed_in(said["username"], said["password"])
        if person is None:
            raise AuthenticationFailed("This user name and password don't go together.")
        made, token = get_token_model().objects.create(user=person)
        return Response(shapes.Token({"token": token, "expires_at": made.expiry}).data, status=201)


class Revoke(Endpoint):
    @extend_schema(
        summary="Give this token back: it opens nothing any more", request=Nothing,
        responses={204: OpenApiResponse(description="It is gone."), **problems(*ALWAYS, "bad-input", "media-type")},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        sent(request)
        request.auth.delete()
        return Response(status=204)
