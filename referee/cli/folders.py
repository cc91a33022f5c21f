"""`demo` and `play`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.answers import show_problems
from referee.cli.app import database_said
from referee.cli.games import warn_of_ignored, warn_of_seed
from referee.cli.options import Database
from referee.cli.screen import listed, note_done, say, say_notice
from referee.service.endings import over

if TYPE_CHECKING:
    from referee.service.play_folder import FileAnswer, PlayedGame, PlayOptions
    from referee.service.resolve_round import Resolved


def add_to(app: typer.Typer) -> None:
    """Put the commands on the program."""
    app.command("demo")(demo)
    app.command("play")(play)


def demo(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="[FOLDER]", help="Where to put the sample game.")] = Path(
        "demo"
    ),
    db: Database = None,
) -> None:
    """Play the sample game and say where its reports lie."""
    from referee.service.play_folder import PlayOptions
    from referee.service.sample import copy_sample

    changed = copy_sample(folder)
    played = _play(folder, PlayOptions(db=database_said(context, db), again=True), is_sample=True)
    if changed:
        say_notice(
            f"Played as they are, since they are not the sample's any more: {listed(map(str, changed))}."
        )
    first = played.rounds[0].resolved.round if played.rounds else 0
    say(f"\nOrders:  {folder}/round-{first:02d}/*.txt")
    say(f"Change a line of one and play again: referee play {folder} --again")


def play(
    context: typer.Context,
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="game.toml and round-NN/HANDLE.txt.", show_default=False)
    ],
    log: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write every event as JSON Lines.", show_default=False),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Make database and reports anew.")] = False,
    db: Database = None,
) -> None:
    """Play a whole game from a folder, as far as it has orders."""
    from referee.service.play_folder import PlayOptions

    _play(folder, PlayOptions(db=database_said(context, db), again=again, log=log))


def _play(folder: Path, options: PlayOptions, *, is_sample: bool = False) -> PlayedGame:
    from referee.clock import SystemClock, SystemEntropy
    from referee.service.game_folder import read_game_folder
    from referee.service.play_folder import play_folder

    found = read_game_folder(folder)
    played = play_folder(found, options, SystemClock(), SystemEntropy())
    note_done(f"{played.game} was played, and stands in {played.database}")
    warn_of_ignored(played.ignored)
    if not is_sample:
        warn_of_seed(found.game.plan.seed, is_bag_given=found.game.plan.bag is not None)
    for one in played.rounds:
        for answer in one.answers:
            _show_file(answer)
        _show_round(one.resolved)
    _show_end(played)
    return played


def _show_file(file: FileAnswer) -> None:
    """A file that went through is not mentioned."""
    if file.refusal is not None:
        say_notice(f"{file.path}: NOT FILED. {file.refusal}", colour="red")
    elif file.answer is not None and not file.answer.is_plain:
        say(f"{file.path}: {file.answer.verdict}", colour="yellow")
        for remark in file.answer.remarks:
            say_notice(f"  {remark}")
        for one in file.answer.seats:
            for remark in one.remarks:
                say_notice(f"  {one.seat}: {remark}")
        show_problems(file.answer)
        say()


def _show_round(resolved: Resolved) -> None:
    missed = f", missed by {listed(resolved.missed)}" if resolved.missed else ""
    left = f"; {listed(resolved.left)} left the game" if resolved.left else ""
    say_notice(f"{resolved.game}: round {resolved.round} played{missed}{left}")


def _show_end(played: PlayedGame) -> None:
    last = played.rounds[-1].resolved if played.rounds else None
    if played.open_round is not None:
        say_notice(
            f"The game stays open: round {played.open_round} is played by {', '.join(played.plays)}.",
            bold=True,
        )
    elif last is not None:
        say_notice(f"The game is over after round {last.round}: {over(last.ended)}.", bold=True)
    if played.unplayed:
        say_notice(f"Not played, since the game was over: {listed(played.unplayed)}.")
    final = f"round-{last.round if last else 0:02d}"
    say(f"Database: {played.database}")
    say_notice(
        f"Reports: {played.reports / 'round-00'} to {final}; the last one: {played.reports / final / 'public.txt'}"
    )
