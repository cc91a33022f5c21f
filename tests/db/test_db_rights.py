"""Two roles, as POSTGRESQL.md says: one owns the tables, the other one plays whole games and can change no record."""

import json
import re
import uuid
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from databases import connect_postgres, server
from doctor_helpers import WHOLE, examined, found_by, write_settings
from sqlalchemy.engine import make_url
from typer.testing import CliRunner

from referee.cli.main import app
from referee.db.engines import engine_for_url, place_of, writing
from referee.db.failures import StoreError
from referee.db.migrate import migrate
from referee.db.store import open_store, schema_at
from referee.db.tables import EARLIER, SCHEMA

pytestmark = pytest.mark.postgres

PAGE = (Path(__file__).parents[2] / "referee" / "db" / "POSTGRESQL.md").read_text(encoding="utf-8")
SQL = dict(re.findall(r"^```sql\n-- (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
PLAYERS = ("alice", "bob", "carol")
REFUSED = 2
ORDERS = "tile any\nbuy nothing\n"

NOT_ALLOWED = {
    "change a record": "UPDATE events SET text = 'x'",
    "change a report": "UPDATE publications SET body = 'x'",
    "rename a game": "UPDATE games SET name = 'x'",
    "delete a record": "DELETE FROM events",
    "delete a record on the way": "WITH gone AS (DELETE FROM events RETURNING 1) SELECT count(*) FROM gone",
    "delete a report": "DELETE FROM publications",
    "delete a game": "DELETE FROM games",
    "replace a record": (
        "INSERT INTO events SELECT game, seq, 'x', salt, hash FROM events"
        " ON CONFLICT (game, seq) DO UPDATE SET text = 'x'"
    ),
    "merge records": (
        "MERGE INTO events USING events other ON events.seq = other.seq WHEN MATCHED THEN UPDATE SET text = 'x'"
    ),
    "empty the log": "TRUNCATE events",
    "empty the reports": "TRUNCATE publications",
    "empty everything": "TRUNCATE games CASCADE",
    "drop the log": "DROP TABLE events",
    "drop everything": "DROP SCHEMA public CASCADE",
    "take a guard away": "DROP TRIGGER events_no_update ON events",
    "switch the guards off": "ALTER TABLE events DISABLE TRIGGER ALL",
    "put up a guard of its own": (
        "CREATE TRIGGER mine BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION referee_append()"
    ),
    "replace the guards' own words": (
        "CREATE OR REPLACE FUNCTION referee_refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'"
    ),
    "be a replica": "SET session_replication_role = replica",
    "rewrite statements": "CREATE RULE quiet AS ON INSERT TO events DO INSTEAD NOTHING",
    "add rows from elsewhere": "CREATE TEMPORARY TABLE more () INHERITS (events)",
    "be part of something": "ALTER TABLE events INHERIT games",
    "hide rows": "ALTER TABLE events ENABLE ROW LEVEL SECURITY",
    "lose all in a crash": "ALTER TABLE events SET UNLOGGED",
    "own the log": "ALTER TABLE events OWNER TO CURRENT_USER",
    "be the owner": "SET ROLE referee_owner",
    "make tables": "CREATE TABLE mine (key integer)",
}
GUARDED = {
    "change a game's key": "UPDATE games SET key = key",
    "insert a record that is there": "INSERT INTO events SELECT * FROM events WHERE seq = 2",
    "insert a record after a gap": (
        "INSERT INTO events SELECT game, 1 + 2 * max(seq), 'x', 'x', 'x' FROM events GROUP BY game"
    ),
    "insert a report that is there": "INSERT INTO publications SELECT * FROM publications",
    "insert a game that is there": "INSERT INTO games SELECT * FROM games",
}


@dataclass
class Two:
    """A database and the two roles' ways to it."""

    owner: str
    referee: str
    names: dict[str, str]

    def renamed(self, sql: str) -> str:
        """The page's statements, for this test's own names."""
        return re.sub(r"\breferee(_owner)?\b", lambda found: self.names[found[0]], sql)


@pytest.fixture(scope="module")
def roles():
    name = f"referee_{uuid.uuid4().hex[:12]}"
    names = {"referee": name, "referee_owner": f"{name}_owner"}
    url = make_url(server()).set(database=name)
    urls = [
        url.set(username=names[one], password=word).render_as_string(hide_password=False)
        for one, word in (("referee_owner", "a-long-password"), ("referee", "another-long-password"))
    ]
    two = Two(*urls, names)
    with connect_postgres() as admin:
        try:
            for statement in SQL["roles.sql"].strip().split(";\n"):
                admin.execute(two.renamed(statement))
            types(two.owner, "new", "harbour", "--players", ",".join(PLAYERS))
            with psycopg.connect(two.owner, autocommit=True) as owner:
                owner.execute(two.renamed(SQL["grants.sql"]))
            yield two
        finally:
            admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
            for one in names.values():
                admin.execute(f"DROP ROLE IF EXISTS {one}")


def types(url, *words, given=None, status=0):
    """What a command prints."""
    done = CliRunner().invoke(app, ["--db", url, *words], input=given, prog_name="referee")
    assert done.exit_code == status, done.output
    return done.stdout


def plays_to_the_end(url, game):
    for _ in range(60):
        if json.loads(types(url, "status", game, "--json"))["ended"]:
            return
        for player in PLAYERS:
            types(url, "submit", game, "-", "--player", player, given=ORDERS)
        types(url, "work", "--until-idle")
    raise AssertionError("the game has no end")


def test_the_restricted_role_plays_a_whole_game_with_all_that_belongs_to_it(roles, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    url = roles.referee
    types(url, "new", "quay", "--players", ",".join(PLAYERS), "--set", "auto_end=true")
    for player in PLAYERS:
        words = ("--mail", f"{player}@players.example", "--seat", "quay")
        types(url, "player", "add", player, *words)
    types(url, "player", "edit", "alice", "--mail", "alice@elsewhere.example", "--new-key")
    types(url, "submit", "quay", "-", "--player", "alice", given=f"{ORDERS}press: Ahoy\n", status=0)
    types(url, "press", "quay")
    types(
        url,
        "receive",
        "--from",
        "bob@players.example",
        "--",
        "ref@acquire.example",
        given="From: x@y\n\nhello\n",
    )
    types(url, "resolve", "quay", "--missing")
    plays_to_the_end(url, "quay")
    types(url, "verify", "quay", "--audit")
    for words in (
        ("backup", "all.backup"),
        ("export", "quay", "--out", "quay.jsonl"),
        ("upgrade", "--check"),
    ):
        types(url, *words)
    types("restored.db", "restore", "all.backup")
    types(url, "import", "quay.jsonl", "--as", "pier", status=REFUSED)
    types(url, "player", "forget", "carol")
    types(url, "mail", "purge", "--days", "0")
    assert "carol" not in types(url, "player", "list")


def test_what_the_server_does_not_allow_is_told_of_the_server_and_not_of_a_copy_that_is_made(
    roles, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    with psycopg.connect(roles.owner, autocommit=True) as owner:
        owner.execute(roles.renamed("REVOKE SELECT ON people FROM referee"))
        try:
            done = CliRunner().invoke(app, ["--db", roles.referee, "backup", "all.backup"])
        finally:
            owner.execute(roles.renamed("GRANT SELECT ON people TO referee"))
    assert done.exit_code == REFUSED
    assert f"/{roles.names['referee']} does not allow this user to do that" in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("statement", NOT_ALLOWED.values(), ids=NOT_ALLOWED.keys())
def test_the_restricted_role_has_no_right_to(roles, statement):
    with (
        psycopg.connect(roles.referee) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute(roles.renamed(statement))


def test_the_restricted_role_has_no_rights_to_give(roles):
    with psycopg.connect(roles.referee) as connection:
        connection.execute("GRANT ALL ON events TO CURRENT_USER")  # PostgreSQL warns, and does nothing
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("DELETE FROM events")


@pytest.mark.parametrize("statement", GUARDED.values(), ids=GUARDED.keys())
@pytest.mark.parametrize("role", ["referee", "owner"])
def test_the_guards_and_keys_let_nobody(roles, role, statement):
    with (
        psycopg.connect(getattr(roles, role)) as connection,
        pytest.raises((psycopg.errors.RaiseException, psycopg.errors.UniqueViolation)),
    ):
        connection.execute(statement)


def test_what_is_copied_in_passes_the_guards_too(roles):
    with (
        psycopg.connect(roles.referee) as connection,
        connection.cursor() as cursor,
        pytest.raises(psycopg.errors.RaiseException, match="next seq"),
        cursor.copy("COPY events FROM STDIN") as copy,
    ):
        copy.write("1\t99999\tx\tx\tx\n")


def test_the_doctor_says_when_a_role_may_do_more_than_it_should(roles, tmp_path):
    write_settings(tmp_path, WHOLE)

    def warned(url):
        return [said for level, said in found_by("database", examined(tmp_path, url)) if level == "warning"]

    assert warned(roles.referee) == []
    assert "owns the log" in warned(roles.owner)[0]
    with connect_postgres() as admin, psycopg.connect(roles.owner, autocommit=True) as owner:
        administers = make_url(server()).set(database=roles.names["referee"]).render_as_string(False)
        assert "administers the whole server" in warned(administers)[0]
        owner.execute(roles.renamed("GRANT DELETE ON events TO referee; GRANT UPDATE ON games TO referee"))
        try:
            assert "DELETE events, UPDATE games" in warned(roles.referee)[0]
        finally:
            owner.execute(
                roles.renamed("REVOKE DELETE ON events FROM referee; REVOKE UPDATE ON games FROM referee")
            )
            owner.execute(roles.renamed("GRANT UPDATE (key) ON games TO referee"))
        assert admin.info.user in administers


def test_only_the_owner_brings_the_tables_up_to_date_and_the_other_role_is_told_so(roles):
    with psycopg.connect(roles.owner, autocommit=True) as owner:
        owner.execute("UPDATE alembic_version SET version_num = %s", [EARLIER[-1]])
        try:
            with pytest.raises(StoreError, match="only the owner of its tables can bring it up to date"):
                open_store(roles.referee)
        finally:
            owner.execute("UPDATE alembic_version SET version_num = %s", [SCHEMA])
    open_store(roles.referee).close()


@pytest.mark.parametrize("schema", EARLIER)
def test_the_owner_upgrades_every_earlier_schema_and_after_the_grants_the_other_role_goes_on(
    roles, schema, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    place = f"earlier_{schema}"
    owner, other = (f"{url}?options=-csearch_path%3D{place}" for url in (roles.owner, roles.referee))
    grants = roles.renamed(SQL["grants.sql"]).replace("SCHEMA public", f"SCHEMA {place}")
    with psycopg.connect(roles.owner, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {place}")
        engine = engine_for_url(place_of(owner).url)
        with writing(engine).connect() as making, making.begin():
            migrate(making, schema)
        engine.dispose()
        connection.execute(f"SET search_path = {place}")
        connection.execute(roles.renamed(f"GRANT USAGE ON SCHEMA {place} TO referee"))
        connection.execute(roles.renamed(f"GRANT SELECT ON ALL TABLES IN SCHEMA {place} TO referee"))
        connection.execute(roles.renamed(f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA {place} TO referee"))
        refused = CliRunner().invoke(app, ["--db", other, "upgrade"], prog_name="referee")
        assert refused.exit_code == REFUSED
        assert "only the owner of its tables can bring it up to date" in refused.stderr
        assert schema_at(owner) == schema
        assert f"(schema {schema})" in types(owner, "upgrade")
        assert schema_at(owner) == SCHEMA
        connection.execute(grants)
    types(other, "new", "quay", "--players", ",".join(PLAYERS))
    types(other, "resolve", "quay", "--missing")
    types(other, "verify", "--all", "--audit")
