"""A match's games as the rows and cells of its page."""

from tenfold.matches.grid import rows_of
from tenfold.matches.models import BlockResult, Game, MatchBot

BOTS = {0: MatchBot(index=0), 1: MatchBot(index=1)}


def a_seat(
    bot: int, *, place: int, margin: float, strikes: int = 0, forfeited: bool = False
) -> dict[str, object]:
    return {"bot": bot, "place": place, "margin": margin, "strikes": strikes, "forfeited": forfeited}


def a_game(*seats: dict[str, object], block: int = 0, rotation: int = 0) -> Game:
    return Game(block=block, rotation=rotation, outcome=list(seats))


def test_a_cell_says_who_won_and_by_how_much():
    game = a_game(a_seat(1, place=1, margin=9.5), a_seat(0, place=2, margin=7.25))
    cell = rows_of([game], BOTS, {})[0].cells[0]
    assert (cell.winners, cell.lead) == ((BOTS[1],), 2.25)


def test_a_shared_first_place_has_no_lead():
    game = a_game(a_seat(0, place=1, margin=9.5), a_seat(1, place=1, margin=9.5))
    cell = rows_of([game], BOTS, {})[0].cells[0]
    assert (len(cell.winners), cell.lead) == (2, None)


def test_a_cell_counts_forfeits_and_strikes():
    game = a_game(
        a_seat(0, place=1, margin=1, strikes=1), a_seat(1, place=2, margin=0, strikes=3, forfeited=True)
    )
    cell = rows_of([game], BOTS, {})[0].cells[0]
    assert (cell.forfeits, cell.strikes) == (1, 4)


def test_a_block_names_who_made_most_of_its_decks():
    games = [a_game(a_seat(0, place=1, margin=1), a_seat(1, place=2, margin=0), rotation=r) for r in (0, 1)]
    row = rows_of(games, BOTS, {0: BlockResult(block=0, margins=[0.5, -0.5])})[0]
    assert (len(row.cells), row.best, row.margin) == (2, BOTS[0], 0.5)


def test_an_even_block_names_nobody():
    game = a_game(a_seat(0, place=1, margin=1), a_seat(1, place=1, margin=1))
    assert rows_of([game], BOTS, {0: BlockResult(block=0, margins=[0.0, 0.0])})[0].best is None


def test_every_block_is_a_row():
    seats = (a_seat(0, place=1, margin=1), a_seat(1, place=2, margin=0))
    rows = rows_of([a_game(*seats, block=block) for block in range(3)], BOTS, {})
    assert [row.number for row in rows] == [0, 1, 2]
