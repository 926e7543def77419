"""Closes its stdout and lives on."""

import os
import time

import peer


def misbehave(ask):
    os.close(1)
    time.sleep(60)


peer.play(misbehave)
