"""How much time a bot has to think: the time banks by name, in numbers and in words."""

from collections.abc import Mapping
from typing import Final

from django.conf import settings

from sandbox.limits import Limits
from tenfold.competitions.choices import Banks
from tenfold.refusal import Refused

# CPU is what a competition gives more or less of. Wall time only protects the site from sleepers and says as
# much about the machine as about the bot, so a quick bank's is no shorter.
_LIMITS: Final[Mapping[Banks, Limits]] = {
    Banks.QUICK: Limits(cpu_bank_ms=500, cpu_per_move_ms=5, wall_bank_factor=12),
    Banks.STANDARD: Limits(),
    Banks.LONG: Limits(cpu_bank_ms=10_000, cpu_per_move_ms=100, move_wall_ms=15_000),
}

# One game with another a bot may let its wall bank go by so often: five times what thinking takes.
_GAME_WALL_BANKS: Final = 5


def limits_of(banks: str) -> Limits:
    """What the banks of this name hold, and what they leave as it is everywhere."""
    return _LIMITS[Banks(banks)]


def in_words(banks: str) -> str:
    """As 2 s of CPU a game and 20 ms a request."""
    limits = limits_of(banks)
    return f"{limits.cpu_bank_ms / 1000:g} s of CPU a game and {limits.cpu_per_move_ms} ms a request"


LABELS: Final = [(each.value, f"{each.label}: {in_words(each)}") for each in Banks]


def sentence(banks: str) -> str:
    """The same for who reads the rules."""
    limits = limits_of(banks)
    return (
        f"A bot has {in_words(banks)}, and by the clock {limits.wall_bank_factor} times as much, for a bot"
        f" that waits or sleeps. No single answer may take longer than {limits.move_wall_ms / 1000:g} s."
    )


def refuse_banks(banks: str, *, players: int, blocks: int) -> None:
    """Banks that nobody knows, and long ones where a match has no time for them."""
    if banks not in Banks.values:
        raise Refused(f"The time to think is one of {', '.join(Banks.values)}, not {banks!r:.40}.")
    if banks != Banks.LONG:  # of the others so many games fit as of rules that end
        return
    most = _share_ms(players) // limits_of(banks).cpu_bank_ms
    if blocks > most:
        raise Refused(
            f"With long time banks a match of {players} has room for {most} blocks; {blocks} came. Choose"
            " fewer, or the standard time."
        )


def session_wall_ms(limits: Limits, *, players: int, blocks: int) -> int:
    """What one bot may let go by in one lane of a match."""
    return min(_share_ms(players), game_wall_ms(limits) * blocks)


def game_wall_ms(limits: Limits) -> int:
    """The same for one game, taken with the others."""
    return _GAME_WALL_BANKS * limits.cpu_bank_ms * limits.wall_bank_factor


def _share_ms(players: int) -> int:
    """What one bot may take in one lane, so that all of them in all lanes leave the engine a quarter.

    The banks are fresh in each game, so that bots which sleep out every one of them would be at it past the
    longest a match may take, time and again, until it is void: a way out of losing, for hours of a core.
    """
    return settings.LONGEST_MATCH_SECONDS * 750 // players**2
