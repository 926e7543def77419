"""What an author sees of a bot's versions: source, changes, figures, and the way back."""

import io
import zipfile

import pytest
from django.utils import timezone

from tenfold.bots.models import VersionState
from tenfold.competitions.models import Competition, Entry
from tests.builders import (
    TEN_LINES,
    a_bot,
    a_competition,
    a_round,
    a_trial,
    a_user,
    a_version,
    an_entry,
    crashing,
    ten_lines,
)
from tests.tenfold.pages.scenes import play, reader
from tests.tenfold.pages.test_hostile_names import HOSTILE, assert_harmless

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def zipped(**files: str) -> bytes:
    """A zip of these modules; `main` among them."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(f"{name}.py", text)
    return file.getvalue()


def seen(version, address: str = "", **query: str | int) -> str:
    answer = reader(version.bot.owner).get(f"{version.get_absolute_url()}{address}", query)
    assert answer.status_code == 200
    return answer.content.decode()


def changed(version, **query: str | int) -> str:
    answer = reader(version.bot.owner).get(f"{version.bot.get_absolute_url()}diff/", query)
    assert answer.status_code == 200
    return answer.content.decode()


def row_of(page: str, number: int) -> str:
    """The row of a version in the list of its bot's page."""
    rows = page[page.index('id="versions"') :].split("<tr>")
    return next(row for row in rows if f">v{number}</a>" in row)


# --- the source


def test_the_source_stands_there_line_by_line():
    page = seen(a_version(source=b"import sys\n\nif 1 < 2:\n\tpass\n"), "read/")
    assert page.count("<li><code>") == 4
    assert "<code>if 1 &lt; 2:</code>" in page
    assert "<b>4</b> lines" in page


def test_of_a_zip_each_file_can_be_read():
    version = a_version(filename="bot.zip", source=zipped(main="import helper", helper="SECRET = 1"))
    assert "import helper" in seen(version, "read/")
    assert "SECRET = 1" in seen(version, "read/", file="helper.py")
    assert "SECRET = 1" not in seen(version, "read/")


def test_a_file_that_is_not_in_the_zip_is_not_found():
    version = a_version()
    answer = reader(version.bot.owner).get(f"{version.get_absolute_url()}read/?file=../settings.py")
    assert answer.status_code == 404


def test_an_upload_that_is_no_zip_says_why_it_cannot_be_shown():
    version = a_version(filename="bot.zip", source=b"PK nonsense", state=VersionState.REFUSED)
    page = seen(version, "read/")
    assert "not a zip that can be read" in page
    assert "Download it instead" in page


def test_bytes_that_are_no_text_are_not_shown():
    assert "It is no text" in seen(a_version(source=b"\xff\xfe\x00"), "read/")


def test_marks_that_turn_the_direction_of_reading_are_made_visible():
    page = seen(a_version(source="access = 'user\u202e \u2066# check'\n".encode()), "read/")
    assert "[U+202E]" in page
    assert "\u202e" not in page


def test_a_long_file_comes_in_parts_and_a_long_line_is_cut():
    page = seen(a_version(source=b"a\n" * 5_001 + b"b" * 600), "read/")
    assert "?file=main.py&amp;from=5001" in page
    rest = seen(a_version(source=b"a\n" * 5_001 + b"b" * 600), "read/", **{"from": 5001})
    assert 'start="5001"' in rest
    assert f"{'b' * 500} … and 100 more characters" in rest


@pytest.mark.parametrize("text", HOSTILE)
def test_source_is_shown_as_text(text):
    version = a_version(bot=a_bot(owner=a_user("plain")), source=text.encode())
    assert_harmless(seen(version, "read/"), text)
    a_version(bot=version.bot, source=b"pass")
    assert_harmless(changed(version), text)


# --- what changed


def test_the_newest_version_is_compared_with_the_one_before():
    old = a_version(source=b"one\ntwo\nthree\n")
    a_version(bot=old.bot, source=b"one\n2\nthree\n")
    page = changed(old)
    assert "From version 1 to version 2" in page
    assert '<b aria-label="taken out">−</b></td><td><code>two</code>' in page
    assert '<b aria-label="put in">+</b></td><td><code>2</code>' in page


def test_any_two_versions_can_be_compared_both_ways():
    first = a_version(source=b"a\n")
    for letter in (b"b\n", b"c\n"):
        a_version(bot=first.bot, source=letter)
    page = changed(first, **{"from": 3, "to": 1})
    assert '<b aria-label="taken out">−</b></td><td><code>c</code>' in page
    assert '<b aria-label="put in">+</b></td><td><code>a</code>' in page


def test_of_zips_each_file_is_compared():
    old = a_version(filename="a.zip", source=zipped(main="import helper", helper="x = 1"))
    a_version(bot=old.bot, filename="b.zip", source=zipped(main="import helper", helper="x = 2", more="y"))
    page = changed(old)
    assert 'What changed in helper.py"' in page
    assert 'What changed in more.py"' in page
    assert 'What changed in main.py"' not in page


def test_one_and_the_same_version_has_not_changed():
    assert "one and the same version" in changed(a_version())


@pytest.mark.parametrize("query", [{"from": 9}, {"to": 9}])
def test_a_version_that_is_not_there_is_not_found(query):
    version = a_version()
    answer = reader(version.bot.owner).get(f"{version.bot.get_absolute_url()}diff/", query)
    assert answer.status_code == 404


def test_the_source_of_a_house_bot_is_open_to_all():
    version = a_version(bot=a_bot(house=True))
    for address in (f"{version.get_absolute_url()}read/", f"{version.bot.get_absolute_url()}diff/"):
        assert reader().get(address).status_code == 200


# --- figures


def a_league(*, name: str = "", private: bool = False) -> tuple[Competition, Entry]:
    competition = a_competition(name=name, private=private)
    entry = an_entry(competition=competition)
    an_entry(competition=competition)
    return competition, entry


def play_round(competition: Competition, *, crashes: str = "") -> None:
    match = a_round(competition=competition).matches.get()
    names = [bot.version.bot.name for bot in match.bots.order_by("index")]
    play(match, bots=[crashing if name == crashes else ten_lines for name in names])


def test_each_version_has_the_figures_of_its_own_matches():
    competition, entry = a_league()
    play_round(competition)
    a_version(bot=entry.bot)
    play_round(competition, crashes=entry.bot.name)
    page = reader().get(entry.bot.get_absolute_url()).content.decode()
    first, second = row_of(page, 1), row_of(page, 2)
    assert '<td class="num wide">1</td><td class="num wide">2</td>' in first
    assert '<span class="soft">0</span>' in first
    # Told once for each of two lanes.
    assert "<b>2</b>" in second


def test_the_margin_has_an_interval_from_three_matches_on():
    competition, entry = a_league()
    shown = []
    for _ in range(3):
        play_round(competition)
        page = reader().get(entry.bot.get_absolute_url()).content.decode()
        shown.append(" <small>±" in row_of(page, 1))
    assert shown == [False, False, True]


def has_figures(bot, *, by) -> bool:
    page = reader(by).get(bot.get_absolute_url()).content.decode()
    return '<td class="num soft">–</td>' not in row_of(page, 1)


def test_trials_count_for_nothing():
    version = a_version(state=VersionState.TRIAL)
    play(a_trial(version=version))
    assert not has_figures(version.bot, by=version.bot.owner)


def test_a_private_competition_counts_for_those_who_see_it():
    competition, entry = a_league(private=True)
    play_round(competition)
    assert has_figures(entry.bot, by=entry.bot.owner)
    assert not has_figures(entry.bot, by=a_user())


def test_what_finished_during_a_freeze_does_not_count_yet():
    competition, entry = a_league()
    Competition.objects.filter(pk=competition.pk).update(frozen_from=timezone.now())
    play_round(competition)
    assert not has_figures(entry.bot, by=entry.bot.owner)
    assert has_figures(entry.bot, by=competition.organizer)


# --- the way back


def said(version) -> str:
    client = reader(version.bot.owner)
    return client.post(f"{version.get_absolute_url()}activate/", follow=True).content.decode()


def test_an_older_version_is_rolled_back_to_by_one_click():
    old = a_version()
    a_version(bot=old.bot)
    page = reader(old.bot.owner).get(old.bot.get_absolute_url()).content.decode()
    assert "Roll back" in row_of(page, 1)
    assert "Version 1 of" in said(old)
    old.bot.refresh_from_db()
    assert old.bot.active_version == old


def test_a_second_click_changes_nothing():
    old = a_version()
    a_version(bot=old.bot)
    assert "that is planned from now on" in said(old)
    assert "that is planned from now on" in said(old)
    assert old.bot.versions.count() == 2


def test_it_is_said_which_round_plays_on_with_the_version_from_before():
    competition, entry = a_league(name="cup")
    old = entry.bot.active_version
    new = a_version(bot=entry.bot)
    a_round(competition=competition)
    page = said(old)
    assert f"Round 1 of cup runs, and plays on with version {new.number}" in page
    assert "plays on" not in said(new)


@pytest.mark.parametrize("frozen", [False, True])
def test_a_round_that_is_over_plays_on_only_where_a_freeze_hides_that(frozen):
    competition, entry = a_league()
    old = a_version(bot=entry.bot)
    new = a_version(bot=entry.bot)
    round_ = a_round(competition=competition)
    if frozen:
        Competition.objects.filter(pk=competition.pk).update(frozen_from=timezone.now())
    play(round_.matches.get())
    assert ("plays on with version" in said(old)) == frozen
    assert new.number == 3


def test_a_version_that_was_refused_cannot_be_made_to_play():
    refused = a_version(state=VersionState.REFUSED)
    active = a_version(bot=refused.bot, source=TEN_LINES)
    assert "only a ready version can be active" in said(refused)
    refused.bot.refresh_from_db()
    assert refused.bot.active_version == active


# --- the way on


def test_an_author_whose_bot_takes_part_already_is_not_sent_to_choose_a_competition():
    version = a_version()
    assert "Choose a competition to enter" in seen(version)

    entry = an_entry(bot=version.bot)
    page = seen(version)
    assert "Choose a competition to enter" not in page
    assert f'is in <a href="{entry.competition.get_absolute_url()}">' in page
    assert (
        entry.competition.get_absolute_url()
        not in reader(a_user()).get(version.get_absolute_url()).content.decode()
    )
