"""What a game's page shows the owner of a bot alone: its stderr by turn, and what its answers cost."""

from contextlib import closing
from typing import Any

import pytest

from arena.inprocess import CallableSeat
from arena.match import MatchRecord, block_seed, play_match
from arena.phase10.rules import RuleSet
from sandbox.limits import Limits
from sandbox.process import ProcessSandbox
from sandbox.program import Program
from tenfold.accounts.models import User
from tenfold.matches.clocks import packed
from tenfold.matches.models import Game, Match, Note
from tenfold.matches.spending import HEIGHT, WIDTH, spending
from tenfold.seats import SandboxSeat
from tests.builders import TEN_LINES, a_bot, a_requested_match, a_user, a_version, played, ten_lines
from tests.tenfold.pages.scenes import a_played_match, reader
from tests.tenfold.pages.test_hostile_names import assert_harmless

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

JSON = {"Accept": "application/json"}


def a_game(*, owner: User, text: str = "I hold <three> wilds", turn: int = 1) -> Game:
    """A game of the owner's bot, in seat 0, with a note."""
    match = a_played_match(owners=(owner, None))
    game = match.games.get(rotation=0)
    Note.objects.create(game=game, bot=match.bots.get(version__bot__owner=owner), turn=turn, text=text)
    return game


def notes_of(game: Game, who: User) -> list[dict[str, Any]]:
    answer = reader(who).get(f"{game.get_absolute_url()}stderr/", headers=JSON)
    assert answer.status_code == 200
    found: list[dict[str, Any]] = answer.json()["notes"]
    return found


# --- stderr


def test_it_comes_turn_by_turn_to_the_owner():
    owner = a_user()
    game = a_game(owner=owner)
    (note,) = notes_of(game, owner)
    assert (note["turn"], note["text"]) == (1, "I hold <three> wilds")
    assert f'data-notes="{game.get_absolute_url()}stderr/"' in page_of(game, owner)


def page_of(game: Game, who: User | None) -> str:
    return reader(who).get(game.get_absolute_url()).content.decode()


def test_it_comes_as_text_without_script():
    owner = a_user()
    game = a_game(owner=owner)
    answer = reader(owner).get(f"{game.get_absolute_url()}stderr/")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cache-Control"] == "private, no-store"
    assert "I hold <three> wilds" in answer.content.decode()


def test_nobody_else_gets_any_of_it():
    game = a_game(owner=a_user())
    rival = User.objects.filter(bots__versions__match_bots__match=game.match).exclude(
        bots__versions__match_bots__notes__isnull=False
    )[0]
    organizer = game.match.competition.organizer
    for who in (None, a_user(), organizer, a_user(is_staff=True)):
        assert reader(who).get(f"{game.get_absolute_url()}stderr/").status_code == 404
        assert "Seen by you alone" not in page_of(game, who)
    assert notes_of(game, rival) == []
    assert "data-notes=" not in page_of(game, rival)


def test_the_public_document_is_the_same_to_the_last_byte_with_it_and_without():
    owner = a_user()
    game = a_game(owner=owner)
    address = f"{game.get_absolute_url()}replay.json"
    with_notes = [reader(who).get(address) for who in (owner, None)]
    Note.objects.all().delete()
    without = reader().get(address)
    assert {answer.content for answer in (*with_notes, without)} == {without.content}
    assert {answer["ETag"] for answer in (*with_notes, without)} == {without["ETag"]}


# Clears a terminal, is no UTF-8, and turns the direction of reading.
ODD = rb"\x1b[2J\x1b]0;owned\x07<script>alert(1)</script>\xff\xfe\x00\xe2\x80\xae"
HOSTILE = (
    TEN_LINES.replace(b"import json, sys", b"import json, os, sys")
    + b"    os.write(2, b'" + ODD + b"' + b'z' * %d + b' end')\n"
)  # fmt: skip


def a_record_of(match: Match, source: bytes) -> MatchRecord:
    """The match played by this program against a function."""
    with closing(ProcessSandbox()) as sandbox:

        def open_seat(bot: int, _lane: int) -> SandboxSeat | CallableSeat:
            if bot:
                return CallableSeat(ten_lines)
            return SandboxSeat(sandbox.open(Program({"main.py": source}), limits=Limits()))

        return play_match(
            players=2,
            blocks=1,
            rules=RuleSet.from_dict(match.rule_set),
            seed_of=lambda block: block_seed(b"s" * 32, match.key, block),
            open_seat=open_seat,
            names=["loud", "plain"],
        )


@pytest.mark.parametrize("size", [10, 900_000])
def test_whatever_a_bot_writes_there_is_kept_within_bounds_and_shown_as_text(size):
    owner = a_user("plain")
    versions = [a_version(bot=a_bot(owner=owner)) for _ in range(2)]
    match = a_requested_match(by=owner, versions=versions)
    played(match, a_record_of(match, HOSTILE % size))
    game = match.games.get(rotation=0)
    notes = notes_of(game, owner)
    assert notes
    assert max(len(note["text"]) for note in notes) <= 4_096
    assert size > 10 or all(note["text"].endswith(" end") for note in notes)
    text = "".join(note["text"] for note in notes)
    assert not any(strange in text for strange in "\x1b\x07\x00\u202e")
    assert ("<script>" in text) == (size == 10)
    assert_harmless(page_of(game, owner), versions[0].bot.name)


def test_a_flood_ends_the_bot_and_what_is_kept_stays_within_bounds():
    match = a_requested_match()
    played(match, a_record_of(match, HOSTILE % 2_000_000))
    assert match.games.get(rotation=0).faults.filter(kind="stderr_flood").exists()
    assert sum(len(note.text) for note in Note.objects.all()) <= 32_768


# --- clocks


def test_what_is_left_of_the_bank_follows_from_what_was_spent():
    spent = spending([(1, 0, 5.0, 9.0), (2, 1, 700.0, 700.0), (3, 0, 100.0, 120.0)], 0, Limits())
    assert spent is not None
    assert [each.left for each in spent.spent] == [2035.0, 1955.0]
    assert (spent.cpu_most.turn, spent.wall_most.wall, spent.least_left.turn) == (3, 120.0, 3)
    assert (spent.cpu_median, spent.top) == (52.5, 120.0)


def test_a_bank_that_is_overdrawn_is_empty():
    spent = spending([(1, 0, 5000.0, 5000.0)], 0, Limits())
    assert spent is not None
    assert spent.least_left.left == 0.0
    assert spent.bank_line.endswith(f"V{HEIGHT:.1f}H{WIDTH:.1f}")


def test_who_was_asked_nothing_has_spent_nothing():
    assert spending([(1, 1, 5.0, 5.0)], 0, Limits()) is None


def test_the_bars_stand_within_their_drawing():
    spent = spending([(turn, 0, turn % 7 * 1.0, turn % 11 * 1.0) for turn in range(500)], 0, Limits())
    assert spent is not None
    places = [float(bar.split()[0]) for bar in spent.wall_bars.split("M")[1:]]
    assert 0 <= min(places) <= max(places) < WIDTH
    assert f"v-{HEIGHT:.1f}" in spent.wall_bars


def test_the_owner_sees_the_time_of_their_own_bot_and_of_no_other():
    owner = a_user()
    game = a_game(owner=owner)
    Game.objects.filter(pk=game.pk).update(clocks=packed([(0, 0, 7.5, 9.5), (1, 1, 123.5, 124.5)]))
    own, other = game.match.bots.order_by("index")
    page = page_of(game, owner)
    assert f"<h3>{own.version.bot.name}</h3>" in page
    assert "7.5 ms the most" in page
    assert "123.5" not in page
    assert f"<h3>{other.version.bot.name}</h3>" not in page


@pytest.mark.parametrize(
    ("cpu", "told"),
    [(7.5, "2,020 ms at the start, and never less after an answer"), (700.0, "1,340 ms left at the least")],
)
def test_a_bank_that_only_grew_is_not_said_to_have_shrunk(cpu, told):
    owner = a_user()
    game = a_game(owner=owner)
    Game.objects.filter(pk=game.pk).update(clocks=packed([(0, 0, cpu, 800.0)]))
    assert told in page_of(game, owner)
