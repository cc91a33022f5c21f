"""`submit` and `check`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.answers import answer_json, show_answer
from referee.cli.app import REFUSED, WITH_PROBLEMS, reading, writing
from referee.cli.options import AsJson, Database, Game
from referee.cli.screen import note_done, say_error, say_json
from referee.errors import UserError

if TYPE_CHECKING:
    from referee.round.answer import Answer

OrderFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="The order file; - is the standard input.", show_default=False)
]


def add_to(app: typer.Typer) -> None:
    """Put the commands on the program."""
    app.command("submit")(submit)
    app.command("check")(check)


def submit(
    context: typer.Context,
    game: Game,
    file: OrderFile,
    player: Annotated[str, typer.Option(metavar="HANDLE", help="Whose orders they are.", show_default=False)],
    as_json: AsJson = False,
    db: Database = None,
) -> None:
    """File orders for a player, and show what was understood of them."""
    from referee.service.file_orders import file_orders
    from referee.service.order_text import name_of, read_order_file

    text = read_order_file(file)
    with writing(context, db) as work:
        answer = file_orders(work, game, player, text, name_of(Path(file.name)))
    if answer.verdict != "NOT FILED":
        note_done(f"the orders of {answer.seat} for round {answer.round} of {answer.game} are filed")
    _answer(answer, as_json=as_json)


def check(
    context: typer.Context,
    file: OrderFile,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="Read them for this game.", show_default=False)
    ] = None,
    player: Annotated[
        str | None, typer.Option(metavar="HANDLE", help="Whose orders they are.", show_default=False)
    ] = None,
    edition: Annotated[
        str | None,
        typer.Option(
            metavar="EDITION|FILE",
            help="Without a game: which edition, or a club's own from its file; else classic.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
    db: Database = None,
) -> None:
    """Read orders without filing them, for a game or for none."""
    from referee.service.order_text import read_order_file

    text = read_order_file(file)
    if game is None:
        from referee.service.check_text import check_text

        answer = check_text(text, "classic" if edition is None else edition, player)
    else:
        from referee.service.file_orders import check_orders

        if edition is not None:
            raise UserError(f"{game} has its own edition. Leave out --edition, or --game.")
        with reading(context, db) as work:
            answer = check_orders(work, game, player, text)
    _answer(answer, as_json=as_json)


def _answer(answer: Answer, *, as_json: bool) -> None:
    """Print the answer; exit status 1 with problems, 2 where nothing was understood."""
    if as_json:
        say_json(answer_json(answer))
    else:
        show_answer(answer)
    if answer.verdict == "NOT FILED":
        say_error(_why_not_filed(answer))
        understood = answer.problems and answer.remarks
        raise typer.Exit(WITH_PROBLEMS if understood else REFUSED)
    if answer.problems:
        raise typer.Exit(WITH_PROBLEMS)


def _why_not_filed(answer: Answer) -> str:
    if answer.problems and answer.remarks:
        return "nothing of this was filed. Correct the file and send it whole."
    if answer.problems:
        return "no orders were understood, and nothing was filed. Correct the file and try again."
    if answer.canonical.strip() or (answer.text.strip() and not answer.unread):
        return (
            "there are no orders in the file: nothing in it decides anything. "
            "Nothing was filed; write, for instance, `tile any`."
        )
    return (
        "there are no orders in the file: not one line begins with a word of the order language. "
        "Nothing was filed; write, for instance, `tile any`."
    )
