"""`new` and `status`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from referee.cli.app import reading, writing
from referee.cli.options import AsJson, Database
from referee.cli.press import say_unread
from referee.cli.screen import listed, note_done, say, say_json, say_notice, say_table, say_warning
from referee.errors import UserError
from referee.service.endings import over

if TYPE_CHECKING:
    from referee.service.game_file import GameFile
    from referee.service.seating import Seated
    from referee.service.show_status import GameStatus, SeatStatus


def add_to(app: typer.Typer) -> None:
    """Put the commands on the program."""
    app.command("new")(new)
    app.command("status")(status)


def new(
    context: typer.Context,
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The game's name.", show_default=False)
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,…", help="Handles, in the order in which they draw set-up tiles.", show_default=False
        ),
    ] = None,
    edition: Annotated[
        str | None,
        typer.Option(
            metavar="EDITION|FILE",
            help="Which edition, or a club's own from its file; else classic.",
            show_default=False,
        ),
    ] = None,
    switches: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="SWITCH=VALUE", help="Set a switch; may be repeated.", show_default=False
        ),
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="Take all this from a game.toml.", show_default=False),
    ] = None,
    db: Database = None,
) -> None:
    """Open a game and publish its first reports (round 0)."""
    from referee.clock import SystemEntropy
    from referee.service.open_game import open_game, plan_game
    from referee.service.seating import seated_in

    asked = (
        _from_file(game, source, players, edition, switches)
        if source
        else _from_words(game, players, edition, switches)
    )
    planned = plan_game(asked.name, asked.plan, SystemEntropy())
    with writing(context, db, create=True, posts=True) as work:
        log = open_game(work, asked.name, planned)
        seated = seated_in(work, log)
    note_done(f"{log.name} is open")
    warn_of_ignored(log.ignored)
    warn_of_seed(asked.plan.seed, is_bag_given=asked.plan.bag is not None)
    say_notice(f"{log.name} is open: {listed(log.seats)}.", bold=True)
    say_notice(f"Round 1 is played by {', '.join(log.desk.plays)}.")
    show_seated(seated)
    say(f"The first reports: referee report {log.name} --for {next(iter(log.persons))}")


def warn_of_ignored(ignored: tuple[str, ...]) -> None:
    """Say which of the switches asked for do not fit the game."""
    if ignored:
        say_warning(f"ignored, because it does not fit this game: {', '.join(ignored)}.")


def warn_of_seed(seed: str | None, *, is_bag_given: bool) -> None:
    """Say so where a game's tiles could be worked out from what is published."""
    from referee.service.game_file import ENOUGH, is_seed_weak

    if is_seed_weak(seed, is_bag_given=is_bag_given):
        say_warning(
            f"players could guess the seed, which is shorter than {ENOUGH} characters, and work out all tiles "
            "from the seal that is published. Leave `seed` out, or give a longer one."
        )


def show_seated(seated: Seated) -> None:
    """Say which players of a new game are registered people."""
    for handle, person in seated.people.items():
        name = "" if person.name == handle else f" ({person.name})"
        say_notice(
            f"{handle} is registered{name}: {person.addresses[0] if person.addresses else 'no address'}."
        )


def _from_file(
    game: str | None, source: Path, players: str | None, edition: str | None, switches: list[str] | None
) -> GameFile:
    from referee.service.game_file import GameFile, read_game_file

    if players or edition is not None or switches:
        raise UserError(
            "--from takes players, edition and switches from the file. Leave out --players, --edition and --set."
        )
    found = read_game_file(source)
    return GameFile(game, found.plan) if game else found


def _from_words(
    game: str | None, players: str | None, edition: str | None, switches: list[str] | None
) -> GameFile:
    from referee.service.game_file import game_from_words

    if game is None or players is None:
        raise UserError(
            "Say referee new GAME --players alice,bob,carol,dave or referee new --from game.toml."
        )
    handles = tuple(handle.strip() for handle in players.split(","))
    return game_from_words(game, handles, "classic" if edition is None else edition, switches or [])


def status(
    context: typer.Context,
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="One game; else all.", show_default=False)
    ] = None,
    as_json: AsJson = False,
    db: Database = None,
) -> None:
    """Show the games, the open round, and whose orders are in."""
    from referee.service.show_status import all_games, game_status

    with reading(context, db) as work:
        found = all_games(work) if game is None else (game_status(work, game),)
    if as_json:
        say_json([asdict(one) for one in found] if game is None else asdict(found[0]))
    elif game is not None:
        _show_game(found[0])
    elif not found:
        say("There are no games yet. Open one: referee new GAME --players alice,bob,carol,dave")
    else:
        say_table(("game", "round", "orders in", "waits for"), [(one.game, *_summary(one)) for one in found])
        for one in found:
            _say_held(one)
            say_unread(one.game, one.unread_press)


def _summary(game: GameStatus) -> tuple[str, str, str]:
    if game.trouble is not None:
        return "?", "", game.trouble
    if game.round is None:
        return f"over after {game.last_round}", "", ""
    to_play = [seat for seat in game.seats if seat.plays and seat.left is None]
    orders_in = sum(seat.orders for seat in to_play)
    return (
        str(game.round),
        f"{orders_in} of {len(to_play)}",
        "you" if game.held else ", ".join(_waits_for(game)),
    )


def _show_game(game: GameStatus) -> None:
    if game.round is None:
        say_notice(f"{game.game} is over after round {game.last_round}: {over(game.ended)}.", bold=True)
        say(f"The final report: referee report {game.game}")
        _show_corrections(game)
        return
    say_notice(f"{game.game}, round {game.round}: {', '.join(game.plays)}", bold=True)
    held = ("held by",) if any(_holder(seat) for seat in game.seats) else ()
    say_table(
        ("player", "plays", "orders", "missed", *held),
        [
            (
                seat.seat,
                str(seat.plays),
                _orders_in(seat),
                str(seat.missed),
                *([_holder(seat)] if held else []),
            )
            for seat in game.seats
        ],
    )
    if game.held is not None:
        _say_held(game)
    elif game.waits_for:
        say_notice(f"Waits for {listed(_waits_for(game))}.")
    else:
        say(f"All orders are in: referee resolve {game.game}")
    say_unread(game.game, game.unread_press)
    if game.is_discarded:
        say_notice(
            f"The draft of round {game.round} was thrown away: work leaves it to you, until orders or something else "
            "change it."
        )
    if game.not_sent_again:
        say_notice(
            f"Round {game.round} {game.why_again}: work leaves it to you, until {listed(game.not_sent_again)} "
            f"{'has' if len(game.not_sent_again) == 1 else 'have'} filed orders for it anew."
        )
    if game.bag_is_open:
        say_notice(
            "Everybody knows all tiles and dice to come: the bag was opened when the game was over once."
        )
    _show_corrections(game)


def _say_held(game: GameStatus) -> None:
    if game.held is not None:
        until = "you release it" if game.held.until is None else game.held.until
        overdue = " (overdue: nothing releases it)" if game.held.overdue else ""
        say_notice(
            f"Round {game.round} of {game.game} is held since {game.held.since}, until {until}{overdue}: "
            f"referee report {game.game} --draft; then referee release {game.game}, or discard."
        )


def _show_corrections(game: GameStatus) -> None:
    for one in game.corrections:
        what = (
            f"Round {one.round} was opened again" if one.what == "reopened" else f"Ruled in round {one.round}"
        )
        say_notice(f"{what} on {one.at[:10]}{'' if one.counts else ' (counts no more)'}: {one.words}")


def _waits_for(game: GameStatus) -> list[str]:
    """Whose orders are missing, person by person: `alice (alice_1, alice_2)` where one plays several seats."""
    person_of = {seat.seat: seat.person for seat in game.seats}
    missing: dict[str, list[str]] = {}
    for seat in game.waits_for:
        missing.setdefault(person_of[seat] or seat, []).append(seat)
    return [who if seats == [who] else f"{who} ({', '.join(seats)})" for who, seats in missing.items()]


def _holder(seat: SeatStatus) -> str:
    """`Dora Dove, since 2026-12-05`; nothing where no name is known, or its holder has left."""
    if seat.holder is None or seat.left is not None:
        return ""
    return f"{seat.holder}, since {(seat.since or '')[:10]}"


_FROM: Final = {"before": "from before", "referee": "by the referee"}
"""Whose orders are in for a round that was opened again, where its player has not sent them since."""


def _orders_in(seat: SeatStatus) -> str:
    if seat.left is not None:
        return "left: vacant" if seat.left == "vacant" else "left: by the defaults"
    absent = "missing" if seat.plays else "no play in it" if seat.ahead else "no play"
    words = [
        "in" if seat.orders else absent,
        *(["standing"] if seat.standing else []),
        *(["ready"] if seat.ready else []),
        *([_FROM[seat.orders_from]] if seat.orders_from in _FROM else []),
        *(["resigns"] if seat.resigns else []),
        *([f"resigns with round {seat.resigns_with}"] if seat.resigns_with and not seat.resigns else []),
        *([f"{seat.problems} problem{'s' if seat.problems > 1 else ''}"] if seat.problems else []),
    ]
    if not seat.ahead:
        return ", ".join(words)
    rounds = f"for round{'s' if len(seat.ahead) > 1 else ''} {listed(map(str, seat.ahead))}"
    also = (
        "also " if seat.orders and seat.plays else ""
    )  # without a play those that are in are those for later
    return f"{', '.join(words)}; {also}filed {rounds}"
