"""A knockout's bracket over HTTP, as its page shows it."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tenfold.competitions.brackets import Bracket, Leg, Played, Side, bracket_with
from tenfold.competitions.choices import Format
from tenfold.competitions.freeze import hidden_since
from tenfold.competitions.models import Competition, of_its_format


class SideSerializer(serializers.Serializer[Side]):
    """Without an entry, a bye. `margin` and `wins` are null until the match is over and shown."""

    entry = serializers.IntegerField(source="entry.pk", default=None, allow_null=True)
    name = serializers.CharField(source="entry.bot.name", default=None, allow_null=True)
    seed = serializers.IntegerField(help_text="From 1; 0 for a bye.")
    margin = serializers.FloatField(allow_null=True)
    wins = serializers.IntegerField(allow_null=True)
    won = serializers.BooleanField()


class TieSerializer(serializers.Serializer[Played]):
    match = serializers.IntegerField(source="match_id", allow_null=True)
    sides = SideSerializer(many=True, help_text="The higher seed first.")
    why = serializers.CharField(help_text="How it was decided, where margins do not show it.")


class LegSerializer(serializers.Serializer[Leg]):
    round = serializers.IntegerField(source="round.number")
    name = serializers.CharField()
    ties = TieSerializer(many=True)


class BracketSerializer(serializers.Serializer[Bracket]):
    """`winner` is the entry that has won, null until the final is over and shown."""

    winner = serializers.IntegerField(source="winner.pk", default=None, allow_null=True)
    legs = LegSerializer(many=True)
    to_come = serializers.ListField(child=serializers.CharField())


class BracketDetail(APIView):
    """The bracket that a round of a knockout is a leg of; while frozen, as of then to all but organizers."""

    @extend_schema(responses=BracketSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        found = get_object_or_404(Competition.objects.visible_to(request.user), slug=slug)
        since = hidden_since(found, request.user)
        legs = found.rounds.filter(of_its_format(), format=Format.KNOCKOUT).distinct()
        leg = get_object_or_404(legs.filter(started__lt=since) if since else legs, number=number)
        return Response(BracketSerializer(bracket_with(leg, until=since)).data)
