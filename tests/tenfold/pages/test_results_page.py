"""How results are made, shown by a match that was played."""

import re

import pytest

from arena.rating import BlockResult, standing
from arena.student import mean_of
from arena.transcript import load, verify
from tenfold.competitions.models import Competition, Round
from tenfold.competitions.standings import refresh_standing
from tenfold.matches.models import Match
from tenfold.pages.worked import worked_example
from tests.builders import a_round
from tests.tenfold.pages.scenes import a_played_competition, a_round_with_a_crash, reader
from tests.whole.recount import block_results

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def page() -> str:
    return re.sub(r"\s+", " ", reader().get("/results/").content.decode())


def test_before_any_round_is_over_the_page_explains_without_figures():
    a_round()

    assert worked_example() is None
    assert "No public round has been played to its end" in page()


def test_the_example_is_a_match_of_the_newest_public_round():
    a_played_competition(blocks=2)
    newest = a_played_competition(blocks=2)
    hidden = a_played_competition()
    Competition.objects.filter(pk=hidden.pk).update(visibility=Competition.Visibility.PRIVATE)

    worked = worked_example()

    assert worked is not None
    assert worked.match.competition == newest


def test_its_figures_are_those_that_were_counted():
    competition = a_played_competition(blocks=3)
    worked = worked_example()
    assert worked is not None

    first = competition.matches.get().block_results.get(block=0)
    assert [mean - worked.table for mean in worked.means] == pytest.approx(first.margins)
    assert worked.blocks == [row.margins[0] for row in competition.matches.get().block_results.all()]
    assert worked.over_blocks.low < worked.over_blocks.value < worked.over_blocks.high
    assert {row.entry_id for row in worked.standings if row} == {bot.entry_id for bot in worked.bots}


def figures(text: str) -> list[float]:
    """All signed figures in a piece of the page, in their order."""
    return [float(found.replace("−", "-")) for found in re.findall(r"[+−]\d+\.\d+|\b0\.00\b", text)]


def replayed(match: Match) -> list[BlockResult]:
    """Its blocks, from nothing but its transcripts, by the formula that the page tells."""
    games = {(each.block, each.rotation): verify(load(bytes(each.transcript))) for each in match.games.all()}
    bots = [{"entry": bot.entry_id} for bot in match.bots.order_by("index")]
    return list(block_results({"id": match.pk, "bots": bots}, games))


def test_the_page_s_figures_of_the_match_are_those_of_a_recount_from_its_transcripts():
    a_played_competition(entries=3, blocks=3)
    worked = worked_example()
    assert worked is not None
    again = replayed(worked.match)
    mine = [block.margins[0] for block in again]
    over_blocks = mean_of(mine)
    said = page()

    last_line = said.split("Less the table's mean")[1].split("</tr>")[0].split("</th>")[1]
    assert figures(last_line) == pytest.approx(again[0].margins, abs=0.005)
    sentence = said.split("margins in the 3 blocks of this match:")[1].split("</p>")[0]
    assert figures(sentence) == pytest.approx([*mine, over_blocks.value], abs=0.005)
    interval = said.split("From this match alone")[1].split("With all its matches")[0]
    assert figures(interval) == pytest.approx([over_blocks.low, over_blocks.high], abs=0.005)


def test_each_game_on_the_page_is_what_its_transcript_comes_to():
    match = a_played_competition(blocks=2).matches.get()
    told = re.findall(r"seat (\d): (\d+) phases?, ([\d,]+) points? <b[^>]*>([^<]+)</b>", page())
    assert len(told) == 4  # two bots in two games
    for at, (seat, phases, points, worth) in enumerate(told):
        rotation, bot = divmod(at, 2)
        rank = verify(load(bytes(match.games.get(block=0, rotation=rotation).transcript))).ranking[
            (bot + rotation) % 2
        ]
        made = (int(seat), int(phases), int(points.replace(",", "")))
        assert made == ((bot + rotation) % 2 + 1, rank.phases, rank.points)
        assert figures(worth) == pytest.approx([rank.phases - min(rank.points / 100, 1)], abs=0.005)


def test_the_page_s_figures_of_the_standing_are_those_of_a_recount_of_all_matches():
    competition = a_played_competition(entries=3, blocks=3)
    worked = worked_example()
    assert worked is not None
    counted = standing([block for match in competition.matches.all() for block in replayed(match)])
    by_entry = {row.entry: row for row in counted}
    told = page().split("With all its matches, the standing says:")[1].split("</ul>")[0].split("<li>")[1:]

    assert len(told) == 2
    for bot, line in zip(worked.bots, told, strict=True):
        again = by_entry[bot.entry_id or 0]
        assert figures(line) == pytest.approx([again.margin, again.low, again.high], abs=0.005)
        assert f"from {again.blocks} blocks" in line
        assert f"rank {again.rank}" in line


def test_a_match_without_faults_is_shown_rather_than_one_with():
    _, second, _ = a_round_with_a_crash()

    worked = worked_example()

    assert worked is not None
    assert worked.match == second


def test_no_more_than_the_first_matches_of_a_round_are_looked_at(monkeypatch):
    monkeypatch.setattr("tenfold.pages.worked.LOOKED_AT", 1)
    first, *_ = a_round_with_a_crash()

    worked = worked_example()

    assert worked is not None
    assert worked.match == first


def test_the_promise_of_the_decks_is_computed_not_claimed():
    competition = a_played_competition()
    assert "it does not fit" not in page()

    Round.objects.filter(competition=competition).update(commitment="0" * 64)
    assert "it does not fit" in page()


def test_decks_that_the_secret_does_not_give_are_told():
    one, other = (a_played_competition() for _ in range(2))
    foreign = one.matches.get().games.get(block=0, rotation=0).transcript
    other.matches.get().games.filter(block=0, rotation=0).update(transcript=foreign)

    assert "it does not fit" in page()


def test_a_game_that_cannot_be_read_is_told_and_breaks_no_page():
    a_played_competition().matches.get().games.update(transcript=b"no transcript")

    assert "it does not fit" in page()


def test_the_command_to_check_it_has_all_it_needs():
    competition = a_played_competition()
    match, round_ = competition.matches.get(), competition.rounds.get()

    said = page()

    assert (
        f"--match {match.key} --block 0 --secret {round_.revealed} --commitment {round_.commitment}" in said
    )


def test_blocks_rotations_and_seats_are_counted_as_on_the_page_of_the_match():
    match = a_played_competition().matches.get()
    bots = list(match.bots.order_by("index"))

    rows = re.findall(r'<th scope="row"><a href="([^"]*)">(\d)</a></th>(.*?)</tr>', page())

    assert [(address, number) for address, number, _ in rows] == [
        (game.get_absolute_url(), str(game.rotation + 1)) for game in match.games.order_by("rotation")
    ]
    for rotation, (_, _, made) in enumerate(rows):
        seats = [int(seat) for seat in re.findall(r"seat (\d):", made)]
        assert seats == [(bot.index + rotation) % match.players + 1 for bot in bots]
    assert "The first block" in page()


def test_a_competition_leads_here():
    competition = a_played_competition()
    refresh_standing(competition_id=competition.pk)

    assert 'href="/results/"' in reader().get(competition.get_absolute_url()).content.decode()
