"""Compiles a program's sources, and finds its imports and its fingerprint.

The compiler is not made for hostile input: only `sandbox.reader` calls this, in a process of its own.
"""

import ast
import hashlib
import heapq
import io
import tokenize
from collections.abc import Iterable, Iterator, Mapping

from sandbox.refusal import UploadRefused

# More than any program needs; without a limit the answer could be as long as the sources.
MOST_IMPORTS = 1_000
# A fingerprint is made of runs of so many nodes of the syntax tree, three or four lines: two people who solve
# one problem by themselves have few of them in common. In longer ones a copy with its functions in another
# order is lost.
RUN = 25
# Of more runs those with the lowest numbers stand for all; a bot of a thousand lines has fewer.
MOST_PRINTS = 8192
MODULUS, FACTOR = (1 << 61) - 1, 0x1B873593CC9E2D51


def text_of(name: str, body: bytes) -> str:
    """UTF-8 only: in other encodings (utf-7!) a reader sees another program than Python does."""
    if b"\0" in body:
        raise UploadRefused(f"{name} holds a NUL byte: save it as plain text in UTF-8")
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = body[: error.start].count(b"\n") + 1
        raise UploadRefused(
            f"{name}, line {line}: byte {body[error.start]:#04x} is not UTF-8: save it as UTF-8"
        ) from None
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(body).readline)
    except SyntaxError as error:
        raise UploadRefused(f"{name}: {error.msg}: save it as UTF-8 and remove that line") from None
    if encoding not in {"utf-8", "utf-8-sig"}:
        raise UploadRefused(f"{name} says its encoding is {encoding}: save it as UTF-8 and remove that line")
    return text


def compiled(name: str, text: str) -> ast.Module:
    """The syntax tree of a file that compiles. Raises UploadRefused with the line that does not."""
    try:
        compile(text, name, "exec", dont_inherit=True)
        return ast.parse(text, name)
    except SyntaxError as error:
        shown = f": {error.text.strip()[:80]}" if error.text else ""
        raise UploadRefused(f"{name}, line {error.lineno}: {error.msg}{shown}") from None
    except (MemoryError, RecursionError, OverflowError, ValueError) as error:
        raise UploadRefused(
            f"{name} cannot be compiled ({type(error).__name__}): it is nested too deeply, or too large"
        ) from None


def imports(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Top-level names and lines of what is imported for certain: not in a `try`, not relative."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.split(".")[0], node.lineno
        elif isinstance(node, ast.ImportFrom):
            if node.module and not node.level:
                yield node.module.split(".")[0], node.lineno
        elif isinstance(node, ast.If) and is_type_checking(node.test):
            waiting += node.orelse
        elif isinstance(node, ast.Try) and node.handlers:
            waiting += [*node.handlers, *node.orelse, *node.finalbody]
        else:
            waiting += ast.iter_child_nodes(node)


def is_type_checking(test: ast.expr) -> bool:
    """Whether it is typing.TYPE_CHECKING, which no run of the program meets as true."""
    return "TYPE_CHECKING" in {getattr(test, "id", None), getattr(test, "attr", None)}


def shape(tree: ast.Module) -> Iterator[str]:
    """The kinds of its nodes, parents first: names, numbers and comments may change without a trace."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield type(node).__name__
        waiting += reversed([child for child in ast.iter_child_nodes(node) if not is_context(child)])


def is_context(node: ast.AST) -> bool:
    """Whether it is the Load, Store or Del under a name, which say nothing more."""
    return isinstance(node, ast.expr_context)


def runs(kinds: Iterable[str]) -> Iterator[int]:
    """A number for each run of nodes, rolled on from the one before (Rabin and Karp)."""
    codes: list[int] = []
    known: dict[str, int] = {}
    oldest, number = pow(FACTOR, RUN, MODULUS), 0
    for kind in kinds:
        if kind not in known:
            known[kind] = int.from_bytes(hashlib.blake2b(kind.encode(), digest_size=7).digest(), "big")
        codes.append(known[kind])
        number = number * FACTOR + known[kind]
        if len(codes) > RUN:
            number -= codes[-RUN - 1] * oldest
        number %= MODULUS
        if len(codes) >= RUN:
            yield number


def check(files: Mapping[str, bytes]) -> dict[str, object]:
    """Where each module is first imported, and the fingerprint. Raises UploadRefused."""
    found: dict[str, tuple[str, int]] = {}
    prints: set[int] = set()
    for name, body in sorted(files.items()):
        if name.endswith(".py"):
            tree = compiled(name, text_of(name, body))
            for module, line in sorted(imports(tree), key=lambda item: item[1]):
                found.setdefault(module, (name, line))
            if len(found) > MOST_IMPORTS:
                raise UploadRefused(
                    f"{name}: more than {MOST_IMPORTS} different modules are imported: import fewer"
                )
            prints.update(runs(shape(tree)))
    return {
        "imports": [(module, *place) for module, place in found.items()],
        "prints": heapq.nsmallest(MOST_PRINTS, prints),
    }
