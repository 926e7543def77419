"""The same site with nothing in it, with the usual, with very much and with what people try.

Each is a Scene of tests/tenfold/routes.py, so that every route has an address in it.
"""

from collections.abc import Callable
from typing import Final

from knox.models import AuthToken

from arena.phase10.rules import STANDARD, RuleSet
from tenfold.bots.alike import keep_fingerprint
from tenfold.bots.models import VersionState
from tenfold.competitions.admission import set_roster
from tenfold.competitions.models import Admission, Entry
from tenfold.competitions.standings import refresh_standing
from tenfold.matches.models import FaultLog, MatchBot
from tests.browser.scenes import a_played_record
from tests.builders import (
    TEN_LINES,
    a_bot,
    a_competition,
    a_requested_match,
    a_user,
    a_version,
    an_entry,
    played,
)
from tests.tenfold.routes import Scene, a_scene
from tests.tenfold.rulings.scenes import ruled

LONG: Final = "A very long name of forty characters, ok"
# Every part of a rules page that only some rule sets have.
MANY: Final = RuleSet.from_dict(
    {"phases": [8, 6, 2], "order": "announce", "naturals": "none", "go_out": "float", "hit": "later"}
)


def empty() -> Scene:
    """Nobody has done anything yet but to open a competition and to name a bot."""
    owner, organizer = a_user("owner"), a_user("organizer")
    competition = a_competition(organizer=organizer, name="cup", rules=MANY)
    version = a_version(bot=a_bot(owner=owner, name="mine"), state=VersionState.RECEIVED)
    return Scene(
        people={"owner": owner, "organizer": organizer},
        competition=competition,
        bot=version.bot,
        version=version,
    )


def ordinary() -> Scene:
    """A round is under way: one match is over, in which a bot failed; one was annulled; one is to come."""
    scene = a_scene(rules=STANDARD)
    first, second, _ = scene.matches
    played(first, a_played_record(2, careless_bots=1, rules=STANDARD))
    played(second, a_played_record(2, careless_bots=0, rules=STANDARD))
    ruled("annul", scene.competition, match=second)
    at_fault(scene)
    furnish(scene)
    for seat in first.bots.all():
        keep_fingerprint(version=seat.version, prints=[at << 32 for at in range(100)])
    refresh_standing(competition_id=scene.competition.pk, even_if_fresh=True)
    return scene


def at_fault(scene: Scene) -> None:
    """The owner's bot once answered what is no reply."""
    seat = MatchBot.objects.filter(version=scene.version, match__games__isnull=False)[0]
    game = seat.match.games.all()[0]
    dossier = {"request": "{}", "reply": "my hand is strong", "stderr": "Traceback", "detail": {}}
    place = game.seats.index(seat.index)
    FaultLog.objects.create(
        game=game, bot=seat, seat=place, turn=3, kind="bad_reply", message="Not JSON.", dossier=dossier
    )


def furnish(scene: Scene) -> None:
    """What stands on the pages of a competition's people and in an account, with names of any length."""
    organizer, competition = scene.competition.organizer, scene.competition
    competition.admission = Admission.APPROVAL
    competition.description = "Every bot meets every other one. The lists close on Friday at noon."
    competition.save()
    competition.co_organizers.add(a_user("a-name-of-thirty-characters-ok"))
    asking = an_entry(competition=competition, bot=a_version(bot=a_bot(name=LONG)).bot)
    Entry.objects.filter(pk=asking.pk).update(state=Entry.State.REQUESTED)
    set_roster(competition=competition, names=[f"student-{at}" for at in range(100)], by=organizer)
    for person in (organizer, scene.bot.owner):
        AuthToken.objects.create(user=person)
        a_requested_match(by=person, versions=[a_version(bot=a_bot(owner=person)), scene.version])
    source = TEN_LINES.replace(b"stock", b"discard")
    refused = a_version(bot=scene.bot, source=source, state=VersionState.REFUSED, reason="It crashed.")
    refused.dossier = {"kind": "crashed", "request": "{}", "stderr": "Traceback", "detail": {"exit_code": 1}}
    refused.save()


ALL: Final[tuple[Callable[[], Scene], ...]] = (empty, ordinary)
