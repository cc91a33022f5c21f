"""A database with several games, on SQLite or PostgreSQL, and somebody who changes it behind the referee's back."""

# ruff: noqa: S608 (an attack is what is wanted)

import json
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path

from cli_helpers import DONE, PLAYERS, referee
from databases import ON_POSTGRES, postgres_schema

from referee.config import read_settings
from referee.db import guards
from referee.db.engines import engine_for_url, place_of, writing
from referee.db.links import digest_of, link_of

GAMES = ("alder", "birch", "cedar")
"""Their numbers in the database are 1, 2 and 3."""
KEPT = ("games", "events", "publications", "holders", "press_words", "outbox")


class Club:
    """The database, as it was after two rounds of each game whenever `reset` is called; or, without games, any."""

    def __init__(self, target, games=GAMES):
        self.target = target
        for game in games:
            self.does("new", game, "--players", ",".join(PLAYERS))
            for _ in range(2):
                self.does("resolve", game, "--missing")
        if games:
            self._keep()

    def does(self, *words):
        done = referee("--db", self.target, *words)
        assert done.exit_code == DONE, done.output

    def verifies(self, *words):
        return referee("--db", self.target, "verify", *words)

    def tampers(self, *statements, guards_back=True):
        """Change it as somebody would who owns the database."""
        with self._without_guards(guards_back=guards_back) as run:
            for statement in statements:
                run(statement)

    def runs(self, *statements):
        """Change it as somebody would who respects the guards, or breaks them himself."""
        with self._connected() as run:
            for statement in statements:
                run(statement)

    def rewrites(self, key, seq, change, *, reports_too):
        """Change a record and seal all that follow anew; with `reports_too` the reports state the new heads."""
        with self._without_guards() as run:
            ((previous,),) = run(f"SELECT id FROM games WHERE key = {key}")
            rows = run(f"SELECT seq, text, salt FROM events WHERE game = {key} ORDER BY seq")
            for number, text, salt in rows:
                if number == seq:
                    text = json.dumps(change(json.loads(text)), sort_keys=True, separators=(",", ":"))  # noqa: PLW2901
                previous = link_of(previous, number, digest_of(salt, text))
                values = (text, previous, key, number)
                run("UPDATE events SET text = ?, hash = ? WHERE game = ? AND seq = ?", values)
            if not reports_too:
                return
            for number, name, body, head in run(
                f"SELECT seq, recipient, body, head FROM publications WHERE game = {key}"
            ):
                ((new,),) = run(f"SELECT hash FROM events WHERE game = {key} AND seq = {number}")
                text = bytes(body).replace(head[:12].encode(), new[:12].encode())
                values = (new, text, key, number, name)
                run(
                    "UPDATE publications SET head = ?, body = ? WHERE game = ? AND seq = ? AND recipient = ?",
                    values,
                )

    def reports(self, key):
        """The bytes of all reports of a game."""
        with self._connected() as run:
            query = f"SELECT body FROM publications WHERE game = {key} ORDER BY seq, recipient"
            return [bytes(body) for (body,) in run(query)]


class InFile(Club):
    """On SQLite."""

    def _keep(self):
        self._bytes = Path(self.target).read_bytes()

    def reset(self):
        Path(self.target).write_bytes(self._bytes)

    @contextmanager
    def _connected(self):
        with closing(sqlite3.connect(self.target)) as connection:
            yield lambda statement, values=(): connection.execute(statement, values).fetchall()
            connection.commit()

    @contextmanager
    def _without_guards(self, *, guards_back=True):
        with self._connected() as run:
            triggers = run("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            for name, _ in triggers:
                run(f"DROP TRIGGER {name}")
            yield run
            for _, sql in triggers if guards_back else ():
                run(sql)


class InServer(Club):
    """On PostgreSQL."""

    def _keep(self):
        with self._connected() as run:
            for table in KEPT:
                run(f"CREATE TABLE kept_{table} AS TABLE {table}")

    def reset(self):
        with self._without_guards() as run:
            run(f"TRUNCATE {', '.join(KEPT)} CASCADE")
            for table in KEPT:
                run(f"INSERT INTO {table} SELECT * FROM kept_{table}")
        engine = engine_for_url(place_of(self.target).url)
        with writing(engine).begin() as connection:
            guards.install(connection)
        engine.dispose()

    @contextmanager
    def _connected(self):
        import psycopg

        with psycopg.connect(self.target, autocommit=True) as connection:

            def run(statement, values=()):
                cursor = connection.execute(
                    statement.replace("?", "%s") if values else statement, values or None
                )
                return cursor.fetchall() if cursor.description else []

            yield run

    @contextmanager
    def _without_guards(self, *, guards_back=True):
        with self._connected() as run:
            found = "SELECT c.relname, t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
            ours = "WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace"
            triggers = run(f"{found} {ours}")
            for table, name in triggers:
                run(f"ALTER TABLE {table} DISABLE TRIGGER {name}")
            run("SET session_replication_role = replica")  # foreign keys are not asked either
            yield run
            run("SET session_replication_role = DEFAULT")
            for table, name in triggers if guards_back else ():
                run(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}")


def tampers_at_the_desk(*statements):
    """Change the database that the commands of this folder work on, as somebody would who owns it."""
    (InServer if ON_POSTGRES else InFile)(read_settings().db, games=()).tampers(*statements)


@contextmanager
def club_in(kind, folder):
    """A club on `sqlite` or `postgres`."""
    if kind == "sqlite":
        yield InFile(str(folder / "referee.db"))
        return
    with postgres_schema() as url:
        yield InServer(url)
