"""Taking drafts in: limits, the same text twice, and forgetting."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tenfold.accounts.leaving import delete_account
from tenfold.drafts import services
from tenfold.drafts.models import MOST_DRAFT_BYTES, Draft, DraftState
from tenfold.refusal import Refused, TooMany
from tests.tenfold.drafts.scenes import a_draft, a_house_bot, a_visitor, an_author

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def ended(draft: Draft) -> Draft:
    Draft.objects.filter(pk=draft.pk).update(state=DraftState.REFUSED, reason="it was no bot")
    return draft


def test_a_draft_is_announced_to_the_workers(nudges):
    draft = a_draft()
    assert nudges == [("tenfold.drafts.tasks.play_draft", draft.pk)]


def test_the_same_text_sent_twice_is_one_draft(nudges):
    author, house = an_author(), a_house_bot()
    first, second = (a_draft(b"x = 1", writer=author, opponent=house) for _ in range(2))
    assert first == second
    assert len(nudges) == 1


def test_the_same_text_plays_again_once_its_game_is_over():
    author, house = an_author(), a_house_bot()
    first, second = (ended(a_draft(b"x = 1", writer=author, opponent=house)) for _ in range(2))
    assert first != second


def test_an_author_has_two_test_games_under_way():
    author = an_author()
    a_draft(b"1", writer=author)
    over = a_draft(b"2", writer=author)
    with pytest.raises(TooMany, match="wait for one"):
        a_draft(b"3", writer=author)
    ended(over)
    a_draft(b"3", writer=author)


def test_an_author_plays_sixty_test_games_an_hour(monkeypatch):
    monkeypatch.setattr(services, "GAMES_AN_HOUR", 2)
    author = an_author()
    first, _ = (ended(a_draft(b"%d" % n, writer=author)) for n in range(2))
    with pytest.raises(TooMany, match="within an hour"):
        a_draft(b"3", writer=author)
    Draft.objects.filter(pk=first.pk).update(created=timezone.now() - timedelta(minutes=61))
    a_draft(b"3", writer=author)


def test_visitors_are_counted_by_network_and_not_by_session(settings):
    settings.VISITOR_TEST_GAMES = 2
    for name in ("one", "other"):
        ended(a_draft(writer=a_visitor(name)))
    with pytest.raises(TooMany, match="Sign up to play on"):
        a_draft(writer=a_visitor("third"))
    a_draft(writer=a_visitor("third", network="elsewhere"))


def test_all_visitors_together_have_two_test_games_under_way():
    for number in range(services.VISITORS_UNDER_WAY):
        a_draft(writer=a_visitor(f"visitor {number}", network=f"net {number}"))
    with pytest.raises(TooMany, match="take turns"):
        a_draft(writer=a_visitor("late", network="far"))
    a_draft(writer=an_author())  # authors have turns of their own


def test_visitors_are_shut_out_by_a_setting(settings):
    settings.VISITOR_TEST_GAMES = 0
    with pytest.raises(Refused, match="Sign up to play"):
        a_draft(writer=a_visitor())


def test_texts_kept_for_visitors_are_limited(monkeypatch):
    monkeypatch.setattr(services, "KEPT_AN_HOUR", 1)
    services.keep(writer=a_visitor("one"), source=b"x")
    with pytest.raises(TooMany, match="Copy yours"):
        services.keep(writer=a_visitor("other"), source=b"x")


def test_a_text_that_no_editor_needs_is_refused():
    with pytest.raises(Refused, match="Upload it as a file"):
        a_draft(b"#" * (MOST_DRAFT_BYTES + 1))


def test_without_a_house_bot_there_is_nobody_to_play():
    with pytest.raises(Refused, match="no house bot"):
        services.play(writer=an_author(), source=b"x", opponent=None)


def test_greedy_is_the_usual_opponent():
    for name in ("expectimax", "greedy", "random"):
        a_house_bot(name)
    assert [version.bot.name for version in services.opponents()] == ["greedy", "expectimax", "random"]


def test_a_draft_is_forgotten_after_a_day_with_its_source_and_game():
    old, young = a_draft(), a_draft()
    Draft.objects.filter(pk=old.pk).update(created=timezone.now() - timedelta(hours=25))
    services.sweep()
    assert list(Draft.objects.all()) == [young]


def test_a_message_that_was_lost_is_sent_again(nudges):
    waiting, fresh = a_draft(), a_draft()
    Draft.objects.filter(pk=waiting.pk).update(state_since=timezone.now() - timedelta(seconds=20))
    nudges.clear()
    services.sweep()
    assert [pk for _, pk in nudges] == [waiting.pk]
    assert fresh.pk != waiting.pk


def test_a_game_whose_worker_died_is_given_up():
    draft = a_draft()
    long_ago = timezone.now() - services.STALLED - timedelta(seconds=1)
    Draft.objects.filter(pk=draft.pk).update(state=DraftState.PLAYING, state_since=long_ago)
    services.sweep()
    draft.refresh_from_db()
    assert (draft.state, draft.reason) == (DraftState.FAILED, services.FAILED)


def test_who_leaves_takes_their_drafts_along():
    author = an_author()
    a_draft(writer=author)
    assert author.user is not None
    delete_account(user=author.user)
    assert not Draft.objects.exists()
