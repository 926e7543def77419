"""The catalogs of what the site says: made from the sources, kept complete, compiled.

Each app has its own, in its folder `locale`; what belongs to no app alone is in that of `pages`. Babel does
the work of GNU gettext, so that nothing but a wheel is needed.
"""

import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from arena.phase10.phases import phase_text
from arena.phase10.rules import CHOICES

ROOT: Final = Path(__file__).resolve().parents[2]
SITE: Final = ROOT / "platform" / "tenfold"
LANGUAGE: Final = "nb"
APPS: Final = (
    "accounts",
    "announcements",
    "bots",
    "competitions",
    "drafts",
    "matches",
    "pages",
    "rulings",
    "tables",
)
# Folders of apps that speak to operators, in English alone.
_NOT_PAGES: Final = {"management", "migrations"}

_KEYWORDS: Final = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "_part": ((1, "c"), 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
}
# What stands in a sentence for something else: %(name)s, %s, {name}, a tag, an entity.
_PLACES: Final = re.compile(r"%\(\w+\)[sd]|%[sd]|\{[^{}]*\}|</?\w[^>]*>|&\w+;")

# Lines of the head that change with time and place alone.
_PASSING: Final = re.compile(
    rb'^"(?:POT-Creation-Date|PO-Revision-Date|Generated-By|Last-Translator|Language-Team|Project-Id-Version'
    rb"|Report-Msgid-Bugs-To):.*\n",
    re.MULTILINE,
)


class Domain(NamedTuple):
    """A catalog of an app, `django` for Python and templates or `djangojs` for scripts."""

    app: str
    name: str

    @property
    def po(self) -> Path:
        return SITE / self.app / "locale" / LANGUAGE / "LC_MESSAGES" / f"{self.name}.po"


DOMAINS: Final = (*(Domain(app, "django") for app in APPS), Domain("pages", "djangojs"))


def sources(domain: Domain) -> list[Path]:
    """The files whose words belong into a catalog."""
    if domain.name == "djangojs":
        scripts = (SITE / "static" / "tenfold").rglob("*.js")
        return sorted(path for path in scripts if path.name != "codemirror.js")
    found = [
        *(SITE / domain.app).rglob("*.py"),
        *(SITE / "templates" / domain.app).glob("*.html"),
        *(SITE / "templates" / domain.app).glob("*.svg"),
    ]
    if domain.app == "pages":
        found += [*SITE.glob("*.py"), *(SITE / "templates").glob("*.html")]
        found += [
            path for name in ("api", "errors", "forms") for path in (SITE / "templates" / name).glob("*.html")
        ]
    return sorted(path for path in found if not _NOT_PAGES.intersection(path.relative_to(SITE).parts))


def extracted(domain: Domain) -> Catalog:
    """A catalog of all that is marked, with nothing translated."""
    catalog = Catalog(locale=LANGUAGE, domain=domain.name, fuzzy=False)
    for path in sources(domain):
        for message, context in _marked(path):
            catalog.add(message, context=context)
    if domain == Domain("pages", "django"):
        for sentence in said_by_the_game():
            catalog.add(sentence)
    return catalog


def said_by_the_game() -> Iterator[str]:
    """The fixed sentences of `arena`, which knows of no language and which pages translate as they come."""
    for choices in CHOICES.values():
        yield from choices.values()
    for number in range(1, 11):
        yield phase_text(number)


def _marked(path: Path) -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    text = path.read_text("utf-8")
    method = "javascript" if path.suffix == ".js" else "python"
    if path.suffix in {".html", ".svg"}:
        # What is left of the page between the marked words is no Python, and above all not indented like it.
        text = "\n".join(line.strip() for line in templatize(text, origin=str(path)).splitlines())
    for _line, message, _comments, context in extract(method, io.BytesIO(text.encode()), keywords=_KEYWORDS):
        yield message, context


def read(domain: Domain) -> Catalog:
    """The catalog as it is kept; an empty one where there is none yet."""
    if not domain.po.exists():
        return Catalog(locale=LANGUAGE, domain=domain.name, fuzzy=False)
    with domain.po.open("rb") as file:
        return read_po(file, locale=LANGUAGE, domain=domain.name)


def update(domain: Domain) -> Catalog:
    """What is marked now, with the translations that are known: by this catalog, or else by another."""
    known = {key: message for one in reversed((domain, *DOMAINS)) for key, message in _translated(read(one))}
    catalog = extracted(domain)
    for message in _messages(catalog):
        found = known.get(_key(message))
        if found:
            message.string = found.string
    if len(catalog) or domain.po.exists():
        domain.po.parent.mkdir(parents=True, exist_ok=True)
        domain.po.write_bytes(as_po(catalog))
        domain.po.with_suffix(".mo").write_bytes(as_mo(catalog))
    return catalog


def as_po(catalog: Catalog) -> bytes:
    """The text that is kept: sorted, and without dates and places, so that it changes only with the words."""
    out = io.BytesIO()
    catalog.header_comment = ""
    write_po(out, catalog, width=110, no_location=True, sort_output=True, ignore_obsolete=True)
    return _PASSING.sub(b"", out.getvalue()).lstrip()


def as_mo(catalog: Catalog) -> bytes:
    """What Django reads. Without dates as well."""
    kept = read_po(io.BytesIO(as_po(catalog)), locale=LANGUAGE, domain=catalog.domain)
    kept.creation_date = kept.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    out = io.BytesIO()
    write_mo(out, kept)
    return out.getvalue()


def faults(domain: Domain) -> Iterator[str]:
    """What is wrong with a kept catalog, in sentences."""
    kept, marked = read(domain), extracted(domain)
    where = domain.po.relative_to(ROOT)
    have, want = {_key(one) for one in _messages(kept)}, {_key(one) for one in _messages(marked)}
    yield from (f"{where} lacks {key[0]!r}" for key in sorted(want - have))
    yield from (f"{where} has {key[0]!r}, which nobody says any more" for key in sorted(have - want))
    for message in _messages(kept):
        yield from (f"{where}: {fault}" for fault in _wrong(message))
    compiled = domain.po.with_suffix(".mo")
    if domain.po.exists() and (not compiled.exists() or compiled.read_bytes() != as_mo(kept)):
        yield f"{compiled.relative_to(ROOT)} was compiled from another text"


def disagreements() -> Iterator[str]:
    """Sentences that two catalogs have in different words, of which Django would take one app's for all."""
    said: dict[tuple[str, tuple[str, str]], tuple[Domain, list[str]]] = {}
    for domain in DOMAINS:
        for key, message in _translated(read(domain)):
            first, words = said.setdefault((domain.name, key), (domain, _each(message.string)))
            if words != (told := _each(message.string)):
                yield f"{key[0]!r} is {words} in {first.app} and {told} in {domain.app}: give one a context"


def told_of(domain: Domain, term: str) -> list[str]:
    """In Norwegian, all that has this in English."""
    found = [(_each(message.id), _each(message.string)) for message in _messages(read(domain))]
    return [told for said, each in found if any(term in one for one in said) for told in each]


def _wrong(message: Message) -> Iterator[str]:
    said, told = _each(message.id), _each(message.string)
    if not all(told) or len(told) != len(said):
        yield f"{said[0]!r} is not translated"
        return
    for one, other in zip(said, told, strict=True):
        if Counter(_PLACES.findall(one)) != Counter(_PLACES.findall(other)):
            yield f"{one!r} and {other!r} have not the same placeholders and tags"
        if one[:1].isspace() != other[:1].isspace() or one[-1:].isspace() != other[-1:].isspace():
            yield f"{one!r} and {other!r} begin or end differently"


def _messages(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


def _key(message: Message) -> tuple[str, str]:
    return _each(message.id)[0], message.context or ""


def _each(words: str | Sequence[str] | None) -> list[str]:
    """One sentence, or those for one and for many."""
    return [words or ""] if words is None or isinstance(words, str) else list(words)


def _translated(catalog: Catalog) -> Iterator[tuple[tuple[str, str], Message]]:
    for message in _messages(catalog):
        if all(_each(message.string)):
            yield _key(message), message
