"""Sentences that were finished in English, in the language of whoever reads them.

The game and the sandbox know of no language, and what a worker writes down is read by many. All of it is kept
and sent as an English sentence; here it is known again by its form, whose places hold what it was about, and
said anew. So rows of any age are translated, and what programs read stays as it is.

`tests/language/spoken.py` finds every such sentence in the source; the tests hold the forms complete.
"""

import re
from collections.abc import Iterable
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, pgettext

from tenfold.pages.figures import in_language
from tenfold.pages.said import by_the_game, by_the_sandbox, by_the_site
from tenfold.pages.said.form import WORDED, Form

#: Whole sentences: every one that is carried to a reader, and no other.
SENTENCES: Final = tuple(
    Form(words) for module in (by_the_game, by_the_sandbox, by_the_site) for words in module.SENTENCES
)
#: What stands within them, and in no sentence by itself.
PARTS: Final = tuple(Form(words, context) for context, words in by_the_game.PARTS)


def _surest_first(forms: Iterable[Form]) -> list[Form]:
    """The more is fixed in a form, the surer it is."""
    return sorted(forms, key=lambda form: -sum(map(len, form.pieces)))


# A part may begin as a sentence does that it stands in, and end with any text.
_FORMS: Final = (*_surest_first(SENTENCES), *_surest_first(PARTS))
_DECIMAL: Final = re.compile(r"-?[0-9]+\.[0-9]+")
# A sentence in a sentence in a sentence is the most that is said.
_DEEPEST: Final = 4
#: No sentence of ours is as long; what is holds what a bot or a file has written.
LONGEST: Final = 4_000


def known(sentence: str) -> tuple[Form, dict[str, str]] | None:
    """The form of a sentence, and what stands in its places."""
    if len(sentence) > LONGEST:
        return None
    for form in _FORMS:
        values = form.read(sentence)
        if values is not None:
            return form, values
    return None


def in_words(sentence: object, *, deep: int = 0) -> str:
    """The same for the reader; what is not known stays as it came."""
    written = str(sentence)
    if _english() or deep == _DEEPEST or not (found := known(written)):
        return written
    form, values = found
    own = {name: _value(name, value, deep) for name, value in values.items()}
    told = pgettext(form.context, form.words) if form.context else gettext(form.words)
    return form.fill(told, own)


def marked(sentence: object) -> SafeString | str:
    """As `in_words`, for a page: what stays English is marked as English."""
    written = str(sentence)
    if _english() or known(written):
        return in_words(written)
    return format_html('<span lang="en">{}</span>', written)


def told(sentences: Iterable[str]) -> dict[str, str]:
    """What each is in the reader's language, for scripts; nothing to a reader of English."""
    return {} if _english() else {sentence: in_words(sentence) for sentence in sentences}


def _value(name: str, value: str, deep: int) -> str:
    if name in WORDED:
        return in_words(value, deep=deep + 1)
    return in_language(value) if _DECIMAL.fullmatch(value) else value


def _english() -> bool:
    return (get_language() or "en").startswith("en")
