"""A byte order mark, blanks, and a line end of another system."""

import sys

import peer


def misbehave(ask):
    sys.stdout.buffer.write(b'\xef\xbb\xbf  {"id": 2, "draw": "stock"}  \r\n')
    sys.stdout.flush()
    return True


peer.play(misbehave)
