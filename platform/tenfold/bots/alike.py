"""Which bots of a competition are so much alike that its organizer should look at both."""

from array import array
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from importlib import resources

from sandbox.similarity import Sample, similar, sketch
from sandbox.upload import inspect_upload
from tenfold.bots.models import BotVersion
from tenfold.competitions.models import Competition, Entry

_STARTER = "tenfold.cli.starter"
# Stored fingerprints, of 64 KB at most, that are in memory together.
_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class Alike:
    """Two versions of different owners, and how much of the smaller one's own code both have."""

    versions: tuple[BotVersion, BotVersion]
    percent: int


def keep_fingerprint(*, version: BotVersion, prints: Collection[int]) -> None:
    """Store what `sandbox.upload.inspect_upload` found, for `alike`."""
    packed = array("Q", sorted(prints)).tobytes()
    BotVersion.objects.filter(pk=version.pk).update(fingerprint=packed)


def alike(competition: Competition) -> list[Alike]:
    """The pairs among the active versions of its bots, the most alike first."""
    entered = Entry.objects.filter(competition=competition).exclude(state=Entry.State.WITHDRAWN)
    playing = BotVersion.objects.filter(
        pk__in=entered.values("bot__active_version"), fingerprint__isnull=False, bot__house=False
    )
    stored = playing.values_list("pk", "bot__owner_id", "fingerprint").iterator(chunk_size=_AT_ONCE)
    samples = (Sample(pk, owner, _sketch(packed)) for pk, owner, packed in stored)
    pairs = similar(samples, known=_given())
    named = BotVersion.objects.select_related("bot__owner").defer("source", "fingerprint")
    versions = named.in_bulk({key for pair in pairs for key in (pair.one, pair.other)})
    return [Alike((versions[pair.one], versions[pair.other]), int(100 * pair.share)) for pair in pairs]


def _given() -> set[int]:
    """What authors are given to begin with: the starter bot, and all that the house has published."""
    house = BotVersion.objects.filter(bot__house=True, fingerprint__isnull=False)
    published = house.values_list("fingerprint", flat=True)
    return {number for packed in published for number in _sketch(packed)} | _starter()


@cache
def _starter() -> frozenset[int]:
    source = resources.files(_STARTER).joinpath("bot.py").read_bytes()
    return frozenset(sketch(inspect_upload(filename="bot.py", data=source).prints))


def _sketch(packed: bytes | memoryview | None) -> "array[int]":
    return sketch(array("Q", bytes(packed or b"")))
