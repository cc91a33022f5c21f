"""The tables. What may happen to their rows is in `guards`; how they came about, in `migrations`."""

from typing import ClassVar

from sqlalchemy import CheckConstraint, LargeBinary, Text
from sqlmodel import Field, SQLModel

SCHEMA = "0002"
"""The last migration: the schema that the tables below have."""

EARLIER = ("0001",)
"""The schemas that a database may still have: it is brought up to date when it is opened."""

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
