"""Matches of two that end once it is known who is better, where the organizer wants that."""

import json
import re
from typing import Any

import pytest
from django.db import IntegrityError

from arena.early import FIRST_LOOK, stretches
from arena.phase10.rules import RuleSet
from tenfold.competitions.models import Competition
from tenfold.competitions.services import create_competition
from tenfold.competitions.standings import refresh_standing
from tenfold.matches import playing, sandboxes, stopping
from tenfold.matches.asked import lines_up_to
from tenfold.matches.models import FaultLog, Match
from tenfold.refusal import Refused
from tests.builders import TEN_LINES, a_competition, a_match, a_round, a_user, a_version, an_entry
from tests.tenfold.pages.scenes import reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

MOST = 25
# Short deals: whoever forfeits is far behind, and two of one kind differ by a few cards.
RULES = RuleSet(phases=(1, 2), turns_per_seat=2, deals_per_game=2)
SITS_OUT = TEN_LINES.replace(b'reply["draw"] = "stock"', b'reply["draw"] = "nothing"')
# Behaves in the first stretch of a match and fails in the second, in its second game there.
FAILS_LATER = TEN_LINES.replace(
    b'    if ask["type"] == "draw":',
    b"""    if ask["type"] == "hello":
        games = ask["games"]
    if ask["type"] == "draw" and games == 9 and ask["game"] == 1:
        raise LookupError("the second stretch")
    if ask["type"] == "draw":""",
)


@pytest.fixture(autouse=True)
def any_bot_may_run(settings: Any):
    settings.SANDBOX = "process"
    yield
    stopping.forget()


def a_match_of(*sources: bytes, blocks: int = MOST, ends: str = "early") -> Match:
    competition = a_competition(blocks=blocks, ends=ends, rules=RULES)
    for source in sources:
        an_entry(competition=competition, bot=a_version(source=source).bot)
    return a_match(round_=a_round(competition=competition))


def played(match: Match) -> Match:
    playing.play(match_id=match.pk)
    match.refresh_from_db()
    assert match.state == Match.State.FINISHED
    return match


def test_a_match_that_is_decided_at_the_first_look_ends_there():
    match = played(a_match_of(TEN_LINES, SITS_OUT))

    assert (match.blocks, match.most_blocks, match.ended_early) == (FIRST_LOOK, MOST, True)
    assert match.block_results.count() == FIRST_LOOK
    assert match.games.count() == 2 * FIRST_LOOK
    assert [bot.games for bot in match.bots.all()] == [2 * FIRST_LOOK] * 2


def test_a_bot_against_itself_ends_at_the_first_look():
    match = played(a_match_of(TEN_LINES, TEN_LINES))

    assert (match.blocks, match.ended_early) == (FIRST_LOOK, True)
    assert not any(any(margins) for margins in match.block_results.values_list("margins", flat=True))


def test_a_match_that_stays_undecided_is_played_to_its_end(monkeypatch):
    monkeypatch.setattr(playing, "is_decided", lambda _: False)
    match = played(a_match_of(TEN_LINES, TEN_LINES))

    assert (match.blocks, match.ended_early) == (MOST, False)
    assert list(match.block_results.values_list("block", flat=True)) == list(range(MOST))


def test_without_the_organizers_word_all_blocks_are_played():
    match = played(a_match_of(TEN_LINES, SITS_OUT, ends="all", blocks=12))

    assert (match.blocks, match.most_blocks) == (12, None)


def test_its_standing_counts_the_blocks_that_were_played():
    match = played(a_match_of(TEN_LINES, SITS_OUT))

    refresh_standing(competition_id=match.competition.pk, even_if_fresh=True)

    assert [row.blocks for row in match.competition.standings.all()] == [FIRST_LOOK] * 2


def test_its_page_says_how_many_blocks_it_took_and_what_was_decided():
    match = played(a_match_of(TEN_LINES, SITS_OUT))

    page = reader().get(match.get_absolute_url()).content.decode()

    assert f"<b>{FIRST_LOOK}</b> of at most {MOST} blocks" in page
    assert f"decided after {FIRST_LOOK} blocks." in page
    assert f"So the last {MOST - FIRST_LOOK} blocks were not played." in page


def test_before_it_is_played_its_page_says_how_many_blocks_there_may_be():
    match = a_match_of(TEN_LINES, TEN_LINES)

    assert f"at most <b>{MOST}</b> blocks" in reader().get(match.get_absolute_url()).content.decode()


@pytest.mark.parametrize(
    ("page", "says"),
    [
        ("/c/{slug}/", "<li>at most <b>25</b> blocks a match</li>"),
        ("/c/{slug}/enter/", "<li>at most <b>25</b> blocks a match</li>"),
        ("/c/{slug}/settings/", "<dd>at most 25</dd>"),
        ("/competitions/", '<td class="num">at most 25</td>'),
    ],
)
def test_every_page_that_counts_a_matchs_blocks_says_at_most(page, says):
    competition = a_match_of(TEN_LINES, TEN_LINES).competition

    shown = reader(competition.organizer).get(page.format(slug=competition.slug)).content.decode()

    assert says in re.sub(r"(<(?:li|dd|td)[^>]*>)\s+|\s+(?=</)", r"\1", shown)


def test_the_api_and_the_export_have_both_numbers():
    match = played(a_match_of(TEN_LINES, SITS_OUT))
    slug = match.competition.slug

    by_api = reader().get(f"/api/v1/matches/{match.pk}").json()
    file: Any = reader().get(f"/c/{slug}/matches.ndjson")
    (line,) = file.getvalue().splitlines()

    assert (by_api["blocks"], by_api["most_blocks"]) == (FIRST_LOOK, MOST)
    assert (len(json.loads(line)["blocks"]), json.loads(line)["most_blocks"]) == (FIRST_LOOK, MOST)


def test_played_again_it_may_take_all_of_its_blocks():
    match = played(a_match_of(TEN_LINES, SITS_OUT))

    again = a_match(round_=a_round(competition=match.competition))

    assert (again.blocks, again.most_blocks) == (MOST, MOST)


def test_a_fault_in_a_later_stretch_is_asked_for_again_as_its_process_was_asked(monkeypatch):
    monkeypatch.setattr(playing, "is_decided", lambda _: False)
    played(a_match_of(FAILS_LATER, TEN_LINES))
    fault = FaultLog.objects.order_by("game__block", "pk")[0]

    asked = [json.loads(line) for line in lines_up_to(fault, lane=True)]

    assert fault.game.block == FIRST_LOOK + 1
    assert asked[0]["games"] == MOST - FIRST_LOOK
    assert {ask["game"] for ask in asked[1:]} == {0, 1}
    assert asked[-1] == json.loads(fault.dossier["request"])


def test_bots_that_sleep_out_every_stretch_have_no_more_time_than_in_one_match():
    match, whole = (a_match_of(TEN_LINES, TEN_LINES, ends=ends) for ends in ("early", "all"))

    def wall_ms(match: Match, stretch: range) -> int:
        nowhere: Any = None
        table = playing._Table(match, [], nowhere, sandboxes.choose(), lambda: False)
        return table._limits(stretch).session_wall_ms

    by_stretch = [wall_ms(match, stretch) for stretch in stretches(MOST)]
    assert sum(by_stretch) <= wall_ms(whole, range(MOST))


@pytest.mark.parametrize(
    ("decided", "says"),
    [
        ({"ends": "early", "players": 3}, "a table has 3 seats: choose two seats"),
        ({"ends": "early", "measure": "wins"}, "rank by margin or by margin less luck"),
        ({"ends": "early", "measure": "places"}, "rank by margin or by margin less luck"),
        ({"ends": "late"}, "A match ends by one of all, early, not 'late'"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(decided, says):
    with pytest.raises(Refused, match=says):
        create_competition(organizer=a_user(), name="Cup", **decided)


def test_the_database_lets_no_larger_table_end_early():
    with pytest.raises(IntegrityError, match="competition_early_ends_are_of_two"):
        Competition.objects.filter(pk=a_competition(players=3).pk).update(ends="early")


@pytest.mark.parametrize("measure", ["wins", "places"])
def test_the_database_lets_no_rank_weigh_opponents_by_the_blocks_they_took(measure):
    with pytest.raises(IntegrityError, match="competition_early_ends_rank_by_block"):
        Competition.objects.filter(pk=a_competition(measure=measure).pk).update(ends="early")


@pytest.mark.parametrize("measure", ["margin", "adjusted"])
def test_figures_that_are_fitted_over_blocks_rank_matches_that_end_early(measure):
    made = create_competition(organizer=a_user(), name="Cup", ends="early", measure=measure)

    assert (made.ends, made.measure) == ("early", measure)


@pytest.mark.parametrize(
    ("stands", "changed"),
    [
        ({"measure": "wins"}, {"ends": "early"}),
        ({"ends": "early"}, {"measure": "wins"}),
    ],
)
def test_over_the_api_neither_setting_is_changed_against_the_other(stands, changed):
    competition = a_competition(**stands)
    address = f"/api/v1/competitions/{competition.slug}"
    answer = reader(competition.organizer).patch(address, changed, "application/json")

    assert answer.status_code == 409
    assert "rank by margin or by margin less luck" in answer.json()["detail"]


def test_the_form_of_a_new_competition_says_what_ranks_matches_that_end_early():
    organizer = a_user()
    client = reader(organizer)
    token = client.get("/competitions/new/").context["form"]["token"].value()
    sent = {"name": "Cup", "token": token, "rules": "standard", "players": 2, "blocks": 32, "ends": "early"}
    sent |= {"format": "round_robin", "timetable": "by_hand", "time_zone": "UTC", "measure": "wins"}
    sent |= {"visibility": "public", "admission": "open", "bots_each": 3}

    refused = client.post("/competitions/new/", sent)

    assert "Matches that end early are ranked by margin" in refused.text
    assert client.post("/competitions/new/", {**sent, "measure": "adjusted"}).status_code == 302
