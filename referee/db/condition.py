"""In what condition the database is, beside what it holds: what its server or its file say of themselves."""

from dataclasses import dataclass

from sqlalchemy import text
from sqlmodel import col, select

from referee.db.tables import GameRow, InboxRow, OutboxRow
from referee.db.unit import Unit

_LOOKED_AT = 20
"""Games whose last record is looked at: the youngest ones."""


@dataclass(frozen=True, slots=True)
class ServerCondition:
    """What a PostgreSQL server says of itself: `version` as a number (150020 is 15.20), settings in its own words."""

    version: int
    encoding: str
    fsync: str
    synchronous_commit: str
    full_page_writes: str


def server_condition(unit: Unit) -> ServerCondition | None:
    """In what condition the server is; None where there is none, the database being a file."""
    connection = unit.session.connection()
    if connection.dialect.name == "sqlite":
        return None
    query = text(
        "SELECT current_setting('server_version_num')::int, current_setting('server_encoding'),"
        " current_setting('fsync'), current_setting('synchronous_commit'),"
        " current_setting('full_page_writes')"
    )
    return ServerCondition(*connection.execute(query).one())


def journal_mode(unit: Unit) -> str:
    """How SQLite keeps what is not committed, in its own word: `wal` as the referee makes its files."""
    return str(unit.session.connection().execute(text("PRAGMA journal_mode")).scalar_one())


def latest_moment(unit: Unit) -> str | None:
    """The latest moment at which something was written, as far as can be seen at once; None if nothing was."""
    newest = select(GameRow.name, GameRow.at).order_by(col(GameRow.key).desc()).limit(_LOOKED_AT)
    moments: list[object] = []
    for name, at in unit.session.exec(newest).all():
        moments += [at, *(record.at for record in unit.records(name, unit.head(name).seq - 1))]
    for made, table in ((OutboxRow.made, OutboxRow), (InboxRow.received, InboxRow)):
        moments += unit.session.exec(select(made).order_by(col(table.key).desc()).limit(1)).all()
    return max((one for one in moments if isinstance(one, str)), default=None)
