"""Endless stderr."""

import sys

import peer


def misbehave(ask):
    while True:
        sys.stderr.write("e" * 65536)


peer.play(misbehave)
