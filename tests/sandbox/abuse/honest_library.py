"""A control: much of the standard library, and what it asks of the kernel."""

import asyncio
import bz2
import ctypes
import decimal
import fractions
import gzip
import hashlib
import json
import lzma
import mmap
import os
import queue
import random
import shutil
import signal
import sqlite3
import statistics
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor


def files():
    with open("/tmp/note", "w+b") as file:
        file.write(bytes(8192))
        file.flush()
        os.fsync(file.fileno())
        with mmap.mmap(file.fileno(), 0) as seen:
            seen[0] = 7
            seen.flush()
    shutil.copyfile("/tmp/note", "/tmp/copy")
    os.replace("/tmp/copy", "/tmp/note")
    assert open("/tmp/note", "rb").read(1) == b"\x07"
    assert shutil.disk_usage("/tmp").total


def threads():
    results = queue.Queue()
    workers = [threading.Thread(target=results.put, args=(number,)) for number in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    done = threading.Event()
    threading.Timer(0.01, done.set).start()
    assert done.wait(2)
    with ThreadPoolExecutor() as pool:
        assert sum(pool.map(abs, range(-9, 0))) == 45


def join_in_c():
    """As Python 3.13 joins every thread: the C library sleeps on a lock that is not private."""
    library = ctypes.CDLL(None)
    sleep = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(lambda _: time.sleep(0.02))
    thread = ctypes.c_ulong()
    assert library.pthread_create(ctypes.byref(thread), None, sleep, None) == 0
    assert library.pthread_join(thread, None) == 0


async def coroutines():
    found = asyncio.Queue()
    await asyncio.gather(found.put(1), asyncio.sleep(0.001), asyncio.to_thread(time.sleep, 0.001))
    return await asyncio.wait_for(found.get(), 2)


def alarm():
    rung = []
    signal.signal(signal.SIGALRM, lambda *_: rung.append(1))
    signal.setitimer(signal.ITIMER_REAL, 0.001)
    while not rung:
        time.sleep(0.001)


def numbers():
    assert decimal.Decimal(1) / 8 == decimal.Decimal("0.125")
    assert fractions.Fraction(2, 6) == fractions.Fraction(1, 3)
    assert statistics.mean([1, 2, 3]) == 2
    assert len(random.sample(range(108), 10)) == 10
    assert hashlib.sha256(b"").hexdigest().startswith("e3b0")
    assert os.cpu_count() >= 1


def packed():
    for kind in (gzip, bz2, lzma):
        assert kind.decompress(kind.compress(b"cards")) == b"cards"
    assert sqlite3.connect(":memory:").execute("select 6 * 7").fetchone() == (42,)


for line in sys.stdin:
    for use in (files, threads, join_in_c, lambda: asyncio.run(coroutines()), alarm, numbers, packed):
        use()
    print(json.dumps({"id": json.loads(line)["id"], "draw": "stock"}))
