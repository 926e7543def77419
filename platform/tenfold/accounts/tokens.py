"""Tokens that are good for a part of the API alone.

It is asked here, where a request is let in, not by each view: none that is added later can forget it.
"""

from typing import Final

from django.utils.translation import gettext
from drf_spectacular.contrib.knox_auth_token import KnoxTokenScheme
from knox.auth import TokenAuthentication
from knox.models import AuthToken
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from tenfold.accounts.models import TokenScope, User, scope_of

#: What a token that hands in bots may change.
_OF_BOTS: Final = "api/v1/bots"


class ScopedTokenAuthentication(TokenAuthentication):  # type: ignore[misc]  # untyped
    def authenticate(self, request: Request) -> tuple[User, AuthToken] | None:
        found: tuple[User, AuthToken] | None = super().authenticate(request)
        if found and request.method not in SAFE_METHODS:
            _refuse_beyond(scope_of(found[1]), request)
        return found


def _refuse_beyond(scope: TokenScope.Scope, request: Request) -> None:
    if scope == TokenScope.Scope.ALL:
        return
    route = request.resolver_match.route if request.resolver_match else ""
    if scope == TokenScope.Scope.BOTS and route.startswith(_OF_BOTS):
        return
    raise PermissionDenied(
        gettext(
            "This token has the scope “%(scope)s”, which is not good for %(method)s here:"
            " make one with another scope at POST /api/v1/tokens."
        )
        % {"scope": scope, "method": request.method}
    )


class ScopedTokenScheme(KnoxTokenScheme):  # type: ignore[no-untyped-call]  # untyped
    """So that the schema tells of it as of its parent."""

    target_class = "tenfold.accounts.tokens.ScopedTokenAuthentication"
