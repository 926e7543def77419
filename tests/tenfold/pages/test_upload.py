"""From a form to a version, and what its page says on the way."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tenfold.bots.models import MOST_UPLOAD_BYTES, Bot, BotVersion, VersionState
from tests.builders import TEN_LINES, a_bot, a_user, a_version
from tests.tenfold.pages.scenes import reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def form(**fields):
    return {"name": "sprout", "source": TEN_LINES.decode(), "token": "one", **fields}


def test_the_form_holds_the_ten_line_bot_already():
    assert b"for line in sys.stdin:" in reader(a_user()).get("/bots/new/").content


def test_pasted_source_becomes_a_bot_with_a_received_version():
    author = a_user()
    response = reader(author).post("/bots/new/", form())
    version = BotVersion.objects.get(bot__owner=author)
    assert response["Location"] == version.get_absolute_url()
    assert version.state == VersionState.RECEIVED
    assert bytes(version.source) == TEN_LINES


def test_a_file_is_kept_as_it_came():
    author = a_user()
    file = SimpleUploadedFile("bot.zip", b"PK\x03\x04 not looked at here")
    reader(author).post("/bots/new/", form(file=file))
    version = BotVersion.objects.get(bot__owner=author)
    assert (version.filename, bytes(version.source)) == ("bot.zip", b"PK\x03\x04 not looked at here")


def test_a_name_of_mine_adds_a_version_to_that_bot():
    bot = a_version(bot=a_bot(name="Sprout")).bot
    reader(bot.owner).post("/bots/new/", form(name=" sprout "))
    assert [version.number for version in bot.versions.order_by("number")] == [1, 2]


def test_somebody_elses_bot_of_that_name_is_left_alone():
    other = a_bot(name="sprout")
    reader(a_user()).post("/bots/new/", form())
    assert other.versions.count() == 0


def test_a_form_sent_twice_makes_one_version():
    author = a_user()
    client = reader(author)
    first, second = (client.post("/bots/new/", form()) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert BotVersion.objects.filter(bot__owner=author).count() == 1


def test_what_was_typed_is_kept_when_the_form_is_refused():
    response = reader(a_user()).post("/bots/new/", form(name="", source="print('precious')"))
    assert response.status_code == 200
    assert b"print(&#x27;precious&#x27;)" in response.content


def test_a_refused_form_can_be_sent_again_with_the_same_token():
    client = reader(a_user())
    client.post("/bots/new/", form(name="\u202e"))
    assert client.post("/bots/new/", form()).status_code == 302


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"source": "  "}, "Choose a file or paste"),
        ({"source": "#" * (MOST_UPLOAD_BYTES + 1)}, "an upload has at most"),
        ({"name": "x" * 41}, "at most 40 characters"),
        ({"name": "\u202eevil"}, "printable characters"),
    ],
)
def test_a_form_that_cannot_be_taken_says_why(fields, says):
    response = reader(a_user()).post("/bots/new/", form(**fields))
    assert says in response.content.decode()
    assert not Bot.objects.exists()


def test_an_unsettled_version_follows_by_itself_with_script_and_without():
    version = a_version(state=VersionState.CHECKING)
    page = reader(version.bot.owner).get(version.get_absolute_url()).content.decode()
    assert "hx-get=" in page
    assert '<noscript><meta http-equiv="refresh"' in page


def test_a_settled_version_asks_no_more():
    version = a_version(state=VersionState.READY)
    client = reader(version.bot.owner)
    assert "hx-get=" not in client.get(version.get_absolute_url()).content.decode()
    assert client.get(version.get_absolute_url(), headers={"HX-Request": "true"}).status_code == 286


def test_a_fragment_is_not_the_whole_page():
    version = a_version(state=VersionState.TRIAL)
    response = reader().get(version.get_absolute_url(), headers={"HX-Request": "true"})
    assert b"<html" not in response.content
    assert b"Playing a trial match" in response.content


def test_an_unchanged_fragment_costs_no_body():
    version = a_version(state=VersionState.TRIAL)
    ask = {"HX-Request": "true"}
    etag = reader().get(version.get_absolute_url(), headers=ask)["ETag"]
    again = reader().get(version.get_absolute_url(), headers={**ask, "If-None-Match": etag})
    assert again.status_code == 304


def test_the_dossier_shows_the_owner_what_was_sent_and_what_came_back():
    version = a_version(state=VersionState.REFUSED)
    version.dossier = {
        "kind": "crashed",
        "turn": 23,
        "request": '{"type":"play"}',
        "reply": "",
        "stderr": "ValueError: no <cards>",
        "detail": {"exit_code": 1, "signal": None},
    }
    version.save()
    page = reader(version.bot.owner).get(version.get_absolute_url()).content.decode()
    for shown in (
        "crashed",
        "{&quot;type&quot;:&quot;play&quot;}",
        "ValueError: no &lt;cards&gt;",
        "Exit code",
    ):
        assert shown in page
    assert "Signal" not in page


def test_the_owner_makes_an_older_version_play():
    old = a_version()
    a_version(bot=old.bot)
    reader(old.bot.owner).post(f"{old.get_absolute_url()}activate/")
    old.bot.refresh_from_db()
    assert old.bot.active_version == old


def test_nobody_else_does():
    old = a_version()
    new = a_version(bot=old.bot)
    assert reader(a_user()).post(f"{old.get_absolute_url()}activate/").status_code == 403
    old.bot.refresh_from_db()
    assert old.bot.active_version == new
