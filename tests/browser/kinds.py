"""The same site with nothing in it, with the usual, with very much and with what people try.

Each is a Scene of tests/tenfold/routes.py, so that every route has an address in it.
"""

from collections.abc import Callable, Sequence
from typing import Final

from django.utils import timezone
from knox.models import AuthToken

from arena.phase10.rules import STANDARD, RuleSet
from tenfold.bots.alike import keep_fingerprint
from tenfold.bots.models import Bot, BotVersion, VersionState
from tenfold.competitions.admission import set_roster
from tenfold.competitions.choices import Admission
from tenfold.competitions.models import Competition, Entry, Standing
from tenfold.competitions.standings import refresh_standing
from tenfold.matches.models import FaultLog, MatchBot, Note
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
from tests.tenfold.pages.test_hostile_names import HOSTILE
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


# What bots may be called, as far as the site takes it: printable, at most 40 characters.
NAMES: Final = (
    HOSTILE[0],
    "Z" + "\u0301\u0323\u0336" * 13,
    "W" * 40,
    "\u05e9\u05dc\u05d5\u05dd 10 < 3 \u05e2\u05d5\u05dc\u05dd",
    *HOSTILE[1:],
    "=HYPERLINK(1)",
    "@SUM(A1)",
    "+1-1",
    "\U0001f600" * 20,
    "\ufdfa" * 20,
    "\u0627\u0644\u0633\u0644\u0627\u0645 \u0639\u0644\u064a\u0643\u0645",
)
# What a bot may write to its owner: terminals' codes, overrides of direction, marks without width, no spaces.
OUTPUT: Final = (
    "\x1b[31m\x1b[2J</pre><script>alert(2)</script>\u202etxt.exe\u202c\u200b\u2066{{ 7|add:7 }}\r\x07"
    + "x" * 400
)


def hostile() -> Scene:
    """The ordinary site, in which everything is called and says whatever people and bots come up with."""
    scene = ordinary()
    crowd(scene, NAMES)
    seats = [seat.version.bot_id for seat in scene.matches[0].bots.all()]
    for bot, name in zip([*seats, scene.bot.pk], NAMES, strict=False):
        Bot.objects.filter(pk=bot).update(name=name)
    everything = " ".join(NAMES)
    Competition.objects.update(name=NAMES[0], description=everything)
    told = {
        "kind": "crashed",
        "request": OUTPUT,
        "reply": OUTPUT,
        "stderr": OUTPUT,
        "detail": {"last_line": OUTPUT},
    }
    FaultLog.objects.update(message=everything, dossier=told)
    BotVersion.objects.filter(state=VersionState.REFUSED).update(reason=OUTPUT, dossier=told)
    for seat in scene.matches[0].bots.all():
        Note.objects.create(game=scene.matches[0].games.all()[0], bot=seat, turn=1, text=OUTPUT)
    for known in (scene.competition, scene.bot):
        known.refresh_from_db()
    return scene


def crowd(scene: Scene, names: Sequence[str]) -> None:
    """So many more bots of somebody's in the competition, each with its row in the standing."""
    somebody, now = a_user("somebody"), timezone.now()
    bots = Bot.objects.bulk_create(
        Bot(owner=somebody, name=name, slug=f"of-the-crowd-{at}") for at, name in enumerate(names)
    )
    competition = scene.competition
    entries = Entry.objects.bulk_create(
        Entry(competition=competition, bot=bot, state_since=now) for bot in bots
    )
    first = competition.standings.count() + 1
    Standing.objects.bulk_create(
        Standing(
            entry=entry, competition=competition, margin=-at / 7, low=-at / 7 - 1.5, high=1.5 - at / 7,
            rank=at, rank_low=max(1, at - 3), rank_high=at + 5, wins=at, games=9 * at, blocks=9,
            mean_place=1.5, faults={"timeout": at}, updated=now,
        )
        for at, entry in enumerate(entries, first)
    )  # fmt: skip


ALL: Final[tuple[Callable[[], Scene], ...]] = (empty, ordinary, hostile)
