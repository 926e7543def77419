"""Which bots of a competition are so much alike that its organizer should look at both."""

from array import array
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from importlib import resources

from sandbox.similarity import Sample, similar
from sandbox.upload import inspect_upload
from tenfold.bots.models import BotVersion
from tenfold.competitions.models import Competition, Entry

_STARTER = "tenfold.cli.starter"


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
    versions = {each.pk: each for each in playing.select_related("bot__owner").defer("source")}
    samples = [Sample(pk, each.bot.owner_id, _prints(each.fingerprint)) for pk, each in versions.items()]
    return [
        Alike((versions[pair.one], versions[pair.other]), int(100 * pair.share))
        for pair in similar(samples, known=_given())
    ]


def _given() -> set[int]:
    """What authors are given to begin with: the starter bot, and all that the house has published."""
    house = BotVersion.objects.filter(bot__house=True, fingerprint__isnull=False)
    published = house.values_list("fingerprint", flat=True)
    return {number for packed in published for number in _prints(packed)} | _starter()


@cache
def _starter() -> frozenset[int]:
    source = resources.files(_STARTER).joinpath("bot.py").read_bytes()
    return inspect_upload(filename="bot.py", data=source)[1]


def _prints(packed: bytes | memoryview | None) -> frozenset[int]:
    return frozenset(array("Q", bytes(packed or b"")))
