"""A rule set in the reader's language, from the sentences that `arena` has in English."""

import pytest
from django.utils import translation

from arena.phase10.rules import NAMED, RuleSet
from tenfold.competitions.rules_in_words import changes, in_words, sentences
from tests.tenfold.rule_variants import VARIANTS

ONCE = RuleSet(phases=(1,), turns_per_seat=1, deals_per_game=1, strikes=1)


@pytest.mark.parametrize(
    "rules", [*NAMED.values(), ONCE, *map(RuleSet.from_dict, VARIANTS)], ids=lambda rules: rules.name or "own"
)
def test_in_english_it_says_what_the_game_says(rules):
    assert sentences(rules) == rules.sentences()
    assert changes(rules) == rules.changes()
    assert in_words(rules) == rules.in_words()


@pytest.mark.parametrize("rules", [ONCE, *map(RuleSet.from_dict, VARIANTS)], ids=str)
def test_in_norwegian_no_sentence_is_english(rules):
    with translation.override("nb"):
        assert not set(sentences(rules).values()) & set(rules.sentences().values())
    assert in_words(rules).startswith("Standard rules, but: ")
