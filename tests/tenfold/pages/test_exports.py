"""Results to take along: they say what the pages say, and nothing that a spreadsheet would run."""

import csv
import io
import json
from xml.etree import ElementTree as ET

import pytest

from arena.rating import FIGURES
from arena.rating import Measure as Rated
from tenfold.competitions.choices import Measure
from tenfold.competitions.models import Competition
from tenfold.competitions.standings import refresh_standing
from tenfold.matches.adjusting import adjust_waiting
from tenfold.matches.models import BlockResult, Match, MatchBot
from tests.builders import a_bot, a_competition, a_round, a_version, an_entry, crashing, ten_lines
from tests.tenfold.pages.scenes import a_played_competition, play, reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

ATOM = "{http://www.w3.org/2005/Atom}"


def table(competition, user=None) -> list[dict[str, str]]:
    answer = reader(user).get(f"/c/{competition.slug}/standing.csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(answer.getvalue().decode())))


def settled(competition: Competition) -> Competition:
    """Nothing of it is still to come: its luck is known, and the standing made with it."""
    adjust_waiting()
    refresh_standing(competition_id=competition.pk)
    return competition


def lines(competition) -> list[dict]:
    answer = reader().get(f"/c/{competition.slug}/matches.ndjson")
    return [json.loads(line) for line in answer.getvalue().decode().splitlines()]


def test_the_table_has_the_whole_standing_best_first():
    competition = settled(a_played_competition(entries=3))
    rows = table(competition)
    stored = list(competition.standings.order_by("rank", "id"))
    assert [float(row["margin"]) for row in rows] == [standing.margin for standing in stored]
    assert [row["bot"] for row in rows] == [standing.entry.bot.name for standing in stored]
    assert {row["status"] for row in rows} == {"final"}


def test_while_a_round_runs_the_figures_are_called_provisional():
    competition = a_played_competition()
    a_round(competition=competition)
    assert {row["status"] for row in table(competition)} == {"provisional"}


def test_until_the_luck_is_known_and_counted_figures_are_called_provisional():
    competition = a_played_competition()
    assert {row["status"] for row in table(competition)} == {"provisional"}
    adjust_waiting()
    assert {row["status"] for row in table(competition)} == {"provisional"}
    refresh_standing(competition_id=competition.pk)
    assert {row["status"] for row in table(competition)} == {"final"}


@pytest.mark.parametrize("measure", Measure)
def test_the_table_has_the_figure_that_ranks_with_its_bounds(measure):
    competition = settled(a_played_competition(entries=3))
    Competition.objects.update(measure=measure)
    refresh_standing(competition_id=competition.pk, even_if_fresh=True)

    for row, standing in zip(table(competition), competition.standings.order_by("rank", "id"), strict=True):
        assert row["measure"] == measure
        for name in FIGURES[Rated(measure)]:
            assert float(row[name]) == getattr(standing, name)


@pytest.mark.parametrize(
    "name", ["=HYPERLINK(1)", "+1", "-1", "@SUM(A1)", "\uff1d1+1", "\uff0b1", "\uff0d1", "\uff20A"]
)
def test_no_name_is_a_formula(name):
    competition = a_competition()
    an_entry(competition=competition, bot=a_version(bot=a_bot(name=name)).bot)
    an_entry(competition=competition)
    play(a_round(competition=competition).matches.get())
    refresh_standing(competition_id=competition.pk)
    assert f"'{name}" in {row["bot"] for row in table(competition)}


def test_faults_are_counted_in_the_table():
    competition = a_competition()
    match = a_round(competition=competition, entries=2).matches.get()
    play(match, bots=(crashing, ten_lines))
    refresh_standing(competition_id=competition.pk)
    faultless, faulty = sorted(int(row["faults"]) for row in table(competition))
    assert faultless == 0 < faulty


def test_every_match_that_is_over_is_a_line_with_its_blocks():
    competition = a_played_competition(entries=3, blocks=2)
    a_round(competition=competition)
    found = lines(competition)
    matches = Match.objects.filter(state="finished").order_by("pk")
    assert [line["match"] for line in found] == [match.pk for match in matches]
    assert found[0]["blocks"] == [
        result.margins for result in BlockResult.objects.filter(match=matches[0]).order_by("block")
    ]
    assert [bot["entry"] for bot in found[0]["bots"]] == list(
        matches[0].bots.order_by("index").values_list("entry", flat=True)
    )


def test_before_anything_is_played_the_files_are_empty():
    competition = a_competition()
    assert table(competition) == lines(competition) == []


@pytest.mark.parametrize("file", ["standing.csv", "matches.ndjson", "feed/"])
def test_those_of_a_private_competition_are_not_there_for_strangers(file):
    competition = a_competition(private=True)
    assert reader().get(f"/c/{competition.slug}/{file}").status_code == 404
    assert reader(competition.organizer).get(f"/c/{competition.slug}/{file}").status_code == 200


def test_the_feed_tells_the_newest_matches_first():
    competition = a_played_competition(entries=3)
    answer = reader().get(f"/c/{competition.slug}/feed/")
    entries = ET.fromstring(answer.content).findall(f"{ATOM}entry")
    newest = competition.matches.order_by("-finished").first()
    assert len(entries) == 3
    assert entries[0].find(f"{ATOM}link").get("href").endswith(newest.get_absolute_url())
    assert newest.bots.first().version.bot.name in entries[0].find(f"{ATOM}title").text


def test_the_feed_writes_margins_as_the_pages_do():
    competition = a_played_competition(entries=2)
    even, ahead = competition.matches.get().bots.order_by("index")
    MatchBot.objects.filter(pk=even.pk).update(margin=0.001)
    MatchBot.objects.filter(pk=ahead.pk).update(margin=-1.2)

    def title(language):
        answer = reader().get(f"/c/{competition.slug}/feed/", headers={"accept-language": language})
        return ET.fromstring(answer.content).findtext(f"{ATOM}entry/{ATOM}title")

    assert title("en").endswith(f": {even.version.bot.name} ±0.00, {ahead.version.bot.name} −1.20")
    assert title("nb").endswith(f": {even.version.bot.name} ±0,00, {ahead.version.bot.name} −1,20")


def test_the_page_of_a_competition_leads_to_all_three():
    competition = a_played_competition()
    export = f"{competition.get_absolute_url()}export/"
    assert f'href="{export}"' in reader().get(competition.get_absolute_url()).content.decode()
    page = reader().get(export).content.decode()
    for file in ("standing.csv", "matches.ndjson", "feed/"):
        assert f'href="/c/{competition.slug}/{file}"' in page


def test_the_files_cost_no_query_a_row(django_assert_max_num_queries):
    competition = a_played_competition(entries=5)
    client = reader()
    with django_assert_max_num_queries(5):
        client.get(f"/c/{competition.slug}/standing.csv").getvalue()
    with django_assert_max_num_queries(6):
        client.get(f"/c/{competition.slug}/matches.ndjson").getvalue()
    with django_assert_max_num_queries(5):
        client.get(f"/c/{competition.slug}/feed/")


def test_whatever_a_description_holds_the_feed_can_be_read():
    pasted = "Win\x00\x01\x0b\x1b\x1f\ufffe\uffff \u202e<b>&\n".replace("\x00", "")
    competition = a_competition(description=pasted)
    answer = reader().get(f"/c/{competition.slug}/feed/")
    assert ET.fromstring(answer.content).findtext(f"{ATOM}subtitle").startswith("Win \u202e<b>&")
