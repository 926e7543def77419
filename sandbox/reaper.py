"""Removes what a worker left that did not get to do it itself."""

import time
from collections.abc import Mapping
from pathlib import Path

from docker.errors import DockerException

from sandbox import slots
from sandbox.docker import LABEL, LABEL_DEADLINE, LABEL_FOLDER, LABEL_OWNER
from sandbox.engine import connect
from sandbox.owner import Owner
from sandbox.running import remove
from sandbox.verdict import SandboxError

# A folder is claimed a moment before its container exists.
CLAIMING_S = 60
# Whatever its owner, no container is behind it any more.
FORGOTTEN_S = 24 * 3600


def reap(*, root: Path | None = None, now: float | None = None) -> int:
    """Remove containers that are past their deadline, without an owner or abandoned, and pipes without one.

    Call it at start and every few seconds; any number may run at once. Returns how many containers went.
    Raises SandboxError when there is no engine, or it fails.
    """
    root = root or slots.default_root()
    now = time.time() if now is None else now
    # Looked at first: a slot claimed after the containers were listed would seem to have none.
    claimed = list(slots.claimed(root))
    kept, gone = _reap_containers(now)
    for slot in claimed:
        if str(slot.folder) not in kept and _is_abandoned(slot, now):
            slot.free()
    return gone


def _reap_containers(now: float) -> tuple[set[str], int]:
    """The folders of the containers that stay, and how many went."""
    kept: set[str] = set()
    gone = 0
    client = connect()
    try:
        for container in client.containers(all=True, filters={"label": LABEL}):
            labels = container["Labels"]
            if _is_over(labels, now):
                remove(client, container["Id"])
                gone += 1
            else:
                kept.add(labels.get(LABEL_FOLDER, ""))
    except (DockerException, OSError) as error:
        msg = f"Docker did not let its containers be listed or removed: {error}"
        raise SandboxError(msg) from error
    finally:
        client.close()
    return kept, gone


def _is_over(labels: Mapping[str, str], now: float) -> bool:
    """A label that cannot be read is nobody's: only this code sets them."""
    try:
        over = now > float(labels[LABEL_DEADLINE]) or Owner.parse(labels[LABEL_OWNER]).gone()
        return over or slots.abandoned(labels.get(LABEL_FOLDER, ""))
    except (KeyError, ValueError):
        return True


def _is_abandoned(slot: slots.Slot, now: float) -> bool:
    owner = slot.owner()
    if (owner and owner.gone()) or slots.abandoned(str(slot.folder)):
        return True
    try:
        age = now - slot.folder.stat().st_mtime
    except FileNotFoundError:
        return False
    return age > (FORGOTTEN_S if owner else CLAIMING_S)
