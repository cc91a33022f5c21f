"""People and their addresses, the mail that came and that goes out, press. Nothing guards these rows."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; the guards of the others stay as they are."""
    op.add_column("holders", sa.Column("person", sa.Integer))
    _people()
    _mail()
    _press()


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("key", sa.Integer, primary_key=True),
        sa.Column("handle", sa.Text, nullable=False),
        sa.Column("handle_key", sa.Text, nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("key_digest", sa.Text, unique=True),
        sa.Column("since", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "addresses",
        sa.Column("key", sa.Integer, primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("address_key", sa.Text, nullable=False, unique=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.key"), nullable=False, index=True),
        sa.Column("since", sa.Text, nullable=False),
        sa.Column("bounces", sa.Integer, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "address_changes",
        sa.Column("key", sa.Integer, primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.key"), nullable=False, index=True),
        sa.Column("old", sa.Text, nullable=False),
        sa.Column("new", sa.Text, nullable=False),
        sa.Column("old_agreed", sa.Boolean, nullable=False),
        sa.Column("new_agreed", sa.Boolean, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )


def _mail() -> None:
    op.create_table(
        "inbox",
        sa.Column("key", sa.Integer, primary_key=True),
        sa.Column("received", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("sender", sa.Text),
        sa.Column("recipients", sa.Text, nullable=False),
        sa.Column("raw", sa.LargeBinary),
        sa.Column("outcome", sa.Text, index=True),
        sa.Column("reason", sa.Text, nullable=False, server_default=""),
        sa.Column("message_id", sa.Text, index=True),
        sa.Column("content", sa.Text),
        sa.Column("person", sa.Integer, index=True),
        sa.Column("proof", sa.Text),
        sa.Column("game", sa.Text),
        sa.Column("handle", sa.Text),
        sa.Column("round", sa.Integer),
        sa.Column("done", sa.Text),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "outbox",
        sa.Column("key", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False, unique=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("person", sa.Integer, index=True),
        sa.Column("game", sa.Text),
        sa.Column("sender", sa.Text, nullable=False),
        sa.Column("recipient", sa.Text, nullable=False, index=True),
        sa.Column("body", sa.LargeBinary),
        sa.Column("made", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False, index=True),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("starts", sa.Integer, nullable=False),
        sa.Column("due", sa.Text, nullable=False),
        sa.Column("done", sa.Text),
        sa.Column("said", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "post_state",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )


def _press() -> None:
    op.create_table(
        "press_waiting",
        sa.Column("key", sa.Integer, primary_key=True),
        sa.Column("game", sa.Integer, sa.ForeignKey("games.key"), nullable=False, index=True),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("tenure", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("approved", sa.Boolean),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "press_words",
        sa.Column("game", sa.Integer, sa.ForeignKey("games.key"), primary_key=True, autoincrement=False),
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("salt", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
