"""How `tenfold submit` ends where a site, an address, a token or a file is not what it should be."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tenfold.cli import submit
from tests.cli.stand_in import VERSION, Said, a_proxy, a_site, said
from tests.cli.terminal import Ended, flat, tenfold

CHECKED = said({**VERSION, "state": "checking"}, 201)
CUT_OFF = Said(b"{", headers={"Content-Length": "99"})
HICCUPS = (said({"detail": "No."}, 502), said({"detail": "Later."}, 429), Said(b"<p>", 503), CUT_OFF)
STEERING = "gone\x1b[2J\x9b2J\u202e"


@pytest.fixture
def handed_in(tmp_path, monkeypatch) -> Callable[..., Ended]:
    monkeypatch.setenv("TENFOLD_TOKEN", "of nobody")
    file = tmp_path / "shark.py"
    file.write_text("pass\n")
    return lambda address, *more: tenfold("submit", file, "--site", address, *more)


@pytest.fixture
def pauses(monkeypatch) -> list[float]:
    """How long it has waited, without the waiting."""
    waited: list[float] = []
    monkeypatch.setattr(submit, "sleep", waited.append)
    return waited


@pytest.fixture
def proxy(monkeypatch) -> Iterator[list[str]]:
    """The environment names a proxy for all there is; the addresses that it was asked for."""
    for name in ("no_proxy", "NO_PROXY", "REQUEST_METHOD"):
        monkeypatch.delenv(name, raising=False)
    with a_proxy() as (address, asked):
        monkeypatch.setenv("http_proxy", address)
        yield asked


@pytest.mark.parametrize(
    "address",
    [
        "file:///etc/passwd",
        "tenfold.example",
        "https://",
        "https://[::1",
        "https://tenfold.example/blå",
        "https://blå.example",
        "https://tenfold..example",
        f"https://{'x' * 64}.example",
        "https://tenfold.example:port",
        "https://tenfold.example:65536",
        "https://ada:word@tenfold.example",
        "https://tenfold.example/?page=1",
        "https://tenfold.example/ /",
        "https://tenfold.example\n",
    ],
)
def test_what_is_no_address_is_refused(handed_in, address):
    ended = handed_in(address)

    assert ended.code == 2
    assert "a site's address begins with https:// or http://" in flat(ended.err)


def test_without_a_token_it_says_what_it_needs(handed_in, monkeypatch):
    monkeypatch.setenv("TENFOLD_TOKEN", " \n")

    ended = handed_in("https://tenfold.example")

    assert ended.code == 2
    assert "put the token of your account into TENFOLD_TOKEN" in flat(ended.err)


def test_a_line_end_after_the_token_does_no_harm(handed_in, monkeypatch):
    monkeypatch.setenv("TENFOLD_TOKEN", "of nobody\r\n")

    with a_site() as address:
        assert handed_in(address).code == 0


@pytest.mark.parametrize("token", ["tåken", "to€ken", "to\nken", "to\x7fken"])
def test_what_cannot_be_a_token_is_refused_and_not_shown(handed_in, monkeypatch, token):
    monkeypatch.setenv("TENFOLD_TOKEN", token)

    ended = handed_in("https://tenfold.example")

    assert ended.code == 2
    assert "TENFOLD_TOKEN holds is no token" in flat(ended.err)
    assert token not in ended.err


@pytest.mark.parametrize(
    "host", ["tenfold.example", "localhost.example", "127.0.0.1.example", "10.0.0.1", "[::2]"]
)
def test_a_token_goes_in_clear_to_no_other_machine(handed_in, host):
    ended = handed_in(f"http://{host}")

    assert ended.code == 2
    assert f"whoever is on the way to {host} can read your token" in flat(ended.err)


@pytest.mark.parametrize(
    "address", ["http://localhost:1", "HTTP://127.0.0.1:1/", "http://[::1]:1", "https://localhost:1"]
)
def test_a_site_that_does_not_answer_is_no_fault_of_the_bot(handed_in, address):
    ended = handed_in(address)

    assert ended.code == 4
    assert "does not answer" in flat(ended.err)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST"])
def test_what_goes_to_this_machine_goes_through_no_proxy(handed_in, proxy, host):
    with a_site() as address:
        ended = handed_in(address.replace("127.0.0.1", host))

    assert (ended.code, proxy) == (0, [])


def test_what_goes_elsewhere_goes_through_the_proxy_that_the_environment_names(handed_in, proxy):
    assert handed_in("http://tenfold.example", "--insecure").code == 0
    assert proxy[0].startswith("http://tenfold.example/api/v1/bots")


def test_a_token_goes_in_clear_where_one_says_so(handed_in):
    assert handed_in("http://0.0.0.0:1").code == 2
    assert handed_in("http://0.0.0.0:1", "--insecure").code == 4  # nothing listens there


@pytest.mark.parametrize(
    "answer",
    [
        said([]),
        said({"results": 3, "next": None}),
        said({"results": [{}], "next": None}),
        said({"results": [{"id": "seven", "name": "shark"}], "next": None}),
        said({"results": [], "next": "/?å"}),
        said({"results": [], "next": "/? "}),
        Said(b"<!doctype html>"),
        Said(b"\xff"),
        Said(b"[" * 100_000),
        Said(b'{"results": [], "next": null, "more": "' + b"x" * (1 << 22) + b'"}'),
    ],
    ids=range(10),
)
def test_whoever_answers_otherwise_is_said_to_be_no_tenfold_site(handed_in, answer):
    with a_site(bots=[answer]) as address:
        ended = handed_in(address)

    assert ended.code == 2
    assert "answers, but not as a Tenfold site does" in flat(ended.err)


@pytest.mark.parametrize("lacking", ["bot", "number", "state", "url", "dossier"])
def test_so_is_who_knows_no_version(handed_in, lacking):
    version = {name: value for name, value in VERSION.items() if name != lacking}

    with a_site(uploaded=[said(version, 201)]) as address:
        assert handed_in(address).code == 2


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{}", b'{"detail": "No.", "errors": []}', b"[" * 100_000, b"\xff"], ids=range(6)
)
def test_a_refusal_without_words_is_told_by_its_number(handed_in, body):
    with a_site(bots=[Said(body, 404)]) as address:
        ended = handed_in(address)

    assert ended.code == 2
    assert "answers 404 Not Found, and says no more" in flat(ended.err)


def test_so_is_one_that_is_cut_off(handed_in):
    with a_site(made=[Said(b"ff\r\n{", 403, {"Transfer-Encoding": "chunked"})]) as address:
        ended = handed_in(address)

    assert ended.code == 2
    assert "answers 403 Forbidden, and says no more" in flat(ended.err)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("where", ["https://tenfold.example/", "https://[::1", "ftp://x", "blå"])
def test_wherever_a_site_leads_it_is_told_and_not_followed(handed_in, status, where):
    with a_site(bots=[Said(status=status, headers={"Location": where})]) as address:
        ended = handed_in(address)

    assert ended.code == 2
    assert f"leads elsewhere, to {where}: give that address" in flat(ended.err)


@pytest.mark.parametrize("step", ["bots", "made", "uploaded"])
@pytest.mark.parametrize("hiccup", HICCUPS, ids=range(len(HICCUPS)))
def test_a_site_that_fails_is_no_fault_of_the_bot(handed_in, step, hiccup):
    with a_site(**{step: [hiccup]}) as address:
        assert handed_in(address).code == 4


def test_while_a_bot_is_followed_the_site_may_fail_for_a_while(handed_in, pauses):
    with a_site(uploaded=[CHECKED], version=[*HICCUPS, CHECKED, *HICCUPS]) as address:
        ended = handed_in(address)

    assert ended.code == 0
    assert pauses == [1, 2, 4, 8, 16, 1, 2, 4, 8, 16]


def test_it_asks_again_when_the_site_wants_to_be_asked(handed_in, pauses):
    later = said({"detail": "Later."}, 429, **{"Retry-After": "77"})

    with a_site(uploaded=[CHECKED], version=[later]) as address:
        assert handed_in(address).code == 0

    assert pauses == [1, 77]


@pytest.mark.parametrize("when", ["soon", "-3", "9" * 5000])
def test_a_time_that_is_none_is_not_waited_for(handed_in, pauses, when):
    later = said({"detail": "Later."}, 429, **{"Retry-After": when})

    with a_site(uploaded=[CHECKED], version=[later]) as address:
        assert handed_in(address).code == 0

    assert pauses == [1, 2]


@pytest.mark.parametrize(
    "failures",
    [[HICCUPS[0]] * 6, [said({"detail": "Later."}, 429, **{"Retry-After": "900"})]],
    ids=["often", "long"],
)
def test_a_site_that_fails_for_longer_is_left_to_go_on_with_it(handed_in, pauses, failures):
    with a_site(uploaded=[CHECKED], version=failures) as address:
        ended = handed_in(address)

    assert ended.code == 4
    assert "It has your bot, and goes on with it." in flat(ended.err)


@pytest.mark.parametrize(
    "instead",
    [
        {"bots": [said({"detail": STEERING}, 403)]},
        {"bots": [said({"detail": "No.", "errors": {"name": [STEERING]}}, 400)]},
        {"bots": [Said(status=302, headers={"Location": "http://gone\x1b[2J"})]},
        {"uploaded": [said({**VERSION, "url": f"/{STEERING}"}, 201)]},
        {"uploaded": [said({**VERSION, "state": "refused", "reason": STEERING}, 201)]},
        *(
            {"uploaded": [said({**VERSION, "state": "refused", "dossier": {part: STEERING}}, 201)]}
            for part in ("request", "reply", "stderr")
        ),
    ],
    ids=range(8),
)
def test_what_a_site_says_steers_no_terminal(handed_in, instead):
    with a_site(**instead) as address:
        ended = handed_in(address)

    assert "gone\N{REPLACEMENT CHARACTER}[2J" in flat(ended.out + ended.err)
    assert all(line.isprintable() for line in (ended.out + ended.err).split("\n"))


def test_the_lines_that_a_bot_wrote_stay_lines(handed_in):
    stderr = "Traceback:\n\tshark.py\nKeyError"
    refused = {**VERSION, "state": "refused", "reason": "It exited.", "dossier": {"stderr": stderr}}

    with a_site(uploaded=[said(refused, 201)]) as address:
        ended = handed_in(address)

    assert ended.code == 1
    assert "Traceback:\n        shark.py\nKeyError\n" in ended.out


def test_pages_that_lead_to_themselves_come_to_an_end(handed_in):
    circle = said({"results": [], "next": "/api/v1/bots?mine=true"})

    with a_site(bots=[circle] * 1000) as address:
        ended = handed_in(address)

    assert ended.code == 2
    assert "lists bots without end" in flat(ended.err)


def test_no_more_of_a_file_is_read_than_a_bot_may_have(handed_in, tmp_path):
    os.truncate(tmp_path / "shark.py", 1 << 40)  # no machine could hold it

    ended = handed_in("https://tenfold.example")

    assert ended.code == 2
    assert "has more; a bot has 1 to 1,048,576 bytes" in flat(ended.err)


def test_a_file_that_cannot_be_read_is_refused(handed_in):
    ended = tenfold("submit", Path("/proc/self/mem"), "--site", "https://tenfold.example")

    assert ended.code == 2
    assert "/proc/self/mem cannot be read" in flat(ended.err)


def test_a_file_whose_name_is_no_text_needs_another_name(handed_in, tmp_path):
    file = tmp_path / os.fsdecode(b"sh\xffrk.py")
    file.write_text("pass\n")

    assert tenfold("submit", file, "--site", "https://tenfold.example").code == 2
    with a_site() as address:
        assert tenfold("submit", file, "--site", address, "--name", "shark").code == 0
