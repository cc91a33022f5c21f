"""`verify` finds what cannot be, whoever wrote it; `--audit` finds what would be decided otherwise."""

from dataclasses import replace

import pytest
from service_helpers import GOOD, PLAYERS, open_harbour

from referee.db.unit import Unit
from referee.errors import UserError
from referee.rules import events as e
from referee.service import audit
from referee.service.audit import differences
from referee.service.file_orders import file_orders
from referee.service.invariants import broken
from referee.service.resolve_round import resolve_round
from referee.service.verify_game import verify_game


@pytest.fixture(scope="module")
def entries(tmp_path_factory):
    """The log of a game of three rounds, with orders and misses."""
    with open_harbour(tmp_path_factory.mktemp("verifying")) as work:
        for number in range(3):
            for seat in PLAYERS[number:]:
                file_orders(
                    work, "harbour", seat, "tile any\nfound any\nbuy 2 Luxor, 2 Tower, 2 American\n", "test"
                )
            resolve_round(work, "harbour", misses_meant=True)
        return list(work.log("harbour").written)


def changed(entries, kind, **values):
    """The log with the last event of a kind changed."""
    place = max(place for place, entry in enumerate(entries) if isinstance(entry.event, kind))
    event = replace(entries[place].event, **values)
    return [*entries[:place], replace(entries[place], event=event), *entries[place + 1 :]]


def test_a_game_that_was_played_holds(entries):
    assert broken(entries) == []
    assert list(differences(entries)) == []


@pytest.mark.parametrize(
    ("kind", "values", "says"),
    [
        (e.TileDrawn, {"tile": "1A", "place": 1}, "1A is not tile 1 of the bag"),
        (e.TilesDealt, {"tiles": ("1A", "2A", "3A", "4A", "5A", "6A")}, "not those of the bag"),
        (e.SetupTileDrawn, {"tile": "12I"}, "12I was drawn where the bag has"),
        (e.SharesBought, {"count": 26}, "do not add up"),
        (e.SharesBought, {"price": 10000}, "less than no money"),
        (e.PlayEnded, {"tiles_left": 3}, "are not all the tiles of the board"),
        (e.PlayEnded, {"hand": 5}, "tiles, not 5"),
        (e.ChainFounded, {"chain": "Nestor"}, "cannot be replayed"),
        (e.BagSealed, {"seal": "0" * 64}, "not what was sealed"),
        (e.BagKept, {"seed": "another"}, "not what was sealed"),
        (e.DieRolled, {"result": 99}, "the die"),
        (e.TilePlaced, {"seat": "zoe"}, "cannot be replayed"),
    ],
)
def test_what_cannot_be_is_named(entries, kind, values, says):
    assert any(says in fault for fault in broken(changed(entries, kind, **values)))


def test_a_log_that_does_not_begin_at_the_beginning_is_named(entries):
    assert broken(entries[1:]) == ["record 1 is not the opening of a game"]


def test_an_audit_says_where_the_orders_would_be_decided_otherwise(entries):
    (found,) = differences(changed(entries, e.TilePlaced, by="missed"))
    assert found.startswith("round 3, event ")
    assert "tile_placed" in found


def test_an_audit_notices_that_less_or_more_happened(entries):
    without = [
        entry for entry in entries if not (entry.round == 2 and isinstance(entry.event, e.OrderApplied))
    ]
    assert len(list(differences(without))) == 1


def test_an_audit_goes_on_after_a_round_that_cannot_be_decided(entries, monkeypatch):
    def refusing(before):
        raise UserError(f"no round among {len(before)} events")

    monkeypatch.setattr(audit, "resolve", refusing)
    assert [found.partition(" cannot")[0] for found in differences(entries)] == [
        "round 1",
        "round 2",
        "round 3",
    ]


def test_a_report_that_is_missing_is_named(tmp_path, monkeypatch):
    with open_harbour(tmp_path) as work:
        publish = Unit.publish

        def forgetful(unit, publication):
            if publication.recipient != "bob":
                publish(unit, publication)

        monkeypatch.setattr(Unit, "publish", forgetful)
        resolve_round(work, "harbour", misses_meant=True)
        assert verify_game(work, "harbour").faults == ("the report of round 1 for bob is missing",)


def test_a_record_of_a_newer_referee_is_named_not_guessed_at(tmp_path):
    with open_harbour(tmp_path) as work:
        log = work.log("harbour")
        draft = {"schema": 9, "visibility": "public", "at": work.at, "round": 1, "play": None, "seat": None}
        from referee.db.codec import Draft

        work.unit.append("harbour", log.head.seq, [Draft(kind="round_closed", data={}, **draft)])
        (fault,) = verify_game(work, "harbour").faults
        assert "newer referee" in fault


def test_a_record_that_is_no_event_is_named(tmp_path):
    with open_harbour(tmp_path) as work:
        log = work.log("harbour")
        from referee.db.codec import Draft

        nonsense = Draft("tile_drawn", 1, "public", work.at, 1, 1, "alice", {"tile": "5C", "colour": "red"})
        work.unit.append("harbour", log.head.seq, [nonsense])
        (fault,) = verify_game(work, "harbour").faults
        assert fault.startswith(f"record {log.head.seq + 1} cannot be replayed")


def test_orders_of_all_players_are_no_fault(tmp_path):
    with open_harbour(tmp_path) as work:
        for seat in PLAYERS:
            file_orders(work, "harbour", seat, GOOD, "test")
        assert verify_game(work, "harbour", audit=True).holds
