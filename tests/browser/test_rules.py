"""Rules in a real browser: made in the form by hand, and read on their pages."""

import pytest
from playwright.sync_api import expect

from arena.phase10.rules import RuleSet
from tenfold.competitions.models import Competition
from tests.browser.every_page import inaccessible
from tests.builders import a_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without"])
def test_own_rules_are_made_by_hand(open_page, script):
    page = open_page("/competitions/new/", user=a_user(), script=script)
    page.get_by_label("Name", exact=True).fill("Autumn")
    page.get_by_label("Rule set", exact=True).select_option("everyone-advances")
    page.get_by_text("Own rules: change any part of it").click()
    page.get_by_label("Phases phases").fill("3, 1")
    page.get_by_label("A skip names the next player only.").check()
    page.get_by_label("Refused replies that forfeit a game").fill("5")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("heading", name="Autumn")).to_be_visible()
    expect(page.get_by_role("list").filter(has_text="The phases are 3 and 1.")).to_be_visible()
    assert Competition.objects.get().rules == RuleSet.from_dict(
        {"advance": "always", "phases": [3, 1], "skip_target": "next", "strikes": 5}
    )


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without"])
def test_refused_rules_are_put_right_where_the_sentence_stands(open_page, script):
    page = open_page("/competitions/new/", user=a_user(), script=script)
    page.get_by_label("Name", exact=True).fill("Autumn")
    page.get_by_text("Own rules: change any part of it").click()
    page.get_by_label("Most deals in a game").fill("3")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_text("deals_per_game is 3, but 10 phases take as many")).to_be_visible()
    expect(page.get_by_label("Most deals in a game")).to_have_value("3")
    page.get_by_label("Phases phases").fill("1 2 3")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("heading", name="Autumn")).to_be_visible()


def test_the_form_says_what_the_chosen_rule_set_holds(open_page):
    page = open_page("/competitions/new/", user=a_user())
    page.get_by_text("Own rules: change any part of it").click()
    expect(page.get_by_label("As in the rule set: made")).to_be_checked()
    page.get_by_label("Rule set", exact=True).select_option("everyone-advances")
    expect(page.get_by_label("As in the rule set: always")).to_be_checked()
    page.get_by_label("Rule set", exact=True).select_option("odd")
    expect(page.get_by_label("Phases phases")).to_have_attribute("placeholder", "1, 3, 5, 7, 9")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_refused_form_is_accessible(open_page, scheme):
    page = open_page("/competitions/new/", user=a_user(), scheme=scheme)
    page.get_by_label("Name", exact=True).fill("Autumn")
    page.get_by_text("Own rules: change any part of it").click()
    page.get_by_label("Phases phases").fill("99")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_text("phases holds 99; the phases are 1 to 10.")).to_be_visible()
    assert inaccessible(page) == []
