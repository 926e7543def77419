"""The site in the language of its reader."""

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils import translation

from tenfold.pages.figures import figure
from tenfold.pages.templatetags.league import about, fault_chip, measured, place, signed, state_chip

pytestmark = pytest.mark.django_db
NORWEGIAN = {"Accept-Language": "nb-NO,nb;q=0.9,en;q=0.5"}


def test_english_is_spoken_to_whoever_asks_for_nothing_else():
    answer = Client().get("/")
    assert '<html lang="en">' in answer.text
    assert "Skip to the content" in answer.text
    assert "/language/en.js" not in answer.text


def test_norwegian_is_spoken_to_whoever_asks_for_it():
    answer = Client().get("/", headers=NORWEGIAN)
    assert '<html lang="nb">' in answer.text
    assert "Hopp til innholdet" in answer.text
    assert '<script src="/language/nb.js" defer></script>' in answer.text


@pytest.mark.parametrize("asked", ["fi", "xx", "nn", "nb" * 5000, "\x00", "nb;q=nan"])
def test_a_language_that_there_is_not_is_answered_in_english(asked):
    assert '<html lang="en">' in Client().get("/", headers={"Accept-Language": asked}).text


def test_what_was_chosen_in_the_footer_is_kept_and_outdoes_the_browser():
    client = Client()
    answer = client.post("/language/", {"language": "nb", "next": "/rules/"})
    assert (answer.status_code, answer["Location"]) == (302, "/rules/")
    cookie = answer.cookies["language"]
    assert (cookie.value, bool(cookie["httponly"]), cookie["samesite"]) == ("nb", True, "Lax")
    assert '<html lang="nb">' in client.get("/", headers={"Accept-Language": "en"}).text


@pytest.mark.parametrize("away", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"])
def test_choosing_a_language_leads_nowhere_else(away):
    assert Client().post("/language/", {"language": "nb", "next": away})["Location"] == "/"


def test_the_footer_names_the_languages_each_in_itself_and_leads_back():
    page = Client().get("/rules/?a=1", headers=NORWEGIAN).text
    assert 'lang="en">English<' in page
    assert 'lang="nb" aria-current="true">Norsk (bokmål)<' in page
    assert '<input type="hidden" name="next" value="/rules/?a=1">' in page


def test_from_the_answer_to_a_form_the_footer_leads_back_to_the_form():
    client = Client()
    page = client.post("/sign-up/", {}, headers={"Referer": "http://testserver/sign-up/?next=/bots/"}).text
    assert '<input type="hidden" name="next" value="http://testserver/sign-up/?next=/bots/">' in page
    asked = {"language": "nb", "next": "http://testserver/sign-up/?next=/bots/"}
    assert client.post("/language/", asked)["Location"] == asked["next"]
    assert '<input type="hidden" name="next" value="/">' in client.post("/sign-up/", {}).text


def test_caches_keep_the_languages_apart():
    assert "Accept-Language" in Client().get("/")["Vary"]
    english, norwegian = (Client().get("/", headers=asked)["ETag"] for asked in ({}, NORWEGIAN))
    assert english != norwegian


def test_the_words_of_scripts_are_a_script_of_the_site():
    answer = Client().get("/language/nb.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "gettext" in answer.text
    assert "max-age" in answer["Cache-Control"]


@pytest.mark.parametrize("code", ["fi", "nb-no", "..", "NB"])
def test_scripts_get_no_words_of_a_language_that_there_is_not(code):
    assert Client().get(f"/language/{code}.js").status_code == 404


@pytest.mark.parametrize(
    ("written", "in_english", "in_norwegian"),
    [
        (lambda: figure(12345.678, 1), "12,345.7", "12\u00a0345,7"),
        (lambda: figure(999), "999", "999"),
        (lambda: signed(-1.2), "−1.20", "−1,20"),
        (lambda: signed(0.001), "±0.00", "±0,00"),
        (lambda: place(1.5), "1.50", "1,50"),
        (lambda: about(7200), "about 2 h", "omtrent 2 t"),
        (lambda: str(measured({"cpu_ms": 0.5})), "CPU for this request', '0.5 ms", "forespørselen', '0,5 ms"),
        (lambda: state_chip("benched"), '<span class="chip odd">benched</span>', "på benken"),
        (lambda: fault_chip("cpu_bank", 2), "cpu bank ×2", "cpu-bank ×2"),
    ],
)
def test_figures_and_terms_stand_in_the_readers_language(written, in_english, in_norwegian):
    assert in_english in written()
    with translation.override("nb"):
        assert in_norwegian in written()


def test_a_bare_number_stays_as_machines_read_it():
    with translation.override("nb"):
        drawn = Template('<rect x="{{ x }}" y="{{ y }}">').render(Context({"x": 12.5, "y": 12345}))
    assert drawn == '<rect x="12.5" y="12345">'


@pytest.mark.parametrize(
    ("address", "words", "english"),
    [
        ("/", "Ti linjer blir en bot", "Ten lines"),
        ("/protocol/", "Nytt om et parti som er over, plass for plass.", "News of"),
        ("/results/", "Ingen offentlig runde er spilt ferdig her ennå.", "No public round"),
        ("/rules/", "3 like + rekke på 4", "set of 3"),
        ("/rules/first-3/", "Forkortet: fase 1 til 3 · Regler", "Short: phases"),
        ("/no-such-page/", "Det er ingenting på <code>/no-such-page/</code>", "There is nothing"),
    ],
)
def test_the_pages_of_the_site_itself_are_read_in_norwegian(address, words, english):
    page = Client().get(address, headers=NORWEGIAN).text
    assert words in page
    assert english not in page


def test_what_bots_are_told_stays_in_english_on_a_norwegian_page():
    assert "Standard rules, but: The phases are" in Client().get("/rules/even/", headers=NORWEGIAN).text
