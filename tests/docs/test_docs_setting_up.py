"""Every key, snippet and command of the page on setting up mail is one: read, parsed or typed here.

What Postfix makes of its snippets is in tests/mail/test_mail_setting_up.py.
"""

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from docs_readme import FENCE, README, Block, Reader
from typer.main import get_command

from referee.cli.main import app
from referee.config import read_settings
from referee.settings.sections import KEYS

FILE = README.parent / "referee" / "mail" / "SETTING-UP.md"
PAGE = FILE.read_text(encoding="utf-8")
BLOCKS = [Block(*found.groups()) for found in FENCE.finditer(PAGE)]
FILES = {name: one.text for one in BLOCKS if (name := one.text.partition("\n")[0].removeprefix("# "))}
UNITS = [name for name in FILES if name.endswith((".service", ".timer"))]
SETTINGS = [one.file for one in BLOCKS if one.language == "toml"]
PROSE = FENCE.sub("", PAGE)


def rows_of(section):
    """The table of a section: the key, and what stands for it where it is left out."""
    table = PAGE.partition(f"\n`[{section}]`")[2].partition("\n\n`[")[0].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \|.*\| ?([^|]*?) ?\|$", table, re.MULTILINE)
    return {key: left_out.replace("`", "") for key, left_out in rows}


@pytest.mark.parametrize("section", KEYS)
def test_the_page_has_every_key_with_its_default_and_no_other(section):
    rows, keys = rows_of(section), KEYS[section]
    assert set(rows) == set(keys)
    for name, key in keys.items():
        if key.default is None:
            assert rows[name].startswith("is needed"), name
        elif key.default:
            assert rows[name] == key.default, name


def test_a_section_that_has_a_table_is_one_and_each_has_one():
    assert re.findall(r"^`\[([\w.]+)\]`", PAGE, re.MULTILINE) == list(KEYS)


@pytest.mark.parametrize("name", SETTINGS)
def test_every_file_of_settings_can_be_read(tmp_path, name):
    (tmp_path / "referee.toml").write_text(FILES[name], encoding="utf-8")
    for private in ("secret", "password"):
        (tmp_path / private).write_text("a secret only for these tests\n")
        (tmp_path / private).chmod(0o600)
    mail = read_settings(folder=tmp_path, environ={}, with_mail=True).mail
    assert mail.office.identity.address == "ref@acquire.example"
    assert mail.smtp is not None
    ways = {way for way in ("lmtp", "imap", "maildir") if getattr(mail, way) is not None}
    meant = re.search(r"referee-(\w+)\.toml", name)
    assert ways == {meant[1]} - {"pipe"} if meant else ways == {"imap"}


def test_there_are_settings_for_each_way_in():
    assert SETTINGS == ["referee.toml", "referee-lmtp.toml", "referee-pipe.toml", "referee-maildir.toml"]


def section_of(name, section):
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str
    parser.read_string(FILES[name])
    return dict(parser[section])


def test_the_units_run_commands_that_there_are_where_the_page_says():
    for name in UNITS:
        if name.endswith(".service"):
            service = section_of(name, "Service")
            assert service["WorkingDirectory"] == "/srv/referee"
            assert service["UMask"] == "0077"
            program, *words = service["ExecStart"].split()
            assert program == "/opt/referee/bin/referee"
            assert_is_command(words)
    assert section_of("referee-mail.timer", "Install") == {"WantedBy": "timers.target"}
    assert {Path(name).stem for name in UNITS} == {"referee-serve", "referee-mail"}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_takes_the_units(tmp_path):
    program = tmp_path / "referee"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    for name in UNITS:
        text = FILES[name].replace("/opt/referee/bin/referee", str(program))
        (tmp_path / name).write_text(text.replace("User=referee", "User=root"))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *(tmp_path / name for name in UNITS)],
        capture_output=True,
        text=True,
        check=False,
    )
    complaints = [line for line in done.stderr.splitlines() if "referee" in line]
    assert complaints == []


def assert_is_command(words):
    """Whether what stands behind `referee` is a command with such options."""
    command = get_command(app)
    while words and getattr(command, "commands", None) is not None:
        assert words[0] in command.commands, words
        command, words = command.commands[words[0]], words[1:]
    known = {flag for option in command.params for flag in option.opts}
    assert {word for word in words if word.startswith("--") and word != "--"} <= known, (command.name, words)


def test_every_command_that_the_page_mentions_is_one():
    mentioned = re.findall(r"`referee (\w[^`]*)`", " ".join(PROSE.split()))
    assert mentioned
    for words in mentioned:
        assert_is_command(words.split())


def test_every_place_on_the_page_that_it_points_to_is_there():
    heads = re.findall(r"^#+ (.*)$", PROSE, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in heads}
    assert set(re.findall(r"\]\(#([^)]*)\)", PAGE)) <= anchors


def test_following_the_page_gives_what_it_shows(tmp_path):
    """But that no servers are looked for where nobody is: this machine stands for all of them."""
    folder = tmp_path / "srv"
    folder.mkdir()
    reader = Reader(folder)
    for one in BLOCKS:
        if one.language == "console":
            reader.follow(one)
        elif one.file == "referee.toml":
            here = re.sub(r'host = ".*"', 'host = "127.0.0.1"', one.text).replace("port = 587", "port = 9")
            reader.follow(Block("toml", here.replace("[mail.imap]", "[mail.imap]\nport = 9")))
    assert "referee doctor" in reader.typed
    assert not any("sqlite3" in typed for typed in reader.typed)
    assert (folder / "backup" / "referee.db").stat().st_size
