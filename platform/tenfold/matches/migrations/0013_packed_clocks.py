"""Clocks as compressed bytes: as JSON they were most of a game's row, and of the time that storing it took."""

import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

BATCH = 500  # games at a time, since what they hold is not small


def pack(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    _convert(apps, "clocks", "packed", packed)


def unpack(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    _convert(apps, "packed", "clocks", lambda data: unpacked(bytes(data)))


def _convert(apps: Apps, old: str, new: str, made: Callable[[Any], Any]) -> None:
    game: Any = apps.get_model("matches", "Game")
    games: Iterator[Any] = game.objects.only(old).order_by("pk").iterator(chunk_size=BATCH)
    while some := list(islice(games, BATCH)):
        for each in some:
            setattr(each, new, made(getattr(each, old)))
        game.objects.bulk_update(some, [new])


def packed(clocks: Sequence[Sequence[float]]) -> bytes:
    turns, seats, *times = list(zip(*clocks, strict=True)) or [()] * 4
    cpu, wall = ([min(2**32 - 1, round(value * 1000)) for value in column] for column in times)
    count = len(clocks)
    return zlib.compress(struct.pack(f"<{count}I{count}B{count}I{count}I", *turns, *seats, *cpu, *wall))


def unpacked(data: bytes) -> list[list[float]]:
    raw = zlib.decompress(data)
    count = len(raw) // 13
    values = struct.unpack(f"<{count}I{count}B{count}I{count}I", raw)
    rows = zip(*(values[at * count : (at + 1) * count] for at in range(4)), strict=True)
    return [[turn, seat, cpu / 1000, wall / 1000] for turn, seat, cpu, wall in rows]


class Migration(migrations.Migration):
    dependencies = [("matches", "0012_most_blocks")]

    operations = [
        migrations.AddField("game", "packed", models.BinaryField(null=True)),
        migrations.RunPython(pack, unpack, elidable=True),
        migrations.RemoveField("game", "clocks"),
        migrations.RenameField("game", "packed", "clocks"),
        migrations.AlterField("game", "clocks", models.BinaryField(editable=False)),
    ]
