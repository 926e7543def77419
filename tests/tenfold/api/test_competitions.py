import pytest

from tenfold.competitions.models import Competition, Entry
from tenfold.competitions.standings import refresh_standing
from tests.builders import a_bot, a_competition, a_round, a_user, a_version, an_entry, played
from tests.tenfold.api.test_bots import as_

pytestmark = pytest.mark.django_db


def test_a_private_competition_is_not_there_for_strangers():
    private = a_competition(private=True)

    assert as_(a_user()).get(f"/api/v1/competitions/{private.slug}").status_code == 404
    assert as_(a_user()).get("/api/v1/competitions").json()["results"] == []


@pytest.mark.parametrize("part", ["entries", "rounds", "standings"])
def test_nothing_of_a_private_competition_is_there_for_strangers(part):
    private = a_competition(private=True)

    assert as_(a_user()).get(f"/api/v1/competitions/{private.slug}/{part}").status_code == 404


@pytest.mark.parametrize("entry", [{}, {"bot": "none"}, {"bot": 1}, {"bot": 1, "invitation": "guessed"}])
def test_entering_tells_strangers_nothing_of_a_private_competition(entry):
    client, slug = as_(a_user()), a_competition(private=True).slug

    hidden, missing = (
        client.post(f"/api/v1/competitions/{name}/entries", entry, format="json") for name in (slug, "none")
    )

    assert hidden.status_code == missing.status_code == 404
    assert hidden.json()["detail"] == missing.json()["detail"]


def test_the_invitation_is_shown_to_the_organizer_alone():
    private = a_competition(private=True)
    entrant = an_entry(competition=private).bot.owner
    path = f"/api/v1/competitions/{private.slug}"

    assert as_(private.organizer).get(path).json()["invitation"] == private.invitation
    assert as_(entrant).get(path).json()["invitation"] is None


def test_a_competition_is_made_with_the_rules_that_differ():
    user = a_user()
    fields = {"name": "Spring Cup", "players": 4, "blocks": 5, "rule_set": {"advance": "always"}}

    answer = as_(user).post("/api/v1/competitions", fields, format="json")

    assert answer.status_code == 201
    assert Competition.objects.get(slug="spring-cup").rule_set["advance"] == "always"


def test_a_competition_is_made_with_a_named_rule_set():
    answer = as_(a_user()).post(
        "/api/v1/competitions", {"name": "Spring Cup", "rule_set": "even"}, format="json"
    )

    assert answer.json()["rule_set"]["phases"] == [2, 4, 6, 8, 10]
    assert answer.json()["rules_text"] == "Standard rules, but: The phases are 2, 4, 6, 8 and 10."


@pytest.mark.parametrize(
    ("rule_set", "errors"),
    [
        ({"hit": "never"}, {"hit": ["hit is one of 'same_turn', 'later', not 'never'."]}),
        ({"phases": [1, 1]}, {"phases": ["phases names a phase twice: [1, 1]."]}),
        ({"strikes": True}, {"strikes": ["strikes is a whole number from 1 to 100, not True."]}),
        ("chess", ["a rule set is an object of fields, not 'chess'."]),
        (None, ["This field may not be null."]),
        ([1], ["a rule set is an object of fields, not [1]."]),
    ],
)
def test_a_rule_set_of_nonsense_is_refused_at_its_field(rule_set, errors):
    answer = as_(a_user()).post("/api/v1/competitions", {"name": "Cup", "rule_set": rule_set}, format="json")

    assert answer.status_code == 400
    assert answer.json()["errors"] == {"rule_set": errors}
    assert not Competition.objects.exists()


def test_a_bot_enters_and_withdraws():
    version, competition = a_version(), a_competition()
    client, path = as_(version.bot.owner), f"/api/v1/competitions/{competition.slug}/entries"

    entered = client.post(path, {"bot": version.bot_id}, format="json")
    left = client.delete(f"{path}/{entered.json()['id']}")

    assert (entered.status_code, left.status_code) == (201, 204)
    assert competition.entries.get().state == Entry.State.WITHDRAWN


def test_nobody_enters_another_persons_bot():
    path = f"/api/v1/competitions/{a_competition().slug}/entries"

    answer = as_(a_user()).post(path, {"bot": a_version().bot_id}, format="json")

    assert answer.status_code == 403


def test_an_invitation_opens_a_private_competition():
    version, private = a_version(), a_competition(private=True)
    path = f"/api/v1/competitions/{private.slug}/entries"
    client = as_(version.bot.owner)

    without = client.post(path, {"bot": version.bot_id}, format="json")
    with_code = client.post(path, {"bot": version.bot_id, "invitation": private.invitation}, format="json")

    assert (without.status_code, with_code.status_code) == (404, 201)


def test_nobody_withdraws_another_persons_entry():
    entry = an_entry()

    answer = as_(a_user()).delete(f"/api/v1/competitions/{entry.competition.slug}/entries/{entry.pk}")

    assert answer.status_code == 403


def test_the_organizer_starts_a_round_and_its_secret_stays_secret():
    entry = an_entry()
    an_entry(competition=entry.competition)
    path = f"/api/v1/competitions/{entry.competition.slug}/rounds"

    started = as_(entry.competition.organizer).post(path).json()

    assert (started["number"], started["state"], started["secret"]) == (1, "scheduled", None)
    assert len(started["commitment"]) == 64


def test_a_round_that_cannot_start_is_a_problem_in_words():
    competition = a_competition()

    answer = as_(competition.organizer).post(f"/api/v1/competitions/{competition.slug}/rounds")

    assert answer.status_code == 409
    assert "enter more, house bots too" in answer.json()["detail"]


def test_a_stranger_starts_no_round():
    answer = as_(a_user()).post(f"/api/v1/competitions/{a_competition().slug}/rounds")

    assert answer.status_code == 403


def test_the_standing_is_listed_best_first():
    round_ = a_round(entries=3)
    for match in round_.matches.all():
        played(match)
    refresh_standing(competition_id=round_.competition_id)

    rows = as_().get(f"/api/v1/competitions/{round_.competition.slug}/standings").json()["results"]

    assert [row["rank"] for row in rows] == sorted(row["rank"] for row in rows)
    assert all(row["low"] <= row["margin"] <= row["high"] for row in rows)


def test_pages_follow_one_another_by_cursor():
    for _ in range(3):
        a_competition()

    first = as_().get("/api/v1/competitions?page_size=2").json()
    second = as_().get(first["next"]).json()

    assert (len(first["results"]), len(second["results"]), second["next"]) == (2, 1, None)


def test_an_organizer_enters_house_bots_and_others_do_not():
    competition, house = a_competition(), a_version(bot=a_bot(house=True)).bot
    path = f"/api/v1/competitions/{competition.slug}/entries"

    assert as_(a_user()).post(path, {"bot": house.pk}).status_code == 403
    assert as_(competition.organizer).post(path, {"bot": house.pk}).status_code == 201
    assert as_(competition.organizer).post(path, {"bot": a_version().bot.pk}).status_code == 403


def test_the_organizer_changes_a_competition_and_its_address_stays():
    competition = a_competition(name="Cup")
    path = f"/api/v1/competitions/{competition.slug}"

    answer = as_(competition.organizer).patch(path, {"name": "Spring", "rule_set": "even"}, format="json")

    assert (answer.status_code, answer.json()["name"], answer.json()["slug"]) == (200, "Spring", "Cup")
    assert answer.json()["rule_set"]["phases"] == [2, 4, 6, 8, 10]


def test_a_stranger_changes_no_competition():
    competition = a_competition()
    path = f"/api/v1/competitions/{competition.slug}"

    assert as_(a_user()).patch(path, {"name": "Mine"}).status_code == 403
    assert as_().patch(path, {"name": "Mine"}).status_code == 401


def test_a_change_with_the_mark_of_an_older_state_is_refused():
    competition = a_competition()
    client, path = as_(competition.organizer), f"/api/v1/competitions/{competition.slug}"
    mark = client.get(path)["ETag"]

    first = client.patch(path, {"description": "first"}, headers={"If-Match": mark})
    second = client.patch(path, {"description": "second"}, headers={"If-Match": mark})

    assert (first.status_code, second.status_code) == (200, 412)
    assert client.get(path).json()["description"] == "first"


def test_after_the_first_round_the_blocks_stay():
    competition = a_round().competition
    path = f"/api/v1/competitions/{competition.slug}"

    answer = as_(competition.organizer).patch(path, {"blocks": 9})

    assert answer.status_code == 409
    assert "first round has begun" in answer.json()["detail"]


def test_a_format_is_chosen_and_shown():
    organizer = a_user()
    sent = {"name": "Cup", "format": "knockout", "finalists": 4}

    made = as_(organizer).post("/api/v1/competitions", sent, content_type="application/json").json()

    assert (made["format"], made["finalists"], made["swiss_rounds"]) == ("knockout", 4, None)


def test_a_ladder_is_started_and_stopped():
    competition = a_competition(format="ladder")
    for _ in range(2):
        an_entry(competition=competition)
    path, organizer = f"/api/v1/competitions/{competition.slug}", as_(competition.organizer)

    started = organizer.post(f"{path}/rounds").json()
    goes_on = organizer.get(path).json()["ladder_runs"]
    assert as_(a_user()).post(f"{path}/stop").status_code == 403
    stopped = organizer.post(f"{path}/stop").json()["ladder_runs"]

    assert (started["format"], goes_on, stopped) == ("ladder", True, False)
    assert organizer.post(f"{path}/stop").status_code == 409


def test_a_competition_is_paused_and_resumed():
    competition = a_competition(timetable="hours", every_hours=2)
    path = f"/api/v1/competitions/{competition.slug}"

    assert as_(a_user()).post(f"{path}/pause").status_code == 403
    paused = as_(competition.organizer).post(f"{path}/pause").json()
    resumed = as_(competition.organizer).post(f"{path}/resume").json()

    assert (paused["paused"], resumed["paused"]) == (True, False)
    assert resumed["next_round"] is not None
