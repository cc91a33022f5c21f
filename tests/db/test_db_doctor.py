"""The doctor asks a database in a server as it asks one in a file."""

import uuid

import pytest
from databases import connect_postgres, postgres_schema
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
        ((level, said), superuser) = found_by("database", findings)
        assert (level, said.rpartition(": ")[2]) == ("ok", "1 game, guarded, can be written.")
        assert [level for level, _ in found_by("players", findings)] == ["warning"] * 3
        assert {check for check in ("inbox", "outbox") if found_by(check, findings)[0][0] == "ok"} == {
            "inbox",
            "outbox",
        }
        with_password = url.replace("://postgres@", "://postgres:a-pass-word@")
        write_settings(tmp_path, f'[referee]\ndb = "{with_password}"\n{WHOLE}')
        assert found_by("database", examined(tmp_path, with_password))[1:] == [superuser]
        (tmp_path / "referee.toml").chmod(0o644)
        (*_, (level, said)) = found_by("database", examined(tmp_path, with_password))
        assert (level, said.partition(" Say: ")[2]) == ("warning", f"chmod 600 {tmp_path / 'referee.toml'}")
        assert "a-pass-word" not in repr(examined(tmp_path, with_password))


@pytest.mark.postgres
def test_a_server_and_its_user_that_put_the_games_at_risk_are_told_of(tmp_path):
    role = f"referee_test_{uuid.uuid4().hex}"
    with postgres_schema() as url, connect_postgres() as connection:
        with writing(url, FixedClock(NOW), create=True) as work:
            planned = plan_game("harbour", NewGame(PLAYERS, seed="a seed for these tests"), FixedEntropy("x"))
            open_game(work, "harbour", planned)
        write_settings(tmp_path, f'[referee]\ndb = "{url}"\n{WHOLE}')
        (_, (level, said)) = found_by("database", examined(tmp_path, url))
        assert (level, "administers the whole server" in said) == ("warning", True)
        careless = f"{url}%20-csynchronous_commit%3Doff"
        told = [said for _, said in found_by("database", examined(tmp_path, careless))]
        assert any("synchronous_commit = off" in one for one in told)
        schema = url.rpartition("%3D")[2]
        connection.execute(f"CREATE ROLE {role}")
        try:
            connection.execute(f"GRANT USAGE ON SCHEMA {schema} TO {role}")
            connection.execute(f"GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA {schema} TO {role}")
            ((level, _),) = found_by("database", examined(tmp_path, f"{url}%20-crole%3D{role}"))
            assert level == "ok"
        finally:
            connection.execute(f"DROP OWNED BY {role}")
            connection.execute(f"DROP ROLE {role}")
