"""Becomes root, by call or by set-uid program."""

import os

import peer


def misbehave(ask):
    for become, whom in ((os.setuid, 0), (os.setgid, 0), (os.setgroups, [0]), (os.seteuid, 0)):
        try:
            become(whom)
            peer.note(become.__name__, "BECAME")
        except OSError as error:
            peer.note(become.__name__, error)
    for folder, _, names in os.walk("/"):
        for name in names:
            path = os.path.join(folder, name)
            if not folder.startswith("/proc") and os.path.isfile(path) and os.stat(path).st_mode & 0o6000:
                peer.note(path, "BECAME")


peer.play(misbehave)
