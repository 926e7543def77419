"""The pages on which those who organize a competition decide about it."""

import re

import pytest

from tenfold.competitions.models import Competition
from tests.builders import a_competition, a_round, a_user
from tests.tenfold.pages.scenes import reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def at(competition, page="settings"):
    return f"/c/{competition.slug}/{page}/"


def filled(page, **changes):
    """The form of the settings as the page shows it, with changes."""
    text = page.content.decode()
    seen = re.search(r'name="seen" value="([^"]+)"', text)
    assert seen is not None
    shown = {"name": "Cup", "visibility": "public", "description": "", "rules": "standard", "players": 2}
    shown |= {"format": "round_robin", "timetable": "by_hand", "time_zone": "UTC", "measure": "margin"}
    return {**shown, "blocks": 1, "seen": seen[1], **changes}


@pytest.mark.parametrize(
    ("page", "says"),
    [
        ("settings", "<h1>Innstillinger</h1>"),
        ("people", "<h1>Folk</h1>"),
        ("dashboard", "<h1>Oversikt</h1>"),
        ("reveal", "Ingen står i stillingen ennå."),
        ("certificates", "<h1>Diplomer</h1>"),
        ("export", "<h1>Ta med deg</h1>"),
        ("alike", "<h1>Boter som ligner hverandre</h1>"),
    ],
)
def test_an_organizers_page_is_read_in_norwegian_by_who_asks_for_it(page, says):
    competition = a_competition()
    shown = reader(competition.organizer).get(at(competition, page), headers={"Accept-Language": "nb"}).text

    assert says in shown
    assert 'aria-label="For arrangører"' in shown or page in {"reveal", "alike"}


def test_settings_are_refused_in_norwegian_whoever_asks_for_it():
    competition = a_competition(name="Cup")
    client = reader(competition.organizer)

    answer = client.post(
        at(competition), filled(client.get(at(competition)), name="★"), headers={"Accept-Language": "nb"}
    )

    assert "Navnet på en konkurranse må ha noen bokstaver eller sifre" in answer.text


def test_the_settings_are_shown_and_changed():
    competition = a_competition(name="Cup")
    client = reader(competition.organizer)

    answer = client.post(
        at(competition), filled(client.get(at(competition)), description="on Fridays", players=3)
    )

    competition.refresh_from_db()
    assert answer["Location"] == at(competition)
    assert (competition.description, competition.players) == ("on Fridays", 3)


def test_time_and_image_are_chosen_there_and_stay_where_a_page_does_not_show_them(settings):
    settings.BOT_IMAGE_NUM = "an image"
    competition = a_competition(name="Cup")
    client = reader(competition.organizer)
    client.post(at(competition), filled(client.get(at(competition)), banks="long", image="numpy"))

    settings.BOT_IMAGE_NUM = ""
    client.post(at(competition), filled(client.get(at(competition)), banks="quick"))

    competition.refresh_from_db()
    assert (competition.banks, competition.image) == ("quick", "numpy")


def test_a_rule_set_of_ones_own_is_shown_as_it_is_and_stays_so():
    competition = a_competition(name="Cup")  # its rules have no name
    client = reader(competition.organizer)
    page = client.get(at(competition))

    assert 'name="phases" value="1"' in page.content.decode()
    client.post(at(competition), filled(page, phases="1", turns_per_seat=2, deals_per_game=1))

    before = competition.rule_set
    competition.refresh_from_db()
    assert competition.rule_set == before


def test_a_second_tab_is_told_what_changed_and_overwrites_nothing_unless_it_is_sent_again():
    competition = a_competition(name="Cup")
    client = reader(competition.organizer)
    rules = {"phases": "1", "turns_per_seat": 2, "deals_per_game": 1}
    first, second = client.get(at(competition)), client.get(at(competition))
    client.post(at(competition), filled(first, description="first", **rules))

    told = client.post(at(competition), filled(second, description="second", **rules))

    assert "the description from “” to “first”" in told.content.decode()
    assert Competition.objects.get().description == "first"
    client.post(at(competition), filled(told, description="second", **rules))
    assert Competition.objects.get().description == "second"


def test_after_the_first_round_the_rules_are_shown_with_why_they_stay():
    competition = a_round().competition

    page = reader(competition.organizer).get(at(competition)).content.decode()

    assert "Fixed since the first round began" in page
    assert 'name="blocks"' not in page


def test_a_page_from_before_the_first_round_changes_no_rules_after_it():
    competition = a_competition(name="Cup")
    client = reader(competition.organizer)
    page = client.get(at(competition))
    a_round(competition=competition)

    told = client.post(
        at(competition), filled(page, blocks=9, phases="1", turns_per_seat=2, deals_per_game=1)
    )

    assert "The first round has begun, so the blocks a match can no longer change" in told.content.decode()
    assert Competition.objects.get().blocks == 1


def test_after_the_first_round_the_rest_is_changed_by_a_form_without_rules():
    competition = a_round(competition=a_competition(name="Cup")).competition
    client = reader(competition.organizer)
    sent = filled(client.get(at(competition)), description="on Fridays")

    client.post(at(competition), {k: v for k, v in sent.items() if k not in {"rules", "players", "blocks"}})

    assert Competition.objects.get().description == "on Fridays"


def test_a_state_that_no_page_of_ours_signed_is_refused():
    competition = a_competition(name="Cup")
    client = reader(competition.organizer)

    answer = client.post(at(competition), filled(client.get(at(competition)), seen="made up", name="Mine"))

    assert "none of ours" in answer.content.decode()
    assert Competition.objects.get().name == "Cup"


def test_the_organizer_adds_a_co_organizer_who_is_named_on_the_page():
    competition, helper = a_competition(), a_user("helper")
    client = reader(competition.organizer)

    client.post(at(competition, "people/add"), {"username": "helper"})

    assert "helper" in reader().get(competition.get_absolute_url()).content.decode()
    assert reader(helper).get(at(competition)).status_code == 200


def test_a_private_competition_is_there_for_its_co_organizers():
    competition, helper = a_competition(private=True), a_user()
    competition.co_organizers.add(helper)

    assert reader(helper).get(competition.get_absolute_url()).status_code == 200
    assert competition.name in reader(helper).get("/competitions/").content.decode()


@pytest.mark.parametrize("form", ["people/add", "people/remove", "people/hand-over"])
def test_a_co_organizer_chooses_no_co_organizers(form):
    competition, helper = a_competition(), a_user()
    competition.co_organizers.add(helper)

    answer = reader(helper).post(at(competition, form), {"username": "x", "user": helper.pk})

    assert answer.status_code == 403


def test_the_organizer_removes_a_co_organizer_and_hands_over():
    competition, one, two = a_competition(), a_user(), a_user()
    competition.co_organizers.add(one, two)
    client = reader(competition.organizer)

    client.post(at(competition, "people/remove"), {"user": one.pk})
    page = client.post(at(competition, "people/hand-over"), {"user": two.pk}).content.decode()
    assert f"Type “{two.username}” to confirm" in page
    assert Competition.objects.get().organizer == competition.organizer
    client.post(at(competition, "people/hand-over"), {"user": two.pk, "typed": two.username})

    assert Competition.objects.get().organizer == two
    assert set(competition.co_organizers.all()) == {competition.organizer}


def test_a_new_code_is_made_once_the_word_is_typed():
    competition = a_competition(private=True)
    client, code = reader(competition.organizer), competition.invitation
    for form in ({}, {"typed": "yes"}, {"typed": ""}):
        page = client.post(at(competition, "people/code"), form).content.decode()
        assert f"Type “{competition.slug}” to confirm" in page
        assert Competition.objects.get().invitation == code

    client.post(at(competition, "people/code"), {"typed": competition.slug, "instead_of": code})
    assert Competition.objects.get().invitation != code


def test_who_would_rather_not_is_led_back_to_the_people():
    competition = a_competition()
    page = reader(competition.organizer).post(at(competition, "people/code")).content.decode()
    assert f'<a href="{at(competition, "people")}">Leave all as it is</a>' in page


def test_each_page_that_the_organizers_row_leads_to_has_that_row_with_itself_marked():
    competition = a_competition()
    client = reader(competition.organizer)
    row = re.search(
        r'<ul class="nav organizing">.*?</ul>', client.get(at(competition, "dashboard")).text, re.DOTALL
    )
    assert row is not None
    places = set(re.findall(r'href="([^"]+)"', row[0])) - {
        competition.get_absolute_url(),
        at(competition, "reveal"),  # for a projector: it shows nothing beside the standing
    }

    unmarked = [here for here in places if f'href="{here}" aria-current="page"' not in client.get(here).text]
    assert not unmarked
    assert at(competition, "rulings") in places


def test_who_only_reads_rulings_is_shown_no_organizers_row():
    assert "nav organizing" not in reader(a_user()).get(at(a_competition(), "rulings")).text
