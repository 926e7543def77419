"""What a match between two versions says of which is the better, in the reader's language."""

from collections.abc import Sequence
from math import isfinite

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arena.sequential import Decision, Look, look
from tenfold.matches.models import Match, MatchBot
from tenfold.pages.figures import in_language


def verdict(match: Match, bots: Sequence[MatchBot]) -> str | None:
    """Of a match between two: whether the first bot is the better one, as far as its blocks tell."""
    margins = match.block_results.values_list("margins", flat=True)
    if match.players != 2 or not margins:
        return None
    own, other = (str(bot.version) for bot in bots)
    return sentence(look([mine - theirs for mine, theirs in margins]), other, own)


def sentence(seen: Look, first: str, second: str) -> str:
    """What `Look.sentence` says of two bots of these names, in English alone."""
    by = f"{abs(seen.difference):.2f}"
    filled = {
        "first": first,
        "second": second,
        "blocks": seen.blocks,
        "by": in_language(by),
        "sure": _bounds(seen),
    }
    return _sentence(seen, level=by == "0.00") % filled


def _bounds(seen: Look) -> str:
    # Of few blocks nothing bounds the difference yet.
    if not isfinite(seen.low):
        return _("too few blocks to bound it")
    return in_language(f"{seen.low:+.2f} … {seen.high:+.2f}")


def _sentence(seen: Look, *, level: bool) -> str:
    if seen.decision is Decision.ALIKE:
        return _("%(second)s and %(first)s play alike: %(blocks)s blocks came out the same.")
    if seen.decision is Decision.BETTER:
        return _(
            "%(second)s is better than %(first)s by %(by)s phases a game (%(sure)s): decided after %(blocks)s"
            " blocks."
        )
    if seen.decision is Decision.WORSE:
        return _(
            "%(second)s is worse than %(first)s by %(by)s phases a game (%(sure)s): decided after %(blocks)s"
            " blocks."
        )
    if level:
        return ngettext(
            "Not decided after %(blocks)s block: %(second)s and %(first)s are level (%(sure)s), and that may"
            " be chance.",
            "Not decided after %(blocks)s blocks: %(second)s and %(first)s are level (%(sure)s), and that may"
            " be chance.",
            seen.blocks,
        )
    if seen.difference > 0:
        return ngettext(
            "Not decided after %(blocks)s block: %(second)s is ahead by %(by)s phases a game (%(sure)s), and"
            " that may be chance.",
            "Not decided after %(blocks)s blocks: %(second)s is ahead by %(by)s phases a game (%(sure)s), and"
            " that may be chance.",
            seen.blocks,
        )
    return ngettext(
        "Not decided after %(blocks)s block: %(second)s is behind by %(by)s phases a game (%(sure)s), and"
        " that may be chance.",
        "Not decided after %(blocks)s blocks: %(second)s is behind by %(by)s phases a game (%(sure)s), and"
        " that may be chance.",
        seen.blocks,
    )
