"""Compiles the program on stdin and prints what it imports, as JSON. Run as a child by `sandbox.source`."""

import ast
import io
import json
import sys
import tokenize
from collections.abc import Iterator

MEMORY_BYTES = 512 << 20
CPU_S = 5


class Refused(Exception):
    """As `sandbox.refusal` has it, which this script, run on its own, must not import."""


def limit_self() -> None:
    if sys.platform != "linux":
        return
    import resource  # noqa: PLC0415 - not on every platform

    for kind, most in (
        (resource.RLIMIT_AS, MEMORY_BYTES),
        (resource.RLIMIT_CPU, CPU_S),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
    ):
        resource.setrlimit(kind, (most, most))


def files(packed: bytes) -> Iterator[tuple[str, bytes]]:
    start = 4 + int.from_bytes(packed[:4], "big")
    for name, size in json.loads(packed[4:start]):
        yield name, packed[start : start + size]
        start += size


def text_of(name: str, body: bytes) -> str:
    """UTF-8 only: in other encodings (utf-7!) a reader sees another program than Python does."""
    if b"\0" in body:
        raise Refused(f"{name} holds a NUL byte: save it as plain text in UTF-8")
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = body[: error.start].count(b"\n") + 1
        raise Refused(
            f"{name}, line {line}: byte {body[error.start]:#04x} is not UTF-8: save it as UTF-8"
        ) from None
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(body).readline)
    except SyntaxError as error:
        raise Refused(f"{name}: {error.msg}: save it as UTF-8 and remove that line") from None
    if encoding not in {"utf-8", "utf-8-sig"}:
        raise Refused(f"{name} says its encoding is {encoding}: save it as UTF-8 and remove that line")
    return text


def compiled(name: str, text: str) -> ast.Module:
    try:
        compile(text, name, "exec", dont_inherit=True)
        return ast.parse(text, name)
    except SyntaxError as error:
        shown = f": {error.text.strip()[:80]}" if error.text else ""
        raise Refused(f"{name}, line {error.lineno}: {error.msg}{shown}") from None
    except (MemoryError, RecursionError, OverflowError, ValueError) as error:
        raise Refused(
            f"{name} cannot be compiled ({type(error).__name__}): it is nested too deeply"
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
        elif isinstance(node, ast.Try) and node.handlers:
            waiting += [*node.handlers, *node.orelse, *node.finalbody]
        else:
            waiting += ast.iter_child_nodes(node)


def check(packed: bytes) -> dict[str, object]:
    found = []
    for name, body in files(packed):
        if name.endswith(".py"):
            tree = compiled(name, text_of(name, body))
            found += [(module, name, line) for module, line in imports(tree)]
    return {"imports": sorted(found, key=lambda item: item[1:])}


if __name__ == "__main__":
    limit_self()
    try:
        result = check(sys.stdin.buffer.read())
    except Refused as refused:
        result = {"refused": str(refused)}
    json.dump(result, sys.stdout)
