"""`tenfold verify`: did this game happen as it claims, and on the decks that were promised?"""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import typer

from arena.match import block_seed
from arena.transcript import TranscriptMismatch
from arena.transcript import verify as verify_transcript
from tenfold.cli.outcome import Exit, Refused, out, print_json
from tenfold.cli.saved import Broken, Saved, open_all


@dataclass(frozen=True, slots=True)
class Promise:
    """What fixes the decks: the round's secret, the match's key, the block, and the published commitment."""

    secret: bytes
    match: str
    block: int
    commitment: str | None


@dataclass(frozen=True, slots=True)
class Checked:
    """One game: what was found true, and what is false if anything is."""

    file: str
    true: tuple[str, ...]
    false: str | None


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game (.t10), or a folder of them.")],
    *,
    secret: Annotated[
        str | None, typer.Option(metavar="HEX", help="The round's secret, once the site publishes it.")
    ] = None,
    match: Annotated[str | None, typer.Option(metavar="KEY", help="The match's key.")] = None,
    block: Annotated[int | None, typer.Option(metavar="N", min=0, help="The game's block.")] = None,
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="What was published before the round.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Play a game again and compare it with what it claims.

    Every move must be by the rules, and the final hash must come out. With --secret, --match and --block
    the decks are made again, too, and with --commitment the secret is held against what the site
    published before the round. Games of `tenfold play --save` know all of that.
    """
    given = _promise(secret, match, block, commitment)
    try:
        checked = [_checked(saved, given) for saved in open_all(file)]
    except Broken as error:
        checked = [Checked(str(file), (), str(error))]
    if as_json:
        print_json(checked)
    else:
        _report_all(checked)
    raise typer.Exit(Exit.NO if any(one.false for one in checked) else Exit.FINE)


def _promise(
    secret: str | None, match: str | None, block: int | None, commitment: str | None
) -> Promise | None:
    if secret is None and match is None and block is None and commitment is None:
        return None
    if secret is None or match is None or block is None:
        raise Refused(
            "the decks need --secret, --match and --block together: a site gives them out after the round"
        )
    try:
        return Promise(bytes.fromhex(secret), match, block, commitment)
    except ValueError:
        raise Refused(f"--secret is {secret!r}, and should be hexadecimal") from None


def _checked(saved: Saved, given: Promise | None) -> Checked:
    """Hold one game against itself, then against what was promised of its decks."""
    transcript = saved.transcript
    if transcript is None:
        raise Refused(
            f"{saved.path} is a replay document, which holds no log to check: fetch the transcript, "
            "at …/api/v1/matches/…/transcript"
        )
    try:
        verify_transcript(transcript)
    except TranscriptMismatch as error:
        return Checked(str(saved.path), (), str(error))
    true = [f"the game plays as it claims, to the hash {transcript.final_hash.hex()[:16]}…"]
    promise = given or _own_promise(saved)
    if promise is None:
        return Checked(str(saved.path), tuple(true), None)
    if not hmac.compare_digest(block_seed(promise.secret, promise.match, promise.block), transcript.seed):
        false = (
            f"the decks are not those of block {promise.block} of match {promise.match!r} under this secret"
        )
        return Checked(str(saved.path), tuple(true), false)
    true.append(f"its decks are those of block {promise.block} of match {promise.match!r} under the secret")
    if promise.commitment is not None:
        if sha256(promise.secret).hexdigest() != promise.commitment.lower():
            return Checked(str(saved.path), tuple(true), "the secret is not the one that was committed to")
        true.append("the secret is the one that was committed to")
    return Checked(str(saved.path), tuple(true), None)


def _own_promise(saved: Saved) -> Promise | None:
    """What a saved match says of its own decks."""
    if saved.match is None or saved.game is None:
        return None
    return Promise(
        bytes.fromhex(saved.match.secret), saved.match.key, saved.game.block, saved.match.commitment
    )


def _report_all(checked: Sequence[Checked]) -> None:
    """A single game in full; of many, those that are not what they claim."""
    if len(checked) == 1:
        _report(checked[0])
        return
    wrong = [one for one in checked if one.false]
    for one in wrong:
        _report(one)
    sign = "[red]✗[/]" if wrong else "[green]✓[/]"
    out.print(f"{sign} {len(checked) - len(wrong)} of {len(checked)} games are what they claim to be")


def _report(one: Checked) -> None:
    sign = "[red]✗[/]" if one.false else "[green]✓[/]"
    out.print(f"{sign} ", end="")
    out.print(one.file, style="bold", markup=False)
    for sentence in one.true:
        out.print(f"  [green]✓[/] {sentence}")
    if one.false:
        out.print("  [red]✗[/] ", end="")
        out.print(one.false, markup=False)
