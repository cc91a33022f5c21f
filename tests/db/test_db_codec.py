"""The one text of a record: what is read as one, and that nothing else is."""

import json

import pytest
from db_helpers import AT, draft

from referee.db.codec import NotARecordError, canonical, decode, encode, is_canonical

RECORD = {
    "kind": "tile_placed",
    "schema": 1,
    "visibility": ["alice#1"],
    "at": AT,
    "round": 1,
    "play": 2,
    "seat": "alice",
    "data": {"tile": "1A"},
}
ODD = {
    "kind": [None, 1, ["tile_placed"]],
    "schema": [None, "1", True, 0, -1, [1]],
    "visibility": [None, "everybody", "alice#1", [], [1], ["alice#1", None], {}],
    "at": [None, 1, [AT]],
    "round": ["1", True, [1]],
    "play": ["2", False, {}],
    "seat": [1, ["alice"], {}],
    "data": [None, "1A", ["1A"]],
}


def read(value):
    return decode("harbour", 3, json.dumps(value), "salt", "hash")


@pytest.mark.parametrize("name", RECORD)
def test_a_text_with_a_field_of_another_type_or_without_it_is_no_record(name):
    assert getattr(read(RECORD), name) == (("alice#1",) if name == "visibility" else RECORD[name])
    for odd in ODD[name]:
        with pytest.raises(NotARecordError):
            read(RECORD | {name: odd})
    with pytest.raises(NotARecordError):
        read({other: value for other, value in RECORD.items() if other != name})


def test_a_text_with_a_field_more_is_no_record():
    with pytest.raises(NotARecordError):
        read(RECORD | {"colour": "red"})


@pytest.mark.parametrize("text", ["", "[", "[]", "7", "null", '"kind"', "{}", "[" * 100_000])
def test_what_is_no_table_at_all_is_no_record(text):
    with pytest.raises(NotARecordError):
        decode("harbour", 3, text, "salt", "hash")


@pytest.mark.parametrize("name", ["round", "play", "seat"])
def test_what_is_before_all_rounds_and_nobodys_is_a_record(name):
    assert getattr(read(RECORD | {name: None}), name) is None


@pytest.mark.parametrize("place", range(4))
def test_a_row_that_is_not_of_a_number_and_three_texts_is_no_record(place):
    row = [3, canonical(RECORD), "salt", "hash"]
    assert decode("harbour", *row).seq == 3
    row[place] = b"3"
    with pytest.raises(NotARecordError, match="its number is none, or its text, salt or hash is not text"):
        decode("harbour", *row)


def test_of_all_texts_of_a_record_the_one_that_is_written_is_the_canonical_one():
    text = encode(draft("1A", visibility=("alice#1",)))
    assert text == canonical(RECORD)
    assert is_canonical(text)
    for other in (f" {text}", json.dumps(RECORD), text.replace(AT, AT[:-1]), text[:-1]):
        assert not is_canonical(other), other
