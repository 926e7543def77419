"""Games on the disk: told as text, and held against what they claim."""

from dataclasses import replace

import msgspec
import pytest

from arena.transcript import dump, load
from tests.cli.terminal import CRASHING, a_bot, a_saved_match, flat, tenfold
from tests.golden.remake import FOLDER


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    return a_saved_match(tmp_path_factory.mktemp("saved"))


@pytest.fixture
def game(saved):
    return saved / "block-0-rotation-1.t10"


def tampered(path, folder, **changes):
    """The game again, with some of what it claims replaced."""
    copy = folder / "tampered.t10"
    copy.write_bytes(dump(replace(load(path.read_bytes()), **changes)))
    return copy


def test_a_game_is_told_turn_by_turn_with_the_bots_names(game):
    lines = tenfold("replay", game).out.splitlines()
    assert lines[0].startswith("Deal 1: ")
    assert {line.split()[1] for line in lines if line[:4].strip().isdigit()} == {"greedy", "tenline"}
    assert lines[-2].startswith("1.  greedy")
    assert next(line.split()[0] for line in lines if line[:4].strip().isdigit()) == "1"


def test_one_deal_can_be_told_alone():
    told = tenfold("replay", FOLDER / "standard-4.t10", "--deal", 2).out
    assert [line for line in told.splitlines() if line.startswith("Deal")] == told.splitlines()[:1]
    assert told.startswith("Deal 2: ")


@pytest.mark.parametrize("name", [path.name for path in sorted(FOLDER.glob("*.t10"))])
def test_games_of_every_kind_can_be_told(name):
    ended = tenfold("replay", FOLDER / name)
    assert ended.code == 0
    assert "seat 1" in ended.out


def test_a_deal_that_there_is_not_is_refused(game):
    assert "the game has deals 1 to " in flat(tenfold("replay", game, "--deal", 99).err)
    assert tenfold("replay", game, "--deal", 0).code == 2


def test_faults_are_told_with_their_reason(tmp_path):
    saved = a_saved_match(tmp_path, [a_bot(tmp_path, source=CRASHING), "tenline"])
    told = flat(tenfold("replay", saved / "block-0-rotation-0.t10").out)
    assert "FAULT exited: The bot ended with exit code 1" in told
    assert "FORFEITS the game" in told


def test_the_document_of_a_site_can_be_told_too(game, tmp_path):
    document = tmp_path / "replay.json"
    document.write_text(tenfold("replay", game, "--json").out)
    told = tenfold("replay", document).out
    assert told.splitlines()[0].startswith("Deal 1: seat ")


def test_a_folder_of_games_asks_for_one_of_them(saved):
    assert "holds 2 games: name one of them" in flat(tenfold("replay", saved).err)


def test_a_saved_game_is_what_it_claims(game):
    ended = tenfold("verify", game)
    assert ended.code == 0
    assert ended.out.count("✓") == 4
    assert "the secret is the one that was committed to" in ended.out


def test_a_folder_is_verified_as_a_whole(saved):
    ended = tenfold("verify", saved)
    assert (ended.code, ended.out) == (0, "✓ 2 of 2 games are what they claim to be\n")


@pytest.mark.parametrize("name", ["standard-2.t10", "stumbling-3.t10"])
def test_a_game_without_its_match_is_played_again(name):
    assert tenfold("verify", FOLDER / name, "--json").json[0]["false"] is None


def test_a_game_with_another_result_is_refused(game, tmp_path):
    ended = tenfold("verify", tampered(game, tmp_path, final_hash=bytes(32)))
    assert ended.code == 1
    assert "but the transcript claims 0000" in flat(ended.out)


def test_a_game_with_other_decks_is_refused(game, tmp_path):
    assert tenfold("verify", tampered(game, tmp_path, seed=bytes(32))).code == 1


def test_a_single_byte_changed_is_refused(game, tmp_path):
    data = bytearray(game.read_bytes())
    data[-3] ^= 1
    copy = tmp_path / "changed.t10"
    copy.write_bytes(data)
    assert tenfold("verify", copy).code == 1


def test_what_is_no_transcript_is_refused(tmp_path):
    (tmp_path / "no.t10").write_bytes(b"something else")
    ended = tenfold("verify", tmp_path / "no.t10", "--json")
    assert ended.code == 1
    assert "not a transcript" in ended.json[0]["false"]


def promise(**changes):
    """The promise of the saved match as options, for a transcript that lies alone."""
    return [part for name, value in changes.items() for part in (f"--{name}", value)]


def test_decks_are_held_against_secret_match_block_and_commitment(game, saved, tmp_path):
    index = msgspec.json.decode((saved / "match.json").read_bytes())
    alone = tmp_path / "alone.t10"
    alone.write_bytes(game.read_bytes())
    true = {"secret": index["secret"], "match": "local", "block": 0, "commitment": index["commitment"]}
    assert tenfold("verify", alone, *promise(**true)).code == 0
    for wrong in ({"secret": "00" * 32}, {"match": "other"}, {"block": 1}, {"commitment": "00" * 32}):
        assert tenfold("verify", alone, *promise(**true | wrong)).code == 1


def test_half_a_promise_is_a_wrong_command_line(game):
    ended = tenfold("verify", game, "--secret", "00")
    assert ended.code == 2
    assert "--secret, --match and --block together" in flat(ended.err)


def test_a_secret_that_is_not_hexadecimal_is_refused(game):
    ended = tenfold("verify", game, *promise(secret="xyz", match="m", block=0))
    assert "should be hexadecimal" in flat(ended.err)


def test_a_replay_document_has_no_log_to_verify(game, tmp_path):
    document = tmp_path / "replay.json"
    document.write_text(tenfold("replay", game, "--json").out)
    ended = tenfold("verify", document)
    assert ended.code == 2
    assert "fetch the transcript" in flat(ended.err)


@pytest.mark.parametrize("command", ["replay", "watch", "verify"])
def test_a_file_that_is_not_there_is_a_wrong_command_line(command, tmp_path):
    ended = tenfold(command, tmp_path / "none.t10")
    assert ended.code == 2
    assert "cannot be read: No such file" in flat(ended.err)


def test_an_empty_folder_is_refused(tmp_path):
    assert "holds no games" in flat(tenfold("verify", tmp_path).err)
