"""From a reader's events to all that a report says: the one fold, in the order in which things happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.report.context import Ending, NextRound, Report
from referee.report.ending import reckon
from referee.report.mine import concerning
from referee.report.opening import opening
from referee.report.position import chain_rows, holdings, off_board, picture, price_card, worth
from referee.report.story import tell
from referee.rules import events as e
from referee.rules.apply import apply, fold
from referee.rules.state import State


def build(
    entries: Sequence[e.Entry],
    reader: e.Seat | None,
    *,
    game: str,
    round_number: int,
    head: str,
    at: str,
    orders: str | None,
) -> Report:
    """The report of a round; arguments as of `round_report`."""
    cut = _cut(entries, round_number)
    state = fold(entry.event for entry in cut.earlier)
    before = worth(state) if round_number else None
    opened = None if round_number else opening(state, [entry.event for entry in cut.earlier])
    told = tell(state, cut.played)
    # Chains and holdings are those after the last play: the final reckoning sells all shares.
    chains, absent = chain_rows(state), off_board(state)
    standing = holdings(state, reader, before)
    card = price_card(state.edition, state.sizes)
    ending = _ending(state, cut)
    for entry in cut.later:
        apply(state, entry.event)
    upcoming = None if ending else NextRound(state.round, state.plays, state.deadline)
    laid = {entry.event.tile for entry in cut.played if isinstance(entry.event, e.TilePlaced)}
    mine = None
    hand: list[str] = []
    if reader is not None:
        worth_before = None if before is None else before[reader]
        mine = concerning(state, reader, cut.played, upcoming, worth_before, orders)
        hand = state.hand(reader) if upcoming else []
    return Report(
        game=game,
        round=round_number,
        at=at,
        head=head,
        private_holdings=state.switches.holdings == "private",
        opening=opened,
        plays=told,
        next=upcoming,
        ending=ending,
        board=picture(state, laid, hand),
        chains=chains,
        off_board=absent,
        holdings=standing,
        card=card,
        mine=mine,
    )


@dataclass(frozen=True, slots=True)
class _Cut:
    """The entries up to the one that opened the round; its plays; what followed until the next round opened."""

    earlier: Sequence[e.Entry]
    played: Sequence[e.Entry]
    later: Sequence[e.Entry]


def _cut(entries: Sequence[e.Entry], round_number: int) -> _Cut:
    """Cut a log at a round; what comes after the opening of the next one is left out.

    Raises ValueError where the round is not over in these entries.
    """
    openings = [place for place, entry in enumerate(entries) if isinstance(entry.event, e.RoundOpened)]
    if round_number == 0 and openings:
        return _Cut(entries[: openings[0] + 1], (), ())
    last = openings[round_number] + 1 if round_number < len(openings) else len(entries)
    if not 0 < round_number <= len(openings):
        raise ValueError(f"there is no round {round_number} in this log")
    first = openings[round_number - 1] + 1
    of_the_round = entries[first:last]
    if round_number == len(openings) and not any(isinstance(one.event, e.GameEnded) for one in of_the_round):
        raise ValueError(f"round {round_number} is not over")
    in_plays = [place for place, entry in enumerate(of_the_round, start=1) if entry.play is not None]
    played = in_plays[-1] if in_plays else 0
    return _Cut(entries[:first], of_the_round[:played], of_the_round[played:])


def _ending(state: State, cut: _Cut) -> Ending | None:
    closing = [entry.event for entry in cut.later]
    if not any(isinstance(event, e.GameEnded) for event in closing):
        return None
    announced = next((one.event for one in cut.played if isinstance(one.event, e.EndAnnounced)), None)
    sealed = next((one.event for one in cut.earlier if isinstance(one.event, e.BagSealed)), None)
    return reckon(state, closing, announced, sealed)
