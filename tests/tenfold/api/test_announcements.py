"""Announcements, questions and answers over HTTP."""

from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from tenfold.accounts.models import User
from tenfold.announcements.services import ANNOUNCEMENTS_A_DAY, announce, ask
from tenfold.competitions.models import Competition
from tests.builders import a_competition, a_user, an_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition() -> Competition:
    return a_competition(name="cup")


def of(user: User | None = None) -> APIClient:
    client = APIClient()
    if user:
        client.force_authenticate(user)
    return client


def at(competition: Competition, rest: str) -> str:
    return f"/api/v1/competitions/{competition.slug}/{rest}"


def said_to(user: User | None, competition: Competition) -> list[str]:
    return [each["text"] for each in of(user).get(at(competition, "announcements")).json()["results"]]


def test_what_is_announced_to_all_is_read_by_all(competition):
    answer = of(competition.organizer).post(at(competition, "announcements"), {"text": "Round 2 at noon."})

    assert (answer.status_code, answer.json()["to"]) == (201, None)
    assert said_to(None, competition) == ["Round 2 at noon."]


def test_a_clarification_is_read_by_its_author_and_by_those_who_organize(competition):
    author, other = (an_entry(competition=competition).bot.owner for _ in range(2))
    told = {"text": "Yours is fine.", "to": author.username}

    assert of(competition.organizer).post(at(competition, "announcements"), told).status_code == 201

    assert said_to(author, competition) == said_to(competition.organizer, competition) == ["Yours is fine."]
    assert said_to(other, competition) == said_to(None, competition) == []


def test_a_clarification_to_nobody_who_plays_is_refused_in_words(competition):
    told = {"text": "Hello.", "to": "nobody"}

    answer = of(competition.organizer).post(at(competition, "announcements"), told)

    assert (answer.status_code, competition.announcements.count()) == (409, 0)
    assert "is called 'nobody'" in answer.json()["detail"]


def test_changed_words_leave_the_old_ones_to_be_read(competition):
    made = announce(competition=competition, text="At noon.", by=competition.organizer)

    of(competition.organizer).patch(at(competition, f"announcements/{made.pk}"), {"text": "At one."})

    (shown,) = of().get(at(competition, "announcements")).json()["results"]
    assert (shown["text"], [each["text"] for each in shown["before"]]) == ("At one.", ["At noon."])


def test_an_announcement_of_another_competition_is_not_found_here(competition):
    other = a_competition(name="other")
    made = announce(competition=other, text="At noon.", by=other.organizer)

    address = at(competition, f"announcements/{made.pk}")

    assert of(competition.organizer).patch(address, {"text": "At one."}).status_code == 404


def test_a_question_waits_for_its_author_and_those_who_organize(competition):
    author, other = (an_entry(competition=competition).bot.owner for _ in range(2))

    of(author).post(at(competition, "questions"), {"text": "Is numpy there?"})

    waiting = {
        who: len(of(who).get(at(competition, "questions")).json()["results"])
        for who in (author, other, competition.organizer)
    }
    assert waiting == {author: 1, other: 0, competition.organizer: 1}


def test_an_answer_to_all_shows_the_question_and_not_who_asked(competition):
    author = an_entry(competition=competition).bot.owner
    question = ask(competition=competition, text="Is numpy there?", by=author)
    answered = {"text": "It is.", "to_all": True}

    of(competition.organizer).post(at(competition, f"questions/{question.pk}/answer"), answered)

    shown = of(a_user()).get(at(competition, "announcements"))
    assert [(each["question"], each["text"]) for each in shown.json()["results"]] == [
        ("Is numpy there?", "It is.")
    ]
    assert author.username not in shown.content.decode()
    assert of(author).get(at(competition, "questions")).json()["results"] == []


def test_an_answer_to_who_asked_is_read_by_nobody_else(competition):
    author = an_entry(competition=competition).bot.owner
    question = ask(competition=competition, text="Is numpy there?", by=author)

    of(competition.organizer).post(at(competition, f"questions/{question.pk}/answer"), {"text": "It is."})

    assert said_to(author, competition) == ["It is."]
    assert said_to(None, competition) == []


def test_a_question_is_answered_once(competition):
    author = an_entry(competition=competition).bot.owner
    question = ask(competition=competition, text="Is numpy there?", by=author)
    client, address = of(competition.organizer), at(competition, f"questions/{question.pk}/answer")

    assert [client.post(address, {"text": "It is."}).status_code for _ in range(2)] == [201, 409]


def test_a_flood_is_told_when_to_come_again(competition):
    for _ in range(ANNOUNCEMENTS_A_DAY):
        announce(competition=competition, text="Again.", by=competition.organizer)
    long_ago = timezone.now() - timedelta(hours=23)
    competition.announcements.filter(pk=competition.announcements.earliest("pk").pk).update(made=long_ago)

    answer = of(competition.organizer).post(at(competition, "announcements"), {"text": "Once more."})

    assert answer.status_code == 429
    assert 3500 < int(answer["Retry-After"]) <= 3600  # when the first of them is a day old
