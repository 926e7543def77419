"""Games on the disk: written by `play --save`, fetched from a site, and opened again."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from arena.records import FaultRecord, GameRecord, Note, SeatOutcome
from arena.replay import NoReplay, Replay, read_replay, replay_document
from arena.transcript import Transcript, TranscriptMismatch, load
from tenfold.cli.bots import Bot
from tenfold.cli.outcome import Refused
from tenfold.cli.playing import KEY, Line

INDEX = "match.json"
FORMAT_SAVED = 1


class SavedBot(msgspec.Struct, frozen=True, kw_only=True):
    """A bot and the SHA-256 of its file."""

    name: str
    sha256: str


class SavedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game of the folder; `seats[s]` is the number of the bot in seat s, outcomes are by seat."""

    file: str
    block: int
    rotation: int
    seats: tuple[int, ...]
    outcome: tuple[SeatOutcome, ...]
    faults: tuple[FaultRecord, ...]
    notes: tuple[Note, ...]


class SavedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """What lies in a folder; with `secret` and `key` every block's seed can be made again."""

    format: int
    seed: str
    key: str
    secret: str
    commitment: str
    rules: dict[str, Any]
    bots: tuple[SavedBot, ...]
    games: tuple[SavedGame, ...]


class Broken(Refused):
    """The bytes are not what their name claims."""


@dataclass(frozen=True, slots=True)
class Saved:
    """One game, opened; `names` are by seat.

    `transcript` is None for a replay document alone, `match` for a game that lies without its folder's index.
    """

    path: Path
    names: tuple[str, ...]
    transcript: Transcript | None = None
    match: SavedMatch | None = None
    game: SavedGame | None = None
    replay: Replay | None = None

    def document(self) -> Replay:
        """The game step by step. Raises Broken when it cannot be played again."""
        if self.transcript is None:
            assert self.replay is not None
            return self.replay
        try:
            return replay_document(self.transcript, self.game.faults if self.game else ())
        except TranscriptMismatch as error:
            raise Broken(f"{self.path} cannot be played again: {error}") from error


def save(folder: Path, *, seed: str, line: Line, bots: Sequence[Bot], games: Sequence[GameRecord]) -> None:
    """Write games and their index into a folder that holds none yet. Raises Refused."""
    ordered = sorted(games, key=lambda game: (game.block, game.rotation))
    saved = []
    for game in ordered:
        file = f"block-{game.block}-rotation-{game.rotation}.t10"
        (folder / file).write_bytes(game.transcript)
        saved.append(
            SavedGame(
                file=file,
                block=game.block,
                rotation=game.rotation,
                seats=game.seats,
                outcome=game.outcome,
                faults=game.faults,
                notes=game.notes,
            )
        )
    match = SavedMatch(
        format=FORMAT_SAVED,
        seed=seed,
        key=KEY,
        secret=line.secret.hex(),
        commitment=sha256(line.secret).hexdigest(),
        rules=line.rules.to_dict(),
        bots=tuple(SavedBot(name=bot.name, sha256=bot.sha256) for bot in bots),
        games=tuple(saved),
    )
    (folder / INDEX).write_bytes(msgspec.json.format(msgspec.json.encode(match), indent=1))


def require_empty(folder: Path) -> None:
    """Make the folder, so that nothing is played in vain. Raises Refused."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"{folder} cannot be made: {error.strerror}") from error
    if (folder / INDEX).exists():
        raise Refused(f"{folder} holds a saved match already: name another folder, or remove that one")


def open_all(path: Path) -> list[Saved]:
    """The games of a folder, or the one of a file. Raises Refused."""
    if not path.is_dir():
        return [open_game(path)]
    match = _index(path)
    if match is None:
        files = sorted(path.glob("*.t10"))
        if not files:
            raise Refused(f"{path} holds no games: neither {INDEX} nor a .t10 file")
        return [open_game(file) for file in files]
    return [_of_match(path / game.file, match, game) for game in match.games]


def open_game(path: Path) -> Saved:
    """A transcript (.t10), with names and faults when its match lies beside it, or a replay (.json)."""
    if path.suffix == ".json" and path.name != INDEX:
        replay = _replay(path)
        return Saved(path, _seats(replay.players), replay=replay)
    match = _index(path.parent)
    for game in match.games if match else ():
        if match and game.file == path.name:
            return _of_match(path, match, game)
    transcript = _transcript(path)
    return Saved(path, _seats(transcript.players), transcript)


def _of_match(path: Path, match: SavedMatch, game: SavedGame) -> Saved:
    names = tuple(match.bots[bot].name for bot in game.seats)
    return Saved(path, names, _transcript(path), match, game)


def _seats(players: int) -> tuple[str, ...]:
    return tuple(f"seat {seat + 1}" for seat in range(players))


def _transcript(path: Path) -> Transcript:
    try:
        return load(_read(path))
    except TranscriptMismatch as error:
        raise Broken(f"{path} cannot be opened: {error}") from error


def _replay(path: Path) -> Replay:
    try:
        return read_replay(_read(path))
    except NoReplay as error:
        raise Broken(f"{path} is {error}") from error


def _index(folder: Path) -> SavedMatch | None:
    path = folder / INDEX
    if not path.is_file():
        return None
    try:
        match = msgspec.json.decode(_read(path), type=SavedMatch)
    except msgspec.MsgspecError as error:
        raise Broken(f"{path} is not the index of a saved match: {error}") from error
    if match.format != FORMAT_SAVED:
        raise Broken(f"{path} is of format {match.format}, and this tenfold reads format {FORMAT_SAVED}")
    return match


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}") from error
