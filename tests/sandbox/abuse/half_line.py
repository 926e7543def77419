"""Writes half a line, then waits."""

import sys
import time

import peer


def misbehave(ask):
    sys.stdout.write('{"id": "2", "dr')
    sys.stdout.flush()
    time.sleep(60)


peer.play(misbehave)
