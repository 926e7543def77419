"""Who may enter, with how many bots, and how often they may bring new versions."""

import html
import threading
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from tenfold.bots.services import submit_version
from tenfold.competitions import admission
from tenfold.competitions.models import Competition, Entry
from tenfold.competitions.services import bench, enter, withdraw
from tenfold.refusal import Refused, TooMany
from tests.builders import a_bot, a_competition, a_user, a_version, an_entry
from tests.tenfold.api.test_bots import as_
from tests.tenfold.pages.scenes import reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges", "nobody_guessed_before")]


@pytest.fixture
def nobody_guessed_before():
    cache.clear()
    yield
    cache.clear()


def entered_by(how: str, **more) -> Competition:
    competition = a_competition(**more)
    competition.admission = how
    competition.save()
    return competition


def let_in(competition, owner=None, **more) -> Entry:
    bot = a_version(bot=a_bot(owner=owner)).bot
    return enter(competition=competition, bot=bot, by=bot.owner, **more)


def test_a_competition_with_a_code_is_entered_with_it_alone():
    competition = entered_by("code")

    with pytest.raises(Refused, match="with its invitation code"):
        let_in(competition)

    assert let_in(competition, invitation=competition.invitation).state == Entry.State.ACTIVE


def test_the_code_can_be_typed_in_wherever_one_enters():
    competition = entered_by("code")
    author = a_version().bot.owner
    for page in ("", "enter/"):
        assert b'id="invitation"' in reader(author).get(f"/c/{competition.slug}/{page}").content
    came_by_code = f"/c/{competition.slug}/enter/?invitation={competition.invitation}"
    assert b'id="invitation"' not in reader(author).get(came_by_code).content


def test_a_new_code_makes_the_old_one_dead():
    competition = entered_by("code")
    old = competition.invitation

    admission.renew_code(competition=competition, instead_of=old, by=competition.organizer)
    competition.refresh_from_db()

    with pytest.raises(Refused):
        let_in(competition, invitation=old)


def test_who_was_let_in_returns_without_the_code():
    competition = entered_by("code")
    entry = let_in(competition, invitation=competition.invitation)
    withdraw(entry=entry, by=entry.bot.owner)

    assert enter(competition=competition, bot=entry.bot, by=entry.bot.owner).state == Entry.State.ACTIVE


def test_whose_bot_is_in_brings_another_without_the_code_and_is_not_told_to_ask_for_it():
    competition = entered_by("code", bots_each=2)
    entry = an_entry(competition=competition)
    author = entry.bot.owner
    another = a_version(bot=a_bot(owner=author)).bot
    page = reader(author).get(competition.get_absolute_url()).content.decode()
    assert "nvitation code" not in page
    assert another.name in page
    assert enter(competition=competition, bot=another, by=author).state == Entry.State.ACTIVE


@pytest.mark.parametrize("state", [Entry.State.REQUESTED, Entry.State.DECLINED])
def test_to_have_asked_in_vain_is_no_way_around_the_code(state):
    competition = entered_by("code", bots_each=2)
    entry = an_entry(competition=competition)
    Entry.objects.filter(pk=entry.pk).update(state=state, reason="No.")
    with pytest.raises(Refused, match="with its invitation code"):
        let_in(competition, owner=entry.bot.owner)


def test_a_bot_that_asks_waits_until_an_organizer_lets_it_in():
    competition = entered_by("approval")
    entry = let_in(competition)
    assert entry.state == Entry.State.REQUESTED

    admission.approve(entry=entry, by=competition.organizer)

    entry.refresh_from_db()
    assert entry.state == Entry.State.ACTIVE


def test_a_declined_bot_is_told_why_and_cannot_ask_again():
    competition = entered_by("approval")
    entry = let_in(competition)
    admission.decline(entry=entry, reason="Not of this course.", by=competition.organizer)

    with pytest.raises(Refused, match="Not of this course"):
        enter(competition=competition, bot=entry.bot, by=entry.bot.owner)

    assert "Not of this course." in reader(entry.bot.owner).get("/bots/").content.decode()


@pytest.mark.parametrize(
    ("by", "says"),
    [
        ("open", []),
        ("code", ["the address with the invitation code"]),
        ("approval", ["lets each bot in"]),
        ("roster", ["list may enter"]),
    ],
)
def test_its_page_says_how_one_gets_in_before_one_tries(by, says):
    page = reader(a_user()).get(entered_by(by).get_absolute_url()).content.decode()

    told = ("the address with the invitation code", "lets each bot in", "list may enter")
    assert [words for words in told if words in page] == says


def test_whose_name_is_not_on_the_list_is_told_so_before_they_write_a_bot():
    competition = entered_by("roster", private=True)
    admission.set_roster(competition=competition, names=["ann"], by=competition.organizer)
    path = f"{competition.get_absolute_url()}enter/?invitation={competition.invitation}"
    listed, stranger = a_user("ann"), a_user("eve")

    for bots in ("none", "one"):
        if bots == "one":
            for owner in (listed, stranger):
                a_version(bot=a_bot(owner=owner))
        page, other = (reader(user).get(path).text for user in (listed, stranger))
        assert "eve is not on it" in other
        assert "Upload one" not in other
        assert 'name="bot"' not in other
        assert "is not on it" not in page
        assert ("Upload one" in page) == (bots == "none")


def test_who_is_in_already_is_not_shut_out_by_a_list_without_their_name():
    competition = entered_by("roster")
    admission.set_roster(competition=competition, names=["ann"], by=competition.organizer)
    entry = let_in(competition, a_user("ann"))
    admission.set_roster(competition=competition, names=["bob"], by=competition.organizer)

    page = reader(entry.bot.owner).get(competition.get_absolute_url()).text
    assert "is not on it" not in page


def test_an_organizer_sees_on_the_competitions_page_how_many_ask_to_be_let_in():
    competition = entered_by("approval")
    let_in(competition)

    shown = {
        who: "1 bot asks to be let in" in reader(user).get(competition.get_absolute_url()).content.decode()
        for who, user in {"organizer": competition.organizer, "somebody": a_user()}.items()
    }

    assert shown == {"organizer": True, "somebody": False}


def test_a_public_competition_with_a_code_is_not_called_private():
    competition = entered_by("code")
    page = reader(competition.organizer).get(competition.get_absolute_url()).content.decode()

    assert "People enter by this address." in page
    assert "Private:" not in page


def test_to_have_asked_opens_no_private_competition():
    competition = entered_by("approval", private=True)
    entry = let_in(competition, invitation=competition.invitation)

    assert not competition.is_visible_to(entry.bot.owner)
    withdraw(entry=entry, by=entry.bot.owner)
    assert not competition.is_visible_to(entry.bot.owner)


def test_who_has_asked_takes_it_back_though_they_cannot_see_the_competition():
    competition = entered_by("approval", private=True)
    for back in (by_page, by_api):
        entry = let_in(competition, invitation=competition.invitation)

        assert b"Withdraw" in reader(entry.bot.owner).get("/bots/").content
        assert back(a_user(), entry) == 404
        assert back(entry.bot.owner, entry) in {204, 302}

        assert not competition.entries.exists()


def by_page(user, entry) -> int:
    form = {"entry": entry.pk}
    return reader(user).post(f"/c/{entry.competition.slug}/withdraw/", form).status_code


def by_api(user, entry) -> int:
    return as_(user).delete(f"/api/v1/competitions/{entry.competition.slug}/entries/{entry.pk}").status_code


def test_a_declined_bot_is_not_withdrawn_whatever_its_owner_saw():
    competition = entered_by("approval")
    seen = let_in(competition)
    admission.decline(entry=Entry.objects.get(pk=seen.pk), reason="too late", by=competition.organizer)

    with pytest.raises(Refused, match="was declined"):
        withdraw(entry=seen, by=seen.bot.owner)

    assert by_page(seen.bot.owner, seen) == 302
    assert competition.entries.get().state == Entry.State.DECLINED


def test_a_bot_that_was_withdrawn_meanwhile_is_not_benched():
    entry = an_entry()
    withdraw(entry=Entry.objects.get(pk=entry.pk), by=entry.bot.owner)

    bench(entry=entry, reason="It forfeited.")

    entry.refresh_from_db()
    assert entry.state == Entry.State.WITHDRAWN


def test_who_asks_is_known_to_the_organizer_alone():
    competition = entered_by("approval")
    entry = let_in(competition)
    path = f"/api/v1/competitions/{competition.slug}/entries"

    seen = {
        who: len(reader(user).get(path).json()["results"])
        for who, user in {"nobody": None, "boss": competition.organizer, "owner": entry.bot.owner}.items()
    }

    assert seen == {"nobody": 0, "boss": 1, "owner": 1}


def test_whose_name_is_on_the_list_sees_and_enters_a_private_competition():
    competition = entered_by("roster", private=True)
    listed = a_user("Ann")
    admission.set_roster(competition=competition, names=["ann"], by=competition.organizer)

    assert let_in(competition, listed).state == Entry.State.ACTIVE
    assert competition.is_visible_to(listed)
    with pytest.raises(Refused):
        let_in(competition)


def test_the_same_list_once_more_changes_nothing_and_a_new_one_takes_its_place():
    competition, by = entered_by("roster"), a_user()

    first = admission.set_roster(competition=competition, names=["ann", "bob"], by=by)
    again = admission.set_roster(competition=competition, names=["ann", "bob"], by=by)
    other = admission.set_roster(competition=competition, names=["bob", "eve"], by=by)

    assert (first, again, other) == ((2, 0), (0, 0), (1, 1))


def test_an_owner_enters_so_many_bots_and_house_bots_do_not_count():
    competition, owner = a_competition(), a_user()
    for _ in range(3):
        let_in(competition, owner)

    with pytest.raises(Refused, match="takes 3 of anybody's bots"):
        let_in(competition, owner)

    house = a_version(bot=a_bot(owner=owner, house=True)).bot
    enter(competition=competition, bot=house, by=competition.organizer)


@pytest.mark.django_db(transaction=True)
def test_two_tabs_at_once_enter_no_bot_too_many():
    competition, owner = a_competition(), a_user()
    Competition.objects.update(bots_each=1)
    competition.refresh_from_db()
    bots = [a_version(bot=a_bot(owner=owner)).bot for _ in range(4)]
    start = threading.Barrier(len(bots))

    def tab(bot):
        start.wait()
        try:
            enter(competition=competition, bot=bot, by=owner)
        except Refused:
            pass
        finally:
            connection.close()

    tabs = [threading.Thread(target=tab, args=(bot,)) for bot in bots]
    for each in tabs:
        each.start()
    for each in tabs:
        each.join()

    assert competition.entries.count() == 1


def test_entered_bots_get_so_many_new_versions_a_day():
    entry = an_entry()
    Competition.objects.update(uploads_a_day=2)
    owner = entry.bot.owner
    submit_version(bot=entry.bot, filename="main.py", data=b"1", by=owner)

    with pytest.raises(TooMany, match="2 new versions"):
        submit_version(bot=entry.bot, filename="main.py", data=b"2", by=owner)

    submit_version(bot=a_bot(owner=owner), filename="main.py", data=b"3", by=owner)


def test_leaving_for_a_moment_is_no_way_around_the_limit():
    entry = an_entry()
    Competition.objects.update(uploads_a_day=1)
    withdraw(entry=entry, by=entry.bot.owner)

    with pytest.raises(TooMany):
        submit_version(bot=entry.bot, filename="main.py", data=b"1", by=entry.bot.owner)

    Entry.objects.update(state_since=timezone.now() - timedelta(days=2))
    submit_version(bot=entry.bot, filename="main.py", data=b"1", by=entry.bot.owner)


def test_wrong_codes_are_counted_whatever_competition_they_are_for():
    hidden, client = a_competition(private=True), reader(a_user())
    statuses = {client.get(f"/c/{hidden.slug}/enter/?invitation=guess").status_code for _ in range(20)}

    right = client.get(f"/c/{hidden.slug}/enter/?invitation={hidden.invitation}")
    nowhere = client.get("/c/nowhere/enter/?invitation=guess")

    assert (statuses, right.status_code, nowhere.status_code) == ({404}, 429, 429)


def test_organizers_answer_who_asks_on_the_page_of_people():
    competition = entered_by("approval")
    one, other = let_in(competition), let_in(competition)
    client, address = reader(competition.organizer), f"/c/{competition.slug}/people/"

    assert one.bot.name in client.get(address).content.decode()
    client.post(f"{address}answer/", {"entry": one.pk, "approve": ""})
    client.post(f"{address}answer/", {"entry": other.pk, "decline": "", "reason": "Too late."})

    states = dict(competition.entries.values_list("pk", "state"))
    assert states == {one.pk: "active", other.pk: "declined"}


def test_a_list_is_taken_in_on_the_page_of_people():
    competition = entered_by("roster")
    client, address = reader(competition.organizer), f"/c/{competition.slug}/people/"

    page = client.post(f"{address}roster/", {"names": "Ann\nBob"}, follow=True).content.decode()

    assert "2 added, 0 removed" in page
    assert "2 names" in page
    assert "ann\nbob\n</textarea>" in page


def test_a_list_is_read_back_whole_and_changed_by_one_name():
    competition = entered_by("roster")
    names = [f"student-{at:04}" for at in range(300)]
    admission.set_roster(competition=competition, names=names, by=competition.organizer)
    client, address = reader(competition.organizer), f"/c/{competition.slug}/people/"
    shown = html.unescape(client.get(address).content.decode()).partition("<textarea")[2]
    typed = shown.partition(">")[2].partition("</textarea>")[0]

    page = client.post(f"{address}roster/", {"names": typed + "Zoe"}, follow=True).content.decode()

    assert "1 added, 0 removed" in page
    assert admission.roster_of(competition) == [*names, "zoe"]


def test_a_list_that_somebody_else_changed_meanwhile_is_not_lost():
    competition = entered_by("roster")
    client, address = reader(competition.organizer), f"/c/{competition.slug}/people/"
    seen = client.get(address).context["roster_mark"]
    admission.set_roster(competition=competition, names=["bob"], by=competition.organizer)

    page = client.post(f"{address}roster/", {"names": "ann", "seen": seen})

    assert "somebody else changed the list" in page.content.decode()
    assert "ann</textarea>" in page.content.decode()
    assert admission.roster_of(competition) == ["bob"]
    client.post(f"{address}roster/", {"names": "ann", "seen": page.context["roster_mark"]})
    assert admission.roster_of(competition) == ["ann"]


def test_a_pasted_list_that_is_refused_is_there_to_be_mended():
    competition = entered_by("roster")
    address = f"/c/{competition.slug}/people/roster/"

    page = reader(competition.organizer).post(address, {"names": "ann\nb o b"}).content.decode()

    assert "line 2" in page
    assert "ann\nb o b</textarea>" in page
    assert not competition.roster.exists()
