"""What templates need to show cards, figures and verdicts."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Literal

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop

from tenfold.pages.figures import figure as written
from tenfold.pages.figures import in_language
from tenfold.pages.said import marked

if TYPE_CHECKING:
    from tenfold.bots.models import Bot
    from tenfold.matches.models import Game

register = template.Library()

_ = gettext_noop  # said when a page is made, in the language of its reader

_COLOURS: Final = {
    "R": _("red {number}"),
    "B": _("blue {number}"),
    "Y": _("yellow {number}"),
    "G": _("green {number}"),
}
_WHOLE: Final = {"W": _("wild"), "S": _("skip")}

# What came back stands in a dossier by itself.
_MEASURED: Final = {
    "exit_code": _("Exit code"),
    "signal": _("Signal"),
    "last_line": _("Last line on stderr"),
    "memory_peak_bytes": _("Most memory in use"),
    "pids_refused": _("Processes refused"),
    "cpu_ms": _("CPU for this request"),
    "wall_ms": _("Time for this request"),
}

# The bot's process was over after these; the others cost a strike.
_STRIKES: Final = {"bad_reply", "wrong_id", "illegal_move", "unasked_output"}

_STATES: Final = {
    "received": "wait",
    "scheduled": "wait",
    "frozen": "wait",
    "checking": "busy",
    "trial": "busy",
    "running": "busy",
    "ready": "good",
    "active": "good",
    "finished": "good",
    "requested": "wait",
    "declined": "bad",
    "withdrawn": "odd",
    "benched": "odd",
    "disqualified": "bad",
    "does not count": "odd",
    "undone": "odd",
    "cancelled": "odd",
    "void": "odd",
    "refused": "bad",
}

# What the database calls states and verdicts, in words.
_TERMS: Final = frozenset(
    {
        *(_("received"), _("scheduled"), _("frozen"), _("checking"), _("trial"), _("running"), _("ready")),
        *(_("active"), _("finished"), _("requested"), _("declined"), _("withdrawn"), _("benched")),
        *(_("disqualified"), _("does not count"), _("undone"), _("cancelled"), _("void"), _("refused")),
        *(_("timeout"), _("cpu bank"), _("wall bank"), _("not reading"), _("output too long"), _("exited")),
        *(_("unasked output"), _("crashed"), _("out of memory"), _("stdout closed"), _("stderr flood")),
        *(_("start failed"), _("bad reply"), _("wrong id"), _("illegal move"), _("planned"), _("over")),
    }
)


@register.simple_tag
def card(name: str) -> SafeString:
    """The card written as in the protocol ("R12", "W", "S"): the same mark-up as cards.js makes."""
    face = name if name in _WHOLE else name[1:]
    spoken = gettext(_WHOLE[name]) if name in _WHOLE else gettext(_COLOURS[name[0]]).format(number=face)
    return format_html(
        '<span class="card {}" role="img" aria-label="{}"><b>{}</b><i></i></span>', name[0], spoken, face
    )


@register.simple_tag
def author(bot: "Bot") -> SafeString | str:
    """Whose bot it is, with the way to their page: the house and people who left have none to be led to."""
    if bot.house:
        return gettext("house bot")
    if not bot.owner.is_active:
        return bot.owner.username
    return format_html('<a href="{}">{}</a>', bot.owner.get_absolute_url(), bot.owner.username)


@register.simple_tag
def which_game(game: "Game") -> str:
    """Which of its match it is, as people count: "block 1, game 2 of 4"."""
    return gettext("block %(block)s, game %(game)s of %(games)s") % {
        "block": game.block + 1,
        "game": game.rotation + 1,
        "games": len(game.outcome),
    }


@register.simple_tag
def state_chip(state: str, word: str = "") -> SafeString:
    return format_html('<span class="chip {}">{}</span>', _STATES.get(state, "wait"), word or term(state))


@register.simple_tag
def fault_chip(kind: str, count: int = 1) -> SafeString:
    """A verdict in words; a diamond where it ended the bot, a triangle where it cost a strike."""
    look = "odd" if kind in _STRIKES else "bad"
    words = term(kind) + (f" ×{written(count)}" if count > 1 else "")
    return format_html('<span class="chip {}">{}</span>', look, words)


@register.simple_tag
def moment(when: datetime, form: Literal["day", "clock"] = "day") -> SafeString:
    """A moment as "2026-05-04 13:30 UTC", or "13:30:09 UTC" as a "clock", until moments.js sets it.

    Within the tag `timezone` it stands in that zone instead. Its title has it in UTC always.
    """
    form_of_it = "%H:%M:%S %Z" if form == "clock" else "%Y-%m-%d %H:%M %Z"
    return format_html(
        '<time datetime="{}" title="{}" data-moment="{}">{}</time>',
        when.isoformat(timespec="seconds"),
        f"{when.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC",
        form,
        f"{timezone.localtime(when):{form_of_it}}",
    )


@register.filter
def signed(value: float | None, digits: int = 2) -> str:
    """A margin with its sign: +0.73, −1.20 (a true minus), ±0.00; a dash when there is none."""
    if value is None:
        return "–"
    rounded = f"{abs(value):.{digits}f}"
    sign = "±" if float(rounded) == 0 else "+" if value > 0 else "−"
    return sign + in_language(rounded)


@register.filter
def measured(detail: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """What the sandbox found out about an ending, as labels and values for reading."""
    return [
        (gettext(name), _with_unit(key, value))
        for key, name in _MEASURED.items()
        if (value := (detail or {}).get(key)) is not None
    ]


def _with_unit(key: str, value: Any) -> str:  # noqa: ANN401 - JSON, as the sandbox wrote it
    if key == "memory_peak_bytes":
        return f"{written(value / 1e6, 1)} MB"
    return f"{in_language(str(value))} ms" if key.endswith("_ms") else str(value)


@register.filter
def term(word: str) -> str:
    """A state or verdict of the database in words: "cpu bank"."""
    words = word.replace("_", " ")
    return gettext(words) if words in _TERMS else words


@register.filter
def said(sentence: str) -> SafeString | str:
    """What the game, the sandbox or a worker has said in English, in the language of the reader."""
    return marked(sentence)


@register.filter
def figure(value: float, digits: int = 0) -> str:
    """A number for people, with so many decimals: 12,345.6."""
    return written(value, digits)


@register.filter
def place(value: float | None) -> str:
    return "–" if value is None else written(value, 2)


@register.filter
def about(seconds: float) -> str:
    """A time to come, as roughly as it is known: "a moment", "about 40 s", "about 12 min", "about 3 h"."""
    if seconds < 10:
        return gettext("a moment")
    if seconds < 90:
        return gettext("about {number} s").format(number=round(seconds / 10) * 10)
    if seconds < 90 * 60:
        return gettext("about {number} min").format(number=round(seconds / 60))
    return gettext("about {number} h").format(number=round(seconds / 3600))
