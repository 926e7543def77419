"""Its main thread ends, another keeps the process alive."""

import sys
import threading
import time

import peer


def misbehave(ask):
    threading.Thread(target=time.sleep, args=(3600,)).start()
    sys.exit(0)


peer.play(misbehave)
