"""`reopen` and `rule`: what the referee corrects, in the open. Both show first what would change."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from referee.cli.app import reading, settings_with_mail, writing
from referee.cli.options import AsJson, Database, Game
from referee.cli.rounds import say_held
from referee.cli.screen import listed, note_done, say, say_json, say_notice, say_table
from referee.cli.streams import is_terminal
from referee.errors import UserError, unchanged
from referee.service.endings import over

if TYPE_CHECKING:
    from referee.report.reopening import Foreseen
    from referee.service.make_ruling import Ruled
    from referee.service.reopen_round import Reopened

FOR_ALL: Final = "It stands in the log and in every report from then on: nothing private, no secrets."

BAG: Final = "--even-though-the-bag-is-open"

Yes = Annotated[bool, typer.Option("--yes", help="Do it; else you are shown first and asked.")]


def add_to(app: typer.Typer) -> None:
    """Put the commands on the program."""
    app.command("reopen")(reopen)
    app.command("rule")(rule)


def reopen(
    context: typer.Context,
    game: Game,
    number: Annotated[
        int, typer.Option("--round", min=1, metavar="N", help="Which round.", show_default=False)
    ],
    why: Annotated[
        str,
        typer.Option("--why", metavar="TEXT", help=f"Why, for all to read. {FOR_ALL}", show_default=False),
    ],
    orders: Annotated[
        list[str] | None,
        typer.Option(
            "--orders",
            metavar="HANDLE=FILE",
            help="Other orders of a player for that round; may be repeated.",
            show_default=False,
        ),
    ] = None,
    at_once: Annotated[
        bool, typer.Option("--resolve", help="Play the round again at once, or hold it.")
    ] = False,
    missing: Annotated[
        bool, typer.Option("--missing", help="With --resolve: who has no orders in misses the round.")
    ] = False,
    bag: Annotated[
        bool,
        typer.Option(BAG, help="Also in a game that is over, whose tiles everybody knows."),
    ] = False,
    yes: Yes = False,
    as_json: AsJson = False,
    db: Database = None,
) -> None:
    """Go back to a round that was resolved: show what would change, then open it again."""
    from referee.report.reopening import foreseen_text
    from referee.service.reopen_round import Asked, bag_refusal, foresee_reopening, reopen_round

    if missing and not at_once:
        raise UserError(unchanged("--missing goes with --resolve alone. Leave it out."))
    asked = Asked(game, number, why, _order_files(orders or ()))
    hold = settings_with_mail(context, db).hold if at_once else None
    with reading(context, db) as work:
        foreseen, seen = foresee_reopening(work, asked)
    bag_kept = foreseen.bag_is_open and not bag
    if yes and bag_kept:
        raise bag_refusal(foreseen.game, is_over=foreseen.open_round is None)
    if not as_json and not yes:
        say(foreseen_text(foreseen))
    if bag_kept or not _is_meant("Reopen?", yes=yes, as_json=as_json):
        _nothing_done(as_json, _foreseen_json(foreseen), BAG if bag_kept else "")
        return
    with writing(context, db, posts=True) as work:
        done = reopen_round(
            work, asked, bag_meant=bag, misses_meant=missing, at_once=at_once, hold=hold, seen=seen
        )
    note_done(f"round {done.round} of {done.game} is open again")
    if as_json:
        say_json({**_foreseen_json(foreseen), "done": True, **_outcome_json(done)})
        return
    if yes:
        say(foreseen_text(foreseen, is_done=True))
    _show_reopened(done)


def _foreseen_json(foreseen: Foreseen) -> dict[str, Any]:
    """What would change, without the story of the plays that come out otherwise."""
    compared = foreseen.compared
    plays = [
        {"play": one.number, "seat": play.seat} for one in compared.plays if (play := one.was or one.again)
    ]
    return {
        "game": foreseen.game,
        "round": foreseen.round,
        "why": foreseen.why,
        "open_round": foreseen.open_round,
        "void": list(foreseen.void),
        "left_to_referee": list(foreseen.again),
        "orders_changed": list(foreseen.changed),
        "waits_for": list(foreseen.missing),
        "newcomers": list(foreseen.newcomers),
        "rulings_void": [asdict(one) for one in foreseen.rulings],
        "draft": foreseen.draft,
        "bag_is_open": foreseen.bag_is_open,
        "leavers": [asdict(one) for one in foreseen.leavers],
        "same_facts": compared.is_same,
        "seats": [asdict(one) for one in compared.seats],
        "plays_otherwise": plays,
    }


def _outcome_json(done: Reopened) -> dict[str, Any]:
    return {"resolved": done.resolved is not None, "held": None if done.held is None else asdict(done.held)}


def _show_reopened(done: Reopened) -> None:
    say_notice(f"Round {done.round} of {done.game} is open again.", bold=True)
    if done.held is not None:
        say_held(done.held)
        return
    if done.resolved is None:
        if done.missing:
            say_notice(f"It waits for {listed(done.missing)}.")
        else:
            say_notice(f"All orders are in: referee resolve {done.game}")
        say_notice(
            "referee work leaves the round to you, until all who play in it have filed orders for it anew; "
            "and so with each that was begun behind it."
        )
    elif done.resolved.next_round is None:
        say_notice(f"It was played again. The game is over: {over(done.resolved.ended)}.")
    else:
        say_notice(f"It was played again. Now open: round {done.resolved.next_round}.")
    say_notice(f"The reports: referee report {done.game}, and --for HANDLE for the private ones.")


def rule(
    context: typer.Context,
    game: Game,
    text: Annotated[
        str,
        typer.Argument(metavar="TEXT", help=f"The ruling, for all to read. {FOR_ALL}", show_default=False),
    ],
    cash: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HANDLE=+N",
            help="Dollars from the bank, or with -N to it; may be repeated.",
            show_default=False,
        ),
    ] = None,
    shares: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HANDLE=CHAIN+N",
            help="Shares from the bank, or with -N to it; may be repeated.",
            show_default=False,
        ),
    ] = None,
    end: Annotated[
        bool, typer.Option("--end", help="The game is over with it, and scored as it stands.")
    ] = False,
    yes: Yes = False,
    as_json: AsJson = False,
    db: Database = None,
) -> None:
    """Rule in the open round: show what would change, then record it."""
    from referee.service.make_ruling import foresee_ruling, make_ruling

    with reading(context, db) as work:
        ruled = foresee_ruling(work, game, text, cash or (), shares or (), ends=end)
    if not as_json and not yes:
        _show_ruling(ruled, is_done=False)
    if not _is_meant("Rule so?", yes=yes, as_json=as_json):
        _nothing_done(as_json, asdict(ruled))
        return
    with writing(context, db, posts=True) as work:
        ruled = make_ruling(work, game, text, cash or (), shares or (), ends=end, seen=ruled.seq)
    note_done(f"the ruling in round {ruled.round} of {ruled.game} is made")
    if as_json:
        say_json({**asdict(ruled), "done": True})
        return
    if yes:
        _show_ruling(ruled, is_done=True)
    say_notice(f"The ruling in round {ruled.round} of {ruled.game} is made.", bold=True)
    if end:
        say_notice(f"The game is over: {over('ruling')}.")
    say_notice(f"The reports: referee report {ruled.game}, and --for HANDLE for the private ones.")


def _show_ruling(ruled: Ruled, *, is_done: bool) -> None:
    changed = [seat for seat in ruled.seats if _is_changed(seat)]
    if changed:
        chains = [chain for chain, _, _ in ruled.seats[0].shares]
        say_table(
            ("player", "cash", "then", "value", "then", *(word for one in chains for word in (one, "then"))),
            [
                (
                    seat.seat,
                    *map(str, (seat.cash, seat.cash_then, seat.value, seat.value_then)),
                    *(str(count) for _, was, then in seat.shares for count in (was, then)),
                )
                for seat in ruled.seats
            ],
        )
    else:
        say_notice(
            "Nobody has more or less than before." if is_done else "Nobody would have more or less than now."
        )
    for row in ruled.ranking:
        say(f"{row['place']}. {row['seat']}  {row['money']}")
    if is_done:
        return
    if ruled.ranking:
        say_notice(
            "The game would be over, and this its result: no more is played, and the bag would be opened for good, "
            "so that everybody knows all tiles and dice that are still to come."
        )
    if ruled.draft is not None:
        say_notice(f"The draft of round {ruled.draft} would be thrown away.")


def _is_changed(seat: Any) -> bool:  # noqa: ANN401 (a row of what was ruled, whose class loads the rules)
    return bool((seat.cash, seat.value) != (seat.cash_then, seat.value_then)) or any(
        was != then for _, was, then in seat.shares
    )


def _order_files(said: Sequence[str]) -> dict[str, str]:
    """The texts of `HANDLE=FILE`, by handle."""
    texts: dict[str, str] = {}
    for one in said:
        handle, equals, file = (part.strip() for part in one.partition("="))
        if not equals or not handle or not file:
            raise UserError(unchanged(f"--orders {one} is not such as --orders alice=alice.txt"))
        if handle.casefold() in map(str.casefold, texts):
            raise UserError(unchanged(f"--orders has two files for {handle}. Put them together."))
        texts[handle] = _text_of(file)
    return texts


def _text_of(file: str) -> str:
    from referee.service.order_text import read_order_file

    try:
        return read_order_file(Path(file))
    except UserError as problem:
        raise UserError(unchanged(str(problem))) from problem


def _is_meant(question: str, *, yes: bool, as_json: bool) -> bool:
    """Whether it is to be done: by --yes, or by an answer on a terminal."""
    if yes:
        return True
    if as_json or not is_terminal(sys.stdin) or not is_terminal(sys.stdout):
        return False
    return typer.confirm(question, default=False)


def _nothing_done(as_json: bool, foreseen: dict[str, Any], flag: str = "") -> None:
    """Say so, and what to say if it is meant; `flag` is what that takes besides --yes."""
    if as_json:
        say_json({**foreseen, "done": False})
    else:
        also = f" and {flag}" if flag else ""
        say_notice(f"Nothing was changed. If it is meant, say the same with --yes{also}.")
