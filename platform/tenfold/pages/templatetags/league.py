"""What templates need to show cards, figures and verdicts."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Literal

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

if TYPE_CHECKING:
    from tenfold.bots.models import Bot

register = template.Library()

_COLOURS: Final = {"R": "red", "B": "blue", "Y": "yellow", "G": "green"}
_WHOLE: Final = {"W": "wild", "S": "skip"}

# What came back stands in a dossier by itself.
_MEASURED: Final = {
    "exit_code": "Exit code",
    "signal": "Signal",
    "last_line": "Last line on stderr",
    "memory_peak_bytes": "Most memory in use",
    "pids_refused": "Processes refused",
    "cpu_ms": "CPU for this request",
    "wall_ms": "Time for this request",
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


@register.simple_tag
def card(name: str) -> SafeString:
    """The card written as in the protocol ("R12", "W", "S"): the same mark-up as cards.js makes."""
    face = name if name in _WHOLE else name[1:]
    spoken = _WHOLE.get(name) or f"{_COLOURS[name[0]]} {face}"
    return format_html(
        '<span class="card {}" role="img" aria-label="{}"><b>{}</b><i></i></span>', name[0], spoken, face
    )


@register.simple_tag
def author(bot: "Bot") -> SafeString | str:
    """Whose bot it is, with the way to their page: the house and people who left have none to be led to."""
    if bot.house:
        return "house bot"
    if not bot.owner.is_active:
        return bot.owner.username
    return format_html('<a href="{}">{}</a>', bot.owner.get_absolute_url(), bot.owner.username)


@register.simple_tag
def state_chip(state: str, word: str = "") -> SafeString:
    return format_html('<span class="chip {}">{}</span>', _STATES.get(state, "wait"), word or state)


@register.simple_tag
def fault_chip(kind: str, count: int = 1) -> SafeString:
    """A verdict in words; a diamond where it ended the bot, a triangle where it cost a strike."""
    look = "odd" if kind in _STRIKES else "bad"
    words = kind.replace("_", " ") + (f" ×{count}" if count > 1 else "")
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
    return sign + rounded


@register.filter
def measured(detail: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """What the sandbox found out about an ending, as labels and values for reading."""
    return [
        (name, _with_unit(key, value))
        for key, name in _MEASURED.items()
        if (value := (detail or {}).get(key)) is not None
    ]


def _with_unit(key: str, value: Any) -> str:  # noqa: ANN401 - JSON, as the sandbox wrote it
    if key == "memory_peak_bytes":
        return f"{value / 1e6:.1f} MB"
    return f"{value} ms" if key.endswith("_ms") else str(value)


@register.filter
def spaced(word: str) -> str:
    """A name of the database in words: "cpu bank"."""
    return word.replace("_", " ")


@register.filter
def place(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


@register.filter
def about(seconds: float) -> str:
    """A time to come, as roughly as it is known: "a moment", "about 40 s", "about 12 min", "about 3 h"."""
    if seconds < 10:
        return "a moment"
    if seconds < 90:
        return f"about {round(seconds, -1):.0f} s"
    if seconds < 90 * 60:
        return f"about {seconds / 60:.0f} min"
    return f"about {seconds / 3600:.0f} h"
