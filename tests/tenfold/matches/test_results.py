"""What is stored of a match, and what follows from it."""

import dataclasses
from collections.abc import Sequence

import pytest

from arena.match import Note
from arena.transcript import load, verify
from tenfold.bots.models import VersionState
from tenfold.competitions.models import Competition, Entry
from tenfold.matches.models import FaultLog, Match
from tenfold.matches.models import Note as StoredNote
from tenfold.matches.results import LEAST_NOTE, NOTES_KEPT
from tenfold.matches.storable import storable
from tests.builders import (
    a_bot,
    a_competition,
    a_match,
    a_record,
    a_round,
    a_trial,
    a_version,
    an_entry,
    crashing,
    played,
    ten_lines,
)

pytestmark = pytest.mark.django_db


def talking(ask):
    """Says its name in every answer's message: an illegal reply with text a database chokes on."""
    return {"id": ask["id"], "draw": "\x00\ud800"} if ask["type"] == "draw" else ten_lines(ask)


def forfeit_in_a_row(entry: Entry, times: int) -> None:
    """The entry crashes at the start of its next matches."""
    for _ in range(times):
        round_ = a_round(competition=entry.competition)
        for match in round_.matches.all():
            index = match.bots.get(entry=entry).index
            played(match, bots=[crashing if bot == index else ten_lines for bot in range(match.players)])


def test_every_stored_game_verifies():
    match = played(a_match())

    for game in match.games.all():
        verify(load(bytes(game.transcript)))


def test_bots_change_seats_from_rotation_to_rotation():
    match = played(a_match(round_=a_round(competition=a_competition(players=3), entries=3)))

    assert [game.seats for game in match.games.order_by("rotation")] == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]


def test_margins_of_a_block_sum_to_nothing():
    result = played(a_match()).block_results.get()

    assert sum(result.margins) == pytest.approx(0)


def test_wins_and_places_of_a_block_are_those_of_its_games():
    match = played(a_match())
    result = match.block_results.get()

    for index in range(2):
        places = [game.outcome_of(index)["place"] for game in match.games.all()]
        assert (result.wins[index], result.places[index]) == (places.count(1), sum(places))


def test_a_bots_fault_is_a_stored_result_and_the_others_game_goes_on():
    match = played(a_match(), bots=[crashing, ten_lines])

    assert match.state == Match.State.FINISHED
    assert [bot.forfeits for bot in match.bots.order_by("index")] == [2, 0]
    assert {fault.bot.index for fault in FaultLog.objects.all()} == {0}


def test_a_fault_has_a_dossier():
    fault = FaultLog.objects.filter(game__match=played(a_match(), bots=[crashing, ten_lines])).first()

    assert "RuntimeError: on purpose" in fault.message
    assert '"type":"hello"' in fault.dossier["request"]


def test_text_that_a_database_cannot_hold_does_not_void_the_match():
    match = played(a_match(), bots=[talking, ten_lines])

    assert match.state == Match.State.FINISHED
    assert FaultLog.objects.filter(game__match=match).exists()


def test_half_a_surrogate_and_a_nul_are_spelled_out_at_any_depth():
    assert storable({"a\x00": ["\ud800", 1]}) == {"a\\x00": ["\\ud800", 1]}


def kept_of(*games: Sequence[Note]) -> list[tuple[int, str, int]]:
    """Turn, first letter and length of what is stored of these notes, one list for each of two games."""
    match = a_match()
    record = a_record(match)
    pairs = zip(record.games, games, strict=True)
    noisy = tuple(dataclasses.replace(game, notes=tuple(notes)) for game, notes in pairs)
    played(match, dataclasses.replace(record, games=noisy))
    return [(note.turn, note.text[0], len(note.text)) for note in StoredNote.objects.order_by("id")]


def test_the_end_of_a_bots_stderr_is_kept():
    assert kept_of([Note(1, 0, "a" * 20_000), Note(2, 0, "b" * 20_000), Note(3, 1, "c")], []) == [
        (1, "a", NOTES_KEPT - 20_000),
        (2, "b", 20_000),
        (3, "c", 1),
    ]


def test_each_game_has_its_share_of_what_is_kept_and_what_later_ones_left():
    loud = [Note(1, 0, "a" * NOTES_KEPT)]
    assert kept_of(loud, loud) == [(1, "a", NOTES_KEPT // 2), (1, "a", NOTES_KEPT // 2)]


def test_notes_of_a_letter_each_are_no_way_to_as_many_rows_as_one_likes():
    many = [Note(turn, 0, "a") for turn in range(NOTES_KEPT)]
    assert len(kept_of(many, [])) == NOTES_KEPT // LEAST_NOTE


def test_a_faultless_trial_makes_the_version_ready_and_active():
    version = a_version(state=VersionState.TRIAL)

    played(a_trial(version=version))
    version.refresh_from_db()

    assert version.state == VersionState.READY
    assert version.is_active


def test_any_fault_in_the_trial_refuses_the_version_with_the_dossier():
    version = a_version(state=VersionState.TRIAL)

    match = played(a_trial(version=version), bots=[crashing, ten_lines])
    version.refresh_from_db()

    assert version.state == VersionState.REFUSED
    assert "on purpose" in version.reason
    assert (version.dossier["match"], version.dossier["kind"]) == (match.pk, "crashed")


def test_the_opponents_faults_in_a_trial_are_nothing_to_the_version():
    version = a_version(state=VersionState.TRIAL)

    played(a_trial(version=version), bots=[ten_lines, crashing])
    version.refresh_from_db()

    assert version.state == VersionState.READY


def test_the_secret_of_a_round_is_revealed_by_its_last_match():
    round_ = a_round(entries=3)
    seen = []
    for match in round_.matches.all():
        seen.append(round_.revealed)
        played(match)
        round_.refresh_from_db()

    assert seen == [None, None, None]
    assert round_.revealed == bytes(round_.secret).hex()


def test_a_result_asks_for_a_new_standing(nudges):
    match = played(a_match())

    assert Competition.objects.stale().get() == match.competition
    assert ("tenfold.competitions.tasks.refresh_standing", match.competition_id) in nudges


def test_three_forfeited_matches_in_a_row_bench_an_entry_and_say_why():
    entry = an_entry()
    an_entry(competition=entry.competition)

    forfeit_in_a_row(entry, 3)
    entry.refresh_from_db()

    assert entry.state == Entry.State.BENCHED
    last = entry.competition.matches.select_related("round").latest("finished")
    assert "forfeited every game of 3 matches in a row" in entry.reason
    assert f"being match {last.round.number}.{last.number}." in entry.reason


def test_two_forfeited_matches_do_not_bench_an_entry():
    entry = an_entry()
    an_entry(competition=entry.competition)

    forfeit_in_a_row(entry, 2)
    entry.refresh_from_db()

    assert entry.state == Entry.State.ACTIVE


def test_a_match_that_was_played_ends_the_row():
    entry = an_entry()
    an_entry(competition=entry.competition)

    forfeit_in_a_row(entry, 2)
    played(a_match(round_=a_round(competition=entry.competition)))
    forfeit_in_a_row(entry, 2)
    entry.refresh_from_db()

    assert entry.state == Entry.State.ACTIVE


def test_an_entry_that_returned_is_not_benched_for_what_it_did_before():
    from tenfold.competitions.services import enter

    entry = an_entry()
    an_entry(competition=entry.competition)
    forfeit_in_a_row(entry, 3)

    enter(competition=entry.competition, bot=entry.bot, by=entry.bot.owner)
    forfeit_in_a_row(entry, 1)
    entry.refresh_from_db()

    assert entry.state == Entry.State.ACTIVE


def test_a_match_shows_who_played_which_version():
    bot = a_bot()
    old = a_version(bot=bot)
    entry = an_entry(bot=bot)
    match = a_match(round_=a_round(competition=entry.competition))
    a_version(bot=bot)

    played(match)

    assert match.bots.get(entry=entry).version == old
