"""How much time a bot has to think: the time banks by name, in numbers and in words."""

from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _

from sandbox.limits import Limits
from tenfold.competitions.choices import Banks
from tenfold.pages.figures import in_language
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
    return _("%(bank)s s of CPU a game and %(more)s ms a request") % _figures(banks)


def labels() -> list[tuple[str, str]]:
    """All of them, to choose from."""
    return [
        (each.value, _("%(name)s: %(time)s") % {"name": each.label, "time": in_words(each)}) for each in Banks
    ]


def sentence(banks: str) -> str:
    """The same for who reads the rules, with what the clock takes."""
    return _(
        "A bot has %(bank)s s of CPU a game and %(more)s ms a request. By the clock it may let %(wall)s s a"
        " game and %(more_wall)s ms a request go by, waiting or sleeping, and no single answer may take"
        " longer than %(answer)s s."
    ) % _figures(banks)


def _figures(banks: str) -> dict[str, str]:
    """By their names in the sentences."""
    limits = limits_of(banks)
    factor = limits.wall_bank_factor
    return {
        "bank": in_language(f"{limits.cpu_bank_ms / 1000:g}"),
        "more": str(limits.cpu_per_move_ms),
        "wall": in_language(f"{limits.cpu_bank_ms * factor / 1000:g}"),
        "more_wall": str(limits.cpu_per_move_ms * factor),
        "answer": in_language(f"{limits.move_wall_ms / 1000:g}"),
    }


def refuse_banks(banks: str, *, players: int, blocks: int) -> None:
    """Banks that nobody knows, and long ones where a match has no time for them."""
    if banks not in Banks.values:
        raise Refused(
            _("The time to think is one of %(known)s, not %(came)s.")
            % {"known": ", ".join(Banks.values), "came": f"{banks!r:.40}"}
        )
    if banks != Banks.LONG:  # of the others so many games fit as of rules that end
        return
    most = _share_ms(players) // limits_of(banks).cpu_bank_ms
    if blocks > most:
        raise Refused(
            _(
                "With long time banks a match of %(players)s has room for %(most)s blocks; %(came)s came."
                " Choose fewer, or the standard time."
            )
            % {"players": players, "most": most, "came": blocks}
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
