"""The rules pages: made from the rule set, open to whoever sees the competition, and linked to."""

import html
import re
from typing import Any

import pytest

from arena.phase10.phases import phase_text
from arena.phase10.rules import NAMED, RuleSet
from tenfold.accounts.models import User
from tests.builders import a_competition, a_trial, a_user, an_entry
from tests.tenfold.pages.scenes import a_played_match, reader
from tests.tenfold.rule_variants import VARIANTS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

CHANGES: list[dict[str, Any]] = [{}, *VARIANTS]
MANY = {"phases": [8, 2], "naturals": "none", "hit": "later", "go_out": "float", "strikes": 7}


def page(address: str) -> str:
    """The words of a page, its mark-up left out but for what stands out."""
    response = reader().get(address)
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def in_norwegian(address: str, by: User | None = None) -> str:
    response = reader(by).get(address, headers={"Accept-Language": "nb"})
    assert response.status_code == 200
    return html.unescape(response.text)


def rules_of(change: dict[str, Any]) -> str:
    return page(f"/c/{a_competition(rules=RuleSet.from_dict(change)).slug}/rules/")


def standing_out(text: str) -> list[str]:
    """The sentences that are marked as not standard."""
    return re.findall(r'<li class="differs">(.*?) <span class="chip odd">not standard</span></li>', text)


@pytest.mark.parametrize("name", NAMED)
def test_every_named_rule_set_has_a_page(name):
    text = page("/rules/" if name == "standard" else f"/rules/{name}/")
    assert standing_out(text) == list(NAMED[name].changes().values())


@pytest.mark.parametrize("name", NAMED)
def test_every_named_rule_set_is_led_to_from_the_rules(name):
    address = "/rules/" if name == "standard" else f"/rules/{name}/"
    assert f'<a href="{address}"' in page("/rules/")


def test_a_rule_set_of_no_such_name_is_not_found():
    assert reader().get("/rules/chess/").status_code == 404


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_the_page_of_a_competition_says_every_rule_of_it(change):
    text = rules_of(change)
    assert all(sentence in text for sentence in RuleSet.from_dict(change).sentences().values())


@pytest.mark.parametrize("change", [*CHANGES, MANY], ids=str)
def test_what_is_not_standard_stands_out_and_nothing_else(change):
    text = rules_of(change)
    changes = RuleSet.from_dict(change).changes()
    assert sorted(standing_out(text)) == sorted(changes.values())
    assert ("Standard rules, but:" in text) is bool(changes)


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_every_rule_is_said_in_norwegian_to_whoever_reads_that(change):
    competition = a_competition(rules=RuleSet.from_dict(change))
    text = in_norwegian(f"/c/{competition.slug}/rules/").partition("<pre")[0]
    assert [said for said in competition.rules.sentences().values() if said in text] == []


def test_the_phases_are_told_in_their_order_and_no_others():
    text = rules_of({"phases": [8, 2]})
    assert re.findall(r"<dt><b>(\d+)</b> (.*?)</dt>", text) == [("8", phase_text(8)), ("2", phase_text(2))]
    assert "through all 2 phases" in text
    assert "alone play phase 2 once more" in text


def test_only_groups_that_the_phases_have_are_explained():
    text = rules_of({"phases": [4, 5]})
    assert "A <b>run</b> is" in text
    assert "A <b>set</b> is" not in text
    assert "A <b>colour</b> is" not in text


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"naturals": "none"}, "says what it stands for"),
        ({"order": "announce"}, "say which of your open phases you try"),
        ({"go_out": "float"}, "Who floats goes on drawing"),
        ({"advance": "always"}, "After 10 deals everybody is past the last phase"),
    ],
)
def test_what_a_rule_brings_with_it_is_told_where_it_holds(change, sentence):
    assert sentence in rules_of(change)
    assert sentence not in page("/rules/")


def test_groups_of_wilds_are_pictured_where_they_are_allowed():
    assert "<small>as red</small>" in rules_of({"phases": [8], "naturals": "none"})
    assert "<small>as" not in rules_of({"phases": [8]})


def test_the_page_shows_what_bots_are_told():
    rules = RuleSet.from_dict(MANY)
    assert f'"rules_text": "{rules.in_words()}"' in rules_of(MANY)


def test_the_page_of_a_competition_says_in_words_what_it_changes():
    changed = a_competition(rules=RuleSet.from_dict(MANY))
    text = page(changed.get_absolute_url())
    assert f'<a href="/c/{changed.slug}/rules/">Standard rules</a>, but:' in text
    assert all(f"<li>{sentence}</li>" in text for sentence in RuleSet.from_dict(MANY).changes().values())


def test_the_page_of_a_standard_competition_says_so():
    plain = a_competition(rules=NAMED["standard"])
    assert f'<a href="/c/{plain.slug}/rules/">Standard rules</a></p>' in page(plain.get_absolute_url())


def test_the_list_of_competitions_names_the_rules():
    a_competition(rules=NAMED["even"])
    a_competition(rules=RuleSet.from_dict(MANY))
    text = page("/competitions/")
    assert ">even</a>" in text
    assert ">its own</a>" in text


def test_a_match_and_its_replay_lead_to_the_rules():
    game = a_played_match().games.first()
    assert game.match.competition is not None
    link = f'rules: <a href="/c/{game.match.competition.slug}/rules/">its own</a>'
    assert link in page(game.match.get_absolute_url())
    assert link in page(game.get_absolute_url())


def test_a_trial_leads_to_the_rules_it_is_played_by():
    trial = a_trial()
    trial.rule_set = NAMED["standard"].to_dict()
    trial.save()
    assert trial.trial_of is not None
    shown = reader(trial.trial_of.bot.owner).get(trial.get_absolute_url()).content.decode()
    assert 'rules: <a href="/rules/">standard</a>' in shown


def test_the_rules_of_a_private_competition_are_seen_by_its_people_alone():
    private = a_competition(private=True)
    entrant = an_entry(competition=private).bot.owner
    seen = {user: reader(user).get(f"/c/{private.slug}/rules/").status_code for user in (entrant, a_user())}
    assert list(seen.values()) == [200, 404]
    assert reader().get(f"/c/{private.slug}/rules/").status_code == 404
    assert reader(private.organizer).get(f"/c/{private.slug}/rules/").status_code == 200


def test_an_invitation_says_by_which_rules_is_played():
    private = a_competition(private=True, rules=NAMED["odd"])
    address = f"/c/{private.slug}/enter/?invitation={private.invitation}"
    assert NAMED["odd"].in_words() in reader(a_user()).get(address).content.decode()
