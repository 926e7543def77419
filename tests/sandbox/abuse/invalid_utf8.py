"""Answers with bytes that are no UTF-8."""

import sys

import peer


def misbehave(ask):
    sys.stdout.buffer.write(b'{"id": 2, "draw": "\xff\xfe"}\n')
    sys.stdout.flush()
    return True


peer.play(misbehave)
