"""Opens files until none is left."""

import peer


def misbehave(ask):
    opened = []
    try:
        while True:
            opened.append(open("/dev/null"))
    except OSError as error:
        peer.note("descriptors", len(opened), error)


peer.play(misbehave)
