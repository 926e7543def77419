from urllib.parse import quote

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower


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
