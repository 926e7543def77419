"""What is asked of whoever sits down to play."""

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.phase10.rules import NAMED, RuleSet
from tenfold.bots.models import BotVersion
from tenfold.competitions.rule_sets import label
from tenfold.pages.numbers import whole
from tenfold.tables.players import Player

#: Whom one plays if nobody else is chosen: house bots that are good company.
USUAL: Final = ("greedy", "planner")
# More would fill the page; an address may name any other.
_LISTED: Final = 30


class SitDown(forms.Form):
    """One to five opponents, and by which rules."""

    against = forms.MultipleChoiceField(
        label=_("Against"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("One to five. Their seats come after yours, in this order."),
    )
    rules = forms.ChoiceField(label=_("Rules"), choices=[(name, label(name)) for name in NAMED])
    token = forms.CharField(widget=forms.HiddenInput, max_length=64)

    def __init__(self, by: Player, data: QueryDict | None = None, *, initial: dict[str, Any]) -> None:
        self._offered = _offered(by, data.getlist("against") if data is not None else initial["against"])
        if data is None and not initial["against"]:
            initial |= {"against": [str(pk) for pk, one in self._offered.items() if _is_usual(one)]}
        super().__init__(data, initial=initial)
        choices = [(str(pk), _named(one)) for pk, one in self._offered.items()]
        self.fields["against"].choices = choices  # type: ignore[attr-defined]  # a field of choices

    @property
    def bots(self) -> list[BotVersion]:
        """The versions in the order of their seats."""
        return [self._offered[int(pk)] for pk in self.cleaned_data["against"]]

    @property
    def rule_set(self) -> RuleSet:
        return NAMED[self.cleaned_data["rules"]]


def _offered(by: Player, named: Sequence[str]) -> dict[int, BotVersion]:
    """Those who play with them, the house first, and those of them that are named."""
    playing = by.opponents.select_related("bot__owner").defer("source")
    listed = playing.order_by("-bot__house", "bot__name", "-pk")[:_LISTED]
    asked_for = filter(None, map(whole, named))
    return {one.pk: one for one in (*listed, *playing.filter(pk__in=list(asked_for)[:_LISTED]))}


def _is_usual(version: BotVersion) -> bool:
    return version.bot.house and version.bot.slug in USUAL


def _named(version: BotVersion) -> str:
    by = gettext("by %(name)s") % {"name": version.bot.owner.username}
    whose = gettext("house bot") if version.bot.house else by
    return f"{version}, {whose}"
