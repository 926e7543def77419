from django.conf import settings
from django.db import models
from django.db.models.functions import Length, Lower
from django.db.models.lookups import Range
from django.utils.functional import cached_property

# A packed upload; sandbox.upload unpacks and checks it with limits of its own.
MOST_UPLOAD_BYTES = 1 << 20


LONGEST_NAME = 40


class Bot(models.Model):
    """A named line of versions with one owner. At most one version is active: it plays in new matches."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="bots")
    name = models.CharField(max_length=LONGEST_NAME)
    slug = models.SlugField(max_length=50)
    house = models.BooleanField(default=False, help_text="One of the site's own bots, an opponent for all.")
    open_to_requests = models.BooleanField(
        default=False, help_text="Whether anybody may ask for an unrated match against it."
    )
    active_version = models.ForeignKey(
        "BotVersion", models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name", "id")
        constraints = (
            models.UniqueConstraint("owner", Lower("name"), name="bot_name_unique_for_owner"),
            models.UniqueConstraint(fields=["owner", "slug"], name="bot_slug_unique_for_owner"),
            models.CheckConstraint(condition=~models.Q(name="") & ~models.Q(slug=""), name="bot_is_named"),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return f"/bots/{self.owner.username}/{self.slug}/"

    @property
    def plays_on_request(self) -> bool:
        """Whether others than its owner may ask for a match against it."""
        return self.house or self.open_to_requests


class VersionState(models.TextChoices):
    """How far a version has come. The last two are final."""

    RECEIVED = "received"
    CHECKING = "checking"
    TRIAL = "trial", "trial match"
    READY = "ready"
    REFUSED = "refused"


class BotVersion(models.Model):
    """One upload. Its source never changes: the database refuses that."""

    State = VersionState

    bot = models.ForeignKey(Bot, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    filename = models.CharField(max_length=120)
    source = models.BinaryField(help_text="The upload as it came: Python source or a zip.")
    sha256 = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=State, default=State.RECEIVED)
    reason = models.TextField(blank=True, help_text="Why it was refused, for its owner.")
    dossier = models.JSONField(
        null=True, blank=True, help_text="The fault of the trial match, for its owner."
    )
    fingerprint = models.BinaryField(
        null=True, editable=False, help_text="Of its syntax: numbers of 8 bytes, the lowest first."
    )
    needs = models.TextField(
        blank=True, editable=False, help_text="Modules that it imports and that the plain image lacks."
    )
    created = models.DateTimeField(auto_now_add=True)
    state_since = models.DateTimeField(help_text="When it reached its state: a stalled check starts again.")
    checks = models.PositiveSmallIntegerField(default=0, help_text="How often a worker began to check it.")

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(fields=["bot", "number"], name="version_number_unique_for_bot"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="version_number_from_one"),
            models.CheckConstraint(
                condition=models.Q(state__in=VersionState.values), name="version_state_known"
            ),
            models.CheckConstraint(
                condition=~models.Q(state=VersionState.REFUSED) | ~models.Q(reason=""),
                name="version_refused_with_reason",
            ),
            models.CheckConstraint(
                condition=Range(Length("source"), (1, MOST_UPLOAD_BYTES)),
                name="version_source_in_size",
            ),
        )
        indexes = (
            # What the sweep looks for: few rows of many.
            models.Index(
                fields=["state_since"],
                name="version_unfinished",
                condition=models.Q(state__in=["received", "checking", "trial"]),
            ),
        )

    def __str__(self) -> str:
        return f"{self.bot} v{self.number}"

    def get_absolute_url(self) -> str:
        return f"{self.bot.get_absolute_url()}versions/{self.number}/"

    @property
    def is_active(self) -> bool:
        return self.bot.active_version_id == self.pk

    @cached_property
    def is_zip(self) -> bool:
        return self.filename.lower().endswith(".zip")

    @cached_property
    def size(self) -> int:
        return len(self.source)
