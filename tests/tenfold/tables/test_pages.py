"""Playing against bots through a browser's requests: whole games, strangers, hostile posts."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from arena.bots import greedy, random_legal
from arena.phase10.results import ENGINE
from arena.phase10.rules import RuleSet
from arena.transcript import load, verify
from tenfold.tables import playing, services
from tenfold.tables.models import Due, Table
from tenfold.tables.players import names_of
from tests.builders import PASSWORD, SHORT, a_bot, a_table, a_user, a_version, played_out
from tests.tenfold.pages.scenes import reader
from tests.tenfold.pages.test_weight import compressed, parts
from tests.tenfold.tables.test_services import house_bots, played_turn

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nudges")]

#: A game that a person wins or loses within seconds.
BRIEF = RuleSet(phases=(1, 2), turns_per_seat=8, deals_per_game=2)

TOLD_AT_THE_END = ("verify/", "replay.json", "transcript.t10")


@pytest.fixture(autouse=True)
def any_bot_may_run(settings) -> None:
    settings.SANDBOX = "process"


@pytest.fixture
def author():
    return a_user("ada")


@pytest.fixture
def browser(author) -> Client:
    return reader(author)


def house(name: str = "Greedy", source: str = greedy.__file__):
    return a_version(bot=a_bot(name=name, house=True), source=Path(source).read_bytes())


def state(browser: Client, table: Table) -> dict[str, Any]:
    answer = browser.get(f"{table.get_absolute_url()}state.json")
    assert answer.status_code == 200
    return answer.json()


def send(browser: Client, table: Table, moves: object, path: str = "move/", **reply: Any) -> Any:
    body = {"id": str(moves), **reply}
    return browser.post(f"{table.get_absolute_url()}{path}", body, content_type="application/json")


def as_a_bot_hears_it(seen: dict[str, Any]) -> dict[str, Any]:
    """The state as a question of the protocol, which it is made of."""
    view = seen["game"]["view"]
    told = {name: value for name, value in view.items() if value is not None}
    melds = [{name: value for name, value in meld.items() if value is not None} for meld in view["melds"]]
    return {"id": str(seen["moves"]), "type": seen["game"]["asked"], **told, "melds": melds}


def states(browser: Client, table: Table, person: Any) -> Iterator[dict[str, Any]]:
    """Every state that the person comes to see, playing like this bot to the end."""
    seen = state(browser, table)
    while seen["due"] != "nobody":
        yield seen
        if seen["due"] == "bots":
            playing.play_on(table_id=table.pk)
            seen = state(browser, table)
            continue
        answer = browser.post(
            f"{table.get_absolute_url()}move/",
            person.answer(as_a_bot_hears_it(seen)),
            content_type="application/json",
        )
        assert "game" in answer.json(), answer.content
        seen = answer.json()
    yield seen


def a_person(table: Table) -> Any:
    """Somebody who plays as greedy does."""
    person = greedy.Bot()
    person.answer({"id": "", "type": "hello", "rules": table.rule_set, "players": table.players})
    return person


def played(browser: Client, table: Table) -> Table:
    for _ in states(browser, table, a_person(table)):
        pass
    table.refresh_from_db()
    return table


# --- sitting down ---


def test_greedy_and_planner_are_chosen_and_one_press_deals(browser):
    usual = [a_version(bot=a_bot(name=name, house=True)) for name in ("greedy", "planner")]
    a_version(bot=a_bot(name="random", house=True))
    form = browser.get("/play/").context["form"]
    assert form["against"].value() == [str(one.pk) for one in usual]

    sent = {"against": form["against"].value(), "rules": "standard", "token": form["token"].value()}
    answer = browser.post("/play/", sent)

    assert answer["Location"] == Table.objects.get().get_absolute_url()
    assert [bot.version for bot in Table.objects.get().bots.all()] == usual


def test_a_form_sent_twice_deals_once(browser):
    sent = {"against": [house_bots()[0].pk], "rules": "standard", "token": "t"}

    assert browser.post("/play/", sent)["Location"] == browser.post("/play/", sent)["Location"]
    assert Table.objects.count() == 1


def test_a_visitor_without_an_account_plays_too_and_is_known_again():
    visitor = reader()
    visitor.post("/play/", {"against": [house_bots()[0].pk], "rules": "standard", "token": "v"})
    table = Table.objects.get()

    assert state(visitor, table)["due"] == "person"
    assert b"your turn" in visitor.get("/play/").content
    assert reader().get(table.get_absolute_url()).status_code == 404


def test_a_visitor_who_signs_up_plays_on():
    visitor = reader()
    visitor.post("/play/", {"against": [house_bots()[0].pk], "rules": "standard", "token": "s"})
    visitor.post("/sign-up/", {"username": "ada", "password1": PASSWORD, "password2": PASSWORD})

    assert visitor.get(Table.objects.get().get_absolute_url()).status_code == 200
    visitor.post("/sign-out/")
    assert visitor.get(Table.objects.get().get_absolute_url()).status_code == 404


@pytest.mark.parametrize(("address", "refused"), [("2001:db8:0:1::2", True), ("2001:db8:0:2::1", False)])
def test_a_household_is_one_visitor_whichever_of_its_addresses_asks(address, refused, monkeypatch):
    monkeypatch.setattr(services, "MOST_OPEN", 1)
    sent = {"against": [house_bots()[0].pk], "rules": "standard"}
    for token, asks_from in enumerate(("2001:db8:0:1::1", address)):
        answer = reader().post("/play/", sent | {"token": str(token)}, REMOTE_ADDR=asks_from)

    assert (answer.status_code == 200) is refused


def test_a_visitor_who_signs_in_meanwhile_keeps_nothing_from_anybody_else():
    visitor = reader()
    visitor.post("/play/", {"against": [house_bots()[0].pk], "rules": "standard", "token": "w"})

    assert reader(a_user()).get(Table.objects.get().get_absolute_url()).status_code == 404


@pytest.mark.parametrize(
    "sent",
    [{}, {"against": ["x"]}, {"against": ["-1"], "rules": "standard"}, {"against": "\0", "rules": "\0"}],
)
def test_a_form_that_no_browser_sends_deals_nothing(browser, sent):
    house_bots()

    assert browser.post("/play/", {"token": "t", **sent}).status_code == 200
    assert not Table.objects.exists()


def test_too_many_games_are_refused_in_a_sentence(browser, author, monkeypatch):
    monkeypatch.setattr("tenfold.tables.services.MOST_OPEN", 1)
    a_table(by=author)

    page = browser.post("/play/", {"against": [house_bots()[0].pk], "rules": "standard", "token": "t"})

    assert b"are not over yet" in page.content


# --- playing ---


def test_a_whole_game_is_played_and_verified(browser, author):
    table = a_table(by=author, bots=[house(), house("Other", random_legal.__file__)], rules=BRIEF)

    table = played(browser, table)

    assert table.faults == []
    page = browser.get(table.get_absolute_url()).content.decode()
    assert bytes(table.seed).hex() in page
    assert "Play again" in page
    transcript = browser.get(f"{table.get_absolute_url()}transcript.t10").content
    assert verify(load(transcript)).over
    replay = browser.get(f"{table.get_absolute_url()}replay.json").json()
    assert (replay["players"], replay["seed"]) == (3, bytes(table.seed).hex())


def test_nothing_tells_the_decks_before_the_game_is_over(browser, author):
    table = a_table(by=author, rules=BRIEF, seed=Random(1).randbytes(32))
    seed, at = bytes(table.seed), table.get_absolute_url()
    fields = {"moves", "due", "game"}

    for seen in states(browser, table, a_person(table)):
        if seen["due"] == "nobody":
            break
        assert set(seen) == fields
        assert seed.hex() not in json.dumps(seen)
        if seen["moves"] % 20 == 0:
            pages = browser.get(at).content + browser.get("/play/").content
            assert seed.hex().encode() not in pages
            for path in TOLD_AT_THE_END:
                assert browser.get(f"{at}{path}").status_code == 404


def test_the_commitment_is_told_from_the_first_card_on(browser, author):
    table = a_table(by=author)

    assert table.commitment in browser.get(table.get_absolute_url()).content.decode()


def test_play_again_deals_to_the_same_bots(browser, author):
    table = played_out(a_table(by=author, bots=house_bots(2)))
    context = browser.get(table.get_absolute_url()).context

    again = {"against": list(context["against"]), "rules": "standard", "token": context["token"]}
    browser.post("/play/", again)

    newest = Table.objects.exclude(pk=table.pk).get()
    assert [bot.version for bot in newest.bots.all()] == [bot.version for bot in table.bots.all()]


def test_a_double_click_moves_once_and_is_shown_the_present_state(browser, author):
    table = a_table(by=author)
    first, second = (send(browser, table, 0, draw="stock") for _ in range(2))

    assert (first.status_code, second.status_code) == (200, 409)
    assert second.json()["game"] == first.json()["game"]
    assert "gone on meanwhile" in second.json()["wrong"]
    assert Table.objects.get().moves == 1


def test_an_illegal_move_is_explained_in_the_engines_words(browser, author):
    table = a_table(by=author)
    send(browser, table, 0, draw="stock")

    answer = send(browser, table, 1)

    assert set(answer.json()) == {"wrong"}
    assert "the turn ends with a discard" in answer.json()["wrong"]


def test_trying_answers_with_the_table_as_it_would_be(browser, author):
    table = a_table(by=author)
    send(browser, table, 0, draw="stock")

    answer = send(browser, table, 1, path="try/")

    assert set(answer.json()) == {"hand", "melds", "hits"}
    assert send(browser, table, 0, path="try/").status_code == 409


def test_whoever_has_seen_the_last_move_is_told_of_none(browser, author):
    table = a_table(by=author)

    assert browser.get(f"{table.get_absolute_url()}state.json?moves=0").status_code == 204
    assert browser.get(f"{table.get_absolute_url()}state.json?moves=1").status_code == 200


def test_a_game_is_given_up(browser, author):
    table = a_table(by=author)

    left = browser.post(f"{table.get_absolute_url()}leave/", follow=True)

    assert "The game is given up" in left.content.decode()
    assert table.get_absolute_url() not in browser.get("/play/").content.decode()
    assert send(browser, table, 0, draw="stock").status_code == 404
    for path in ("", *TOLD_AT_THE_END):
        assert browser.get(f"{table.get_absolute_url()}{path}").status_code == 404


def test_a_game_given_up_in_another_window_is_not_moved_at(browser, author, monkeypatch):
    table = a_table(by=author)

    def late(*, table: Table, said: bytes) -> None:
        services.give_up(table=table)
        services.move(table=table, said=said)

    monkeypatch.setattr("tenfold.tables.views.move", late)
    answer = send(browser, table, 0, draw="stock")

    assert (answer.status_code, answer.json()) == (404, {"wrong": "This game was given up."})


def test_a_game_that_is_over_is_not_given_up_by_a_late_press(browser, author):
    table = played_out(a_table(by=author))

    left = browser.post(f"{table.get_absolute_url()}leave/", follow=True)

    assert "given up" not in left.content.decode()
    assert Table.objects.get().over


PATHS = ("", "state.json", "move/", "try/", "leave/", *TOLD_AT_THE_END)


@pytest.mark.parametrize("path", PATHS)
def test_to_others_there_is_no_such_table(path, author):
    table = a_table(by=author)
    for other in (reader(), reader(a_user()), reader(a_user(is_staff=True))):
        for method in (other.get, other.post):
            assert method(f"{table.get_absolute_url()}{path}").status_code in (404, 405)
    assert Table.objects.exists()


def test_a_visitors_table_is_nobodys_else(author):
    table = a_table()

    assert reader(author).get(table.get_absolute_url()).status_code == 404
    assert reader().get(table.get_absolute_url()).status_code == 404


# --- hostile posts ---


def a_hostile_body(random: Random) -> bytes:
    """Near a reply, and not one; or nothing like it."""
    values: list[Any] = [
        None, True, 0, -1, 10**17, 1e308, "", "R1", "W", "S", "stock", [], [[]], {}, [["R1"] * 40],
        {"cards": ["W"], "as": 7}, [{"card": "W", "meld": 0, "end": "low"}],
        [{"card": "R1", "meld": "new:9"}], "\ud800", "\0", "<b>", ["R1", ["R2"]],
    ]  # fmt: skip
    fields = ("draw", "phase", "lay", "hit", "discard", "skip", "id", "x")
    body = {name: random.choice(values) for name in fields if random.random() < 0.4}
    if random.random() < 0.8:
        body["id"] = random.choice(["0", "1"])
    raw = json.dumps(body).encode()
    if random.random() < 0.2:
        at = random.randrange(len(raw))
        raw = raw[:at] + random.randbytes(3) + raw[at + 1 :]
    return raw


@pytest.mark.parametrize("drawn", [False, True])
def test_no_post_breaks_the_server_or_changes_what_it_may_not(browser, author, drawn):
    table = a_table(by=author)
    if drawn:
        send(browser, table, 0, draw="stock")
    before = Table.objects.values().get()
    random = Random(2)
    legal = 0
    for _ in range(120):
        for path in ("try/", "move/"):
            body = a_hostile_body(random)
            answer = browser.post(f"{table.get_absolute_url()}{path}", body, content_type="application/json")
            assert answer.status_code in (200, 400, 409), body
            if path == "move/" and answer.status_code == 200 and "game" in answer.json():
                legal += 1
                Table.objects.filter(pk=table.pk).update(**before)
            assert Table.objects.values().get() == before
    assert legal < 20


@pytest.mark.parametrize("size", [4_096, 4_097, 2_000_000])
def test_a_long_post_is_refused(browser, author, size):
    table = a_table(by=author)
    answer = browser.post(f"{table.get_absolute_url()}move/", b" " * size, content_type="application/json")
    assert answer.status_code == 400


def test_the_pages_take_as_many_queries_for_many_bots_and_tables_as_for_few(browser, author):
    def queries(address: str) -> int:
        browser.get(address)
        with CaptureQueriesContext(connection) as captured:
            assert browser.get(address).status_code == 200
        return len(captured)

    small = a_table(by=author, bots=house_bots(1))
    few = queries("/play/"), queries(small.get_absolute_url())
    large = a_table(by=author, bots=house_bots(5))

    assert (queries("/play/"), queries(large.get_absolute_url())) == few


def test_a_game_of_another_engine_is_not_there_any_more(browser, author):
    table = a_table(by=author)
    Table.objects.update(engine=ENGINE - 1)
    listed = browser.get("/play/").content.decode()

    assert browser.get(f"{table.get_absolute_url()}state.json").status_code == 404
    assert send(browser, table, 0, draw="stock").status_code == 404
    assert "begun by another release of this site" in listed
    assert table.get_absolute_url() not in listed


def test_without_script_the_page_says_what_it_needs(browser, author):
    page = browser.get(a_table(by=author).get_absolute_url()).content.decode()

    assert "<noscript>" in page
    assert "Playing needs JavaScript." in page


def test_the_table_weighs_less_than_60_kilobytes_and_comes_from_the_site_alone(browser, author):
    address = a_table(by=author, bots=house_bots(5)).get_absolute_url()
    every = parts(address, browser.get(address).content.decode())

    assert "/static/tenfold/tables/story.js" in every
    assert compressed(every, address) + len(browser.get(f"{address}state.json").content) <= 60_000


HOSTILE = "</script><b onclick=x>\u202e\U0001f600"


def test_a_hostile_name_is_shown_as_text(browser, author):
    bot = a_bot(house=True)
    bot.name = HOSTILE
    bot.save()
    table = a_table(by=author, bots=[a_version(bot=bot)])

    for address in ("/play/", table.get_absolute_url()):
        page = browser.get(address).content.decode()
        assert HOSTILE not in page
        assert "&lt;/script&gt;&lt;b onclick=x&gt;" in page


def test_the_state_of_a_table_whose_bots_are_due_waits_for_them(browser, author):
    table = played_turn(a_table(by=author, rules=SHORT))

    assert state(browser, table)["due"] == Due.BOTS
    assert state(browser, table)["game"]["asked"] is None


@pytest.mark.parametrize("path", ["move/", "try/"])
def test_a_move_that_is_sent_as_a_form_is_refused(author, path):
    table = a_table(by=author, bots=[house()])
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(author)
    browser.get("/play/")
    token = browser.cookies["csrftoken"].value

    answer = browser.post(f"{table.get_absolute_url()}{path}", {"a": "b"}, headers={"X-CSRFToken": token})

    assert answer.status_code == 400
    assert answer.json()["wrong"].startswith("A form came")


def test_sitting_down_with_an_empty_form_asks_for_what_is_missing(browser):
    answer = browser.post("/play/")

    assert answer.status_code == 200
    assert "against" in answer.context["form"].errors


def test_two_bots_of_one_name_are_told_apart_where_one_chooses_and_at_the_table(browser, author):
    shark = a_bot(owner=author, name="Shark")
    old, new = a_version(bot=shark), a_version(bot=shark)
    page = browser.get("/play/").content.decode()
    assert [page.count(f"Shark v{number}, by ada") for number in (1, 2)] == [1, 1]

    table = browser.get(a_table(by=author, bots=[old, new]).get_absolute_url()).context["names"]
    assert table == ["ada", "Shark v1", "Shark v2"]


def test_bots_of_one_name_and_of_two_authors_bear_their_authors_names(author):
    eve = a_user("eve")
    sharks = [a_version(bot=a_bot(owner=owner, name="Shark")) for owner in (author, eve)]
    other = a_version(bot=a_bot(owner=eve, name="Tuna"))
    assert names_of([*sharks, other]) == ["Shark v1 (ada)", "Shark v1 (eve)", "Tuna"]


def test_who_has_no_scripts_is_told_before_a_game_is_dealt(browser, author):
    assert "<noscript>" in browser.get("/play/").content.decode()
