"""Starts threads without end."""

import threading
import time

import peer


def misbehave(ask):
    started = 0
    try:
        while True:
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
            started += 1
    except RuntimeError as error:
        peer.note("threads:", started, error)


peer.play(misbehave)
