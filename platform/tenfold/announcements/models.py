"""What those who organize a competition tell its authors, and what authors ask them.

An announcement is for all who see the competition, or a clarification for one author alone. Nothing of it is
ever lost: who changes its words leaves the old ones as a `Wording`.
"""

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Q

from tenfold.accounts.models import User

LONGEST_TEXT = 2000


class Question(models.Model):
    """What an author asks the organizers; known to these and to nobody else until they answer to all."""

    competition = models.ForeignKey("competitions.Competition", models.CASCADE, related_name="questions")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="questions")
    text = models.TextField(max_length=LONGEST_TEXT)
    asked = models.DateTimeField()

    class Meta:
        ordering = ("-id",)
        constraints = (models.CheckConstraint(condition=~Q(text=""), name="question_asks"),)

    def __str__(self) -> str:
        return f"question {self.pk}"


class AnnouncementQuerySet(models.QuerySet["Announcement"]):
    def to_all(self) -> "AnnouncementQuerySet":
        return self.filter(to=None)

    def seen_by(self, user: User | AnonymousUser) -> "AnnouncementQuerySet":
        """Those to all, and those to this reader alone."""
        return self.filter(Q(to=None) | Q(to=user.pk)) if user.is_authenticated else self.to_all()


class Announcement(models.Model):
    """Words of the organizers; `to` is the one author they are for, None: everybody."""

    competition = models.ForeignKey("competitions.Competition", models.CASCADE, related_name="announcements")
    to = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="clarifications"
    )
    answers = models.ForeignKey(Question, models.PROTECT, null=True, blank=True, related_name="answers")
    text = models.TextField(max_length=LONGEST_TEXT)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made = models.DateTimeField()
    changed = models.DateTimeField(null=True, blank=True)

    objects = AnnouncementQuerySet.as_manager()

    class Meta:
        ordering = ("-id",)
        indexes = (models.Index(fields=["competition", "-id"], name="announcement_page"),)
        constraints = (models.CheckConstraint(condition=~Q(text=""), name="announcement_says_something"),)

    def __str__(self) -> str:
        return f"announcement {self.pk}"

    def get_absolute_url(self) -> str:
        return f"/c/{self.competition.slug}/announcements/#announcement-{self.pk}"


class Wording(models.Model):
    """What an announcement said until then."""

    announcement = models.ForeignKey(Announcement, models.CASCADE, related_name="wordings")
    text = models.TextField(max_length=LONGEST_TEXT)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    until = models.DateTimeField()

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.announcement} until {self.until}"
