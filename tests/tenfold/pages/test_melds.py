"""The example melds of the rules pages: the referee lets every one be laid, or hit."""

from collections import Counter

import pytest

from arena.phase10.cards import DECK, KINDS, WILD
from arena.phase10.errors import IllegalMove
from arena.phase10.moves import Hit
from arena.phase10.notation import TEXT, read_cards
from arena.phase10.phases import PHASES, GroupKind
from arena.phase10.reading import read_play
from arena.phase10.rules import Naturals, RuleSet
from tenfold.pages.melds import ExampleGroup, hits, plain, wildest
from tests.arena.phase10.table import a_color, a_deal, a_run, a_set


def held(groups: tuple[ExampleGroup, ...]) -> list[str]:
    return [card for group in groups for card in group.cards]


def lay(phase: int, groups: tuple[ExampleGroup, ...], naturals: Naturals) -> None:
    """Lay the groups as a bot would say it, and throw the eleventh card away."""
    deal = a_deal(" ".join([*held(groups), "R1"]), phase=phase, rules=RuleSet(naturals=naturals))
    said = [
        {"cards": group.cards, "as": group.declared} if group.declared is not None else group.cards
        for group in groups
    ]
    deal.play(read_play(lay=said, discard="R1"))


def with_one_more_wild(groups: tuple[ExampleGroup, ...]) -> tuple[ExampleGroup, ...]:
    """The first natural card that there is becomes a wild, which then says what it stands for."""
    first = next(group for group in groups if set(group.cards) != {"W"})
    natural = next(card for card in first.cards if card != "W")
    rest = list(first.cards)
    rest[rest.index(natural)] = "W"
    alone = set(rest) == {"W"}
    declared = (natural[0] if first.kind is GroupKind.COLOR else int(natural[1:])) if alone else None
    return tuple(
        ExampleGroup(group.kind, tuple(rest), declared) if group is first else group for group in groups
    )


@pytest.mark.parametrize("phase", PHASES)
def test_the_plain_example_of_a_phase_can_be_laid_under_the_strictest_rules(phase):
    lay(phase, plain(phase), Naturals.GROUP)
    assert "W" not in held(plain(phase))


@pytest.mark.parametrize("naturals", Naturals)
@pytest.mark.parametrize("phase", PHASES)
def test_the_wildest_example_of_a_phase_can_be_laid_under_its_rules(phase, naturals):
    lay(phase, wildest(phase, naturals), naturals)


@pytest.mark.parametrize("naturals", Naturals)
@pytest.mark.parametrize("phase", PHASES)
def test_no_example_could_hold_a_wild_more(phase, naturals):
    groups = wildest(phase, naturals)
    if set(held(groups)) == {"W"} or held(groups).count("W") == DECK.count(WILD):
        return
    with pytest.raises(IllegalMove, match="natural"):
        lay(phase, with_one_more_wild(groups), naturals)


@pytest.mark.parametrize("naturals", Naturals)
@pytest.mark.parametrize("phase", PHASES)
def test_the_deck_has_the_cards_of_every_example(phase, naturals):
    deck = Counter(DECK)
    for groups in (plain(phase), wildest(phase, naturals)):
        assert Counter(read_cards(held(groups))) <= deck


@pytest.mark.parametrize("phase", PHASES)
def test_where_wilds_alone_may_be_laid_the_examples_show_it(phase):
    wilds = held(wildest(phase, Naturals.NONE)).count("W")
    assert wilds == min(8, sum(group.size for group in PHASES[phase]))


@pytest.mark.parametrize(
    ("group", "words"),
    [
        (ExampleGroup(GroupKind.SET, ("W",) * 3, 7), "7s"),
        (ExampleGroup(GroupKind.RUN, ("W",) * 4, 3), "3 to 6"),
        (ExampleGroup(GroupKind.COLOR, ("W",) * 7, "G"), "green"),
        (ExampleGroup(GroupKind.SET, ("R7", "W", "W")), ""),
    ],
)
def test_what_wilds_stand_for_is_put_in_words(group, words):
    assert group.stands_for == words


@pytest.mark.parametrize("example", hits((1, 2, 8)), ids=lambda example: example.kind)
def test_a_meld_takes_the_cards_that_are_shown_and_no_others(example):
    make = {GroupKind.SET: a_set, GroupKind.RUN: a_run, GroupKind.COLOR: a_color}[example.kind]
    for card in range(KINDS):
        meld = make(" ".join(example.cards))
        deal = a_deal(f"{TEXT[card]} R1", melds=[meld], down=[0])
        ends = meld.ends() if card == WILD else (None,)
        play = read_play(discard="R1")._replace(hits=(Hit(card, 0, ends[0]),))
        if TEXT[card] in example.takes:
            deal.play(play)
        else:
            with pytest.raises(IllegalMove):
                deal.play(play)


def test_only_melds_that_the_phases_have_are_shown():
    assert [example.kind for example in hits((4, 5))] == [GroupKind.RUN]
    assert [example.kind for example in hits((1, 8))] == [GroupKind.SET, GroupKind.COLOR]
