"""What organizers tell authors, what authors ask, and who reads which of it."""

import pytest

from tenfold.announcements import services
from tenfold.announcements.models import Announcement, Question
from tenfold.competitions.models import Competition, Entry
from tenfold.refusal import Refused, TooMany
from tests.builders import a_competition, a_user, an_entry
from tests.tenfold.pages.scenes import reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges", "nothing_remembered")]


def page(competition: Competition, user=None, part: str = "announcements/") -> str:
    return reader(user).get(f"{competition.get_absolute_url()}{part}").content.decode()


def sent(competition: Competition, user, part: str, **form: object):
    return reader(user).post(f"{competition.get_absolute_url()}announcements/{part}/", form)


def said(competition: Competition, text: str = "Round two begins at noon.", **more) -> Announcement:
    return services.announce(competition=competition, text=text, by=competition.organizer, **more)


def test_an_announcement_is_read_by_all_on_the_competitions_page():
    competition = a_competition()
    sent(competition, competition.organizer, "announce", text="Round two begins at noon.", username="")

    assert "Round two begins at noon." in page(competition, part="")
    assert "Round two begins at noon." in page(competition)


def test_a_clarification_is_read_by_its_author_and_those_who_organize_alone():
    competition = a_competition()
    grace, linus = a_user("grace"), a_user("linus")
    for owner in (grace, linus):
        an_entry(competition=competition, owner=owner)
    helper = a_user()
    competition.co_organizers.add(helper)

    sent(competition, competition.organizer, "announce", text="For you.", username="Grace")

    for part in ("", "announcements/"):
        assert "For you." in page(competition, grace, part)
        assert "For you." not in page(competition, linus, part)
        assert "For you." not in page(competition, None, part)
    assert "For you." in page(competition, helper)
    assert b"For you." not in reader(grace).get(f"{competition.get_absolute_url()}feed/").content


def test_announcements_and_their_refusals_are_read_in_norwegian_by_who_asks_for_it():
    competition = a_competition()
    said(competition, "Hello, all.")
    client = reader(competition.organizer)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "nb"

    shown = client.get(f"{competition.get_absolute_url()}announcements/").text
    refused = client.post(f"{competition.get_absolute_url()}announcements/announce/", {"text": " "})

    assert "<h1>Kunngjøringer</h1>" in shown
    assert "Hello, all." in shown
    assert "Det står ingenting ennå: skriv teksten i feltet." in refused.text


def test_a_clarification_is_for_somebody_with_a_bot_here():
    competition = a_competition()
    a_user("linus")
    answer = sent(competition, competition.organizer, "announce", text="Hello.", username="linus")

    assert "No author of a bot in this competition is called &#x27;linus&#x27;." in answer.content.decode()
    assert "Hello.</textarea>" in answer.content.decode()
    assert not Announcement.objects.exists()


def test_a_question_is_known_to_who_asked_and_to_those_who_organize():
    competition = a_competition()
    grace = an_entry(competition=competition, owner=a_user("grace")).bot.owner
    other = an_entry(competition=competition).bot.owner
    sent(competition, grace, "ask", question="May a bot sleep?")

    assert "May a bot sleep?" in page(competition, grace)
    assert "May a bot sleep?" in page(competition, competition.organizer)
    assert "May a bot sleep?" not in page(competition, other)
    assert "May a bot sleep?" not in page(competition)


def test_an_answer_to_one_is_read_by_who_asked():
    competition = a_competition()
    grace = an_entry(competition=competition, owner=a_user("grace")).bot.owner
    question = services.ask(competition=competition, text="May a bot sleep?", by=grace)
    sent(competition, competition.organizer, "answer", question=question.pk, text="It may.", to_one="")

    assert "It may." in page(competition, grace)
    assert "It may." not in page(competition, a_user())


def test_an_answer_to_all_shows_the_question_without_a_name():
    competition = a_competition()
    grace = an_entry(competition=competition, owner=a_user("grace")).bot.owner
    question = services.ask(competition=competition, text="May a bot sleep?", by=grace)
    sent(competition, competition.organizer, "answer", question=question.pk, text="It may.", to_all="")

    for public in (page(competition), page(competition, part="").split("</section>")[0]):
        assert "May a bot sleep?" in public
        assert "It may." in public
        assert "grace" not in public


@pytest.mark.parametrize("part", ["announce", "ask", "answer"])
def test_a_form_sent_twice_says_it_once(part):
    competition = a_competition()
    grace = an_entry(competition=competition).bot.owner
    question = services.ask(competition=competition, text="May it?", by=grace)
    by = grace if part == "ask" else competition.organizer
    token = page(competition, by).split('name="token" value="')[1].split('"')[0]
    form = {"text": "Yes.", "question": "And now?" if part == "ask" else question.pk, "token": token}

    for _ in range(2):
        assert sent(competition, by, part, **form).status_code == 302
    assert Announcement.objects.count() + Question.objects.count() == 2


def test_other_words_of_the_same_page_are_said_as_well():
    competition = a_competition()
    for words in ("One.", "Two."):
        sent(competition, competition.organizer, "announce", text=words, token="of a page gone back to")
    assert Announcement.objects.count() == 2


def test_a_question_that_a_colleague_has_answered_is_not_answered_again():
    competition = a_competition()
    grace = an_entry(competition=competition).bot.owner
    question = services.ask(competition=competition, text="May it?", by=grace)
    services.answer(question=question, text="Yes.", by=competition.organizer, to_all=True)

    again = sent(competition, competition.organizer, "answer", question=question.pk, text="No.")
    assert "That question is answered already" in again.content.decode()
    assert question.answers.count() == 1


def test_changed_words_leave_the_old_ones_to_be_read():
    competition = a_competition()
    announcement = said(competition, "At noon.")
    sent(competition, competition.organizer, str(announcement.pk), text="At one.")

    public = page(competition)
    assert "At one." in public
    assert "At noon." in public.split("what it said before")[1]
    assert "At one." in page(competition, part="")
    assert "At noon." not in page(competition, part="")


def test_the_same_words_again_are_no_change():
    announcement = said(a_competition(), "At noon.")
    services.change(announcement=announcement, text=" At noon.\n", by=announcement.by)
    assert not announcement.wordings.exists()


def test_an_announcement_of_another_competition_is_not_to_be_changed():
    announcement, other = said(a_competition()), a_competition()
    assert sent(other, other.organizer, str(announcement.pk), text="Mine.").status_code == 404


def test_a_question_of_another_competition_is_not_to_be_answered():
    asked_in, other = a_competition(), a_competition()
    grace = an_entry(competition=asked_in).bot.owner
    question = services.ask(competition=asked_in, text="May it?", by=grace)
    assert sent(other, other.organizer, "answer", question=question.pk, text="It may.").status_code == 404


def test_text_is_text_and_addresses_become_links_that_vouch_for_nothing():
    competition = a_competition()
    said(competition, "<script>alert(1)</script> see https://example.org/a?b=1&c=2 or javascript:alert(1)")

    for part in ("", "announcements/"):
        shown = page(competition, part=part).split("<main")[1]
        assert "<script>" not in shown
        assert 'href="https://example.org/a?b=1&amp;c=2" rel="nofollow"' in shown
        assert 'href="javascript' not in shown


@pytest.mark.parametrize("words", ["", "  \n", "x" * 2001])
def test_nothing_and_too_much_are_refused(words):
    with pytest.raises(Refused):
        said(a_competition(), words)


def test_who_waits_for_three_answers_asks_no_fourth_question():
    competition = a_competition()
    grace = an_entry(competition=competition).bot.owner
    asked = [services.ask(competition=competition, text="May it?", by=grace) for _ in range(3)]
    with pytest.raises(TooMany, match="3 questions of yours wait"):
        services.ask(competition=competition, text="May it?", by=grace)

    services.answer(question=asked[0], text="It may.", by=competition.organizer, to_all=False)
    services.ask(competition=competition, text="And now?", by=grace)
    assert competition.questions.count() == 4


def test_nobody_asks_more_than_twenty_questions_a_day(monkeypatch):
    monkeypatch.setattr(services, "QUESTIONS_A_DAY", 1)
    grace = a_user()
    services.ask(competition=an_entry(owner=grace).competition, text="May it?", by=grace)
    with pytest.raises(TooMany, match="within a day"):
        services.ask(competition=an_entry(owner=grace).competition, text="May it?", by=grace)


def test_a_competition_has_so_many_announcements_a_day_and_no_more(monkeypatch):
    monkeypatch.setattr(services, "ANNOUNCEMENTS_A_DAY", 1)
    competition = a_competition()
    said(competition)
    with pytest.raises(TooMany, match="1 announcements were made"):
        said(competition)


def test_who_was_declined_does_not_ask():
    competition = a_competition()
    entry = an_entry(competition=competition)
    Entry.objects.filter(pk=entry.pk).update(state=Entry.State.DECLINED, reason="no")

    assert "Ask the organizers" not in page(competition, entry.bot.owner)
    assert sent(competition, entry.bot.owner, "ask", question="Why?").status_code == 403
    assert not Question.objects.exists()


def test_what_is_said_to_all_stands_in_the_feed_with_its_time():
    competition = a_competition()
    announcement = said(competition, "At noon\x0b. <b>")
    feed = reader().get(f"{competition.get_absolute_url()}feed/").content.decode()

    assert "<title>Announcement</title>" in feed
    assert "&lt;p&gt;At noon. &amp;lt;b&amp;gt;&lt;/p&gt;" in feed
    assert f"#announcement-{announcement.pk}" in feed


def test_older_ones_follow_on_further_pages(monkeypatch):
    monkeypatch.setattr("tenfold.announcements.views._PAGE", 2)
    competition = a_competition()
    for words in ("one.", "two.", "three."):
        said(competition, words)
    first = page(competition)
    assert ("three." in first, "one." in first) == (True, False)
    mark = first.split('href="?after=')[1].split('"')[0]
    assert "one." in page(competition, part=f"announcements/?after={mark}")


def test_the_pages_of_announcements_cost_the_same_for_few_and_many(django_assert_num_queries):
    competition = a_competition()
    client = reader(competition.organizer)
    for more in (3, 25):
        for _ in range(more):
            grace = an_entry(competition=competition).bot.owner
            question = services.ask(competition=competition, text="May it?", by=grace)
            services.ask(competition=competition, text="And this?", by=grace)
            made = services.answer(question=question, text="Yes.", by=competition.organizer, to_all=False)
            services.change(announcement=made, text="No.", by=competition.organizer)
        with django_assert_num_queries(10):
            client.get(f"{competition.get_absolute_url()}announcements/")


def test_those_who_organize_are_told_on_every_page_of_theirs_that_a_question_waits():
    competition = a_competition()
    author, stranger = a_user(), a_user()
    an_entry(competition=competition, owner=author)
    question = services.ask(competition=competition, text="May a bot sleep?", by=author)

    told = "1 question waits for an answer"
    assert told in page(competition, competition.organizer, "")
    assert "Announcements (1 to answer)" in page(competition, competition.organizer, "settings/")
    assert told not in page(competition, author, "")
    assert told not in page(competition, stranger, "")

    services.answer(question=question, text="Yes.", by=competition.organizer, to_all=True)
    assert told not in page(competition, competition.organizer, "")
