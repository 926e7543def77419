"""The log that everybody reads, and the pages on which an organizer rules."""

import re
from uuid import uuid4

import pytest
from django.utils import timezone

from tenfold.matches.models import Match
from tenfold.rulings.models import Ruling
from tests.builders import a_user, a_version, played
from tests.tenfold.pages.scenes import reader
from tests.tenfold.rulings.scenes import a_league, ruled, undone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def at(league, page="") -> str:
    return f"/c/{league.slug}/rulings/{page}"


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def hidden(answer) -> dict[str, str]:
    """The hidden fields of the form that confirms, as the page shows them."""
    form = answer.content.decode().partition('<form method="post" class="prose">')[2]
    return dict(re.findall(r'<input type="hidden" name="([a-z]+)" value="([^"]*)"', form))


def confirm(client, address, **fields):
    """Look at the preview, then send its form with a reason and the word to type."""
    return client.post(
        address.partition("?")[0], {**hidden(client.get(address)), "reason": "Two accounts.", **fields}
    )


@pytest.fixture
def league():
    return a_league(entries=3, left=1)


@pytest.fixture
def organizer(league):
    return reader(league.organizer)


def preview_of(league, **about) -> str:
    return at(league, "preview/?" + "&".join(f"{name}={value}" for name, value in about.items()))


def test_a_ruling_is_previewed_confirmed_and_read_by_everybody(league, organizer):
    out = league.entries.first()
    address = preview_of(league, kind="disqualify", entry=out.pk)

    preview = text(organizer.get(address))
    assert "leaves" in preview
    assert "change only because these matches stop counting" in preview
    assert not Ruling.objects.exists()

    answer = confirm(organizer, address, typed=out.bot.name)
    assert answer["Location"] == at(league, "#ruling-1")
    log = text(reader().get(at(league)))
    assert f"1. Disqualify {out.bot.name}" in log
    assert "Two accounts." in log
    assert league.organizer.username in log


def test_who_is_disqualified_finds_the_ruling_from_the_pages_of_their_bots(league):
    out = league.entries.first()
    made = ruled("disqualify", league, entry=out)
    owner, link = reader(out.bot.owner), f"{at(league)}#ruling-{made.number}"

    pages = ("/bots/", out.bot.get_absolute_url())
    assert all(link in owner.get(page).content.decode() for page in pages)

    undone(made)
    assert not any(link in owner.get(page).content.decode() for page in pages)


def test_it_is_undone_in_the_same_way(league, organizer):
    match = league.matches.first()
    ruled("annul", league, match=match)

    assert "1 match counts again" in text(organizer.get(at(league, "1/undo/")))
    answer = confirm(organizer, at(league, "1/undo/"), reason="It was my mistake.", typed="match 1.1")

    assert answer["Location"] == at(league, "#ruling-1")
    assert "It was my mistake." in text(reader().get(at(league)))
    assert Ruling.objects.get().undone


def test_without_the_right_word_nothing_happens(league, organizer):
    answer = confirm(organizer, preview_of(league, kind="rerun", round=1), typed="yes")

    assert f"Type exactly “{league.slug}”; “yes” came." in text(answer)
    assert "Two accounts." in answer.content.decode()
    assert not Ruling.objects.exists()


def test_without_a_reason_nothing_happens(league, organizer):
    confirm(organizer, preview_of(league, kind="annul", match="1.1"), typed="match 1.1", reason=" ")

    assert not Ruling.objects.exists()


def test_what_moved_meanwhile_is_shown_and_sent_again_it_is_made(league, organizer):
    last = league.matches.get(state=Match.State.SCHEDULED)
    out = last.bots.first().entry
    address = preview_of(league, kind="disqualify", entry=out.pk)
    fields = {**hidden(organizer.get(address)), "reason": "Two accounts.", "typed": out.bot.name}
    played(last)

    told = organizer.post(at(league, "preview/"), fields)
    assert "A match has finished since you looked" in text(told)
    assert "2 matches that are played stop counting" in text(told)
    assert not Ruling.objects.exists()

    organizer.post(at(league, "preview/"), {**fields, **hidden(told)})
    assert Ruling.objects.get().preview["counts"]["out"] == 2


def test_sent_twice_it_is_made_once(league, organizer):
    address = preview_of(league, kind="annul", match="1.1")
    fields = {**hidden(organizer.get(address)), "reason": "r", "typed": "match 1.1"}

    answers = [organizer.post(at(league, "preview/"), fields) for _ in range(2)]

    assert {answer["Location"] for answer in answers} == {at(league, "#ruling-1")}
    assert Ruling.objects.count() == 1


@pytest.mark.parametrize(
    "about",
    [
        {},
        {"kind": "pardon"},
        {"kind": "disqualify"},
        {"kind": "disqualify", "entry": "0"},
        {"kind": "disqualify", "entry": "x"},
        {"kind": "annul", "match": "9.9"},
        {"kind": "annul", "match": "1.1;--"},
        {"kind": "annul", "match": "999999999.999999999"},
        {"kind": "rerun", "round": "99999999999999999999"},
        {"kind": "rerun", "round": "1", "match": "1.1"},
        {"kind": "swap", "version": "1000000000000000000000"},
    ],
)
def test_what_cannot_be_ruled_leads_back_to_the_choices(league, organizer, about):
    for answer in (organizer.get(preview_of(league, **about)), organizer.post(at(league, "preview/"), about)):
        assert answer["Location"].partition("?")[0] == at(league, "new/")


def test_things_of_another_competition_cannot_be_ruled_on(league, organizer):
    other = a_league(entries=2)

    for about in (
        {"kind": "disqualify", "entry": other.entries.first().pk},
        {"kind": "swap", "version": other.entries.first().bot.active_version_id},
    ):
        assert organizer.get(preview_of(league, **about))["Location"] == at(league, "new/")


def test_every_choice_leads_to_its_preview(league, organizer):
    a_version(bot=league.matches.get(state=Match.State.SCHEDULED).bots.first().entry.bot)
    page = organizer.get(at(league, "new/")).content.decode()
    forms = re.findall(r'<form action="[^"]+" class="row">(.*?)</form>', page, re.DOTALL)
    fields = [dict(re.findall(r'<input type="hidden" name="(kind)" value="([^"]*)"', form)) for form in forms]
    for form, field in zip(forms, fields, strict=True):
        for name, value in re.findall(r'<select name="([a-z]+)".*?<option(?: value="([0-9]+)")?>', form):
            field[name] = value or "1"
        if 'name="match"' in form:
            field["match"] = "1.1"

    answers = [(field, organizer.get(preview_of(league, **field)).status_code) for field in fields]

    assert [status for _, status in answers] == [200, 200, 200, 200, 200, 302, 200, 200], answers


def test_only_who_organizes_rules(league):
    for client, status in ((reader(a_user()), 403), (reader(), 302)):
        for page in ("new/", "preview/?kind=recount", "1/undo/"):
            assert client.get(at(league, page)).status_code == status
    assert reader(a_user(is_staff=True)).get(at(league, "new/")).status_code == 200


def test_strangers_see_no_buttons_and_nothing_of_a_private_one(league):
    ruled("annul", league, match=league.matches.first())
    assert "undo/" not in reader(a_user()).get(at(league)).content.decode()
    assert "undo/" in reader(league.organizer).get(at(league)).content.decode()

    league.visibility = "private"
    league.save()
    assert reader(a_user()).get(at(league)).status_code == 404
    assert reader(a_user()).get(f"/api/v1/competitions/{league.slug}/rulings").status_code == 404


def test_reasons_are_text_and_no_mark_up(league, organizer):
    confirm(
        organizer,
        preview_of(league, kind="annul", match="1.1"),
        typed="match 1.1",
        reason="<script>x</script>",
    )

    for address in (at(league), league.matches.first().get_absolute_url()):
        assert b"<script>x" not in reader().get(address).content


def test_the_competition_says_who_is_out_and_leads_to_the_log(league):
    assert "Rulings" not in text(reader().get(league.get_absolute_url()))
    out = league.entries.first()
    ruled("disqualify", league, entry=out)

    page = text(reader().get(league.get_absolute_url()))
    assert f"Disqualified: {out.bot.name}" in page
    assert "Rulings of the organizers moved results here" in page
    assert "does not count" in page
    assert "disqualified" in text(reader(out.bot.owner).get(league.get_absolute_url()))


def test_a_match_says_why_it_does_not_count_and_what_is_played_in_its_place(league):
    old = league.matches.first()
    made = ruled("rerun", league, match=old)
    new = made.set_aside.get().replacement

    page = text(reader().get(old.get_absolute_url()))
    assert "does not count By ruling 1 : “because” Played again as match 1.4" in page
    assert "Played in place of match 1.1 by ruling 1 , under its own key" in text(
        reader().get(new.get_absolute_url())
    )

    undone(made)
    assert "does not count" not in text(reader().get(old.get_absolute_url()))
    assert "which was undone" in text(reader().get(new.get_absolute_url()))


def test_the_api_reads_the_log_and_what_counts(league):
    out = league.entries.first()
    ruled("disqualify", league, entry=out)

    log = reader().get(f"/api/v1/competitions/{league.slug}/rulings").json()["results"]
    entries = reader().get(f"/api/v1/competitions/{league.slug}/entries").json()["results"]
    matches = (
        reader().get(f"/api/v1/matches?competition__slug={league.slug}&state=finished").json()["results"]
    )

    assert [(one["number"], one["kind"], one["reason"], one["undone"]) for one in log] == [
        (1, "disqualify", "because", None)
    ]
    assert {one["id"]: one["disqualified"] for one in entries}[out.pk]
    counting = {one["id"] for one in matches if one["counts"]}
    assert counting == {match.pk for match in league.matches.all() if match.games.count()} - set(
        out.match_bots.values_list("match", flat=True)
    )


def test_a_preview_that_nobody_gave_out_is_not_taken(league, organizer):
    fields = {
        "kind": "annul",
        "match": "1.1",
        "reason": "r",
        "typed": "match 1.1",
        "token": uuid4(),
        "seen": "x.y.z",
    }

    told = organizer.post(at(league, "preview/"), fields)

    assert "since you looked" in text(told)
    assert not Ruling.objects.exists()


def test_a_long_log_takes_no_more_queries_than_a_short_one(league, django_assert_num_queries):
    client = reader()
    for _ in range(2):
        undone(ruled("annul", league, match=league.matches.first()))
        with django_assert_num_queries(2):
            client.get(at(league))


def test_what_a_ruling_moved_during_a_freeze_is_hidden_from_who_may_not_know(league):
    type(league).objects.filter(pk=league.pk).update(frozen_from=timezone.now())
    undone(ruled("annul", league, match=league.matches.first()))
    log, api = at(league), f"/api/v1/competitions/{league.slug}/rulings"

    assert "stops counting" not in text(reader(a_user()).get(log))
    assert "is shown when the standing is no longer frozen" in text(reader(a_user()).get(log))
    assert reader(a_user()).get(api).json()["results"][0]["preview"] is None
    assert reader(a_user()).get(api).json()["results"][0]["undo_preview"] is None
    assert "stops counting" in text(reader(league.organizer).get(log))
    assert reader(league.organizer).get(api).json()["results"][0]["preview"]


def test_a_match_that_there_is_not_stands_in_its_field_again(league, organizer):
    answer = organizer.get(preview_of(league, kind="annul", match="1.77"), follow=True)

    assert "There is no match 1.77" in text(answer)
    assert 'name="match" id="annulled" value="1.77"' in answer.content.decode()
