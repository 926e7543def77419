"""Writes 300 MB into every folder it can find."""

import peer


FOLDERS = ("/", "/tmp", "/dev/shm", "/var/tmp", "/run/lock", "/home", "/io", "/dev", "/dev/mqueue", "/opt/tenfold")


def fill(folder):
    written = 0
    try:
        with open(folder + "/fill", "wb", 0) as file:
            for _ in range(300):
                written += file.write(b"x" * (1 << 20))
    except OSError as error:
        peer.note(folder, written >> 20, "MB", error)
    else:
        peer.note(folder, "FILLED")


def misbehave(ask):
    for folder in FOLDERS:
        fill(folder)


peer.play(misbehave)
