"""`try`: a sandbox on one's own view of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.answers import play_json
from referee.cli.app import reading
from referee.cli.options import AsJson, Database, Game
from referee.cli.screen import say, say_json

if TYPE_CHECKING:
    from referee.service.try_orders import Trial


def add_to(app: typer.Typer) -> None:
    """Put the command on the program."""
    app.command("try")(try_orders)


def try_orders(
    context: typer.Context,
    game: Game,
    player: Annotated[str, typer.Option(metavar="HANDLE", help="Whose orders they are.", show_default=False)],
    supposed: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SUPPOSITION]…",
            help="What happens before: 'Alice founds Tower', 'Bob plays 5C', 'I play 6D'.",
            show_default=False,
        ),
    ] = None,
    orders: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="These orders, instead of those in force.", show_default=False),
    ] = None,
    as_json: AsJson = False,
    db: Database = None,
) -> None:
    """Show what orders would do if something happened before; nothing is filed."""
    from referee.report.answer import trial_text
    from referee.service import try_orders as service
    from referee.service.order_text import read_order_file

    text = None if orders is None else read_order_file(orders)
    with reading(context, db) as work:
        trials = service.try_orders(work, game, player, text, tuple(supposed or ()))
    if as_json:
        told = [_trial_json(trial) for trial in trials]
        say_json(told[0] if len(told) == 1 else told)
        return
    for number, trial in enumerate(trials):
        if number:
            say()
        say(
            trial_text(
                game=trial.game,
                round_number=trial.round,
                seat=trial.seat,
                supposed=trial.supposed,
                preview=trial.preview,
                ahead=trial.ahead,
                misses=trial.misses,
            ).rstrip("\n")
        )


def _trial_json(trial: Trial) -> dict[str, Any]:
    return {
        "game": trial.game,
        "round": trial.round,
        "player": trial.seat,
        "supposed": list(trial.supposed),
        "preview": [play_json(play) for play in trial.preview],
        "misses": trial.misses,
    }
