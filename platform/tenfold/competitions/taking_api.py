"""What can be taken along of a competition, and how its final standing is revealed, over HTTP."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpResponseBase
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tenfold.api.allowed import require
from tenfold.api.files import AsItIs
from tenfold.competitions import files
from tenfold.competitions.api import StandingSerializer, visible
from tenfold.competitions.archives import Parts, rounds_of
from tenfold.competitions.reveal import Place, Step, step
from tenfold.pages.numbers import whole


def _file_of(kind: str, description: str) -> dict[tuple[int, str], OpenApiResponse]:
    return {(200, kind): OpenApiResponse(OpenApiTypes.BINARY, description=description)}


class PlaceSerializer(serializers.Serializer[Place]):
    standing = StandingSerializer()
    new = serializers.BooleanField(help_text="Whether this step reveals it.")


class RevealSerializer(serializers.Serializer[Step]):
    """So many places are `hidden` yet, of `entries`; `places` are the best of those revealed, best first.

    `more` are revealed below these. `next` and `back` are the `hidden` of the step after and before, null
    where there is none.
    """

    hidden = serializers.IntegerField()
    entries = serializers.IntegerField()
    places = PlaceSerializer(many=True)
    more = serializers.IntegerField()
    next = serializers.IntegerField(allow_null=True)
    back = serializers.IntegerField(allow_null=True)


class Reveal(APIView):
    """A step of revealing the standing from its end, for those who organize; frozen it stays to all others.

    To publish it, set the competition's `frozen_from` to null.
    """

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        parameters=[OpenApiParameter("hidden", int, description="How many places are yet to come.")],
        responses=RevealSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        found = visible(request, slug)
        require(request, "competitions.reveal_standing", found)
        return Response(RevealSerializer(step(found, whole(request.query_params.get("hidden")))).data)


class ArchiveSerializer(serializers.Serializer[None]):
    """Matches `first` to `last` of the round."""

    first = serializers.IntegerField()
    last = serializers.IntegerField()
    address = serializers.CharField()


class RoundArchivesSerializer(serializers.Serializer[None]):
    round = serializers.IntegerField()
    archives = ArchiveSerializer(many=True)


class ExportsSerializer(serializers.Serializer[dict[str, Any]]):
    """The addresses of all files; `rounds` are newest first, and `next` leads to older ones.

    `certificates` is null for all but those who organize. Archives are sent to whoever is signed in, one at a
    time.
    """

    standing = serializers.CharField()
    matches = serializers.CharField()
    certificates = serializers.CharField(allow_null=True)
    rounds = RoundArchivesSerializer(many=True)
    next = serializers.CharField(allow_null=True)


class Exports(APIView):
    """What can be taken along, as far as you may know it."""

    @extend_schema(
        parameters=[OpenApiParameter("after", str, description="As `next` has it.")],
        responses=ExportsSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        found = visible(request, slug)
        rounds, following = rounds_of(found, request.user, after=request.query_params.get("after"))
        organizes = request.user.has_perm("competitions.view_dashboard", found)
        here = request.build_absolute_uri(request.path)
        told = {
            "standing": reverse("api_standing_csv", args=[slug]),
            "matches": reverse("api_matches_ndjson", args=[slug]),
            "certificates": reverse("api_certificates_csv", args=[slug]) if organizes else None,
            "rounds": [{"round": each.round.number, "archives": list(_parts(slug, each))} for each in rounds],
            "next": f"{here}?after={following}" if following else None,
        }
        return Response(ExportsSerializer(told).data)


def _parts(slug: str, of_round: Parts) -> Iterator[dict[str, Any]]:
    for part in of_round.parts:
        address = reverse("api_replays_zip", args=[slug, of_round.round.number, part.first])
        yield {"first": part.first, "last": part.last, "address": address}


class StandingFile(APIView):
    """The standing with all measures and their bounds, as CSV."""

    content_negotiation_class = AsItIs

    @extend_schema(responses=_file_of("text/csv", "A line an entry, best first."))
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        return files.standing(visible(request, slug), request.user)


class MatchesFile(APIView):
    """Every match that is over, as a line of JSON."""

    content_negotiation_class = AsItIs

    @extend_schema(responses=_file_of("application/x-ndjson", "A line a match, oldest first."))
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        return files.matches(visible(request, slug), request.user)


class CertificatesFile(APIView):
    """Place, bot, author and figure of each, as CSV, for those who organize."""

    permission_classes = (IsAuthenticated,)
    content_negotiation_class = AsItIs

    @extend_schema(responses=_file_of("text/csv", "A line a certificate, best first."))
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        found = visible(request, slug)
        require(request, "competitions.view_dashboard", found)
        return files.certificates(found)


class ReplaysFile(APIView):
    """The stored games of a part of a round, as the list of exports divides it, in a zip."""

    permission_classes = (IsAuthenticated,)
    content_negotiation_class = AsItIs

    @extend_schema(responses=_file_of("application/zip", "Transcripts, and `matches.ndjson`."))
    def get(self, request: Request, slug: str, number: int, first: int) -> HttpResponseBase:
        found = visible(request, slug)
        user = require(request, "competitions.view_competition", found)
        return files.archive(found, user, number=number, first=first)
