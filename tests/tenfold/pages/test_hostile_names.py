"""Whatever people and bots call themselves is shown as text."""

from html.parser import HTMLParser

import pytest

from tenfold.accounts.models import User
from tenfold.announcements.services import announce
from tenfold.bots.models import VersionState
from tests.builders import a_bot, a_competition, a_round, a_user, a_version, an_entry, crashing, ten_lines
from tests.tenfold.pages.scenes import play, reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7|add:7 }}{% debug %}",
    "' onmouseover='alert(1)",
    "</textarea></title><b>",
    "javascript:alert(1)//",
    "<!--",
    "&lt;b&gt;",
]


class Inspector(HTMLParser):
    """Notes whatever a page of ours never holds, and the text that is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.strange: list[str] = []
        self.text = ""

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if tag in ("img", "iframe", "style") or (tag == "script" and "src" not in values):
            self.strange.append(tag)
        self.strange += [name for name in values if name.startswith("on") or name == "style"]
        led = [value or "" for name, value in values.items() if name != "content" or "http-equiv" in values]
        self.strange += [value for value in led if value.startswith("javascript:alert")]
        # A form gives back what was typed there.
        self.text += values.get("value") or ""

    def handle_comment(self, data):
        self.strange.append(f"comment {data}")

    def handle_data(self, data):
        self.text += data


def assert_harmless(page: str, name: str) -> None:
    """The name, where it is shown, is text, letter for letter; and nothing came of it."""
    inspector = Inspector()
    inspector.feed(page)
    inspector.close()
    forms = [value for value in inspector.strange if value != name]
    assert forms == []
    assert name in inspector.text


@pytest.fixture(params=HOSTILE)
def name(request) -> str:
    return request.param[:40]


def test_in_a_competition_with_its_matches(name):
    competition = a_competition(name=f"{name} {name}"[:60])
    competition.slug, competition.description = "plain", name
    competition.save()
    for owner in (None, None):
        bot = a_bot(owner=owner, name=name)
        bot.slug = f"plain-{bot.pk}"
        bot.save()
        an_entry(competition=competition, bot=a_version(bot=bot).bot)
    match = play(a_round(competition=competition).matches.get(), bots=(crashing, ten_lines))
    announce(competition=competition, text=name, by=competition.organizer)
    client = reader(competition.organizer)
    game = match.games.first()
    for address in (
        "/competitions/",
        "/c/plain/",
        "/c/plain/rules/",
        "/c/plain/dashboard/",
        "/c/plain/reveal/?hidden=0",
        "/c/plain/announcements/",
        match.get_absolute_url(),
        game.get_absolute_url(),
    ):
        assert_harmless(client.get(address).content.decode(), name)


def test_in_a_version_and_its_dossier(name):
    author = User.objects.create_user("plain")
    version = a_version(
        bot=a_bot(owner=author), filename=f"{name}.py", state=VersionState.REFUSED, reason=name
    )
    version.dossier = {
        "kind": "crashed",
        "request": name,
        "reply": name,
        "stderr": name,
        "detail": {"signal": name},
    }
    version.save()
    client = reader(author)
    assert_harmless(client.get(version.get_absolute_url()).content.decode(), name)


def test_in_a_form_that_comes_back(name):
    page = reader(a_user()).post("/bots/new/", {"name": name, "source": "", "token": "t"}).content.decode()
    assert_harmless(page, name)


def test_in_the_phases_of_a_rule_set(name):
    sent = {"name": "Cup", "rules": "standard", "phases": name, "token": "t"}
    page = reader(a_user()).post("/competitions/new/", sent).content.decode()
    assert_harmless(page, name)


def test_in_an_address_that_is_not_there(name):
    page = reader().get(f"/{name}/").content.decode()
    assert_harmless(page, name)
