"""What people hand in: order files of any bytes, game files, folders, places for logs."""

import pytest

from referee.errors import UserError
from referee.service.game_file import game_from_words, read_game_file
from referee.service.game_folder import read_game_folder
from referee.service.log_file import check_log_file
from referee.service.order_text import LIMIT, OrdersRefusedError, decode_orders, read_order_file

GAME = 'name = "harbour"\nplayers = ["alice", "bob", "carol"]\n'


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"tile 5C\n", "tile 5C\n"),
        ("press: Grüße, 5 €\n".encode(), "press: Grüße, 5 €\n"),
        ("press: Grüße, 5 €\n".encode("cp1252"), "press: Grüße, 5 €\n"),
        (b"\xef\xbb\xbftile 5C\n", "tile 5C\n"),
        (b"", ""),
        (b"\x81\x8d", "\ufffd\ufffd"),
        (b"#" * LIMIT, "#" * LIMIT),
    ],
)
def test_an_order_file_is_utf8_else_windows_western(data, text):
    assert decode_orders(data, "orders.txt") == text


@pytest.mark.parametrize("data", [b"tile 5C\0", "tile 5C".encode("utf-16"), b"#" * (LIMIT + 1)])
def test_an_order_file_that_is_no_text_or_too_large_is_refused(data):
    with pytest.raises(OrdersRefusedError, match=r"orders\.txt"):
        decode_orders(data, "orders.txt")


def test_a_huge_file_is_not_read_to_its_end(tmp_path):
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as stream:
        stream.truncate(1 << 40)
    with pytest.raises(OrdersRefusedError, match="64 KiB"):
        read_order_file(huge)


def test_a_game_file_gives_the_plan_of_a_game(tmp_path):
    file = tmp_path / "game.toml"
    file.write_text(
        GAME
        + 'edition = "hasbro_2016"\nseed = 7\nbag = ["1A", "2A"]\n[switches]\nend_size = 31\nauto_end = false\n'
    )
    found = read_game_file(file)
    assert found.name == "harbour"
    assert found.plan.players == ("alice", "bob", "carol")
    assert found.plan.edition == "hasbro_2016"
    assert found.plan.seed == "7"
    assert found.plan.bag == ("1A", "2A")
    assert found.plan.switches == {"end_size": "31", "auto_end": "false"}


def test_a_game_file_may_begin_with_a_mark(tmp_path):
    file = tmp_path / "game.toml"
    file.write_bytes(b"\xef\xbb\xbf" + GAME.encode())
    assert read_game_file(file).plan.seed is None


def test_a_huge_game_file_is_refused(tmp_path):
    file = tmp_path / "game.toml"
    file.write_text("#" * 70000)
    with pytest.raises(UserError, match="64 KiB"):
        read_game_file(file)


def test_switches_of_a_command_may_have_blanks_around_the_sign():
    plan = game_from_words("harbour", ("ann", "ben"), "classic", ["two_players = plain"]).plan
    assert plan.switches == {"two_players": "plain"}


def test_a_folder_gives_the_orders_by_round_and_seat(tmp_path):
    (tmp_path / "game.toml").write_text(GAME)
    for name in ("round-1/alice.txt", "round-03/BOB.txt"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(f"# {name}")
    (tmp_path / "notes.txt").write_text("what is no round is not looked at")
    (tmp_path / "reports").mkdir()
    rounds = read_game_folder(tmp_path).rounds
    assert [{seat: file.data for seat, file in files.items()} for files in rounds] == [
        {"alice": b"# round-1/alice.txt"},
        {},
        {"bob": b"# round-03/BOB.txt"},
    ]


@pytest.mark.parametrize("content", [None, "", '{"seq": 1, "hash": "0", "kind": "game_opened"}\n'])
def test_a_log_may_be_written_where_nothing_or_a_log_is(tmp_path, content):
    file = tmp_path / "log.jsonl"
    if content is not None:
        file.write_text(content)
    check_log_file(file)


@pytest.mark.parametrize("content", ["name = 1\n", "[1, 2]\n", '{"name": 1}\n', "\x00\x01"])
def test_a_log_is_never_written_over_something_else(tmp_path, content):
    file = tmp_path / "log.jsonl"
    file.write_text(content)
    with pytest.raises(UserError, match="is no log"):
        check_log_file(file)
