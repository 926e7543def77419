"""What a person reads or hears of a page: its texts, and the attributes that are shown or read out."""

from collections.abc import Callable
from html.parser import HTMLParser
from typing import Final

Attributes = dict[str, str | None]

_SPOKEN: Final = {
    "alt",
    "aria-label",
    "aria-description",
    "content",
    "label",
    "placeholder",
    "summary",
    "title",
}
# Their words are the same in every language: code.
_LETTERLESS: Final = {"code", "pre", "kbd", "script", "style", "samp"}
_VOID: Final = {"br", "col", "hr", "img", "input", "link", "meta", "path", "rect", "line", "circle", "use"}


def read(page: str, *, silent: Callable[[str, Attributes], bool]) -> list[str]:
    """The words in the order of the page, outside of code and of what is marked as no words.

    `silent` names further tags, by themselves and their attributes, that nothing is read of.
    """
    reader = _Reader(silent)
    reader.feed(page)
    reader.close()
    return reader.found


class _Reader(HTMLParser):
    def __init__(self, silent: Callable[[str, Attributes], bool]) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._is_silent = silent
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        silent = self._silent() or tag in _LETTERLESS or told.get("translate") == "no"
        silent = silent or self._is_silent(tag, told)
        if not silent:
            self.found += [" ".join(value.split()) for name, value in attrs if name in _SPOKEN and value]
        if tag not in _VOID:
            self._open.append((tag, silent))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        # A template opens in one branch what it closes after both, so what closes is looked for.
        for at in range(len(self._open) - 1, -1, -1):
            if self._open[at][0] == tag:
                del self._open[at:]
                return

    def handle_data(self, data: str) -> None:
        if not self._silent() and data.strip():
            self.found.append(" ".join(data.split()))

    def _silent(self) -> bool:
        return bool(self._open) and self._open[-1][1]
