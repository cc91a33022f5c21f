"""Rounds that are held, and indexes for what is asked all the time. Nothing guards these rows."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table and the indexes; the guards of the others stay as they are."""
    op.create_table(
        "drafts",
        sa.Column("game", sa.Integer, sa.ForeignKey("games.key"), primary_key=True, autoincrement=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("missing", sa.Boolean, nullable=False),
        sa.Column("made", sa.Text, nullable=False),
        sa.Column("due", sa.Text),
        sa.Column("discarded", sa.Boolean, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_holders_person", "holders", ["person"])
    op.drop_index("ix_outbox_state", "outbox")
    op.create_index("ix_outbox_next", "outbox", ["state", "tries", "due", "key"])
