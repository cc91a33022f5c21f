"""Whole games by post with random order files, and everything that must be true after each round."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from unittest.mock import patch

from every_option import plan_of
from game_checks import check_round, check_whole
from pairwise import Row
from random_orders import Writer

from orders.printer import canonical
from orders.reader import read
from referee.round import adjudicate, filing
from referee.round.adjudicate import leave, resolve
from referee.round.desk import Desk, desk_of
from referee.round.filing import file_for_seats
from referee.round.opening import open_game
from referee.round.views import view_of
from referee.round.vocabulary import vocabulary_of
from referee.rules import events as e
from referee.rules.apply import fold
from referee.rules.sides import person_of

MOST_PLAYS = 250
"""Who neither places nor draws ends the game, or soon will: what takes more plays than this would never end."""


@dataclass
class Tally:
    """What was met on the way: how decisions came about, and what happened by what the tests call it."""

    games: int = 0
    by_line: int = 0
    by_default: int = 0
    kinds: Counter = field(default_factory=Counter)
    happened: Counter = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Habits:
    """How probable it is that somebody misses a round, leaves in it, comes into an empty seat.

    Where nobody `announces` the end, the game goes on until it ends by itself.
    """

    misses: float = 0.05
    leaves: float = 0.01
    comes: float = 0.4
    announces: bool = True


FAITHFUL = Habits(leaves=0.003)
ENDLESS = Habits(leaves=0.003, announces=False)
RESTLESS = Habits(leaves=0.1, comes=0.3)

ENDLESS_OF_FIVE = 4

BRIEF = 0.5
"""How probable it is that a player leaves out a kind of line that the game may ask for: so a file is read sooner."""

READ_AGAIN = 0.15
"""How probable it is that the whole file is read again (its decisions are, whenever they are filed)."""


def habits_of(row: Row, seed: int) -> Habits:
    """Where a leaver ends the game, few leave; where others can come, every second game is restless.

    In every fifth game nobody wants the end.
    """
    if seed % 5 == ENDLESS_OF_FIVE:
        return ENDLESS
    if row["leaver"] == "substitute" and seed % 2:
        return RESTLESS
    return FAITHFUL if row["players"] == "2" else Habits()


@contextmanager
def each_text_read_once() -> Iterator[None]:
    """What is filed is read when it is filed, resolved and decided again: reading is pure, and here done once."""
    once = cache(read)
    with patch.object(adjudicate, "read", once), patch.object(filing, "read", once):
        yield


def play_by_post(seed: int, row: Row, tally: Tally) -> list[e.Entry]:
    """A game of that row to its end, checked after every round and as a whole."""
    with each_text_read_once():
        return _played(seed, row, tally, habits_of(row, seed))


def _played(seed: int, row: Row, tally: Tally, habits: Habits) -> list[e.Entry]:
    chance = random.Random(seed)
    entries = open_game(plan_of(row), f"seed {seed}")
    check_round(entries)
    tally.games += 1
    while (desk := desk_of(entries)).ended is None:
        meanwhile = orders_of_all(entries, chance, tally, habits)
        meanwhile += comings_and_goings(entries + meanwhile, chance, habits)
        ended = any(isinstance(entry.event, e.GameEnded) for entry in meanwhile)
        happened = [] if ended else resolved_and_checked(entries + meanwhile)
        tell(meanwhile + happened, set(desk.left), tally)
        entries = entries + meanwhile + happened
        assert sum(isinstance(entry.event, e.PlayEnded) for entry in entries) <= MOST_PLAYS
    check_round(entries)
    check_whole(entries)
    return entries


def orders_of_all(
    entries: list[e.Entry], chance: random.Random, tally: Tally, habits: Habits
) -> list[e.Entry]:
    """Everybody writes by his own view; who plays two seats, for each alone or for both in one file."""
    desk = desk_of(entries)
    filed = []
    for seats in holders(desk):
        if chance.random() < habits.misses or desk.left.intersection(seats):
            continue
        together = len(seats) > 1 and chance.random() < 0.5
        for writers in [seats] if together else [(seat,) for seat in seats]:
            # with rounds of one play, who has none in it writes now and then, for the mergers of others
            if len(desk.plays) > 1 or desk.plays[0] in writers or chance.random() < 0.15:
                filed += filed_by(entries, desk, writers, chance, tally, habits)
    return filed


def holders(desk: Desk) -> list[tuple[str, ...]]:
    """The seats of each person."""
    return list(dict.fromkeys(desk.seats_of_holder(seat) for seat in desk.seats))


def filed_by(
    entries: list[e.Entry],
    desk: Desk,
    seats: tuple[str, ...],
    chance: random.Random,
    tally: Tally,
    habits: Habits,
) -> list[e.Entry]:
    """One file, now and then read again as it is written back."""
    views = {seat: view_of(entries, seat) for seat in seats}
    writers = [
        Writer(view, seat, chance, brief=BRIEF, announces=habits.announces) for seat, view in views.items()
    ]
    text = "".join(writer.orders(heading=len(seats) > 1) for writer in writers)
    if chance.random() < habits.leaves:
        text += "resign\n"
    me = seats[0] if len(seats) == 1 else person_of(seats[0], views[seats[0]].switches)
    vocabulary = vocabulary_of(views[seats[0]], me)
    reading = read(text, vocabulary)
    tally.problems += [f"{problem.message} <- {text}" for problem in reading.problems]
    if chance.random() < READ_AGAIN:
        again = read(canonical(reading.orders), vocabulary)
        assert again.orders == reading.orders, text
        assert not again.problems, text
    filings = file_for_seats(desk, seats, reading, vocabulary, "test")
    return [e.Entry(event, desk.round) for filing in filings for event in filing.events]


def comings_and_goings(entries: list[e.Entry], chance: random.Random, habits: Habits) -> list[e.Entry]:
    """What the referee says of the seats while the round is open: who is out, who came."""
    desk = desk_of(entries)
    for_good = desk.switches.leaver == "defaults"
    said: list[e.Entry] = []
    for seats in holders(desk):
        gone = desk.left.issuperset(seats)
        if gone and not for_good and chance.random() < habits.comes:
            said += handed_over(entries, desk, seats)
        elif not gone and chance.random() < habits.leaves / 2:
            if chance.random() < 0.4:
                said += handed_over(entries, desk, seats)
            else:
                said += leave(entries + said, seats, "removed")
        if any(isinstance(entry.event, e.GameEnded) for entry in said):
            break
    return said


def handed_over(entries: list[e.Entry], desk: Desk, seats: tuple[str, ...]) -> list[e.Entry]:
    """Somebody else has those seats from now on, with their hands."""
    truth = fold(entry.event for entry in entries)
    came: list[e.Event] = []
    for seat in seats:
        before = sum(isinstance(one.event, e.SeatFilled) and one.event.seat == seat for one in entries)
        came += [e.SeatFilled(2 + before, seat=seat), e.HandAdopted(tuple(truth.hand(seat)), seat=seat)]
    return [e.Entry(event, desk.round) for event in came]


def resolved_and_checked(entries: list[e.Entry]) -> list[e.Entry]:
    """The round's events; the live states at its end are what replay gives, and nothing is lost or doubled."""
    tables = []
    original = adjudicate.play_round

    def watched(table):
        tables.append(table)
        return original(table)

    adjudicate.play_round = watched
    try:
        happened = resolve(entries)
    finally:
        adjudicate.play_round = original
    log = entries + happened
    table = tables[0]
    one_play = table.now.switches.plays_per_round == "1"
    if not one_play or table.now.ended or table.now.round % len(table.now.seats) == 0:
        check_round(log, table)
    return happened


def tell(happened: list[e.Entry], left: set[str], tally: Tally) -> None:
    """Count what happened in a round; `left` are the seats that were empty before it."""
    for entry in happened:
        event = entry.event
        tally.happened.update(names_of(event, left))
        if isinstance(event, e.SeatLeft):
            left = left | {event.seat}
        elif isinstance(event, e.SeatFilled):
            left = left - {event.seat}
        elif isinstance(event, e.OrderApplied):
            tally.by_default += event.line is None
            tally.by_line += event.line is not None
            tally.kinds[event.question.split()[0]] += event.line is not None


def names_of(event: e.Event, left: set[str]) -> list[str]:  # noqa: PLR0911 (one for each kind)
    """What the tests call what happened; nothing for what happens in every game."""
    match event:
        case e.GameEnded(why=why, ranking=ranking):
            return [f"ended {why}", f"ranked by {'side' if ranking[0]['team'] else 'seat'}"]
        case e.TilePlaced(by=by, effect=effect):
            return [f"tile of {by} {effect}"]
        case e.BonusPaid(places=places, paid=paid):
            return [f"bonus of {'the bank' if not paid else 'third place' if 3 in places else 'others'}"]
        case e.PowerUsed(power=power):
            return [f"used {power}"]
        case e.SeatLeft(how=how):
            return [f"left {how}"]
        case e.SeatFilled(seat=seat):
            return ["came into an empty seat" if seat in left else "came in place of another"]
        case e.OrdersMissed(seat=seat):
            return ["missed by an empty seat" if seat in left else "missed"]
        case e.MergerBegun(defunct=defunct):
            return [f"{len(defunct)} taken over"]
        case e.OrderApplied(standing=True):
            return ["decided by standing orders"]
        case _:
            return [event.KIND]
