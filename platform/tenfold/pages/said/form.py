"""A form of sentences: English words around places, by which a finished sentence is known again."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

_PLACE: Final = re.compile(r"%\((\w+)\)([sd])")
#: Places that hold a sentence, or a part of one, which has a form of its own.
WORDED: Final = frozenset(
    {
        *("error", "goal", "group", "how", "kind", "meld", "sentence", "side"),
        *("due", "problem", "where", "why", "wrong"),
    }
)


@dataclass(frozen=True)
class Form:
    """`words` are as in the catalogs: `%(name)s` takes any text, `%(name)d` a whole number.

    A part that is a word or two has a `context`, since those words mean other things elsewhere.
    """

    words: str
    context: str = ""

    @cached_property
    def pieces(self) -> list[str]:
        """The words between the places."""
        return _PLACE.split(self.words)[::3]

    @cached_property
    def names(self) -> list[str]:
        return [match[1] for match in _PLACE.finditer(self.words)]

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """Each place for text but the last ends for good, `(?>…)`, where first the words after it stand.

        Else what has all the words many times over, as a bot's text or a file may, would be tried in every
        way that they can be shared out, for hours.
        """
        first, *rest = _PLACE.split(self.words)
        stretches = [re.escape(first)]
        for name, kind, piece in zip(rest[0::3], rest[1::3], rest[2::3], strict=True):
            if kind == "d":  # it is looked for along with the words before it
                stretches[-1] += f"(?P<{name}>-?[0-9]{{1,18}}){re.escape(piece)}"
            else:
                stretches.append(f"(?P<{name}>.*?){re.escape(piece)}")
        *settled, last = stretches
        return re.compile("".join(f"(?>{stretch})" for stretch in settled) + last, re.DOTALL)

    def read(self, sentence: str) -> dict[str, str] | None:
        """What stands in the places; None when it is no sentence of this form."""
        if not (sentence.startswith(self.pieces[0]) and sentence.endswith(self.pieces[-1])):
            return None
        found = self._pattern.fullmatch(sentence)
        return found.groupdict() if found else None

    def fill(self, words: str, values: Mapping[str, str]) -> str:
        """These words, which may be a translation, with the values in their places."""
        return _PLACE.sub(lambda place: values[place[1]], words)
