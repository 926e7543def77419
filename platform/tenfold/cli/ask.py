"""`tenfold ask`: put the questions of a game to a bot again, to see what it does with the last of them."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text

from arena.messages import greeting
from arena.protocol import Hello, Request, TimeLimits
from arena.requests import requests_to, turn_of, up_to_turn
from arena.seat import Fault
from arena.table import Exchange, exchange
from sandbox.limits import Limits
from sandbox.process import ProcessSandbox
from tenfold.cli.bots import Bot, find_bot
from tenfold.cli.outcome import Exit, Refused, out, print_json
from tenfold.cli.playing import cannot_run
from tenfold.cli.saved import open_all
from tenfold.seats import SandboxSeat, ours

# What a site gives out is far below; a line of the protocol has a few thousand bytes.
MOST_LINES, LONGEST_LINE = 100_000, 1 << 16


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it was put to the bot, and what came."""

    turn: int | None
    made: Exchange

    @property
    def line(self) -> str:
        return self.made.request.decode()

    @property
    def fault(self) -> Fault | None:
        return self.made.result if isinstance(self.made.result, Fault) else None

    @property
    def reply(self) -> str:
        came = self.made.came
        if isinstance(came, Fault):
            return str(came.detail.get("raw") or "")
        return came.line.decode("utf-8", "backslashreplace")


def ask(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot: a .py, a .zip, or a house bot's name.")],
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Lines from a dossier (.ndjson), or a saved game (.t10).")
    ],
    *,
    seat: Annotated[int, typer.Option(metavar="N", help="Of a game: whose questions.")] = 1,
    turn: Annotated[int | None, typer.Option(metavar="N", help="Of a game: up to which turn.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Put the questions of a game to a bot, and show what it does with the last of them.

    All lines before it are put to the bot as well, since it may remember them. It runs as a plain process of
    yours, under the site's limits of time and memory. Replies are read as the site reads them; whether the
    rules allow a move is not looked at.
    """
    if reason := cannot_run():
        raise Refused(reason)
    lines = _of_game(file, seat, turn) if file.suffix != ".ndjson" else _of_lines(file)
    asked = list(_put(find_bot(bot), lines))
    if as_json:
        print_json([_result(each) for each in _last_turn(asked)])
    else:
        _report(asked, len(lines))
    raise typer.Exit(Exit.NO if asked[-1].fault else Exit.FINE)


def _of_lines(file: Path) -> list[Request]:
    if not file.is_file():
        raise Refused(f"{file} is no file: download one from a dossier on the site")
    lines = file.read_bytes().splitlines()
    if not lines or len(lines) > MOST_LINES:
        raise Refused(f"{file} has {len(lines)} lines; it needs 1 to {MOST_LINES}")
    return [_read(line, number, file) for number, line in enumerate(lines, 1)]


def _read(line: bytes, number: int, file: Path) -> Request:
    if len(line) > LONGEST_LINE:
        raise Refused(f"{file}, line {number} has {len(line)} bytes, and the longest has {LONGEST_LINE}")
    try:
        return msgspec.json.decode(line, type=Request)
    except (ValueError, RecursionError) as error:  # msgspec's own errors are such, too
        raise Refused(f"{file}, line {number} is no request of the protocol: {error}") from error


def _of_game(file: Path, seat: int, turn: int | None) -> list[Request]:
    """Of a seat and turn as people count them, from 1."""
    games = open_all(file)
    if len(games) > 1 or games[0].transcript is None:
        raise Refused(f"{file} is no single stored game: name a .t10, such as {games[0].path}")
    transcript = games[0].transcript
    if not 1 <= seat <= transcript.players:
        raise Refused(f"the game has seats 1 to {transcript.players}, not {seat}")
    limits = TimeLimits()
    hello = greeting(transcript.rules, players=transcript.players, games=1, limits=limits)
    requests = requests_to(transcript, seat - 1)
    chosen = requests if turn is None else up_to_turn(requests, turn - 1)
    if not chosen:
        turns = sorted({at + 1 for each in requests if (at := turn_of(each)) is not None})
        near = min(turns, key=lambda at: abs(at - (turn or 0)), default=None)
        raise Refused(f"seat {seat} is asked nothing in turn {turn}; the nearest is turn {near}")
    return [hello, *chosen]


def _put(bot: Bot, lines: Sequence[Request]) -> Iterator[Asked]:
    """Ask one line after the other; a bot that is over is asked no more."""
    with closing(ProcessSandbox()) as sandbox:
        with ours():
            seat = SandboxSeat(sandbox.open(bot.program, limits=Limits()))
        game = None
        for request in lines:
            if not isinstance(request, Hello) and request.game != game:
                game = request.game
                seat.start_game()
            made = exchange(seat, request)
            yield Asked(turn_of(request), made)
            if isinstance(made.came, Fault) and made.came.ended:
                return


def _last_turn(asked: Sequence[Asked]) -> list[Asked]:
    """The last request, with what was asked before it in the same turn."""
    last = asked[-1]
    if last.turn is None:
        return [last]
    return [each for each in asked[-3:] if each.turn == last.turn]


def _report(asked: Sequence[Asked], lines: int) -> None:
    for each in _last_turn(asked):
        came = each.made.came
        out.print(Text.assemble(("asked  ", "dim"), each.line), soft_wrap=True)
        reply = Text(each.reply) if each.reply else Text("nothing", style="dim")
        out.print(Text.assemble(("came   ", "dim"), reply), soft_wrap=True)
        if came.stderr.strip():
            out.print(Text("stderr", style="dim"))
            out.print(Text(came.stderr.rstrip()), soft_wrap=True)
        out.print(Text(f"cost   {came.cpu_ms:.1f} ms of CPU, {came.wall_ms:.1f} ms", style="dim"))
        if each.fault:
            kind = str(each.fault.kind).replace("_", " ")
            out.print(Text.assemble((f"{kind}: ", "bold red"), each.fault.message), soft_wrap=True)
    early = [number for number, each in enumerate(asked, 1) if each.fault and each is not asked[-1]]
    told = f"; faults at lines {', '.join(map(str, early[:5]))} before it" if early else ""
    out.print(Text(f"Line {len(asked)} of {lines}{told}.", style="dim"))


def _result(asked: Asked) -> dict[str, Any]:
    fault = asked.fault
    return {
        "asked": asked.line,
        "came": asked.reply,
        "stderr": asked.made.came.stderr,
        "cpu_ms": round(asked.made.came.cpu_ms, 1),
        "wall_ms": round(asked.made.came.wall_ms, 1),
        "fault": fault and {"kind": fault.kind, "message": fault.message, "detail": dict(fault.detail)},
    }
