import secrets
from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce, Lower, Now
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from arena.phase10.rules import RuleSet
from tenfold.competitions import banks, bounds
from tenfold.competitions.choices import (
    MEASURED_BY_BLOCK,
    Admission,
    Banks,
    DeedKind,
    Ends,
    EntryState,
    Format,
    Image,
    Measure,
    RoundState,
    Timetable,
    Visibility,
)

LONGEST_NAME = 60

#: Of entries: those that a ruling in force keeps out.
DISQUALIFIED = Q(rulings__kind="disqualify", rulings__undone=None)


def with_ruling(entries: "models.QuerySet[Entry]") -> "models.QuerySet[Entry]":
    """Entries with `ruling`: the number of the one that keeps each out, or None."""
    out = Entry.objects.filter(DISQUALIFIED, pk=models.OuterRef("pk")).values("rulings__number")[:1]
    return entries.annotate(ruling=models.Subquery(out))


def of_its_format() -> Q:
    """Of rounds: those that the format planned; others are made of matches played again."""
    return Q(pins__isnull=False) | Q(format=Format.LADDER)


def new_invitation() -> str:
    return secrets.token_urlsafe(9)


def organized_by(pk: int) -> Q:
    """Competitions that this person organizes, alone or with others."""
    helped = Competition.co_organizers.through.objects.filter(user=pk).values("competition")
    return Q(organizer=pk) | Q(pk__in=helped)


class CompetitionQuerySet(models.QuerySet["Competition"]):
    def visible_to(self, user: object) -> "CompetitionQuerySet":
        """Those that `user` may see: public ones, those they organize, and private ones that let them in."""
        if getattr(user, "is_staff", False):
            return self
        public = Q(visibility=Visibility.PUBLIC)
        pk = getattr(user, "pk", None)
        if pk is None:
            return self.filter(public)
        entries = Entry.objects.filter(bot__owner=pk)
        # To have asked is not to have been let in.
        entered = entries.exclude(state__in=[EntryState.REQUESTED, EntryState.DECLINED]).values("competition")
        name = str(getattr(user, "username", "")).lower()
        listed = RosterName.objects.filter(name=name, competition__admission=Admission.ROSTER)
        let_in = Q(pk__in=entered) | Q(pk__in=listed.values("competition"))
        return self.filter(public | organized_by(pk) | let_in)

    def stale(self) -> "CompetitionQuerySet":
        """Those whose standing does not show all that came in."""
        # Named first: in the filter itself it would leave out those that have no refresh yet.
        return self.alias(shown=Coalesce("refresh__changes", 0)).filter(changes__gt=F("shown"))


class Competition(models.Model):
    """A league of bots under one rule set, played in rounds of its format."""

    Format = Format
    Measure = Measure
    Timetable = Timetable
    Visibility = Visibility
    Admission = Admission

    organizer = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="competitions")
    co_organizers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="+", blank=True, help_text="May do all but choose their like."
    )
    name = models.CharField(max_length=LONGEST_NAME)
    slug = models.SlugField(max_length=70, unique=True)
    description = models.TextField(blank=True, max_length=2000)
    rule_set = models.JSONField(help_text="A rule set of arena.phase10 as data.")
    players = models.PositiveSmallIntegerField(
        default=2, validators=bounds.PLAYERS.validators, help_text="Seats at a table."
    )
    blocks = models.PositiveSmallIntegerField(
        default=10,
        validators=bounds.BLOCKS.validators,
        help_text="Blocks a match: each is one deck sequence played in every seat rotation.",
    )
    ends = models.CharField(
        max_length=5, choices=Ends, default=Ends.ALL, help_text="When a match between two is over."
    )
    format = models.CharField(max_length=11, choices=Format, default=Format.ROUND_ROBIN)
    swiss_rounds = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=bounds.SWISS_ROUNDS.validators,
        help_text="Rounds of a Swiss; empty: as many as are started.",
    )
    finalists = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=bounds.FINALISTS.validators,
        help_text="How many of the standing's best enter a knockout's bracket; empty: all.",
    )
    timetable = models.CharField(max_length=7, choices=Timetable, default=Timetable.BY_HAND)
    every_hours = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=bounds.EVERY_HOURS.validators
    )
    at_times = models.CharField(
        max_length=200, blank=True, help_text="Times of day, as 9:00, 18:00, by the clocks of `time_zone`."
    )
    time_zone = models.CharField(max_length=40, default="UTC", help_text="As Europe/Berlin.")
    timetable_since = models.DateTimeField(default=timezone.now, editable=False)
    not_started = models.TextField(
        blank=True,
        editable=False,
        help_text="Why the round, or the ladder's match, that is due could not begin.",
    )
    ladder_runs = models.BooleanField(
        default=False, editable=False, help_text="Its ladder was started, and goes on until it is stopped."
    )
    paused = models.BooleanField(default=False, editable=False, help_text="No match of it begins.")
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    admission = models.CharField(max_length=8, choices=Admission, default=Admission.OPEN)
    bots_each = models.PositiveSmallIntegerField(
        default=3, validators=bounds.BOTS_EACH.validators, help_text="Of one owner."
    )
    uploads_a_day = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=bounds.UPLOADS_A_DAY.validators,
        help_text="New versions of one owner's entered bots; empty: as many as the site takes.",
    )
    invitation = models.CharField(
        max_length=16, default=new_invitation, editable=False, help_text="The code that opens a private one."
    )
    frozen_from = models.DateTimeField(
        null=True, blank=True, help_text="What finishes later is hidden from all but those who organize it."
    )
    measure = models.CharField(
        max_length=8,
        choices=Measure,
        default=Measure.MARGIN,
        help_text="By which figure entries are ranked.",
    )
    banks = models.CharField(
        max_length=8, choices=Banks, default=Banks.STANDARD, help_text="How much time a bot has to think."
    )
    image = models.CharField(
        max_length=5, choices=Image, default=Image.PLAIN, help_text="What its bots run in."
    )
    changes = models.PositiveBigIntegerField(
        default=0, editable=False, help_text="How often what its standing is made of has changed."
    )
    created = models.DateTimeField(auto_now_add=True)

    objects = CompetitionQuerySet.as_manager()

    class Meta:
        ordering = ("-created", "-id")
        constraints = (
            models.CheckConstraint(
                condition=Q(players__range=bounds.PLAYERS.ends), name="competition_seats_two_to_six"
            ),
            models.CheckConstraint(
                condition=Q(blocks__range=bounds.BLOCKS.ends), name="competition_blocks_in_range"
            ),
            models.CheckConstraint(
                condition=Q(visibility__in=Visibility.values), name="competition_visibility_known"
            ),
            models.CheckConstraint(condition=Q(ends__in=Ends.values), name="competition_ends_known"),
            models.CheckConstraint(
                condition=Q(ends=Ends.ALL) | Q(players=2),
                name="competition_early_ends_are_of_two",
                violation_error_message=_("Which of two bots is better is asked at tables of two alone."),
            ),
            models.CheckConstraint(
                condition=Q(ends=Ends.ALL) | Q(measure__in=MEASURED_BY_BLOCK),
                name="competition_early_ends_rank_by_block",
                violation_error_message=_(
                    "Matches that end early are ranked by margin or by margin less luck: by wins or places"
                    " an opponent would weigh by how often it was met."
                ),
            ),
            models.CheckConstraint(condition=Q(format__in=Format.values), name="competition_format_known"),
            models.CheckConstraint(
                condition=Q(timetable__in=Timetable.values), name="competition_timetable_known"
            ),
            models.CheckConstraint(
                condition=~Q(format=Format.KNOCKOUT) | Q(players=2),
                name="competition_ties_are_of_two",
                violation_error_message=_("A knockout's ties are between two: choose two seats, or a Swiss."),
            ),
            models.CheckConstraint(
                condition=~Q(format=Format.LADDER) | Q(timetable=Timetable.BY_HAND),
                name="competition_ladder_needs_no_timetable",
                violation_error_message=_("A ladder's rounds follow one another: let it start by hand."),
            ),
            models.CheckConstraint(
                condition=Q(ladder_runs=False) | Q(format=Format.LADDER),
                name="competition_ladder_is_its_format",
            ),
            models.CheckConstraint(condition=Q(measure__in=Measure.values), name="competition_measure_known"),
            models.CheckConstraint(condition=Q(banks__in=Banks.values), name="competition_banks_known"),
            models.CheckConstraint(condition=Q(image__in=Image.values), name="competition_image_known"),
            models.CheckConstraint(condition=~Q(name="") & ~Q(slug=""), name="competition_is_named"),
            models.CheckConstraint(
                condition=Q(admission__in=Admission.values), name="competition_admission_known"
            ),
            models.CheckConstraint(
                condition=Q(bots_each__range=bounds.BOTS_EACH.ends), name="competition_bots_in_range"
            ),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return f"/c/{self.slug}/"

    @property
    def rules(self) -> RuleSet:
        return RuleSet.from_dict(self.rule_set)

    @property
    def time(self) -> str:
        """Its time banks, in words."""
        return banks.in_words(self.banks)

    @cached_property
    def co_organizer_ids(self) -> frozenset[int]:
        return frozenset(user.pk for user in self.co_organizers.all())

    @property
    def is_frozen(self) -> bool:
        return self.frozen_from is not None and self.frozen_from <= timezone.now()

    @property
    def is_stale(self) -> bool:
        """Whether its standing does not show all that came in."""
        return Competition.objects.stale().filter(pk=self.pk).exists()

    @property
    def has_begun(self) -> bool:
        """Whether its first round has started: what results hang on stays as it is from then on."""
        return self.rounds.exists()

    @property
    def disqualified(self) -> "models.QuerySet[Entry]":
        """Entries that a ruling in force keeps out: without a place in the standing or in coming rounds."""
        return self.entries.filter(DISQUALIFIED)

    @property
    def asking(self) -> int:
        """How many bots wait to be let in."""
        return self.entries.filter(state=Entry.State.REQUESTED).count()

    def is_visible_to(self, user: object) -> bool:
        return Competition.objects.visible_to(user).filter(pk=self.pk).exists()

    def is_open_to(self, user: object, *, invitation: str = "") -> bool:
        """Whether `user` may come to the door: whoever sees it, or has its code. `admission` says more."""
        return self.has_code(invitation) or self.is_visible_to(user)

    def has_code(self, invitation: str) -> bool:
        return secrets.compare_digest(invitation.encode(), self.invitation.encode())


class RosterName(models.Model):
    """Somebody who may enter, by the name that they sign in with, in small letters."""

    competition = models.ForeignKey(Competition, models.CASCADE, db_index=False, related_name="roster")
    name = models.CharField(max_length=150)

    class Meta:
        ordering = ("competition", "name")
        constraints = (
            models.UniqueConstraint(fields=["competition", "name"], name="roster_name_once"),
            models.CheckConstraint(condition=Q(name=Lower("name")), name="roster_name_in_small_letters"),
        )

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A bot in a competition. A withdrawn or benched one keeps its row and sits out the next rounds.

    Where an organizer lets bots in, one that has asked is `requested`, then active or `declined`.
    """

    State = EntryState
    TAKING_PART = (EntryState.ACTIVE, EntryState.BENCHED)
    IN_OR_ASKING = (*TAKING_PART, EntryState.REQUESTED)

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="entries")
    bot = models.ForeignKey("bots.Bot", models.CASCADE, related_name="entries")
    state = models.CharField(max_length=9, choices=State, default=State.ACTIVE)
    reason = models.TextField(blank=True, help_text="Why it was benched or declined, for its owner.")
    state_since = models.DateTimeField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("created", "id")
        verbose_name_plural = "entries"
        constraints = (
            models.UniqueConstraint(fields=["competition", "bot"], name="entry_once_per_competition"),
            models.CheckConstraint(condition=Q(state__in=EntryState.values), name="entry_state_known"),
            models.CheckConstraint(
                condition=~Q(state=EntryState.BENCHED) | ~Q(reason=""), name="entry_benched_with_reason"
            ),
            models.CheckConstraint(
                condition=~Q(state=EntryState.DECLINED) | ~Q(reason=""), name="entry_declined_with_reason"
            ),
        )

    def __str__(self) -> str:
        return f"{self.bot} in {self.competition}"


class Round(models.Model):
    """Matches that are planned together, and the secret that all their decks come from.

    The commitment (SHA-256 of the secret) is public from the start, the secret once the last match is over.
    A ladder's is `open` while further matches are added to it; `placements` of those so far are newcomers'.
    """

    State = RoundState

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    format = models.CharField(max_length=11, choices=Format, default=Format.ROUND_ROBIN)
    state = models.CharField(max_length=9, choices=State, default=State.SCHEDULED)
    open = models.BooleanField(default=False, editable=False)
    placements = models.PositiveIntegerField(default=0, editable=False)
    secret = models.BinaryField(editable=False)
    commitment = models.CharField(max_length=64)
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    started = models.DateTimeField()
    finished = models.DateTimeField(null=True, blank=True)
    kept = models.BooleanField(
        default=False, editable=False, help_text="The standing at its end is kept: `PastStanding`."
    )

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(fields=["competition", "number"], name="round_number_unique"),
            models.UniqueConstraint(
                fields=["competition"],
                condition=~Q(state=RoundState.FINISHED),
                name="round_one_at_a_time",
                violation_error_message=_("A round is running. Start the next one when it has finished."),
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_from_one"),
            models.CheckConstraint(condition=Q(state__in=RoundState.values), name="round_state_known"),
            models.CheckConstraint(condition=Q(format__in=Format.values), name="round_format_known"),
            models.CheckConstraint(
                condition=Q(state=RoundState.FINISHED, finished__isnull=False)
                | ~Q(state=RoundState.FINISHED) & Q(finished__isnull=True),
                name="round_finished_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(open=False) | Q(state=RoundState.RUNNING, format=Format.LADDER),
                name="round_open_on_a_running_ladder",
            ),
        )

    def __str__(self) -> str:
        return f"{self.competition}, round {self.number}"

    @property
    def revealed(self) -> str | None:
        """The secret in hex, once nothing can be gained by knowing it."""
        return bytes(self.secret).hex() if self.state == self.State.FINISHED else None


class Pin(models.Model):
    """An entry in a round with the version that plays for it there, fixed when the round starts.

    A ladder's rounds have none: each of its matches takes who is there, and their versions, as it is planned.
    Plans are made of these numbers. They count from 0 in the order of the standing, where the format asks
    for one; in a bracket they are the seeds, so those of later legs have gaps.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="pins")
    number = models.PositiveIntegerField()
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="pins")
    version = models.ForeignKey("bots.BotVersion", models.PROTECT, related_name="pins")

    class Meta:
        ordering = ("round", "number")
        constraints = (
            models.UniqueConstraint(fields=["round", "number"], name="pin_number_unique_in_round"),
            models.UniqueConstraint(fields=["round", "entry"], name="pin_entry_once_a_round"),
        )

    def __str__(self) -> str:
        return f"{self.version} in {self.round}"


class Standing(models.Model):
    """One row of the leaderboard, made anew from the stored block results; never added to.

    Margins are in phases (`arena.margin`) against the table's mean on the same decks; `adjusted` are less
    luck, `win_share` is of the games. Each figure has two that bound it at 95%, `low` and `high` those of
    the margin; `rank_low` and `rank_high` bound the rank, which is by the competition's measure.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="standing")
    # Stands on the entry too; here for the index that a page of the leaderboard reads.
    competition = models.ForeignKey(Competition, models.CASCADE, related_name="standings")
    margin = models.FloatField()
    low = models.FloatField()
    high = models.FloatField()
    rank = models.PositiveIntegerField()
    rank_low = models.PositiveIntegerField()
    rank_high = models.PositiveIntegerField()
    wins = models.PositiveIntegerField(help_text="Games in which it took the first place.")
    games = models.PositiveIntegerField()
    blocks = models.PositiveIntegerField()
    mean_place = models.FloatField()
    place_low = models.FloatField(default=0)
    place_high = models.FloatField(default=0)
    win_share = models.FloatField(default=0)
    wins_low = models.FloatField(default=0)
    wins_high = models.FloatField(default=0)
    adjusted = models.FloatField(default=0)
    adjusted_low = models.FloatField(default=0)
    adjusted_high = models.FloatField(default=0)
    elo = models.FloatField(default=0, help_text="By who took the first places; 1500 is the middle.")
    faults = models.JSONField(default=dict, help_text="Faults by kind.")
    form = models.JSONField(default=list, help_text="Its margins in its newest matches, oldest first.")
    updated = models.DateTimeField()

    class Meta:
        ordering = ("rank", "id")
        indexes = (models.Index(fields=["competition", "rank", "id"], name="standing_page"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(rank_low__gte=1, rank_low__lte=F("rank"), rank_high__gte=F("rank")),
                name="standing_rank_in_its_range",
            ),
            models.CheckConstraint(condition=Q(wins__lte=F("games")), name="standing_wins_are_games"),
            models.CheckConstraint(
                condition=Q(low__lte=F("margin"), high__gte=F("margin")),
                name="standing_margin_in_its_interval",
            ),
        )

    def __str__(self) -> str:
        return f"{self.rank}. {self.entry}"

    @property
    def rank_range(self) -> Iterable[int]:
        return range(self.rank_low, self.rank_high + 1)


class PastStanding(models.Model):
    """Where an entry stood when a round was over, by what counted then: written once, for its page.

    The figure is that of the competition's measure, `low` and `high` bound it at 95%.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="standings", db_index=False)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="past")
    version = models.PositiveIntegerField(
        null=True, help_text="Number of the version that played last in the round; empty: none did."
    )
    figure = models.FloatField()
    low = models.FloatField()
    high = models.FloatField()
    rank = models.PositiveIntegerField()
    games = models.PositiveIntegerField()

    class Meta:
        ordering = ("round", "rank", "entry")
        constraints = (models.UniqueConstraint(fields=["round", "entry"], name="past_standing_once_a_round"),)

    def __str__(self) -> str:
        return f"{self.entry} after {self.round}"


class Refresh(models.Model):
    """How far a competition's standing is made, a row that whoever makes it anew holds meanwhile.

    It is none of the competition's own columns since those who record results change that row.
    """

    competition = models.OneToOneField(Competition, models.CASCADE, primary_key=True, related_name="refresh")
    changes = models.PositiveBigIntegerField(
        default=0, help_text="So many of the competition's changes does the standing show."
    )

    def __str__(self) -> str:
        return f"{self.competition}, standing of {self.changes} changes"


class Deed(models.Model):
    """That somebody started, paused, resumed or stopped it: written in the transaction that did it."""

    Kind = DeedKind

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="deeds", db_index=False)
    kind = models.CharField(max_length=6, choices=Kind)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("-id",)
        constraints = (models.CheckConstraint(condition=Q(kind__in=DeedKind.values), name="deed_kind_known"),)
        indexes = (models.Index(fields=["competition", "-id"], name="deed_of_competition"),)

    def __str__(self) -> str:
        return f"{self.kind} of {self.competition}"
