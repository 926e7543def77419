"""The form of a rule set: a named one, changes to it, and where a refusal stands."""

import json
from html import unescape

import pytest
from django.http import QueryDict
from django.utils import translation
from django.utils.html import strip_tags

from arena.phase10.rules import CHOICES, LIMITS, NAMED, STANDARD, RuleSet
from tenfold.competitions.rule_sets import RuleSetForm, label
from tests.tenfold.rule_variants import VARIANTS, typed


def sent(**fields: object) -> RuleSetForm:
    data = QueryDict(mutable=True)
    data.update({name: str(value) for name, value in {"rules": "standard", **fields}.items()})
    return RuleSetForm(data)


def made(**fields: object) -> RuleSet:
    form = sent(**fields)
    assert form.is_valid(), form.errors
    return form.rule_set


def refusal(**fields: object) -> dict[str, list[str]]:
    form = sent(**fields)
    assert not form.is_valid()
    return {
        name: [unescape(strip_tags(str(error))) for error in errors] for name, errors in form.errors.items()
    }


@pytest.mark.parametrize("name", NAMED)
def test_a_named_rule_set_is_chosen_as_it_is(name):
    assert made(rules=name) == NAMED[name]


@pytest.mark.parametrize("change", VARIANTS, ids=str)
def test_each_field_can_be_changed_by_itself(change):
    assert made(**typed(change)) == RuleSet.from_dict(change)


def test_every_field_of_a_rule_set_is_in_the_form():
    fields = set(RuleSetForm().fields) - {"rules"}
    assert fields == set(STANDARD.to_dict())
    assert fields == {"phases", *CHOICES, *LIMITS}


def test_what_is_filled_in_counts_and_the_rest_is_as_in_the_named_one():
    rules = made(rules="everyone-advances", phases="3 1,2", strikes=9)
    assert rules == RuleSet.from_dict({"advance": "always", "phases": [3, 1, 2], "strikes": 9})


def test_a_change_may_take_back_what_the_named_one_does():
    assert made(rules="even", phases="1, 2, 3, 4, 5, 6, 7, 8, 9, 10") == STANDARD


@pytest.mark.parametrize(
    ("fields", "at", "sentence"),
    [
        ({"phases": "1, 11"}, "phases", "phases holds 11; the phases are 1 to 10."),
        ({"phases": "one"}, "phases", "phases holds 'one'; the phases are 1 to 10."),
        ({"phases": "2 2"}, "phases", "phases names a phase twice: [2, 2]."),
        ({"phases": ","}, "phases", "phases is a list of phase numbers, at least one, not []."),
        ({"strikes": 0}, "strikes", "strikes is a whole number from 1 to 100, not 0."),
        (
            {"turns_per_seat": -5},
            "turns_per_seat",
            "turns_per_seat is a whole number from 1 to 1000, not -5.",
        ),
        ({"deals_per_game": "many"}, "deals_per_game", "Enter a whole number."),
        ({"hit": "never"}, "hit", "Select a valid choice. never is not one of the available choices."),
        ({"rules": "chess"}, "rules", "Select a valid choice. chess is not one of the available choices."),
    ],
)
def test_a_field_that_makes_no_sense_is_refused_where_it_stands(fields, at, sentence):
    assert refusal(**fields) == {at: [sentence]}


@pytest.mark.parametrize(
    ("fields", "at", "begins"),
    [
        ({"deals_per_game": 9}, "deals_per_game", "deals_per_game is 9, but 10 phases take"),
        (
            {"order": "announce", "advance": "always"},
            "order",
            "order='announce' goes with advance='made'",
        ),
        ({"rules": "everyone-advances", "order": "announce"}, "order", "order='announce' goes with"),
        ({"rules": "first-1", "order": "announce"}, "order", "order='announce' chooses among phases"),
        (
            {"turns_per_seat": 1, "go_out": "float"},
            "turns_per_seat",
            "turns_per_seat is 1, but",
        ),
    ],
)
def test_fields_that_make_no_sense_together_are_refused_at_one_of_them(fields, at, begins):
    refused = refusal(**fields)
    assert list(refused) == [at]
    assert refused[at][0].startswith(begins)
    assert refused[at][0].endswith(".")


@pytest.mark.parametrize("phases", ["9" * 61, "\u0661", "1" * 60, "1;2;\x00", "-1"])
def test_hostile_phases_are_refused_in_short(phases):
    assert all(len(sentence) < 150 for sentence in refusal(phases=phases)["phases"])


def test_nothing_but_a_change_opens_the_fields():
    assert not RuleSetForm().changed
    assert not sent(rules="even").changed
    assert sent(strikes=0).changed
    assert sent(hit="later").changed


@pytest.mark.parametrize("name", NAMED)
def test_every_named_rule_set_has_a_label(name):
    labels = [label(each) for each in NAMED]
    assert labels.count(label(name)) == 1


def test_what_the_script_shows_of_a_rule_set_is_what_one_would_type():
    sets = json.loads(RuleSetForm().fields["rules"].widget.attrs["data-rule-sets"])
    assert {name: made(**fields) for name, fields in sets.items()} == NAMED


def test_the_form_is_in_the_language_of_whoever_fills_it_in():
    with translation.override("nb"):
        form = RuleSetForm()
        assert (form["rules"].label, form["strikes"].help_text) == ("Regelsett", "1 til 100; standard er 3.")
        assert "Forkortet: fase 1 til 4" in str(form["rules"])
        assert 'placeholder="som i regelsettet"' in str(form["phases"])
