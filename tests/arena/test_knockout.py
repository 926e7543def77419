"""Laws of the bracket: who is drawn against whom, and who goes on."""

from hypothesis import given
from hypothesis import strategies as st

from arena.knockout import Result, Tie, Won, decided, draw, first_slots

ENTRIES = st.integers(2, 70)


def strangers(_one: int, _other: int) -> bool:
    return True


def leg(slots, *, present=None, rivals=strangers, result=lambda tie: None):
    """The decided ties of one leg; without a `result` the higher seed wins."""
    here = {slot for slot in slots if slot is not None} if present is None else present
    return [decided(tie, result(tie)) for tie in draw(slots, present=here, rivals=rivals)]


def low_wins(tie: Tie) -> Result:
    return Result((-0.5, 0.5), (0, 2))


@given(ENTRIES)
def test_every_seed_stands_once_in_a_bracket_of_a_power_of_two(entries):
    slots = first_slots(entries)
    assert sorted(slot for slot in slots if slot is not None) == list(range(entries))
    assert len(slots) & (len(slots) - 1) == 0
    assert len(slots) < 2 * entries


@given(ENTRIES)
def test_the_byes_go_to_the_highest_seeds(entries):
    ties = leg(first_slots(entries))
    byes = [tie.high for tie in ties if tie.won == Won.BYE]
    assert sorted(byes) == list(range(len(byes)))
    assert 2 * (len(ties) - len(byes)) + len(byes) == entries


@given(ENTRIES)
def test_when_the_higher_seed_always_wins_each_leg_halves_the_field_from_below(entries):
    slots = first_slots(entries)
    while len(slots) > 1:
        slots = [tie.winner for tie in leg(slots)]
        assert set(slots) == set(range(len(slots)))


@given(ENTRIES)
def test_the_two_highest_seeds_meet_in_the_final_only(entries):
    slots = first_slots(entries)
    while len(slots) > 2:
        assert {0, 1} not in [{tie.high, tie.low} for tie in leg(slots)]
        slots = [tie.winner for tie in leg(slots)]
    assert set(slots) == {0, 1}


@given(ENTRIES, st.data())
def test_who_has_left_wins_nothing_more(entries, data):
    slots = first_slots(entries)
    left: set[int] = set()
    while len(slots) > 1:
        inside = {slot for slot in slots if slot is not None}
        left |= data.draw(st.sets(st.sampled_from(sorted(inside)))) if inside else set()
        slots = [tie.winner for tie in leg(slots, present=inside - left, result=low_wins)]
        assert left.isdisjoint(slots)


@given(ENTRIES)
def test_a_bracket_of_lower_seeds_winning_ends_with_one(entries):
    slots = first_slots(entries)
    while len(slots) > 1:
        slots = [tie.winner for tie in leg(slots, result=low_wins)]
    assert slots[0] is not None


def test_seven_entries_are_drawn_as_is_customary():
    drawn = [(tie.high, tie.low) for tie in draw(first_slots(7), present=range(7), rivals=strangers)]
    assert drawn == [(0, None), (3, 4), (1, 6), (2, 5)]


def test_the_higher_margin_goes_on():
    assert decided(Tie(2, 5), Result((-0.1, 0.1), (9, 1))) == Tie(2, 5, 5, Won.MARGIN)


def test_who_forfeited_every_game_is_out_whatever_its_margin():
    assert decided(Tie(2, 5), Result((0.1, -0.1), (0, 4), (True, False))) == Tie(2, 5, 5, Won.FORFEIT)
    assert decided(Tie(2, 5), Result((0.1, -0.1), (0, 0), (True, True))) == Tie(2, 5, 2, Won.MARGIN)


def test_at_equal_margins_more_wins_decide():
    assert decided(Tie(2, 5), Result((1e-15, -1e-15), (3, 5))) == Tie(2, 5, 5, Won.WINS)


def test_at_equal_margins_and_wins_the_higher_seed_goes_on():
    assert decided(Tie(2, 5), Result((0.0, 0.0), (4, 4))) == Tie(2, 5, 2, Won.SEED)


def test_a_match_that_could_not_be_played_lets_the_higher_seed_go_on():
    assert decided(Tie(2, 5), None) == Tie(2, 5, 2, Won.SEED)


def test_against_one_that_left_the_other_goes_on():
    assert leg([0, 3, 1, 2], present={3, 1, 2}) == [Tie(0, 3, 3, Won.WALKOVER), Tie(1, 2, 1, Won.SEED)]


def test_a_bye_of_one_that_left_goes_on_as_nobody():
    (tie,) = leg([0, None], present=set())
    assert (tie.winner, tie.won) == (None, Won.WALKOVER)


def test_two_bots_of_one_owner_do_not_meet():
    (tie,) = leg([4, 1], rivals=lambda one, other: False)
    assert tie == Tie(1, 4, 1, Won.ONE_OWNER)
