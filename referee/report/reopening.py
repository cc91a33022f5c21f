"""What opening a round again would change, for the referee: who has what then, and which plays come out otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.report.corrections import changes_of, rounds_in_words
from referee.report.facts import Play
from referee.report.layout import tidy
from referee.report.story import tell
from referee.report.templates import environment
from referee.round.corrections import Departure
from referee.rules import events as e
from referee.rules.apply import apply, fold
from referee.rules.scoring import values
from referee.rules.state import State


@dataclass(frozen=True, slots=True)
class Holding:
    """What a seat has: dollars, shares by chain (those it has), and its value, bonuses included."""

    cash: int
    shares: Mapping[str, int]
    value: int


@dataclass(frozen=True, slots=True)
class SeatThen:
    """A seat after the round, as it `was` and as it would be `again`, and `now`, where the game stands."""

    seat: e.Seat
    was: Holding
    again: Holding
    now: Holding

    @property
    def shares(self) -> str:
        """The difference in shares: `+2 Luxor, -1 Tower`."""
        chains = dict.fromkeys((*self.was.shares, *self.again.shares))
        changes = {chain: self.again.shares.get(chain, 0) - self.was.shares.get(chain, 0) for chain in chains}
        return ", ".join(f"{count:+} {chain}" for chain, count in changes.items() if count)


@dataclass(frozen=True, slots=True)
class PlayThen:
    """A play that comes out otherwise; None where there is none any more, or there was none."""

    number: int
    was: Play | None
    again: Play | None


@dataclass(frozen=True, slots=True)
class Leaver:
    """How a seat's holder leaves, as it `was` and as it would be `again`; None where he stays."""

    seat: e.Seat
    was: Departure | None
    again: Departure | None

    def is_told(self, number: int) -> bool:
        """Whether it is of interest to who opens round `number` again."""
        if self.was != self.again:
            return True
        return self.was is not None and self.was.how == "resigned" and self.was.round >= number


@dataclass(frozen=True, slots=True)
class Comparison:
    """A round as it was and as it would be: `is_same` tells that not one fact would be another."""

    is_same: bool
    seats: tuple[SeatThen, ...]
    plays: tuple[PlayThen, ...]
    ended_was: str | None
    ended_again: str | None


@dataclass(frozen=True, slots=True)
class Foreseen:
    """All that is said before round `round` of a game is opened again, `why` included; nothing was changed yet.

    `void` are the rounds that would be void, `again` those that come again, which work leaves to the referee,
    `open_round` the one that is open now (None: the game is over), `changed` whose orders would be filed by the
    referee, `missing` whose orders the round would wait for, and `newcomers` the seats that somebody came into since.
    `bag_is_open` tells that the bag was opened at an end of the game, `leavers_stay` that who left brought that end
    about, and is in again; `leavers` are all who leave or would. `draft` is the round that is held: its
    draft would be thrown away.
    """

    game: str
    round: int
    why: str
    void: tuple[int, ...]
    again: tuple[int, ...]
    open_round: int | None
    changed: tuple[e.Seat, ...]
    missing: tuple[e.Seat, ...]
    newcomers: tuple[e.Seat, ...]
    rulings: tuple[e.RulingMade, ...]
    bag_is_open: bool
    leavers_stay: bool
    leavers: tuple[Leaver, ...]
    compared: Comparison
    draft: int | None = None


def compare(
    before: tuple[Sequence[e.Entry], Sequence[e.Entry]],
    round_was: Sequence[e.Entry],
    round_again: Sequence[e.Entry],
    now: Sequence[e.Entry],
) -> Comparison:
    """A round played twice: `before` is what counted before its first play, then and again; `now` all that counts."""
    was, again = _without_press(round_was), _without_press(round_again)
    plays_was, state_was = _played(before[0], was)
    plays_again, state_again = _played(before[1], again)
    today = fold(one.event for one in now)
    numbers = sorted({*plays_was, *plays_again})
    pairs = (PlayThen(number, plays_was.get(number), plays_again.get(number)) for number in numbers)
    return Comparison(
        is_same=was == again,
        seats=tuple(
            SeatThen(seat, _holding(state_was, seat), _holding(state_again, seat), _holding(today, seat))
            for seat in today.order
        ),
        plays=tuple(one for one in pairs if one.was != one.again),
        ended_was=state_was.ended,
        ended_again=state_again.ended,
    )


def foreseen_text(foreseen: Foreseen, *, is_done: bool = False) -> str:
    """What the referee reads before he opens a round again, or of what he has (`is_done`)."""
    rulings = [
        {"text": one.text, "changes": list(changes_of(one, [seat.seat for seat in foreseen.compared.seats]))}
        for one in foreseen.rulings
    ]
    template = environment().get_template("reopening.txt.j2")
    void, again = rounds_in_words(foreseen.void), rounds_in_words(foreseen.again)
    return tidy(
        template.render(
            it=foreseen,
            compared=foreseen.compared,
            void=void,
            again=again,
            rulings=rulings,
            is_done=is_done,
        )
    )


def _without_press(entries: Sequence[e.Entry]) -> list[e.Entry]:
    return [one for one in entries if not isinstance(one.event, e.PressPublished)]


def _played(before: Sequence[e.Entry], happened: Sequence[e.Entry]) -> tuple[dict[int, Play], State]:
    """The plays of a round by number, and the game after it."""
    state = fold(one.event for one in before)
    story = tell(state, [one for one in happened if one.play is not None])
    for one in happened:
        if one.play is None:
            apply(state, one.event)
    return {play.number: play for play in story.plays}, state


def _holding(state: State, seat: e.Seat) -> Holding:
    shares = {chain: count for chain, count in state.shares[seat].items() if count}
    return Holding(state.cash[seat], shares, values(state)[seat])
