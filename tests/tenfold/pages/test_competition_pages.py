"""What an organizer, an entrant and a spectator do on the pages of a competition."""

import re
from functools import partial
from typing import Any

import pytest

from arena.bots import greedy
from arena.phase10.rules import NAMED, RuleSet
from tenfold.competitions import services
from tenfold.competitions.models import Competition, Entry
from tests.builders import (
    a_bot,
    a_competition,
    a_match,
    a_round,
    a_user,
    a_version,
    an_entry,
    crashing,
    planned,
    ten_lines,
)
from tests.tenfold.pages.scenes import a_played_competition, a_round_with_a_crash, play, reader
from tests.tenfold.rule_variants import VARIANTS, typed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]


def form(**fields):
    values = {
        "name": "Autumn",
        "rules": "even",
        "players": 2,
        "blocks": 3,
        "format": "round_robin",
        "timetable": "by_hand",
        "time_zone": "UTC",
        "measure": "margin",
        "visibility": "public",
        "token": "one",
    }
    return {**values, **fields}


def test_a_competition_is_made_in_one_form():
    organizer = a_user()
    response = reader(organizer).post("/competitions/new/", form())
    made = Competition.objects.get()
    assert response["Location"] == "/c/autumn/"
    assert (made.organizer, made.blocks, made.rule_set["phases"]) == (organizer, 3, [2, 4, 6, 8, 10])


@pytest.mark.parametrize(
    ("timetable", "field", "says"),
    [("hours", "every_hours", "how many hours"), ("daily", "at_times", "at which times")],
)
def test_a_timetable_without_its_times_is_told_so_beside_the_field(timetable, field, says):
    response = reader(a_user()).post("/competitions/new/", form(timetable=timetable))
    (error,) = response.context["form"].errors[field]
    assert says in error
    assert not Competition.objects.exists()


def test_a_competition_sent_twice_is_made_once():
    client = reader(a_user())
    assert (
        client.post("/competitions/new/", form())["Location"]
        == client.post("/competitions/new/", form())["Location"]
    )
    assert Competition.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"players": 7}, "less than or equal to 6"),
        ({"blocks": 0}, "greater than or equal to 1"),
        ({"name": "★"}, "letters or digits"),
    ],
)
def test_a_competition_that_cannot_be_made_says_why_and_keeps_what_was_typed(fields, says):
    page = (
        reader(a_user()).post("/competitions/new/", form(description="on Fridays", **fields)).content.decode()
    )
    assert says in page
    assert "on Fridays" in page


def test_rules_of_ones_own_are_made_in_the_same_form():
    sent = form(rules="even", hit="later", phases="10, 4", deals_per_game="12")
    reader(a_user()).post("/competitions/new/", sent)
    changes = {"phases": [10, 4], "hit": "later", "deals_per_game": 12}
    assert Competition.objects.get().rules == RuleSet.from_dict(changes)


def test_refused_rules_keep_what_was_typed_in_sight():
    page = reader(a_user()).post("/competitions/new/", form(phases="1, 99", hit="later")).content.decode()
    assert not Competition.objects.exists()
    assert "phases holds 99; the phases are 1 to 10." in page
    assert 'value="1, 99"' in page
    assert re.search(r'name="hit" value="later"[^>]* checked', page)
    assert re.search(r'<details class="own-rules" open>', page)


def test_the_own_rules_are_folded_away_until_they_are_used():
    assert '<details class="own-rules">' in reader(a_user()).get("/competitions/new/").content.decode()


def test_what_is_wrong_with_the_rules_and_with_the_rest_is_said_at_once():
    page = reader(a_user()).post("/competitions/new/", form(players=7, strikes=0)).content.decode()
    assert "less than or equal to 6" in page
    assert "strikes is a whole number from 1 to 100, not 0." in page


def test_a_refusal_is_tied_to_its_field_for_screen_readers():
    page = reader(a_user()).post("/competitions/new/", form(order="announce", advance="always"))
    assert re.search(r'<fieldset aria-describedby="id_order_error">', page.content.decode())
    assert 'id="id_order_error"' in page.content.decode()


@pytest.mark.parametrize("rules", [*({"rules": name} for name in NAMED), *VARIANTS], ids=str)
def test_whatever_rules_are_chosen_a_match_is_played_by_them(rules):
    told: list[dict[str, Any]] = []

    def listening(ask, bot):
        if ask["type"] == "hello":
            told.append(ask)
        return bot.answer(ask)

    bots = [partial(listening, bot=greedy.Bot()) for _ in range(2)]
    reader(a_user()).post("/competitions/new/", form(**{"rules": "standard", "blocks": 1, **typed(rules)}))
    competition = Competition.objects.get()
    chosen = NAMED[rules["rules"]] if "rules" in rules else RuleSet.from_dict(rules)
    match = play(a_match(round_=a_round(competition=competition)), bots=bots)
    assert (match.state, match.games.count()) == ("finished", 2)
    assert {ask["rules_text"] for ask in told} == {chosen.in_words()}
    assert all(ask["rules"] == chosen.to_dict() for ask in told)
    assert not any(seat["strikes"] for game in match.games.all() for seat in game.outcome)


def test_a_taken_name_is_refused_with_a_sentence():
    a_competition(name="autumn")
    page = reader(a_user()).post("/competitions/new/", form()).content.decode()
    assert "There is a competition named" in page


def test_an_author_enters_a_ready_bot():
    competition, version = a_competition(), a_version()
    reader(version.bot.owner).post(f"/c/{competition.slug}/enter/", {"bot": version.bot.pk})
    assert competition.entries.get().bot == version.bot


def test_entering_twice_is_harmless():
    competition, version = a_competition(), a_version()
    for _ in range(2):
        reader(version.bot.owner).post(f"/c/{competition.slug}/enter/", {"bot": version.bot.pk})
    assert competition.entries.count() == 1


@pytest.mark.parametrize("asked", ["", "x", "0"])
def test_entering_somebody_elses_or_no_bot_is_not_found(asked):
    competition, version = a_competition(), a_version()
    response = reader(a_user()).post(f"/c/{competition.slug}/enter/", {"bot": asked or version.bot.pk})
    assert response.status_code == 404
    assert not Entry.objects.exists()


def test_a_bot_that_is_one_too_many_stays_chosen():
    competition = a_competition(bots_each=1)
    owner = an_entry(competition=competition).bot.owner
    first, second = (a_version(bot=a_bot(owner=owner, name=name)).bot for name in ("ace", "bet"))

    page = reader(owner).post(f"/c/{competition.slug}/enter/", {"bot": second.pk}).content.decode()

    assert "Withdraw one first" in page
    assert f'<option value="{second.pk}" selected>' in page
    assert f'<option value="{first.pk}">' in page


def test_an_invitation_opens_a_private_competition_to_enter():
    competition, version = a_competition(private=True), a_version()
    client = reader(version.bot.owner)
    address = f"/c/{competition.slug}/enter/"
    assert client.get(address).status_code == 404
    assert client.get(f"{address}?invitation={competition.invitation}").status_code == 200
    client.post(address, {"bot": version.bot.pk, "invitation": competition.invitation})
    assert competition.entries.get().bot == version.bot


def test_the_invitation_is_shown_to_the_organizer_alone():
    competition = a_competition(private=True)
    entrant = an_entry(competition=competition).bot.owner
    assert (
        competition.invitation
        in reader(competition.organizer).get(f"/c/{competition.slug}/").content.decode()
    )
    assert competition.invitation not in reader(entrant).get(f"/c/{competition.slug}/").content.decode()


def test_an_owner_withdraws_an_entry():
    entry = an_entry()
    reader(entry.bot.owner).post(f"/c/{entry.competition.slug}/withdraw/", {"entry": entry.pk})
    entry.refresh_from_db()
    assert entry.state == Entry.State.WITHDRAWN


@pytest.mark.parametrize("where", ["", "enter/"])
def test_a_withdrawn_bot_may_enter_again_on_either_page(where):
    entry = an_entry()
    services.withdraw(entry=entry, by=entry.bot.owner)
    page = reader(entry.bot.owner).get(f"{entry.competition.get_absolute_url()}{where}").content.decode()
    assert f'<option value="{entry.bot.pk}">' in page


@pytest.mark.parametrize("where", ["", "enter/"])
def test_a_bot_that_plays_is_not_offered_to_enter(where):
    entry = an_entry()
    page = reader(entry.bot.owner).get(f"{entry.competition.get_absolute_url()}{where}").content.decode()
    assert f'<option value="{entry.bot.pk}">' not in page


def test_only_ones_own_entries_are_listed_as_ones_own_and_all_are_counted():
    competition = a_competition()
    mine, theirs = (an_entry(competition=competition) for _ in range(2))
    page = reader(mine.bot.owner).get(competition.get_absolute_url()).content.decode()
    assert f'name="entry" value="{mine.pk}"' in page
    assert f'name="entry" value="{theirs.pk}"' not in page
    assert "<b>2</b> bots entered" in page


def test_each_match_shows_its_own_number_of_faults():
    first, *_ = a_round_with_a_crash()
    page = reader().get(first.competition.get_absolute_url()).content.decode()
    shown = re.findall(r'<td class="num">(?:<span class="soft">)?(\d+)', page.split('id="round"')[1])
    assert shown == [str(first.games.filter(faults__isnull=False).count()), "0", "0"]
    assert shown[0] != "0"


def test_a_stranger_withdraws_nobody():
    entry = an_entry()
    response = reader(a_user()).post(f"/c/{entry.competition.slug}/withdraw/", {"entry": entry.pk})
    entry.refresh_from_db()
    assert (response.status_code, entry.state) == (403, Entry.State.ACTIVE)


def test_an_owner_lets_a_benched_entry_play_again():
    entry = an_entry()
    services.bench(entry=entry, reason="It forfeited three matches.")
    client = reader(entry.bot.owner)
    page = client.get(f"/c/{entry.competition.slug}/").content.decode()
    client.post(f"/c/{entry.competition.slug}/enter/", {"bot": entry.bot.pk})
    entry.refresh_from_db()
    assert "It forfeited three matches." in page
    assert "Let it play again" in page
    assert entry.state == Entry.State.ACTIVE


def test_the_organizer_starts_a_round():
    competition = a_competition()
    for _ in range(3):
        an_entry(competition=competition)
    said = reader(competition.organizer).post(f"/c/{competition.slug}/rounds/start/", follow=True)
    assert "Round 1 has begun and its matches are being planned" in said.content.decode()
    assert planned(competition.rounds.get()).matches.count() == 3


def test_a_second_press_starts_no_second_round():
    started = a_round()
    competition = started.competition
    response = reader(competition.organizer).post(f"/c/{competition.slug}/rounds/start/", follow=True)
    assert "is being played" in response.content.decode()
    assert competition.rounds.count() == 1


def test_nobody_else_starts_one():
    competition = a_competition()
    assert reader(a_user()).post(f"/c/{competition.slug}/rounds/start/").status_code == 403


def test_the_standing_shows_margin_interval_rank_wins_and_games():
    competition = a_played_competition()
    standing = competition.standings.select_related("entry__bot").first()
    page = reader().get(f"/c/{competition.slug}/").content.decode()
    assert standing is not None
    assert standing.entry.bot.name in page
    assert f"±{(standing.high - standing.low) / 2:.2f}" in page
    assert '<rect class="reach"' in page


def test_entries_whose_ranks_overlap_are_marked():
    page = reader().get(f"/c/{a_played_competition().slug}/").content.decode()
    assert "not yet separated from the next" in page


def test_the_progress_of_a_round_is_told():
    started = a_round(entries=3)
    page = reader().get(f"/c/{started.competition.slug}/").content.decode()
    assert "0 of 3 matches over" in page


def test_the_live_part_changes_as_matches_end_and_holds_no_form():
    competition = a_played_competition()
    part = (
        reader(competition.organizer).get(f"/c/{competition.slug}/", headers={"HX-Request": "true"}).content
    )
    assert b"1 of 1 match over" in part
    assert b"<form" not in part


def test_a_rounds_secret_is_published_when_it_is_over():
    competition = a_played_competition()
    revealed = competition.rounds.get().revealed
    assert revealed is not None
    assert revealed in reader().get(f"/c/{competition.slug}/").content.decode()


def test_a_running_rounds_secret_is_not():
    started = a_round()
    page = reader(started.competition.organizer).get(f"/c/{started.competition.slug}/").content.decode()
    assert bytes(started.secret).hex() not in page
    assert started.commitment in page


@pytest.mark.parametrize("asked", ["?round=99", "?round=x", "?after=x.y", "?after=1", "?matches_after=-1"])
def test_an_odd_address_is_answered_all_the_same(asked):
    competition = a_played_competition()
    assert reader().get(f"/c/{competition.slug}/{asked}").status_code == 200


def test_home_shows_the_standing_of_the_competition_that_played_last():
    competition = a_played_competition()
    assert competition.name in reader().get("/").content.decode()


def test_home_says_so_when_nothing_was_played():
    assert "No round played yet" in reader().get("/").content.decode()


def test_an_organizer_enters_house_bots_and_nobody_elses():
    competition, house, theirs = a_competition(), a_version(bot=a_bot(house=True)).bot, a_version().bot
    organizer = reader(competition.organizer)
    assert f"{house.name} (house bot)" in organizer.get(competition.get_absolute_url()).content.decode()
    organizer.post(f"/c/{competition.slug}/enter/", {"bot": house.pk})
    assert competition.entries.get().bot == house
    assert organizer.post(f"/c/{competition.slug}/enter/", {"bot": theirs.pk}).status_code == 404


def test_an_author_enters_no_house_bot():
    competition, house = a_competition(), a_version(bot=a_bot(house=True)).bot
    author = reader(a_user())
    assert "(house bot)" not in author.get(competition.get_absolute_url()).content.decode()
    assert author.post(f"/c/{competition.slug}/enter/", {"bot": house.pk}).status_code == 404


@pytest.mark.parametrize(("believed", "refreshes"), [("yes", True), ("no", False)])
def test_the_whole_page_is_asked_for_anew_when_a_round_is_over(believed, refreshes):
    competition = a_played_competition()
    answer = reader().get(competition.get_absolute_url(), {"runs": believed}, headers={"HX-Request": "true"})
    assert answer.has_header("HX-Refresh") == refreshes


def test_the_whole_page_is_asked_for_anew_when_a_round_has_begun():
    competition = a_round().competition
    answer = reader().get(competition.get_absolute_url(), {"runs": "no"}, headers={"HX-Request": "true"})
    assert answer["HX-Refresh"] == "true"


def test_a_knockout_shows_its_bracket():
    competition = a_competition(format="knockout")
    round_ = a_round(competition=competition, entries=3)
    page = reader().get(competition.get_absolute_url()).content.decode()
    assert "Semi-finals" in page
    assert ">bye<" in page
    play(round_.matches.get(), bots=(ten_lines, crashing))
    page = reader().get(competition.get_absolute_url()).content.decode()
    assert "forfeited" in page
    assert page.count('class="side won"') == 2


def test_a_swiss_says_who_rests():
    competition = a_competition(format="swiss")
    a_round(competition=competition, entries=3)
    assert "Rests: bot " in reader().get(competition.get_absolute_url()).content.decode()


def test_what_makes_no_sense_together_is_said_on_the_form():
    page = reader(a_user()).post("/competitions/new/", form(format="knockout", players=4)).content.decode()
    assert "ties are between two" in page


def test_the_page_says_when_the_next_round_is_due():
    competition = a_competition(timetable="daily", at_times="18:00", time_zone="Europe/Berlin")
    page = reader().get(competition.get_absolute_url()).content.decode()
    assert "A round every day at 18:00 (Europe/Berlin)" in page
    assert re.search(r"The next is due <time [^>]+>[\d-]+ 18:00 CES?T<", page)


def test_the_organizer_pauses_and_resumes():
    competition = a_competition()
    client = reader(competition.organizer)
    assert "<b>Paused</b>" in client.post(f"/c/{competition.slug}/pause/", follow=True).content.decode()
    assert "<b>Paused</b>" not in client.post(f"/c/{competition.slug}/resume/", follow=True).content.decode()


@pytest.mark.parametrize("change", ["pause", "resume"])
def test_a_stranger_pauses_nothing(change):
    assert reader(a_user()).post(f"/c/{a_competition().slug}/{change}/").status_code == 403


def test_a_ladder_is_started_with_a_button_and_asks_for_no_timetable():
    organizer = a_user()
    sent = form(format="ladder", timetable="hours", every_hours=6)
    reader(organizer).post("/competitions/new/", sent)
    made = Competition.objects.get()

    assert (made.format, made.timetable, made.every_hours) == ("ladder", "by_hand", None)
    assert "Start the ladder" in reader(organizer).get(made.get_absolute_url()).content.decode()


def test_what_another_format_would_ask_for_is_left_out():
    sent = form(
        format="swiss", swiss_rounds=5, finalists=8, timetable="hours", every_hours=6, at_times="9:00"
    )
    reader(a_user()).post("/competitions/new/", sent)
    made = Competition.objects.get()
    assert (made.swiss_rounds, made.finalists, made.every_hours, made.at_times) == (5, None, 6, "")
