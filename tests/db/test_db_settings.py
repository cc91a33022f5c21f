"""Which database a command works on; and time and entropy that are handed in."""

import re
from datetime import UTC, datetime, timedelta, timezone

import pytest

from referee.clock import FixedClock, FixedEntropy, SystemClock, SystemEntropy, utc_text
from referee.config import read_settings
from referee.errors import UserError


def test_the_option_is_stronger_than_the_environment_than_the_file_than_the_default(tmp_path):
    (tmp_path / "referee.toml").write_text('[referee]\ndb = "from-file.db"\n')
    variable = {"REFEREE_DB": "from-environment.db"}
    assert read_settings("given.db", folder=tmp_path, environ=variable).db == "given.db"
    assert read_settings(None, folder=tmp_path, environ=variable).db == "from-environment.db"
    assert read_settings(None, folder=tmp_path, environ={}).db == str(tmp_path / "from-file.db")
    assert read_settings(folder=tmp_path, environ={"REFEREE_DB": ""}).db == str(tmp_path / "from-file.db")
    (tmp_path / "referee.toml").unlink()
    assert read_settings(folder=tmp_path, environ={}).db == str(tmp_path / "referee.db")


def test_the_current_folder_is_where_the_file_is_looked_for(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_DB", raising=False)
    assert read_settings().db == str(tmp_path / "referee.db")


@pytest.mark.parametrize("db", ["postgresql://host/games", "/srv/games.db"])
def test_a_url_and_an_absolute_path_in_the_file_stay_as_they_are(tmp_path, db):
    (tmp_path / "referee.toml").write_text(f'[referee]\ndb = "{db}"\n')
    assert read_settings(folder=tmp_path, environ={}).db == db


@pytest.mark.parametrize("text", ["", "[other]\ndb = 1\n", "[referee]\n"])
def test_a_file_that_names_no_database_leaves_the_default(tmp_path, text):
    (tmp_path / "referee.toml").write_text(text)
    assert read_settings(folder=tmp_path, environ={}).db == str(tmp_path / "referee.db")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[referee\n", r"referee\.toml is not valid TOML: .*line 1"),
        (b"[referee]\ndb = 7\n", "`db` must be a path or a URL in quotes, as in"),
        (b'[referee]\ndb = ""\n', "`db` must be a path"),
        (b"referee = 1\n", r"`referee` must be a section"),
        (b"\xff\xfe", "cannot be read: it is not UTF-8 text"),
    ],
)
def test_a_broken_file_is_explained_unless_something_stronger_decides(tmp_path, content, said):
    (tmp_path / "referee.toml").write_bytes(content)
    with pytest.raises(UserError, match=said):
        read_settings(folder=tmp_path, environ={})
    assert read_settings("given.db", folder=tmp_path, environ={}).db == "given.db"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('[referee]\nbd = "other.db"\n', "[referee] has no key 'bd'. Write [referee] and below it db ="),
        ('db = "other.db"\n', "`db` stands outside of its section. Write [referee] and below it db ="),
        ('[referee]\ndb = "one.db"\nfile = "other.db"\n', "[referee] has no key 'file'"),
    ],
)
def test_a_slip_of_the_pen_never_leads_to_another_database(tmp_path, content, said):
    (tmp_path / "referee.toml").write_text(content)
    with pytest.raises(UserError, match=re.escape(said)):
        read_settings(folder=tmp_path, environ={})
    with pytest.raises(UserError, match="there is no"):  # all that is wrong, at once
        read_settings(folder=tmp_path, environ={}, with_mail=True)
    assert read_settings("third.db", folder=tmp_path, environ={}).db == "third.db"


def test_a_folder_in_the_place_of_the_file_is_explained(tmp_path):
    (tmp_path / "referee.toml").mkdir()
    with pytest.raises(UserError, match="cannot be read: Is a directory"):
        read_settings(folder=tmp_path, environ={})


def test_moments_are_written_in_utc_to_the_second():
    berlin = timezone(timedelta(hours=1))
    assert utc_text(datetime(2026, 12, 4, 19, 0, 0, 999, tzinfo=berlin)) == "2026-12-04T18:00:00Z"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", SystemClock().now())
    assert FixedClock("2026-12-04T18:00:00Z").now() == utc_text(datetime(2026, 12, 4, 18, tzinfo=UTC))
    with pytest.raises(ValueError, match="time zone"):
        utc_text(datetime(2026, 12, 4))  # noqa: DTZ001  # that is the mistake


def test_fixed_entropy_repeats_itself_for_the_same_name_and_for_no_other():
    first, again, other = FixedEntropy("a"), FixedEntropy("a"), FixedEntropy("b")
    drawn = [first.token(32) for _ in range(3)]
    assert drawn == [again.token(32) for _ in range(3)]
    assert len({*drawn, other.token(32), SystemEntropy().token(32), SystemEntropy().token(32)}) == 6
