"""Finds words of templates and of Python that a reader sees and no catalog holds."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.template.base import Lexer, TokenType

from tests.language.reading import Attributes, read

_LETTERS: Final = re.compile(r"[^\W\d_]{2,}")
# Names, and units that are no words.
_NAMES: Final = re.compile(r"\b(?:Tenfold|CPU|JSON|CSV|NDJSON|API|UTC|Elo|HTML|SVG|kB|MB|MiB|ms|min|px)\b")

# Who calls one of these with a sentence says it to a reader of a page.
_SAYING: Final = {
    "Refused",
    "TooMany",
    "Stale",
    "ValidationError",
    "success",
    "error",
    "info",
    "warning",
    "add_error",
    "PermissionDenied",
    "Http404",
}
_MARKS: Final = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy"}
_LABELS: Final = {"label", "help_text", "empty_label", "verbose_label", "placeholder"}
# What of the cards that other sites show of a link is words.
_CARD: Final = {"og:title", "og:description", "og:image:alt"}


def _wordless(tag: str, told: Attributes) -> bool:
    """Whether it is one of the page's settings, rather than what other sites show of it."""
    return tag == "meta" and told.get("name") != "description" and told.get("property") not in _CARD


def in_template(text: str) -> list[str]:
    """The words of a template that are in no `translate` or `blocktranslate`."""
    plain, silent = [], False
    for token in Lexer(text).tokenize():
        if token.token_type == TokenType.BLOCK:
            word = token.contents.split(maxsplit=1)[0]
            silent = word in {"blocktranslate", "comment"} or (
                silent and word not in {"endblocktranslate", "endcomment"}
            )
        if silent:
            continue
        # An attribute may hold a tag with quotes in it; a sign that is no letter keeps its place.
        plain.append(token.contents if token.token_type == TokenType.TEXT else "¤")
    found = read("".join(plain), silent=_wordless)
    return [words for words in found if _LETTERS.search(_NAMES.sub("", words))]


def in_python(text: str, *, labels: bool = True) -> list[str]:
    """Sentences given as they are to what shows them to a reader; labels too, unless they are the admin's."""
    nodes = list(ast.walk(ast.parse(text)))
    said = [found for node in nodes for found in _said_by(node, labels=labels)]
    return said + [ast.unparse(node) for node in nodes if isinstance(node, ast.JoinedStr) and _marks(node)]


def _marks(node: ast.JoinedStr) -> bool:
    """Whether a sentence is marked within an f-string, where Babel does not look."""
    calls = (call for call in ast.walk(node) if isinstance(call, ast.Call) and call.args)
    return any(
        getattr(call.func, "id", "") in _MARKS and isinstance(call.args[0], ast.Constant) for call in calls
    )


def _said_by(node: ast.AST, *, labels: bool) -> Iterator[str]:
    if not isinstance(node, ast.Call):
        return
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") == "log":
        return  # the log speaks English
    if name.endswith("Serializer") or (
        isinstance(node.func, ast.Attribute)
        and getattr(node.func.value, "id", "") in {"models", "serializers"}
    ):
        return  # their help tells developers; what a form shows of a column, the form says itself
    said = list(node.args) if name in _SAYING else []
    said += [word.value for word in node.keywords if labels and word.arg in _LABELS]
    for value in said:
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            # One word given to what says sentences is a name: of a field, of an event.
            if " " in value.value.strip() or (value.value and name not in _SAYING):
                yield value.value
        elif isinstance(value, ast.JoinedStr | ast.BinOp) and not _marked(value):
            yield ast.unparse(value)


def _marked(value: ast.AST) -> bool:
    """Whether it is a marked sentence, or one with a name, whose places are filled: `gettext("…") % {…}`."""
    return isinstance(value, ast.BinOp) and isinstance(value.left, ast.Call | ast.Name)


def in_file(path: Path) -> list[str]:
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        return in_python(text, labels=path.name not in {"admin.py", "models.py"})
    return in_template(text) if path.suffix in {".html", ".svg"} else []
