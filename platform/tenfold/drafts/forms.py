"""The editor as a form: the same text is played, or uploaded under a name."""

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tenfold.bots.models import LONGEST_NAME, BotVersion
from tenfold.drafts.services import opponents

_EMPTY: Final = _("The editor is empty: write a bot, or start again from the ten lines.")
_OFF: Final = {"spellcheck": "false", "autocapitalize": "off", "autocomplete": "off", "rows": "22"}


class WriteForm(forms.Form):
    """What is sent with either button; the name matters to an upload alone."""

    source = forms.CharField(
        strip=False,
        label=_("Your bot"),
        widget=forms.Textarea(attrs=_OFF),
        error_messages={"required": _EMPTY},
    )
    opponent = forms.TypedChoiceField(label=_("Against"), coerce=int, required=False)
    name = forms.CharField(
        max_length=LONGEST_NAME,
        required=False,
        label=_("Its name"),
        help_text=_("A new name makes a new bot; a name of yours adds a version to it."),
    )
    token = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - a form's
        super().__init__(*args, **kwargs)
        self.house = opponents()
        field = self.fields["opponent"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = _choices(self.house)

    def clean_source(self) -> str:
        source = str(self.cleaned_data["source"])
        if not source.strip():
            raise forms.ValidationError(_EMPTY)
        return source.replace("\r\n", "\n")

    @property
    def text(self) -> bytes:
        """The source as an upload has it."""
        return str(self.cleaned_data["source"]).encode()

    @property
    def against(self) -> BotVersion | None:
        """The opponent chosen, or the usual one; None when the house has none."""
        chosen = self.cleaned_data.get("opponent")
        return next((one for one in self.house if one.pk == chosen), next(iter(self.house), None))


def _choices(house: Sequence[BotVersion]) -> list[tuple[int, str]]:
    return [(one.pk, one.bot.name) for one in house]
