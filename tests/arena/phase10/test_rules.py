"""The rule set as data: complete, readable, and refused with a sentence when it makes no sense."""

import json
from dataclasses import fields
from typing import Any

import pytest

from arena.phase10.errors import RulesRefused
from arena.phase10.rules import NAMED, STANDARD, Advance, GoOut, RuleSet


def test_the_standard_game_is_the_ten_phases_in_order():
    assert STANDARD.to_dict() == {
        "phases": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        "advance": "made",
        "naturals": "group",
        "hit": "same_turn",
        "go_out": "empty",
        "skip_target": "any",
        "skip_limit": "lap",
        "order": "fixed",
        "turns_per_seat": 50,
        "deals_per_game": 40,
        "strikes": 3,
    }


@pytest.mark.parametrize("rules", NAMED.values(), ids=NAMED)
def test_named_rules_come_back_from_their_json(rules):
    assert RuleSet.from_dict(json.loads(json.dumps(rules.to_dict()))) == rules


def test_the_named_rules_are_those_that_people_play():
    assert NAMED["standard"] is STANDARD
    assert NAMED["everyone-advances"].advance is Advance.ALWAYS
    assert NAMED["first-3"].phases == (1, 2, 3)
    assert (NAMED["even"].phases, NAMED["odd"].phases) == ((2, 4, 6, 8, 10), (1, 3, 5, 7, 9))


def test_a_field_left_out_is_as_in_the_standard_game():
    assert RuleSet.from_dict({"go_out": "float"}) == RuleSet(go_out=GoOut.FLOAT)


def test_words_become_members_of_their_enum():
    assert RuleSet.from_dict({"advance": "always"}).advance is Advance.ALWAYS


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (None, "a rule set is an object of fields, not None"),
        ([1], "a rule set is an object of fields"),
        ({"joker": 1}, "a rule set has no field 'joker'; its fields are phases, advance"),
        ({"phases": []}, "phases is a list of phase numbers, at least one"),
        ({"phases": "1"}, "phases is a list of phase numbers"),
        ({"phases": [1, 11]}, "phases holds 11; the phases are 1 to 10"),
        ({"phases": [True]}, "phases holds True"),
        ({"phases": [2, 1, 2]}, r"phases names a phase twice: \[2, 1, 2\]"),
        ({"advance": "never"}, "advance is one of 'made', 'always', not 'never'"),
        ({"hit": ["later"]}, "hit is one of 'same_turn', 'later'"),
        ({"naturals": None}, "naturals is one of 'group', 'phase', 'none', not None"),
        ({"strikes": 0}, "strikes is a whole number from 1 to 100, not 0"),
        ({"strikes": True}, "strikes is a whole number"),
        ({"turns_per_seat": 1.5}, "turns_per_seat is a whole number from 1 to 1000, not 1.5"),
        ({"deals_per_game": 9}, "10 phases take as many deals at least: raise it or list fewer phases"),
        ({"order": "announce", "advance": "always"}, "order='announce' goes with advance='made' only"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(data, sentence):
    with pytest.raises(RulesRefused, match=sentence):
        RuleSet.from_dict(data)


def test_the_description_has_a_sentence_for_each_field():
    sentences = STANDARD.describe()
    assert len(sentences) == len(fields(RuleSet))
    assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in sentences)


CHOICES = ["advance", "naturals", "hit", "go_out", "skip_target", "skip_limit", "order"]


@pytest.mark.parametrize("field", CHOICES)
def test_each_choice_of_a_field_is_described_in_other_words(field):
    choices: list[Any] = list(getattr(STANDARD, field).__class__)
    described = {tuple(RuleSet(**{field: choice}).describe()) for choice in choices}
    assert len(described) == len(choices)


def test_the_description_spells_the_phases_and_the_limits():
    text = " ".join(RuleSet(phases=(2, 8), turns_per_seat=7, deals_per_game=9).describe())
    assert "phase 2: set of 3 + run of 4; phase 8: 7 cards of one colour" in text
    assert "after 7 turns of every seat" in text
    assert "after 9 deals" in text
