"""Programs in locked-down containers, one each, which speak through named pipes.

A container is started with Python waiting for source on its stdin and gets its program afterwards, so a
container made in advance can be handed any program: `DockerSandbox` needs no other way in for that.
"""

import contextlib
import logging
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import docker
from docker.errors import APIError, DockerException

from sandbox import slots
from sandbox.cgroup import Cgroup
from sandbox.container import Spec
from sandbox.diagnosis import Ending, signal_behind
from sandbox.engine import connect
from sandbox.image.build import BUILD, IMAGE
from sandbox.limits import Limits
from sandbox.owner import Owner
from sandbox.pipes import Pipes
from sandbox.program import Program
from sandbox.session import Launched, Session, hand_over
from sandbox.verdict import SandboxError

logger = logging.getLogger(__name__)

FIRST_UID = 20_000
LABEL = "tenfold.sandbox"
LABEL_DEADLINE = "tenfold.deadline"  # seconds since 1970
LABEL_OWNER = "tenfold.owner"
LABEL_FOLDER = "tenfold.folder"

STARTING_AT_ONCE = 6  # a whole table
REMOVING_AT_ONCE = 2
LOOK_AGAIN_S = 0.02
# The engine notes "out of memory" on another path than the exit code, and on a busy machine later.
OOM_NOTE_S = 3.0
# A program whose memory came this near to its limit ran out of it, noted or not.
OOM_SHARE = 0.98
SIGKILLED = 137


class DockerSandbox:
    """Runs each program in a container of its own.

    Make one per worker process, after forking. `root` is where the pipes lie: a folder that has the same path
    for the Docker engine as for us.
    """

    name = "docker"

    def __init__(
        self,
        *,
        image: str = IMAGE,
        runtime: str | None = None,
        root: Path | None = None,
        first_uid: int = FIRST_UID,
    ) -> None:
        self._image, self._runtime, self._first_uid = image, runtime, first_uid
        self._root = root or slots.default_root()
        self._client = connect()
        self._starters = ThreadPoolExecutor(STARTING_AT_ONCE, "sandbox-start")
        self._removers = ThreadPoolExecutor(REMOVING_AT_ONCE, "sandbox-remove")
        self._opened: list[Session] = []

    def open(
        self,
        program: Program,
        *,
        limits: Limits,
        cpu: int | None = None,
        labels: Mapping[str, str] | None = None,
    ) -> Session:
        """See `sandbox.session.Sandbox.open`. `labels` come back on the container as `tenfold.<name>`."""
        launch = self._starters.submit(self._launch, program, limits, cpu, labels or {})
        session = Session(launch, limits)
        self._opened = [*(other for other in self._opened if not other.closed), session]
        return session

    def close(self) -> None:
        for session in self._opened:
            session.close()
        self._starters.shutdown()
        self._removers.shutdown()
        self._client.close()

    def _launch(
        self, program: Program, limits: Limits, cpu: int | None, labels: Mapping[str, str]
    ) -> Launched:
        return hand_over(self._start(limits, cpu, labels), program, limits)

    def _start(self, limits: Limits, cpu: int | None, labels: Mapping[str, str]) -> "Container":
        """A container whose Python waits for source."""
        slot = slots.claim(self._root)
        spec = Spec(
            image=self._image,
            pipes=slot.pipes,
            uid=self._first_uid + slot.number,
            limits=limits,
            cpu=cpu,
            labels=_labels(slot, limits, labels),
            runtime=self._runtime,
        )
        try:
            identity = spec.create(self._client)
        except (DockerException, OSError) as error:
            slot.free()
            msg = f"Docker could not make a container of {self._image} ({error}): {BUILD} makes the image"
            raise SandboxError(msg) from error
        try:
            return Container(self._client, self._removers, identity, slot, limits)
        except (DockerException, OSError, SandboxError) as error:
            with contextlib.suppress(DockerException, OSError):  # the reaper's, then
                remove(self._client, identity)
                slot.free()
            msg = f"Docker could not start the bot's container: {error}"
            raise SandboxError(msg) from error


class Container:
    """One started container; see `sandbox.session.Running`."""

    def __init__(
        self,
        client: docker.APIClient,
        removers: ThreadPoolExecutor,
        identity: str,
        slot: slots.Slot,
        limits: Limits,
    ) -> None:
        self._client, self._removers, self._identity, self._slot = client, removers, identity, slot
        self._memory_bytes = limits.memory_bytes
        self._pipes = Pipes(slot.pipes, limits)
        self._cpu_seen_ns = 0
        self._removing = self._discarded = False
        try:
            client.start(identity)
            self._cgroup = Cgroup(int(self._state()["Pid"]))
        except BaseException:
            self._pipes.close()
            raise
        self.channel = self._pipes.channel

    def alive(self) -> bool:
        return bool(self._state()["Running"])

    def ready(self) -> None:
        self._pipes.alone()

    def cpu_ns(self) -> int:
        with contextlib.suppress(OSError, ValueError):  # the group is gone: it is over
            self._cpu_seen_ns = self._cgroup.cpu_ns()
        return self._cpu_seen_ns

    def end(self, *, grace_s: float) -> Ending:
        peak, refused = self._cgroup.peak_bytes(), self._cgroup.refused_pids()
        state = self._state_after(grace_s)
        if state["Running"]:
            self._remove()
            return Ending(killed=True, memory_peak_bytes=peak, pids_refused=refused)
        code = int(state["ExitCode"])
        full = peak is not None and peak >= OOM_SHARE * self._memory_bytes
        out_of_memory = code == SIGKILLED and (full or self._noted_out_of_memory(state))
        if code == SIGKILLED and not out_of_memory:
            # The seccomp profile leaves a program no way to end like this by itself.
            msg = "the bot's container was killed from outside: by hand, or by a machine out of memory"
            raise SandboxError(msg)
        return Ending(
            killed=False,
            exit_code=code,
            signal=signal_behind(code),
            out_of_memory=out_of_memory,
            memory_peak_bytes=peak,
            pids_refused=refused,
        )

    def discard(self) -> None:
        if self._discarded:
            return
        self._discarded = True
        self._remove()
        self._pipes.close()
        self._cgroup.close()

    def _state(self) -> dict[str, Any]:
        try:
            state: dict[str, Any] = self._client.inspect_container(self._identity)["State"]
        except (DockerException, OSError) as error:
            msg = f"Docker no longer knows how the bot's container is ({error}): was it removed by hand?"
            raise SandboxError(msg) from error
        return state

    def _state_after(self, grace_s: float) -> dict[str, Any]:
        deadline = time.monotonic() + grace_s
        while (state := self._state())["Running"] and time.monotonic() < deadline:
            time.sleep(LOOK_AGAIN_S)
        return state

    def _noted_out_of_memory(self, state: dict[str, Any]) -> bool:
        deadline = time.monotonic() + OOM_NOTE_S
        while not state["OOMKilled"] and time.monotonic() < deadline:
            time.sleep(LOOK_AGAIN_S)
            state = self._state()
        return bool(state["OOMKilled"])

    def _remove(self) -> None:
        """In the background: it takes a tenth of a second that the match need not wait for."""
        if not self._removing:
            self._removing = True
            self._removers.submit(self._remove_now)

    def _remove_now(self) -> None:
        try:
            remove(self._client, self._identity)
        except (DockerException, OSError):
            # Nobody waits for this thread; the reaper takes what it leaves, by its deadline at the latest.
            logger.exception("container %s could not be removed", self._identity)
        else:
            self._slot.free()


def remove(client: docker.APIClient, identity: str) -> None:
    """Kill and remove; a container that is gone, or being removed by another, counts as done."""
    try:
        client.remove_container(identity, force=True, v=True)
    except APIError as error:
        if error.status_code not in {404, 409}:
            raise


def _labels(slot: slots.Slot, limits: Limits, labels: Mapping[str, str]) -> dict[str, str]:
    return {f"tenfold.{name}": value for name, value in labels.items()} | {
        LABEL: "1",
        LABEL_FOLDER: str(slot.folder),
        LABEL_OWNER: str(Owner.me()),
        LABEL_DEADLINE: str(int(time.time()) + limits.lifetime_s),
    }
