"""What a ruling does, in sentences: the same in its preview and in the log, made for whoever reads them."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tenfold.pages.figures import figure
from tenfold.rulings.models import Ruling


def sentences(ruling: Ruling, counts: Mapping[str, int]) -> list[str]:
    """What making the ruling does; `counts` are those of its preview."""
    said = _of_matches_ruled(counts)
    if ruling.kind == Ruling.Kind.RECOUNT:
        number = counts["recounted"]
        otherwise = ngettext(
            "%(number)s match comes out otherwise.", "%(number)s matches come out otherwise.", number
        )
        said.append(_some(number, otherwise) or _("Every match comes out as it is stored."))
    if ruling.kind == Ruling.Kind.DISQUALIFY:
        said += [
            _("%(bot)s leaves the standing and plays in no coming round.") % {"bot": ruling.about},
            _(
                "Ranks and figures of the others change only because these matches stop counting: what they"
                " made in all other matches counts as before."
            ),
        ]
    if ruling.version:
        plays = ngettext(
            "Version %(version)s plays in %(number)s match to come.",
            "Version %(version)s plays in %(number)s matches to come.",
            counts["seats"],
        )
        said.append(_some(counts["seats"], plays, version=ruling.version.number))
    return [sentence for sentence in said if sentence]


def undo_sentences(ruling: Ruling, counts: Mapping[str, int]) -> list[str]:
    """What undoing it does."""
    said = _of_matches_put_back(counts)
    if ruling.kind == Ruling.Kind.RECOUNT:
        number = counts["recounted"]
        back = ngettext(
            "%(number)s match gets its old numbers back.",
            "%(number)s matches get their old numbers back.",
            number,
        )
        said.append(_some(number, back) or _("No match was changed by it."))
    if ruling.kind == Ruling.Kind.DISQUALIFY:
        said.append(_("%(bot)s may play in the coming rounds.") % {"bot": ruling.about})
    return [sentence for sentence in said if sentence]


def _of_matches_ruled(counts: Mapping[str, int]) -> list[str]:
    out, cancelled, planned = counts["out"], counts["cancelled"], counts["planned"]
    stop = ngettext(
        "%(number)s match that is played stops counting.",
        "%(number)s matches that are played stop counting.",
        out,
    )
    cancel = ngettext(
        "%(number)s match to come is cancelled.", "%(number)s matches to come are cancelled.", cancelled
    )
    again = ngettext(
        "%(number)s match is played again by the same versions, under a key of its own and so with new"
        " decks. The old result is kept and does not count; the standing is made without until the new one"
        " is there.",
        "%(number)s matches are played again by the same versions, under keys of their own and so with new"
        " decks. The old results are kept and do not count; until the new ones are there, the standing is"
        " made without.",
        planned,
    )
    return [_some(out, stop), _some(cancelled, cancel), _some(planned, again)]


def _of_matches_put_back(counts: Mapping[str, int]) -> list[str]:
    back, out, cancelled = counts["back"], counts["out"], counts["cancelled"]
    count = ngettext("%(number)s match counts again.", "%(number)s matches count again.", back)
    stop = ngettext(
        "%(number)s match that was played for it stops counting.",
        "%(number)s matches that were played for it stop counting.",
        out,
    )
    cancel = ngettext(
        "%(number)s match planned for it is cancelled.",
        "%(number)s matches planned for it are cancelled.",
        cancelled,
    )
    return [
        _some(back, count),
        _some(out, stop),
        _some(cancelled, cancel),
        *_of_matches_stopped(counts),
        *_of_versions_put_back(counts),
    ]


def _of_matches_stopped(counts: Mapping[str, int]) -> list[str]:
    planned, lost = counts["planned"], counts["lost"]
    play = ngettext(
        "%(number)s match that it cancelled is played after all.",
        "%(number)s matches that it cancelled are played after all.",
        planned,
    )
    stay = ngettext(
        "%(number)s match that it cancelled stays so, for its round is over and its decks are public. A"
        " re-run of the matches without a result plays it.",
        "%(number)s matches that it cancelled stay so, for their round is over and its decks are public. A"
        " re-run of the matches without a result plays them.",
        lost,
    )
    return [_some(planned, play), _some(lost, stay)]


def _of_versions_put_back(counts: Mapping[str, int]) -> list[str]:
    seats, kept = counts["seats"], counts["kept"]
    planned = ngettext(
        "%(number)s match to come is played by the version it was planned with.",
        "%(number)s matches to come are played by the version they were planned with.",
        seats,
    )
    begun = ngettext(
        "%(number)s match that has begun stays as it is.",
        "%(number)s matches that have begun stay as they are.",
        kept,
    )
    return [_some(seats, planned), _some(kept, begun)]


def _some(number: int, sentence: str, **more: int) -> str:
    """The sentence with this number in it; none for none."""
    return sentence % {"number": figure(number), **more} if number else ""
