"""What the role with which we are connected to a PostgreSQL server may do to the log, beyond what a referee needs."""

from sqlalchemy import Connection, text

_OWNED = """
    SELECT bool_or(pg_has_role(current_user, relowner, 'MEMBER'))
    FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname = ANY(:tables)
"""
_GRANTED = """
    SELECT relname, privilege
    FROM pg_class, unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) privilege
    WHERE relnamespace = current_schema()::regnamespace AND relname = ANY(:tables)
      AND has_table_privilege(current_user, pg_class.oid, privilege)
    ORDER BY 1, 2
"""


def excessive_rights(connection: Connection, tables: tuple[str, ...]) -> str | None:
    """What the role may do to these tables although it should not, as a clause; None if nothing, and on SQLite.

    Whoever owns a table can take its guards away; who administers the server can do anything.
    """
    if connection.dialect.name == "sqlite":
        return None
    if connection.execute(text("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")).scalar():
        return "its role administers the whole server"
    if connection.execute(text(_OWNED), {"tables": [*tables]}).scalar():
        return "its role owns the log, and so can take its guards away"
    granted = connection.execute(text(_GRANTED), {"tables": [*tables]}).all()
    if granted:
        return f"its role may do more than it should: {', '.join(f'{right} {table}' for table, right in granted)}"
    return None


def owns_all(connection: Connection, tables: tuple[str, ...]) -> bool:
    """Whether the role may change the shape of these tables: it owns them, or administers the server."""
    query = """
        SELECT bool_and(pg_has_role(current_user, relowner, 'MEMBER'))
        FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname = ANY(:tables)
    """
    return connection.dialect.name == "sqlite" or bool(
        connection.execute(text(query), {"tables": [*tables]}).scalar()
    )
