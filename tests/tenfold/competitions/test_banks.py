"""How much time a competition's bots have to think, and that they are held to it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from sandbox.limits import Limits
from tenfold.bots.models import VersionState
from tenfold.competitions.banks import in_words, limits_of, sentence, session_wall_ms
from tenfold.competitions.choices import Banks
from tenfold.competitions.services import create_competition
from tenfold.matches import playing, stopping
from tenfold.matches.models import FaultLog, Match, Note
from tenfold.matches.spending import spending
from tenfold.matches.trials import schedule_trial
from tenfold.refusal import Refused
from tenfold.seats import told
from tests.builders import TEN_LINES, a_competition, a_match, a_round, a_user, a_version, an_entry
from tests.tenfold.pages.scenes import reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

WORDS = {
    Banks.QUICK: "0.5 s of CPU a game and 5 ms a request",
    Banks.STANDARD: "2 s of CPU a game and 20 ms a request",
    Banks.LONG: "10 s of CPU a game and 100 ms a request",
}

# Thinks for 0.6 s of its own CPU time at the first draw of each game, however long that takes by the clock.
THINKING = TEN_LINES.replace(
    b'    if ask["type"] == "draw":',
    b"""    if ask["type"] == "draw" and ask["game"] not in thought:
        thought.add(ask["game"])
        until = time.process_time() + 0.6
        while time.process_time() < until:
            pass
    if ask["type"] == "draw":""",
).replace(b"import json, sys", b"import json, sys, time\nthought = set()")

TELLS_ITS_LIMITS = TEN_LINES.replace(
    b'    if ask["type"] == "draw":',
    b"""    if ask["type"] == "hello":
        print(json.dumps(ask["limits"]), file=sys.stderr, flush=True)
    if ask["type"] == "draw":""",
)


@pytest.fixture(autouse=True)
def any_bot_may_run(settings: Any) -> Iterator[None]:
    settings.SANDBOX = "process"
    yield
    stopping.forget()


def played_with(banks: Banks, source: bytes) -> Match:
    """A match of a round between two bots of this source."""
    competition = a_competition(banks=banks)
    for _ in range(2):
        an_entry(competition=competition, bot=a_version(source=source).bot)
    match = a_match(round_=a_round(competition=competition))
    playing.play(match_id=match.pk)
    match.refresh_from_db()
    assert match.state == Match.State.FINISHED
    return match


@pytest.mark.parametrize("banks", Banks)
def test_every_time_bank_has_its_figures_in_words(banks):
    assert in_words(banks) == WORDS[banks]


def test_standard_is_what_the_sandbox_gives_whom_nobody_gives_more():
    assert limits_of(Banks.STANDARD) == Limits()


@pytest.mark.parametrize("banks", Banks)
def test_no_wall_bank_is_below_the_standard_one_as_a_busy_machine_is_no_bots_fault(banks):
    limits = limits_of(banks)

    assert limits.cpu_bank_ms * limits.wall_bank_factor >= 6_000
    assert limits.cpu_per_move_ms * limits.wall_bank_factor >= 60


@pytest.mark.parametrize("banks", Banks)
def test_hello_tells_the_limits_that_a_match_is_played_with(banks):
    match = played_with(banks, TELLS_ITS_LIMITS)

    limits = limits_of(banks)
    for note in Note.objects.filter(bot__match=match):
        heard = json.loads(note.text)
        assert heard["cpu_bank_ms"] == limits.cpu_bank_ms
        assert heard["cpu_per_move_ms"] == limits.cpu_per_move_ms
        assert heard["wall_bank_ms"] == told(limits).wall_bank_ms
        assert heard["move_wall_ms"] == limits.move_wall_ms
    assert Note.objects.filter(bot__match=match).count() == 4  # two bots in two lanes


@pytest.mark.parametrize(("banks", "faults"), [(Banks.QUICK, {"cpu_bank"}), (Banks.STANDARD, set())])
def test_what_is_too_slow_for_quick_banks_is_not_for_standard_ones(banks, faults):
    match = played_with(banks, THINKING)

    found = FaultLog.objects.filter(game__match=match)
    assert {fault.kind for fault in found} == faults
    assert all("CPU bank of 500 ms a game and 5 ms a request" in fault.message for fault in found)


def test_a_match_keeps_the_banks_that_it_is_played_with():
    match = a_match(round_=a_round(competition=a_competition(banks=Banks.LONG)))

    assert match.banks == Banks.LONG


@pytest.mark.parametrize("banks", Banks)
def test_what_a_bot_spent_is_counted_from_the_banks_of_its_match(banks):
    limits = Match(banks=banks).limits

    spent = spending([(1, 0, 5.0, 9.0)], 0, limits)

    assert spent is not None
    assert spent.bank == limits.cpu_bank_ms + limits.cpu_per_move_ms


def test_a_trial_has_the_standard_time():
    version = a_version(state=VersionState.CHECKING)

    trial = schedule_trial(version=version)

    assert trial is not None
    assert trial.banks == Banks.STANDARD


def test_banks_that_nobody_knows_are_refused():
    with pytest.raises(Refused, match="quick, standard, long, not 'endless'"):
        create_competition(organizer=a_user(), name="Cup", banks="endless")


@pytest.mark.parametrize(("players", "most"), [(2, 135), (6, 15)])
def test_long_banks_are_refused_where_a_match_has_no_time_for_them(players, most):
    cup = {"organizer": a_user(), "banks": "long", "players": players}
    assert create_competition(name="One", blocks=most, **cup).banks == Banks.LONG

    with pytest.raises(Refused, match=f"has room for {most} blocks; {most + 1} came"):
        create_competition(name="Two", blocks=most + 1, **cup)


@pytest.mark.parametrize(("players", "most"), [(2, 135), (6, 15)])
def test_a_bot_may_think_through_a_long_bank_in_every_game_of_a_match(players, most):
    long = limits_of(Banks.LONG)

    assert session_wall_ms(long, players=players, blocks=most) >= most * long.cpu_bank_ms


@pytest.mark.parametrize("banks", Banks)
def test_the_pages_say_how_much_time_there_is(banks):
    competition = a_competition(banks=banks)
    address = competition.get_absolute_url()

    assert WORDS[banks] in reader().get(address).content.decode()
    rules = reader().get(f"{address}rules/").content.decode()
    assert WORDS[banks] in rules
    assert sentence(banks) in rules
    settings = reader(competition.organizer).get(f"{address}settings/").content.decode()
    assert all(words in settings for words in WORDS.values())
