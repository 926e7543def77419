"""Programs in locked-down containers, one each, which speak through named pipes.

A container is started with Python waiting for source on its stdin and gets its program afterwards, so one
made in advance can be handed any program: see `sandbox.warm`.
"""

import contextlib
import logging
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

from docker.errors import APIError, DockerException

from sandbox import slots
from sandbox.attached import Attached
from sandbox.container import Spec
from sandbox.engine import connect
from sandbox.image.build import BUILD
from sandbox.image.recipe import IMAGE
from sandbox.limits import Limits
from sandbox.network import HELD_S, Holder, Networks
from sandbox.owner import Owner
from sandbox.pipes import Pipes
from sandbox.program import Program
from sandbox.running import Container, remove
from sandbox.session import Launched, Session, await_ready, hand_over
from sandbox.verdict import SandboxError
from sandbox.warm import KEPT_S, Pool, Warm

logger = logging.getLogger(__name__)

FIRST_UID = 20_000
LABEL = "tenfold.sandbox"
LABEL_DEADLINE = "tenfold.deadline"  # seconds since 1970
LABEL_OWNER = "tenfold.owner"
LABEL_FOLDER = "tenfold.folder"

STARTING_AT_ONCE = 6  # a whole table
REMOVING_AT_ONCE = 2


class DockerSandbox:
    """Runs each program in a container of its own.

    Make one per worker process, after forking. `root` is where the pipes lie: a folder that has the same path
    for the Docker engine as for us. Where there is none, `attach` has the engine pass all lines on. With
    `warm`, containers are made ready in advance, for as long as it is kept.
    """

    name = "docker"

    def __init__(
        self,
        *,
        image: str = IMAGE,
        runtime: str | None = None,
        root: Path | None = None,
        first_uid: int = FIRST_UID,
        warm: Warm | None = None,
        attach: bool = False,
    ) -> None:
        self.image, self._runtime, self._first_uid = image, runtime, first_uid
        self._root = root or slots.default_root()
        self._client = connect()
        self._starters = ThreadPoolExecutor(STARTING_AT_ONCE, "sandbox-start")
        self._removers = ThreadPoolExecutor(REMOVING_AT_ONCE, "sandbox-remove")
        self._opened: list[Session] = []
        self._warm, self._attach = warm, attach
        self._networks = Networks(self._hold_network) if warm else None
        self.pool = Pool(partial(self._ready, *_kept_waiting(warm)), size=warm.size) if warm else None

    def open(
        self,
        program: Program,
        *,
        limits: Limits,
        cpu: int | None = None,
        labels: Mapping[str, str] | None = None,
    ) -> Session:
        """See `sandbox.session.Sandbox.open`.

        `labels` come back as `tenfold.<name>` on a container made for this program; one that waited
        has others.
        """
        launch = self._starters.submit(self._launch, program, limits, cpu, labels or {})
        session = Session(launch, limits)
        self._opened = [*(other for other in self._opened if not other.closed), session]
        return session

    def close(self) -> None:
        for session in self._opened:
            session.close()
        if self.pool:
            self.pool.close()
        self._starters.shutdown()
        self._removers.shutdown()
        if self._networks:
            self._networks.close()
        self._client.close()

    def _launch(
        self, program: Program, limits: Limits, cpu: int | None, labels: Mapping[str, str]
    ) -> Launched:
        if self.pool and self._warm and self._warm.serves(limits, cpu):
            while waiting := self.pool.take():
                with contextlib.suppress(SandboxError):  # it died while it waited: no harm done
                    launched = hand_over(waiting, program, limits)
                    logger.debug("container %s plays %s", waiting.identity, dict(labels))
                    return launched
        return hand_over(self._ready(limits, cpu, labels), program, limits)

    def _ready(self, limits: Limits, cpu: int | None, labels: Mapping[str, str]) -> Container:
        """A container whose Python waits for source."""
        container = self._start(limits, cpu, labels)
        await_ready(container)
        return container

    def _start(self, limits: Limits, cpu: int | None, labels: Mapping[str, str]) -> Container:
        holder = None
        try:
            if self._networks and (holder := self._networks.borrow()):
                return self._start_in(holder, limits, cpu, labels)
        except SandboxError as error:
            logger.warning("a container could not borrow its network: %s", error)
            if holder:
                holder.free()
        return self._start_in(None, limits, cpu, labels)

    def _start_in(
        self, holder: Holder | None, limits: Limits, cpu: int | None, labels: Mapping[str, str]
    ) -> Container:
        slot = slots.claim(self._root)

        def gone() -> None:
            slot.free()
            if self._networks:
                self._networks.give_back(holder)

        spec = self._spec(slot, limits, cpu, _labels(slot, limits.lifetime_s, labels), holder)
        with self._networks.timed(holder) if self._networks else contextlib.nullcontext():
            identity = self._created(spec, slot)
            with self._removed_if_it_fails(identity, slot):
                return Container(
                    self._client,
                    self._removers,
                    identity,
                    Attached(self._client, identity, limits) if self._attach else Pipes(slot.pipes, limits),
                    memory_bytes=limits.memory_bytes,
                    sealed=self._runtime is None,
                    gone=gone,
                    left=slot.abandon,
                )

    def _hold_network(self) -> Holder:
        """Its loader waits for somebody to open its pipes, and nobody does."""
        slot = slots.claim(self._root)
        labels = _labels(slot, HELD_S, self._warm.labels if self._warm else {})
        identity = self._created(self._spec(slot, Limits(), None, labels, None), slot)
        with self._removed_if_it_fails(identity, slot):
            self._client.start(identity)

        return Holder(identity, partial(self._clear, identity, slot), time.monotonic())

    def _clear(self, identity: str, slot: slots.Slot) -> None:
        try:
            remove(self._client, identity)
        except (DockerException, OSError):
            slot.abandon()
        else:
            slot.free()

    def _spec(
        self,
        slot: slots.Slot,
        limits: Limits,
        cpu: int | None,
        labels: Mapping[str, str],
        holder: Holder | None,
    ) -> Spec:
        return Spec(
            image=self.image,
            pipes=None if self._attach else slot.pipes,
            uid=self._first_uid + slot.number,
            limits=limits,
            cpu=cpu,
            labels=labels,
            runtime=self._runtime,
            network_of=holder.identity if holder else None,
        )

    def _created(self, spec: Spec, slot: slots.Slot) -> str:
        try:
            return spec.create(self._client)
        except APIError as error:
            slot.free()
            raise self._not_made(error) from error
        except (DockerException, OSError) as error:
            slot.abandon()  # nobody answered, so who knows whether it was made
            raise self._not_made(error) from error

    def _not_made(self, error: Exception) -> SandboxError:
        return SandboxError(
            f"Docker could not make a container of {self.image} ({error}): {BUILD} makes the image"
        )

    @contextlib.contextmanager
    def _removed_if_it_fails(self, identity: str, slot: slots.Slot) -> Iterator[None]:
        try:
            yield
        except (DockerException, OSError, SandboxError) as error:
            self._clear(identity, slot)
            msg = f"Docker could not start the bot's container: {error}"
            raise SandboxError(msg) from error


def _labels(slot: slots.Slot, lifetime_s: int, labels: Mapping[str, str]) -> dict[str, str]:
    return {f"tenfold.{name}": value for name, value in labels.items()} | {
        LABEL: "1",
        LABEL_FOLDER: str(slot.folder),
        LABEL_OWNER: str(Owner.me()),
        LABEL_DEADLINE: str(int(time.time()) + lifetime_s),
    }


def _kept_waiting(warm: Warm) -> tuple[Limits, int | None, Mapping[str, str]]:
    """Its life begins while it waits."""
    return replace(warm.limits, lifetime_s=warm.limits.lifetime_s + KEPT_S), warm.cpu, warm.labels
