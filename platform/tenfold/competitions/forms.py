from typing import TYPE_CHECKING

from django import forms

from tenfold.competitions.models import Competition

if TYPE_CHECKING:
    _Form = forms.ModelForm[Competition]
else:  # generic to the type checker only
    _Form = forms.ModelForm


class CompetitionForm(_Form):
    """What an organizer decides before the first round, but for the rules."""

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
