from typing import TYPE_CHECKING

from django.contrib.auth.forms import UserCreationForm
from django.core.validators import RegexValidator

from tenfold.accounts.models import User

if TYPE_CHECKING:
    _Form = UserCreationForm[User]
else:  # generic to the type checker only
    _Form = UserCreationForm

# Names stand in addresses (/bots/NAME/…) and beside figures in tables.
_NAME = RegexValidator(
    r"\A[A-Za-z0-9_-]{2,30}\Z", "A name has 2 to 30 letters A–Z, digits, hyphens or underscores."
)


class SignUpForm(_Form):
    """Name and password: no mail address is needed to play."""

    class Meta:
        model = User
        fields = ("username",)
        labels = {"username": "Name"}  # noqa: RUF012 - Django's form options are plain class attributes
        help_texts = {"username": "Shown beside your bots. Letters A–Z, digits, - and _."}  # noqa: RUF012 - as above

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].validators.append(_NAME)
        self.fields["username"].widget.attrs |= {"autocomplete": "username", "maxlength": 30}
