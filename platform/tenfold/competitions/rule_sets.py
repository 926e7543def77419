"""Rule sets by the names that people know them by, and the form that makes one."""

import json
import re
from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from django import forms
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.phase10.errors import RulesRefused
from arena.phase10.rules import CHOICES, LIMITS, NAMED, STANDARD, RuleSet
from tenfold.pages.said import marked

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_LABELS: Final = {
    "standard": _("Standard: ten phases, in order"),
    "everyone-advances": _("Everyone advances after each deal, made or not"),
    "even": _("Even phases only: 2, 4, 6, 8, 10"),
    "odd": _("Odd phases only: 1, 3, 5, 7, 9"),
}

# What a field is about, in the words of the form.
_TITLES: Final = {
    "phases": _("Phases"),
    "order": _("Order of the phases"),
    "advance": _("Moving on"),
    "naturals": _("Natural cards"),
    "hit": _("Hitting"),
    "go_out": _("Going out"),
    "skip_target": _("Whom a skip names"),
    "skip_limit": _("Who is safe from skips"),
    "turns_per_seat": _("Most turns of a seat in a deal"),
    "deals_per_game": _("Most deals in a game"),
    "strikes": _("Refused replies that forfeit a game"),
}

_INHERITED: Final = _("As in the rule set")
_LEFT_ALONE: Final = _("as in the rule set")


def label(name: str) -> "StrPromise | str":
    """A named rule set in a line, in the language of whoever reads it then."""
    if name.startswith("first-"):
        count = int(name.removeprefix("first-"))
        return _("Short: phase 1 alone") if count == 1 else format_lazy(_("Short: phases 1 to {}"), count)
    return _LABELS[name]


def _choice(name: str, choices: Mapping[StrEnum, str]) -> forms.ChoiceField:
    standard = getattr(STANDARD, name)
    sentences = [
        (
            str(choice),
            format_html(
                '{} <span class="nowrap"><code>{}</code>{}</span>',
                gettext(said),
                choice,
                " · " + gettext("standard") if choice == standard else "",
            ),
        )
        for choice, said in choices.items()
    ]
    return forms.ChoiceField(
        label=_TITLES[name], required=False, choices=[("", _INHERITED), *sentences], widget=forms.RadioSelect
    )


def _number(name: str, low: int, high: int) -> forms.IntegerField:
    # The bounds are the rule set's to refuse: its sentence says what came too.
    bounds = {"min": low, "max": high, "placeholder": _LEFT_ALONE}
    return forms.IntegerField(
        label=_TITLES[name],
        required=False,
        widget=forms.NumberInput(attrs=bounds),
        help_text=gettext("%(low)s to %(high)s; standard is %(standard)s.")
        % {"low": low, "high": high, "standard": getattr(STANDARD, name)},
    )


def _typed(rules: RuleSet) -> dict[str, str]:
    """A rule set as one would type it into the form."""
    values = {name: str(value) for name, value in rules.to_dict().items()}
    return values | {"phases": ", ".join(map(str, rules.phases))}


def _begun_with(rules: RuleSet) -> dict[str, str]:
    """The form filled in so that it makes these rules: a name alone where they have one."""
    if rules.name in NAMED:
        return {"rules": rules.name}
    typed, standard = _typed(rules), _typed(STANDARD)
    return {"rules": "standard"} | {name: typed[name] for name in typed if typed[name] != standard[name]}


class RuleSetForm(forms.Form):
    """A named rule set, and for each field a change to it; a field left alone is as in the named one."""

    rules = forms.ChoiceField(
        label=_("Rule set"),
        choices=[(name, label(name)) for name in NAMED],
        initial="standard",
        # What each holds, for the script that shows it beside the fields left alone.
        widget=forms.Select(
            attrs={"data-rule-sets": json.dumps({name: _typed(rules) for name, rules in NAMED.items()})}
        ),
    )
    phases = forms.CharField(
        label=_TITLES["phases"],
        required=False,
        max_length=60,
        widget=forms.TextInput(attrs={"placeholder": _LEFT_ALONE, "autocomplete": "off"}),
        help_text=_("Which, and in which order: 1, 2, 3 or 10, 4, 7."),
    )

    def __init__(self, data: QueryDict | None = None, *, shown: RuleSet | None = None) -> None:
        """`shown` is the rule set to begin with."""
        super().__init__(data, initial=_begun_with(shown) if shown else None)
        for name, choices in CHOICES.items():
            self.fields[name] = _choice(name, choices)
        for name, (low, high) in LIMITS.items():
            self.fields[name] = _number(name, low, high)

    @property
    def own(self) -> list[forms.BoundField]:
        """The fields that change the named rule set."""
        return [self[name] for name in self.fields if name != "rules"]

    @property
    def changed(self) -> bool:
        """Whether somebody has filled in one of them."""
        return any(field.errors or field.value() for field in self.own)

    def clean_phases(self) -> list[int | str] | None:
        """Numbers where they are numbers; the rule set refuses what is none."""
        typed = self.cleaned_data["phases"]
        words = [word for word in re.split(r"[\s,;]+", typed) if word]
        return [int(word) if re.fullmatch("[0-9]{1,3}", word) else word for word in words] if typed else None

    def clean(self) -> None:
        if self.errors:
            return
        data = self.cleaned_data
        filled = [name for name in self.fields if name != "rules" and data[name] not in ("", None)]
        changes = {name: data[name] for name in filled}
        try:
            data["rule_set"] = RuleSet.from_dict(NAMED[data["rules"]].to_dict() | changes)
        except RulesRefused as no:
            # The sentence names fields and values as the rule set has them.
            self.add_error(no.field or None, format_html("{}.", marked(no)))

    @property
    def rule_set(self) -> RuleSet:
        """What a valid form makes."""
        made: RuleSet = self.cleaned_data["rule_set"]
        return made
