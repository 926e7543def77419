"""How a list of names is read, and what is said of one that cannot be."""

import pytest
from django.utils import translation

from tenfold.competitions.roster import read_roster
from tenfold.refusal import Refused

MENDED = "Nothing was changed: mend the list and send it again."


def refused(data: bytes) -> str:
    with pytest.raises(Refused) as no:
        read_roster(data)
    return str(no.value)


def test_a_list_is_read_whatever_wrote_it():
    data = '\ufeffUsername,Group\r\nAnn,1\r\n\r\n"bob@example.org",2\r\nann,3\r\n'.encode()

    assert read_roster(data) == ["ann", "bob@example.org"]


def test_what_is_no_name_is_told_with_its_line_and_with_what_a_name_has():
    said = refused(b"ann\n<script>\nb")

    assert "on line 2: '<script>'; line 3: 'b'. Such a name has 2 to 150 letters" in said
    assert said.endswith(MENDED)


def test_of_many_that_are_no_names_ten_are_told():
    said = refused(b"?\n" * 12)

    assert "line 10: '?', and 2 more." in said
    assert "line 11" not in said


def test_a_list_parted_by_semicolons_is_told_of_the_comma():
    said = refused(b"ann;1\nbob;2\n")

    assert "line 1: 'ann;1'; line 2: 'bob;2'." in said
    assert "a comma parts it from what else its line has" in said


def test_a_line_is_counted_as_an_editor_does_though_a_field_has_several():
    assert "on line 4: '?'" in refused(b'ann,"of two\nlines"\n\n?\n')


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (b'ann\n"bob\neve\n', "Line 2 cannot be read as CSV: '\"bob' came."),
        (b'ann\n\n"bob"s\n', "Line 3 cannot be read as CSV: '\"bob\"s' came."),
        (b"x" * 200_000, "Line 1 cannot be read as CSV: 'xxx"),
    ],
)
def test_what_is_no_csv_is_told_with_the_line_that_begins_it(data, where):
    said = refused(data)

    assert where in said
    assert "between two of them" in said
    assert said.endswith(MENDED)
    assert len(said) < 300


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (b"ann\nbj\xf8rn\n", "Line 2 is not in UTF-8: the byte 0xf8 came."),
        (b"\xff\xfea\x00", "Line 1 is not in UTF-8: the byte 0xff came."),
        (b"\xef\xbb\xbfann\n\n\xe5", "Line 3 is not in UTF-8: the byte 0xe5 came."),
    ],
)
def test_another_encoding_is_told_with_its_line_and_how_to_save_the_list(data, where):
    said = refused(data)

    assert where in said
    assert said.endswith("Nothing was changed: save the list as CSV in UTF-8 and send it again.")


def test_a_byte_that_is_no_letter_is_told_with_its_line():
    assert "on line 1: 'a\\x00b'" in refused(b"a\x00b\n")


def test_of_too_many_names_it_is_told_where_those_beyond_begin():
    said = refused(b"\n" + b"ann\n" * 5001)

    assert "The list has 5,001 names; 5,000 is the most." in said
    assert "take out those from line 5002 on, or others" in said


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"bj\xf8rn", "Linje 1 er ikke i UTF-8: den har byten 0xf8."),
        (b'"ann', "Linje 1 kan ikke leses som CSV: den er '\"ann'."),
        (b"?", "står på linje 1: '?'. Et slikt navn har 2 til 150"),
    ],
)
def test_who_reads_norwegian_is_told_all_of_it_in_norwegian(data, says):
    with translation.override("nb"):
        assert says in refused(data)


def test_a_list_of_a_heading_alone_has_no_name():
    assert "No name came: choose a file or paste the names." in refused(b"username\n\n")
