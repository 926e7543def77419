from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q

from arena.phase10.game import Game
from arena.phase10.results import ENGINE, Transcript
from arena.phase10.rules import RuleSet
from arena.replay import FaultTold
from arena.transcript import TranscriptMismatch, resume
from tenfold.competitions.bounds import PLAYERS

#: Where the person sits; the bots have the seats after it.
PERSON = 0


class Due(models.TextChoices):
    """Whom a table waits for."""

    PERSON = "person"
    BOTS = "bots"
    NOBODY = "nobody"


class Table(models.Model):
    """One game of a person against bots. It counts nowhere, and only who plays it sees it.

    The log is the game: it is played again whenever somebody looks. `moves` counts the changes to it, so
    whoever stores one says from which state it was made, and is turned away when that is not the present.
    """

    Due = Due

    key = models.UUIDField(unique=True, default=uuid4, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="tables"
    )
    visitor = models.CharField(
        max_length=40,
        blank=True,
        db_index=True,
        help_text="Of nobody's account: what the browser's session holds.",
    )
    network = models.CharField(
        max_length=64, blank=True, help_text="A visitor's address, by a keyed hash: tables are counted by it."
    )
    players = models.PositiveSmallIntegerField(help_text="The person and the bots.")
    engine = models.PositiveSmallIntegerField(help_text="Whose log it is: no other engine goes on with it.")
    rule_set = models.JSONField()
    seed = models.BinaryField(help_text="Of the decks: a secret until the game is over.")
    commitment = models.CharField(
        max_length=64, help_text="What was told of the decks before the game: the SHA-256 of the seed."
    )
    log = models.BinaryField(default=b"")
    moves = models.PositiveIntegerField(default=0)
    due = models.CharField(max_length=6, choices=Due, default=Due.PERSON)
    given_up = models.BooleanField(
        default=False, help_text="Without its game, and only as long as it is counted."
    )
    faults = models.JSONField(default=list, blank=True, help_text="What bots were at fault for, in order.")
    claim = models.UUIDField(null=True, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField()
    moved = models.DateTimeField()

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(condition=Q(due__in=Due.values), name="table_due_known"),
            models.CheckConstraint(condition=Q(players__range=PLAYERS.ends), name="table_seats_two_to_six"),
            models.CheckConstraint(
                condition=Q(owner=None) & ~Q(visitor="") | Q(owner__isnull=False, visitor=""),
                name="table_is_somebodys",
            ),
            models.CheckConstraint(
                condition=Q(claim=None, claimed_until=None)
                | Q(claim__isnull=False, claimed_until__isnull=False),
                name="table_claim_ends",
            ),
        )
        indexes = (
            models.Index(fields=["owner", "-id"], name="table_of_person"),
            models.Index(fields=["moved"], name="table_moved"),
            # What the sweep looks for: few rows of many.
            models.Index(fields=["moved"], name="table_of_bots", condition=Q(due="bots")),
        )

    def __str__(self) -> str:
        return f"table {self.pk}"

    def get_absolute_url(self) -> str:
        return f"/play/{self.key}/"

    @property
    def over(self) -> bool:
        return self.due == Due.NOBODY

    @property
    def of_today(self) -> bool:
        """Whether it can be played on, and shown: another release may have another engine."""
        return self.engine == ENGINE

    @property
    def rules(self) -> RuleSet:
        return RuleSet.from_dict(self.rule_set)

    def game(self) -> Game:
        """The game as it stands, to be played on; takes a millisecond or two.

        Raises TranscriptMismatch when it is another engine's.
        """
        if not self.of_today:
            raise TranscriptMismatch(f"engine {self.engine} began this game, and this is engine {ENGINE}")
        return resume(self.rules, self.players, bytes(self.seed), bytes(self.log))

    def refused(self) -> list[FaultTold]:
        """What the bots were at fault for."""
        return [FaultTold(*fault) for fault in self.faults]

    def transcript(self) -> Transcript:
        return self.game().transcript()


class TableBot(models.Model):
    """A version at a table, by its seat."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="bots", db_index=False)
    seat = models.PositiveSmallIntegerField()
    version = models.ForeignKey("bots.BotVersion", models.PROTECT, related_name="+")

    class Meta:
        ordering = ("table", "seat")
        constraints = (
            models.UniqueConstraint(fields=["table", "seat"], name="table_bot_seat_unique"),
            models.CheckConstraint(condition=Q(seat__range=(1, 5)), name="table_bot_seat_in_range"),
        )

    def __str__(self) -> str:
        return f"{self.version} at {self.table}"
