"""Which submissions are listed as alike, and which are not."""

import ast
import random
import tracemalloc
from array import array
from importlib import resources

import pytest

from sandbox.similarity import Sample, similar, sketch
from sandbox.source_check import MOST_PRINTS, runs, shape
from sandbox.upload import inspect_upload

BOTS = resources.files("arena.bots")
GREEDY, RANDOM = (BOTS.joinpath(name).read_text() for name in ("greedy.py", "random_legal.py"))


def prints(source, filename="bot.py"):
    return inspect_upload(filename=filename, data=source.encode()).prints


def renamed(source):
    """Every name of its own, every word and number another; no comments, and in another layout."""

    class Rename(ast.NodeTransformer):
        def visit_Name(self, node):
            return ast.Name(id=f"{node.id}_", ctx=node.ctx)

        def visit_Constant(self, node):
            if isinstance(node.value, str):
                return ast.Constant(value=node.value + "!")
            return node

    return ast.unparse(Rename().visit(ast.parse(source)))


def shuffled(source, seed=4):
    """Its functions, classes and constants in another order."""
    tree = ast.parse(source)
    random.Random(seed).shuffle(tree.body)
    return ast.unparse(tree)


def made_up(seed, statements=200):
    """A program that nobody else would write."""
    chance = random.Random(seed)

    def expression(depth):
        if not depth:
            return f"v{chance.randrange(9)}"
        one, other = expression(depth - 1), expression(chance.randrange(depth))
        shapes = [
            "({} + {})",
            "f({}, {})",
            "[{}, {}]",
            "({} if {} else 0)",
            "{}[{}]",
            "({} and not {})",
            "{{{}: {}}}",
        ]
        return chance.choice(shapes).format(one, other)

    return "\n".join(f"w{chance.randrange(9)} = {expression(4)}" for _ in range(statements))


def listed(*sources, known="", least=0.5):
    """The pairs found among programs of owners 0, 1, 2 … whose keys are the same."""
    samples = [Sample(key, key, sketch(prints(source))) for key, source in enumerate(sources)]
    return similar(samples, known=sketch(prints(known)) if known else (), least=least)


@pytest.mark.parametrize(
    "disguise",
    [lambda source: source, renamed, shuffled, lambda source: f"# mine\n{source}\nx = 1\n"],
    ids=["as it is", "renamed", "shuffled", "with a line of its own"],
)
def test_a_copy_is_listed_however_it_is_dressed(disguise):
    (pair,) = listed(GREEDY, disguise(GREEDY))

    assert (pair.one, pair.other) == (0, 1)
    assert pair.share > 0.7


def test_programs_written_apart_are_not_listed():
    assert listed(GREEDY, made_up(1), made_up(2)) == []


def test_what_everybody_was_given_counts_for_nothing():
    assert listed(GREEDY, GREEDY + made_up(1), known=GREEDY) == []


def test_a_copy_among_own_work_is_listed_by_what_the_smaller_one_shares():
    (pair,) = listed(GREEDY, GREEDY + "\n" + made_up(3, statements=1000))

    assert pair.share > 0.9


def test_padding_beyond_what_a_fingerprint_keeps_hides_nothing():
    padded = GREEDY + "\n" + made_up(3, statements=3000)
    assert len(prints(padded)) == MOST_PRINTS

    (pair,) = listed(GREEDY, padded)

    assert pair.share > 0.9


def test_programs_of_one_owner_are_not_held_against_each_other():
    samples = [Sample(key, "the same", sketch(prints(GREEDY))) for key in range(2)]

    assert similar(samples) == []


def test_programs_too_short_to_differ_are_not_compared():
    short = "import sys\nfor line in sys.stdin:\n    print(line)\n"

    assert listed(short, short) == []


def test_the_most_alike_come_first():
    half = GREEDY + "\n" + RANDOM
    pairs = listed(half, RANDOM + made_up(5), GREEDY, least=0.1)

    assert [pair.share for pair in pairs] == sorted((pair.share for pair in pairs), reverse=True)
    assert (pairs[0].one, pairs[0].other) == (0, 2)


def test_a_class_of_copies_is_listed_whole():
    copied = sketch(prints(GREEDY))
    everybody = [Sample(key, key, copied) for key in range(30)]

    assert len(similar(everybody)) == 30 * 29 // 2


def plain_share(one, other, most):
    """As one would write it down: of both, what lies up to where both are whole."""
    edge = min((max(each) for each in (one, other) if len(each) == most), default=max(one | other))
    low_one, low_other = ({number for number in each if number <= edge} for each in (one, other))
    return len(low_one & low_other) / min(len(low_one), len(low_other))


@pytest.mark.parametrize("seed", range(10))
def test_a_share_is_that_of_the_smaller_one_up_to_where_both_are_whole(monkeypatch, seed):
    most, chance = 150, random.Random(seed)
    monkeypatch.setattr("sandbox.similarity.MOST_PRINTS", most)
    monkeypatch.setattr("sandbox.similarity.LEAST_OWN", 1)
    all_prints = [chance.sample(range(1000), 400) for _ in range(6)]
    sketches = [frozenset(sorted(each[: chance.choice([100, 400])])[:most]) for each in all_prints]

    found = {
        (pair.one, pair.other): pair.share
        for pair in similar(
            [Sample(key, key, array("I", sorted(each))) for key, each in enumerate(sketches)], least=0.01
        )
    }

    assert len(found) == 15
    for (one, other), share in found.items():
        assert share == plain_share(sketches[one], sketches[other], most)


def test_a_run_rolled_on_equals_one_begun_anew():
    kinds = list(shape(ast.parse(GREEDY)))

    assert list(runs(kinds))[7:] == list(runs(kinds[7:]))


def test_the_files_of_a_zip_have_one_fingerprint_together():
    import io
    import zipfile

    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("main.py", RANDOM)
        archive.writestr("other.py", GREEDY)
    both = inspect_upload(filename="bot.zip", data=packed.getvalue()).prints

    assert both == prints(RANDOM) | prints(GREEDY)


def test_long_programs_are_compared_in_less_than_100_kb_each():
    chance, many = random.Random(5), 20
    stored = [[chance.getrandbits(61) for _ in range(MOST_PRINTS)] for _ in range(many)]

    tracemalloc.start()
    similar(Sample(key, key, sketch(each)) for key, each in enumerate(stored))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert peak < many * 100_000
