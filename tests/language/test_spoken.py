"""Every sentence that is finished in English has a form, by which it is known again and translated."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.phase10.cards import WILD
from arena.phase10.melds import Meld
from arena.phase10.phases import PHASES, Group, GroupKind, phase_text
from tenfold.pages.said import LONGEST, PARTS, SENTENCES, known
from tenfold.pages.said.form import Form
from tests.language import spoken


def without_values(form: Form) -> str:
    return "{}".join(form.pieces)


@pytest.fixture(scope="module")
def sentences() -> set[str]:
    return spoken.sentences()


def test_every_sentence_that_is_said_has_a_form(sentences):
    assert sentences - {without_values(form) for form in SENTENCES} == set()


def test_no_form_is_of_a_sentence_that_nobody_says(sentences):
    assert {without_values(form) for form in SENTENCES} - sentences == set()


@pytest.mark.parametrize(
    "part",
    [
        *(str(Meld(0, kind, 3, (WILD,) * 4)) for kind in GroupKind),
        *(str(Group(kind, 4)) for kind in GroupKind),
        *(phase_text(phase) for phase in PHASES),
    ],
)
def test_melds_and_phases_have_forms_to_stand_in_a_sentence_by(part):
    found = known(part)
    assert found is not None
    assert found[0] in PARTS


def is_whole(form: Form, name: str) -> bool:
    return f"%({name})d" in form.words


def assert_known_again(form: Form, values: dict[str, str]) -> None:
    found = known(form.fill(form.words, values))
    assert found is not None
    assert found[0].words == form.words
    # Of two places with nothing between them nobody can tell where one ends.
    assert found[1] == values or "" in form.pieces[1:-1]


def test_each_form_is_told_from_all_others():
    for form in (*SENTENCES, *PARTS):
        assert_known_again(form, {name: "23" if is_whole(form, name) else "X" for name in form.names})


@given(form=st.sampled_from((*SENTENCES, *PARTS)), data=st.data())
def test_a_filled_form_is_known_again_with_what_stands_in_it(form, data):
    word, number = st.text("XYZ7", min_size=1), st.integers(0, 10**6).map(str)
    values = {name: data.draw(number if is_whole(form, name) else word) for name in form.names}
    assert_known_again(form, values)


@given(form=st.sampled_from(SENTENCES), data=st.data())
def test_nothing_of_a_sentence_is_lost_whatever_stands_in_its_places(form, data):
    anything = st.text(max_size=30) | st.sampled_from(
        [piece for other in SENTENCES for piece in other.pieces]
    )
    number = st.integers(-(10**18) + 1, 10**18 - 1).map(str)
    values = {name: data.draw(number if is_whole(form, name) else anything) for name in form.names}
    sentence = form.fill(form.words, values)
    found = known(sentence)
    assert found is not None
    assert found[0].fill(found[0].words, found[1]) == sentence


def test_what_is_of_no_form_is_not_known():
    assert known("Something else happened.") is None


def said(source: str, monkeypatch, tmp_path, **speakers: int | str) -> set[str]:
    (tmp_path / "source.py").write_text(source)
    monkeypatch.setattr(spoken, "ROOT", tmp_path)
    monkeypatch.setattr(spoken, "SPEAKERS", {"source.py": speakers})
    monkeypatch.setattr(spoken, "_ALSO", ())
    spoken._functions.cache_clear()
    try:
        return spoken.sentences()
    finally:
        spoken._functions.cache_clear()


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('raise No("a card is no seat")', {"a card is no seat"}),
        ('raise No(f"a card is no {seat}")', {"a card is no {}"}),
        ('raise No(_("a card is no %(seat)s") % {"seat": 3})', {"a card is no {}"}),
        ('def f(x):\n why = "it is so here"\n raise No(f"no card: {why}")', {"no card: {}", "it is so here"}),
        ('def f(x):\n raise No(g(x))\ndef g(x):\n return "it is so here" if x else f"{x} is not so"',
         {"it is so here", "{} is not so"}),
        ('SO = "it is so here"\nraise No(SO + " and there")', {"it is so here and there"}),
        ('raise Other("a card is no seat")', set()),
        ("raise No(str(error))", set()),
    ],
)  # fmt: skip
def test_sentences_are_found_by_who_carries_them(source, found, monkeypatch, tmp_path):
    ast.parse(source)
    assert said(source, monkeypatch, tmp_path, No=0) == found


@pytest.mark.parametrize("end", ["", "\0"])
def test_no_text_keeps_a_form_busy(end):
    """What a bot or a file says can hold a form's words many times, and must not be tried in every way."""
    for form in (*SENTENCES, *PARTS):
        words = "1".join(form.pieces)
        text = words * (1_000_000 // len(words)) + end
        found = form.read(text)
        assert found is None or form.fill(form.words, found) == text


def test_what_is_longer_than_any_sentence_of_ours_is_not_looked_at():
    form = next(form for form in SENTENCES if form.words.endswith("s"))
    assert known(form.fill(form.words, dict.fromkeys(form.names, "x" * LONGEST))) is None
