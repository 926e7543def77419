"""The images that bots can run in: which the site offers, and which one a bot needs."""

from collections.abc import Iterable
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tenfold.bots.models import BotVersion
from tenfold.competitions.choices import EntryState, Image
from tenfold.competitions.models import Competition, Entry
from tenfold.refusal import Refused

_SHOWN = 5
_LACKS: Final = gettext_noop(
    "%(version)s imports %(needs)s, which the image of %(competition)s has not. A version that does without"
    " can play there."
)


def offered() -> list[Image]:
    """Those that this site has, the plain one first; each has all that the ones before it have."""
    return [Image.PLAIN, *([Image.NUMPY] if settings.BOT_IMAGE_NUM else [])]


def image_for(versions: Iterable[BotVersion]) -> Image:
    """In which all of these can play together."""
    return Image.NUMPY if any(version.needs for version in versions) else Image.PLAIN


def in_words(image: str) -> str:
    """What bots find there, for who reads the rules; nothing of what they find everywhere."""
    return _("Bots run in an image with numpy.") if image == Image.NUMPY else ""


def refuse_image(competition: Competition | None, image: str) -> None:
    """An image that nobody knows, that the site has not, or that lacks what bots entered import."""
    if image not in Image.values:
        raise Refused(
            _("The image is one of %(known)s, not %(came)s.")
            % {"known": ", ".join(Image.values), "came": f"{image!r:.40}"}
        )
    if image not in offered():
        raise Refused(_("This site has no image with numpy: whoever runs it can set BOT_IMAGE_NUM."))
    if competition is None or image != Image.PLAIN:
        return
    found = competition.entries.filter(state__in=Entry.IN_OR_ASKING, bot__active_version__needs__gt="")
    named = found.values_list("bot__name", "bot__active_version__needs")[:_SHOWN]
    if named:
        said = ", ".join(
            _("%(bot)s imports %(needs)s") % {"bot": bot, "needs": needs} for bot, needs in named
        )
        raise Refused(_("The plain image lacks what bots that are in need: %(bots)s.") % {"bots": said})


def misfit(competition: Competition, version: BotVersion | None) -> str:
    """Why a version cannot play there, in English, to be kept; nothing if it can."""
    lacking = _lacking(competition, version)
    return _LACKS % lacking if lacking else ""


def _lacking(competition: Competition, version: BotVersion | None) -> dict[str, object] | None:
    if version is None or not version.needs or competition.image != Image.PLAIN:
        return None
    return {"version": version, "needs": version.needs, "competition": competition}


def refuse_misfit(competition: Competition, version: BotVersion | None) -> None:
    """See `misfit`; the same to whoever asks, in their language."""
    if lacking := _lacking(competition, version):
        raise Refused(_(_LACKS) % lacking)


def misfits(version: BotVersion) -> Iterable[Entry]:
    """The active entries of its bot in competitions whose image lacks what it imports."""
    if not version.needs:
        return []
    entries = Entry.objects.filter(
        bot=version.bot_id, state=EntryState.ACTIVE, competition__image=Image.PLAIN
    )
    return entries.select_related("competition")
