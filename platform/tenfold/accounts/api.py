"""Tokens for programs: made with name and password, listed and revoked by their owner."""

from typing import Any

from django.contrib.auth import authenticate
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from knox.models import AuthToken
from rest_framework import exceptions, generics, permissions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tenfold.accounts.models import TokenScope, User, scope_of
from tenfold.api.pages import ByCreation
from tenfold.refusal import Refused

TOKENS_PER_USER = 20


class CredentialsSerializer(serializers.Serializer[None]):
    username = serializers.CharField()
    password = serializers.CharField(trim_whitespace=False, style={"input_type": "password"})
    scope = serializers.ChoiceField(
        TokenScope.Scope.choices,
        default=TokenScope.Scope.ALL,
        help_text=(
            "`read` changes nothing, but reads all that you may: the sources and dossiers of your bots, the"
            " invitation codes of your competitions. `bots` hands in bots and their versions as well, `all`"
            " does what you may."
        ),
    )


class TokenSerializer(serializers.ModelSerializer[AuthToken]):
    """`key` is the beginning of the token: it tells which one, and opens nothing."""

    key = serializers.CharField(source="token_key", read_only=True)
    scope = serializers.SerializerMethodField()

    class Meta:
        model = AuthToken
        fields: tuple[str, ...] = ("key", "scope", "created", "expiry")
        read_only_fields = fields

    def get_scope(self, token: AuthToken) -> str:
        return scope_of(token)


class NewTokenSerializer(TokenSerializer):
    """`token` is shown this once; only its hash is kept."""

    token = serializers.CharField(read_only=True)

    class Meta(TokenSerializer.Meta):
        fields = (*TokenSerializer.Meta.fields, "token")
        read_only_fields = fields


class TokenList(generics.ListAPIView[AuthToken]):
    """Your tokens; or a new one, sent with each request as `Authorization: Token …`."""

    serializer_class = TokenSerializer
    throttle_scope = "token"
    queryset = AuthToken.objects.none()
    pagination_class = ByCreation

    def get_permissions(self) -> list[Any]:
        return [permissions.AllowAny() if self.request.method == "POST" else permissions.IsAuthenticated()]

    def get_queryset(self) -> QuerySet[AuthToken]:
        return _tokens_of(self.request)

    @extend_schema(request=CredentialsSerializer, responses={201: NewTokenSerializer})
    def post(self, request: Request) -> Response:
        form = CredentialsSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        scope = form.validated_data.pop("scope")
        user = _signed_in(request, form.validated_data)
        if AuthToken.objects.filter(user=user).count() >= TOKENS_PER_USER:
            raise Refused(
                gettext("You have %(number)s tokens, the most there can be. Revoke one first.")
                % {"number": TOKENS_PER_USER}
            )
        with transaction.atomic():  # a token without a scope would be good for everything
            made, token = AuthToken.objects.create(user)
            TokenScope.objects.create(token=made, scope=scope)
        made.token = token
        return Response(NewTokenSerializer(made).data, status=status.HTTP_201_CREATED)


class TokenDetail(generics.DestroyAPIView[AuthToken]):
    """Revoke a token of yours."""

    serializer_class = TokenSerializer
    permission_classes = (permissions.IsAuthenticated,)
    queryset = AuthToken.objects.none()
    lookup_field = "token_key"
    lookup_url_kwarg = "key"

    def get_queryset(self) -> QuerySet[AuthToken]:
        return _tokens_of(self.request)


def _tokens_of(request: Request) -> QuerySet[AuthToken]:
    tokens: QuerySet[AuthToken] = AuthToken.objects.filter(user=request.user).select_related("scoped")
    return tokens


def _signed_in(request: Request, credentials: dict[str, str]) -> User:
    """Who name and password belong to; wrong guesses count as on the sign-in page."""
    # Axes reads the address from Django's own request.
    user = authenticate(
        request._request,  # noqa: SLF001 - DRF has no public name for it
        **credentials,
    )
    if user is None:
        raise exceptions.AuthenticationFailed("Name and password do not belong together.")
    return user
