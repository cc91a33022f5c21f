"""The doctor asks a database in a server as it asks one in a file."""

import pytest
from databases import postgres_schema
from doctor_helpers import NOW, PLAYERS, WHOLE, examined, found_by, write_settings

from referee.clock import FixedClock, FixedEntropy
from referee.round.opening import NewGame
from referee.service.open_game import open_game, plan_game
from referee.service.transactions import writing


@pytest.mark.postgres
def test_a_database_in_a_server_is_looked_at_as_a_file_is(tmp_path):
    with postgres_schema() as url:
        write_settings(tmp_path, f'[referee]\ndb = "{url}"\n{WHOLE}')
        assert found_by("database", examined(tmp_path, url))[0][0] == "fault"  # nothing is there yet
        with writing(url, FixedClock(NOW), create=True) as work:
            planned = plan_game("harbour", NewGame(PLAYERS, seed="a seed for these tests"), FixedEntropy("x"))
            open_game(work, "harbour", planned)
        findings = examined(tmp_path, url)
        (level, said), *_ = found_by("database", findings)
        assert (level, said.rpartition(": ")[2]) == ("ok", "1 game, guarded, can be written.")
        assert [level for level, _ in found_by("players", findings)] == ["warning"] * 3
        assert {check for check in ("inbox", "outbox") if found_by(check, findings)[0][0] == "ok"} == {
            "inbox",
            "outbox",
        }
        with_password = url.replace("://postgres@", "://postgres:a-pass-word@")
        write_settings(tmp_path, f'[referee]\ndb = "{with_password}"\n{WHOLE}')
        assert not any(
            "password" in said for _, said in found_by("database", examined(tmp_path, with_password))
        )
        (tmp_path / "referee.toml").chmod(0o644)
        *_, (level, said) = found_by("database", examined(tmp_path, with_password))
        assert (level, said.partition(" Say: ")[2]) == ("warning", f"chmod 600 {tmp_path / 'referee.toml'}")
        assert "a-pass-word" not in repr(examined(tmp_path, with_password))
