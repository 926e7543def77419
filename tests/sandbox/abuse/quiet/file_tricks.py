"""Files that are something else than they seem, and more of them than there is room for."""

import os

from kernel import trying


def many_files():
    made = []
    try:
        for number in range(2_000):
            os.mkdir(f"/tmp/many-{number}")
            made.append(f"/tmp/many-{number}")
    finally:
        for path in made:
            os.rmdir(path)


def sparse():
    with open("/tmp/sparse", "wb") as file:
        file.truncate(1 << 40)


TRIES = {
    "symbolic link": lambda: os.symlink("/", "/tmp/link"),
    "hard link": lambda: os.link("/tmp/bot/main.py", "/tmp/link"),
    "device": lambda: os.mknod("/tmp/disk", 0o60666, os.makedev(254, 0)),
    "rights": lambda: os.chmod("/tmp/bot/main.py", 0o6777),
    "owner": lambda: os.chown("/tmp/bot/main.py", 0, 0),
    "attribute": lambda: os.setxattr("/tmp/bot/main.py", "user.x", b"y"),
    "times": lambda: os.utime("/tmp/bot/main.py"),
    "by handle": trying("open_by_handle_at", 3, None, 0),
    "many files": many_files,
    "sparse": sparse,
}
