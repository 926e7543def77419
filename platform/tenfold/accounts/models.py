from urllib.parse import quote

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _
from knox.models import AuthToken


class User(AbstractUser):
    """A person, or the one account that owns the house bots."""

    feed_token = models.CharField(
        max_length=43,
        null=True,
        blank=True,
        unique=True,
        editable=False,
        help_text="Key and address of the feed of what went wrong with their bots.",
    )

    class Meta(AbstractUser.Meta):
        constraints = (
            models.UniqueConstraint(
                Lower("username"),
                name="username_unique_in_any_case",
                violation_error_message="This name is taken. Choose another.",
            ),
        )

    def get_absolute_url(self) -> str:
        return f"/authors/{quote(self.username, safe='')}/"


class TokenScope(models.Model):
    """What a token is good for. Without such a row it is good for everything, as all once were."""

    class Scope(models.TextChoices):
        READ = "read", _("read")
        BOTS = "bots", _("read, hand in bots")
        ALL = "all", _("everything")

    token = models.OneToOneField(AuthToken, models.CASCADE, primary_key=True, related_name="scoped")
    scope = models.CharField(max_length=4, choices=Scope)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(scope__in=["read", "bots", "all"]), name="token_scope_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.token}: {self.scope}"


def scope_of(token: AuthToken) -> TokenScope.Scope:
    """What the token is good for."""
    scoped = getattr(token, "scoped", None)
    return TokenScope.Scope(scoped.scope) if scoped else TokenScope.Scope.ALL
