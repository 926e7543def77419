from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Length
from django.db.models.lookups import Range
from django.urls import reverse

# Of what is typed into an editor; a file may be larger (tenfold.bots.models).
MOST_DRAFT_BYTES = 1 << 18


class DraftState(models.TextChoices):
    """How far its test game has come. After the first three nothing more happens."""

    KEPT = "kept", "kept, without a game"
    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"
    REFUSED = "refused"
    FAILED = "failed", "not played on our side"


class Draft(models.Model):
    """A text that somebody tries out, with the one unrated game it plays; both are gone after a day.

    It is its writer's alone: an account's, or a visitor's, who is known by what lies in their session. No bot
    and no match: lists, standings and the API know nothing of it.
    """

    State = DraftState
    #: The states of a draft whose game is still to come to its end.
    OPEN = (DraftState.WAITING, DraftState.PLAYING)

    key = models.UUIDField(unique=True, default=uuid4, help_text="Its address; nobody can guess it.")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="drafts"
    )
    visitor = models.CharField(max_length=64, blank=True, help_text="Hash of what the session holds.")
    network = models.CharField(max_length=64, blank=True, help_text="Hash of where the visitor came from.")
    source = models.BinaryField()
    opponent = models.ForeignKey(
        "bots.BotVersion", models.CASCADE, null=True, blank=True, related_name="+", help_text="A house bot's."
    )
    secret = models.BinaryField(editable=False, help_text="What its deck is derived from.")
    state = models.CharField(max_length=8, choices=State)
    reason = models.TextField(blank=True, help_text="Why there is no game, for its writer.")
    state_since = models.DateTimeField()
    created = models.DateTimeField(auto_now_add=True)
    # What it came to. `outcome`, `faults` and `notes` are as in a match's Game, FaultLog and Note; of faults
    # and notes only the draft's own are kept.
    transcript = models.BinaryField(null=True, editable=False)
    outcome = models.JSONField(default=list)
    faults = models.JSONField(default=list)
    notes = models.JSONField(default=list)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(
                condition=Q(owner__isnull=False, visitor="") | Q(owner__isnull=True) & ~Q(visitor=""),
                name="draft_has_one_writer",
            ),
            models.CheckConstraint(condition=Q(state__in=DraftState.values), name="draft_state_known"),
            models.CheckConstraint(
                condition=Q(state=DraftState.KEPT) | Q(opponent__isnull=False), name="draft_has_an_opponent"
            ),
            models.CheckConstraint(
                condition=~Q(state=DraftState.OVER) | Q(transcript__isnull=False),
                name="draft_over_has_a_game",
            ),
            models.CheckConstraint(
                condition=Range(Length("source"), (1, MOST_DRAFT_BYTES)), name="draft_source_in_size"
            ),
        )
        indexes = (
            models.Index(fields=["created"], name="draft_created"),
            models.Index(
                fields=["state_since"], name="draft_open", condition=Q(state__in=["waiting", "playing"])
            ),
        )

    def __str__(self) -> str:
        return f"draft {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("draft", args=[self.key])
