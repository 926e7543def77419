"""What is asked of whoever wants a match played."""

from collections.abc import Iterable
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.early import FIRST_LOOK
from arena.phase10.rules import NAMED, RuleSet
from tenfold.accounts.models import User
from tenfold.bots.models import BotVersion
from tenfold.competitions.rule_sets import label
from tenfold.matches.requested import MOST_BLOCKS, playable_by
from tenfold.pages.numbers import whole

# More would fill the page; an address may name any other.
_LISTED: Final = 30


class RequestForm(forms.Form):
    """A version of one's own, whom it meets, by which rules and for how long."""

    version = forms.ChoiceField(label=_("Your version"))
    against = forms.MultipleChoiceField(
        label=_("Against"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("One to five of them. Another version of your bot tells whether the new one is better."),
    )
    rules = forms.ChoiceField(label=_("Rules"), choices=[(name, label(name)) for name in NAMED])
    blocks = forms.IntegerField(
        label=_("Blocks"),
        min_value=1,
        max_value=MOST_BLOCKS,
        initial=FIRST_LOOK,
        help_text=format_lazy(
            _(
                "1 to {most}. Each is one deck sequence played once per seat rotation."
                " Fewer than {telling} tell two bots apart only if they are worlds apart."
            ),
            most=MOST_BLOCKS,
            telling=FIRST_LOOK,
        ),
    )
    token = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, by: User, data: QueryDict | None = None, *, initial: dict[str, Any]) -> None:
        super().__init__(data, initial=initial)
        source = data if data is not None else initial
        named = [source.get("version"), *_several(source, "against")]
        self.by, found = by, _offered(by, filter(None, map(whole, map(str, named))))
        own = [(str(one.pk), str(one)) for one in found if one.bot.owner_id == by.pk]
        self.fields["version"].choices = own  # type: ignore[attr-defined]  # a field of choices
        self.fields["against"].choices = [  # type: ignore[attr-defined]  # as above
            *((str(one.pk), _named(one)) for one in found if one.bot.owner_id != by.pk),
            *own,
        ]

    @property
    def table(self) -> list[BotVersion]:
        """The versions in the order of their seats; one's own comes first."""
        chosen = [self.cleaned_data["version"], *self.cleaned_data["against"]]
        found = BotVersion.objects.select_related("bot__owner").defer("source").in_bulk(map(int, chosen))
        return [found[int(pk)] for pk in chosen]

    @property
    def rule_set(self) -> RuleSet:
        return NAMED[self.cleaned_data["rules"]]


def _several(source: QueryDict | dict[str, Any], name: str) -> Iterable[str]:
    return source.getlist(name) if isinstance(source, QueryDict) else source.get(name) or ()


def _offered(by: User, named: Iterable[int]) -> list[BotVersion]:
    """The newest that `by` may let play, one's own and others', and those of them that are named."""
    playable = playable_by(by).select_related("bot__owner").defer("source").order_by("-bot__house", "-pk")
    own, others = playable.filter(bot__owner=by), playable.exclude(bot__owner=by)
    offered = [*others[:_LISTED], *own[:_LISTED]]
    missing = set(named) - {version.pk for version in offered}
    return offered + list(playable.filter(pk__in=missing)[: 2 * _LISTED])


def _named(version: BotVersion) -> str:
    whose = gettext("house bot") if version.bot.house else version.bot.owner.username
    return f"{version}, {whose}"
