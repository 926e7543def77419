"""Signing up, in and out."""

import re

import pytest

from tenfold.accounts.models import User
from tests.builders import a_user
from tests.tenfold.pages.scenes import reader

pytestmark = pytest.mark.django_db


def sign_up(name: str, client=None, **fields):
    form = {"username": name, "password1": "a long passphrase", "password2": "a long passphrase", **fields}
    return (client or reader()).post("/sign-up/", form)


def test_signing_up_signs_in_and_leads_to_my_bots():
    client = reader()
    assert sign_up("ada", client)["Location"] == "/bots/"
    assert b"ada" in client.get("/bots/").content


def test_signing_up_leads_back_to_where_it_was_asked_for():
    page = reader().get("/sign-in/?next=/bots/new/").content.decode()
    assert 'href="/sign-up/?next=/bots/new/"' in page
    assert 'name="next" value="/bots/new/"' in reader().get("/sign-up/?next=/bots/new/").content.decode()
    assert sign_up("ada", next="/bots/new/")["Location"] == "/bots/new/"


@pytest.mark.parametrize("page", ["/sign-in/", "/sign-up/"])
def test_no_link_to_sign_up_or_in_forgets_where_one_wanted_to_go(page):
    answer = reader().get("/competitions/new/", follow=True)
    assert answer.redirect_chain == [("/sign-in/?next=/competitions/new/", 302)]
    words = reader().get(f"{page}?next=/competitions/new/").content.decode()
    leads = re.findall(r'href="/sign-(?:in|up)/([^"]*)"', words)
    assert leads == ["?next=/competitions/new/"] * 3


def test_signing_in_asks_for_the_name_by_the_word_that_signing_up_had_for_it():
    label = '<label for="id_username">Name</label>'
    assert all(label in reader().get(page).content.decode() for page in ("/sign-in/", "/sign-up/"))


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org", "javascript:alert(1)"])
def test_signing_up_leads_to_no_other_site(elsewhere):
    assert sign_up("ada", next=elsewhere)["Location"] == "/bots/"


@pytest.mark.parametrize("name", ["a", "white space", "<b>", "ünï", "x" * 31, "a/b", "a.b"])
def test_a_name_that_cannot_stand_in_an_address_is_refused(name):
    assert (
        "2 to 30 letters" in sign_up(name).content.decode() or "at most 30" in sign_up(name).content.decode()
    )
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["house", "House"])
def test_nobody_signs_up_as_the_house(name):
    assert "the house&#x27;s own" in sign_up(name).content.decode()
    assert not User.objects.exists()


def test_a_name_is_taken_in_any_case():
    a_user("Ada")
    assert sign_up("ada").status_code == 200
    assert User.objects.count() == 1


def test_a_weak_password_is_refused_with_the_reason():
    assert "too common" in sign_up("ada", password1="password", password2="password").content.decode()


def test_signing_in_leads_back_to_where_one_wanted_to_go():
    user = a_user()
    form = {"username": user.username, "password": "a long passphrase", "next": "/competitions/new/"}
    assert reader().post("/sign-in/", form)["Location"] == "/competitions/new/"


def test_signing_in_leads_nowhere_outside():
    user = a_user()
    form = {"username": user.username, "password": "a long passphrase", "next": "//evil.example/"}
    assert reader().post("/sign-in/", form)["Location"] == "/bots/"


def test_signing_out_takes_a_form():
    client = reader(a_user())
    assert client.get("/sign-out/").status_code == 405
    assert client.post("/sign-out/")["Location"] == "/"


def test_whoever_signs_up_in_norwegian_is_told_in_norwegian_what_is_wrong():
    client = reader()
    client.cookies["language"] = "nb"
    page = sign_up("house", client).text
    assert "Registrer deg" in page
    assert "Dette navnet er husets eget. Velg et annet." in page
