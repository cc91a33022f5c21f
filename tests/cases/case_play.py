"""Playing a case: the orders are filed as a player's file is, its rounds are played, everything is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from case_file import CaseError, CaseText, Section
from case_lines import dice_in
from case_position import Place, copy_of, place_of

from orders import conditions, tree
from orders.reader import read
from referee.round.adjudicate import RoundTable, play_round
from referee.round.chance import Chance
from referee.round.desk import Desk, put
from referee.round.filing import file_for_seats
from referee.round.pool import Pool
from referee.round.position import SeatPosition
from referee.round.vocabulary import vocabulary_of
from referee.rules import events as e
from referee.rules import table as t
from referee.rules.apply import apply
from referee.rules.board import column_and_letter
from referee.rules.sides import persons_of
from referee.rules.state import State


class CaseDice:
    """Dice that fall as the case says; 1 where it says nothing, which its lines then do not expect.

    `results` are by the number of the play, `before` the number of plays before the round in hand.
    """

    seed = "as the case says"
    given = None

    def __init__(self, results: dict[int, dict[str, int]], before: int) -> None:
        self._results = results
        self._before = before

    def roll(self, label: str, sides: int) -> int:
        _, play, what = label.split(", ")
        number = self._before + int(play.removeprefix("play "))
        return min(self._results.get(number, {}).get(what, 1), sides)


class CasePool(Pool):
    """The pool of a case, drawn as it says; a remix brings it into the next order that the case says, if any."""

    def __init__(self, place: Place) -> None:
        super().__init__(Chance("case", tuple(place.bag)), sorted(place.bag, key=column_and_letter))
        self._remixed = iter(place.remixed)

    def remix(self, label: str) -> None:
        del label
        order = next(self._remixed, list(self.tiles))
        if sorted(order) != sorted(self.tiles):
            raise CaseError(f"the pool is not {' '.join(order)}, but {' '.join(self.tiles)}")
        self._order, self._drawn = tuple(order), 0


@dataclass(slots=True)
class Probe:
    """What a case says of a moment: which conditions hold when a seat is asked something, and which do not."""

    seat: str
    play: int
    question: str
    conditions: list[tuple[bool, str]]
    seen: list[bool] | None = None


@dataclass(slots=True)
class Played:
    """A case that was played: where it began, everything that happened, what was seen, what it came to.

    The plays of its rounds are numbered through.
    """

    start: State
    entries: list[e.Entry]
    probes: list[Probe]
    truth: State
    views: dict[str, State]
    bag: list[str]
    pool: Pool
    plays: list[str] = field(default_factory=list)
    """Whose plays they are, through all rounds of the case."""

    def state_after(self, play: int) -> State:
        """The truth when a play was over."""
        state = copy_of(self.start)
        last = max(number for number, entry in enumerate(self.entries) if entry.play == play)
        for entry in self.entries[: last + 1]:
            apply(state, entry.event)
        if all(entry.play is None for entry in self.entries[last + 1 :]):
            state.ended = (
                self.truth.ended
            )  # it was the last play: whether the game ended with it is told after it
        return state


class ProbedTable(RoundTable):
    """A round's table that looks at conditions at the moments of a case, as the seat that is asked knows the game."""

    def __init__(self, *of_the_round: Any, probes: list[Probe], before: int) -> None:
        super().__init__(*of_the_round)
        self._probes = probes
        self._before = before

    def ask(self, question: t.Question[Any]) -> Any:
        name = _question_name(question)
        play = self._before + (self._play or 0)
        for probe in self._probes:
            here = (probe.seat, probe.play, probe.question) == (question.seat, play, name)
            if here and probe.seen is None:
                vocabulary = vocabulary_of(self.now, probe.seat)
                view = SeatPosition(self._views[probe.seat], probe.seat)
                probe.seen = [
                    conditions.holds(condition_of(text, vocabulary), view) for _, text in probe.conditions
                ]
        return super().ask(question)


def condition_of(text: str, vocabulary: Any) -> tree.Condition:
    """A condition as it is read at the end of a line."""
    reading = read(f"buy nothing if {text}", vocabulary)
    faults = [problem.message for problem in reading.problems]
    if faults or reading.refused:
        raise ValueError(f"{text!r} is no condition: {'; '.join(faults)}")
    [section] = reading.orders.sections
    [line] = section.items
    return line.guard.condition


def play_case(case: CaseText) -> Played:
    """Play the round of a case, or all its rounds. Raises CaseError for a position or orders that cannot be."""
    place = place_of(case)
    truth, pool = place.truth, CasePool(place)
    probes = [_probe(case, section) for section in case.of_kind("asked")]
    results = {_play_number(case, section): dice_in(section.facts) for section in case.of_kind("play")}
    played = Played(copy_of(truth), [], probes, truth, place.views, place.bag, pool)
    desk = Desk(
        truth.seats,
        truth.round,
        truth.round,
        truth.plays,
        order=truth.order,
        left=set(truth.left),
        switches=truth.switches,
    )
    written = {number: list(sections) for number, sections in _by_round(case, truth.round)}
    for number in range(truth.round, truth.round + place.rounds):
        if desk.round is None:
            raise case.fault(f"round {number} is never played")
        before = len(played.plays)
        _file(case, place, desk, written.pop(number, []))
        played.plays += desk.plays
        table = ProbedTable(
            truth, place.views, desk, CaseDice(results, before), pool, probes=probes, before=before
        )
        for entry in play_round(table):
            put(desk, entry.event, entry.round)
            through = None if entry.play is None else before + entry.play
            played.entries.append(replace(entry, play=through))
    if written:
        raise case.fault(f"there are orders for round {min(written)}, which is not played")
    return played


def _by_round(case: CaseText, first: int) -> Iterator[tuple[int, Iterator[Section]]]:
    """The players' files by the round that is open when they come: `orders alice, round 3`, or the first."""
    numbered = [(_round_of(section, first), section) for section in case.of_kind("orders")]
    for number in sorted({number for number, _ in numbered}):
        yield number, (section for its, section in numbered if its == number)


def _round_of(section: Section, first: int) -> int:
    return int(section.words[section.words.index("round") + 1]) if "round" in section.words else first


def _file(case: CaseText, place: Place, desk: Desk, sections: list[Section]) -> None:
    """File the players' texts; who sends none and does not miss says `ready` alone."""
    truth = place.truth
    missing = {name for number, name in place.misses if number == truth.round}
    written: set[str] = set()
    for section in sections:
        seats = _seats_of(section.words[1], truth)
        if not seats or set(seats) & {*missing, *truth.left}:
            raise case.fault(f"{section.words[1]} gives no orders here")
        for event in _filed(case, section, desk, seats, truth):
            put(desk, event, truth.round)
        written.update(seats)
    for seat in truth.seats:
        resigns = seat in place.resigns
        silent = seat in written or seat in missing
        if (resigns or not silent) and seat not in truth.left:
            ready = not silent or desk.in_force(seat).ready
            said = e.OrdersFiled(truth.round, None, None, ready, 0, "case", resign=resigns, seat=seat)
            put(desk, said, truth.round)


def _seats_of(name: str, truth: State) -> tuple[str, ...]:
    """The seat of that name, or both seats of the person of that name; none of a name that nobody has."""
    return (name,) if name in truth.seats else persons_of(truth.seats, truth.switches).get(name, ())


def _filed(
    case: CaseText, section: Section, desk: Desk, seats: tuple[str, ...], truth: State
) -> Iterator[e.Event]:
    """What comes of a text; raises CaseError where it has problems and should not, or has none and should."""
    name = section.words[1]
    words = vocabulary_of(truth, name)
    filings = file_for_seats(desk, seats, read("\n".join(section.lines), words), words, "case")
    found = [f"{one.line}: {one.message}" for one in filings[0].problems]
    if bool(found) != ("problems" in section.words):
        raise case.fault(f"the orders of {name} have problems: {'; '.join(found) or 'none'}")
    for filing in filings:
        yield from filing.events


def _play_number(case: CaseText, section: Any) -> int:
    words = section.words
    if len(words) < 2 or not words[1].isdigit():
        raise case.fault(f"{section.head!r} does not say which play")
    return int(words[1])


def _probe(case: CaseText, section: Any) -> Probe:
    """`asked alice, merger Luxor into Tower, play 1` with lines `true: …` and `false: …`."""
    seat, *question, play = [part.strip() for part in section.head.removeprefix("asked").split(",")]
    wanted: list[tuple[bool, str]] = []
    for line in section.facts:
        truth, _, text = line.partition(":")
        if truth not in ("true", "false") or not text.strip():
            raise case.fault(f"{line!r} says neither true nor false")
        wanted.append((truth == "true", text.strip()))
    if not wanted:
        raise case.fault(f"{section.head!r} looks at nothing")
    return Probe(seat, int(play.removeprefix("play ")), ", ".join(question), wanted)


def _question_name(question: t.Question[Any]) -> str:
    match question:
        case t.WhetherToEnd(moment=moment):
            return f"end {moment}"
        case t.WhichTile():
            return "tile"
        case t.WhichChain():
            return "found"
        case t.WhichSurvivor():
            return "survivor"
        case t.WhichOrder():
            return "settle"
        case t.WhatOfShares(chain=chain):
            return f"merger {chain}"
        case t.WhichNextTile():
            return "next tile"
        case t.WhetherPower(offers=offers):
            return "use before buying" if offers else "use at the beginning"
        case _:
            return "buy"
