"""Making the schema: alembic's migrations, configured here, and then the guards.

Imported only when a database is made: alembic alone costs 0.4 s.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from referee.db import guards, migrations


def config_for(connection: Connection) -> Config:
    """What alembic needs to know: where the migrations lie, and on which connection to run them."""
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    config.attributes["connection"] = connection
    return config


def migrate(connection: Connection, schema: str = "head") -> None:
    """Bring the database to a schema (the present one) and put up the guards, within the caller's transaction."""
    command.upgrade(config_for(connection), schema)
    guards.install(connection)
