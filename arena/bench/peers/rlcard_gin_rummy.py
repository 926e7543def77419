"""Random gin rummy in RLCard's core: for each line read, steps for a while and prints seconds a step.

Run by the Python of the peers' own environment; `make bench-peers` makes it.
"""

import random
import sys
import time

from rlcard.games.gin_rummy.game import GinRummyGame

STEPS = 400


def play() -> None:
    game = GinRummyGame()
    game.init_game()
    for _ in range(STEPS):
        if game.is_over():
            game.init_game()
        actions = game.judge.get_legal_actions()
        game.step(actions[int(random.random() * len(actions))])


for _line in sys.stdin:
    started = time.process_time()
    play()
    print((time.process_time() - started) / STEPS, flush=True)
