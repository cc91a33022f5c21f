"""The sample game, round by round: every order file with its player's situation when it was written."""

from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from orders.checker import Situation
from orders.reader import Reading, read
from referee.round.adjudicate import resolve
from referee.round.desk import Desk, desk_of
from referee.round.filing import file_for_seats
from referee.round.opening import open_game
from referee.round.situation import situation_of
from referee.round.views import view_of
from referee.round.vocabulary import vocabulary_of
from referee.rules.events import Entry
from referee.service.game_file import read_game_file

SAMPLE = Path(__file__).parents[2] / "orders" / "examples" / "harbour"


class SampleFile(NamedTuple):
    name: str
    reading: Reading
    situation: Situation


def sample_entries(*, rounds: int) -> list[Entry]:
    """The log of the sample game before its first round, or once so many are over."""
    return list(_played(rounds))


@cache
def _played(rounds: int) -> tuple[Entry, ...]:
    if rounds == 0:
        return tuple(open_game(read_game_file(SAMPLE / "game.toml").plan, "unused"))
    log = list(_played(rounds - 1))
    desk = desk_of(log)
    if desk.round is None:
        return tuple(log)
    for seat, text in _texts(rounds):
        words = vocabulary_of(view_of(log, seat), seat)
        (filing,) = file_for_seats(desk, (seat,), read(text, words), words, "test")
        log += [Entry(event, round=rounds) for event in filing.events]
    return (*log, *resolve(log))


@lru_cache(maxsize=1)
def sample_files() -> tuple[SampleFile, ...]:
    """Every order file of the sample game."""
    found = []
    for number in range(1, 13):
        log = sample_entries(rounds=number - 1)
        desk = desk_of(log)
        found += [_file(log, desk, number, seat, text) for seat, text in _texts(number)]
    return tuple(found)


def _file(log: list[Entry], desk: Desk, number: int, seat: str, text: str) -> SampleFile:
    view = view_of(log, seat)
    situation = situation_of(view, seat, desk.in_force(seat, number))
    return SampleFile(f"round-{number:02}/{seat}.txt", read(text, vocabulary_of(view, seat)), situation)


def _texts(number: int) -> Iterator[tuple[str, str]]:
    for file in sorted((SAMPLE / f"round-{number:02}").glob("*.txt")):
        yield file.stem, file.read_text(encoding="utf-8")
