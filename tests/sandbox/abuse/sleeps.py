"""Sleeps a little less than the limit of one move, on every move."""

import time

import peer


def slowly(ask):
    time.sleep(0.4)
    answer(ask)


answer, peer.answer = peer.answer, slowly
peer.play(lambda ask: False)
