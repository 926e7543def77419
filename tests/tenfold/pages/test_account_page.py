"""One's own account: password, tokens, and the way out."""

import re

import pytest
from knox.models import AuthToken

from arena.phase10.rules import RuleSet
from tenfold.accounts.leaving import delete_account
from tenfold.accounts.models import TokenScope, User
from tenfold.bots import services
from tenfold.bots.models import Bot, BotVersion
from tenfold.bots.services import accept_version
from tenfold.competitions.admission import set_roster
from tenfold.competitions.models import Competition, Entry
from tenfold.competitions.services import create_competition, enter
from tenfold.matches.requested import request_match
from tenfold.refusal import Refused
from tests.builders import PASSWORD, a_competition, a_user, a_version, an_entry
from tests.tenfold.pages.scenes import a_played_match, reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

NEW = "another long passphrase"


def signs_in(name, password):
    return reader().post("/sign-in/", {"username": name, "password": password}).status_code == 302


def test_a_new_password_counts_and_the_browser_that_changed_it_stays_signed_in():
    user = a_user()
    here, elsewhere = reader(user), reader(user)
    form = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}

    assert here.post("/account/password/", form)["Location"] == "/account/"

    assert signs_in(user.username, NEW)
    assert not signs_in(user.username, PASSWORD)
    assert here.get("/account/").status_code == 200
    assert elsewhere.get("/account/").status_code == 302


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"old_password": "wrong", "new_password1": NEW, "new_password2": NEW}, "was entered incorrectly"),
        ({"old_password": PASSWORD, "new_password1": "12345", "new_password2": "12345"}, "too short"),
    ],
)
def test_a_password_is_not_changed_by_somebody_else_or_to_a_poor_one(form, says):
    user = a_user()

    assert says in reader(user).post("/account/password/", form).content.decode()
    assert signs_in(user.username, PASSWORD)


def test_each_token_says_what_it_is_good_for():
    user = a_user()
    AuthToken.objects.create(user)
    made, _ = AuthToken.objects.create(user)
    TokenScope.objects.create(token=made, scope="bots")

    page = reader(user).get("/account/").content.decode()

    assert re.findall("good for: ([^<]*)", page) == ["read, hand in bots", "everything"]


@pytest.mark.parametrize(
    ("language", "says"),
    [("en", "but reads all that you may"), ("nb", "men leser alt som du får lese")],
)
def test_it_is_said_how_much_a_token_to_read_reads_before_there_is_one(language, says):
    page = reader(a_user()).get("/account/", headers={"accept-language": language}).content.decode()

    assert says in page
    assert "<code>read</code>" in page


def test_tokens_are_listed_and_revoked_by_their_owner_alone():
    user, stranger = a_user(), a_user()
    token, _ = AuthToken.objects.create(user)
    page = reader(user).get("/account/").content.decode()
    sent = {"key": token.token_key}

    assert token.token_key in page
    assert reader(stranger).post("/account/tokens/revoke/", sent).status_code == 404
    assert reader(user).post("/account/tokens/revoke/", sent)["Location"] == "/account/"
    assert not AuthToken.objects.exists()


def test_an_account_is_deleted_with_its_password_alone():
    user = a_user()

    page = reader(user).post("/account/delete/", {"password": "wrong"}).content.decode()

    assert "Nothing was deleted" in page
    assert User.objects.get(pk=user.pk).is_active


def test_games_of_who_left_stay_without_their_name():
    user = a_user("Margaret")
    match = a_played_match(owners=(user, None))
    AuthToken.objects.create(user)
    browser = reader(user)

    browser.post("/account/delete/", {"password": PASSWORD})

    page = reader().get(match.get_absolute_url()).content.decode()
    assert f"deleted-{user.pk}" in page
    assert "Margaret" not in page
    assert browser.get("/account/").status_code == 302
    assert not signs_in("Margaret", PASSWORD)
    assert not AuthToken.objects.exists()


def test_bots_of_who_left_play_no_more():
    entry = an_entry()

    reader(entry.bot.owner).post("/account/delete/", {"password": PASSWORD})

    entry.refresh_from_db()
    assert (entry.state, entry.bot.active_version) == (Entry.State.WITHDRAWN, None)


def test_an_upload_on_its_way_plays_no_more_once_its_owner_has_left():
    version = a_version(state=BotVersion.State.TRIAL)
    owner = version.bot.owner
    owner.bots.update(open_to_requests=True)

    reader(owner).post("/account/delete/", {"password": PASSWORD})
    accept_version(version=version)

    bot = Bot.objects.get()
    assert (version.state, bot.active_version, bot.plays_on_request) == ("ready", None, False)


def test_whoever_takes_the_name_of_who_left_is_on_no_list():
    user = a_user("Margaret")
    competition = a_competition(private=True, admission="roster")
    set_roster(competition=competition, names=["margaret", "ada"], by=competition.organizer)

    reader(user).post("/account/delete/", {"password": PASSWORD})

    assert not competition.is_visible_to(a_user("margaret"))
    assert competition.roster.get().name == "ada"


def test_competitions_of_who_left_pass_to_a_co_organizer_or_to_the_house():
    user, closed, helper = a_user(), a_user(is_active=False), a_user()
    alone, together = a_competition(organizer=user), a_competition(organizer=user)
    together.co_organizers.add(closed, helper)

    reader(user).post("/account/delete/", {"password": PASSWORD})

    heirs = {one.pk: one.organizer.username for one in Competition.objects.all()}
    assert heirs == {alone.pk: "house", together.pk: helper.username}


def test_staff_are_sent_to_the_admin():
    staff = a_user(is_staff=True)

    assert "in the admin" in reader(staff).post("/account/delete/", {"password": PASSWORD}).content.decode()
    assert User.objects.get().is_active


def test_nobody_takes_the_name_of_somebody_who_left():
    form = {"username": "Deleted-7", "password1": NEW, "password2": NEW}

    assert "Choose another" in reader().post("/sign-up/", form).content.decode()


@pytest.mark.parametrize("what", ["bot", "version", "entry", "competition", "match"])
def test_a_request_under_way_while_its_account_is_closed_makes_nothing(what):
    entry = an_entry()
    bot, owner = entry.bot, entry.bot.owner
    versions, standard = [a_version(bot=bot), a_version(bot=bot)], RuleSet()
    delete_account(user=User.objects.get(pk=owner.pk))
    # The request read the rows before.
    late = {
        "bot": lambda: services.create_bot(owner=owner, name="late"),
        "version": lambda: services.submit_version(bot=bot, filename="main.py", data=b"1", by=owner),
        "entry": lambda: enter(competition=a_competition(), bot=bot, by=owner),
        "competition": lambda: create_competition(organizer=owner, name="Late"),
        "match": lambda: request_match(by=owner, versions=versions, blocks=1, rules=standard),
    }

    with pytest.raises(Refused, match="This account is closed"):
        late[what]()
