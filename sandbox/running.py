"""One started container."""

import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import docker
from docker.errors import APIError, DockerException

from sandbox.attached import Attached
from sandbox.cgroup import Cgroup
from sandbox.diagnosis import Ending, signal_behind
from sandbox.pipes import Pipes
from sandbox.verdict import SandboxError

logger = logging.getLogger(__name__)

LOOK_AGAIN_S = 0.02
# The engine notes "out of memory" on another path than the exit code, and on a busy machine later.
OOM_NOTE_S = 3.0
# A program whose memory came this near to its limit ran out of it, noted or not.
OOM_SHARE = 0.98
SIGKILLED = 137


class Container:
    """One started container; see `sandbox.session.Running`."""

    def __init__(
        self,
        client: docker.APIClient,
        removers: ThreadPoolExecutor,
        identity: str,
        pipes: Pipes | Attached,
        *,
        memory_bytes: int,
        sealed: bool,
        gone: Callable[[], None],
        left: Callable[[], None],
    ) -> None:
        """`sealed`: the seccomp profile surely holds.

        At its end `gone` is called when nothing is left of it, or `left` when it could not be removed.
        """
        self._client, self._removers, self.identity, self._gone = client, removers, identity, gone
        self._pipes, self._memory_bytes, self._sealed, self._left = pipes, memory_bytes, sealed, left
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
        return self._cgroup.cpu_ns()

    def peak_bytes(self) -> int | None:
        return self._cgroup.peak_bytes()

    def end(self, *, grace_s: float) -> Ending:
        peak, refused = self._cgroup.peak_bytes(), self._cgroup.refused_pids()
        state = self._state_after(grace_s)
        if state["Running"]:
            self._remove()
            return Ending(killed=True, memory_peak_bytes=peak, pids_refused=refused)
        code = int(state["ExitCode"])
        full = peak is not None and peak >= OOM_SHARE * self._memory_bytes
        out_of_memory = code == SIGKILLED and (full or self._noted_out_of_memory(state))
        if code == SIGKILLED and not out_of_memory and (self._sealed or self._killed_by_hand()):
            # The seccomp profile leaves a program no way to end like this by itself. Under a runtime that may
            # ignore it a program can, and would have a match that it loses played again and again.
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
            state: dict[str, Any] = self._client.inspect_container(self.identity)["State"]
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

    def _killed_by_hand(self) -> bool:
        """Whether the engine was told to."""
        wanted = {"container": self.identity, "event": "kill"}
        try:
            # Waits out the second that runs, which rounding down would leave out.
            return any(self._client.events(since=0, until=int(time.time()) + 1, filters=wanted))
        except (DockerException, OSError) as error:
            msg = f"Docker does not say whether it killed the bot's container: {error}"
            raise SandboxError(msg) from error

    def _remove(self) -> None:
        """In the background: it takes a tenth of a second that the match need not wait for."""
        if not self._removing:
            self._removing = True
            self._removers.submit(self._remove_now)

    def _remove_now(self) -> None:
        try:
            remove(self._client, self.identity)
        except (DockerException, OSError):
            # Nobody waits for this thread; the reaper takes what it leaves.
            logger.exception("container %s could not be removed", self.identity)
            self._left()
        else:
            self._gone()


def remove(client: docker.APIClient, identity: str) -> None:
    """Kill and remove; a container that is gone, or being removed by another, counts as done."""
    try:
        client.remove_container(identity, force=True, v=True)
    except APIError as error:
        if error.status_code not in {404, 409}:
            raise
