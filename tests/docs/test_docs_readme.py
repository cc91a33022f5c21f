"""Every command and example of README.md does what the page says."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from docs_readme import README, Block, Reader, blocks, fits
from typer.main import get_command

from orders.reader import read
from referee.cli.main import app
from referee.config import read_settings
from referee.round.opening import NewGame, open_game
from referee.round.vocabulary import vocabulary_of
from referee.rules.apply import fold
from referee.rules.editions import EDITIONS
from referee.rules.switches import VALUES, resolve_switches
from referee.service.game_file import KEYS, read_game_file

ROOT = README.parent
THREE = 3
EVERYWHERE = {"--db", "--json", "--help"}
"""Options of so many commands that the table does not repeat them."""
PAGE = README.read_text(encoding="utf-8")


def block(file):
    """The one block that names a file."""
    (found,) = [one for one in blocks() if one.file == file]
    return found


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    """Who has followed the whole page, in an empty folder."""
    found = Reader(tmp_path_factory.mktemp("reader"))
    for one in blocks():
        found.follow(one)
    return found


def test_following_the_page_from_top_to_bottom_gives_what_it_shows(reader):
    assert reader.typed


def test_the_program_that_is_installed_is_the_one_the_page_types():
    """The page is followed with another that starts faster."""
    command = [Path(sys.executable).with_name("referee"), "--version"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == f"referee {version('acquire-referee')}\n"


def test_every_command_there_is_has_its_row_and_every_row_is_a_command():
    table = PAGE.partition("## Commands")[2].partition("\n## ")[0]
    rows = set(
        re.findall(r"`referee (\w+)", "".join(re.findall(r"^\| (`referee .*?) \|", table, re.MULTILINE)))
    )
    assert rows == set(get_command(app).commands)


def all_commands():
    """Every command by name, those of a group by two words: `player add`."""
    found = {}
    for name, command in get_command(app).commands.items():
        if hasattr(command, "commands"):
            found |= {f"{name} {inner}": one for inner, one in command.commands.items()}
        else:
            found[name] = command
    return found


def test_every_command_of_a_group_is_shown_with_its_options():
    table = PAGE.partition("## Commands")[2].partition("\n## ")[0]
    for name, command in all_commands().items():
        if " " in name:
            (usage,) = re.findall(rf"`referee ({name}(?: [^`]*)?)`", table)
            shown = set(re.findall(r"--[a-z-]+", usage))
            assert (
                shown
                == {flag for one in command.params for flag in one.opts if flag[:2] == "--"} - EVERYWHERE
            )


def test_every_option_in_the_table_of_commands_is_one():
    table = PAGE.partition("## Commands")[2].partition("\n## ")[0]
    commands = all_commands()
    for row in re.findall(r"^\| (`referee .*?) \|", table, re.MULTILINE):
        for usage in re.findall(r"`referee ([^`]*)`", row):
            words = usage.split()
            command = commands.get(" ".join(words[:2])) or commands[words[0]]
            known = {flag for option in command.params for flag in option.opts}
            assert set(re.findall(r"--[a-z-]+", usage)) <= known, usage


def test_json_goes_with_the_commands_that_the_page_says():
    (sentence,) = re.findall(r"`--json` goes with (.*?)\.", PAGE)
    have = {
        name
        for name, command in all_commands().items()
        if any("--json" in option.opts for option in command.params)
    }
    assert set(re.findall(r"`([a-z ]+)`", sentence)) == have


def test_the_game_file_shows_every_key_and_opens_a_game(tmp_path):
    shown = block("game.toml")
    for key in KEYS:
        assert re.search(rf"^(# )?\[?{key}\b", shown.text, re.MULTILINE), key
    file = tmp_path / "game.toml"
    file.write_text(shown.text, encoding="utf-8")
    assert open_game(read_game_file(file).plan, "a seed")


def test_the_settings_file_names_a_database(tmp_path):
    *_, settings = (one for one in blocks() if one.file == "referee.toml")
    (tmp_path / "referee.toml").write_text(settings.text, encoding="utf-8")
    assert read_settings(folder=tmp_path, environ={}).db == str(tmp_path / "games" / "club.db")


def test_every_block_of_toml_can_be_read():
    assert all(tomllib.loads(one.text) for one in blocks("toml"))


def test_the_orders_that_show_the_language_are_understood_whole():
    shown = [one for one in blocks("orders") if one.file is None]
    state = fold(entry.event for entry in open_game(NewGame(("ann", "ben", "cid")), "a seed"))
    for one in shown:
        reading = read(one.text, vocabulary_of(state, "ann"))
        assert not reading.problems, reading.problems
        assert not reading.unread
    assert shown


@pytest.mark.parametrize("words", ["withdraw", "as before", "tile any"])
def test_statements_that_the_page_mentions_beside_the_example_are_understood(words):
    assert f"`{words}`" in PAGE or words in PAGE
    state = fold(entry.event for entry in open_game(NewGame(("ann", "ben", "cid")), "a seed"))
    assert not read(f"{words}\n", vocabulary_of(state, "ann")).problems


def test_the_switches_of_the_page_are_those_there_are_with_their_values():
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", PAGE, re.MULTILINE))
    assert set(rows) == set(VALUES)
    for name, values in VALUES.items():
        assert set(re.findall(r"`([^`]+)`", rows[name])) == set(values or ("31",)), name


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_defaults_of_the_page_are_those_of_the_editions(edition):
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", PAGE, re.MULTILINE))
    in_force = resolve_switches(EDITIONS[edition], 3, {})[1].as_data()
    for name, value in in_force.items():
        bonuses = "three" if len(EDITIONS[edition].bonuses[0]) == THREE else "two bonuses"
        words = (edition, bonuses, "all others")
        marked = next(
            (found for word in words if (found := re.search(rf"`(\w+)` \({word}\)", rows[name]))), None
        )
        first = re.match(r"`([^`]+)`", rows[name])
        default = marked or first
        if name != "two_players" and default:
            assert default[1] == str(value).lower(), name


def test_the_page_names_the_editions_there_are():
    (sentence,) = re.findall(r"^Editions: (.*?)\. ", PAGE, re.MULTILINE | re.DOTALL)
    assert set(re.findall(r"`(\w+)`", sentence)) == set(EDITIONS)


def test_whatever_the_page_tells_to_make_is_a_target():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    told = set(re.findall(r"make ([a-z]+)(?=[` ]*(?: #|`))", PAGE))
    assert {"demo", "test", "lint", "bench", "fuzz"} <= told
    assert told <= targets


def test_every_folder_in_the_layout_is_there():
    layout = PAGE.partition("## Developing")[2]
    named = re.findall(r"`([\w/]+/)`", layout)
    assert named
    assert all((ROOT / name).is_dir() for name in named)


def test_the_two_commands_come_before_all_others():
    first = blocks()[0]
    assert re.findall(r"^make (\w+)", first.text, re.MULTILINE) == ["demo", "test"]


def test_the_page_shows_no_path_of_a_machine():
    assert not re.search(r"(?<![\w.])/(?:home|work|usr|tmp|root|opt)/", PAGE)


# --- the comparison itself ---------------------------------------------------------------------------------


def test_a_line_of_dots_stands_for_any_lines_and_nothing_else_does():
    assert fits("a\n...\nd\n", "a\nb\nc\nd\n")
    assert fits("a\n...\n", "a\n")
    assert not fits("a\n...\nd\n", "a\nb\n")
    assert not fits("a\n", "a\nb\n")


def test_dates_and_hashes_may_differ_but_the_number_of_records_may_not():
    assert fits("X  4 December 2026\n12:9c1e04ab57d2\n", "X 30 May 2031\n12:0123456789ab\n")
    assert not fits("12:9c1e04ab57d2\n", "13:9c1e04ab57d2\n")


def test_a_command_that_prints_something_else_is_found(tmp_path):
    with pytest.raises(AssertionError, match="expected"):
        Reader(tmp_path).follow(Block("console", "$ echo one\ntwo\n"))


def test_a_file_in_a_folder_that_nothing_has_made_is_found(tmp_path):
    with pytest.raises(AssertionError, match="folder"):
        Reader(tmp_path).follow(Block("orders", f"# {Path('none')}/a.txt\ntile any\n"))
