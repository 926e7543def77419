"""Bots that misbehave on their second request and must be ended, or end by themselves, in every odd way.

A neighbour plays on beside each of them; afterwards nothing of them is left, and we have not grown.
"""

import platform
import re
import resource
import time
from contextlib import closing

import pytest

from sandbox.limits import Limits
from sandbox.verdict import Reply, Verdict, Verdicted
from sandbox.warm import Warm
from tests.sandbox.bots import ECHO, then
from tests.sandbox.containers import PATIENT, containers, listed, traces

pytestmark = pytest.mark.docker

LIMITS = Limits(move_wall_ms=1_500, start_wall_ms=30_000)
# Of the process that runs the tests, by one bot. What a flood could make us keep is many times this.
MOST_GROWTH_KB = 24 << 10

SLOW = {Verdict.TIMEOUT, Verdict.CPU_BANK}
SHUT_STDIN = "os.close(0); os.write(1, b'2\\n'); "
DEAF = "import signal\nfor n in {*range(1, 65)} - {9, 19, 32, 33}: signal.signal(n, signal.SIG_IGN)\n"
COPY = "import glob, shutil; shutil.copyfile(sys.executable, '/tmp/p'); loader = glob.glob('/lib*/ld-*')[0]\n"
LINKS = "links = [f'/proc/self/fd/{number}' for number in range(64)]\n"
THREADS = "import threading\ndef spin():\n    while True: pass\n"

# What it does on its second request; the verdict on that or on a third; a piece of the sentence.
ENDINGS = {
    "exits while it writes": ("os.write(1, b'{\"id\": 2'); os._exit(0)", Verdict.EXITED, "code 0 instead of"),
    "exits between requests": ("print(2, flush=True); os._exit(7)", Verdict.EXITED, "code 7 instead of"),
    "closes stdin and stays": (SHUT_STDIN + "time.sleep(60)", Verdict.NOT_READING, "closed its stdin"),
    "closes stdin and leaves": (SHUT_STDIN + "os._exit(0)", Verdict.EXITED, "code 0 instead of"),
    "starts a process": (
        "import multiprocessing; multiprocessing.Process(target=print).start()",
        Verdict.EXITED,
        "The sandbox refused it something: a bot may start up to 15 threads",
    ),
    "asks for a pool of processes": (
        "import multiprocessing; multiprocessing.Pool(2)",
        Verdict.EXITED,
        "processes, sockets and all else are not for bots",
    ),
    "closes stderr and fails": ("os.close(2); [][1]", Verdict.EXITED, "exit code 1 instead of"),
    "swaps its pipes": ("os.dup2(2, 1); time.sleep(60)", Verdict.STDOUT_CLOSED, "closed its stdout"),
    "drips": (
        "for _ in range(999): os.write(1, b'x'); time.sleep(0.05)",
        Verdict.TIMEOUT,
        "It wrote 'xxxx.* and no newline",
    ),
    "ends lines by CR": ("os.write(1, b'2\\r'); time.sleep(60)", Verdict.TIMEOUT, r"It wrote '2\\r'"),
    "blank lines": ("os.write(1, b'\\n' * 99999)", Verdict.OUTPUT_TOO_LONG, "more than 4096 bytes"),
    "NULs": ("os.write(1, bytes(99999))", Verdict.OUTPUT_TOO_LONG, "more than 4096 bytes"),
    "a byte too many": ("print('x' * 4097)", Verdict.OUTPUT_TOO_LONG, "more than 4096 bytes"),
    "tiny lines": ("os.write(1, b'{}\\n' * 9000)", Verdict.UNASKED_OUTPUT, "without being asked"),
    "holds the interpreter": ("sum(range(10**12))", SLOW, "did not give|CPU bank"),
    "a pattern without end": ("import re; re.match('(a+)+$', 'a' * 50 + 'b')", SLOW, "did not give|CPU bank"),
    "a number without end": ("9 ** 9 ** 9 ** 9", {*SLOW, Verdict.OUT_OF_MEMORY}, "did not|CPU bank|memory"),
    "ignores every signal": (
        DEAF + "while True: pass",
        SLOW,
        "did not give|CPU bank",
    ),
    "burns in threads": (
        THREADS + "for _ in range(9): threading.Thread(target=spin).start()",
        SLOW,
        "did not give|CPU bank",
    ),
    "hangs while it exits": (
        "class Last:\n    def __del__(self, sleep=time.sleep): sleep(60)\nlast = Last(); sys.exit()",
        Verdict.TIMEOUT,
        "did not give",
    ),
    "starts itself anew": ("os.execv(sys.executable, [sys.executable, '/tmp/bot/main.py'])", SLOW, "did not"),
    "runs the loader anew": (
        "os.execv(sys.executable, ['python3', '-uB', '/opt/tenfold/loader.py', '/tmp/bot', '/io'])",
        {Verdict.TIMEOUT, Verdict.EXITED},
        "did not give|instead of",
    ),
    "runs a program from /tmp": (
        COPY + "os.execv(loader, [loader, '/tmp/p', '-c', 'print(2)'])",
        Verdict.EXITED,
        "exit code 127 instead of",
    ),
    "fills memory and scratch": (
        "open('/tmp/x', 'wb').write(bytes(7 << 20)); kept = b'x' * (121 << 20); time.sleep(60)",
        Verdict.OUT_OF_MEMORY,
        "more than its 128 MB",
    ),
    "shares memory with nobody": (
        "import mmap; mmap.mmap(-1, 256 << 20).write(b'x' * (126 << 20)); time.sleep(60)",
        Verdict.OUT_OF_MEMORY,
        "more than its 128 MB",
    ),
    "a failed traceback": (
        "sys.excepthook = lambda *_: os._exit(3)\n1 / 0",
        Verdict.EXITED,
        "exit code 3 instead of",
    ),
    "says that memory was short": (
        "print('MemoryError', file=sys.stderr); os._exit(1)",
        Verdict.OUT_OF_MEMORY,
        "more than its 128 MB",
    ),
}  # fmt: skip


class Table:
    """A sandbox with containers waiting, a bot in it that behaves, and where all others were."""

    def __init__(self, sandbox):
        self.sandbox = sandbox
        self.neighbour = sandbox.open(ECHO, limits=PATIENT)
        self.traces = []

    def until_it_ends(self, program, limits=PATIENT):
        """What the second request meets, or the third: some faults show only then."""
        with closing(self.sandbox.open(program, limits=limits)) as bot:
            assert isinstance(bot.ask(b"first"), Reply)
            found = traces(self.sandbox, bot)
            assert found
            self.traces += found
            met = bot.ask(b"second")
            if isinstance(met, Reply):
                time.sleep(0.1)
                met = bot.ask(b"third")
        return met


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    root = tmp_path_factory.mktemp("endings") / "slots"
    with containers(root, warm=Warm(3, limits=LIMITS, labels={"test": str(root)})) as sandbox:
        made = Table(sandbox)
        yield made
    assert listed(**{"tenfold.test": root}) == []
    assert list(root.iterdir()) == []
    assert [path for path in made.traces if path.exists()] == []


def most_memory_kb():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@pytest.mark.parametrize("name", ENDINGS)
def test_the_bot_is_told_why_it_ended_and_its_neighbour_plays_on(table, name):
    what, verdict, sentence = ENDINGS[name]
    before = most_memory_kb()

    waits = verdict == Verdict.TIMEOUT or isinstance(verdict, set)
    met = table.until_it_ends(then(what), LIMITS if waits else PATIENT)

    assert isinstance(met, Verdicted), met
    assert met.verdict in (verdict if isinstance(verdict, set) else {verdict}), met
    assert re.search(sentence, met.message), met.message
    assert table.neighbour.ask(b"still there?").line == b"still there?"
    assert most_memory_kb() - before < MOST_GROWTH_KB


# What it does on its second request, and what that is answered by: none of these is at fault.
FORGIVEN = {
    "a line of the most bytes": ("print('x' * 4096)", b"x" * 4096),
    "CRLF and blank lines": ("os.write(1, b'\\n\\r\\n2\\r\\n')", b"2"),
    "separators of Unicode": ("print('2\\u2028\\x85')", "2\u2028\x85".encode()),
    "by another descriptor": ("os.write(os.open('/io/out', os.O_WRONLY), b'2\\n')", b"2"),
    "in two pieces": ("os.write(1, b'a'); time.sleep(0.05); os.write(1, b'b\\n')", b"ab"),
    "much memory": ("kept = b'x' * (104 << 20); print(2)", b"2"),
    "a long log": ("os.write(2, b'e' * 900_000); print(2)", b"2"),
    "a thousand names nobody has": ("[os.path.exists(f'/usr/{n}') for n in range(9999)]; print(2)", b"2"),
    "no descriptors but its own": (
        LINKS + "print(*sorted(os.readlink(link) for link in links if os.path.lexists(link)))",
        b"/io/err /io/in /io/out",
    ),
    "its last breath": ("import atexit; atexit.register(print, 2); sys.exit()", b"2"),
    "a log to a closed stderr": ("os.close(2); print(2)", b"2"),
    "a name to scare a terminal": (
        "import threading; threading.current_thread().name = '\\x1b[2J\\u202e'; print(2)",
        b"2",
    ),
}


@pytest.mark.parametrize("name", FORGIVEN)
def test_what_is_odd_but_within_the_limits_is_forgiven(table, name):
    what, answer = FORGIVEN[name]
    before = most_memory_kb()

    with closing(table.sandbox.open(then(what), limits=PATIENT)) as bot:
        bot.ask(b"first")
        met = bot.ask(b"second")

    assert isinstance(met, Reply), met
    assert met.line == answer
    assert most_memory_kb() - before < MOST_GROWTH_KB


@pytest.mark.skipif(platform.machine() != "x86_64", reason="only there are numbers of a second kind")
def test_a_call_by_the_numbers_of_another_processor_ends_the_bot(table):
    met = table.until_it_ends(then("import ctypes; ctypes.CDLL(None).syscall(0x40000000 + 41, 1, 1, 0)"))

    assert (met.verdict, met.message) == (Verdict.CRASHED, "The bot's process crashed with SIGSYS.")
