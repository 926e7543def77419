"""The standing: it finds the true order, says how sure it is, and cares for nothing but the set of blocks."""

import random
from dataclasses import astuple, replace
from itertools import combinations

import numpy as np
import pytest

from arena.equations import conjugate
from arena.rating import FIGURES, BlockResult, Measure, RatingError, Row, standing

Counts = tuple[int, ...] | None


def block(
    match: int, number: int, margins: dict[int, float], *, wins: Counts = None, places: Counts = None
) -> BlockResult:
    """One block at a table whose entries are the keys of `margins`."""
    n = len(margins)
    return BlockResult(
        match=match,
        block=number,
        entries=tuple(margins),
        margins=tuple(margins.values()),
        wins=wins or (0,) * n,
        places=places or (2,) * n,
        games=2,
    )


def played(
    strengths: list[float], *, blocks: int, table: int = 2, scatter: float = 1.5, seed: int = 1
) -> list[BlockResult]:
    """Blocks of a round robin between bots of these strengths, with chance added."""
    chance = np.random.default_rng(seed)
    results = []
    for match, who in enumerate(combinations(range(len(strengths)), table)):
        for number in range(blocks):
            margins = np.array([strengths[one] for one in who]) + chance.normal(0, scatter, table)
            results.append(
                block(match, number, dict(zip(who, (margins - margins.mean()).tolist(), strict=True)))
            )
    return results


def by_entry(rows: list[Row]) -> dict[int, Row]:
    return {row.entry: row for row in rows}


def test_a_known_order_is_found():
    strengths = [0.0, 1.2, -0.8, 0.4, 2.0, -1.6]
    rows = standing(played(strengths, blocks=20))
    assert [row.entry for row in rows] == sorted(range(6), key=lambda one: -strengths[one])


def test_margins_without_chance_are_found_but_for_the_light_pull_to_the_middle():
    rows = by_entry(standing(played([1.0, 0.0, -1.0], blocks=30, scatter=0.0)))
    assert [rows[one].margin for one in range(3)] == pytest.approx([1.0, 0.0, -1.0], abs=0.01)


def test_who_met_the_weak_gains_nothing_by_it():
    # 0 beats the weak 2 by much, 1 beats 0 by little and never met 2.
    results = [block(1, n, {0: 1.5, 2: -1.5}) for n in range(20)]
    results += [block(2, n, {1: 0.25, 0: -0.25}) for n in range(20)]
    assert [row.entry for row in standing(results)] == [1, 0, 2]


def test_the_order_of_blocks_changes_not_a_single_bit():
    results = played([0.3, 0.1, -0.2, 0.0, 0.7], blocks=12)
    shuffled = results.copy()
    random.Random(7).shuffle(shuffled)
    assert [astuple(row) for row in standing(shuffled)] == [astuple(row) for row in standing(results)]


def test_a_standing_computed_twice_is_the_same_bootstrap_included():
    results = played([0.3, -0.3], blocks=60)
    assert standing(results) == standing(results)


def test_identical_bots_share_the_rank_and_still_get_an_interval():
    for blocks in (1, 5, 39, 40, 200):
        first, second = standing([block(1, n, {0: 0.0, 1: 0.0}) for n in range(blocks)])
        assert (first.rank, second.rank) == (1, 1)
        assert first.low < 0 < first.high
        assert (first.rank_low, first.rank_high) == (1, 2)


def test_one_block_decides_nothing():
    first, second = standing([block(1, 0, {0: 3.0, 1: -3.0})])
    assert (first.entry, first.rank_high) == (0, 2)
    assert (second.entry, second.rank_low) == (1, 1)


def test_what_many_blocks_agree_on_parts_the_ranks():
    strong, middle, weak = standing(played([2.0, 0.0, -2.0], blocks=30))
    assert [(row.rank_low, row.rank_high) for row in (strong, middle, weak)] == [(1, 1), (2, 2), (3, 3)]


def test_entries_whose_intervals_overlap_are_not_parted():
    rows = by_entry(standing(played([2.0, 0.02, 0.0], blocks=30)))
    assert (rows[1].rank_low, rows[1].rank_high) == (rows[2].rank_low, rows[2].rank_high) == (2, 3)


@pytest.mark.parametrize(
    ("bots", "table", "blocks"), [(2, 2, 6), (2, 2, 60), (6, 2, 4), (4, 4, 10), (5, 3, 8)]
)
def test_an_interval_holds_the_truth_about_nineteen_times_in_twenty(bots, table, blocks):
    held = []
    for seed in range(120):
        strengths = np.random.default_rng(1000 + seed).normal(0, 1, bots)
        strengths -= strengths.mean()
        rows = standing(played(list(strengths), blocks=blocks, table=table, seed=seed))
        held += [row.low <= strengths[row.entry] <= row.high for row in rows]
    # Never much too narrow; a little too wide where few blocks leave the prior a say.
    assert 0.91 <= sum(held) / len(held) <= 0.995


def test_more_blocks_narrow_the_interval():
    few, many = (standing(played([0.5, -0.5], blocks=blocks))[0] for blocks in (10, 160))
    assert (many.high - many.low) < (few.high - few.low) / 2


def test_wins_games_and_mean_place_are_counted_beside():
    results = [
        block(1, 0, {7: 1.0, 9: -1.0}, wins=(2, 0), places=(2, 4)),
        block(1, 1, {7: -0.5, 9: 0.5}, wins=(1, 1), places=(3, 3)),
    ]
    first, second = standing(results)
    assert (first.entry, first.wins, first.games, first.blocks, first.mean_place) == (7, 3, 4, 2, 1.25)
    assert (second.entry, second.wins, second.games, second.blocks, second.mean_place) == (9, 1, 4, 2, 1.75)


def test_fields_that_never_met_stand_beside_each_other():
    results = [block(1, n, {0: 1.0, 1: -1.0}) for n in range(5)]
    results += [block(2, n, {2: 1.0, 3: -1.0}) for n in range(5)]
    assert [row.rank for row in standing(results)] == [1, 1, 3, 3]


def test_tables_of_different_sizes_count_together():
    results = played([1.0, 0.0, -1.0], blocks=10)
    results += [
        BlockResult(each.match + 100, *astuple(each)[1:])
        for each in played([1.0, 0.0, -1.0], blocks=10, table=3, seed=2)
    ]
    assert [row.entry for row in standing(results)] == [0, 1, 2]


def test_without_blocks_nobody_stands():
    assert standing([]) == []


def test_values_are_plain_numbers_that_any_store_takes():
    row = standing(played([0.5, -0.5], blocks=2))[0]
    assert {type(value) for value in astuple(row)} == {int, float}


def test_a_block_given_twice_is_refused_by_name():
    with pytest.raises(RatingError, match="Match 4, block 2 came twice"):
        standing([block(4, 2, {0: 1.0, 1: -1.0})] * 2)


@pytest.mark.parametrize(
    "broken",
    [
        BlockResult(4, 2, (0, 1), (0.5,), (0, 0), (2, 2), 2),
        BlockResult(4, 2, (0, 0), (0.5, -0.5), (0, 0), (2, 2), 2),
        BlockResult(4, 2, (0,), (0.0,), (0,), (2,), 2),
        BlockResult(4, 2, (0, 1), (0.5, -0.5), (0, 0), (2, 2), 0),
    ],
)
def test_a_misshapen_block_is_refused_by_name(broken):
    with pytest.raises(RatingError, match="Match 4, block 2 needs two or more different entries"):
        standing([broken])


def test_a_thousand_bots_are_refitted_in_a_few_dozen_passes_over_their_blocks(monkeypatch):
    # 0.2 s on a 2 GHz core; the inverse that serves few entries would take a second.
    passes = []

    def counted(times, *rest):
        def noted(strengths):
            passes.append(1)
            return times(strengths)

        return conjugate(noted, *rest)

    monkeypatch.setattr("arena.equations.conjugate", counted)
    monkeypatch.setattr("arena.elo.conjugate", counted)
    monkeypatch.setattr(np.linalg, "inv", None)
    chance = np.random.default_rng(3)
    results = [
        block(
            match,
            0,
            dict(zip(chance.choice(1000, 4, replace=False).tolist(), (0.3, 0.1, -0.1, -0.3), strict=True)),
        )
        for match in range(10_000)
    ]
    assert len(standing(results)) == 1000
    assert 1 < len(passes) < 100


# Other measures than the margin.


def test_by_wins_whoever_won_more_games_is_first():
    results = [block(1, n, {0: 2.0, 1: -2.0}, wins=(0, 2), places=(4, 2)) for n in range(10)]
    rows = standing(results, Measure.WINS)
    assert [(row.entry, row.rank, row.win_share) for row in rows] == [(1, 1, 1.0), (0, 2, 0.0)]
    assert [row.entry for row in standing(results)] == [0, 1]


def test_by_places_the_least_mean_is_first():
    results = [block(1, n, {0: 0.0, 1: 0.0}, places=(4, 2)) for n in range(10)]
    rows = standing(results, Measure.PLACES)
    assert [(row.entry, row.rank, row.mean_place) for row in rows] == [(1, 1, 1.0), (0, 2, 2.0)]


def test_by_margins_less_luck_those_count_and_of_other_blocks_the_margin():
    lucky = [block(1, n, {0: 2.0, 1: -2.0}) for n in range(10)]
    adjusted = [replace(each, adjusted=(-1.0, 1.0)) for each in lucky]
    rows = standing([*adjusted, block(1, 10, {0: 2.0, 1: -2.0})], Measure.ADJUSTED)
    assert [row.entry for row in rows] == [1, 0]
    assert rows[0].adjusted == pytest.approx((10 - 2) / 11, abs=0.01)
    assert rows[0].margin < 0


@pytest.mark.parametrize("measure", Measure)
def test_each_measure_s_interval_holds_its_figure_and_ranks_by_it(measure):
    chance = random.Random(5)
    results = played([0.6, 0.0, -0.6], blocks=30)
    results = [
        replace(each, wins=(won := chance.randint(0, 2), 2 - won), places=(4 - won, 2 + won))
        for each in results
    ]
    value, low, high = FIGURES[measure]
    for row in standing(results, measure):
        assert getattr(row, low) < getattr(row, value) < getattr(row, high)
        assert row.rank_low <= row.rank <= row.rank_high


def test_intervals_of_win_shares_hold_the_truth():
    chance, held = np.random.default_rng(4), []
    for _ in range(200):
        won = chance.binomial(2, 0.6, 25)
        rows = standing([block(1, n, {0: 0.0, 1: 0.0}, wins=(k, 2 - k)) for n, k in enumerate(won.tolist())])
        held.append(by_entry(rows)[0].wins_low <= 0.6 <= by_entry(rows)[0].wins_high)
    assert 0.92 <= sum(held) / len(held) <= 0.99


def test_of_few_games_shares_and_places_reach_no_further_than_they_can():
    split = [((2, 0), (2, 4)), ((0, 2), (4, 2)), ((2, 0), (2, 4))]
    results = [
        block(1, n, {0: 0.0, 1: 0.0}, wins=won, places=placed) for n, (won, placed) in enumerate(split)
    ]
    first = by_entry(standing(results))[0]
    assert (first.wins_low, first.wins_high) == (0, 1)
    assert (first.place_low, first.place_high) == (1, 2)


@pytest.mark.parametrize("measure", Measure)
def test_by_no_measure_does_the_order_of_blocks_change_a_single_bit(measure):
    results = [replace(each, wins=(1, 1), places=(3, 3)) for each in played([0.3, -0.2, 0.0], blocks=45)]
    shuffled = random.Random(7).sample(results, len(results))
    assert standing(shuffled, measure) == standing(results, measure)
