"""A game's clocks as they are stored: four or five bytes a request, where JSON took two dozen."""

import struct
import zlib
from collections.abc import Sequence

from arena.match import Clock

# Of a clock's four columns in their order: turn, seat, microseconds of CPU time and of wall time.
_COLUMNS = "IBII"
_ROW_BYTES = struct.calcsize(f"<{_COLUMNS}")
# Over an hour; a column holds no more.
_MOST_US = 2**32 - 1


def packed(clocks: Sequence[Clock]) -> bytes:
    """Column after column, compressed. Times are kept to the microsecond, as they were measured."""
    turns, seats, cpu, wall = zip(*clocks, strict=True) if clocks else ((),) * 4
    cpu_us, wall_us = ([min(_MOST_US, round(each * 1000)) for each in column] for column in (cpu, wall))
    return zlib.compress(struct.pack(_layout(len(clocks)), *turns, *seats, *cpu_us, *wall_us))


def unpacked(data: bytes) -> list[Clock]:
    """What `packed` was given, times in milliseconds."""
    raw = zlib.decompress(data)
    count = len(raw) // _ROW_BYTES
    values = struct.unpack(_layout(count), raw)
    turns, seats, cpu, wall = (values[at * count : (at + 1) * count] for at in range(4))
    return [
        (turn, seat, cpu_us / 1000, wall_us / 1000)
        for turn, seat, cpu_us, wall_us in zip(turns, seats, cpu, wall, strict=True)
    ]


def _layout(count: int) -> str:
    return "<" + "".join(f"{count}{column}" for column in _COLUMNS)
