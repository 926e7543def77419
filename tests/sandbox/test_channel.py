import os
import threading

import pytest

from sandbox.channel import Channel, ProgramError, quoted
from sandbox.limits import Limits
from sandbox.verdict import Verdict

PATIENT = 6_000  # looks: a minute, on a machine with much else to do


class Peer:
    """A channel and the program's ends of it, held by the test."""

    def __init__(self, **limits):
        self.stdin, stdin = os.pipe()
        stdout, self.stdout = os.pipe()
        stderr, self.stderr = os.pipe()
        self.channel = Channel(stdin=stdin, stdout=stdout, stderr=stderr, limits=Limits(**limits))

    def close(self):
        self.channel.close()
        for fd in (self.stdin, self.stdout, self.stderr):
            os.close(fd)


@pytest.fixture
def peer():
    made = Peer()
    yield made
    made.close()


class OutOfPatience(Exception):
    pass


def waits(times):
    """Patience for so many looks."""
    left = iter(range(times))

    def patience():
        if next(left, None) is None:
            raise OutOfPatience
        return 0.01

    return patience


def test_two_lines_that_came_at_once_are_an_answer_and_one_unasked(peer):
    os.write(peer.stdout, b"one\ntwo\n")

    assert peer.channel.exchange(b"?", waits(9)) == b"one"
    assert peer.channel.unasked() == b"two"
    assert os.read(peer.stdin, 99) == b"?\n"


def test_a_line_that_comes_in_pieces_is_put_together(peer):
    os.write(peer.stdout, b"on")
    threading.Timer(0.05, os.write, (peer.stdout, b"e\n")).start()

    assert peer.channel.receive(waits(PATIENT)) == b"one"


def test_half_a_line_is_there_to_be_quoted(peer):
    os.write(peer.stdout, b"half")

    with pytest.raises(OutOfPatience):
        peer.channel.exchange(b"?", waits(3))
    assert peer.channel.half_line == b"half"
    assert not peer.channel.behind


def test_what_the_pipe_does_not_take_is_still_to_be_sent(peer):
    with pytest.raises(OutOfPatience):
        peer.channel.send(b"x" * 200_000, waits(3))
    assert peer.channel.behind


def test_a_full_pipe_is_filled_again_as_it_empties(peer):
    received = bytearray()

    def read_all():
        while len(received) < 200_000:
            received.extend(os.read(peer.stdin, 9_999))

    reader = threading.Thread(target=read_all)
    reader.start()
    peer.channel.send(b"x" * 200_000, waits(PATIENT))
    reader.join()

    assert len(received) == 200_000


def test_a_line_of_just_the_cap_passes_and_one_byte_more_does_not(peer):
    os.write(peer.stdout, b"x" * 4096 + b"\n")
    assert len(peer.channel.receive(waits(9))) == 4096

    os.write(peer.stdout, b"x" * 4097 + b"\n")
    with pytest.raises(ProgramError) as met:
        peer.channel.receive(waits(9))
    assert met.value.verdict == Verdict.OUTPUT_TOO_LONG


def test_a_flood_while_a_request_is_not_taken_stops_us_neither(peer):
    def flood():
        for _ in range(40):
            os.write(peer.stdout, b"x\n" * 2048)

    writer = threading.Thread(target=flood)
    writer.start()
    with pytest.raises(ProgramError) as met:
        peer.channel.send(b"x" * 200_000, waits(PATIENT))
    peer.channel.unasked()
    while writer.is_alive():
        peer.channel.unasked()
    assert met.value.verdict == Verdict.OUTPUT_TOO_LONG


def test_all_that_was_logged_before_an_answer_comes_with_it(peer):
    os.write(peer.stderr, b"early " * 8_000 + b"late")
    os.write(peer.stdout, b"one\n")

    peer.channel.exchange(b"?", waits(9))

    assert peer.channel.take_stderr().endswith(b"late")
    assert peer.channel.unasked() == peer.channel.take_stderr() == b""


def test_a_closed_stderr_is_nobodys_fault(peer):
    os.close(peer.stderr)
    peer.stderr = os.dup(peer.stdin)
    os.write(peer.stdout, b"fine\n")

    assert peer.channel.exchange(b"?", waits(9)) == b"fine"


def test_what_comes_is_quoted_on_one_line_and_cut():
    assert quoted(b'a "b"\n\xff\x1b') == "'a \"b\"\\n\\xff\\x1b'"
    assert quoted(b"x" * 100, 5) == "'xxxxx'…"


def drained(peer, *parts):
    for part in parts:
        os.write(peer.stderr, part)
        peer.channel.drain_stderr()
    return peer.channel.take_stderr().decode()


def test_a_message_without_end_keeps_the_name_of_its_exception(peer):
    shown = drained(peer, b"Traceback\nValueError: ", *[b"x" * 60_000] * 9)

    assert shown.startswith("ValueError: xxx")
    assert " … xxx" in shown
    assert len(shown) < 17_000


def test_a_line_cut_near_its_beginning_is_put_together_again(peer):
    assert drained(peer, b"first\nsecond " + b"x" * 16_380) == "second " + "x" * 16_380


def test_lines_that_are_gone_leave_no_beginning(peer):
    assert drained(peer, b"gone\n" * 100, b"y" * 16_383 + b"\n") == "y" * 16_383 + "\n"


def test_a_beginning_is_told_once(peer):
    drained(peer, b"ValueError: " + b"x" * 60_000)

    assert drained(peer, b"next\n") == "next\n"
