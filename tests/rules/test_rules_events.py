"""What the log's records promise: who sees which kind, and what stands in the tables within them."""

import pytest

from referee.rules import events as e

HIDDEN = {
    "bag_kept": "referee",
    "tiles_dealt": "seat",
    "hand_adopted": "seat",
    "orders_filed": "seat",
    "orders_withdrawn": "seat",
    "order_applied": "seat",
    "tile_drawn": "seat",
}
TABLES = {
    "more": (e.OrderApplied("tile", "5C"), {"line": 3, "text": "tile 5C", "standing": False}),
    "passed": (e.OrderApplied("tile", "5C"), {"line": 3, "text": "tile 5C", "why": "it is not yours"}),
    "ranking": (e.GameEnded("auto", ()), {"place": 1, "seat": "alice", "money": 6000}),
    "payments": (e.RulingMade("so", (), (), ends=False), {"seat": "alice", "amount": -100}),
    "transfers": (
        e.RulingMade("so", (), (), ends=False),
        {"seat": "alice", "chain": "Tower", "count": -2},
    ),
}


def test_all_kinds_are_public_but_these():
    assert {kind: cls.SEEN_BY for kind, cls in e.KINDS.items() if cls.SEEN_BY != "public"} == HIDDEN


@pytest.mark.parametrize("name", TABLES)
def test_a_table_within_a_record_has_all_its_fields_of_their_types_or_is_not_read(name):
    event, row = TABLES[name]

    def read(table):
        return getattr(e.from_data(event.KIND, "alice", e.to_data(event) | {name: [table]}), name)

    assert read(row) == (row,)
    for field, value in row.items():
        for odd in ({other: row[other] for other in row if other != field}, row | {field: [value]}):
            with pytest.raises(e.UnreadableEvent, match=f"its {name} is not what it should be"):
                read(odd)
