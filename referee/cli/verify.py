"""`verify`: one game, several, or all that a database has."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from referee.cli.app import REFUSED, database
from referee.cli.options import AsJson, Database
from referee.cli.screen import say, say_error, say_json, say_json_line, say_notice
from referee.cli.streams import is_terminal
from referee.errors import UserError

if TYPE_CHECKING:
    from referee.service.report_heads import Heads
    from referee.service.verify_all import Inspection
    from referee.service.verify_game import Verdict

NAMED: Final = 5
"""Games that do not hold and are named once more in the end."""
CHANGED: Final = (
    "The log holds; either the rules or templates of the referee have changed since, "
    "or a stored report was changed."
)
BACKUP: Final = "Put a backup in its place, and compare its head with a report's (referee verify --head)."


def add_to(app: typer.Typer) -> None:
    """Put the command on the program."""
    app.command("verify")(verify)


def verify(
    context: typer.Context,
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME|FILE]...",
            help="The games' names, or one file of an exported game.",
            show_default=False,
        ),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="All games, and what lies in the database beside them.")
    ] = False,
    head: Annotated[
        str | None,
        typer.Option(
            metavar="SEQ:HASH",
            help="As the last line of a report states it: is it in the log?",
            show_default=False,
        ),
    ] = None,
    heads: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Reports, or a mailbox with reports: are the heads that they state in the logs?",
            show_default=False,
        ),
    ] = None,
    audit: Annotated[
        bool, typer.Option("--audit", help="Decide all orders and render all reports again, and compare.")
    ] = False,
    as_json: AsJson = False,
    db: Database = None,
) -> None:
    """Verify games: chain, replay, invariants, reports; or the file of an exported one."""
    from referee.service.move_game import is_file_name

    asked = games or []
    if bool(asked) == everything:
        raise UserError("Name one game or several, or say --all." + (" Not both." if asked else ""))
    if head is not None and (everything or len(asked) > 1):
        raise UserError(
            "--head is that of one game. For several, collect reports in a file and say --heads FILE."
        )
    if len(asked) == 1 and is_file_name(asked[0]):
        _verify_file(asked[0], head, with_more=audit or heads is not None, as_json=as_json)
        return
    from referee.service.report_heads import Heads, read_heads

    stated = Heads() if heads is None else read_heads(heads)
    if head is not None:
        stated.add(asked[0], head)
    with _inspecting(database(context, db), asked, stated) as inspection:
        verdicts = inspection.verdicts(audit=audit)
        if everything or len(inspection.games) > 1:
            holds = _show_many(inspection, verdicts, as_json=as_json)
        else:
            (found,) = verdicts
            holds = _show_one(
                replace(found, faults=(*inspection.faults, *found.faults)), inspection.heads, as_json=as_json
            )
    if not holds:
        raise typer.Exit(REFUSED)


def _inspecting(where: str, games: Sequence[str], heads: Heads) -> AbstractContextManager[Inspection]:
    """The games that were asked for; none means all."""
    from referee.clock import SystemClock
    from referee.service.verify_all import inspecting_all, inspecting_games

    return (
        inspecting_games(where, SystemClock(), games, heads)
        if games
        else inspecting_all(where, SystemClock(), heads)
    )


# --- a file ---------------------------------------------------------------------------------------------------


def _verify_file(file: str, head: str | None, *, with_more: bool, as_json: bool) -> None:
    from referee.service.move_game import verify_file
    from referee.service.report_heads import Heads

    if with_more:
        raise UserError(
            "A file is verified by its chain and with --head alone. Import it into a database of its own for more."
        )
    found = verify_file(Path(file), head)
    if as_json:
        say_json(_verdict_json(found))
    else:
        _show_faults(found)
        if found.holds:
            say_notice(_unchanged(found), bold=True)
        if found.holds and head is not None:
            say(f"the log goes through {head}")
    if not found.holds:
        stated = Heads()
        if head is not None:
            stated.add(found.game, head)
        mistyped = _mistyped(found.game, found.faults, stated)
        say_error(f"{mistyped}{file} does not hold: {found.faults[0]}. Ask for the file once more.")
        raise typer.Exit(REFUSED)


# --- one game -------------------------------------------------------------------------------------------------


def _show_one(found: Verdict, heads: Heads, *, as_json: bool) -> bool:
    if as_json:
        say_json(_verdict_json(found))
    else:
        _show_verdict(found, [head.short for head in heads.of(found.game)])
    if not found.holds:
        say_error(_mistyped(found.game, found.faults, heads) + _what_to_do(found))
    return found.holds


def _mistyped(game: str, faults: Sequence[str], heads: Heads) -> str:
    """What is most likely where all that is wrong is a head that somebody typed; else nothing."""
    typed = [head.short for head in heads.of(game)] if heads.is_typed else []
    if not faults or not all(any(head in fault for head in typed) for fault in faults):
        return ""
    return f"The line may be mistyped: compare {' '.join(typed)} with the report's. If it stands there so, "


def _verdict_json(found: Verdict) -> dict[str, Any]:
    return {
        "game": found.game,
        "called": list(found.called),
        "holds": found.holds,
        "records": found.records,
        "seq": found.head.seq,
        "head": found.head.hash,
        "reports": found.reports,
        "faults": list(found.faults),
        "differences": None if found.differences is None else list(found.differences),
    }


def _show_verdict(found: Verdict, heads: Iterable[str]) -> None:
    _show_faults(found)
    if found.faults:
        return
    _show_other_names(found)
    say_notice(_unchanged(found), bold=True)
    say_notice("replayed: tiles, shares and money add up; every tile and die is the one that was sealed")
    say(f"published: {found.reports} reports, each states a head of this log")
    for head in heads:
        say(f"the log goes through {head}")
    if found.differences == ():
        say_notice(
            "audit: the stored orders, decided again, give the same events, and these the same reports"
        )


def _show_other_names(found: Verdict) -> None:
    if found.called:
        say_notice(f"{', '.join(found.called)}: known here as {found.game}")


def _unchanged(found: Verdict) -> str:
    return f"{found.game}: {found.records} records, unchanged and in order, head {found.head.short}"


def _show_faults(found: Verdict, game: str = "") -> None:
    for fault in found.faults:
        say_notice(f"FAULT  {game}{fault}", colour="red")
    for difference in found.differences or ():
        say_notice(f"DIFFERS  {game}{difference}", colour="yellow")


def _what_to_do(found: Verdict) -> str:
    if found.faults:
        more = f" (and {len(found.faults) - 1} more)" if len(found.faults) > 1 else ""
        return f"{found.game} does not hold: {found.faults[0]}{more}. {BACKUP}"
    return f"{found.game}: {len(found.differences or ())} of its rounds and reports come out otherwise now. {CHANGED}"


# --- many -----------------------------------------------------------------------------------------------------


def _show_many(inspection: Inspection, verdicts: Iterable[Verdict], *, as_json: bool) -> bool:
    """Tell of each game as soon as it is known, and keep none: there may be ten thousand."""
    count, bad = len(inspection.games), 0
    first: list[Verdict] = []
    _show_faults_beside(() if as_json else inspection.faults)
    for number, found in enumerate(verdicts, 1):
        if as_json:
            say_json_line(_verdict_json(found))
        else:
            _show_briefly(found)
        if not found.holds:
            bad += 1
            if len(first) < NAMED:
                first.append(found)
        _show_progress(number, count)
    holds = not bad and not inspection.faults
    if as_json:
        say_json_line({"games": count, "damaged": bad, "holds": holds, "faults": list(inspection.faults)})
    elif holds:
        say_notice(f"{_games(count)} verified: all hold.", bold=True)
    if not as_json:
        _show_without_heads(inspection)
    if not holds:
        say_error(_what_to_do_with(inspection, first, bad))
    return holds


def _show_faults_beside(faults: Iterable[str]) -> None:
    for fault in faults:
        say_notice(f"FAULT  {fault}", colour="red")


def _show_briefly(found: Verdict) -> None:
    _show_other_names(found)
    if found.holds:
        say(f"{found.game}: {found.records} records, {found.reports} reports, head {found.head.short}")
    _show_faults(found, f"{found.game}: ")


def _what_to_do_with(inspection: Inspection, first: Sequence[Verdict], bad: int) -> str:
    told = []
    if inspection.faults:
        more = f" (and {len(inspection.faults) - 1} more)" if len(inspection.faults) > 1 else ""
        told.append(f"The database is not as it should be: {inspection.faults[0]}{more}.")
    if bad:
        games = ", ".join(found.game for found in first) + (
            f" and {bad - len(first)} others" if bad > len(first) else ""
        )
        worst = (*first[0].faults, *(first[0].differences or ()))[0]
        told.append(f"{bad} of {_games(len(inspection.games))} not as they should be: {games}.")
        told.append(f"The first fault of the first, {first[0].game}: {worst}.")
    return " ".join((*told, BACKUP))


def _show_without_heads(inspection: Inspection) -> None:
    """Of which games no head was stated, where some were: only their chains were looked at."""
    heads = inspection.heads
    without = [game for game in inspection.games if not heads.of(game)]
    if heads.games and without:
        more = f" and {len(without) - NAMED} others" if len(without) > NAMED else ""
        say_notice(f"{heads.where} states no head of {', '.join(without[:NAMED])}{more}.")


def _games(count: int) -> str:
    return f"{count} game{'' if count == 1 else 's'}"


def _show_progress(number: int, count: int) -> None:
    """How far it is, for a person who does not see the answer itself: that goes to a file or a program."""
    if is_terminal(sys.stderr) and not is_terminal(sys.stdout):
        sys.stderr.write(f"\rverified {number} of {count}" + ("\n" if number == count else ""))
        sys.stderr.flush()
