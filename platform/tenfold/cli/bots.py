"""What a bot on the command line is: a file, or the name of a house bot."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from sandbox.program import Program
from sandbox.upload import UploadRefused, read_upload
from tenfold.cli.outcome import Refused
from tenfold.seats import ours

# Files of these names say nothing, so their bots are called by the folder they lie in.
NAMELESS = ("bot", "main")


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that has passed the site's check; `sha256` is of the file as it lies there."""

    name: str
    program: Program
    sha256: str


def house_bots() -> Mapping[str, Traversable]:
    """The house bots by the names that authors use."""
    files = [path for path in resources.files("arena.bots").iterdir() if path.name.endswith(".py")]
    bots = {path.name.removesuffix(".py"): path for path in files if not path.name.startswith("_")}
    return {name.removesuffix("_legal"): bots[name] for name in sorted(bots)}


def find_bots(names: Sequence[str]) -> list[Bot]:
    """The bots of a table, told apart by name. Raises Refused."""
    return list(_told_apart([find_bot(name) for name in names]))


def find_bot(name: str) -> Bot:
    """Read and check one bot as the site does. Raises Refused."""
    path = Path(name)
    if path.is_file():
        return _checked(called(path), path.name, path.read_bytes())
    house = house_bots()
    if name in house:
        return _checked(name, house[name].name, house[name].read_bytes())
    if path.is_dir():
        raise Refused(no_file(path))
    raise Refused(f"{no_file(path)}, and no house bot: they are {', '.join(house)}")


def no_file(path: Path) -> str:
    """Why a bot cannot be read from there, and what could be meant."""
    if not path.is_dir():
        return f"{path} is no file"
    inside = [path / f"{name}.py" for name in NAMELESS]
    likely = next((file for file in inside if file.is_file()), inside[0])
    return f"{path} is a folder: name the bot in it, such as {likely}"


def called(path: Path) -> str:
    """What the bot in a file is called."""
    return path.resolve().parent.name or path.stem if path.stem in NAMELESS else path.stem


def _checked(name: str, filename: str, data: bytes) -> Bot:
    try:
        with ours():
            program = read_upload(filename=filename, data=data)
    except UploadRefused as refused:
        raise Refused(f"{filename} would be refused by the site: {refused}") from refused
    return Bot(name, program, sha256(data).hexdigest())


def _told_apart(bots: Sequence[Bot]) -> Iterator[Bot]:
    """Number those of one name: v1/bot.py and a copy of it, or a bot against itself."""
    seen: dict[str, int] = {}
    for bot in bots:
        seen[bot.name] = seen.get(bot.name, 0) + 1
        number = seen[bot.name]
        yield bot if number == 1 else replace(bot, name=f"{bot.name} ({number})")
