"""What the public may know of an author, on one page."""

import pytest
from django.utils import timezone

from tenfold.accounts.leaving import delete_account
from tenfold.accounts.models import User
from tenfold.competitions.models import Competition, Entry
from tenfold.competitions.standings import refresh_standing
from tests.builders import a_bot, a_competition, a_requested_match, a_round, a_user, a_version, an_entry
from tests.tenfold.pages.scenes import a_played_match, play, reader
from tests.tenfold.pages.test_query_counts import queries

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


@pytest.fixture
def ada() -> User:
    """Author of two bots that met Leaf of Grace's in a round, which is over."""
    ada = a_user("ada")
    cup = a_competition(name="cup")
    for name, owner in (("Rose", ada), ("Thorn", ada), ("Leaf", a_user("grace"))):
        an_entry(competition=cup, bot=a_version(bot=a_bot(owner=owner, name=name)).bot)
    a_round_is_played(cup)
    return ada


def a_round_is_played(cup: Competition) -> None:
    for match in a_round(competition=cup).matches.all():
        play(match)
    refresh_standing(competition_id=cup.pk, even_if_fresh=True)


def shown(author: User, user: User | None = None, query: str = ""):
    return reader(user).get(f"{author.get_absolute_url()}{query}").context


def ranks(author: User, user: User | None = None) -> list[int | None]:
    entries = [entry for bot in shown(author, user)["bots"].rows for entry in bot.placed]
    return [None for entry in entries if entry.frozen] or sorted(entry.standing.rank for entry in entries)


def test_it_shows_the_bots_with_their_ranks_and_the_matches_that_are_over(ada):
    page = reader().get("/authors/ada/").content.decode()
    assert ranks(ada) == sorted(entry.standing.rank for entry in Entry.objects.filter(bot__owner=ada))
    assert [match.number for match in shown(ada)["matches"].rows] == [2, 1]
    for address in ("/bots/ada/Rose/", "/bots/ada/Thorn/", "/c/cup/", "/m/"):
        assert f'href="{address}' in page


def test_pages_that_name_an_author_lead_there(ada):
    match = Competition.objects.get().matches.all()[0]
    for address in ("/c/cup/", "/bots/ada/Rose/", match.get_absolute_url()):
        assert '<a href="/authors/ada/">ada</a>' in reader().get(address).content.decode()


def test_a_bot_that_is_in_nothing_is_there_as_well():
    bot = a_bot(owner=a_user("linus"))
    page = reader().get("/authors/linus/").content.decode()
    assert bot.name in page
    assert "in no competition yet" in page


def test_of_a_private_competition_strangers_see_nothing(ada):
    Competition.objects.update(visibility="private")
    page = reader().get("/authors/ada/").content.decode()
    assert "cup" not in page
    assert "/m/" not in page
    assert "/m/" in reader(ada).get("/authors/ada/").content.decode()


def test_a_freeze_hides_ranks_and_what_was_played_later(ada):
    before = shown(ada)["matches"].rows
    Competition.objects.update(frozen_from=timezone.now())
    cup = Competition.objects.get()
    a_round_is_played(cup)
    for user in (None, ada):
        assert ranks(ada, user) == [None, None]
        assert shown(ada, user)["matches"].rows == before
    assert len(shown(ada, cup.organizer)["matches"].rows) == 4
    assert None not in ranks(ada, cup.organizer)


def test_neither_requests_nor_what_came_of_asking_to_be_let_in_is_there(ada):
    asked = an_entry(competition=a_competition(name="club"), bot=ada.bots.get(name="Rose"))
    Entry.objects.filter(pk=asked.pk).update(state=Entry.State.REQUESTED)
    play(a_requested_match(by=ada))
    for user in (None, ada):
        assert "club" not in reader(user).get("/authors/ada/").content.decode()
        assert len(shown(ada, user)["matches"].rows) == 2


def test_whoever_left_has_no_page_and_no_link(ada):
    delete_account(user=ada)
    ada.refresh_from_db()
    assert reader().get(f"/authors/{ada.username}/").status_code == 404
    page = reader().get("/c/cup/").content.decode()
    assert ada.username in page
    assert "/authors/deleted" not in page


def test_a_house_bot_leads_to_the_others_of_the_house():
    bot = a_version(bot=a_bot(house=True)).bot
    assert f'href="{bot.owner.get_absolute_url()}"' in reader().get(bot.get_absolute_url()).content.decode()


def test_further_matches_and_bots_are_reached_page_by_page(ada, monkeypatch):
    monkeypatch.setattr("tenfold.bots.author_views._MATCHES", 1)
    monkeypatch.setattr("tenfold.bots.author_views._BOTS", 1)
    newer = shown(ada)
    query = f"?matches_after={newer['matches'].following}&after={newer['bots'].following}"
    older = shown(ada, query=query)
    assert [match.number for one in (newer, older) for match in one["matches"].rows] == [2, 1]
    assert [bot.name for one in (newer, older) for bot in one["bots"].rows] == ["Thorn", "Rose"]


@pytest.mark.parametrize("name", ["nobody", "%00", "%ED%A0%80", "a" * 3000, "..", "<b>", "-1"])
def test_there_is_no_page_of_a_name_that_nobody_has(name):
    assert reader().get(f"/authors/{name}/").status_code == 404


def test_a_name_that_only_the_admin_can_give_leads_to_its_page():
    author = a_user("o'neil+@x.?#")
    assert reader().get(author.get_absolute_url()).status_code == 200


def test_it_asks_as_often_for_much_as_for_little(ada):
    few = queries("/authors/ada/")
    for _ in range(4):
        a_played_match(owners=(ada, None))
    assert queries("/authors/ada/") == few <= 4
