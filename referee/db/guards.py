"""What the database itself refuses, whoever asks: triggers that keep the log and the reports append-only.

`install` puts them up at the end of every migration, `compare` looks at every opening whether they still
stand word for word. On SQLite the guard on INSERT is also what stops INSERT OR REPLACE, which passes UPDATE
and DELETE triggers in silence: the number of a row that exists is never the next one.
"""

from typing import TypeAlias

from sqlalchemy import Connection, text

Guards: TypeAlias = dict[str, str]
"""The definition of each trigger, and on PostgreSQL of each function, by name."""

TABLES = ("games", "events", "publications")

_NEXT = "NEW.seq {differs} (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE game = NEW.game)"
_THERE = {
    "games": "key = NEW.key OR id = NEW.id OR name_key = NEW.name_key",
    "publications": ("game = NEW.game AND seq = NEW.seq AND recipient = NEW.recipient AND name = NEW.name"),
}


def install(connection: Connection) -> None:
    """Put up all guards anew, whatever is left of earlier ones; part of the caller's transaction."""
    if connection.dialect.name == "sqlite":
        _install_sqlite(connection)
    else:
        _install_postgresql(connection)


def functions() -> list[str]:
    """What a server of PostgreSQL keeps beside the tables, as `name()`."""
    return [f"{name}()" for name in _FUNCTIONS]


def compare(connection: Connection) -> list[str]:
    """What is not as `install` left it: the names of guards that are missing, altered or unknown."""
    if connection.dialect.name == "sqlite":
        expected, found, tricks = _sqlite_guards(), _found_sqlite(connection), []
    else:
        expected, found = _postgresql_guards(), _found_postgresql(connection)
        tricks = _tricks_of_postgresql(connection)
    return [
        *(f"{name} is missing" for name in sorted(expected.keys() - found.keys())),
        *(
            f"{name} is altered"
            for name in sorted(expected)
            if found.get(name, expected[name]) != expected[name]
        ),
        *(f"{name} is unknown" for name in sorted(found.keys() - expected.keys())),
        *tricks,
    ]


def _sqlite_guards() -> Guards:
    guards = {}
    for table in TABLES:
        for action in ("UPDATE", "DELETE"):
            name = f"{table}_no_{action.lower()}"
            guards[name] = (
                f"CREATE TRIGGER {name} BEFORE {action} ON {table} BEGIN"
                f" SELECT RAISE(ABORT, 'referee: {table} are never changed or deleted'); END"
            )
    guards["events_next"] = (
        f"CREATE TRIGGER events_next BEFORE INSERT ON events WHEN {_NEXT.format(differs='IS NOT')} BEGIN"
        " SELECT RAISE(ABORT, 'referee: events are appended with the next seq only'); END"
    )
    for table, there in _THERE.items():
        guards[f"{table}_new"] = (
            f"CREATE TRIGGER {table}_new BEFORE INSERT ON {table}"  # noqa: S608  # only our own names
            f" WHEN EXISTS (SELECT 1 FROM {table} WHERE {there}) BEGIN"
            f" SELECT RAISE(ABORT, 'referee: {table} are never replaced'); END"
        )
    return guards


def _install_sqlite(connection: Connection) -> None:
    for name in _found_sqlite(connection):
        connection.exec_driver_sql(f'DROP TRIGGER "{name}"')
    for definition in _sqlite_guards().values():
        connection.exec_driver_sql(definition)


def _found_sqlite(connection: Connection) -> Guards:
    rows = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    return {row[0]: row[1] for row in rows}


_REFUSE = "\nBEGIN\n  RAISE EXCEPTION 'referee: % are never changed or deleted', TG_TABLE_NAME;\nEND\n"
_APPEND = f"""
BEGIN
  IF {_NEXT.format(differs="IS DISTINCT FROM")} THEN
    RAISE EXCEPTION 'referee: events are appended with the next seq only';
  END IF;
  RETURN NEW;
END
"""
_FUNCTIONS = {"referee_refuse": _REFUSE, "referee_append": _APPEND}


def _postgresql_guards() -> Guards:
    guards = {f"{name}()": body for name, body in _FUNCTIONS.items()}
    for table in TABLES:
        for action, each in (("UPDATE", "ROW"), ("DELETE", "ROW"), ("TRUNCATE", "STATEMENT")):
            name = f"{table}_no_{action.lower()}"
            # Word for word as pg_get_triggerdef shows it, so that one text serves for making and comparing.
            guards[name] = (
                f"CREATE TRIGGER {name} BEFORE {action} ON {table}"
                f" FOR EACH {each} EXECUTE FUNCTION referee_refuse()"
            )
    guards["events_next"] = (
        "CREATE TRIGGER events_next BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION referee_append()"
    )
    return guards


def _install_postgresql(connection: Connection) -> None:
    for name, body in _FUNCTIONS.items():
        made = f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql"
        connection.execute(text(f"{made} AS $guard${body}$guard$"))
    for name, definition in _postgresql_guards().items():
        if name.endswith("()"):
            continue
        table = name.partition("_")[0]
        connection.execute(text(f"DROP TRIGGER IF EXISTS {name} ON {table}"))
        connection.execute(text(definition))
        connection.execute(text(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}"))
    # The owner too: he would have to grant it to himself again before a guard is even asked.
    connection.execute(
        text("REVOKE UPDATE, DELETE, TRUNCATE ON events, publications FROM PUBLIC, CURRENT_USER")
    )


_POSTGRESQL_TRIGGERS = """
    SELECT t.tgname, pg_get_triggerdef(t.oid, true), t.tgenabled::text
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace
      AND c.relname IN ('games', 'events', 'publications')
"""
_POSTGRESQL_FUNCTIONS = """
    SELECT proname || '()', prosrc FROM pg_proc
    WHERE pronamespace = current_schema()::regnamespace AND proname IN ('referee_refuse', 'referee_append')
"""


def _found_postgresql(connection: Connection) -> Guards:
    found = {row[0]: row[1] for row in connection.execute(text(_POSTGRESQL_FUNCTIONS))}
    for name, definition, enabled in connection.execute(text(_POSTGRESQL_TRIGGERS)):
        # Anything but "always" is off for somebody: `session_replication_role` passes an ordinary trigger.
        found[name] = definition if enabled == "A" else f"{definition} (off)"
    return found


_POSTGRESQL_TRICKS = """
    SELECT relation.relname, trick.said
    FROM pg_class relation, LATERAL (
        SELECT format('has the rule %s', rulename) FROM pg_rules
        WHERE schemaname = current_schema() AND tablename = relation.relname
        UNION ALL
        SELECT format('also shows the rows of %s', inhrelid::regclass) FROM pg_inherits
        WHERE inhparent = relation.oid
        UNION ALL
        SELECT format('is a part of %s', inhparent::regclass) FROM pg_inherits WHERE inhrelid = relation.oid
        UNION ALL
        SELECT 'hides rows by a policy' WHERE relation.relrowsecurity
        UNION ALL
        SELECT 'is emptied when the server crashes' WHERE relation.relpersistence <> 'p'
    ) trick (said)
    WHERE relation.relnamespace = current_schema()::regnamespace
      AND relation.relname IN ('games', 'events', 'publications')
    ORDER BY 1, 2
"""
"""What passes by all triggers: a statement rewritten, rows added from elsewhere, rows hidden, all rows lost."""


def _tricks_of_postgresql(connection: Connection) -> list[str]:
    return [f"{table} {said}" for table, said in connection.execute(text(_POSTGRESQL_TRICKS))]
