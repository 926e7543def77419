from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.core import signing
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tenfold.competitions.banks import labels
from tenfold.competitions.bounds import BOTS_EACH, BOUNDS, PLAYERS
from tenfold.competitions.choices import Format, Timetable
from tenfold.competitions.editing import FIXED_BY_THE_FIRST_ROUND, settings_of
from tenfold.competitions.images import offered
from tenfold.competitions.models import Competition
from tenfold.pages.moment_input import MomentField

if TYPE_CHECKING:
    _Form = forms.ModelForm[Competition]
else:  # generic to the type checker only
    _Form = forms.ModelForm


# Left out, these are as they were, or as they are when nobody says otherwise.
_AS_THEY_WERE: Final = ("admission", "bots_each", "ends", "measure", "banks", "image")
# Signed state of one competition is good for no other form.
_SEEN: Final = "tenfold.competitions.settings"


_ONLY_FOR: Final = {
    "swiss_rounds": ("format", Format.SWISS, None),
    "finalists": ("format", Format.KNOCKOUT, None),
    "every_hours": ("timetable", Timetable.HOURS, None),
    "at_times": ("timetable", Timetable.DAILY, ""),
}

_NEEDED_FOR: Final = {
    "every_hours": ("timetable", Timetable.HOURS, _("Say how many hours lie between two rounds.")),
    "at_times": ("timetable", Timetable.DAILY, _("Say at which times of the day, such as 18:00.")),
}


class CompetitionForm(_Form):
    """What an organizer decides before the first round, but for the rules."""

    token = forms.CharField(widget=forms.HiddenInput)
    frozen_from = MomentField(
        label=_("Frozen from"),
        required=False,
        help_text=_(
            "What is played later is hidden from all but those who organize it, until this field is emptied."
        ),
    )

    class Meta:
        model = Competition
        fields = (
            "name", "players", "blocks", "ends", "format", "swiss_rounds", "finalists", "timetable",
            "every_hours", "at_times", "time_zone", "measure", "banks", "image", "visibility", "admission",
            "bots_each", "uploads_a_day", "frozen_from", "description",
        )  # fmt: skip
        labels = {  # noqa: RUF012 - Django's way
            "name": _("Name"),
            "players": _("Seats at a table"),
            "blocks": _("Blocks a match"),
            "ends": _("A match ends"),
            "format": _("Format"),
            "swiss_rounds": _("Rounds of a Swiss"),
            "finalists": _("Entries of a bracket"),
            "timetable": _("Rounds start"),
            "every_hours": _("Hours between rounds"),
            "at_times": _("Times of day"),
            "time_zone": _("Time zone"),
            "measure": _("Ranked by"),
            "banks": _("Time to think"),
            "image": _("Bots run in"),
            "visibility": _("Visibility"),
            "admission": _("Who may enter"),
            "bots_each": _("Bots of one owner"),
            "uploads_a_day": _("New versions a day"),
            "description": _("Description"),
        }
        widgets = {  # noqa: RUF012 - Django's way
            "description": forms.Textarea(attrs={"rows": 3, "class": "words"}),
            "format": forms.RadioSelect,
            "timetable": forms.RadioSelect,
            "at_times": forms.TextInput(attrs={"placeholder": "18:00"}),
            "ends": forms.RadioSelect,
            "measure": forms.RadioSelect,
            "banks": forms.RadioSelect,
            "image": forms.RadioSelect,
            "visibility": forms.RadioSelect,
            "admission": forms.RadioSelect,
        }
        help_texts = {  # noqa: RUF012 - Django's way
            "players": format_lazy(
                _("{bounds}. Every bot sits in every seat with the same decks."), bounds=PLAYERS
            ),
            "blocks": _("Each is one deck sequence played once per seat rotation: more blocks, less luck."),
            "ends": _(
                "For tables of two, ranked by margin or by margin less luck. The margin is looked at after 16"
                " blocks, 32, 64 and so on, by a test that calls equal bots different in one match of twenty"
                " at most, if differences spread like a bell; each page says how many blocks it took."
            ),
            "format": _(
                "Round robin: all meet all. Swiss: near ones in the standing meet, for many entries."
                " Knockout: the winners go on, at tables of two. Ladder: matches without end; a new version"
                " plays from its next match on. It may change between rounds: finals of a league are a"
                " knockout seeded from its standing."
            ),
            "swiss_rounds": _("For a Swiss; empty: as many as you start."),
            "finalists": _("For a knockout: so many of the standing's best; empty: all."),
            "timetable": _(
                "By hand: with the button on the competition's page. What a timetable missed starts once,"
                " when it can; a round that runs delays the next."
            ),
            "every_hours": _("For “every so many hours”."),
            "at_times": _("For “every day”: one or more, such as 9:00, 18:00."),
            "time_zone": _("By whose clocks, such as Europe/Berlin."),
            "measure": _(
                "The official measure, until the first round begins. The others stand beside it. The margin"
                " finds the true order from fewest games."
            ),
            "banks": _(
                "CPU time, so that a busy machine is nobody's loss. A game begins with the first figure, each"
                " request adds the second. Trial matches and games that somebody asks for have the standard"
                " time."
            ),
            "image": _("A bot that imports numpy enters only where its image has it."),
            "visibility": _(
                "A private competition is seen by those who organize it, by the owners of its bots and, where"
                " a list says who may enter, by whoever stands on that."
            ),
            "admission": _("Code, requests and list stand on the page of its people."),
            "bots_each": format_lazy(_("{bounds}; house bots do not count."), bounds=BOTS_EACH),
            "uploads_a_day": _("Of one owner's entered bots; empty: as many as the site takes."),
        }

    def __init__(self, data: QueryDict | None = None, *, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial)
        for name in _AS_THEY_WERE:
            self.fields[name].required = False
        if len(offered()) == 1:  # nothing to choose
            del self.fields["image"]
        self.fields["banks"].choices = labels()  # type: ignore[attr-defined]
        # Not as `widgets`, which Django's own least, 0, goes over.
        for name, within in BOUNDS.items():
            self.fields[name].widget.attrs |= {"min": within.least, "max": within.most}

    @property
    def given(self) -> dict[str, Any]:
        """What was filled in, as settings."""
        return {name: value for name, value in self._sent.items() if value not in (None, "")}

    @property
    def _sent(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.Meta.fields if name in self.fields}

    def clean(self) -> dict[str, Any]:
        """What is asked for another format or timetable, and so is out of sight, counts as empty."""
        data = super().clean() or self.cleaned_data
        if data.get("format") == Format.LADDER:
            data["timetable"] = Timetable.BY_HAND
        for name, (choice, value, empty) in _ONLY_FOR.items():
            if name in data and data.get(choice) != value:
                data[name] = empty
        for name, (choice, value, words) in _NEEDED_FOR.items():
            if name in data and data.get(choice) == value and not data[name]:
                self.add_error(name, words)
        return data


class SettingsForm(CompetitionForm):
    """What can be changed of a competition; some of it no longer once its first round has begun.

    `seen` is the signed state that the page showed: what somebody else changes meanwhile is not overwritten.
    """

    token = None  # type: ignore[assignment]  # Django's way to leave a field of the parent out
    seen = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, competition: Competition, data: QueryDict | None = None) -> None:
        super().__init__(data, initial=_initial(competition))
        self.fixed = competition.has_begun
        for name in FIXED_BY_THE_FIRST_ROUND if self.fixed else ():
            if name in self.fields:
                self.fields[name].required = False

    @property
    def changes(self) -> dict[str, Any]:
        """What was sent, as settings; a field that the page did not show stays out of it."""
        late = (*_AS_THEY_WERE, *(FIXED_BY_THE_FIRST_ROUND if self.fixed else ()))
        sent = self._sent.items()
        return {name: value for name, value in sent if value not in (None, "") or name not in late}

    @property
    def seen_settings(self) -> dict[str, Any]:
        return _unsigned(self.cleaned_data["seen"])

    def clean_seen(self) -> str:
        """Refused unless it is what a page of ours was given."""
        try:
            _unsigned(self.cleaned_data["seen"])
        except signing.BadSignature as error:
            raise forms.ValidationError(_("This form is none of ours. Load the page anew.")) from error
        return str(self.cleaned_data["seen"])

    def show_state_of(self, competition: Competition) -> None:
        """Let the form that comes back be saved over what it has been told of."""
        assert isinstance(self.data, QueryDict)
        told = self.data.copy()
        told["seen"] = _initial(competition)["seen"]
        self.data = told


def _initial(competition: Competition) -> dict[str, Any]:
    settings = settings_of(competition)
    return settings | {
        "frozen_from": competition.frozen_from,
        "seen": signing.dumps(settings, salt=_SEEN, compress=True),
    }


def _unsigned(seen: str) -> dict[str, Any]:
    read: dict[str, Any] = signing.loads(seen, salt=_SEEN)
    return read
