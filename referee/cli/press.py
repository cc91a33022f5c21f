"""`press`: what players wrote for the next report, and whether the referee lets it be published."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.app import reading, writing
from referee.cli.options import AsJson, Database, Game
from referee.cli.screen import listed, note_done, say, say_json, say_notice
from referee.errors import UserError

if TYPE_CHECKING:
    from referee.service.press import GamePress, PressItem


def add_to(app: typer.Typer) -> None:
    """Put the command on the program."""
    app.command("press")(press)


def press(
    context: typer.Context,
    game: Game,
    accept: Annotated[
        list[int] | None,
        typer.Option(
            "--accept",
            metavar="NUMBER",
            help="You have read it, and it is published. May be repeated.",
            show_default=False,
        ),
    ] = None,
    refuse: Annotated[
        tuple[int, str] | None,
        typer.Option(
            "--refuse",
            metavar="NUMBER WHY",
            help="It is not published, and its author is told why.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
    db: Database = None,
) -> None:
    """Show the press that waits for a report; where you read press first, accept or refuse it."""
    from referee.service.press import accept_press, refuse_press, show_press

    if accept and refuse:
        raise UserError("--accept and --refuse are two things. Say one after the other.")
    if as_json and (accept or refuse):
        raise UserError("--json shows what waits. Leave it out, or --accept and --refuse.")
    if accept:
        with writing(context, db) as work:
            accepted = accept_press(work, game, accept)
        numbers = listed(str(one.key) for one in accepted)
        note_done(f"press {numbers} is accepted")
        say(f"Accepted: {numbers}. It is published with the report of the open round.")
    elif refuse is not None:
        with writing(context, db, posts=True) as work:
            refused = refuse_press(work, game, *refuse)
        note_done(f"press {refused.item.key} is refused")
        told = (
            "its author is told by mail" if refused.told else "no mail tells its author, who has no address"
        )
        say_notice(f"Refused: {refused.item.key}. It is deleted; {told}.")
    else:
        with reading(context, db) as work:
            found = show_press(work, game)
        if as_json:
            say_json(asdict(found))
        else:
            _show(found)


def say_unread(game: str, count: int) -> None:
    """Say that press waits for the referee to read it, if any does."""
    if count:
        say_notice(f"Press of {game} waits to be read by you ({count}): referee press {game}")


def _show(found: GamePress) -> None:
    if not found.items:
        say(f"No press waits in {found.game}.")
    for one in found.items:
        say(f"{one.key}  {_about(one, moderated=found.moderated)}", bold=True)
        for line in one.words.splitlines():
            say(f"|    {line}".rstrip())
    unread = [one for one in found.items if not one.accepted]
    if found.moderated and unread:
        say_notice(
            f"To publish one: referee press {found.game} --accept {unread[0].key}; or --refuse {unread[0].key} "
            '"why", which tells its author.'
        )


def _about(one: PressItem, *, moderated: bool) -> str:
    """`alice to bob alone, for round 5, if its condition holds: not read yet`."""
    to = f"{one.to} alone" if one.to else "all"
    condition = ", if its condition holds" if one.has_condition else ""
    state = (": accepted" if one.accepted else ": not read yet") if moderated else ""
    return f"{one.by or 'anonymous'} to {to}, for round {one.round}{condition}{state}"
