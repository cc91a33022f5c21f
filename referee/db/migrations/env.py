"""How alembic runs the migrations: on the connection, and in the transaction, of whoever called it."""

from alembic import context
from sqlmodel import SQLModel

import referee.db.tables  # noqa: F401  # fills the metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    # SQLite can roll a schema back; alembic only assumes not, because of how Python's driver used to begin.
    transactional_ddl=True,
)
context.run_migrations()
