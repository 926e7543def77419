"""What a ruling does, in sentences: the same in its preview and in the log."""

from collections.abc import Mapping
from typing import Final

from tenfold.rulings.models import Ruling

OTHERS: Final = (
    "Ranks and figures of the others change only because these matches stop counting: what they made in all"
    " other matches counts as before."
)


def sentences(ruling: Ruling, counts: Mapping[str, int]) -> list[str]:
    """What making the ruling does; `counts` are those of its preview."""
    said = [
        _some(
            counts["out"],
            "{} match that is played stops counting.",
            "{} matches that are played stop counting.",
        ),
        _some(counts["cancelled"], "{} match to come is cancelled.", "{} matches to come are cancelled."),
        _some(
            counts["planned"],
            "{} match is played again by the same versions, under a key of its own and so with new decks. The"
            " old result is kept and does not count; the standing is made without until the new one"
            " is there.",
            "{} matches are played again by the same versions, under keys of their own and so with new decks."
            " The old results are kept and do not count; until the new ones are there, the standing is made"
            " without.",
        ),
    ]
    if ruling.kind == Ruling.Kind.RECOUNT:
        number = counts["recounted"]
        said.append(
            _some(number, "{} match comes out otherwise.", "{} matches come out otherwise.")
            or "Every match comes out as it is stored."
        )
    if ruling.kind == Ruling.Kind.DISQUALIFY:
        said += [f"{ruling.about} leaves the standing and plays in no coming round.", OTHERS]
    if ruling.version:
        number = ruling.version.number
        said.append(
            _some(
                counts["seats"],
                f"Version {number} plays in {{}} match to come.",
                f"Version {number} plays in {{}} matches to come.",
            )
        )
    return [sentence for sentence in said if sentence]


def undo_sentences(ruling: Ruling, counts: Mapping[str, int]) -> list[str]:
    """What undoing it does."""
    said = [
        _some(counts["back"], "{} match counts again.", "{} matches count again."),
        _some(
            counts["out"],
            "{} match that was played for it stops counting.",
            "{} matches that were played for it stop counting.",
        ),
        _some(
            counts["cancelled"],
            "{} match planned for it is cancelled.",
            "{} matches planned for it are cancelled.",
        ),
        _some(
            counts["planned"],
            "{} match that it cancelled is played after all.",
            "{} matches that it cancelled are played after all.",
        ),
        _some(
            counts["lost"],
            "{} match that it cancelled stays so, for its round is over and its decks are public. A re-run of"
            " the matches without a result plays it.",
            "{} matches that it cancelled stay so, for their round is over and its decks are public. A re-run"
            " of the matches without a result plays them.",
        ),
        _some(
            counts["seats"],
            "{} match to come is played by the version it was planned with.",
            "{} matches to come are played by the version they were planned with.",
        ),
        _some(
            counts["kept"],
            "{} match that has begun stays as it is.",
            "{} matches that have begun stay as they are.",
        ),
    ]
    if ruling.kind == Ruling.Kind.RECOUNT:
        number = counts["recounted"]
        said.append(
            _some(number, "{} match gets its old numbers back.", "{} matches get their old numbers back.")
            or "No match was changed by it."
        )
    if ruling.kind == Ruling.Kind.DISQUALIFY:
        said.append(f"{ruling.about} may play in the coming rounds.")
    return [sentence for sentence in said if sentence]


def _some(number: int, one: str, more: str) -> str:
    """The sentence for this number; none for none."""
    return (one if number == 1 else more).format(f"{number:,}") if number else ""
