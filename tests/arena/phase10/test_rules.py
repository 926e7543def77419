"""The rule set as data: complete, readable, and refused with a sentence when it makes no sense."""

import json
from dataclasses import fields
from typing import Any

import pytest

from arena.phase10.errors import RulesRefused
from arena.phase10.rules import CHOICES, NAMED, STANDARD, Advance, GoOut, RuleSet


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
        (
            {"order": "announce", "phases": [4]},
            "there is only phase 4: list more phases or",
        ),
        ({"turns_per_seat": 1, "hit": "later"}, "turns_per_seat is 1, but hit='later' needs a second turn"),
        ({"turns_per_seat": 1, "go_out": "float"}, "turns_per_seat is 1, but go_out='float' needs a second"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(data, sentence):
    with pytest.raises(RulesRefused, match=sentence):
        RuleSet.from_dict(data)


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"phases": [11]}, "phases"),
        ({"hit": "never"}, "hit"),
        ({"strikes": 0}, "strikes"),
        ({"deals_per_game": 2}, "deals_per_game"),
        ({"order": "announce", "advance": "always"}, "order"),
        ({"turns_per_seat": 1, "hit": "later"}, "turns_per_seat"),
        ({"joker": 1}, ""),
    ],
)
def test_a_refusal_says_of_which_field_it_is(data, field):
    with pytest.raises(RulesRefused) as refused:
        RuleSet.from_dict(data)
    assert refused.value.field == field


def test_a_refusal_quotes_what_came_in_short():
    with pytest.raises(RulesRefused) as refused:
        RuleSet.from_dict({"hit": "x" * 10_000})
    assert len(str(refused.value)) < 200


def test_every_field_is_put_in_words():
    sentences = STANDARD.sentences()
    assert sorted(sentences) == sorted(field.name for field in fields(RuleSet))
    assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in sentences.values())


@pytest.mark.parametrize("field", CHOICES)
def test_each_choice_of_a_field_has_words_of_its_own(field):
    choices: list[Any] = list(getattr(STANDARD, field).__class__)
    said = {RuleSet(**{field: choice}).sentences()[field] for choice in choices}
    assert len(said) == len(choices) == len(CHOICES[field])


@pytest.mark.parametrize(
    ("phases", "sentence"),
    [
        ([4], "The only phase is 4."),
        ([1, 2], "The phases are 1 and 2."),
        ([3, 4, 5], "The phases are 3 to 5."),
        ([3, 2, 1], "The phases are 3, 2 and 1."),
    ],
)
def test_the_phases_are_told_in_their_order(phases, sentence):
    assert RuleSet(phases=phases).sentences()["phases"] == sentence


def test_limits_of_one_are_told_in_the_singular():
    rules = RuleSet(phases=(1,), turns_per_seat=1, deals_per_game=1, strikes=1)
    text = " ".join(rules.sentences().values())
    assert "after 1 turn of every seat" in text
    assert "after 1 deal." in text
    assert "After 1 refused reply a bot" in text


def test_in_words_a_rule_set_is_what_it_changes_of_the_standard_game():
    assert STANDARD.in_words() == "Standard rules."
    assert RuleSet(strikes=5, phases=(2, 8), naturals="none").in_words() == (  # type: ignore[arg-type]  # as JSON has it
        "Standard rules, but: The phases are 2 and 8. A phase may be laid down in wilds alone. "
        "After 5 refused replies a bot has forfeited the game, which ends once all have."
    )
