from typing import TYPE_CHECKING

from django import forms

from arena.phase10.rules import NAMED, RuleSet
from tenfold.competitions.models import Competition

if TYPE_CHECKING:
    _Form = forms.ModelForm[Competition]
else:  # generic to the type checker only
    _Form = forms.ModelForm

_LABELS = {
    "standard": "Standard: ten phases, in order",
    "everyone-advances": "Everyone advances after each deal, made or not",
    "even": "Even phases only: 2, 4, 6, 8, 10",
    "odd": "Odd phases only: 1, 3, 5, 7, 9",
}


def rule_set_label(name: str) -> str:
    if name.startswith("first-"):
        return f"Short: phases 1 to {name.removeprefix('first-')}"
    return _LABELS.get(name, name)


class CompetitionForm(_Form):
    """Everything an organizer decides before the first round."""

    field_order = ("name", "rules", "players", "blocks", "visibility", "description")

    rules = forms.ChoiceField(
        label="Rule set",
        choices=[(name, rule_set_label(name)) for name in NAMED],
        initial="standard",
        help_text="The rules page spells each of them out.",
    )
    token = forms.CharField(widget=forms.HiddenInput)

    class Meta:
        model = Competition
        fields = ("name", "players", "blocks", "visibility", "description")
        labels = {"players": "Seats at a table", "blocks": "Blocks a match"}  # noqa: RUF012 - Django's way
        widgets = {  # noqa: RUF012 - Django's way
            "description": forms.Textarea(attrs={"rows": 3, "class": "words"}),
            "players": forms.NumberInput(attrs={"min": 2, "max": 6}),
            "blocks": forms.NumberInput(attrs={"min": 1, "max": 200}),
            "visibility": forms.RadioSelect,
        }
        help_texts = {  # noqa: RUF012 - Django's way
            "players": "2 to 6. Every bot sits in every seat with the same decks.",
            "blocks": "Each is one deck sequence played once per seat rotation: more blocks, less luck.",
            "visibility": "A private competition is seen by you and by the owners of its bots.",
        }

    @property
    def rule_set(self) -> RuleSet:
        return NAMED[self.cleaned_data["rules"]]
