"""Thinks in a thread on the others' time."""

import threading

import peer


def misbehave(ask):
    threading.Thread(target=spin, daemon=True).start()


def spin():
    while True:
        pass


peer.play(misbehave)
