"""Games, their logs, and what was published.

Never run these tables through alembic's batch mode: it makes them anew and drops the guards without a word.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "games",
        sa.Column("key", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("name_key", sa.Text, nullable=False, unique=True),
        sa.Column("at", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "events",
        sa.Column("game", sa.Integer, sa.ForeignKey("games.key"), primary_key=True, autoincrement=False),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("salt", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.CheckConstraint("seq >= 1", name="events_seq"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "publications",
        sa.Column("game", sa.Integer, sa.ForeignKey("games.key"), primary_key=True, autoincrement=False),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("recipient", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("media", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
