from typing import TYPE_CHECKING

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UserCreationForm, UsernameField
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tenfold.accounts.models import User
from tenfold.accounts.services import HOUSE

if TYPE_CHECKING:
    _Form = UserCreationForm[User]
else:  # generic to the type checker only
    _Form = UserCreationForm

# Names stand in addresses (/bots/NAME/…) and beside figures in tables.
_NAME = RegexValidator(
    r"\A[A-Za-z0-9_-]{2,30}\Z", _("A name has 2 to 30 letters A–Z, digits, hyphens or underscores.")
)


def _not_the_house(name: str) -> None:
    # Whoever had the house's name before the house did would own its bots.
    if name.lower() == HOUSE:
        raise ValidationError(_("This name is the house's own. Choose another."))


def _nobody_who_left(name: str) -> None:
    if name.lower().startswith("deleted-"):
        raise ValidationError(_("Names with deleted- are those of people who left. Choose another."))


class SignUpForm(_Form):
    """Name and password: no mail address is needed to play."""

    class Meta:
        model = User
        fields = ("username",)
        labels = {"username": _("Name")}  # noqa: RUF012 - Django's form options are plain class attributes
        help_texts = {"username": _("Shown beside your bots. Letters A–Z, digits, - and _.")}  # noqa: RUF012 - as above

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].validators += [_NAME, _not_the_house, _nobody_who_left]
        self.fields["username"].widget.attrs |= {"autocomplete": "username", "maxlength": 30}


class SignInForm(AuthenticationForm):
    """Asks for what the sign-up calls a name by the same word."""

    username = UsernameField(label=_("Name"), widget=forms.TextInput(attrs={"autofocus": True}))


class LeavingForm(forms.Form):
    """The password of who asks, so that a screen left unlocked closes no account."""

    password = forms.CharField(
        strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, user: User, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self._user = user

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        if not self._user.check_password(password):
            raise ValidationError(_("This is not your password. Nothing was deleted."))
        return password
