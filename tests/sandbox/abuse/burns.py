"""Burns CPU on every move."""

import time

import peer


def slowly(ask):
    began = time.process_time()
    while time.process_time() - began < 0.15:
        pass
    answer(ask)


answer, peer.answer = peer.answer, slowly
peer.play(lambda ask: False)
