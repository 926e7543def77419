"""Reads a zip that a stranger made."""

import io
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable

from sandbox.refusal import MAIN, UploadRefused

PACKED_BYTES = 1 << 20
UNPACKED_BYTES = 5 << 20
ENTRIES = 200
RATIO = 50
NAME_BYTES = 200
DEPTH = 8
CHUNK = 1 << 16

ENCRYPTED = 0x1 | 0x40
METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
# Machine code and bytecode cannot be read before they are run; the image could not load the former anyway.
COMPILED = (".so", ".pyd", ".dll", ".dylib", ".pyc", ".pyo")
# What other systems' tools add of their own accord.
LITTER = ("__MACOSX/", ".DS_Store", "__pycache__/")

# What `zipfile` raises on a damaged or forged archive, by trying.
DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, RuntimeError, ValueError)


def read_archive(data: bytes) -> dict[str, bytes]:
    """The files of a zip, `main.py` among them. Raises UploadRefused."""
    if len(data) > PACKED_BYTES:
        msg = f"the zip has {len(data)} bytes, and it may have {PACKED_BYTES}"
        raise UploadRefused(msg)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = _read(archive, most=min(UNPACKED_BYTES, RATIO * len(data)))
    except DAMAGE as error:
        msg = f"the file is not a zip that can be read ({error}): make a new one"
        raise UploadRefused(msg) from error
    if MAIN not in files:
        raise UploadRefused(_where_main_is(files))
    return files


def _read(archive: zipfile.ZipFile, *, most: int) -> dict[str, bytes]:
    entries = [entry for entry in archive.infolist() if not _is_litter(entry.orig_filename)]
    if len(entries) > ENTRIES:
        msg = f"the zip has {len(entries)} entries, and it may have {ENTRIES}"
        raise UploadRefused(msg)
    for entry in entries:
        _check_entry(entry)
    wanted = [entry for entry in entries if not entry.is_dir()]
    _check_distinct(entry.filename for entry in wanted)
    files: dict[str, bytes] = {}
    room = most
    for entry in wanted:
        files[entry.filename] = _unpacked(archive, entry, room)
        room -= len(files[entry.filename])
    return files


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, room: int) -> bytes:
    """Counted while reading: the sizes an archive states are its author's to invent."""
    body = bytearray()
    with archive.open(entry) as file:
        while part := file.read(CHUNK):
            body += part
            if len(body) > room:
                msg = (
                    f"the zip unpacks to more than {UNPACKED_BYTES} bytes, or to more than {RATIO} times its"
                    f" own size, at {entry.filename!r}: make it smaller"
                )
                raise UploadRefused(msg)
    return bytes(body)


def _is_litter(name: str) -> bool:
    return name.startswith(LITTER) or name.endswith("/.DS_Store") or "/__pycache__/" in name


def _check_entry(entry: zipfile.ZipInfo) -> None:
    # `filename` is already cut at a NUL; the name as it stands in the archive is what must be fit.
    name = entry.orig_filename
    if wrong := _wrong_name(name):
        msg = f"the zip has an entry named {name[:NAME_BYTES]!r}, which {wrong}: use plain relative paths"
        raise UploadRefused(msg)
    if entry.filename != name:  # a field of its own may hold another, which later Pythons take
        msg = (
            f"{name!r} has a second name, {entry.filename[:NAME_BYTES]!r}: make the zip with another program"
        )
        raise UploadRefused(msg)
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
        msg = f"{name!r} is a link or a device: put in the file itself"
        raise UploadRefused(msg)
    if entry.flag_bits & ENCRYPTED:
        msg = f"{name!r} is encrypted: make the zip without a password"
        raise UploadRefused(msg)
    if entry.compress_type not in METHODS:
        msg = f"{name!r} is packed by method {entry.compress_type}: use the usual one, deflate"
        raise UploadRefused(msg)
    if name.lower().endswith(COMPILED):
        msg = f"{name!r} is compiled code: upload sources only"
        raise UploadRefused(msg)


def _wrong_name(name: str) -> str | None:
    """What is wrong with a path, as the rest of a sentence."""
    parts = name.removesuffix("/").split("/")
    if not name.isprintable():
        return "holds characters that cannot be printed"
    if "\\" in name or ":" in name:
        return "holds a backslash or a colon"
    if name.startswith("/"):
        return "starts at the root"
    if any(part in {"", ".", ".."} for part in parts):
        return "has an empty part, '.' or '..' in it"
    if len(name.encode("utf-8", "surrogatepass")) > NAME_BYTES or len(parts) > DEPTH:
        return f"is longer than {NAME_BYTES} bytes or deeper than {DEPTH} folders"
    return None


def _check_distinct(names: Iterable[str]) -> None:
    """No two names may mean one file on any system, nor one name a file and a folder."""
    seen: dict[str, str] = {}
    folders: dict[str, str] = {}
    for name in names:
        key = unicodedata.normalize("NFC", name).casefold()
        if key in seen:
            msg = f"the zip has both {seen[key]!r} and {name!r}, which are one name on some systems"
            raise UploadRefused(msg)
        seen[key] = name
        parts = key.split("/")
        folders |= {"/".join(parts[:depth]): name for depth in range(1, len(parts))}
    for both in seen.keys() & folders.keys():
        msg = f"the zip has a file {seen[both]!r} and a folder of that name, with {folders[both]!r} in it"
        raise UploadRefused(msg)


def _where_main_is(files: Iterable[str]) -> str:
    for name in sorted(files):
        if name.endswith("/" + MAIN):
            folder = name.removesuffix(MAIN)
            return f"{MAIN} lies in {folder!r}: zip the files themselves, not the folder that holds them"
    return f"the zip has no {MAIN}: name the file that is to be run {MAIN}"
