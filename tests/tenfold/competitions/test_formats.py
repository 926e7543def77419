"""Which formats there can be, and each of them from round to round, whoever leaves meanwhile."""

import sys
from collections import Counter

import pytest
from django.utils import translation

from tenfold.bots.models import BotVersion
from tenfold.competitions import brackets, ladders, rounds
from tenfold.competitions.editing import edit_competition
from tenfold.competitions.formats import in_words
from tenfold.competitions.models import Competition, Entry, Round
from tenfold.competitions.pairing import resters
from tenfold.competitions.rounds import start_round
from tenfold.competitions.services import bench, create_competition, withdraw
from tenfold.competitions.standings import refresh_standing
from tenfold.matches.models import Match
from tenfold.refusal import Refused
from tests.builders import (
    a_bot,
    a_competition,
    a_round,
    a_user,
    a_version,
    an_entry,
    crashing,
    planned,
    played,
    ten_lines,
)  # fmt: skip

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def next_round(competition: Competition) -> Round:
    return planned(start_round(competition=competition, by=competition.organizer))


def play_out(round_: Round, *, strongest_first: bool = True) -> Round:
    """Every match won by the entry that came first, or last: the other one crashes."""
    for match in round_.matches.filter(state=Match.State.SCHEDULED):
        first, second = match.bots.order_by("index").values_list("entry", flat=True)
        wins_first = (first < second) == strongest_first
        played(match, bots=(ten_lines, crashing) if wins_first else (crashing, ten_lines))
        Entry.objects.filter(state=Entry.State.BENCHED).update(state=Entry.State.ACTIVE, reason="")
    round_.refresh_from_db()
    return round_


def met(round_: Round) -> set[frozenset[int]]:
    return {frozenset(match.bots.values_list("entry", flat=True)) for match in round_.matches.all()}


def a_field(entries: int, **settings) -> tuple[Competition, list[Entry]]:
    competition = a_competition(**settings)
    return competition, [an_entry(competition=competition) for _ in range(entries)]


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"format": "knockout", "players": 4}, "ties are between two, and a table has 4 seats"),
        ({"format": "duel"}, "one of round_robin, swiss, knockout, ladder; 'duel' came"),
        ({"swiss_rounds": 5}, "swiss_rounds is for a Swiss alone, and the format is round robin"),
        ({"format": "swiss", "finalists": 8}, "finalists is for a knockout alone"),
        ({"format": "swiss", "swiss_rounds": 0}, "swiss_rounds is 1 to 100"),
        ({"format": "knockout", "finalists": 1}, "finalists is 2 to 1,024"),
        ({"format": "ladder", "timetable": "at_once"}, "started by hand, .*choose the timetable by_hand"),
    ],
)
def test_what_makes_no_sense_together_is_refused_with_a_sentence(settings, says):
    with pytest.raises(Refused, match=says):
        create_competition(organizer=a_user(), name="Cup", **settings)


def test_a_format_is_said_in_words():
    assert in_words(Competition(format="swiss", swiss_rounds=5)) == "Swiss of 5 rounds"
    assert in_words(Competition(format="knockout", finalists=8)) == "knockout of the best 8"


@pytest.mark.parametrize("format_", Competition.Format.values)
def test_two_entries_are_enough_for_every_format(format_):
    competition, entries = a_field(2, format=format_)

    assert met(next_round(competition)) == {frozenset(entry.pk for entry in entries)}


@pytest.mark.parametrize("format_", Competition.Format.values)
@pytest.mark.parametrize("entries", [0, 1])
def test_one_entry_or_none_is_refused_at_once(format_, entries):
    competition, _ = a_field(entries, format=format_)

    with pytest.raises(Refused, match="needs bots of 2 different owners"):
        start_round(competition=competition, by=competition.organizer)


@pytest.mark.parametrize("format_", Competition.Format.values)
def test_one_owner_alone_is_refused_at_once(format_):
    competition, owner = a_competition(format=format_), a_user()
    for _ in range(3):
        an_entry(competition=competition, owner=owner)

    with pytest.raises(Refused, match="the 3 bots entered have 1"):
        start_round(competition=competition, by=competition.organizer)


@pytest.mark.parametrize("format_", Competition.Format.values)
def test_an_entry_without_a_ready_version_sits_out(format_):
    competition, entries = a_field(3, format=format_)
    entries[0].bot.active_version = None
    entries[0].bot.save()

    assert met(next_round(competition)) == {frozenset(entry.pk for entry in entries[1:])}


@pytest.mark.parametrize("format_", ["round_robin", "swiss", "knockout"])
def test_who_withdraws_in_mid_round_plays_it_to_its_end(format_):
    competition, entries = a_field(2, format=format_)
    round_ = next_round(competition)
    withdraw(entry=entries[0], by=entries[0].bot.owner)

    play_out(round_)

    assert (round_.state, round_.matches.get().state) == ("finished", "finished")


def test_a_swiss_pairs_near_ones_in_the_standing_who_have_not_met():
    competition, entries = a_field(4, format="swiss")
    a, b, c, d = (entry.pk for entry in entries)
    first = met(play_out(next_round(competition)))

    second = met(next_round(competition))

    best, *others = competition.standings.order_by("rank", "entry").values_list("entry", flat=True)
    assert first == {frozenset({a, b}), frozenset({c, d})}
    assert frozenset({best, next(other for other in others if {best, other} not in first)}) in second
    assert first.isdisjoint(second)


def test_a_swiss_of_five_lets_each_rest_once_before_anybody_twice():
    competition, _ = a_field(5, format="swiss")

    rested = Counter(resters(play_out(next_round(competition))).get().entry_id for _ in range(5))

    assert set(rested.values()) == {1}


def test_a_swiss_ends_after_its_rounds():
    competition, _ = a_field(4, format="swiss", swiss_rounds=1)
    play_out(next_round(competition))

    with pytest.raises(Refused, match="All 1 rounds of the Swiss have been played"):
        start_round(competition=competition, by=competition.organizer)


def test_a_swiss_goes_on_without_who_left():
    competition, entries = a_field(5, format="swiss")
    play_out(next_round(competition))
    withdraw(entry=entries[1], by=entries[1].bot.owner)

    second = next_round(competition)

    assert second.matches.count() == 2
    assert not second.matches.filter(bots__entry=entries[1]).exists()


def test_a_swiss_of_two_meets_again_as_there_is_nobody_else():
    competition, entries = a_field(2, format="swiss")

    rounds_played = [met(play_out(next_round(competition))) for _ in range(2)]

    assert rounds_played == [{frozenset(entry.pk for entry in entries)}] * 2


def test_who_withdraws_in_mid_round_of_a_swiss_keeps_what_it_made_and_plays_no_further():
    competition, _ = a_field(5, format="swiss")
    first = next_round(competition)
    leaving = first.matches.all()[0].bots.get(index=0).entry
    assert leaving is not None
    withdraw(entry=leaving, by=leaving.bot.owner)
    play_out(first)
    refresh_standing(competition_id=competition.pk, even_if_fresh=True)

    second = next_round(competition)

    assert competition.standings.filter(entry=leaving).exists()
    assert leaving.pk not in frozenset().union(*met(second))
    assert (second.matches.count(), resters(second).count()) == (2, 0)


def test_an_entry_of_a_swiss_that_loses_its_version_sits_out_the_next_round_and_returns():
    competition, entries = a_field(5, format="swiss")
    play_out(next_round(competition))
    version = entries[2].bot.active_version

    with_active_version(entries[2], None)
    without = met(play_out(next_round(competition)))
    with_active_version(entries[2], version)

    assert entries[2].pk not in frozenset().union(*without)
    assert entries[2] in [pin.entry for pin in next_round(competition).pins.all()]


def test_a_swiss_at_tables_of_three_lets_the_surplus_rest():
    competition, _ = a_field(7, format="swiss", players=3)

    round_ = next_round(competition)

    assert (round_.matches.count(), resters(round_).count()) == (2, 1)


def with_active_version(entry: Entry, version: BotVersion | None) -> None:
    entry.bot.active_version = version
    entry.bot.save()


def entries_of(tie: brackets.Played) -> list[Entry | None]:
    return [side.entry for side in tie.sides]


def the_bracket(competition: Competition) -> brackets.Bracket:
    return brackets.bracket_with(competition.rounds.order_by("-number")[0])


def test_a_knockout_of_six_is_won_in_three_legs_with_byes_for_the_best():
    competition, entries = a_field(6, format="knockout")

    sizes = [play_out(next_round(competition)).matches.count() for _ in range(3)]

    bracket = the_bracket(competition)
    assert sizes == [2, 2, 1]
    assert [leg.name for leg in bracket.legs] == ["Quarter-finals", "Semi-finals", "Final"]
    assert [one.why for one in bracket.legs[0].ties].count("bye") == 2
    assert bracket.winner == entries[0]


@pytest.mark.parametrize(("entries", "ties"), [(2, [1]), (3, [1, 1]), (5, [1, 2, 1]), (7, [3, 2, 1])])
def test_a_knockout_of_any_number_has_one_winner_and_loses_one_a_tie(entries, ties):
    competition, field = a_field(entries, format="knockout")

    sizes = [play_out(next_round(competition)).matches.count() for _ in ties]

    assert sizes == ties
    assert sum(sizes) == entries - 1
    assert the_bracket(competition).winner == field[0]


def test_who_withdraws_in_mid_leg_and_wins_its_tie_gives_the_next_one_away():
    competition, entries = a_field(4, format="knockout")
    leg = next_round(competition)
    withdraw(entry=entries[0], by=entries[0].bot.owner)
    play_out(leg)

    next_round(competition)

    bracket = the_bracket(competition)
    assert next(tie for tie in bracket.legs[0].ties if entries[0] in entries_of(tie)).why != "walkover"
    assert (bracket.legs[-1].ties[0].why, bracket.winner) == ("walkover", entries[1])


def test_an_entry_that_loses_its_version_between_two_legs_is_out_by_walkover():
    competition, entries = a_field(4, format="knockout")
    play_out(next_round(competition))
    with_active_version(entries[0], None)

    next_round(competition)

    assert (the_bracket(competition).legs[-1].ties[0].why, the_bracket(competition).winner) == (
        "walkover",
        entries[1],
    )


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["Final", "Semi-finals", "Quarter-finals", "Last 16", "Last 32"]),
        ("nb", ["Finale", "Semifinaler", "Kvartfinaler", "Siste 16", "Siste 32"]),
    ],
)
def test_legs_have_the_names_that_people_use(language, names):
    with translation.override(language):
        assert [brackets.leg_name(ties) for ties in (1, 2, 4, 8, 16)] == names


def test_the_loser_of_a_tie_is_out_whatever_its_seed():
    competition, entries = a_field(4, format="knockout")
    play_out(next_round(competition), strongest_first=False)

    assert met(next_round(competition)) == {frozenset(entry.pk for entry in entries[2:])}


def test_a_decided_bracket_goes_no_further():
    competition, entries = a_field(2, format="knockout")
    play_out(next_round(competition))

    with pytest.raises(Refused, match=f"bracket is decided: {entries[0].bot.name} has won"):
        start_round(competition=competition, by=competition.organizer)


def test_finals_are_seeded_from_the_standing_of_the_league_before():
    competition, _ = a_field(5)
    play_out(next_round(competition))
    changes = {"format": "knockout", "finalists": 2}
    edit_competition(competition=competition, by=competition.organizer, changes=changes)

    final = next_round(competition)

    best = competition.standings.order_by("rank", "entry").values_list("entry", flat=True)[:2]
    assert met(final) == {frozenset(best)}


def test_the_winner_that_leaves_gives_the_next_tie_away_by_walkover():
    competition, entries = a_field(4, format="knockout")
    play_out(next_round(competition))
    withdraw(entry=entries[0], by=entries[0].bot.owner)

    final = next_round(competition)

    bracket = the_bracket(competition)
    assert (final.state, final.matches.count()) == (Round.State.FINISHED, 0)
    assert (bracket.legs[-1].ties[0].why, bracket.winner) == ("walkover", entries[1])


def test_a_leg_of_walkovers_is_planned_and_over_at_once_or_not_planned(monkeypatch):
    competition, entries = a_field(4, format="knockout")
    play_out(next_round(competition))
    withdraw(entry=entries[0], by=entries[0].bot.owner)
    final = start_round(competition=competition, by=competition.organizer)

    with monkeypatch.context() as dying:
        dying.setattr(rounds, "finish_round", lambda round_id: sys.exit(str(round_id)))
        with pytest.raises(SystemExit):
            rounds.plan_round(round_id=final.pk)
    final.refresh_from_db()

    assert final.state == Round.State.SCHEDULED
    assert planned(final).state == Round.State.FINISHED


def test_who_has_lost_by_walkover_does_not_return():
    competition, entries = a_field(8, format="knockout")
    play_out(next_round(competition))
    bench(entry=entries[0], reason="it forfeited")
    play_out(next_round(competition))
    Entry.objects.update(state=Entry.State.ACTIVE, reason="")

    assert entries[0].pk not in frozenset().union(*met(next_round(competition)))


def test_a_bracket_that_everybody_left_is_refused_with_what_to_do():
    competition, entries = a_field(4, format="knockout")
    play_out(next_round(competition))
    for entry in entries:
        withdraw(entry=entry, by=entry.bot.owner)

    with pytest.raises(Refused, match="Nobody of those left in the bracket can play"):
        start_round(competition=competition, by=competition.organizer)


def test_a_tie_that_could_not_be_played_lets_the_higher_seed_go_on():
    competition, entries = a_field(4, format="knockout")
    round_ = next_round(competition)
    round_.matches.update(state=Match.State.VOID, reason="ours")
    Round.objects.update(state=Round.State.FINISHED, finished=round_.started)

    assert met(next_round(competition)) == {frozenset(entry.pk for entry in entries[:2])}


def test_bots_of_one_owner_do_not_meet_in_a_bracket():
    competition, owner = a_competition(format="knockout"), a_user()
    first = an_entry(competition=competition, owner=owner)
    others = [an_entry(competition=competition) for _ in range(2)]
    last = an_entry(competition=competition, owner=owner)

    round_ = next_round(competition)

    assert met(round_) == {frozenset(entry.pk for entry in others)}
    tie = the_bracket(competition).legs[0].ties[0]
    assert (tie.sides[0].entry, tie.sides[1].entry, tie.sides[0].won) == (first, last, True)


def test_house_bots_do_meet_in_a_bracket():
    competition, house = a_competition(format="knockout"), a_user("house")
    for _ in range(2):
        an_entry(competition=competition, bot=a_version(bot=a_bot(owner=house, house=True)).bot)

    assert next_round(competition).matches.count() == 1


def test_another_bracket_follows_a_round_of_another_format():
    competition, _ = a_field(2, format="knockout")
    play_out(next_round(competition))
    for format_ in ("round_robin", "knockout"):
        competition.format = format_
        competition.save()
        play_out(next_round(competition))

    assert len(the_bracket(competition).legs) == 1


def test_a_round_keeps_the_format_that_it_was_started_with():
    competition, _ = a_field(3)
    round_ = start_round(competition=competition, by=competition.organizer)
    Competition.objects.update(format="swiss")

    assert planned(round_).matches.count() == 3


def test_another_bracket_follows_a_ladder():
    competition, _ = a_field(2, format="knockout")
    play_out(next_round(competition))
    for format_ in ("ladder", "knockout"):
        Competition.objects.update(format=format_, ladder_runs=False)
        round_ = next_round(competition)
        if format_ == "ladder":
            Competition.objects.update(ladder_runs=False)
            ladders.extend(competition_id=competition.pk)
        play_out(round_)

    assert len(the_bracket(competition).legs) == 1


def test_a_leg_being_played_has_open_ties():
    competition, _ = a_field(4, format="knockout")
    next_round(competition)

    bracket = the_bracket(competition)

    assert [one.tie.to_play for one in bracket.legs[0].ties] == [True, True]
    assert (bracket.winner, bracket.to_come) == (None, ["Final"])


def test_a_round_robin_of_two_has_one_match():
    assert a_round(entries=2).matches.count() == 1
