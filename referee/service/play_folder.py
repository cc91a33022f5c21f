"""A whole game from a folder: opened, every round's orders filed and resolved, its reports written.

All of it is one transaction: a play that is stopped half-way leaves nothing behind.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from referee.clock import Clock, Entropy
from referee.db.store import open_store, replace_store
from referee.rules.events import Entry
from referee.service.answer import Answer
from referee.service.earlier_play import beside, earlier_play, report_files
from referee.service.file_orders import file_orders
from referee.service.game_folder import GameFolder, OrderFile, round_folder
from referee.service.game_log import Work
from referee.service.log_file import check_log_file
from referee.service.open_game import open_game, plan_game
from referee.service.order_text import OrdersRefusedError, decode_orders
from referee.service.report_files import report_path, staged
from referee.service.resolve_round import Resolved, resolve_round
from referee.service.show_log import show_log


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """What the command says beside the folder: another database, play anew, where to write the log."""

    db: str | None = None
    again: bool = False
    log: Path | None = None


@dataclass(frozen=True, slots=True)
class FileAnswer:
    """What the referee answers to one file: an answer, or why it was refused whole."""

    path: Path
    text: str
    answer: Answer | None = None
    refusal: str | None = None


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round: the answers to its files, and what came of it."""

    answers: tuple[FileAnswer, ...]
    resolved: Resolved


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as far as its folder goes; `unplayed` are the round folders after its end.

    `open_round` is None, and `plays` empty, when the game is over.
    """

    game: str
    database: str
    reports: Path
    rounds: tuple[PlayedRound, ...]
    unplayed: tuple[str, ...]
    open_round: int | None
    plays: tuple[str, ...]


def play_folder(folder: GameFolder, options: PlayOptions, clock: Clock, entropy: Entropy) -> PlayedGame:
    """Play the rounds there are. Raises UserError, everything as it was, for what cannot be played."""
    # gather
    name, database = folder.game.name, options.db or str(folder.database)
    earlier = earlier_play(folder, database, again=options.again, shared=options.db is not None)
    if options.log is not None:
        check_log_file(options.log)
    # decide
    planned = plan_game(name, folder.game.plan, entropy)
    # apply
    with ExitStack() as stack:
        target = database if earlier is None else str(stack.enter_context(beside(earlier.file)))
        with open_store(target, create=True, entropy=entropy) as store, store.write() as unit:
            work = Work(unit, clock.now())
            played = _play(work, folder, planned, database)
            reports = {report_path(one): one.body for one in unit.publications(name)}
            written = stack.enter_context(staged(folder.path, folder.reports, reports))
            log = {} if options.log is None else {Path(options.log.name): _whole_log(work, name)}
            room = folder.path if options.log is None else options.log.parent
            log_written = stack.enter_context(staged(room, room, log))
        if earlier is not None:
            replace_store(Path(target), earlier.file, name)
        written.move({*report_files(folder), *(() if earlier is None else earlier.reports)})
        log_written.move()
    return played


def _whole_log(work: Work, name: str) -> bytes:
    return "".join(f"{line}\n" for line in show_log(work, name, everything=True).lines()).encode()


def _play(work: Work, folder: GameFolder, planned: list[Entry], database: str) -> PlayedGame:
    name = open_game(work, folder.game.name, planned).name
    rounds: list[PlayedRound] = []
    for number, files in enumerate(folder.rounds, 1):
        if work.log(name).desk.round is None:
            break
        answers = tuple(_file(work, name, number, seat, file) for seat, file in files.items())
        rounds.append(PlayedRound(answers, resolve_round(work, name, misses_meant=True)))
    desk = work.log(name).desk
    unplayed = range(len(rounds) + 1, len(folder.rounds) + 1)
    return PlayedGame(
        game=name,
        database=database,
        reports=folder.reports,
        rounds=tuple(rounds),
        unplayed=tuple(round_folder(number) for number in unplayed if folder.rounds[number - 1]),
        open_round=desk.round,
        plays=desk.plays if desk.round is not None else (),
    )


def _file(work: Work, game: str, number: int, seat: str, file: OrderFile) -> FileAnswer:
    """The answer to one file; a file that is refused whole is its writer's miss, and stops nobody else."""
    text = ""
    try:
        text = decode_orders(file.data, str(file.path))
        source = f"{round_folder(number)}/{file.path.name}"
        return FileAnswer(file.path, text, answer=file_orders(work, game, seat, text, source))
    except OrdersRefusedError as refusal:
        return FileAnswer(file.path, text, refusal=str(refusal))
