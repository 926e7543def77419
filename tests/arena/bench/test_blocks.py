"""The bench of blocks: what the same decks, own positions and the luck seen take out."""

import pytest

from arena.bench import blocks
from arena.bench.__main__ import main
from arena.phase10.rules import RuleSet

SHORT = RuleSet(phases=(1,), turns_per_seat=5, deals_per_game=2)


def test_from_a_common_stock_everybody_takes_the_top_card():
    stock = blocks.CommonStock([5, 6, 7, 8], seats=2)
    assert [stock.draw(1), stock.draw(1), stock.draw(0)] == [5, 6, 7]
    assert stock.rest() == [8]


@pytest.mark.parametrize("players", [2, 4])
def test_every_way_has_its_variance_and_the_same_seed_the_same(players):
    def found():
        return blocks.variances(("greedy", "planner"), players=players, blocks=6, seed="s", rules=SHORT)

    assert len(found()) == 4
    assert found() == found()


def test_bots_that_play_alike_differ_by_decks_of_their_own_alone():
    alone, common, own, less = blocks.variances(
        ("greedy", "greedy"), players=2, blocks=8, seed="s", rules=SHORT
    )
    assert alone > 0
    assert (common, own) == (0, 0)
    assert less == pytest.approx(0, abs=1e-12)


def test_the_command_prints_pairs_and_medians(monkeypatch, capsys):
    monkeypatch.setattr(blocks, "PAIRS", (("greedy", "planner"),))
    monkeypatch.setattr(blocks, "TABLES", (2,))
    assert main(["blocks", "--blocks", "2"]) == 0
    told = capsys.readouterr().out
    for words in (
        "tables of 2, 2 blocks a pair",
        "greedy and planner",
        "times less, median",
        "less luck beside",
    ):
        assert words in told
