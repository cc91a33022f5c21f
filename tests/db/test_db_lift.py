"""Old records in today's shape."""

import pytest
from db_helpers import draft

from referee.db.codec import decode, encode
from referee.db.lift import Lifts, TooNewError

LIFTS = Lifts(
    known={"tile_placed": 3, "tile_drawn": 1},
    steps={
        ("tile_placed", 1): lambda data: {**data, "by": "orders"},
        ("tile_placed", 2): lambda data: {"square": data["tile"], "by": data["by"]},
    },
)


def record(kind="tile_placed", schema=1):
    old = draft("5C", kind=kind)
    text = encode(old).replace('"schema":1', f'"schema":{schema}')
    return decode("harbour", 7, text, "00" * 32, "11" * 32)


def test_an_old_record_is_lifted_step_by_step_and_keeps_its_text_and_hash():
    old = record()
    new = LIFTS.lift(old)
    assert (new.schema, new.data) == (3, {"square": "5C", "by": "orders"})
    assert (new.text, new.hash, new.seq) == (old.text, old.hash, 7)
    assert old.data == {"tile": "5C"}


def test_a_record_of_the_present_schema_stays_as_it_is():
    drawn = record(kind="tile_drawn")
    assert LIFTS.lift(drawn) is drawn


@pytest.mark.parametrize(("kind", "schema"), [("tile_placed", 4), ("tile_drawn", 2), ("comet_seen", 1)])
def test_a_record_that_a_newer_referee_wrote_is_refused(kind, schema):
    with pytest.raises(
        TooNewError, match=f"Record 7 of harbour \\({kind}, schema {schema}\\).*Update the referee"
    ):
        LIFTS.lift(record(kind, schema))


@pytest.mark.parametrize(
    ("known", "steps"),
    [
        ({"a": 3}, {("a", 1): dict}),
        ({"a": 1}, {("a", 1): dict}),
        ({"a": 1}, {("b", 1): dict}),
    ],
)
def test_a_step_missing_or_too_many_is_found_before_any_game_is(known, steps):
    with pytest.raises(ValueError, match="steps missing or too many"):
        Lifts(known, steps)
