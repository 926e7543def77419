"""Bots and versions over HTTP: what the pages offer, for programs."""

from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_filters.rest_framework import BooleanFilter, FilterSet
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tenfold.api.allowed import require
from tenfold.bots.models import Bot, BotVersion
from tenfold.bots.services import activate_version, create_bot, submit_version


class BotSerializer(serializers.ModelSerializer[Bot]):
    owner = serializers.CharField(source="owner.username", read_only=True)
    active_version = serializers.IntegerField(source="active_version.number", read_only=True, default=None)
    url = serializers.CharField(source="get_absolute_url", read_only=True)

    class Meta:
        model = Bot
        fields = ("id", "owner", "name", "slug", "house", "active_version", "created", "url")
        read_only_fields = ("slug", "house", "created")


class VersionSerializer(serializers.ModelSerializer[BotVersion]):
    """`reason` and `dossier` are null for everybody but the owner."""

    bot = serializers.IntegerField(source="bot_id", read_only=True)
    active = serializers.BooleanField(source="is_active", read_only=True)
    url = serializers.CharField(source="get_absolute_url", read_only=True)

    class Meta:
        model = BotVersion
        fields = (
            "id", "bot", "number", "filename", "sha256", "state", "active", "created", "reason", "dossier",
            "url",
        )  # fmt: skip
        read_only_fields = fields

    def to_representation(self, instance: BotVersion) -> dict[str, Any]:
        shown: dict[str, Any] = super().to_representation(instance)
        if not self.context["request"].user.has_perm("bots.view_dossier", instance):
            shown |= {"reason": None, "dossier": None}
        return shown


class UploadSerializer(serializers.Serializer[None]):
    """A file (multipart), or the text of a main.py as `code` (JSON)."""

    file = serializers.FileField(
        required=False, help_text=gettext_lazy("One .py file, or a zip with a main.py.")
    )
    code = serializers.CharField(required=False, trim_whitespace=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError(_("Send either file or code."))
        return attrs

    def upload(self) -> tuple[str, bytes]:
        """File name and content."""
        if file := self.validated_data.get("file"):
            return file.name, file.read()
        return "main.py", self.validated_data["code"].encode()


class BotFilter(FilterSet):  # type: ignore[misc]  # has no types
    mine = BooleanFilter(method="of_asker", label=gettext_lazy("Your own."))

    class Meta:
        model = Bot
        fields = ("owner__username", "slug", "house")

    def of_asker(self, bots: QuerySet[Bot], _name: str, mine: bool) -> QuerySet[Bot]:  # noqa: FBT001 - as called
        own = Q(owner=self.request.user.pk)
        return bots.filter(own if mine else ~own)


class BotList(generics.ListAPIView[Bot]):
    """All bots, newest first; or a new one of your own, which then needs a version."""

    queryset = Bot.objects.select_related("owner", "active_version").defer("active_version__source")
    serializer_class = BotSerializer
    filterset_class = BotFilter

    def post(self, request: Request) -> Response:
        owner = require(request, "bots.add_bot")
        form = self.get_serializer(data=request.data)
        form.is_valid(raise_exception=True)
        bot = create_bot(owner=owner, name=form.validated_data["name"])
        return Response(self.get_serializer(bot).data, status=status.HTTP_201_CREATED)


class BotDetail(generics.RetrieveAPIView[Bot]):
    queryset = BotList.queryset
    serializer_class = BotSerializer


class VersionList(generics.ListAPIView[BotVersion]):
    """The versions of a bot, newest first; or a new one, which is then checked and tried."""

    serializer_class = VersionSerializer
    queryset = BotVersion.objects.none()

    def get_queryset(self) -> QuerySet[BotVersion]:
        return _versions(self.kwargs["pk"])

    @extend_schema(request=UploadSerializer, responses={201: VersionSerializer})
    def post(self, request: Request, pk: int) -> Response:
        bot = get_object_or_404(Bot, pk=pk)
        user = require(request, "bots.submit_version", bot)
        form = UploadSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        filename, data = form.upload()
        version = submit_version(bot=bot, filename=filename, data=data, by=user)
        return Response(self.get_serializer(version).data, status=status.HTTP_201_CREATED)


class VersionDetail(generics.RetrieveAPIView[BotVersion]):
    """One version; poll it after a submission until `state` is ready or refused."""

    serializer_class = VersionSerializer
    queryset = BotVersion.objects.none()

    def get_object(self) -> BotVersion:
        return get_object_or_404(_versions(self.kwargs["pk"]), number=self.kwargs["number"])


class VersionSource(APIView):
    @extend_schema(
        responses={200: OpenApiResponse(OpenApiTypes.BINARY, description="The upload as it came.")}
    )
    def get(self, request: Request, pk: int, number: int) -> HttpResponse:
        version = get_object_or_404(BotVersion.objects.select_related("bot"), bot=pk, number=number)
        if not request.user.has_perm("bots.view_source", version):
            raise Http404
        # Never shown by a browser as anything but a file: it is somebody's upload.
        response = HttpResponse(bytes(version.source), content_type="application/octet-stream")
        name = f"{version.bot.slug}-v{version.number}{'.zip' if version.is_zip else '.py'}"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response


class VersionActivation(APIView):
    @extend_schema(request=None, responses=VersionSerializer)
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Let a ready version play from the next round on."""
        version = get_object_or_404(_versions(pk), number=number)
        user = require(request, "bots.activate_version", version)
        activate_version(bot=version.bot, version=version, by=user)
        return Response(VersionSerializer(version, context={"request": request}).data)


def _versions(bot: int) -> QuerySet[BotVersion]:
    return BotVersion.objects.filter(bot=bot).select_related("bot__owner").defer("source")
