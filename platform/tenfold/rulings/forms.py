"""What an organizer asks for, and the word and reason that confirm it: all of it as a browser sent it."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tenfold.bots.models import BotVersion
from tenfold.competitions.models import Competition, Entry, Round
from tenfold.matches.models import Match
from tenfold.pages.numbers import whole
from tenfold.pages.typed import TypedForm
from tenfold.rulings.models import ABOUT, LONGEST_REASON, Ruling, RulingKind


class OrderForm(forms.Form):
    """A kind and what it is about; a version names its entry too, and "2.5" the fifth match of round 2."""

    kind = forms.ChoiceField(choices=RulingKind.choices)
    entry = forms.ModelChoiceField(Entry.objects.none(), required=False)
    match = forms.CharField(required=False, max_length=20)
    round = forms.CharField(required=False, max_length=20)
    version = forms.ModelChoiceField(BotVersion.objects.none(), required=False)

    def __init__(self, competition: Competition, data: Any) -> None:  # noqa: ANN401 - as a form takes it
        super().__init__(data)
        self._competition = competition
        entries = competition.entries.select_related("bot")
        self.fields["entry"].queryset = entries  # type: ignore[attr-defined] # a choice of models
        versions = BotVersion.objects.filter(bot__entries__competition=competition)
        self.fields["version"].queryset = versions.select_related("bot")  # type: ignore[attr-defined]

    def clean_match(self) -> Match | None:
        text = self.cleaned_data["match"].strip()
        if not text:
            return None
        read = re.fullmatch(r"([0-9]{1,9})\.([0-9]{1,9})", text)
        found = (
            self._competition.matches.select_related("round")
            .filter(round__number=int(read[1]), number=int(read[2]))
            .first()
            if read
            else None
        )
        if found is None:
            raise forms.ValidationError(
                gettext("There is no match %(text)s: write round and number, as in 2.5.") % {"text": text}
            )
        return found

    def clean_round(self) -> Round | None:
        text = self.cleaned_data["round"].strip()
        if not text:
            return None
        found = self._competition.rounds.filter(number=min(whole(text) or 0, 2**31 - 1)).first()
        if found is None:
            raise forms.ValidationError(gettext("There is no round %(text)s.") % {"text": text})
        return found

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = self.cleaned_data
        version = data.get("version")
        if version and not data.get("entry"):
            data["entry"] = self._competition.entries.select_related("bot").get(bot=version.bot)
        given = {name for name in ("entry", "match", "round", "version") if data.get(name)}
        if "kind" in data and not self.errors and given not in map(set, ABOUT[RulingKind(data["kind"])]):
            raise forms.ValidationError(
                gettext("Say what the ruling is about: choose it and look at what it changes.")
            )
        return data

    def order(self) -> Ruling:
        """The ruling asked for, not stored."""
        about = {name: self.cleaned_data[name] for name in ("kind", "entry", "match", "round", "version")}
        return Ruling(competition=self._competition, **about)


class ConfirmForm(TypedForm):
    """A reason and the ruling's word to type; `seen` is the mark of the preview."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3, "class": "words"}),
        help_text=_("Everybody who sees the competition reads it."),
    )
    token = forms.UUIDField(widget=forms.HiddenInput)
    seen = forms.CharField(max_length=60, widget=forms.HiddenInput)
