"""What an organizer decides that moves results. A ruling is added, undone at most once, and never changed.

What counts is derived from the rulings in force (`tenfold.matches.aside`), so that undoing one restores
exactly what was, whatever else was ruled in between.
"""

from collections.abc import Mapping

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext, gettext_lazy

LONGEST_REASON = 1000


class RulingKind(models.TextChoices):
    DISQUALIFY = "disqualify", "disqualification"
    ANNUL = "annul", "annulment"
    RERUN = "rerun", "re-run"
    SWAP = "swap", "change of version"
    RECOUNT = "recount", "recount"


#: What a ruling of each kind is about; a re-run, one of these or all matches without a result.
ABOUT: Mapping[RulingKind, tuple[tuple[str, ...], ...]] = {
    RulingKind.DISQUALIFY: (("entry",),),
    RulingKind.ANNUL: (("match",),),
    RulingKind.RERUN: (("match",), ("round",), ("entry",), ()),
    RulingKind.SWAP: (("entry", "version"),),
    RulingKind.RECOUNT: ((),),
}
THINGS = ("entry", "match", "round", "version")

_HEADINGS = {
    RulingKind.DISQUALIFY: gettext_lazy("Disqualify %(about)s"),
    RulingKind.ANNUL: gettext_lazy("Leave %(about)s out of the count"),
    RulingKind.RERUN: gettext_lazy("Play %(about)s again"),
    RulingKind.SWAP: gettext_lazy("Change the version of %(about)s"),
    RulingKind.RECOUNT: gettext_lazy("Count %(about)s again"),
}


def _about() -> Q:
    """Rulings with exactly the things that their kind is about."""
    allowed = Q()
    for kind, choices in ABOUT.items():
        for things in choices:
            allowed |= Q(kind=kind, **{f"{thing}__isnull": thing not in things for thing in THINGS})
    return allowed


class Ruling(models.Model):
    """One decision, with what its preview said.

    A re-run is about a match, a round, an entry, or about all matches that have no result.
    """

    Kind = RulingKind

    competition = models.ForeignKey("competitions.Competition", models.PROTECT, related_name="rulings")
    number = models.PositiveIntegerField(help_text="Within its competition.")
    kind = models.CharField(max_length=10, choices=Kind)
    entry = models.ForeignKey(
        "competitions.Entry", models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    match = models.ForeignKey("matches.Match", models.PROTECT, null=True, blank=True, related_name="rulings")
    round = models.ForeignKey(
        "competitions.Round", models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    version = models.ForeignKey(
        "bots.BotVersion", models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    reason = models.TextField(max_length=LONGEST_REASON, help_text="For everybody who sees the competition.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made = models.DateTimeField()
    token = models.UUIDField(
        unique=True, help_text="Of the preview it was confirmed on: sent twice, done once."
    )
    preview = models.JSONField(help_text="What it changed, as the preview said it.")
    undone = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    undo_reason = models.TextField(blank=True, max_length=LONGEST_REASON)
    undo_preview = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(fields=["competition", "number"], name="ruling_number_unique"),
            models.UniqueConstraint(
                fields=["entry"],
                condition=Q(kind=RulingKind.DISQUALIFY, undone__isnull=True),
                name="ruling_disqualifies_once",
            ),
            models.CheckConstraint(
                condition=_about(),
                name="ruling_is_about_what_its_kind_needs",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="ruling_has_a_reason"),
            models.CheckConstraint(
                condition=Q(undone__isnull=True, undone_by__isnull=True, undo_reason="")
                | Q(undone__isnull=False, undone_by__isnull=False) & ~Q(undo_reason=""),
                name="ruling_undone_by_somebody_for_a_reason",
            ),
        )

    def __str__(self) -> str:
        return f"ruling {self.number}"

    def get_absolute_url(self) -> str:
        return f"/c/{self.competition.slug}/rulings/#ruling-{self.number}"

    @property
    def in_words(self) -> str:
        """What is decided, as a heading."""
        return str(_HEADINGS[self.Kind(self.kind)]) % {"about": self.about}

    @property
    def to_type(self) -> str:
        """What one types to confirm it: what it is about, or the competition's name in addresses."""
        return self.about if self.entry or self.match else self.competition.slug

    @property
    def about(self) -> str:
        """What it is about, in few words."""
        if self.match:
            assert self.match.round is not None, "nothing else counts, or could be ruled"
            numbers = {"round": self.match.round.number, "number": self.match.number}
            return gettext("match %(round)s.%(number)s") % numbers
        if self.round:
            return gettext("round %(number)s") % {"number": self.round.number}
        if self.entry:
            return f"{self.entry.bot}"
        return gettext("matches without a result") if self.kind == self.Kind.RERUN else gettext("all results")


class SetAside(models.Model):
    """A match that a ruling takes out of the count; with `replacement`, played anew as that one.

    The match counts again once the ruling is undone, and the replacement from then on no longer.
    """

    ruling = models.ForeignKey(Ruling, models.PROTECT, related_name="set_aside")
    match = models.ForeignKey("matches.Match", models.PROTECT, related_name="set_aside")
    unplayed = models.BooleanField(default=False, help_text="It was cancelled for it: undone, it is played.")
    replacement = models.OneToOneField(
        "matches.Match", models.PROTECT, null=True, blank=True, related_name="in_place_of"
    )

    class Meta:
        ordering = ("ruling", "match")
        constraints = (
            models.UniqueConstraint(fields=["ruling", "match"], name="set_aside_once_by_a_ruling"),
            models.CheckConstraint(
                condition=Q(replacement__isnull=True) | Q(unplayed=False),
                name="set_aside_replaces_what_is_over",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match} set aside by {self.ruling}"


class Swap(models.Model):
    """A seat that a ruling gave another version; `before` is what it had."""

    ruling = models.ForeignKey(Ruling, models.PROTECT, related_name="swaps")
    seat = models.ForeignKey("matches.MatchBot", models.PROTECT, related_name="swaps")
    before = models.ForeignKey("bots.BotVersion", models.PROTECT, related_name="+")

    class Meta:
        ordering = ("ruling", "seat")
        constraints = (models.UniqueConstraint(fields=["ruling", "seat"], name="swap_once_by_a_ruling"),)

    def __str__(self) -> str:
        return f"{self.seat}, was {self.before}"


class Recounted(models.Model):
    """A match that came out otherwise when it was counted again, with all that was changed of it."""

    ruling = models.ForeignKey(Ruling, models.PROTECT, related_name="recounted")
    match = models.ForeignKey("matches.Match", models.PROTECT, related_name="+")
    before = models.JSONField()

    class Meta:
        ordering = ("ruling", "match")
        constraints = (
            models.UniqueConstraint(fields=["ruling", "match"], name="recounted_once_by_a_ruling"),
        )

    def __str__(self) -> str:
        return f"{self.match} recounted by {self.ruling}"
