"""Replaces itself by another Python that answers something else."""

import os
import sys

import peer


def misbehave(ask):
    os.execv(sys.executable, ["python3", "-c", "while True: print('hello'); input()"])


peer.play(misbehave)
