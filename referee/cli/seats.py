"""`seat`: who leaves the game, and who comes in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.app import erasing, writing
from referee.cli.options import Database, Game
from referee.cli.screen import listed, note_done, say_notice, say_warning
from referee.errors import UserError
from referee.service.endings import over

if TYPE_CHECKING:
    from referee.service.seats import SeatChange


def add_to(app: typer.Typer) -> None:
    """Put the command on the program."""
    app.command("seat")(seat)


def seat(
    context: typer.Context,
    game: Game,
    handle: Annotated[
        str, typer.Argument(metavar="HANDLE", help="Whose seat it is in the game.", show_default=False)
    ],
    left: Annotated[bool, typer.Option("--left", help="Its holder has left the game.")] = False,
    person: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="PERSON",
            help="Who holds it from now on: a registered handle, or a name.",
            show_default=False,
        ),
    ] = None,
    forget: Annotated[
        bool, typer.Option("--forget", help="Delete the names of all who have held it.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="With --left, also if the game ends with it.")] = False,
    db: Database = None,
) -> None:
    """Take the holder out of a seat, or put somebody in."""
    from referee.service.seats import forget_names, hand_over, leave_seat

    if [left, person is not None, forget].count(True) != 1:
        raise UserError("Say one of: --left, --to PERSON, --forget.")
    if yes and not left:
        raise UserError("--yes goes with --left alone. Leave it out.")
    if forget:
        with erasing(context, db) as work:
            count, registered = forget_names(work, game, handle)
        _show_what_was_forgotten(handle, count, registered)
        return
    with writing(context, db, posts=True) as work:
        if person is not None:
            done = hand_over(work, game, handle, person)
        else:
            done = leave_seat(work, game, handle, end_meant=yes)
    if done.person is not None:
        note_done(f"{done.person} holds {listed(done.seats)} of {done.game}")
        _show_who_came(done)
    else:
        note_done(f"{listed(done.seats)} left {done.game}")
        _show_who_left(done)


def _show_what_was_forgotten(handle: str, count: int, registered: Sequence[str]) -> None:
    note_done(f"the names of who held {handle} are deleted")
    say_notice(f"Deleted: {count} name{'' if count == 1 else 's'}. The log has none, and stays as it is.")
    for one in registered:
        say_notice(
            f"{one} is registered: whoever that is, is forgotten in all games: referee player forget {one}"
        )


def _show_who_left(done: SeatChange) -> None:
    who = listed(done.seats)
    has = "has" if len(done.seats) == 1 else "have"
    say_notice(f"{who} {has} left {done.game}.", bold=True)
    if done.ended is not None:
        say_notice(f"The game is over: {over(done.ended)}. Round {done.round} is not played any more.")
        say_notice(f"The final report: referee report {done.game}")
        return
    say_notice("What had been filed is void.")
    if done.is_final:
        say_notice(
            "The game goes on by the defaults: first tile, all shares kept, nothing bought. That is final."
        )
    else:
        say_notice(
            f"Until somebody comes, rounds are missed: referee seat {done.game} {done.seats[0]} --to NAME"
        )
    _show_what_is_missing(done)


def _show_who_came(done: SeatChange) -> None:
    who = listed(done.seats)
    if done.namesake is not None:
        say_warning(
            f"{done.namesake} is another player's handle in {done.game}. A seat is given to a person by name; if "
            f"somebody else is meant, name whom: referee seat {done.game} {done.seats[0]} --to NAME"
        )
    holds = "is held" if len(done.seats) == 1 else "are held"
    say_notice(f"{who} of {done.game} {holds} by {done.person} from now on.", bold=True)
    say_notice("What had been filed is void; who held it before is kept out of all that the newcomer sees.")
    for one in done.seats:
        say_notice(f"The first report: referee report {done.game} --for {one}")
    if done.written_to is not None:
        say_notice(f"It is sent to {done.written_to} as well.")
    _show_what_is_missing(done)


def _show_what_is_missing(done: SeatChange) -> None:
    if done.waits_for:
        say_notice(f"Round {done.round} waits for {listed(done.waits_for)}.")
    else:
        say_notice(f"All orders of round {done.round} are in: referee resolve {done.game}")
