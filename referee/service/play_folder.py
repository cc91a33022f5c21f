"""A whole game from a folder: opened, every round's orders filed and resolved, its reports written.

All of it is one transaction: a play that is stopped half-way leaves nothing behind.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from referee.clock import Clock, Entropy
from referee.db.beside import alone_in, sweep_beside
from referee.db.engines import place_of
from referee.db.making import making_beside
from referee.db.store import open_store, place_store, replace_store
from referee.round.answer import Answer
from referee.rules.events import Entry
from referee.service.earlier_play import EarlierPlay, earlier_play, is_to_be_made, report_files
from referee.service.file_orders import file_orders
from referee.service.game_folder import GameFolder, OrderFile, round_folder
from referee.service.game_log import Work
from referee.service.log_file import log_file
from referee.service.open_game import open_game, plan_game
from referee.service.order_text import OrdersRefusedError, decode_orders
from referee.service.report_files import report_path, staged
from referee.service.resolve_round import Resolved, resolve_round
from referee.service.show_log import show_log
from referee.service.unfinished import told_truly


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

    `open_round` is None, and `plays` empty, when the game is over. `ignored` are the switches that do not fit it.
    """

    game: str
    database: str
    reports: Path
    rounds: tuple[PlayedRound, ...]
    unplayed: tuple[str, ...]
    open_round: int | None
    plays: tuple[str, ...]
    ignored: tuple[str, ...]


def play_folder(folder: GameFolder, options: PlayOptions, clock: Clock, entropy: Entropy) -> PlayedGame:
    """Play the rounds there are.

    Raises UserError, everything as it was, for what cannot be played, and UnfinishedError where the game was played
    and a file could not be moved to its place.
    """
    name, database = folder.game.name, options.db or str(folder.database)
    with alone_in(folder.path), ExitStack() as stack:
        # gather
        place = place_of(database)
        earlier = earlier_play(folder, database, again=options.again, shared=options.db is not None)
        log = None
        if options.log is not None:
            log = stack.enter_context(log_file(options.log, folder, place.file))
        old = {*report_files(folder), *(() if earlier is None else earlier.reports)}
        # decide
        planned = plan_game(name, folder.game.plan, entropy)
        # apply
        target = None
        if place.file is not None and (earlier is not None or is_to_be_made(place.file)):
            sweep_beside(place.file)
            target = stack.enter_context(making_beside(place.file))
        with open_store(target or database, create=True, entropy=entropy) as store, store.write() as unit:
            work = Work(unit, clock.now())
            played = _play(work, folder, planned, database)
            reports = {report_path(one): one.body for one in unit.publications(name)}
            written = stack.enter_context(staged(folder.reports, reports))
            written.try_places(old)
            if log is not None:
                log.stage(_whole_log(work, name))
        if target is not None and place.file is not None:
            _put(target, place.file, earlier, name)
        done = f"{name} was played and stands in {place.shown}"
        with told_truly(done, "its reports are not all in their places (`referee report` prints them)"):
            written.move(old)
        if log is not None:
            with told_truly(done, "its log could not be written (`referee log --all --json` prints it)"):
                log.finish()
    return played


def _put(new: Path, file: Path, earlier: EarlierPlay | None, name: str) -> None:
    if earlier is not None:
        replace_store(new, file, name)
    else:
        place_store(new, file)


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
        ignored=work.log(name).ignored,
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
