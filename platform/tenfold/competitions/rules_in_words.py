"""A rule set in the sentences of `arena`, in the language of whoever reads them."""

from django.utils.translation import gettext, ngettext

from arena.phase10.rules import CHOICES, RuleSet


def sentences(rules: RuleSet) -> dict[str, str]:
    """What each field says, by its name, in the order a player meets them; in English as it says itself."""
    return {
        "phases": _phases(rules.phases),
        **{name: gettext(choices[getattr(rules, name)]) for name, choices in CHOICES.items()},
        "turns_per_seat": ngettext(
            "A deal ends after %(number)s turn of every seat.",
            "A deal ends after %(number)s turns of every seat.",
            rules.turns_per_seat,
        )
        % {"number": rules.turns_per_seat},
        "deals_per_game": ngettext(
            "A game ends after %(number)s deal.", "A game ends after %(number)s deals.", rules.deals_per_game
        )
        % {"number": rules.deals_per_game},
        "strikes": ngettext(
            "After %(number)s refused reply a bot has forfeited the game, which ends once all have.",
            "After %(number)s refused replies a bot has forfeited the game, which ends once all have.",
            rules.strikes,
        )
        % {"number": rules.strikes},
    }


def changes(rules: RuleSet) -> dict[str, str]:
    """The sentences of those fields that are not as in the standard game."""
    said = sentences(rules)
    return {name: said[name] for name in rules.changes()}


def in_words(rules: RuleSet) -> str:
    """The rules for whoever knows the standard game."""
    said = " ".join(changes(rules).values())
    return (
        gettext("Standard rules, but: %(changes)s") % {"changes": said}
        if said
        else gettext("Standard rules.")
    )


def _phases(phases: tuple[int, ...]) -> str:
    first, last = phases[0], phases[-1]
    if len(phases) == 1:
        return gettext("The only phase is %(number)s.") % {"number": first}
    if len(phases) > 2 and phases == tuple(range(first, last + 1)):
        return gettext("The phases are %(first)s to %(last)s.") % {"first": first, "last": last}
    others = ", ".join(str(phase) for phase in phases[:-1])
    return gettext("The phases are %(others)s and %(last)s.") % {"others": others, "last": last}
