"""The tables. What may happen to their rows is in `guards`; how they came about, in `migrations`."""

from typing import ClassVar

from sqlalchemy import CheckConstraint, Index, LargeBinary, Text
from sqlmodel import Field, SQLModel

SCHEMA = "0004"
"""The last migration: the schema that the tables below have."""

EARLIER = ("0001", "0002", "0003")
"""The schemas that a database may still have: it is brought up to date when it is opened."""

_NEVER_AGAIN = {"sqlite_autoincrement": True}
"""The number of a row that was deleted is not given to another one: somebody may still name it."""

_CLUSTERED = {"sqlite_with_rowid": False}
"""Without SQLite's hidden row number: `INSERT OR REPLACE` naming one could push a row out past the guards."""


class GameRow(SQLModel, table=True):
    """A game: its name and the random id from which its chain starts. Never changed."""

    __tablename__ = "games"
    __table_args__: ClassVar = (_CLUSTERED,)

    key: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    id: str = Field(sa_type=Text, unique=True)
    name: str = Field(sa_type=Text)
    name_key: str = Field(sa_type=Text, unique=True)
    """The name with its case folded: two games may not differ in that alone."""
    at: str = Field(sa_type=Text)


class EventRow(SQLModel, table=True):
    """A record of a game's log. It has no other unique key: REPLACE could use one to push a row out."""

    __tablename__ = "events"
    __table_args__: ClassVar = (CheckConstraint("seq >= 1", name="events_seq"), _CLUSTERED)

    game: int = Field(primary_key=True, foreign_key="games.key", sa_column_kwargs={"autoincrement": False})
    seq: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    text: str = Field(sa_type=Text)
    salt: str = Field(sa_type=Text)
    hash: str = Field(sa_type=Text)


class PublicationRow(SQLModel, table=True):
    """What was published to one reader after record `seq`; `recipient` is empty for the public."""

    __tablename__ = "publications"
    __table_args__: ClassVar = (_CLUSTERED,)

    game: int = Field(primary_key=True, foreign_key="games.key", sa_column_kwargs={"autoincrement": False})
    seq: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    recipient: str = Field(primary_key=True, sa_type=Text)
    name: str = Field(primary_key=True, sa_type=Text)
    round: int
    media: str = Field(sa_type=Text)
    body: bytes = Field(sa_type=LargeBinary)
    head: str = Field(sa_type=Text)
    at: str = Field(sa_type=Text)


class HolderRow(SQLModel, table=True):
    """Who holds a seat, or has held it, by the name that the referee was given. May be deleted."""

    __tablename__ = "holders"
    __table_args__: ClassVar = (_CLUSTERED,)

    game: int = Field(primary_key=True, foreign_key="games.key", sa_column_kwargs={"autoincrement": False})
    seat: str = Field(primary_key=True, sa_type=Text)
    tenure: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    name: str = Field(sa_type=Text)
    since: str = Field(sa_type=Text)
    person: int | None = Field(default=None, index=True)
    """Who that is among the people, if he is registered."""


class PersonRow(SQLModel, table=True):
    """Somebody whom the referee knows, in however many games. May be deleted."""

    __tablename__ = "people"
    __table_args__: ClassVar = (_NEVER_AGAIN,)

    key: int | None = Field(default=None, primary_key=True)
    handle: str = Field(sa_type=Text)
    handle_key: str = Field(sa_type=Text, unique=True)
    """The handle with its case folded."""
    name: str = Field(sa_type=Text)
    key_digest: str | None = Field(default=None, sa_type=Text, unique=True)
    """The SHA-256 of the key with which orders can be signed: the key itself is not kept."""
    since: str = Field(sa_type=Text)


class AddressRow(SQLModel, table=True):
    """An address of a person. The first one entered is written to. May be deleted."""

    __tablename__ = "addresses"
    __table_args__: ClassVar = (_NEVER_AGAIN,)

    key: int | None = Field(default=None, primary_key=True)
    address: str = Field(sa_type=Text)
    address_key: str = Field(sa_type=Text, unique=True)
    """The address with its case folded: two people may not have the same."""
    person: int = Field(foreign_key="people.key", index=True)
    since: str = Field(sa_type=Text)
    bounces: int = Field(default=0)
    """How often a server said that there is no such mailbox (5.1.x), since the last mail that arrived."""


class AddressChangeRow(SQLModel, table=True):
    """A wish for another address, until both have said yes. May be deleted."""

    __tablename__ = "address_changes"
    __table_args__: ClassVar = (_NEVER_AGAIN,)

    key: int | None = Field(default=None, primary_key=True)
    person: int = Field(foreign_key="people.key", index=True)
    old: str = Field(sa_type=Text)
    new: str = Field(sa_type=Text)
    old_agreed: bool = Field(default=False)
    new_agreed: bool = Field(default=False)
    at: str = Field(sa_type=Text)


class InboxRow(SQLModel, table=True):
    """A mail as it arrived, and what came of it. Order of receipt is that of `key`. May be deleted."""

    __tablename__ = "inbox"
    __table_args__: ClassVar = (_NEVER_AGAIN,)

    key: int | None = Field(default=None, primary_key=True)
    received: str = Field(sa_type=Text)
    source: str = Field(sa_type=Text)
    """Which way it came: `pipe`, `lmtp`, `imap`, `maildir`."""
    sender: str | None = Field(default=None, sa_type=Text)
    recipients: str = Field(sa_type=Text)
    """A JSON list of addresses."""
    raw: bytes | None = Field(default=None, sa_type=LargeBinary)
    """None where it was purged."""
    outcome: str | None = Field(default=None, sa_type=Text, index=True)
    """None as long as it has not been taken."""
    reason: str = Field(default="", sa_type=Text)
    message_id: str | None = Field(default=None, sa_type=Text, index=True)
    content: str | None = Field(default=None, sa_type=Text)
    person: int | None = Field(default=None, index=True)
    proof: str | None = Field(default=None, sa_type=Text)
    game: str | None = Field(default=None, sa_type=Text)
    handle: str | None = Field(default=None, sa_type=Text)
    round: int | None = Field(default=None)
    done: str | None = Field(default=None, sa_type=Text)


class OutboxRow(SQLModel, table=True):
    """A finished mail to one recipient, and how far it is on its way. May be deleted."""

    __tablename__ = "outbox"
    __table_args__: ClassVar = (Index("ix_outbox_next", "state", "tries", "due", "key"), _NEVER_AGAIN)

    key: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=Text, unique=True)
    """What the mail is, as a digest: its Message-ID is `<name@domain>`."""
    kind: str = Field(sa_type=Text)
    person: int | None = Field(default=None, index=True)
    game: str | None = Field(default=None, sa_type=Text)
    sender: str = Field(sa_type=Text)
    """The address of MAIL FROM; "" is the null sender."""
    recipient: str = Field(sa_type=Text, index=True)
    body: bytes | None = Field(default=None, sa_type=LargeBinary)
    """The bytes of DATA; None where they were purged."""
    made: str = Field(sa_type=Text)
    state: str = Field(default="waiting", sa_type=Text)
    """`waiting`, `started` (the bytes may have gone out), `sent`, `failed` (given up), `dropped`."""
    tries: int = Field(default=0)
    """How often it was refused for the time being."""
    starts: int = Field(default=0)
    """How often its bytes may have gone out without a word from the server that it took them."""
    due: str = Field(sa_type=Text)
    """When it is to be tried next."""
    done: str | None = Field(default=None, sa_type=Text)
    said: str = Field(default="", sa_type=Text)
    """What the server, or the line, last said."""


class PostStateRow(SQLModel, table=True):
    """What is remembered of the post as a whole, by name: why and until when the queue stands still, for instance."""

    __tablename__ = "post_state"
    __table_args__: ClassVar = (_CLUSTERED,)

    name: str = Field(primary_key=True, sa_type=Text)
    value: str = Field(sa_type=Text)


class PressWaitingRow(SQLModel, table=True):
    """The press of a seat for the next report, as it will be read then. Gone when it is published."""

    __tablename__ = "press_waiting"
    __table_args__: ClassVar = (_NEVER_AGAIN,)

    key: int | None = Field(default=None, primary_key=True)
    game: int = Field(foreign_key="games.key", index=True)
    seat: str = Field(sa_type=Text)
    tenure: int
    round: int
    """From which round on it may be published."""
    text: str = Field(sa_type=Text)
    """Canonical: the press statements alone, in the blocks in which they stand."""
    approved: bool | None = Field(default=None)
    """Where the referee reads press first: None as long as he has not."""


class PressWordsRow(SQLModel, table=True):
    """The words of press that was published, behind the digest in the log. May be deleted."""

    __tablename__ = "press_words"
    __table_args__: ClassVar = (_CLUSTERED,)

    game: int = Field(primary_key=True, foreign_key="games.key", sa_column_kwargs={"autoincrement": False})
    digest: str = Field(primary_key=True, sa_type=Text)
    salt: str = Field(sa_type=Text)
    words: str = Field(sa_type=Text)


class DraftRow(SQLModel, table=True):
    """A round that was decided and is held: nobody but the referee sees it until it is released. May be deleted."""

    __tablename__ = "drafts"
    __table_args__: ClassVar = (_CLUSTERED,)

    game: int = Field(primary_key=True, foreign_key="games.key", sa_column_kwargs={"autoincrement": False})
    round: int
    seq: int
    head: str = Field(sa_type=Text)
    """How far the log went when it was decided."""
    digest: str = Field(sa_type=Text)
    """Of all that was decided: it is decided again from the log when it is released."""
    missing: bool
    """Whether those whose orders were missing were to miss the round."""
    made: str = Field(sa_type=Text)
    due: str | None = Field(default=None, sa_type=Text)
    """When it is released by itself; None where somebody must say so."""
    discarded: bool = Field(default=False)
    """Whether the referee threw it away: the row stays until something changes the round, and says that it is his."""
