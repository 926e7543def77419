"""What cannot be taken back by a click is confirmed by typing a word."""

from typing import Any

from django import forms
from django.utils.translation import gettext


class TypedForm(forms.Form):
    """`typed` has to be exactly the word that it is made with."""

    typed = forms.CharField(max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, to_type: str, *args: Any, **more: Any) -> None:  # noqa: ANN401 - as a form takes them
        super().__init__(*args, **more)
        self._to_type = to_type
        self.fields["typed"].label = gettext("Type “%(word)s” to confirm") % {"word": to_type}

    def clean_typed(self) -> str:
        typed: str = self.cleaned_data["typed"]
        if typed.strip() != self._to_type:
            raise forms.ValidationError(
                gettext("Type exactly “%(word)s”; “%(typed)s” came.")
                % {"word": self._to_type, "typed": typed[:60]}
            )
        return typed
