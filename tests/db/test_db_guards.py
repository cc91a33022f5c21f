"""What the database itself refuses, and that a store without its guards is not opened."""

import sqlite3

import pytest
from databases import connect_postgres, postgres_schema
from db_helpers import AT, attacker, draft, drafts, raw
from sqlalchemy.engine import make_url

from referee.db import guards
from referee.db.codec import encode
from referee.db.failures import StoreError
from referee.db.store import open_store
from referee.db.unit import Publication

REFUSED = {
    "a change of a record": "UPDATE events SET text = 'x' WHERE seq = 2",
    "a change of a record that changes nothing": "UPDATE events SET text = text",
    "a deleted record": "DELETE FROM events WHERE seq = 3",
    "a deleted tail": "DELETE FROM events WHERE seq > 1",
    "all records deleted": "DELETE FROM events",
    "a record after a gap": "INSERT INTO events (game, seq, text, salt, hash) VALUES (1, 9, 'x', 'x', 'x')",
    "a record before the first": "INSERT INTO events (game, seq, text, salt, hash) VALUES (1, 0, 'x', 'x', 'x')",
    "a record that is there": "INSERT INTO events (game, seq, text, salt, hash) VALUES (1, 2, 'x', 'x', 'x')",
    "a gap within one statement": (
        "INSERT INTO events (game, seq, text, salt, hash) VALUES (1, 4, 'x', 'x', 'x'), (1, 6, 'x', 'x', 'x')"
    ),
    "a record moved to another game": "UPDATE events SET game = 2",
    "another id for a game": "UPDATE games SET id = 'x'",
    "another name for a game": "UPDATE games SET name = 'x', name_key = 'x'",
    "a deleted game": "DELETE FROM games",
    "another report": "UPDATE publications SET body = 'x'",
    "a deleted report": "DELETE FROM publications",
    "a report that is there": (
        "INSERT INTO publications (game, seq, recipient, name, round, media, body, head, at)"
        " SELECT game, seq, recipient, name, round, media, body, head, at FROM publications"
    ),
}
REPLACED = {
    "a record": "REPLACE INTO events (game, seq, text, salt, hash) VALUES (1, 2, 'x', 'x', 'x')",
    "the last record": "INSERT OR REPLACE INTO events (game, seq, text, salt, hash) VALUES (1, 3, 'x', 'x', 'x')",
    "a record, quietly": "INSERT OR IGNORE INTO events (game, seq, text, salt, hash) VALUES (1, 9, 'x', 'x', 'x')",
    "a record, upserted": (
        "INSERT INTO events (game, seq, text, salt, hash) VALUES (1, 2, 'x', 'x', 'x')"
        " ON CONFLICT (game, seq) DO UPDATE SET text = 'x'"
    ),
    "a changed record": "UPDATE OR REPLACE events SET seq = 2 WHERE seq = 3",
    "a record by its row number": (
        "INSERT OR REPLACE INTO events (rowid, game, seq, text, salt, hash) VALUES (1, 1, 4, 'x', 'x', 'x')"
    ),
    "a report": (
        "REPLACE INTO publications (game, seq, recipient, name, round, media, body, head, at)"
        " SELECT game, seq, recipient, name, round, media, 'x', head, at FROM publications"
    ),
    "a game by its key": "REPLACE INTO games (key, id, name, name_key, at) VALUES (1, 'x', 'x', 'x', 'x')",
    "a game by its name": "REPLACE INTO games (key, id, name, name_key, at) VALUES (2, 'x', 'x', 'harbour', 'x')",
    "a game by its id": "REPLACE INTO games (key, id, name, name_key, at) SELECT 2, id, 'x', 'x', at FROM games",
}
TRUNCATED = ["TRUNCATE events", "TRUNCATE publications", "TRUNCATE games CASCADE"]


def fill(store):
    with store.write() as unit:
        record = unit.append("harbour", 0, drafts(3))[-1]
        unit.publish(Publication("harbour", 1, None, "report.txt", "text/plain", b"one", 3, record.hash, AT))


@pytest.mark.parametrize("statement", REFUSED.values(), ids=REFUSED.keys())
def test_the_database_refuses(store, statement):
    fill(store)
    with store.read() as unit:
        before = unit.load("harbour"), unit.publications("harbour"), unit.games()
    with pytest.raises(StoreError), store.write() as unit:
        unit.session.connection().exec_driver_sql(statement)
    with store.read() as unit:
        assert (unit.load("harbour"), unit.publications("harbour"), unit.games()) == before


@pytest.mark.parametrize("statement", REPLACED.values(), ids=REPLACED.keys())
def test_sqlite_refuses_to_replace(file, statement):
    with open_store(file) as store:
        with store.read() as unit:
            records = unit.load("harbour")
        with store.write() as unit:
            unit.publish(
                Publication("harbour", 1, None, "report.txt", "text/plain", b"one", 40, records[-1].hash, AT)
            )
        with raw(file) as connection, pytest.raises(sqlite3.Error):
            connection.execute(statement)
        with store.read() as unit:
            assert unit.load("harbour") == records
            assert [report.body for report in unit.publications("harbour")] == [b"one"]


@pytest.mark.postgres
@pytest.mark.parametrize("statement", TRUNCATED)
def test_postgresql_refuses_to_truncate(statement):
    with postgres_schema() as url, open_store(url, create=True) as store:
        with store.write() as unit:
            unit.create_game("harbour", AT)
        fill(store)
        with pytest.raises(StoreError, match="never changed or deleted"), store.write() as unit:
            unit.session.connection().exec_driver_sql(statement)


@pytest.mark.postgres
def test_postgresql_keeps_its_guards_up_for_replication_and_its_owner_has_no_right_to_change_the_log():
    with postgres_schema() as url, connect_postgres() as admin:
        schema = url.rpartition("%3D")[2]
        owner = f"{schema}_owner"
        admin.execute(f"CREATE ROLE {owner} LOGIN")
        admin.execute(f"ALTER SCHEMA {schema} OWNER TO {owner}")
        owned = make_url(url).set(username=owner).render_as_string(hide_password=False)
        try:
            with open_store(owned, create=True) as store:
                with store.write() as unit:
                    unit.create_game("harbour", AT)
                fill(store)
                with pytest.raises(StoreError, match="does not allow"), store.write() as unit:
                    unit.session.connection().exec_driver_sql("DELETE FROM events")
            with open_store(url) as store, store.write() as unit:
                unit.session.connection().exec_driver_sql("SET LOCAL session_replication_role = replica")
                with pytest.raises(Exception, match="never changed"):
                    unit.session.connection().exec_driver_sql("DELETE FROM events")
                unit.session.connection().exec_driver_sql("ROLLBACK")
        finally:
            admin.execute(f"REASSIGN OWNED BY {owner} TO CURRENT_USER")
            admin.execute(f"DROP OWNED BY {owner} CASCADE")
            admin.execute(f"DROP ROLE {owner}")


def test_guards_that_stand_can_be_put_up_anew(store):
    with store.write() as unit:
        guards.install(unit.session.connection())
        assert guards.compare(unit.session.connection()) == []


@pytest.mark.postgres
@pytest.mark.parametrize("table", ["events", "publications"])
@pytest.mark.parametrize("right", ["UPDATE", "DELETE", "TRUNCATE"])
def test_postgresql_gives_nobody_a_right_to_change_the_log_or_the_reports_not_even_their_owner(table, right):
    with postgres_schema() as url, open_store(url, create=True) as store, store.read() as unit:
        given = unit.session.connection().exec_driver_sql(
            "SELECT count(*) FROM pg_class, aclexplode(relacl) given"  # noqa: S608  # only our own names
            f" WHERE oid = '{table}'::regclass AND privilege_type = '{right}'"
        )
        assert given.scalar_one() == 0


def test_a_missing_guard_is_named_when_the_store_is_opened(file):
    with raw(file) as connection:
        connection.execute("DROP TRIGGER events_no_delete")
    with pytest.raises(StoreError, match="no longer guarded against changes: events_no_delete is missing"):
        open_store(file)


def test_an_altered_and_an_unknown_guard_are_named_when_the_store_is_opened(file):
    with raw(file) as connection:
        connection.execute("DROP TRIGGER events_next")
        connection.execute("CREATE TRIGGER events_next BEFORE INSERT ON events WHEN 0 BEGIN SELECT 1; END")
        connection.execute("CREATE TRIGGER helper AFTER INSERT ON events BEGIN SELECT 1; END")
    with pytest.raises(StoreError, match="events_next is altered; helper is unknown"):
        open_store(file)


def test_all_guards_gone_are_all_named(file):
    with attacker(file):
        pass
    with pytest.raises(StoreError, match=r"(is missing.*){9}"):
        open_store(file)


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("attack", "named"),
    [
        ("DROP TRIGGER events_no_delete ON events", "events_no_delete is missing"),
        ("ALTER TABLE events DISABLE TRIGGER events_next", "events_next is altered"),
        ("ALTER TABLE events ENABLE TRIGGER events_next", "events_next is altered"),
        (
            """CREATE OR REPLACE FUNCTION referee_append() RETURNS trigger LANGUAGE plpgsql
            AS 'BEGIN RETURN NEW; END'""",
            r"referee_append\(\) is altered",
        ),
        (
            "CREATE TRIGGER helper BEFORE INSERT ON games FOR EACH ROW EXECUTE FUNCTION referee_append()",
            "helper is unknown",
        ),
        ("CREATE RULE quiet AS ON INSERT TO events DO INSTEAD NOTHING", "events has the rule quiet"),
        ("CREATE RULE other AS ON UPDATE TO games DO INSTEAD NOTHING", "games has the rule other"),
        ("CREATE TABLE more () INHERITS (publications)", "publications also shows the rows of more"),
        (
            "CREATE TABLE above (LIKE events); ALTER TABLE events INHERIT above",
            "events is a part of above",
        ),
        ("ALTER TABLE events ENABLE ROW LEVEL SECURITY", "events hides rows by a policy"),
        ("ALTER TABLE events SET UNLOGGED", "events is emptied when the server crashes"),
    ],
)
def test_a_guard_of_postgresql_that_was_touched_is_named_when_the_store_is_opened(attack, named):
    with postgres_schema() as url:
        with open_store(url, create=True) as store, store.write() as unit:
            unit.session.connection().exec_driver_sql(attack)
        with pytest.raises(StoreError, match=named):
            open_store(url)


@pytest.mark.postgres
def test_what_stands_in_other_schemas_of_the_server_and_other_functions_in_ours_are_no_guards():
    with postgres_schema() as url, postgres_schema() as beside:
        with open_store(beside, create=True) as store, store.write() as unit:
            other = unit.session.connection()
            other.exec_driver_sql(
                "CREATE OR REPLACE FUNCTION referee_append() RETURNS trigger LANGUAGE plpgsql"
                " AS 'BEGIN RETURN NEW; END'"
            )
        with open_store(url, create=True) as store, store.write() as unit:
            unit.session.connection().exec_driver_sql(
                "CREATE FUNCTION twice(integer) RETURNS integer LANGUAGE sql AS 'SELECT 2 * $1'"
            )
        open_store(url).close()


def test_the_next_record_of_each_game_may_be_inserted_by_anybody(file):
    # Not a hole: what is inserted so does not verify. The guard is about what is there already.
    with raw(file) as connection:
        text = encode(draft("9I"))
        connection.execute(
            "INSERT INTO events (game, seq, text, salt, hash) VALUES (1, 41, ?, 'x', 'x')", [text]
        )
    with open_store(file) as store, store.read() as unit:
        assert [(fault.seq, fault.kind) for fault in unit.verify("harbour")] == [(41, "changed")]
