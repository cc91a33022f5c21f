"""What all commands share: refusing, and which database they work on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import typer
from typer.core import TyperGroup

from referee.cli.screen import say_error, say_remark
from referee.errors import UserError
from referee.service.unfinished import UnfinishedError

if TYPE_CHECKING:
    from referee.config import Settings
    from referee.service.game_log import Work

DONE: Final = 0
WITH_PROBLEMS: Final = 1
REFUSED: Final = 2
FAULT: Final = 70
"""A fault of the program, or something that failed after the game was changed (EX_SOFTWARE)."""
UNSAID: Final = 74
"""All was done, but the answer could not be printed (EX_IOERR)."""


class Refusing(TyperGroup):
    """Turns what a service refuses into a message and exit status 2."""

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 (the class of contexts is typer's own affair)
        """Run the command that was typed."""
        try:
            return super().invoke(ctx)
        except UserError as refusal:
            say_error(str(refusal))
            raise typer.Exit(REFUSED) from refusal
        except UnfinishedError as truth:
            say_error(str(truth))
            raise typer.Exit(FAULT) from truth


@dataclass(frozen=True, slots=True)
class Remembered:
    """What was said before the command."""

    db: str | None


def database_said(context: typer.Context, db: str | None) -> str | None:
    """The value of `--db`, after the command or before it."""
    before = context.obj.db if isinstance(context.obj, Remembered) else None
    return db or before


def database(context: typer.Context, db: str | None) -> str:
    """The database to work on."""
    from referee.config import read_settings

    return read_settings(database_said(context, db)).db


@contextmanager
def reading(context: typer.Context, db: str | None) -> Iterator[Work]:
    """Work that only reads."""
    from referee.clock import SystemClock
    from referee.service import transactions

    with transactions.reading(database(context, db), SystemClock()) as work:
        yield work


def settings_with_mail(context: typer.Context, db: str | None) -> Settings:
    """The settings, those of the mail included; UserError if anything is wrong with them."""
    from referee.config import read_settings

    return read_settings(database_said(context, db), with_mail=True)


@contextmanager
def writing(
    context: typer.Context, db: str | None, *, create: bool = False, posts: bool = False
) -> Iterator[Work]:
    """Work that is committed in the end, all or nothing; with `posts` it writes letters, where mail is set up."""
    from referee.clock import SystemClock
    from referee.config import read_settings
    from referee.service import transactions

    settings = read_settings(database_said(context, db), with_mail=posts)
    with transactions.writing(settings.db, SystemClock(), create=create, office=settings.office) as work:
        yield work
    for _, number in work.drafts_gone:
        say_remark(f"The draft of round {number} was thrown away.")


@contextmanager
def erasing(context: typer.Context, db: str | None) -> Iterator[Work]:
    """Work that deletes what nobody shall be able to read any more, in the database's file neither."""
    from referee.clock import SystemClock
    from referee.service import transactions

    with transactions.erasing(database(context, db), SystemClock()) as work:
        yield work
