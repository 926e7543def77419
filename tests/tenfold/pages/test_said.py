"""What the game, the sandbox and the workers say in English, on the pages of whoever reads Norwegian."""

import json
import re

import pytest
from django.core.cache import cache
from django.utils import timezone, translation

from arena.phase10.errors import IllegalMove, RulesRefused
from arena.phase10.reading import read_play
from arena.phase10.rules import RuleSet
from arena.protocol import BadReply, DrawReply, read_reply
from sandbox.diagnosis import Ending, of_own_accord
from sandbox.limits import Limits
from sandbox.upload import UploadRefused, read_upload
from tenfold.bots.models import VersionState
from tenfold.competitions.models import Competition, Entry
from tenfold.competitions.timetable import start_or_say_why
from tenfold.drafts.models import Draft, DraftState
from tenfold.matches import sandboxes
from tenfold.matches.models import FaultLog, Match
from tenfold.matches.services import VOID
from tenfold.matches.settling import BENCHED_AFTER
from tenfold.pages.said import in_words, marked
from tests.builders import a_bot, a_competition, a_match, a_table, a_user, a_version, an_entry, crashing
from tests.builders import ten_lines as ten
from tests.tenfold.drafts.scenes import a_draft, an_author
from tests.tenfold.pages.scenes import a_played_match, reader
from tests.tenfold.test_norwegian import english_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges", "nothing_remembered")]

TIMEOUT = "The bot did not give an answer within 5000 ms."
TIMEOUT_IN_NORWEGIAN = "Boten ga ikke noe svar innen 5000 ms."
NO_ENGINE = (
    "House bots run as plain processes and other uploads are refused: no Docker engine answers (gone): start"
    " Docker, or set DOCKER_HOST to the engine's address. The operator can set SANDBOX=process to run every"
    " bot unsandboxed."
)


def norwegian(address: str, user=None) -> str:
    """The page to a reader of Norwegian; nothing on it is English, or said to be."""
    answer = reader(user).get(address, headers={"Accept-Language": "nb"})
    assert answer.status_code == 200
    assert english_in(answer.text) == []
    assert re.findall(r'<(?!button)\w+[^>]* lang="en"', answer.text) == []
    return answer.text


def in_norwegian(sentence: object) -> str:
    with translation.override("nb"):
        return in_words(sentence)


def test_why_an_upload_was_refused_stands_in_norwegian_on_its_page():
    owner = a_user()
    with pytest.raises(UploadRefused) as no:
        read_upload(filename="main.py", data=b"import torch\n")
    bot = a_bot(owner=owner)
    version = a_version(bot=bot, state=VersionState.REFUSED, reason=str(no.value))
    said = "main.py, linje 1: torch finnes ikke i avbildningen til denne konkurransen"
    assert said in norwegian(version.get_absolute_url(), owner)


def test_why_a_trial_match_went_wrong_stands_in_norwegian_before_what_the_bot_wrote():
    owner = a_user()
    reason = f"{TIMEOUT} Its last line on stderr: KeyError: 'x'"
    version = a_version(bot=a_bot(owner=owner), state=VersionState.REFUSED, reason=reason)
    shown = norwegian(version.get_absolute_url(), owner)
    assert f"{TIMEOUT_IN_NORWEGIAN} Den siste linjen på stderr: KeyError: &#x27;x&#x27;" in shown


def test_why_a_draft_is_no_bot_yet_stands_in_norwegian_beside_it():
    writer = an_author()
    draft = a_draft(writer=writer)
    reason = "main.py holds a NUL byte: save it as plain text in UTF-8"
    Draft.objects.filter(pk=draft.pk).update(state=DraftState.REFUSED, reason=reason)
    shown = norwegian(f"/write/{draft.key}/", writer.user)
    assert "main.py inneholder en NUL-byte: lagre den som ren tekst i UTF-8" in shown


@pytest.fixture
def at_fault() -> Match:
    match = a_played_match(bots=[crashing, ten])
    FaultLog.objects.update(message=TIMEOUT)
    return match


def test_a_verdict_stands_in_norwegian_on_the_page_of_its_match(at_fault):
    assert f"<div>{TIMEOUT_IN_NORWEGIAN}</div>" in norwegian(at_fault.get_absolute_url())


def test_a_replay_has_the_verdicts_of_its_document_in_norwegian_beside_it(at_fault):
    game = at_fault.games.first()
    for address in (game.get_absolute_url(), f"{game.get_absolute_url()}embed/"):
        found = re.search(r'<script id="said"[^>]*>(.*?)</script>', norwegian(address))
        assert found is not None
        assert json.loads(found[1]) == {TIMEOUT: TIMEOUT_IN_NORWEGIAN}
        assert 'id="said"' not in reader().get(address).text


def test_the_document_itself_and_the_api_stay_english(at_fault):
    game = at_fault.games.first()
    api = f"/api/v1/matches/{at_fault.pk}/games"
    for address in (f"{game.get_absolute_url()}replay.json", api, f"{api}/0/0/replay"):
        answer = reader().get(address, headers={"Accept-Language": "nb"})
        assert answer.status_code == 200
        assert TIMEOUT in answer.text


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (VOID, "Den kunne ikke spilles: 3 forsøk mislyktes hos oss."),
        ("It does not count, by ruling 2: Ærlig talt.", "Den teller ikke, etter avgjørelse 2: Ærlig talt."),
    ],
)
def test_why_a_match_has_no_result_stands_in_norwegian(reason, said):
    match = a_match()
    Match.objects.filter(pk=match.pk).update(state=Match.State.VOID, reason=reason, finished=timezone.now())
    assert said in norwegian(match.get_absolute_url())


def test_why_a_bot_is_benched_stands_in_norwegian_wherever_its_owner_reads_it():
    match = a_played_match(bots=[crashing, ten])
    bot = match.bots.get(index=0)
    entry = bot.entry
    reason = f"It forfeited every game of {BENCHED_AFTER} matches in a row, the last one being match 1.1. It"
    reason += " plays again with a new version, or when you enter it again."
    Entry.objects.filter(pk=entry.pk).update(state=Entry.State.BENCHED, reason=reason)
    said = "Den ga fra seg hvert parti i 3 kamper på rad, sist i kamp 1.1."
    for address in ("/bots/", entry.competition.get_absolute_url()):
        assert said in norwegian(address, entry.bot.owner)
    shown = norwegian(f"{entry.competition.get_absolute_url()}dashboard/", entry.competition.organizer)
    assert said in shown


def test_why_no_round_began_is_kept_in_english_and_stands_in_norwegian():
    competition = a_competition(timetable=Competition.Timetable.AT_ONCE)
    an_entry(competition=competition)
    with translation.override("nb"):
        assert not start_or_say_why(competition)
    competition.refresh_from_db()
    assert competition.not_started.startswith("A table needs bots of 2 different owners")
    shown = norwegian(competition.get_absolute_url())
    assert "Et bord trenger boter fra 2 forskjellige eiere, og det er meldt på 1" in shown


def test_the_notice_that_there_is_no_sandbox_is_norwegian():
    said = {"runs": sandboxes.Runs.HOUSE_ONLY, "reason": NO_ENGINE, "machine": "one"}
    cache.set(sandboxes.PUBLISHED, said, timeout=60)
    shown = norwegian("/")
    assert "Husets boter kjører som vanlige prosesser, og andre opplastinger avvises: ingen Docker" in shown
    assert "adresse. Den som driver nettstedet, kan sette SANDBOX=process" in shown


def test_a_match_waits_for_a_reason_in_norwegian():
    said = {"runs": sandboxes.Runs.NOTHING, "reason": "No bot can run: SANDBOX=docker is set, but gone."}
    cache.set(sandboxes.PUBLISHED, said, timeout=60)
    assert "Ingen bot kan kjøre: SANDBOX=docker er satt, men gone." in norwegian(a_match().get_absolute_url())


def test_a_move_that_the_rules_forbid_is_refused_in_norwegian():
    author = a_user()
    table, browser = a_table(by=author), reader(author)
    for moves, reply in ((0, {"draw": "stock"}), (1, {})):
        answer = browser.post(
            f"{table.get_absolute_url()}move/",
            {"id": str(moves), **reply},
            content_type="application/json",
            headers={"Accept-Language": "nb"},
        )
    assert answer.json()["wrong"].startswith("turen slutter med at et kort kastes, og ")


def test_a_rule_set_that_makes_no_sense_is_refused_in_norwegian():
    with pytest.raises(RulesRefused) as no:
        RuleSet.from_dict({"turns_per_seat": 0})
    assert in_norwegian(no.value) == "turns_per_seat er et heltall fra 1 til 1000, ikke 0"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"hello", 'ikke JSON: "hello": skriv feilsøking til stderr'),
        (b'{"id":"1","draw":"moon"}', "ugyldig verdi 'moon' ved draw: "),
        (b'{"id":"1"}', "objektet mangler feltet draw: "),
        (b'{"id":1,"draw":"stock"}', "ventet str, fikk int ved id: "),
        (b'{"id":"1","draw":"stock","x":1}', "objektet har et ukjent felt x: "),
    ],
)
def test_a_reply_that_is_none_is_told_in_norwegian(line, said):
    with pytest.raises(BadReply) as no:
        read_reply(line, DrawReply, "1")
    told = in_norwegian(no.value)
    assert told.startswith(said)
    assert english_in(f"<p>{told}</p>") == []


def test_what_stands_within_a_sentence_is_norwegian_too():
    with pytest.raises(IllegalMove) as no:
        read_play(discard="R99")
    assert in_norwegian(no.value).startswith("'R99' er ikke et kort: kortene er R1 til R12")
    assert in_norwegian("R5 does not fit the run 6 to 9 at its low end") == (
        "R5 passer ikke på rekken 6 til 9 i den lave enden"
    )
    assert in_norwegian("phase 1 is set of 3 + set of 3: 2 groups, not 1") == (
        "fase 1 er 3 like + 3 like: 2 grupper, ikke 1"
    )


def test_a_sentence_that_goes_on_after_another_is_norwegian_to_its_end():
    ending = Ending(killed=False, exit_code=0)
    found = of_own_accord(ending, stderr="", limits=Limits(), starting=True)
    assert found is not None
    assert in_norwegian(found[1]) == (
        "Boten avsluttet med kode 0 før den svarte på sin første linje. Svar på hver linje til stdin slutter."
    )


def test_a_number_with_decimals_has_a_comma():
    said = in_norwegian(
        "The bot let 7.5 s of wall time go by over the games it was started for, all that it has for them:"
        " wait and sleep less in every one of them."
    )
    assert said.startswith("Boten lot 7,5 s gå")


def test_english_readers_are_told_the_sentence_as_it_came():
    with translation.override("en"):
        assert marked(TIMEOUT) == in_words(TIMEOUT) == TIMEOUT
        assert marked("Never heard of.") == "Never heard of."


def test_what_is_not_known_is_marked_as_english_and_harmless():
    with translation.override("nb"):
        assert marked("<b>New</b>") == '<span lang="en">&lt;b&gt;New&lt;/b&gt;</span>'
