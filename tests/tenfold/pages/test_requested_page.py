"""Asking for a match on the pages, and what is seen of it."""

import pytest

from arena.sequential import Decision, look
from tenfold.matches.models import Match
from tests.builders import a_bot, a_requested_match, a_user, a_version, an_entry, crashing, played, ten_lines
from tests.tenfold.pages.scenes import reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def form(own, *against, **fields):
    values = {"rules": "first-1", "blocks": 2, "token": "one"}
    return {**values, "version": own.pk, "against": [one.pk for one in against], **fields}


def test_a_match_is_asked_for_in_one_form():
    author, house = a_user(), a_version(bot=a_bot(house=True))
    own = a_version(bot=a_bot(owner=author))
    response = reader(author).post("/matches/", form(own, house))
    match = Match.objects.get()
    assert response["Location"] == match.get_absolute_url()
    assert [seat.version for seat in match.bots.order_by("index")] == [own, house]


def test_so_many_blocks_are_offered_that_a_clear_difference_is_told():
    own = a_version(bot=a_bot(owner=a_user()))
    field = reader(own.bot.owner).get("/matches/").context["form"].fields["blocks"]
    # Ahead by one and a half times what blocks scatter by; of ten blocks that is not told.
    clear = [0.5, 2.5] * 20

    assert look(clear[: field.initial]).decision is Decision.BETTER
    assert look(clear[:10]).decision is Decision.OPEN
    assert f"Fewer than {field.initial} tell two bots apart only if" in str(field.help_text)


def test_a_form_sent_twice_makes_one_match():
    author, house = a_user(), a_version(bot=a_bot(house=True))
    own = a_version(bot=a_bot(owner=author))
    client = reader(author)
    first, second = (client.post("/matches/", form(own, house)) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Match.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"against": []}, "This field is required"),
        ({"against": ["x"]}, "not one of the available choices"),
        ({"against": [str(10**30)]}, "not one of the available choices"),
        ({"version": "0"}, "not one of the available choices"),
        ({"blocks": 41}, "less than or equal to 40"),
        ({"rules": "none"}, "not one of the available choices"),
    ],
)
def test_what_cannot_be_asked_for_is_refused_where_it_stands(fields, says):
    author = a_user()
    own, house = a_version(bot=a_bot(owner=author)), a_version(bot=a_bot(house=True))
    response = reader(author).post("/matches/", form(own, house, **fields))
    assert response.status_code == 200
    assert says in response.content.decode()
    assert not Match.objects.exists()


def test_nobody_lets_anothers_version_play_as_their_own():
    own, stranger = a_version(), a_user()
    a_version(bot=a_bot(owner=stranger))
    reader(stranger).post("/matches/", form(own, a_version(bot=a_bot(house=True))))
    assert not Match.objects.exists()


def test_an_address_names_who_is_to_play():
    author = a_user()
    bot = a_bot(owner=author)
    old, new = a_version(bot=bot), a_version(bot=bot)
    page = reader(author).get(f"/matches/?version={new.pk}&against={old.pk}").content.decode()
    assert f'<option value="{new.pk}" selected>' in page
    assert f'value="{old.pk}"' in page.split("checked")[0].rsplit("<input", 1)[1]


def test_a_new_version_leads_to_its_comparison_with_the_one_before():
    author = a_user()
    bot = a_bot(owner=author)
    old, new = a_version(bot=bot), a_version(bot=bot)
    page = reader(author).get(new.get_absolute_url()).content.decode()
    assert f"/matches/?version={new.pk}&amp;against={old.pk}" in page
    assert "/matches/?version" not in reader(author).get(old.get_absolute_url()).content.decode()


@pytest.mark.parametrize(("opened", "offered"), [(True, True), (False, False)])
def test_a_bot_is_offered_as_an_opponent_where_it_is_one(opened, offered):
    bot = a_version().bot
    reader(bot.owner).post(f"{bot.get_absolute_url()}open/", {"open": "yes" if opened else "no"})
    page = reader(a_user()).get(bot.get_absolute_url()).content.decode()
    assert ("Play against it" in page) is offered


def test_a_stranger_opens_nobodys_bot():
    bot = a_version().bot
    assert reader(a_user()).post(f"{bot.get_absolute_url()}open/", {"open": "yes"}).status_code == 403
    bot.refresh_from_db()
    assert not bot.open_to_requests


def test_the_match_says_how_far_it_tells_them_apart_and_leads_to_its_games():
    match = played(a_requested_match(blocks=5), bots=(ten_lines, crashing))
    page = reader(match.requested_by).get(match.get_absolute_url()).content.decode()
    assert "Not decided after 5 blocks" in page
    assert reader(match.requested_by).get(match.games.first().get_absolute_url()).status_code == 200


def test_two_versions_of_a_bot_are_told_apart_in_its_games():
    author = a_user()
    bot = a_bot(owner=author, name="Twin")
    versions = [a_version(bot=bot), a_version(bot=bot)]
    match = played(a_requested_match(by=author, versions=versions), bots=(crashing, ten_lines))
    page = reader(author).get(match.get_absolute_url()).content.decode()
    assert "<b>Twin v2</b>" in page


def test_a_requested_match_is_not_there_for_strangers():
    match = played(a_requested_match())
    for address in (match.get_absolute_url(), match.games.first().get_absolute_url()):
        assert reader(a_user()).get(address).status_code == 404
    assert reader().get(f"/api/v1/matches/{match.pk}").status_code == 404


def test_it_is_listed_for_who_asked_and_for_nobody_else():
    match = a_requested_match()
    assert match.get_absolute_url() in reader(match.requested_by).get("/matches/").content.decode()
    assert match.get_absolute_url() not in reader(a_user()).get("/matches/").content.decode()


def test_the_owner_of_an_opponent_sees_the_match_over_the_api_too():
    rival = a_version()
    match = a_requested_match(by=(author := a_user()), versions=[a_version(bot=a_bot(owner=author)), rival])
    assert reader(rival.bot.owner).get(f"/api/v1/matches/{match.pk}").json()["kind"] == "requested"


def test_without_a_ready_version_the_page_says_what_to_do():
    assert "Upload one" in reader(a_user()).get("/matches/").content.decode()


def test_nobody_in_particular_is_led_to_sign_in():
    assert reader().get("/matches/")["Location"] == "/sign-in/?next=/matches/"


def test_the_page_costs_the_same_whatever_was_asked_for(django_assert_max_num_queries):
    author = a_user()
    for _ in range(8):
        a_requested_match(by=author)
        an_entry(owner=author)
    client = reader(author)
    with django_assert_max_num_queries(6):
        client.get("/matches/")
