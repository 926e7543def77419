"""The command `tenfold`, put together."""

import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Annotated, NoReturn

import typer

from arena.seat import SeatError
from tenfold.cli import ask, bench, check, compare, new, play, replay, submit, verify, watch
from tenfold.cli.outcome import Exit, Failed, Refused, err, out, shown

app = typer.Typer(
    name="tenfold",
    help="Write bots for Phase 10, try them on your own machine, and watch what they do.",
    epilog=(
        "Exit codes: 0 all is well; 1 the answer is no (a bot at fault, the second bot is worse, a game that "
        "does not verify); 2 wrong command line or file; 3 undecided; 4 a failure that is not your bot's; "
        "130 interrupted."
    ),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",  # it sets paragraphs anew, whatever their lines were
    context_settings={"help_option_names": ["-h", "--help"]},
)

for command in (
    new.new,
    check.check,
    submit.submit,
    play.play,
    compare.compare,
    bench.bench,
    ask.ask,
    watch.watch,
    replay.replay,
    verify.verify,
):
    app.command()(command)


def _show_version(wanted: bool) -> None:  # noqa: FBT001 - typer calls it with the option's value
    if wanted:
        out.print(f"tenfold {version('tenfold')}")
        raise typer.Exit


@app.callback()
def _options(
    *,
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and end."),
    ] = False,
) -> None:
    pass


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and end the process with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A console that cannot show a sign shows another; it is no reason to fail.
        getattr(stream, "reconfigure", lambda **_: None)(errors="replace")
    try:
        app(arguments, prog_name="tenfold")
    except Refused as refused:
        err.print(f"tenfold: {shown(str(refused))}", markup=False, style="red")
        sys.exit(Exit.MISUSED)
    except Failed as failed:
        err.print(f"tenfold: {shown(str(failed))}", markup=False, style="red")
        sys.exit(Exit.OURS)
    except SeatError as error:
        err.print(f"tenfold: {error}. This is not your bot's fault.", markup=False, style="red")
        sys.exit(Exit.OURS)
    raise AssertionError("a command line in standalone mode ends the process itself")
