"""`referee editions`, and a club's own edition from its file to the reports of a game."""

from __future__ import annotations

import re

import pytest
from cli_helpers import DONE, REFUSED, program, referee

from referee.rules.editions import EDITIONS

WIDEST = 78
QUAY = """
id = "quay"
title = "The club on the quay"
board = [8, 6]
low = ["Astoria"]
middle = ["Bellevue", "Carlton"]
high = ["Danieli"]
sizes = [2, 3, 4, 6]
first_price = 300
price_step = 200
bonuses = 2
shares = 12
cash = 4000
hand = 3
safe = 6
end = 12
tile_order = "letter"
players = [3, 4]
buy_limit = 2
[switches]
dead_tiles = "none"
"""
DRAWN = ["1A", "8A", "1F", "2A", "3C", "5E", "5C", "5A", "8C", "3E", "7E", "8F", "4C"]
BAG = DRAWN + [f"{x}{y}" for x in range(1, 9) for y in "ABCDEF" if f"{x}{y}" not in DRAWN]
ORDERS = {
    "ann": "first turn\ntile 2A\nfound dan, Astoria\nbuy 3 Dan\nsecond turn\ntile 3C\nfound ast\nbuy 1 Ast, 1 D\n",
    "ben": "tile 5C\nbuy 1 Astoria, 1 the largest chain\n",
    "cid": "tile 3E\nbuy 2 Danieli if size of dan >= 2 and price of D = 700\n",
}


def write_quay(folder, edition="quay.toml", more=""):
    """A folder with a game that is played by an edition of its own."""
    folder.mkdir()
    (folder / "quay.toml").write_text(QUAY)
    tiles = ", ".join(f'"{tile}"' for tile in BAG)
    (folder / "game.toml").write_text(
        f'name = "quay"\nedition = "{edition}"\nplayers = ["ann", "ben", "cid"]\nbag = [{tiles}]\n{more}'
    )
    (folder / "round-01").mkdir()
    for seat, text in ORDERS.items():
        (folder / "round-01" / f"{seat}.txt").write_text(text)
    return folder


# --- editions that ship ---


def test_all_editions_are_listed_with_what_differs():
    listed = referee("editions")
    assert listed.exit_code == DONE, listed.stderr
    lines = listed.stdout.splitlines()
    rows = [line.split() for line in lines[: lines.index("")]]
    assert rows == [
        ["EDITION", "board", "shares", "safe", "end", "bonuses", "tiles", "by", "players"],
        ["classic", "12x9", "25", "11", "41", "2", "number", "2-6"],
        ["avalon_hill_1995", "12x9", "25", "11", "41", "2", "number", "2-6"],
        ["hasbro_1999", "12x9", "25", "11", "41", "2", "letter", "2-6"],
        ["wotc_2008", "12x9", "25", "11", "41", "2", "letter", "3-6"],
        ["hasbro_2016", "10x10", "24", "10", "38", "3", "letter", "2-6"],
        ["renegade_2023", "12x9", "25", "11", "41", "2", "letter", "2-6"],
        ["with", "tycoon", "=", "true", "12x9", "25", "11", "41", "3", "letter", "3-6"],
    ]
    assert "  Sackson Worldwide / American Festival Imperial / Continental Tower" in lines
    defaults = [line.split() for line in lines if line.startswith(("classic ", "hasbro_2016 ", "with "))][3:]
    assert defaults == [
        ["classic", "true", "until_clean", "first_second", "laid"],
        ["hasbro_2016", "false", "once", "first_third", "returned"],
        ["with", "tycoon", "=", "true", "false", "once", "first_third", "returned"],
    ]


WOTC_CARD = """\
Sackson     American   Continental
Worldwide   Festival   Tower
            Imperial                 price      1st     2nd
2                                      200    2,000   1,000
3           2                          300    3,000   1,500
4           3          2               400    4,000   2,000
5           4          3               500    5,000   2,500
6-10        5          4               600    6,000   3,000
11-20       6-10       5               700    7,000   3,500
21-30       11-20      6-10            800    8,000   4,000
31-40       21-30      11-20           900    9,000   4,500
41+         31-40      21-30         1,000   10,000   5,000
            41+        31-40         1,100   11,000   5,500
                       41+           1,200   12,000   6,000
"""
HASBRO_CARD = """\
Nestor   Etch    Bolt
Spark    Fleet   Echo
         Rove            price      1st     2nd     3rd
2                          200    2,000   1,500   1,000
3        2                 300    3,000   2,200   1,500
4        3       2         400    4,000   3,000   2,000
5        4       3         500    5,000   3,700   2,500
6-7      5       4         600    6,000   4,200   3,000
8-17     6-7     5         700    7,000   5,000   3,500
18-27    8-17    6-7       800    8,000   5,700   4,000
28-37    18-27   8-17      900    9,000   6,200   4,500
38+      28-37   18-27   1,000   10,000   7,000   5,000
         38+     28-37   1,100   11,000   7,700   5,500
                 38+     1,200   12,000   8,200   6,000
"""
TYCOON_CARD = """\
Sackson   American    Continental
Tower     Festival    Imperial
          Worldwide                 price      1st     2nd     3rd
2                                     200    2,000   1,500   1,000
3         2                           300    3,000   2,200   1,500
4         3           2               400    4,000   3,000   2,000
5         4           3               500    5,000   3,700   2,500
6-10      5           4               600    6,000   4,200   3,000
11-20     6-10        5               700    7,000   5,000   3,500
21-30     11-20       6-10            800    8,000   5,700   4,000
31-40     21-30       11-20           900    9,000   6,200   4,500
41+       31-40       21-30         1,000   10,000   7,000   5,000
          41+         31-40         1,100   11,000   7,700   5,500
                      41+           1,200   12,000   8,200   6,000
"""


@pytest.mark.parametrize(
    ("edition", "card"),
    [("wotc_2008", WOTC_CARD), ("hasbro_2016", HASBRO_CARD), ("renegade_2023", TYCOON_CARD)],
)
def test_the_price_card_is_printed_like_the_card_in_the_box(edition, card):
    assert card in referee("editions", edition).stdout


def test_one_edition_is_shown_with_what_is_counted_and_its_defaults():
    said = " ".join(referee("editions", "Hasbro_2016").stdout.split())
    for words in (
        "THE GAME, for 2 to 6 players",
        "A board of 10 by 10; 24 shares of each chain, $6,000 and 6 tiles for each player; at most 3 shares bought",
        "A chain is safe with 10 tiles, and the game can end when one has 38 or all on the board are safe.",
        "Set-up tiles are ranked by letter, then number: 1A, 2A, 3A.",
        "a tile drawn for the bank is put back and the pool mixed again",
        "(stall_end = false)",
        "(dead_tiles = once)",
        "(sole_holder = first_third)",
    ):
        assert words in said
    classic = " ".join(referee("editions", "classic").stdout.split())
    assert "Set-up tiles are ranked by number, then letter: 1A, 1B, 1C." in classic
    assert "a tile drawn for the bank is laid when the merger is finished" in classic
    assert "for two" not in referee("editions", "wotc_2008").stdout


def test_the_variant_stands_below_its_edition_with_what_it_changes():
    above, _, below = referee("editions", "renegade_2023").stdout.partition("WITH tycoon = true: ")
    assert below.startswith("Renegade 2023, tycoon, for 3 to 6 players\n")
    assert "(sole_holder = first_second)" in above
    assert "(sole_holder = first_third)" in below
    assert "dead_tiles" not in below


@pytest.mark.parametrize("words", [(), *((name,) for name in EDITIONS)])
def test_no_page_is_wider_than_a_report(words):
    page = referee("editions", *words).stdout
    assert max(map(len, page.splitlines())) <= WIDEST
    assert page.isascii()
    assert not re.search(r" $|\n\n\n", page, re.MULTILINE)


def test_an_unknown_edition_is_refused_with_those_there_are():
    refused = referee("editions", "hasbro")
    assert refused.exit_code == REFUSED
    assert "classic, avalon_hill_1995, hasbro_1999, wotc_2008, hasbro_2016, renegade_2023" in refused.stderr


# --- a new edition is data only ---


def test_a_new_edition_is_a_file_and_a_game_is_played_with_it(desk):
    folder = write_quay(desk / "game")
    played = referee("play", "game")
    assert played.exit_code == DONE, played.stderr
    assert "round 1 played" in played.stdout
    public = (folder / "reports" / "round-01" / "public.txt").read_text()
    private = (folder / "reports" / "round-01" / "ann.txt").read_text()
    opening = (folder / "reports" / "round-00" / "ben.txt").read_text()
    for line in (
        "1  ann  2A with 1A: founded Danieli (2 tiles), one free share.",
        "        Bought 2 Danieli at $700: $1,400. Drew 1.",
        "2  ben  5C loose.",
        "        Bought 1 Danieli at $700: $700. Drew 1.",
        "        Bought 2 Danieli at $700: $1,400. Drew 1.",
        " A   D [D] .  .  .  .  .  o",
        " C   .  . [o] . [o] .  .  .",
        "Off the board, with shares in the bank: Astoria 12, Bellevue 12, Carlton 12.",
    ):
        assert line in public.splitlines()
    (chain,) = [line.split() for line in public.splitlines() if re.match("Danieli +2 ", line)]
    assert chain[:6] == ["Danieli", "2", "700", "7,000", "3,500", "5"]
    card = public.partition("PRICE CARD")[2].splitlines()[2:10]
    assert [line.split() for line in card] == [
        ["Astoria", "Bellevue", "Danieli"],
        ["Carlton", "price", "1st", "2nd"],
        ["2", "300", "3,000", "1,500"],
        ["3", "2", "500", "5,000", "2,500"],
        ["4-5", "3", "2", "D", "700", "7,000", "3,500"],
        ["6+", "4-5", "3", "900", "9,000", "4,500"],
        ["6+", "4-5", "1,100", "11,000", "5,500"],
        ["6+", "1,300", "13,000", "6,500"],
    ]
    assert "The club on the quay (edition quay)" in opening
    assert "A board of 8 by 6; 12 shares of each chain, $4,000 and 3 tiles for each" in " ".join(
        opening.split()
    )
    assert "Dead tiles are not exchanged. (dead_tiles = none)" in opening
    assert re.search(r"^\| found any +# ?.*Astoria, Bellevue, Carlton, Danieli", opening, re.MULTILINE)
    assert "| # New chain   found Astoria, Bellevue            # the first that is free" in private
    assert "| # Conditions  size of A >= 4; price of A < 500;" in private
    for strange in ("Luxor", "Tower", "American"):
        assert strange not in private + opening


def test_the_log_keeps_the_edition_so_that_the_file_may_go(desk):
    folder = write_quay(desk / "game")
    assert referee("play", "game").exit_code == DONE
    (folder / "quay.toml").unlink()
    checked = referee("verify", "quay", "--audit", "--db", folder / "referee.db")
    assert checked.exit_code == DONE, checked.stdout + checked.stderr
    assert (
        referee(
            "check",
            folder / "round-01" / "ann.txt",
            "--game",
            "quay",
            "--player",
            "ann",
            "--db",
            folder / "referee.db",
        ).exit_code
        == DONE
    )


def test_a_club_s_edition_opens_a_game_by_words_and_by_a_file_elsewhere(desk):
    folder = write_quay(desk / "game")
    opened = referee("new", "pier", "--players", "ann,ben,cid", "--edition", "game/quay.toml")
    assert opened.exit_code == DONE, opened.stderr
    assert "The club on the quay" in referee("report", "pier").stdout
    again = referee("new", "wharf", "--from", folder / "game.toml")
    assert again.exit_code == DONE, again.stderr


def test_orders_are_checked_for_a_club_s_edition_without_a_game(desk):
    write_quay(desk / "game")
    (desk / "orders.txt").write_text("tile any\nbuy 2 Danieli\n")
    checked = referee("check", "orders.txt", "--edition", "game/quay.toml")
    assert checked.exit_code == DONE, checked.stdout
    assert "buy 2 Danieli" in checked.stdout
    assert referee("check", "orders.txt").exit_code != DONE


def test_a_club_s_edition_is_shown_like_any_other(desk):
    write_quay(desk / "game")
    shown = referee("editions", "game/quay.toml")
    assert shown.exit_code == DONE, shown.stderr
    assert shown.stdout.startswith("ACQUIRE  quay ")
    assert "THE GAME, for 3 to 4 players" in shown.stdout


def test_a_player_cannot_have_the_name_of_a_club_s_chain(desk):
    write_quay(desk / "game")
    refused = referee("new", "pier", "--players", "ann,ben,dani", "--edition", "game/quay.toml")
    assert refused.exit_code == REFUSED
    assert "it begins the name of the chain Danieli" in refused.stderr


def test_more_players_than_a_club_s_edition_is_for_are_refused(desk):
    write_quay(desk / "game")
    refused = referee("new", "pier", "--players", "ann,ben", "--edition", "game/quay.toml")
    assert refused.exit_code == REFUSED
    assert "quay is for 3 to 4 players, not 2" in refused.stderr


def test_the_widest_board_there_can_be_fits_into_a_report_in_pieces(desk):
    (desk / "wide.toml").write_text(
        'id = "wide"\nextends = "classic"\nboard = [50, 26]\n'
        'low = ["Metropolitan", "Mediterranea"]\nmiddle = ["Mexicohotels"]\nhigh = ["Topaz"]\n'
    )
    opened = referee("new", "pier", "--players", "ann,ben,cid", "--edition", "wide.toml")
    assert opened.exit_code == DONE, opened.stderr
    for reader in ((), ("--for", "ann")):
        report = referee("report", "pier", *reader).stdout
        assert max(map(len, report.splitlines())) <= WIDEST
        assert " 50" in report
        assert len(re.findall(r"^ Z  ", report, re.MULTILINE)) == 4


# --- what is wrong with a file ---


def refusal(desk, text, *, binary=False):
    (desk / "mine.toml").write_bytes(text if binary else text.encode())
    refused = referee("editions", "mine.toml")
    assert refused.exit_code == REFUSED
    assert not refused.stdout
    assert "Traceback" not in refused.stderr
    return refused.stderr


def test_one_fault_is_told_on_the_line_that_names_the_file(desk):
    assert refusal(desk, 'id = "mine"\nextends = "classic"\nsafe = 50\n') == (
        "referee: mine.toml: `safe` is 50 and `end` 41. A chain is safe before it can end the game.\n"
    )


def test_several_faults_are_told_as_a_list(desk):
    assert refusal(desk, 'id = "mine"\nextends = "classic"\nsafe = 50\nbord = 1\n') == (
        "referee: mine.toml: 2 things are wrong:\n"
        "- there is no `bord`. Did you mean `board`?\n"
        "- `safe` is 50 and `end` 41. A chain is safe before it can end the game.\n"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("id = ", "is not valid TOML"),
        ("a = " + "[" * 20_000, "is not valid TOML"),
        ("board = [9" + "9" * 5_000 + ", 9]", "is not valid TOML"),
        ("hand = 0x" + "f" * 5_000, "`hand` cannot be read"),
        ("board = " + "[" * 60 + "]" * 60, "`board` cannot be read"),
        ("[[low]]\nx = 1", "`low` cannot be read"),
        ("[id.a.b.c]\nx = 1", "`id` cannot be read"),
        ("players = [nan, inf]", "`players` cannot be read"),
        ("switches.dead_tiles.x = 1", "no value that can be read for dead_tiles"),
        ('"' + "k" * 500 + '" = 1', "there is no `" + "k" * 40 + "…`"),
        ('title = "\\u001b[2J"', "`title` is a line of 1 to 60 plain characters"),
        ("# " + "x" * 70_000, "is larger than 64 KiB"),
    ],
    ids=lambda one: one[:24],
)
def test_hostile_files_are_refused_with_a_message(desk, text, words):
    assert words in refusal(desk, text)


def test_a_file_that_is_no_text_is_refused(desk):
    assert "is not UTF-8 text" in refusal(desk, b'id = "\xff\xfe"', binary=True)


@pytest.mark.parametrize(
    ("name", "words"),
    [("none.toml", "No such file"), ("folder.toml", "is a folder"), ("x" * 3000 + ".toml", "too long")],
    ids=["missing", "folder", "long"],
)
def test_a_file_that_cannot_be_read_is_refused(desk, name, words):
    (desk / "folder.toml").mkdir()
    refused = program("editions", name, folder=desk)
    assert refused.returncode == REFUSED
    assert words in refused.stderr.decode()


def test_a_game_with_a_faulty_edition_is_not_played_and_leaves_nothing(desk):
    folder = write_quay(desk / "game", edition="other.toml")
    refused = referee("play", "game")
    assert refused.exit_code == REFUSED
    assert "other.toml cannot be read" in refused.stderr
    assert not (folder / "referee.db").exists()
