"""Tests of the bot next to this file: run them with `python test_bot.py`, or with pytest."""

from bot import answer, choose_discard, find_groups


def question(kind, **fields):
    """A question with what most tests do not care about filled in."""
    players = [{"phase": 1, "down": False, "cards": 10, "score": 0} for _ in range(2)]
    usual = {"id": "1", "type": kind, "seat": 0, "players": players, "can_lay": True, "can_skip": [1]}
    return usual | {"can_draw": ["stock", "discard"], "discards": ["B7"], "melds": []} | fields


def test_every_answer_has_the_id_of_its_question():
    assert answer({"id": "abc", "type": "hello"}) == {"id": "abc"}


def test_it_draws_from_where_it_may():
    assert answer(question("draw", can_draw=["discard"]))["draw"] == "discard"


def test_it_lays_its_phase_down():
    hand = ["R5", "B5", "W", "Y9", "G9", "R9", "S"]
    reply = answer(question("play", hand=hand))
    assert reply["lay"] == [["R5", "B5", "W"], ["Y9", "G9", "R9"]]
    assert reply["discard"] == "S"


def test_it_names_whom_it_skips():
    reply = answer(question("play", hand=["S", "R1", "B1"]))
    assert (reply["discard"], reply["skip"]) == ("S", 1)


def test_a_run_is_laid_from_low_to_high():
    assert find_groups(["G4", "R2", "W", "B5", "S"], [("run", 4)]) == [["R2", "W", "G4", "B5"]]


def test_it_keeps_its_wilds():
    assert choose_discard(["W", "R3", "B3"]) != "W"


if __name__ == "__main__":
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            print("passed:", name.replace("_", " "))
