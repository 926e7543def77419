"""Matches, games and replays over HTTP."""

from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, Prefetch, Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_cache_control
from django_filters.rest_framework import CharFilter, ChoiceFilter, FilterSet, NumberFilter
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from tenfold.api.files import AsItIs
from tenfold.competitions.models import Competition, Round
from tenfold.matches.aside import counts
from tenfold.matches.models import FaultLog, Game, Match, MatchBot
from tenfold.matches.replays import replay_response, stored_response
from tenfold.matches.veil import FROZEN, as_shown, games_of, is_public, veiled

STATES = [*Match.State.choices, (FROZEN, FROZEN)]


class MatchBotSerializer(serializers.ModelSerializer[MatchBot]):
    bot = serializers.IntegerField(source="version.bot_id", read_only=True)
    name = serializers.CharField(source="version.bot.name", read_only=True)
    version = serializers.IntegerField(source="version.number", read_only=True)
    less_luck = serializers.FloatField(
        read_only=True, allow_null=True, help_text="The margin without the phases of luck, once known."
    )

    class Meta:
        model = MatchBot
        fields = (
            "index",
            "bot",
            "name",
            "version",
            "entry",
            "margin",
            "games",
            "wins",
            "place_sum",
            "forfeits",
            "luck",
            "wilds",
            "less_luck",
        )
        read_only_fields = fields


class MatchSerializer(serializers.ModelSerializer[Match]):
    """What was not over when its competition was frozen is `frozen`, whatever has come of it."""

    competition = serializers.CharField(source="competition.slug", read_only=True, default=None)
    round = serializers.IntegerField(source="round.number", read_only=True, default=None)
    bots = MatchBotSerializer(many=True, read_only=True)
    state = serializers.ChoiceField(source="shown_state", choices=STATES, read_only=True)
    url = serializers.CharField(source="get_absolute_url", read_only=True)
    counts = serializers.BooleanField(
        read_only=True,
        help_text="Whether the standing is made of it: it is finished, and no ruling sets it aside.",
    )

    class Meta:
        model = Match
        fields = (
            "id", "kind", "competition", "round", "number", "key", "players", "blocks", "most_blocks",
            "banks", "image", "state", "counts", "reason", "created", "started", "finished", "ran_in", "bots",
            "url",
        )  # fmt: skip
        read_only_fields = fields

    def to_representation(self, instance: Match) -> dict[str, Any]:
        shown: dict[str, Any] = super().to_representation(veiled(instance))
        return shown


class FaultSerializer(serializers.ModelSerializer[FaultLog]):
    """`dossier` is null for everybody but the bot's owner."""

    bot = serializers.IntegerField(source="bot.index", read_only=True, help_text="Its index in the match.")

    class Meta:
        model = FaultLog
        fields = ("bot", "seat", "turn", "kind", "message", "dossier")
        read_only_fields = fields

    def to_representation(self, instance: FaultLog) -> dict[str, Any]:
        shown: dict[str, Any] = super().to_representation(instance)
        if not self.context["request"].user.has_perm("matches.view_dossier", instance):
            shown["dossier"] = None
        return shown


class GameSerializer(serializers.ModelSerializer[Game]):
    """`luck` has for each seat how many phases it owes to the cards, and its wilds beyond those expected.

    It is null until it has been computed, some seconds after the match.
    """

    luck = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField()), read_only=True, allow_null=True
    )
    faults = FaultSerializer(many=True, read_only=True)
    url = serializers.CharField(source="get_absolute_url", read_only=True)

    class Meta:
        model = Game
        fields = ("id", "block", "rotation", "hash", "outcome", "luck", "faults", "url")
        read_only_fields = fields


class MatchFilter(FilterSet):  # type: ignore[misc]  # has no types
    """Looks up what a slug or a number names, so that an index by its id leads to the newest matches there.

    With a join the database would begin at the newest match of all, a million away from an old round.
    """

    state = ChoiceFilter(field_name="shown_state", choices=STATES)
    competition__slug = CharFilter(method="of_competition")
    round__number = NumberFilter(method="of_round")
    bots__version__bot = NumberFilter(method="of_bot")

    class Meta:
        model = Match
        fields = ("kind",)

    def of_competition(self, matches: QuerySet[Match], _name: str, slug: str) -> QuerySet[Match]:
        if self.form.cleaned_data["round__number"] is not None:  # says it more narrowly
            return matches
        # 0 where there is none: None would be the matches of no competition.
        found = Competition.objects.filter(slug=slug).values_list("pk", flat=True).first()
        return matches.filter(competition=found or 0)

    def of_round(self, matches: QuerySet[Match], _name: str, number: int) -> QuerySet[Match]:
        rounds = Round.objects.filter(number=number)
        if slug := self.form.cleaned_data["competition__slug"]:
            rounds = rounds.filter(competition__slug=slug)
        return matches.filter(round__in=list(rounds.values_list("pk", flat=True)))

    def of_bot(self, matches: QuerySet[Match], _name: str, bot: int) -> QuerySet[Match]:
        return matches.filter(pk__in=MatchBot.objects.filter(version__bot=bot).values("match"))


class MatchList(generics.ListAPIView[Match]):
    """The matches you may see, newest first."""

    serializer_class = MatchSerializer
    queryset = Match.objects.none()
    filterset_class = MatchFilter

    def get_queryset(self) -> QuerySet[Match]:
        return _told(_visible(self.request))


class MatchDetail(generics.RetrieveAPIView[Match]):
    serializer_class = MatchSerializer
    queryset = Match.objects.none()

    def get_queryset(self) -> QuerySet[Match]:
        return _told(_visible(self.request))


class GameList(generics.ListAPIView[Game]):
    """The games of a match with their faults."""

    serializer_class = GameSerializer
    queryset = Game.objects.none()

    def get_queryset(self) -> QuerySet[Game]:
        match = get_object_or_404(_visible(self.request), pk=self.kwargs["pk"])
        faults = FaultLog.objects.select_related("bot__version__bot")
        faults = faults.defer("bot__version__source", "bot__version__fingerprint")
        return games_of(match).defer("transcript", "clocks").prefetch_related(Prefetch("faults", faults))


class Replay(APIView):
    """A whole game with all hands open. May be kept, and asked for again by its ETag."""

    @extend_schema(responses={200: OpenApiResponse(OpenApiTypes.OBJECT, description="The replay document.")})
    def get(self, request: Request, pk: int, block: int, rotation: int) -> HttpResponse:
        match = get_object_or_404(_visible(request), pk=pk)
        game = get_object_or_404(games_of(match), block=block, rotation=rotation)
        response = replay_response(request, game)
        _keep(response, match)
        return response


class Transcript(APIView):
    """A game as it is stored, to be played again and checked: `arena.transcript` reads it."""

    content_negotiation_class = AsItIs

    @extend_schema(responses={200: OpenApiResponse(OpenApiTypes.BINARY, description="The stored game.")})
    def get(self, request: Request, pk: int, block: int, rotation: int) -> HttpResponse:
        match = get_object_or_404(_visible(request), pk=pk)
        game = get_object_or_404(games_of(match), block=block, rotation=rotation)
        response = stored_response(request, game)
        _keep(response, match)
        return response


def _keep(response: HttpResponse, match: Match) -> None:
    """What not everybody may see must not lie in a cache that everybody shares."""
    shared = {"public" if is_public(match) else "private": True}
    patch_cache_control(response, no_cache=True, **shared)


def _told(matches: QuerySet[Match]) -> QuerySet[Match]:
    """With all that is told of them; uploads are left where they are, each may be a megabyte."""
    bots = MatchBot.objects.select_related("version__bot")
    bots = bots.defer("version__source", "version__dossier", "version__fingerprint")
    matches = matches.defer("secret", "rule_set").select_related("competition", "round")
    shown = ExpressionWrapper(counts() & Q(hidden=False), output_field=BooleanField())
    matches = matches.annotate(counts=shown)
    return matches.prefetch_related(Prefetch("bots", bots))


def _visible(request: Request) -> QuerySet[Match]:
    """Matches of competitions that one may see, trials of one's own bots, requested matches with them."""
    seen = Q(competition__in=Competition.objects.visible_to(request.user))
    if request.user.is_staff:
        return as_shown(Match.objects.all(), request.user)
    if request.user.is_authenticated:
        with_own = MatchBot.objects.filter(version__bot__owner=request.user).values("match")
        seen |= Q(trial_of__bot__owner=request.user)
        seen |= Q(requested_by=request.user) | Q(kind=Match.Kind.REQUESTED, pk__in=with_own)
    return as_shown(Match.objects.filter(seen), request.user)
