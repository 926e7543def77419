"""Competitions, their entries, rounds and standings over HTTP."""

from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.shortcuts import get_object_or_404
from django_filters.rest_framework import ChoiceFilter, FilterSet
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from arena.phase10.errors import RulesRefused
from arena.phase10.rules import NAMED, RuleSet
from tenfold.accounts.models import User
from tenfold.api.allowed import require
from tenfold.api.pages import ByOffset, ByRank
from tenfold.bots.models import Bot
from tenfold.competitions import ladders, pausing
from tenfold.competitions.admission import at_the_door
from tenfold.competitions.choices import Timetable
from tenfold.competitions.editing import edit_competition, mark_of
from tenfold.competitions.freeze import as_shown, fit_at, hidden_since, round_at, rows_at
from tenfold.competitions.models import DISQUALIFIED, Competition, Entry, Round, Standing
from tenfold.competitions.rounds import start_round
from tenfold.competitions.services import create_competition, enter, withdraw
from tenfold.competitions.timetable import next_start


class RuleSetField(serializers.JSONField):
    """A named rule set, or the fields that differ from the standard one; shown with every field."""

    def to_internal_value(self, data: object) -> dict[str, Any]:
        named = NAMED.get(data) if isinstance(data, str) else None
        try:
            return (named or RuleSet.from_dict(data)).to_dict()
        except RulesRefused as no:
            raise serializers.ValidationError({no.field: [f"{no}."]} if no.field else [f"{no}."]) from no


class CompetitionSerializer(serializers.ModelSerializer[Competition]):
    """`invitation` is null for all but those who organize it.

    `rule_set` is sent as a name (`even`, `first-3`) or as an object of what differs from the standard one,
    and answered in full; `rules_text` says it in words.
    """

    organizer = serializers.CharField(source="organizer.username", read_only=True)
    co_organizers = serializers.SlugRelatedField[User](slug_field="username", many=True, read_only=True)
    rule_set = RuleSetField(default=dict)
    rules_text = serializers.CharField(source="rules.in_words", read_only=True)
    url = serializers.CharField(source="get_absolute_url", read_only=True)
    next_round = serializers.SerializerMethodField(
        help_text="When it is due by the timetable; null as well to who may not know while it is frozen."
    )

    class Meta:
        model = Competition
        fields = (
            "slug", "name", "organizer", "co_organizers", "description", "rule_set", "rules_text", "players",
            "blocks", "ends", "measure", "banks", "image", "format", "swiss_rounds", "finalists", "timetable",
            "every_hours", "at_times", "time_zone", "next_round", "paused", "ladder_runs", "visibility",
            "admission", "bots_each", "uploads_a_day", "frozen_from", "invitation", "created", "url",
        )  # fmt: skip
        read_only_fields = ("slug", "paused", "ladder_runs", "invitation", "created")

    def get_next_round(self, instance: Competition) -> datetime | None:
        hidden = hidden_since(instance, self.context["request"].user)
        if instance.timetable == Timetable.BY_HAND or hidden:
            return None
        return next_start(instance, instance.rounds.order_by("-number").first())

    def to_representation(self, instance: Competition) -> dict[str, Any]:
        shown: dict[str, Any] = super().to_representation(instance)
        if not self.context["request"].user.has_perm("competitions.view_invitation", instance):
            shown["invitation"] = None
        return shown


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """`reason` says why an entry is benched, to its owner and to who organizes; else it is null.

    While the standing is frozen, `state_since` is null to all but them.
    """

    state = serializers.ChoiceField(source="shown_state", choices=Entry.State.choices, read_only=True)

    owner = serializers.CharField(source="bot.owner.username", read_only=True)
    name = serializers.CharField(source="bot.name", read_only=True)
    disqualified = serializers.BooleanField(
        read_only=True,
        default=False,
        help_text="Whether a ruling keeps it out of standing and coming rounds.",
    )

    class Meta:
        model = Entry
        fields = ("id", "bot", "owner", "name", "state", "disqualified", "state_since", "reason", "created")
        read_only_fields = fields

    def to_representation(self, instance: Entry) -> dict[str, Any]:
        shown: dict[str, Any] = super().to_representation(instance)
        if not self.context["request"].user.has_perm("competitions.view_bench_reason", instance):
            shown["reason"] = None
            if instance.competition.is_frozen:
                shown["state_since"] = None
        return shown


class EnteringSerializer(serializers.Serializer[None]):
    bot = serializers.IntegerField()
    invitation = serializers.CharField(
        required=False, default="", help_text="The code of a private competition."
    )


class RoundSerializer(serializers.ModelSerializer[Round]):
    """`commitment` is the SHA-256 of `secret`, which is null until the last match is over and shown.

    A `scheduled` round has its entries and their versions, and its matches are being planned.
    """

    secret = serializers.CharField(source="revealed", read_only=True, allow_null=True)

    class Meta:
        model = Round
        fields = ("number", "format", "state", "commitment", "secret", "started", "finished")
        read_only_fields = fields

    def to_representation(self, instance: Round) -> dict[str, Any]:
        since = hidden_since(instance.competition, self.context["request"].user)
        return dict(super().to_representation(round_at(instance, since) if since else instance))


class StandingSerializer(serializers.ModelSerializer[Standing]):
    """Margins in phases against the table's mean on the same decks; `low` and `high` bound them at 95%.

    `adjusted` is the margin less luck. The ranks are by the competition's `measure`, and so are their bounds.
    """

    bot = serializers.IntegerField(source="entry.bot_id", read_only=True)
    name = serializers.CharField(source="entry.bot.name", read_only=True)
    owner = serializers.CharField(source="entry.bot.owner.username", read_only=True)

    class Meta:
        model = Standing
        fields = (
            "rank", "rank_low", "rank_high", "entry", "bot", "name", "owner", "margin", "low", "high",
            "adjusted", "adjusted_low", "adjusted_high", "wins", "win_share", "wins_low", "wins_high",
            "games", "blocks", "mean_place", "place_low", "place_high", "elo", "faults", "updated",
        )  # fmt: skip
        read_only_fields = fields


class CompetitionList(generics.ListAPIView[Competition]):
    """The competitions you may see, newest first; or a new one of your own."""

    serializer_class = CompetitionSerializer
    queryset = Competition.objects.none()
    filterset_fields = ("organizer__username", "players")

    def get_queryset(self) -> QuerySet[Competition]:
        return _all_visible(self.request)

    def post(self, request: Request) -> Response:
        organizer = require(request, "competitions.add_competition")
        form = self.get_serializer(data=request.data)
        form.is_valid(raise_exception=True)
        made = create_competition(organizer=organizer, **form.validated_data)
        return Response(self.get_serializer(made).data, status=status.HTTP_201_CREATED)


class CompetitionDetail(generics.RetrieveAPIView[Competition]):
    """One competition; who organizes it changes some of its fields, its rules until the first round.

    The answer's ETag, sent back as `If-Match` with a change, keeps it from going over another's: it is 412.
    """

    serializer_class = CompetitionSerializer
    queryset = Competition.objects.none()
    lookup_field = "slug"

    def get_queryset(self) -> QuerySet[Competition]:
        return _all_visible(self.request)

    def retrieve(self, request: Request, *args: object, **kwargs: object) -> Response:  # noqa: ARG002 - DRF's
        return self._shown(self.get_object())

    def patch(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - the view knows it
        found = self.get_object()
        by = require(request, "competitions.change_competition", found)
        form = self.get_serializer(found, data=request.data, partial=True)
        form.is_valid(raise_exception=True)
        mark = request.headers.get("If-Match", "*").strip().removeprefix("W/").strip('"')
        changes = dict(form.validated_data)
        changed = edit_competition(
            competition=found, by=by, changes=changes, mark=None if mark == "*" else mark
        )
        return self._shown(changed)

    def _shown(self, competition: Competition) -> Response:
        return Response(self.get_serializer(competition).data, headers={"ETag": f'"{mark_of(competition)}"'})


class EntryFilter(FilterSet):  # type: ignore[misc]  # untyped
    state = ChoiceFilter(field_name="shown_state", choices=Entry.State.choices)

    class Meta:
        model = Entry
        fields = ("state",)


class EntryList(generics.ListAPIView[Entry]):
    """The entries of a competition; or a bot enters, of yours or, if you organize it, of the house."""

    serializer_class = EntrySerializer
    queryset = Entry.objects.none()
    filterset_class = EntryFilter

    def get_queryset(self) -> QuerySet[Entry]:
        return _entries(self.request, self.kwargs["slug"])

    @extend_schema(request=EnteringSerializer, responses={201: EntrySerializer})
    def post(self, request: Request, slug: str) -> Response:
        # Whoever has the code enters what it cannot see yet.
        form = EnteringSerializer(data=request.data)
        invitation = form.validated_data["invitation"] if form.is_valid() else ""
        if isinstance(request.user, User):
            competition = at_the_door(request.user, slug, invitation)
        else:
            competition = visible(request, slug)
        # Later: a hidden competition that asks for a field would be told from one that does not exist.
        form.is_valid(raise_exception=True)
        bot = get_object_or_404(Bot, pk=form.validated_data["bot"])
        if bot.house and request.user.has_perm("competitions.enter_house_bot", competition):
            user = require(request, "competitions.enter_house_bot", competition)
        else:
            user = require(request, "bots.change_bot", bot)
        entry = enter(competition=competition, bot=bot, by=user, invitation=invitation)
        shown = as_shown(competition.entries.all(), user).get(pk=entry.pk)
        return Response(self.get_serializer(shown).data, status=status.HTTP_201_CREATED)


class EntryDetail(generics.RetrieveDestroyAPIView[Entry]):
    """One entry; deleting it withdraws the bot from the coming rounds, or takes back that it asked."""

    serializer_class = EntrySerializer
    queryset = Entry.objects.none()

    def get_queryset(self) -> QuerySet[Entry]:
        seen = Q(competition__in=Competition.objects.visible_to(self.request.user))
        seen |= Q(bot__owner=self.request.user.pk)
        entries = Entry.objects.filter(seen, competition__slug=self.kwargs["slug"])
        return _shown(entries.select_related("competition"), self.request)

    def perform_destroy(self, instance: Entry) -> None:
        user = require(self.request, "competitions.withdraw_entry", instance)
        withdraw(entry=instance, by=user)


class Pause(generics.GenericAPIView[Competition]):
    """Its organizer pauses a competition: matches that run are played to their end, no other one begins."""

    serializer_class = CompetitionSerializer
    queryset = Competition.objects.none()
    change = staticmethod(pausing.pause)

    @extend_schema(request=None, responses=CompetitionSerializer)
    def post(self, request: Request, slug: str) -> Response:
        found = get_object_or_404(_all_visible(request), slug=slug)
        user = require(request, "competitions.pause_competition", found)
        self.change(competition=found, by=user)
        found.refresh_from_db()
        return Response(self.get_serializer(found).data)


class Resume(Pause):
    """Its organizer lets a paused competition go on."""

    change = staticmethod(pausing.resume)


class Stop(Pause):
    """Its organizer ends a ladder: what is scheduled is played, and nothing follows until it is started."""

    change = staticmethod(ladders.stop)


class RoundList(generics.ListAPIView[Round]):
    """The rounds of a competition, newest first; or its organizer starts the next one."""

    serializer_class = RoundSerializer
    queryset = Round.objects.none()

    def get_queryset(self) -> QuerySet[Round]:
        found = visible(self.request, self.kwargs["slug"])
        since = hidden_since(found, self.request.user)
        return found.rounds.filter(started__lt=since) if since else found.rounds.all()

    @extend_schema(request=None, responses={201: RoundSerializer})
    def post(self, request: Request, slug: str) -> Response:
        competition = visible(request, slug)
        user = require(request, "competitions.start_round", competition)
        started = start_round(competition=competition, by=user)
        return Response(self.get_serializer(started).data, status=status.HTTP_201_CREATED)


class StandingList(generics.ListAPIView[Standing]):
    """The leaderboard, best first; while it is frozen, as of then, to all but those who organize."""

    serializer_class = StandingSerializer
    pagination_class = ByRank
    queryset = Standing.objects.none()

    def get_queryset(self) -> QuerySet[Standing]:
        return visible(self.request, self.kwargs["slug"]).standings.select_related("entry__bot__owner")

    def list(self, request: Request, *args: object, **kwargs: object) -> Response:
        found = visible(request, self.kwargs["slug"])
        since = hidden_since(found, request.user)
        if since is None:
            return super().list(request, *args, **kwargs)
        pages = ByOffset()
        listed = pages.paginate_queryset(fit_at(found, since), request, view=self) or []
        rows = rows_at(found, listed, since=since, user=request.user)
        return pages.get_paginated_response(self.get_serializer(rows, many=True).data)


def _all_visible(request: Request) -> QuerySet[Competition]:
    seen = Competition.objects.visible_to(request.user)
    return seen.select_related("organizer").prefetch_related("co_organizers")


def _entries(request: Request, slug: str) -> QuerySet[Entry]:
    return _shown(visible(request, slug).entries.all(), request)


def _shown(entries: QuerySet[Entry], request: Request) -> QuerySet[Entry]:
    out = Exists(Entry.objects.filter(DISQUALIFIED, pk=OuterRef("pk")))
    return as_shown(entries.select_related("bot__owner").annotate(disqualified=out), request.user)


def visible(request: Request, slug: str) -> Competition:
    """The competition, if the asker may know of it. Raises Http404."""
    return get_object_or_404(Competition.objects.visible_to(request.user), slug=slug)
