from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from arena.early import stretch_of
from sandbox.limits import Limits
from tenfold.competitions import banks, bounds
from tenfold.competitions.choices import Banks, Image

# An attempt that failed through our fault is made again, this many times in all; then the match is void.
MOST_FAILURES = 3


class MatchKind(models.TextChoices):
    ROUND = "round"
    TRIAL = "trial"
    REQUESTED = "requested"


class MatchState(models.TextChoices):
    SCHEDULED = "scheduled"
    RUNNING = "running"
    FINISHED = "finished"
    VOID = "void"
    CANCELLED = "cancelled"


class Match(models.Model):
    """Fixed versions meeting over a number of blocks: one task for one worker, at most one result.

    While it runs, exactly one attempt holds `attempt_token`; whoever does not hold it can neither prolong the
    lease nor store a result. Round matches take their decks from the round's secret, others from their own.
    """

    Kind = MatchKind
    State = MatchState
    #: The states of a match that is still to come to its end.
    OPEN = (MatchState.SCHEDULED, MatchState.RUNNING)

    kind = models.CharField(max_length=9, choices=Kind, default=Kind.ROUND)
    round = models.ForeignKey(
        "competitions.Round", models.CASCADE, null=True, blank=True, related_name="matches", db_index=False
    )
    competition = models.ForeignKey(
        "competitions.Competition",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="matches",
        db_index=False,
    )
    trial_of = models.ForeignKey(
        "bots.BotVersion", models.CASCADE, null=True, blank=True, related_name="trials", db_index=False
    )
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="requested_matches"
    )
    number = models.PositiveIntegerField(
        help_text="Within its round, or among the trials of its version, or the requests of its person."
    )
    key = models.CharField(max_length=60, unique=True, help_text="What its block seeds are derived from.")
    secret = models.BinaryField(null=True, blank=True, editable=False)
    players = models.PositiveSmallIntegerField()
    blocks = models.PositiveSmallIntegerField(help_text="To be played; once it is over, that were played.")
    most_blocks = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Of a match that ends once it is decided: how many there may be."
    )
    rule_set = models.JSONField()
    banks = models.CharField(max_length=8, choices=Banks, default=Banks.STANDARD)
    image = models.CharField(max_length=5, choices=Image, default=Image.PLAIN)
    state = models.CharField(max_length=9, choices=State, default=State.SCHEDULED)
    reason = models.TextField(blank=True, help_text="Why it is void or cancelled.")
    lease_until = models.DateTimeField(null=True, blank=True)
    attempt_token = models.UUIDField(null=True, blank=True, unique=True)
    attempts_made = models.PositiveSmallIntegerField(default=0)
    failures = models.PositiveSmallIntegerField(default=0, help_text="Attempts lost through our fault.")
    announced_at = models.DateTimeField(null=True, blank=True)
    ran_in = models.JSONField(
        default=dict,
        blank=True,
        help_text="What its bots ran in: the image's digest, its Python, the seccomp profile's SHA-256…",
    )
    luck_table = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="By which table its blocks are adjusted; empty: not yet, 0: never."
    )
    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("id",)
        verbose_name_plural = "matches"
        indexes = (
            # The newest of each, and what the foreign keys need: so these have no index of their own.
            models.Index(fields=["competition", "-id"], name="match_of_competition"),
            models.Index(fields=["round", "-id"], name="match_of_round"),
            # What the sweep looks for: few rows of many.
            models.Index(fields=["lease_until"], name="match_running", condition=Q(state="running")),
            models.Index(fields=["announced_at"], name="match_scheduled", condition=Q(state="scheduled")),
            # The luck of these is to be computed.
            models.Index(
                fields=["id"],
                name="match_unadjusted",
                condition=Q(state="finished", kind="round", luck_table=None),
            ),
            # What is next, how far a round is and whether it is over, however many matches are behind it.
            models.Index(
                fields=["round", "id"],
                name="match_open_of_round",
                condition=Q(state__in=["scheduled", "running"]),
            ),
        )
        constraints = (
            models.UniqueConstraint(fields=["round", "number"], name="match_number_unique_in_round"),
            models.UniqueConstraint(fields=["trial_of", "number"], name="match_number_unique_in_trials"),
            models.UniqueConstraint(
                fields=["requested_by", "number"], name="match_number_unique_in_requests"
            ),
            models.CheckConstraint(condition=Q(state__in=MatchState.values), name="match_state_known"),
            models.CheckConstraint(
                condition=Q(players__range=bounds.PLAYERS.ends), name="match_seats_two_to_six"
            ),
            models.CheckConstraint(
                condition=Q(blocks__range=bounds.BLOCKS.ends), name="match_blocks_in_range"
            ),
            models.CheckConstraint(
                condition=Q(most_blocks=None) | Q(players=2, blocks__lte=F("most_blocks")),
                name="match_of_two_ends_early",
            ),
            models.CheckConstraint(condition=Q(banks__in=Banks.values), name="match_banks_known"),
            models.CheckConstraint(condition=Q(image__in=Image.values), name="match_image_known"),
            models.CheckConstraint(
                condition=Q(failures__lte=F("attempts_made")) & Q(failures__lte=MOST_FAILURES),
                name="match_failures_bounded",
            ),
            models.CheckConstraint(
                condition=Q(
                    kind=MatchKind.ROUND,
                    round__isnull=False,
                    competition__isnull=False,
                    trial_of__isnull=True,
                    requested_by__isnull=True,
                    secret__isnull=True,
                )
                | Q(
                    kind=MatchKind.TRIAL,
                    round__isnull=True,
                    competition__isnull=True,
                    trial_of__isnull=False,
                    requested_by__isnull=True,
                    secret__isnull=False,
                )
                | Q(
                    kind=MatchKind.REQUESTED,
                    round__isnull=True,
                    competition__isnull=True,
                    trial_of__isnull=True,
                    requested_by__isnull=False,
                    secret__isnull=False,
                ),
                name="match_is_of_a_round_a_trial_or_requested",
            ),
            models.CheckConstraint(
                condition=Q(state=MatchState.RUNNING, lease_until__isnull=False, attempt_token__isnull=False)
                | ~Q(state=MatchState.RUNNING) & Q(lease_until__isnull=True, attempt_token__isnull=True),
                name="match_running_is_claimed",
            ),
            models.CheckConstraint(
                condition=~Q(state=MatchState.FINISHED) | Q(finished__isnull=False),
                name="match_finished_at_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"match {self.pk}"

    def get_absolute_url(self) -> str:
        return f"/m/{self.pk}/"

    @property
    def ended_early(self) -> bool:
        """Whether it was decided before all of its blocks were played."""
        return self.most_blocks is not None and self.blocks < self.most_blocks

    @property
    def spared(self) -> int:
        """How many of its blocks were not played, since it was decided before."""
        return self.most_blocks - self.blocks if self.most_blocks is not None else 0

    def stretch_of(self, block: int) -> range:
        """The blocks that were played by the same processes as this one."""
        return range(self.blocks) if self.most_blocks is None else stretch_of(block, self.most_blocks)

    @property
    def limits(self) -> Limits:
        """What each of its bots may use, but for what the image and the match's length decide."""
        return banks.limits_of(self.banks)

    @property
    def time(self) -> str:
        """Its time banks, in words."""
        return banks.in_words(self.banks)


class MatchBot(models.Model):
    """One version in a match, by its index; and, once played, what it made there."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="bots", db_index=False)
    index = models.PositiveSmallIntegerField()
    version = models.ForeignKey("bots.BotVersion", models.PROTECT, related_name="match_bots")
    entry = models.ForeignKey(
        "competitions.Entry",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="match_bots",
        db_index=False,
    )
    margin = models.FloatField(null=True, help_text="Mean over the blocks, in phases. Empty until played.")
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    place_sum = models.PositiveIntegerField(default=0)
    forfeits = models.PositiveIntegerField(default=0)
    luck = models.FloatField(
        null=True, blank=True, help_text="Phases a game, beyond its table's. Empty until computed."
    )
    wilds = models.FloatField(
        null=True, blank=True, help_text="Wilds a game beyond those expected. Empty until computed."
    )

    class Meta:
        ordering = ("match", "index")
        # The newest of each entry, and what the foreign key needs: so that has no index of its own.
        indexes = (models.Index(fields=["entry", "-id"], name="match_bot_of_entry"),)
        constraints = (
            models.UniqueConstraint(fields=["match", "index"], name="match_bot_index_unique"),
            models.UniqueConstraint(fields=["match", "entry"], name="match_bot_entry_sits_once"),
            models.CheckConstraint(
                condition=Q(wins__lte=F("games"), forfeits__lte=F("games")), name="match_bot_counts_are_games"
            ),
        )

    def __str__(self) -> str:
        return f"{self.version} in {self.match}"

    @property
    def forfeited(self) -> bool:
        """Whether it forfeited every game of the match."""
        return 0 < self.games == self.forfeits

    @property
    def less_luck(self) -> float | None:
        """The margin without the phases of luck."""
        return None if self.margin is None or self.luck is None else self.margin - self.luck


class AttemptOutcome(models.TextChoices):
    FINISHED = "finished"
    FAILED = "failed"
    EXPIRED = "expired"
    HANDED_BACK = "handed_back", "handed back"


class Attempt(models.Model):
    """One claim of a worker on a match, kept for ever: who, when, and how it ended."""

    Outcome = AttemptOutcome

    match = models.ForeignKey(Match, models.CASCADE, related_name="attempts")
    number = models.PositiveSmallIntegerField()
    worker = models.CharField(max_length=120)
    token = models.UUIDField(unique=True)
    started = models.DateTimeField()
    heartbeat = models.DateTimeField()
    ended = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=11, choices=Outcome, blank=True)
    why = models.TextField(blank=True)

    class Meta:
        ordering = ("match", "number")
        constraints = (
            models.UniqueConstraint(fields=["match", "number"], name="attempt_number_unique"),
            models.UniqueConstraint(
                fields=["match"], condition=Q(ended__isnull=True), name="attempt_one_open_per_match"
            ),
            models.UniqueConstraint(
                fields=["match"], condition=Q(outcome="finished"), name="attempt_one_result_per_match"
            ),
            models.CheckConstraint(
                condition=Q(outcome="", ended__isnull=True)
                | Q(outcome__in=AttemptOutcome.values, ended__isnull=False),
                name="attempt_ends_with_an_outcome",
            ),
        )

    def __str__(self) -> str:
        return f"attempt {self.number} at {self.match}"


class Game(models.Model):
    """One game of a match: rotation `rotation` of block `block`, with bot b in seat (b + rotation) mod n.

    `outcome` is a list with one object per seat: bot, place, phases, points, margin, forfeited, strikes,
    cpu_ms, wall_ms, slowest_ms. `clocks` holds turn, seat, CPU and wall time of each request, see clocks.py.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="games", db_index=False)
    block = models.PositiveSmallIntegerField()
    rotation = models.PositiveSmallIntegerField()
    deals = models.PositiveSmallIntegerField(
        null=True, help_text="How many were played; empty: it was played before they were counted."
    )
    transcript = models.BinaryField(editable=False)
    hash = models.CharField(max_length=64, help_text="SHA-256 of the transcript: a replay never changes.")
    outcome = models.JSONField()
    clocks = models.BinaryField(editable=False)
    luck = models.JSONField(
        null=True,
        blank=True,
        help_text="By seat, phases of luck and wilds beyond those expected, once computed.",
    )

    class Meta:
        ordering = ("match", "block", "rotation")
        constraints = (
            models.UniqueConstraint(fields=["match", "block", "rotation"], name="game_once_per_rotation"),
        )

    def __str__(self) -> str:
        return f"{self.match}, block {self.block + 1}, game {self.rotation + 1}"

    def get_absolute_url(self) -> str:
        return f"/m/{self.match_id}/games/{self.block}/{self.rotation}/"

    @property
    def seats(self) -> tuple[int, ...]:
        """The index of the bot in each seat."""
        return tuple(seat["bot"] for seat in self.outcome)

    def outcome_of(self, index: int) -> dict[str, Any]:
        """What the bot with this index made."""
        return next(seat for seat in self.outcome if seat["bot"] == index)

    def luck_of(self, index: int) -> tuple[float, float] | None:
        """How many phases of luck the bot with this index had, and wilds beyond those expected; if known."""
        if self.luck is None:
            return None
        phases, wilds = self.luck[self.seats.index(index)]
        return phases, wilds


class FaultLog(models.Model):
    """A fault of a bot in a game. Kind, turn and message are public, the dossier is its owner's.

    `dossier` has request, reply, stderr and detail: the exact line sent, what came back, the end of stderr,
    and what the sandbox measured.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="faults")
    bot = models.ForeignKey(MatchBot, models.CASCADE, related_name="faults")
    seat = models.PositiveSmallIntegerField()
    turn = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    message = models.TextField()
    dossier = models.JSONField(default=dict)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.kind} of {self.bot}"


class Note(models.Model):
    """What a bot wrote to stderr in one turn, for its owner alone."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="notes")
    bot = models.ForeignKey(MatchBot, models.CASCADE, related_name="notes")
    turn = models.PositiveIntegerField()
    text = models.TextField()

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"stderr of {self.bot}, turn {self.turn + 1}"


class BlockResult(models.Model):
    """What every bot made of one block, by index: the standings are made of these rows alone."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="block_results", db_index=False)
    block = models.PositiveSmallIntegerField()
    margins = models.JSONField(help_text="Mean over the rotations, in phases, less the table's mean.")
    wins = models.JSONField(help_text="Games in which it took the first place.")
    places = models.JSONField(help_text="Sum of its places.")
    adjusted = models.JSONField(null=True, help_text="The margins less luck, once that has been computed.")

    class Meta:
        ordering = ("match", "block")
        constraints = (models.UniqueConstraint(fields=["match", "block"], name="block_result_once"),)

    def __str__(self) -> str:
        return f"{self.match}, block {self.block + 1}"


class MatchFigures(models.Model):
    """All block results of a match, packed for the standing: see `tenfold.matches.figures`.

    Each field is a list of 8-byte numbers; those by bot have the bots of the first block first. Those of
    `made` have 4 bytes: for each bot what its games came to, as `tenfold.matches.made.Made` has it.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="figures")
    entries = models.BinaryField(editable=False)
    blocks = models.BinaryField(editable=False)
    margins = models.BinaryField(editable=False)
    adjusted = models.BinaryField(editable=False)
    wins = models.BinaryField(editable=False)
    places = models.BinaryField(editable=False)
    made = models.BinaryField(editable=False)

    def __str__(self) -> str:
        return f"figures of {self.match}"
