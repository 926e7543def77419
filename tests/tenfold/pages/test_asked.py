"""The lines that led to a fault, as its owner takes them home."""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from arena.bots.greedy import Bot
from arena.inprocess import Answerer
from arena.phase10.rules import STANDARD
from tenfold.bots.models import VersionState
from tenfold.competitions.models import Competition
from tenfold.matches.models import FaultLog, Game
from tests.builders import a_competition, a_round, a_trial, a_user, a_version, an_entry, crashing, ten_lines
from tests.cli.terminal import READ, SAY, a_bot, tenfold
from tests.tenfold.pages.scenes import a_played_match, play, reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


class Careless:
    """Plays well until it is asked in a later deal, and is then at fault; writes down what it is asked."""

    def __init__(self, *, from_game: int = 0, dies: bool = False) -> None:
        self.asked: list[dict[str, Any]] = []
        self._bot, self._from_game, self._dies = Bot(), from_game, dies

    def __call__(self, ask: dict[str, Any]) -> Mapping[str, Any]:
        self.asked.append(ask)
        if ask["type"] == "draw" and ask["deal"] >= 1 and ask["game"] >= self._from_game:
            if self._dies:
                raise RuntimeError("on purpose")
            return {"id": ask["id"], "draw": "the moon"}
        return self._bot.answer(ask)


def a_fault_of(bot: Answerer, *, blocks: int = 1) -> FaultLog:
    competition = a_competition(rules=STANDARD, blocks=blocks)
    for _ in range(2):
        an_entry(competition=competition)
    match = play(a_round(competition=competition).matches.get(), bots=[bot, Bot().answer])
    fault = FaultLog.objects.filter(game__match=match).order_by("id").first()
    assert fault is not None
    return fault


def address(fault: FaultLog) -> str:
    return f"/faults/{fault.pk}/asked.ndjson"


def lines(fault: FaultLog, query: str = "") -> list[dict[str, Any]]:
    owner = fault.bot.version.bot.owner
    return [json.loads(line) for line in reader(owner).get(address(fault) + query).content.splitlines()]


def alike(ask: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in ask.items() if key not in ("id", "time")}


@pytest.mark.parametrize("dies", [False, True])
def test_they_are_those_of_the_game_up_to_the_fault_and_the_last_is_as_it_was_sent(dies):
    bot = Careless(dies=dies)
    fault = a_fault_of(bot)
    got = lines(fault)
    sent = bot.asked[: len(got)]
    assert [alike(ask) for ask in got] == [alike(ask) for ask in sent]
    assert got[-1] == sent[-1] == json.loads(fault.dossier["request"])


def test_of_a_later_game_the_lane_s_earlier_ones_can_be_had_too():
    bot = Careless(from_game=1)
    fault = a_fault_of(bot, blocks=2)
    assert {ask["game"] for ask in lines(fault)[1:]} == {1}
    whole = lines(fault, "?lane=1")
    assert [alike(ask) for ask in whole] == [alike(ask) for ask in bot.asked[: len(whole)]]
    assert whole[-1] == json.loads(fault.dossier["request"])


def test_who_fails_over_the_greeting_gets_the_greeting():
    match = a_played_match(bots=(crashing, ten_lines))
    fault = FaultLog.objects.filter(game__match=match).order_by("id").first()
    assert fault is not None
    (only,) = lines(fault)
    assert only["type"] == "hello"


def test_they_are_the_owner_s_alone():
    fault = a_fault_of(Careless())
    organizer = fault.game.match.competition.organizer
    for who in (None, a_user(), organizer, a_user(is_staff=True)):
        assert reader(who).get(address(fault)).status_code == 404


def test_of_a_frozen_game_there_is_no_more_than_the_line_itself():
    fault = a_fault_of(Careless(from_game=1), blocks=2)
    Competition.objects.update(frozen_from=timezone.now() - timedelta(hours=1))
    # Rounds that began before, or the match itself could not be known of.
    fault.game.match.round.started = timezone.now() - timedelta(hours=2)
    fault.game.match.round.save()
    assert [ask["type"] for ask in lines(fault, "?lane=1")] == ["hello", "draw"]


def test_the_game_of_another_engine_says_that_it_cannot_be_played_again():
    fault = a_fault_of(Careless())
    Game.objects.filter(pk=fault.game_id).update(transcript=b"T10\x02 of another time")
    answer = reader(fault.bot.version.bot.owner).get(address(fault))
    assert answer.status_code == 409
    assert b"cannot be played again here" in answer.content


def test_the_dossier_names_the_command_and_where_the_lines_are():
    version = a_version(state=VersionState.TRIAL)
    play(a_trial(version=version), bots=(crashing, ten_lines))
    fault = FaultLog.objects.filter(bot__version=version).order_by("id").first()
    assert fault is not None
    page = reader(version.bot.owner).get(version.get_absolute_url()).content.decode()
    assert f"tenfold ask bot.py fault-{fault.pk}.ndjson" in page
    assert address(fault) in page
    assert (
        address(fault) in reader(version.bot.owner).get(fault.game.match.get_absolute_url()).content.decode()
    )


def test_the_command_works_with_the_file_as_it_is_given_out(tmp_path):
    fault = a_fault_of(Careless())
    answer = reader(fault.bot.version.bot.owner).get(address(fault))
    file = tmp_path / f"fault-{fault.pk}.ndjson"
    assert f'filename="{file.name}"' in answer["Content-Disposition"]
    file.write_bytes(answer.content)
    wrong = READ + "    if ask['type'] == 'draw':\n        reply['draw'] = 'the moon'\n" + SAY
    ended = tenfold("ask", a_bot(tmp_path, source=wrong), file, "--json")
    assert ended.code == 1
    assert ended.json[-1]["fault"]["kind"] == fault.kind == "bad_reply"
    assert json.loads(ended.json[-1]["asked"]) == json.loads(fault.dossier["request"])
