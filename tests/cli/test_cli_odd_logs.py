"""A log with a record that cannot be: no command fails of it, the other games are there, and it is named."""

from dataclasses import fields

import pytest
from cli_helpers import DONE, REFUSED, WITH_PROBLEMS, referee

from referee.clock import FixedEntropy
from referee.db.codec import Draft
from referee.db.store import open_store
from referee.round.desk import Desk
from referee.rules import events as e
from referee.service.strangers import NOBODYS

pytestmark = pytest.mark.file

AT = "2026-12-04T18:00:00Z"
GAMES = {"quay": ("ann,ben,cid",), "pier": ("ann,ben", "--set", "special_powers=true")}
"""The games that records are forged into, by their players and switches."""

ABSURD = {
    "tuple[Seat, ...]": ["zoe"],
    "tuple[str, ...]": [""],
    "tuple[Tile, ...]": ["99Z"],
    "tuple[Chain, ...]": ["Nestor"],
    "tuple[Tile, ...] | None": [],
    "tuple[dict[str, Any], ...]": [],
    "tuple[int, ...]": [-5],
    "bool": True,
    "Leaving": "resigned",
    "Power": "buy 5",
    "Effect": "merge",
    "Layer": "bank",
    "EndReason": "one_left",
    "Seat": "zoe",
}
"""A value that a field of that type may have and that nothing means, by the annotation; a text is "" otherwise."""


NUMBERS = {"int", "int | None"}


def absurd(kind, number):
    """Data that can be read and that cannot be; `number` stands wherever one can."""
    return {
        one.name: {}
        if one.type.startswith("dict")
        else number
        if one.type in NUMBERS
        else ABSURD.get(one.type, "")
        for one in fields(kind)
        if one.name != "seat"
    }


def test_what_is_absurd_can_be_read():
    for name, kind in e.KINDS.items():
        for number in (-3, 10**30):
            assert name == e.from_data(name, None, absurd(kind, number)).KIND


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    """A database with two games in which nothing is wrong but what a test puts in."""
    file = tmp_path_factory.mktemp("odd") / "referee.db"
    for game, (players, *said) in {"sound": ("ann,ben,cid",), **GAMES}.items():
        assert referee("--db", file, "new", game, "--players", players, *said).exit_code == DONE
    return file.read_bytes()


def forge(file, game, kind, data, *, play=None):
    """A record of a kind at the end of a game's log, of a player where one can have it."""
    seat = None if issubclass(kind, NOBODYS) else "ann"
    with open_store(file, entropy=FixedEntropy("odd")) as store, store.write() as unit:
        seen_by = {"public": "public", "referee": "referee", "seat": ("ann#1",)}[kind.SEEN_BY]
        draft = Draft(kind.KIND, kind.SCHEMA, seen_by, AT, 1, play, seat, data)
        unit.append(game, unit.head(game).seq, [draft])


COMMANDS = (
    ("status",),
    ("report", "GAME", "--fresh"),
    ("report", "GAME", "--for", "ann"),
    ("log", "GAME", "--all"),
    ("position", "GAME", "--with-bag"),
    ("check", "orders.txt", "--game", "GAME", "--player", "ann"),
    ("submit", "GAME", "orders.txt", "--player", "ann"),
    ("seat", "GAME", "ben", "--to", "Dora"),
    ("seat", "GAME", "ben", "--left", "--yes"),
    ("resolve", "GAME", "--missing"),
    ("verify", "GAME", "--audit"),
)


@pytest.mark.parametrize(
    ("game", "play", "number"), [("quay", None, -3), ("pier", 1, 10**30)], ids=("quay", "pier")
)
@pytest.mark.parametrize("kind", e.KINDS.values(), ids=e.KINDS)
def test_no_command_fails_of_an_odd_record_and_the_other_games_are_listed(
    desk, database, kind, game, play, number
):
    (desk / "orders.txt").write_text("tile any\nbuy nothing\n")
    (desk / "referee.db").write_bytes(database)
    forge(desk / "referee.db", game, kind, absurd(kind, number), play=play)
    for words in COMMANDS:
        told = referee(*(game if word == "GAME" else word for word in words))
        assert told.exit_code in {DONE, WITH_PROBLEMS, REFUSED}, (words, told.output, told.exception)
    assert "sound" in referee("status").stdout
    found = referee("verify", game)
    assert found.exit_code == REFUSED
    assert "record " in found.stdout


@pytest.mark.parametrize("kind", e.KINDS.values(), ids=e.KINDS)
def test_a_record_without_what_its_kind_has_is_named_by_every_command(desk, database, kind):
    (desk / "referee.db").write_bytes(database)
    forge(desk / "referee.db", "quay", kind, {} if absurd(kind, 1) else {"colour": "red"})
    for words in (("status", "quay"), ("resolve", "quay", "--missing"), ("verify", "quay")):
        told = referee(*words)
        assert told.exit_code == REFUSED
        assert "record 12 cannot be replayed: " in told.output
    listed = referee("status").stdout
    assert all(game in listed for game in ("quay", "pier", "sound"))


def test_whoever_asks_for_a_game_whose_log_cannot_be_is_told_which_and_what_finds_out_more(desk, database):
    (desk / "referee.db").write_bytes(database)
    forge(desk / "referee.db", "quay", e.GameOpened, {})
    for words in (("status", "quay"), ("resolve", "quay", "--missing"), ("position", "quay")):
        told = referee(*words)
        assert told.exit_code == REFUSED
        assert told.stderr.startswith(
            "referee: quay: its log cannot be as it stands: record 12 cannot be replayed"
        )
        assert "Nothing was changed." in told.stderr
        assert "referee verify quay" in told.stderr
    listed = referee("status").stdout
    assert "pier" in listed
    assert "sound" in listed
    assert "?" in listed


def test_a_fault_of_the_program_on_a_log_that_is_in_order_is_no_fault_of_the_logs(
    desk, database, monkeypatch
):
    (desk / "referee.db").write_bytes(database)

    monkeypatch.setattr(Desk, "missing", None)
    told = referee("status", "quay")
    assert isinstance(told.exception, TypeError)
    assert "referee verify" not in told.output
