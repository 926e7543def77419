"""What a rules page says of a rule set: its sentences, its phases with pictures, and the same as data."""

import json
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext

from arena.phase10.phases import GroupKind, phase_text
from arena.phase10.rules import NAMED, STANDARD, RuleSet
from tenfold.competitions.rule_sets import label
from tenfold.competitions.rules_in_words import changes as changes_of
from tenfold.competitions.rules_in_words import sentences
from tenfold.pages.melds import ExampleGroup, ExampleHits, hits, plain, wildest

# Every number in every colour, a row for each colour.
_NUMBERED: Final = [[f"{color}{number}" for number in range(1, 13)] for color in "RBYG"]


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, and whether another stands there in the standard game."""

    text: str
    differs: bool


@dataclass(frozen=True, slots=True)
class ShownPhase:
    number: int
    text: str
    plain: tuple[ExampleGroup, ...]
    wildest: tuple[ExampleGroup, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """`numbered` is the cards by colour, `said` is by field; `in_hello` is how bots are told the same."""

    rules: RuleSet
    numbered: list[list[str]]
    said: dict[str, Said]
    changes: list[str]
    phases: list[ShownPhase]
    hits: list[ExampleHits]
    kinds: frozenset[GroupKind]
    in_hello: str

    @property
    def last_phase(self) -> int:
        return self.rules.phases[-1]


def rulebook(rules: RuleSet) -> Rulebook:
    changes = changes_of(rules)
    shown = hits(rules.phases)
    return Rulebook(
        rules=rules,
        numbered=_NUMBERED,
        said={name: Said(text, name in changes) for name, text in sentences(rules).items()},
        changes=list(changes.values()),
        phases=[
            ShownPhase(number, gettext(phase_text(number)), plain(number), wildest(number, rules.naturals))
            for number in rules.phases
        ],
        hits=shown,
        kinds=frozenset(each.kind for each in shown),
        in_hello=json.dumps({"rules": rules.to_dict(), "rules_text": rules.in_words()}),
    )


@dataclass(frozen=True, slots=True)
class Variant:
    """A named rule set in the list of all."""

    name: str
    label: str
    address: str
    changes: list[str]


def address(name: str) -> str:
    """The page of a named rule set."""
    return reverse("rules") if NAMED[name] == STANDARD else reverse("named_rules", args=[name])


def variants(*, short: bool) -> list[Variant]:
    """The named rule sets; the `short` ones are those that differ in how many phases they take alone."""
    return [
        Variant(name, str(label(name)), address(name), list(changes_of(rules).values()))
        for name, rules in NAMED.items()
        if name.startswith("first-") is short
    ]
