"""The messages as bots see them, and how strictly their replies are read."""

import json

import msgspec
import pytest

from arena.messages import greeting
from arena.phase10.errors import IllegalMove
from arena.phase10.moves import End, Hit, Play, Source
from arena.phase10.notation import read_card, read_cards
from arena.phase10.rules import STANDARD
from arena.protocol import (
    REPLIES,
    Ack,
    AnnounceReply,
    BadReply,
    DrawReply,
    PlayReply,
    TimeLimits,
    WrongId,
    encode,
    new_id,
    read_reply,
    schema,
)


def play(**fields: object) -> PlayReply:
    return read_reply(json.dumps({"id": "9f", **fields}).encode(), PlayReply, "9f")


def refusal(line: str, kind: type[Ack] = PlayReply) -> str:
    with pytest.raises(BadReply) as refused:
        read_reply(line.encode(), kind, "9f")
    return str(refused.value)


def test_hello_says_what_is_played_and_within_what_time():
    message = json.loads(encode(greeting(STANDARD, players=4, games=10, limits=TimeLimits())))
    assert (message["type"], message["protocol"], message["players"], message["games"]) == ("hello", 1, 4, 10)
    assert message["rules"]["phases"] == list(range(1, 11))
    assert message["limits"] == {
        "cpu_bank_ms": 2000, "cpu_per_move_ms": 20, "wall_bank_ms": 6000, "move_wall_ms": 5000,
    }  # fmt: skip


def test_a_message_is_one_line():
    assert b"\n" not in encode(greeting(STANDARD, players=2, games=1, limits=TimeLimits()))


def test_a_draw_is_read():
    assert read_reply(b'{"id":"9f","draw":"discard"}', DrawReply, "9f").source() is Source.DISCARD


def test_an_announcement_is_read():
    assert read_reply(b'{"id":"9f","phase":4}', AnnounceReply, "9f").phase == 4


def test_news_needs_its_id_back_and_nothing_else():
    assert read_reply(b'{"id":"9f"}\r', Ack, "9f") == Ack(id="9f")


def test_a_whole_play_is_read():
    reply = play(
        lay=[["R5", "G5", "W"], ["B6", "W", "Y8", "R9"]],
        hit=[{"card": "W", "meld": 0, "end": "low"}, {"card": "G7", "meld": "new:1"}],
        discard="S",
        skip=1,
    )
    assert reply.move() == Play(
        lay=(read_cards(["R5", "G5", "W"]), read_cards(["B6", "W", "Y8", "R9"])),
        hits=(Hit(read_card("W"), 0, End.LOW), Hit(read_card("G7"), 1, None, new=True)),
        discard=read_card("S"),
        skip=1,
    )


def test_a_group_of_wilds_says_what_it_is():
    reply = play(lay=[{"cards": ["W", "W", "W"], "as": 7}, {"cards": ["W"] * 7, "as": "G"}])
    assert reply.move().declared == (7, "G")
    assert reply.move().lay[0] == read_cards(["W", "W", "W"])


def test_an_empty_hand_leaves_out_the_discard():
    assert play(hit=[{"card": "R1", "meld": 0}]).move().discard is None


def test_another_request_s_id_is_a_fault_of_its_own():
    with pytest.raises(WrongId, match='the reply\'s id is "8e", but "9f" was asked'):
        read_reply(b'{"id":"8e","draw":"stock"}', DrawReply, "9f")


@pytest.mark.parametrize("almost", ["9F", " 9f", "9f0", "09f", ""])
def test_an_id_that_is_almost_the_same_is_another(almost):
    with pytest.raises(WrongId):
        read_reply(json.dumps({"id": almost, "draw": "stock"}).encode(), DrawReply, "9f")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("my hand is strong", 'not JSON: "my hand is strong": print debugging output to stderr'),
        ("[]", "a reply is one JSON object"),
        ("{}", "Object missing required field id"),
        ('{"id":7}', "Expected str, got int at id"),
        ('{"id":"9f","discrad":"R1"}', "Object contains unknown field discrad"),
        ('{"id":"9f","discard":1}', "Expected str | null, got int at discard"),
        ('{"id":"9f","skip":true}', "Expected int | null, got bool at skip"),
        ('{"id":"9f","skip":1.0}', "Expected int | null, got float at skip"),
        ('{"id":"9f","skip":"1"}', "Expected int | null, got str at skip"),
        ('{"id":"9f","lay":"R1"}', "got str at lay"),
        ('{"id":"9f","lay":[[1]]}', "Expected str, got int at lay[0][0]"),
        ('{"id":"9f","lay":[{"cards":["W"]}]}', "Object missing required field as at lay[0]"),
        ('{"id":"9f","lay":[{"cards":["W"],"as":"P"}]}', "Invalid enum value 'P' at lay[0].as"),
        ('{"id":"9f","hit":[{"meld":0}]}', "Object missing required field card at hit[0]"),
        ('{"id":"9f","hit":[{"card":"W","meld":0,"end":"top"}]}', "Invalid enum value 'top' at hit[0].end"),
        ('{"id":"9f","hit":[{"card":"W","meld":true}]}', "Expected int | str, got bool at hit[0].meld"),
    ],
)
def test_what_is_no_reply_to_play_is_refused_with_what_came(line, sentence):
    assert sentence in refusal(line)


@pytest.mark.parametrize(
    ("line", "kind", "sentence"),
    [
        ('{"id":"9f","draw":"deck"}', DrawReply, "Invalid enum value 'deck' at draw"),
        ('{"id":"9f"}', DrawReply, "Object missing required field draw"),
        ('{"id":"9f","phase":"4"}', AnnounceReply, "Expected int, got str at phase"),
        ('{"id":"9f","phase":true}', AnnounceReply, "Expected int, got bool at phase"),
        ('{"id":"9f","draw":"stock"}', Ack, "Object contains unknown field draw"),
    ],
)
def test_what_is_no_reply_to_other_requests_is_refused_with_what_came(line, kind, sentence):
    assert sentence in refusal(line, kind)


def test_a_refusal_names_the_fields_that_a_reply_has():
    assert refusal('{"id":"9f","discrad":"R1"}').endswith("a reply here has id, lay, hit, discard, skip")


def test_a_card_that_does_not_exist_is_an_illegal_move_not_a_broken_reply():
    with pytest.raises(IllegalMove, match="'R13' is not a card"):
        play(discard="R13").move()


@pytest.mark.parametrize("meld", ["new", "new:-1", "new:10", "0"])
def test_a_meld_that_cannot_exist_is_an_illegal_move(meld):
    with pytest.raises(IllegalMove, match="a meld is named by its id"):
        play(hit=[{"card": "W", "meld": meld}]).move()


def test_ids_are_random_and_never_come_twice():
    ids = {new_id() for _ in range(10_000)}
    assert len(ids) == 10_000
    # 16 hexadecimal digits: 64 bits, drawn from the operating system.
    assert {len(each) for each in ids} == {16}
    assert all(len({each[place] for each in ids}) == 16 for place in range(16))


def test_ids_do_not_hang_on_python_s_generator():
    import random

    random.seed(1)
    first = new_id()
    random.seed(1)
    assert new_id() != first


def test_every_request_has_its_reply():
    kinds = {kind.__struct_config__.tag for kind in REPLIES}
    assert kinds == {"hello", "phase", "draw", "play", "deal_over", "game_over"}


def test_the_schema_describes_every_message_in_both_directions():
    exported = schema()
    assert set(exported["$defs"]) >= {kind.__name__ for pair in REPLIES.items() for kind in pair}
    requests = exported["properties"]["request"]
    assert set(requests["discriminator"]["mapping"]) == {
        "hello",
        "phase",
        "draw",
        "play",
        "deal_over",
        "game_over",
    }
    assert json.dumps(exported)


def test_the_schema_forbids_fields_that_a_reply_does_not_have():
    replies = [kind.__name__ for kind in set(REPLIES.values())]
    assert all(schema()["$defs"][name]["additionalProperties"] is False for name in replies)


def test_the_schema_of_a_reply_holds_no_more_and_no_less_than_its_struct():
    for kind in set(REPLIES.values()):
        fields = [field.encode_name for field in msgspec.structs.fields(kind)]
        assert list(schema()["$defs"][kind.__name__]["properties"]) == fields
