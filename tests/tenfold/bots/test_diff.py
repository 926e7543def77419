"""The fewest lines that changed, whatever the two uploads are."""

from hypothesis import given
from hypothesis import strategies as st

from tenfold.bots.diff import MOST_CHANGED, changes, edits
from tenfold.bots.reading import SourceFile

LINES = st.lists(st.sampled_from("abc"), max_size=9)


def a_file(*lines: str, name: str = "main.py") -> dict[str, SourceFile]:
    return {name: SourceFile(name, sum(map(len, lines)), lines)}


def common(old: list[str], new: list[str]) -> int:
    """How many lines the longest common subsequence has, by the book."""
    table = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for x, one in enumerate(old):
        for y, other in enumerate(new):
            longer = max(table[x][y + 1], table[x + 1][y])
            table[x + 1][y + 1] = table[x][y] + 1 if one == other else longer
    return table[-1][-1]


@given(LINES, LINES)
def test_the_edits_make_one_of_the_other_and_are_the_fewest(old, new):
    script = edits(old, new, most=20)
    assert [old[edit.old] for edit in script if edit.sign != "+"] == old
    assert [new[edit.new] for edit in script if edit.sign != "-"] == new
    assert all(old[edit.old] == new[edit.new] for edit in script if edit.sign == " ")
    assert sum(edit.sign != " " for edit in script) == len(old) + len(new) - 2 * common(old, new)


def test_past_so_many_changes_it_gives_up():
    assert edits("abcd", "wxyz", most=8) is not None
    assert edits("abcd", "wxyz", most=7) is None


def test_files_without_end_that_have_nothing_in_common_are_given_up_soon():
    old, new = ([f"{side} {number}" for number in range(100_000)] for side in ("old", "new"))
    (change,) = changes(a_file(*old), a_file(*new), equal=False)
    assert change.how == (
        "changed in more lines than are compared here (100,000 lines before, 100,000 after)"
    )


def test_all_files_together_are_compared_up_to_that_many_changes():
    half = MOST_CHANGED // 2 + 1
    files = [a_file(*map(str, range(half)), name=name) for name in ("main.py", "helper.py")]
    first, second = changes({}, files[0] | files[1], equal=False)
    assert (first.added, second.added) == (half, 0)
    assert "more lines than are compared" in second.how


def test_a_file_that_is_given_up_costs_the_ones_after_it_half_of_their_room():
    """Else each of a zip's many files would take the whole second."""
    rewritten = [SourceFile("main.py", 0, [f"{side} {at}" for at in range(2_000)]) for side in "ab"]
    lines = {"b.py": MOST_CHANGED // 2 + 1, "c.py": MOST_CHANGED // 4}
    added = {name: SourceFile(name, 0, ["x"] * count) for name, count in lines.items()}
    first, second, third = changes({"main.py": rewritten[0]}, {"main.py": rewritten[1]} | added, equal=False)
    assert (first.given_up, second.given_up, third.given_up) == (True, True, False)
    assert third.added == MOST_CHANGED // 4


def test_a_change_stands_between_three_lines_before_it_and_three_after():
    old = [f"line {number}" for number in range(1, 21)]
    new = [*old[:9], "other", *old[10:]]
    (change,) = changes(a_file(*old), a_file(*new), equal=False)
    (hunk,) = change.hunks
    assert [(line.sign, line.old, line.new) for line in hunk] == [
        (" ", 7, 7), (" ", 8, 8), (" ", 9, 9), ("-", 10, None), ("+", None, 10),
        (" ", 11, 11), (" ", 12, 12), (" ", 13, 13),
    ]  # fmt: skip


def test_changes_far_from_one_another_stand_apart():
    old = [f"line {number}" for number in range(40)]
    new = ["other", *old[1:-1], "another"]
    (change,) = changes(a_file(*old), a_file(*new), equal=False)
    assert len(change.hunks) == 2
    assert (change.added, change.removed) == (2, 2)


def test_what_was_added_and_what_is_gone_is_said_of_whole_files():
    old, new = a_file("a") | a_file("b", name="old.py"), a_file("a") | a_file("b", name="new.py")
    assert [(each.name, each.how) for each in changes(old, new, equal=False)] == [
        ("new.py", "added"),
        ("old.py", "removed"),
    ]


def test_a_file_that_differs_in_its_ends_of_lines_alone_says_so():
    old, new = (SourceFile("main.py", size, ["a"]) for size in (2, 3))
    (change,) = changes({"main.py": old}, {"main.py": new}, equal=False)
    assert change.how == "changed only in how its lines end"
