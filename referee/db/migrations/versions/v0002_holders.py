"""Who holds which seat. Nothing guards these rows: a name can be deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; the guards of the others stay as they are."""
    op.create_table(
        "holders",
        sa.Column("game", sa.Integer, sa.ForeignKey("games.key"), primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Text, primary_key=True),
        sa.Column("tenure", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("since", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
