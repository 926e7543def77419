"""Random hearts in OpenSpiel, driven from Python: for each line read, steps and prints seconds a step.

Run by the Python of the peers' own environment; `make bench-peers` makes it.
"""

import random
import sys
import time

import pyspiel

STEPS = 10_000
HEARTS = pyspiel.load_game("hearts")


def play() -> None:
    state = HEARTS.new_initial_state()
    for _ in range(STEPS):
        if state.is_terminal():
            state = HEARTS.new_initial_state()
        actions = state.legal_actions()
        state.apply_action(actions[int(random.random() * len(actions))])


for _line in sys.stdin:
    started = time.process_time()
    play()
    print((time.process_time() - started) / STEPS, flush=True)
