"""What can be taken along: archives of replays, certificates, badges, and the page that has them all."""

import csv
import io
import json
import zipfile
from xml.etree import ElementTree as ET

import pytest
from django.utils import timezone

from arena.transcript import load
from tenfold.competitions import archives
from tenfold.competitions.choices import Measure
from tenfold.competitions.models import Competition
from tenfold.competitions.standings import refresh_standing
from tests.builders import a_bot, a_competition, a_round, a_user, a_version, an_entry
from tests.tenfold.pages.scenes import a_played_competition, play, reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges", "nothing_remembered")]

SVG = "{http://www.w3.org/2000/svg}"


def frozen(competition: Competition) -> Competition:
    """From now on; another round is played after that."""
    Competition.objects.filter(pk=competition.pk).update(frozen_from=timezone.now())
    for match in a_round(competition=competition).matches.all():
        play(match)
    refresh_standing(competition_id=competition.pk)
    return competition


def files(competition: Competition, part: str = "1/1", user=None) -> dict[str, bytes]:
    answer = reader(user or a_user()).get(f"/c/{competition.slug}/replays/{part}.zip")
    assert answer["Content-Type"] == "application/zip"
    archive = zipfile.ZipFile(io.BytesIO(answer.getvalue()))
    assert archive.testzip() is None
    return {name: archive.read(name) for name in archive.namelist()}


def badge(competition: Competition, entry) -> tuple[str, str]:
    """The two texts of the picture."""
    answer = reader().get(f"/c/{competition.slug}/badge/{entry.pk}.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    texts = [each.text or "" for each in ET.fromstring(answer.content).iter(f"{SVG}text")]
    return texts[0], texts[1]


def test_an_archive_holds_every_game_of_its_matches_to_be_played_again():
    competition = a_played_competition(entries=3, blocks=2)
    taken = files(competition)

    games = {name: data for name, data in taken.items() if name.endswith(".t10")}
    assert len(games) == 3 * 2 * 2
    match = competition.matches.get(number=2)
    stored = match.games.get(block=1, rotation=0)
    assert games["round-1/match-2/block-1-rotation-0.t10"] == bytes(stored.transcript)
    assert all(load(data).players == 2 for data in games.values())
    assert [json.loads(line)["number"] for line in taken["matches.ndjson"].splitlines()] == [1, 2, 3]


def test_a_long_round_comes_in_parts(monkeypatch):
    competition = a_played_competition(entries=3)
    monkeypatch.setattr(archives, "MOST_GAMES", 4)  # of two matches
    found, _ = archives.rounds_of(competition, a_user(), after=None)

    assert found[0].parts == [archives.Part(1, 2), archives.Part(3, 3)]
    assert {name.split("/")[1] for name in files(competition, "1/3") if "/" in name} == {"match-3"}


def test_what_is_hidden_by_a_freeze_is_in_no_archive_but_the_organizers():
    competition = frozen(a_played_competition(entries=2))

    assert reader(a_user()).get(f"/c/{competition.slug}/replays/2/1.zip").status_code == 404
    assert len(files(competition, "2/1", competition.organizer)) == 3
    page = reader(a_user()).get(f"/c/{competition.slug}/export/").content.decode()
    assert "Round 1" in page
    assert "Round 2" not in page


def test_one_archive_at_a_time_is_sent_to_one_person():
    competition, user = a_played_competition(entries=2), a_user()
    address, client = f"/c/{competition.slug}/replays/1/1.zip", reader(user)
    first = client.get(address)

    assert client.get(address).status_code == 429
    assert reader(a_user()).get(address).status_code == 200
    first.getvalue()
    assert client.get(address).status_code == 200


def test_who_only_looks_whether_an_archive_is_there_keeps_nobody_waiting():
    competition, client = a_played_competition(entries=2), reader(a_user())
    address = f"/c/{competition.slug}/replays/1/1.zip"
    assert client.head(address).getvalue() == b""

    assert client.get(address).status_code == 200


@pytest.mark.parametrize("part", ["7/1", "99999999999999999999/1"])
def test_there_is_no_archive_of_a_round_that_never_was(part):
    competition = a_played_competition(entries=2)
    assert reader(a_user()).get(f"/c/{competition.slug}/replays/{part}.zip").status_code == 404


def test_a_badge_shows_the_place():
    competition = a_played_competition(entries=3)
    last = competition.standings.order_by("rank", "id").last()
    assert badge(competition, last.entry) == (competition.name, f"#{last.rank} of 3")
    assert badge(competition, an_entry(competition=competition)) == (competition.name, "no place yet")


def test_a_badge_says_the_frozen_place_to_organizers_too():
    competition = a_competition()
    one, _ = an_entry(competition=competition), an_entry(competition=competition)
    frozen(competition)

    assert competition.standings.filter(entry=one).exists()
    assert badge(competition, one)[1] == "no place yet, frozen"
    client = reader(competition.organizer)
    assert b"no place yet" in client.get(f"/c/{competition.slug}/badge/{one.pk}.svg").content


def test_a_private_competition_has_no_badge():
    competition = a_competition(private=True)
    entry = an_entry(competition=competition)
    for user in (None, competition.organizer):
        assert reader(user).get(f"/c/{competition.slug}/badge/{entry.pk}.svg").status_code == 404


def test_a_badge_that_has_not_changed_is_not_sent_again():
    competition = a_played_competition(entries=2)
    address = f"/c/{competition.slug}/badge/{competition.entries.first().pk}.svg"
    first = reader().get(address)

    assert "public" in first["Cache-Control"]
    assert reader().get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304


def test_a_hostile_name_is_text_in_a_badge_and_a_long_one_is_cut():
    competition = a_competition(name="cup")
    entry = an_entry(competition=competition)
    Competition.objects.update(name='<script>&"]]></svg>' + "x" * 40)
    assert badge(competition, entry)[0] == '<script>&"]]></svg>' + "x" * 16 + "…"


def test_certificates_name_place_bot_author_and_the_figure_that_ranks():
    competition = a_played_competition(entries=2)
    Competition.objects.update(measure=Measure.WINS)
    competition.standings.update(win_share=0.75)
    client = reader(competition.organizer)
    rows = list(
        csv.DictReader(io.StringIO(client.get(f"/c/{competition.slug}/certificates.csv").getvalue().decode()))
    )

    first = competition.standings.order_by("rank", "id")[0]
    assert rows[0]["place"] == str(first.rank)
    assert (rows[0]["bot"], rows[0]["author"]) == (first.entry.bot.name, first.entry.bot.owner.username)
    assert rows[0]["wins"] == "75.0%"
    page = client.get(f"/c/{competition.slug}/certificates/").content.decode()
    assert "75.0%" in page
    assert first.entry.bot.owner.username in page


@pytest.mark.parametrize(("margin", "told"), [(7.72, "7.72"), (-3.318, "-3.32"), (0.0, "0.00")])
def test_a_margin_of_a_certificate_is_a_number_to_a_spreadsheet(margin, told):
    competition = a_played_competition(entries=2)
    competition.standings.update(margin=margin)
    client = reader(competition.organizer)
    answer = client.get(f"/c/{competition.slug}/certificates.csv", headers={"Accept-Language": "nb"})
    table = answer.getvalue().decode()

    assert {row["margin"] for row in csv.DictReader(io.StringIO(table))} == {told}


def test_no_spreadsheet_runs_a_name_on_a_certificate():
    competition = a_competition()
    bot = a_version(bot=a_bot(name="=SUM(A1)")).bot
    for each in (bot, None):
        an_entry(competition=competition, bot=each)
    play(a_round(competition=competition).matches.get())
    refresh_standing(competition_id=competition.pk)

    table = reader(competition.organizer).get(f"/c/{competition.slug}/certificates.csv").getvalue()
    assert b",'=SUM(A1)," in table


def test_an_author_finds_the_addresses_of_their_badges():
    competition = a_played_competition(entries=2)
    entry = competition.entries.first()
    page = reader(entry.bot.owner).get(f"/c/{competition.slug}/export/").content.decode()

    assert f"http://testserver/c/{competition.slug}/badge/{entry.pk}.svg" in page
    assert "badge/" not in reader(a_user()).get(f"/c/{competition.slug}/export/").content.decode()


def test_the_page_costs_the_same_for_few_and_many_rounds(django_assert_num_queries):
    competition, client = a_played_competition(entries=2), reader(a_user())
    for more in (0, 6):
        for _ in range(more):
            play(a_round(competition=competition).matches.get())
        with django_assert_num_queries(6):
            client.get(f"/c/{competition.slug}/export/")


@pytest.mark.parametrize(
    ("entries", "said"),
    [(2, ("1 of 1 match over", "match 1")), (3, ("3 of 3 matches over", "matches 1 to 3"))],
)
def test_one_match_is_spoken_of_as_one(entries, said):
    competition = a_played_competition(entries=entries)
    page = reader(competition.organizer).get(competition.get_absolute_url()).text
    parts = reader().get(f"{competition.get_absolute_url()}export/").text
    assert f">{said[0]}<" in page
    assert f">{said[1]}<" in parts
