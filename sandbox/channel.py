"""Lines to and from a program over three file descriptors, whatever the program does with its ends.

One loop writes, reads and drains stderr at once: a program that fills one pipe while we wait on another
would otherwise stop us both. Every buffer here has a cap that is checked while reading, not afterwards.
"""

import os
import select
from collections.abc import Callable

from sandbox.limits import Limits
from sandbox.verdict import Verdict

CHUNK = 8_192
# What may wait unread when nothing was asked; more than this is not looked at in one go.
UNASKED_BYTES = 65_536
# Of a line on stderr whose beginning would be dropped, so much of it stays.
BEGINNING_BYTES = 300

# Seconds to wait before asking again; raises when waiting is over.
Patience = Callable[[], float]


class ProgramError(Exception):
    """The program broke a rule; the sentence is for its author."""

    def __init__(self, verdict: Verdict, message: str, *, raw: bytes = b"", hung_up: bool = False) -> None:
        super().__init__(message)
        self.verdict = verdict
        self.message = message
        self.raw = raw
        self.hung_up = hung_up  # one of its pipes is closed, so it may have ended of its own accord


class Channel:
    """Owns the three descriptors and closes them."""

    def __init__(self, *, stdin: int, stdout: int, stderr: int, limits: Limits) -> None:
        self._stdin, self._stdout, self._stderr = stdin, stdout, stderr
        self._limits = limits
        self._unsent = memoryview(b"")
        self._received = bytearray()
        self._blank_bytes = 0
        self._tail = bytearray()
        self._beginning = b""  # of the line that the tail starts in the middle of
        self._stderr_bytes = 0
        self._poll = select.poll()
        for fd in (stdin, stdout, stderr):
            os.set_blocking(fd, False)
        for fd in (stdout, stderr):
            self._poll.register(fd, select.POLLIN)

    @property
    def behind(self) -> bool:
        """The program has not taken in all that was written to it."""
        return bool(self._unsent)

    @property
    def half_line(self) -> bytes:
        return bytes(self._received)

    def exchange(self, line: bytes, patience: Patience) -> bytes:
        """Send a line and wait for one, which comes without its newline."""
        self._blank_bytes = 0
        self._queue(line + b"\n")
        while self._unsent or b"\n" not in self._received:
            self._pump(patience)
        return self._next_line()

    def send(self, data: bytes, patience: Patience) -> None:
        self._queue(data)
        while self._unsent:
            self._pump(patience)

    def receive(self, patience: Patience) -> bytes:
        while b"\n" not in self._received:
            self._pump(patience)
        return self._next_line()

    def unasked(self) -> bytes:
        """Take away what the program wrote without being asked; blank lines are forgiven."""
        for fd, _ in self._poll.poll(0):
            if fd == self._stderr:
                self._read_stderr()
            else:
                self._received += self._read_all(fd, UNASKED_BYTES)
        if not self._received:
            return b""
        came = bytes(self._received)
        self._received.clear()
        if len(came) > self._limits.line_bytes and b"\n" not in came:
            raise self._too_long(came)
        return came.strip()

    def take_stderr(self) -> bytes:
        """The tail of what came on stderr since the last call.

        A line that is cut keeps its beginning: of an endless message, that is the exception's name.
        """
        if not self._tail:  # most bots are silent
            return b""
        cut = " … ".encode() if len(self._beginning) > BEGINNING_BYTES else b""
        tail = self._beginning[:BEGINNING_BYTES] + cut + self._tail
        self._tail.clear()
        self._beginning = b""
        self._stderr_bytes = 0
        return tail

    def drain_stderr(self) -> None:
        """The last words of a program that is over."""
        self._keep_tail(self._read_all(self._stderr, self._limits.stderr_flood_bytes))

    def close(self) -> None:
        for fd in (self._stdin, self._stdout, self._stderr):
            os.close(fd)

    def _queue(self, data: bytes) -> None:
        self._unsent = memoryview(data)
        self._write()
        if self._unsent:
            self._poll.register(self._stdin, select.POLLOUT)

    def _pump(self, patience: Patience) -> None:
        # Rounded up: poll() counts whole milliseconds, and zero would make this a busy loop.
        for fd, _ in self._poll.poll(int(patience() * 1000) + 1):
            if fd == self._stdin:
                self._write()
                if not self._unsent:
                    self._poll.unregister(fd)
            elif fd == self._stderr:
                self._read_stderr()
            else:
                self._read_stdout()

    def _write(self) -> None:
        try:
            while self._unsent:
                self._unsent = self._unsent[os.write(self._stdin, self._unsent) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            msg = "The bot closed its stdin, so it could not be asked: keep reading lines until stdin ends."
            raise ProgramError(Verdict.NOT_READING, msg, hung_up=True) from None

    def _read_stdout(self) -> None:
        came = self._read(self._stdout)
        if came == b"":
            msg = "The bot closed its stdout while an answer was awaited: keep it open and print to it."
            raise ProgramError(Verdict.STDOUT_CLOSED, msg, hung_up=True)
        self._received += came or b""
        self._drop_blank_lines()
        end = self._received.find(b"\n")
        length = len(self._received) if end < 0 else end
        if length + self._blank_bytes > self._limits.line_bytes or len(self._received) > UNASKED_BYTES:
            raise self._too_long(bytes(self._received))

    def _too_long(self, came: bytes) -> ProgramError:
        msg = (
            f"The bot wrote a line of more than {self._limits.line_bytes} bytes: answer with one short line"
            f" that ends in a newline. It began: {quoted(came)}"
        )
        return ProgramError(Verdict.OUTPUT_TOO_LONG, msg, raw=came)

    def _drop_blank_lines(self) -> None:
        if self._received.startswith((b"\n", b"\r")):
            rest = self._received.lstrip(b"\r\n")
            self._blank_bytes += len(self._received) - len(rest)
            self._received = rest

    def _next_line(self) -> bytes:
        line, _, rest = self._received.partition(b"\n")
        self._received = rest
        return bytes(line.rstrip(b"\r"))

    def _read_stderr(self) -> None:
        # All that waits: what was written before an answer stands beside that answer, not a later one.
        while came := self._read(self._stderr):
            self._keep_tail(came)
            self._check_flood()
        if came == b"":
            self._poll.unregister(self._stderr)

    def _check_flood(self) -> None:
        if self._stderr_bytes > self._limits.stderr_flood_bytes:
            msg = (
                f"The bot wrote more than {self._limits.stderr_flood_bytes} bytes to stderr"
                " without answering: log less."
            )
            raise ProgramError(Verdict.STDERR_FLOOD, msg)

    def _keep_tail(self, came: bytes) -> None:
        self._stderr_bytes += len(came)
        self._tail += came
        if dropped := bytes(self._tail[: -self._limits.stderr_tail_bytes]):
            del self._tail[: -self._limits.stderr_tail_bytes]
            self._beginning = (self._beginning + dropped).rpartition(b"\n")[2][: BEGINNING_BYTES + 1]

    @staticmethod
    def _read(fd: int) -> bytes | None:
        """None when there is nothing now, empty at the end."""
        try:
            return os.read(fd, CHUNK)
        except BlockingIOError:
            return None

    def _read_all(self, fd: int, most: int) -> bytes:
        came = bytearray()
        while len(came) < most and (part := self._read(fd)):
            came += part
        return bytes(came)


def quoted(raw: bytes | bytearray, most: int = 80) -> str:
    """What came, on one line and printable, for a sentence that quotes it."""
    shown = repr(bytes(raw[:most]))[1:]
    return shown + ("…" if len(raw) > most else "")
