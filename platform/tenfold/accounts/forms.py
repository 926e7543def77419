from typing import TYPE_CHECKING

from django.contrib.auth.forms import UserCreationForm
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator

from tenfold.accounts.models import User
from tenfold.accounts.services import HOUSE

if TYPE_CHECKING:
    _Form = UserCreationForm[User]
else:  # generic to the type checker only
    _Form = UserCreationForm

# Names stand in addresses (/bots/NAME/…) and beside figures in tables.
_NAME = RegexValidator(
    r"\A[A-Za-z0-9_-]{2,30}\Z", "A name has 2 to 30 letters A–Z, digits, hyphens or underscores."
)


def _not_the_house(name: str) -> None:
    # Whoever had the house's name before the house did would own its bots.
    if name.lower() == HOUSE:
        raise ValidationError("This name is the house's own. Choose another.")


class SignUpForm(_Form):
    """Name and password: no mail address is needed to play."""

    class Meta:
        model = User
        fields = ("username",)
        labels = {"username": "Name"}  # noqa: RUF012 - Django's form options are plain class attributes
        help_texts = {"username": "Shown beside your bots. Letters A–Z, digits, - and _."}  # noqa: RUF012 - as above

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].validators += [_NAME, _not_the_house]
        self.fields["username"].widget.attrs |= {"autocomplete": "username", "maxlength": 30}
