"""From a reader's events to all that a report says: the one fold, in the order in which things happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.report.context import Ending, NextRound, Report
from referee.report.corrections import told_corrections
from referee.report.ending import reckon
from referee.report.facts import Fact, LeftGame, Story
from referee.report.mine import concerning
from referee.report.opening import opening
from referee.report.position import chain_rows, holdings, off_board, picture, price_card, worth
from referee.report.press import press_items
from referee.report.story import tell
from referee.round.corrections import Correction, is_by_referee
from referee.rules import events as e
from referee.rules.apply import apply, fold
from referee.rules.scoring import places_paid
from referee.rules.sides import person_of
from referee.rules.state import State


def build(  # noqa: PLR0913 (what a report is made of, all but the first two by name)
    entries: Sequence[e.Entry],
    reader: e.Seat | None,
    *,
    game: str,
    round_number: int,
    head: str,
    at: str,
    orders: str | None,
    press: Mapping[str, str] | None = None,
    corrections: Sequence[Correction] = (),
) -> Report:
    """The report of a round; arguments as of `round_report`."""
    cut = _cut(entries, round_number)
    state = fold(entry.event for entry in cut.earlier)
    before = worth(state) if round_number else None
    opened = None if round_number else opening(state, [entry.event for entry in cut.earlier])
    told = tell(state, cut.played)
    for entry in cut.since:
        apply(state, entry.event)
    # Chains and holdings are those after the last play: the final reckoning sells all shares.
    chains, absent = chain_rows(state), off_board(state)
    standing = holdings(state, reader, before)
    card = price_card(state.edition, state.sizes, places_paid(state))
    ending = _ending(state, cut)
    for entry in cut.later:
        apply(state, entry.event)
    then = ending or _next_round(state)
    upcoming = then if isinstance(then, NextRound) else None
    laid = {entry.event.tile for entry in cut.played if isinstance(entry.event, e.TilePlaced)}
    mine = None
    if reader is not None:
        worth_before = None if before is None else before[reader]
        mine = concerning(state, reader, cut.played, cut.since, then, worth_before, orders)
    news = None if upcoming is None else upcoming.number
    hand = [] if reader is None or upcoming is None else state.hand(reader)
    return Report(
        game=game,
        round=round_number,
        at=at,
        head=head,
        private_holdings=state.switches.holdings == "private",
        opening=opened,
        story=_at_the_end(told) if ending else told,
        next=upcoming,
        ending=ending,
        board=picture(state, laid, hand),
        chains=chains,
        off_board=absent,
        holdings=standing,
        card=card,
        press=press_items(cut.press, press or {}),
        mine=mine,
        person=None if reader is None else person_of(reader, state.switches),
        forms=() if mine is None else (mine,),
        corrections=told_corrections(corrections, state.order, news),
        ordered_by_referee=_is_ordered_by_referee(entries, reader, news),
    )


def with_the_other_seat(report: Report, other: Report) -> Report:
    """The report with a form that is for both seats of its reader; `other` is his of the same round in the other."""
    forms = sorted((*report.forms, *other.forms), key=lambda one: one.seat)
    return replace(report, forms=tuple(forms))


def _is_ordered_by_referee(entries: Sequence[e.Entry], reader: e.Seat | None, number: int | None) -> bool:
    """Whether the referee was the last to file for a seat in round `number`, which is open (None: none is)."""
    filed = [
        one.event
        for one in entries
        if isinstance(one.event, e.OrdersFiled) and one.event.seat == reader and one.round == number
    ]
    return bool(filed) and is_by_referee(filed[-1])


def _at_the_end(story: Story) -> Story:
    """The story of the last round: for who left in it nothing goes on."""

    def told(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
        return tuple(replace(one, goes_on=None) if isinstance(one, LeftGame) else one for one in facts)

    return replace(story, before=told(story.before), after=told(story.after))


def _next_round(state: State) -> NextRound:
    waiting = tuple(seat for seat in state.order if seat not in state.plays and seat not in state.left)
    return NextRound(state.round, state.plays, state.deadline, state.switches.one_play_a_round, waiting)


@dataclass(frozen=True, slots=True)
class _Cut:
    """The entries up to the one that opened the round; its plays; what followed until the next round opened.

    Who left or came in before the first play or after the last belongs to the plays; `since` are those who did since
    the next round opened. `press` is what was published with the round.
    """

    earlier: Sequence[e.Entry]
    played: Sequence[e.Entry]
    later: Sequence[e.Entry]
    since: Sequence[e.Entry] = ()
    press: Sequence[e.PressPublished] = ()


def _cut(entries: Sequence[e.Entry], round_number: int) -> _Cut:
    """Cut a log at a round; what comes after the opening of the next one is left out.

    Raises ValueError where the round is not over in these entries.
    """
    openings = {
        entry.round: place for place, entry in enumerate(entries) if isinstance(entry.event, e.RoundOpened)
    }
    if round_number == 0 and openings:
        start = min(openings.values()) + 1
        return _Cut(entries[:start], (), (), _since_opening(entries[start:]))
    if round_number not in openings:
        raise ValueError(f"there is no round {round_number} in this log")
    first = openings[round_number] + 1
    following = openings.get(round_number + 1)
    of_the_round = entries[first : None if following is None else following + 1]
    if following is None and not any(isinstance(one.event, e.GameEnded) for one in of_the_round):
        raise ValueError(f"round {round_number} is not over")
    told = [
        place
        for place, entry in enumerate(of_the_round, start=1)
        if entry.play is not None or isinstance(entry.event, e.SeatLeft | e.SeatFilled | e.RulingMade)
    ]
    played = told[-1] if told else 0
    since = () if following is None else _since_opening(entries[following + 1 :])
    press = [one.event for one in of_the_round if isinstance(one.event, e.PressPublished)]
    return _Cut(entries[:first], of_the_round[:played], of_the_round[played:], since, press)


def _since_opening(entries: Sequence[e.Entry]) -> Sequence[e.Entry]:
    """Who left or came in and what was ruled, as long as nobody has played since the round opened."""
    if any(entry.play is not None or isinstance(entry.event, e.RoundClosed) for entry in entries):
        return ()
    changes = (e.SeatLeft, e.SeatFilled, e.HandAdopted, e.RulingMade)
    return [entry for entry in entries if isinstance(entry.event, changes)]


def _ending(state: State, cut: _Cut) -> Ending | None:
    closing = [entry.event for entry in cut.later]
    if not any(isinstance(event, e.GameEnded) for event in closing):
        return None
    announced = next((one.event for one in cut.played if isinstance(one.event, e.EndAnnounced)), None)
    sealed = next((one.event for one in cut.earlier if isinstance(one.event, e.BagSealed)), None)
    return reckon(state, closing, announced, sealed)
