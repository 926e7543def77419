"""Finds the English sentences that packages without a language, and rows of the database, speak in.

A sentence is what is given to one of those that carry it to a reader. It is found in the source, as written
there or by way of a name or a function, and each value within it becomes a place, "{}".
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[2]

# Who carries a sentence to a reader, and where in the call it stands.
_OF_THE_GAME: Final = {
    "IllegalMove": 0,
    "NotACard": 0,
    "NotNow": 0,
    "RulesRefused": 0,
    "TranscriptMismatch": 0,
    "NoReplay": 0,
    "BadReply": 0,
    "WrongId": 0,
    "NotStrict": 0,
    "ScheduleError": 0,
}
_OF_THE_SANDBOX: Final = {"UploadRefused": 0, "ProgramError": 1, "Verdicted": 1, "Unavailable": 0}
_OF_THE_SITE: Final[Mapping[str, int | str]] = {
    "Choice": 1,
    "Unavailable": 0,
    "NotAllowed": 0,
    "bench": "reason",
    "refuse_version": "reason",
    "_cancel": 1,
    "update": "reason",
}
SPEAKERS: Final[Mapping[str, Mapping[str, int | str]]] = {
    "arena/**/*.py": _OF_THE_GAME,
    "sandbox/*.py": _OF_THE_SANDBOX,
    "sandbox/engine.py": {"SandboxError": 0},
    "platform/tenfold/matches/*.py": _OF_THE_SITE,
    "platform/tenfold/bots/*.py": _OF_THE_SITE,
    "platform/tenfold/rulings/services.py": _OF_THE_SITE,
    "platform/tenfold/competitions/services.py": _OF_THE_SITE,
    # What these refuse is kept when the timetable asks.
    "platform/tenfold/competitions/pairing.py": {"Refused": 0},
    "platform/tenfold/competitions/brackets.py": {"Refused": 0},
    "platform/tenfold/competitions/rounds.py": {"Refused": 0},
    "platform/tenfold/competitions/[lt]*.py": {"say": 1},
}
# Of other files: what is called from those above.
_ALSO: Final = ("platform/tenfold/competitions/images.py",)
# Assigned to the row in place of a call.
_KEPT: Final = {"reason"}

_PLACE: Final = "{}"
_MARKS: Final = {"_", "gettext", "gettext_noop"}
# It says what somebody else has said; the site has more functions of this name.
_READING: Final = {"in_words"}
_FILLED: Final = re.compile(r"%\(\w+\)[sd]|\{\w*\}")
_WORDS: Final = re.compile(r"[a-z]{2,}.* .*[a-z]{2,}|[a-z]{2,} (?=\{)", re.DOTALL)

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def sentences() -> set[str]:
    """All that are found, and the parts of sentences that come in several wordings."""
    found: set[str] = set()
    for pattern, speakers in SPEAKERS.items():
        for path in sorted(ROOT.glob(pattern)):
            found |= _Source(path).said(speakers)
    return found


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


class _Scope(NamedTuple):
    """Where names are looked up: first in a function, then in its file."""

    within: ast.AST
    file: ast.Module


@cache
def _functions(package: str) -> Mapping[str, list[_Scope]]:
    """Those of all files of a package, by name, for a sentence may be made in another than it is said in."""
    found: dict[str, list[_Scope]] = defaultdict(list)
    paths = {path for pattern in SPEAKERS if pattern.startswith(package) for path in ROOT.glob(pattern)}
    for path in sorted(paths | {ROOT / name for name in _ALSO if name.startswith(package)}):
        for node in ast.walk(_tree(path)):
            if isinstance(node, _Function):
                found[node.name].append(_Scope(node, _tree(path)))
    return found


class _Source:
    def __init__(self, path: Path) -> None:
        self._tree = _tree(path)
        self._functions = _functions(path.relative_to(ROOT).parts[0])
        self._parts: set[str] = set()
        self._called: set[int] = set()

    def said(self, speakers: Mapping[str, int | str]) -> set[str]:
        found: set[str] = set()
        for scope in [self._tree, *(node for node in ast.walk(self._tree) if isinstance(node, _Function))]:
            for value in _given(scope, speakers):
                found |= set(self._wordings(value, _Scope(scope, self._tree)))
        return {words for words in found | self._parts if _WORDS.search(words)}

    def _wordings(self, value: ast.expr, scope: _Scope) -> Iterator[str]:
        """All that an expression may say; nothing where it only passes on what somebody else has said."""
        match value:
            case ast.Constant(value=str(words)):
                yield _FILLED.sub(_PLACE, words)
            case ast.JoinedStr():
                yield self._filled(value, scope)
            case ast.BinOp(op=ast.Add()):
                sides = (list(self._wordings(side, scope)) for side in (value.left, value.right))
                yield from map("".join, product(*sides))
            case ast.Name():
                yield from self._assigned(value.id, scope)
            case ast.Call():
                yield from self._returned(value, scope)
            case _:
                for each in _either(value):
                    yield from self._wordings(each, scope)

    def _filled(self, value: ast.JoinedStr, scope: _Scope) -> str:
        written = ""
        for part in value.values:
            if isinstance(part, ast.Constant):
                written += str(part.value)
            else:
                assert isinstance(part, ast.FormattedValue)
                written += _PLACE
                if isinstance(part.value, ast.Name):
                    self._parts |= set(self._assigned(part.value.id, scope))
        return written

    def _assigned(self, name: str, scope: _Scope) -> Iterator[str]:
        for nodes in (ast.walk(scope.within), scope.file.body):
            found = [value for node in nodes for value in _values_for(name, node)]
            for value in found:
                yield from self._wordings(value, scope)
            if found:
                return

    def _returned(self, call: ast.Call, scope: _Scope) -> Iterator[str]:
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name in _READING:
            return
        if name in _MARKS:
            yield from self._wordings(call.args[0], scope)
        elif name == "format" and isinstance(call.func, ast.Attribute):
            yield from self._wordings(call.func.value, scope)
        else:
            # What a call says is found at the first look, and one within itself would have no end.
            functions = self._functions.get(name, []) if id(call) not in self._called else []
            self._called.add(id(call))
            for value in call.args if functions else ():
                yield from self._wordings(value, scope)  # it may say more after a sentence that it is given
            for function in functions:
                for node in ast.walk(function.within):
                    if isinstance(node, ast.Return) and node.value is not None:
                        yield from self._wordings(node.value, function)


def _given(scope: ast.AST, speakers: Mapping[str, int | str]) -> Iterator[ast.expr]:
    """What speakers are given in a scope, and not within a function in it."""
    waiting = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop()
        if isinstance(node, _Function):
            continue
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            place = speakers.get(name)
            if isinstance(place, int) and len(node.args) > place:
                yield node.args[place]
            yield from (word.value for word in node.keywords if word.arg == place)
        elif isinstance(node, ast.Assign) and "reason" in speakers.values():
            yield from (
                node.value
                for target in node.targets
                if isinstance(target, ast.Attribute) and target.attr in _KEPT
            )


def _either(value: ast.expr) -> list[ast.expr]:
    """Those expressions of which it is one, or which it holds."""
    match value:
        case ast.BinOp(op=ast.Mod()):
            return [value.left]
        case ast.IfExp():
            return [value.body, value.orelse]
        case ast.BoolOp():
            return value.values
        case ast.Tuple():
            return value.elts
    return []


def _values_for(name: str, node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.NamedExpr(target=ast.Name(id=named), value=value) if named == name:
            yield value
        case ast.AnnAssign(target=ast.Name(id=named), value=ast.expr() as value) if named == name:
            yield value
        case ast.Assign(targets=[target], value=value):
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            if any(isinstance(one, ast.Name) and one.id == name for one in names):
                yield value
