"""Filing orders, and reading them for a game without filing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from orders import tree
from orders.reader import read
from referee.db.drafts import draft_of
from referee.db.press import replace_press, waiting_press
from referee.errors import UserError
from referee.round.answer import Answer
from referee.round.answering import Sent, answer_for_one
from referee.round.desk import Desk
from referee.round.filing import Filing, file_for_seats
from referee.round.joint_answer import joint_answer
from referee.round.press import Pigeonholes, with_plain_press
from referee.round.unfit import NOTHING_BESIDE, Beside
from referee.round.views import view_of
from referee.round.vocabulary import vocabulary_of
from referee.rules.apply import opened
from referee.rules.events import Entry, Event, OrdersFiled, Seat
from referee.service.game_log import GameLog, Work
from referee.service.order_text import OrdersRefusedError
from referee.service.press import tell_of_unread


def file_orders(
    work: Work,
    game: str,
    handle: str,
    text: str,
    source: str,
    available: frozenset[Beside] = NOTHING_BESIDE,
    received: str | None = None,
) -> Answer:
    """File a text for a player; `source` says where it came from, `available` what the caller sees to beside orders.

    `received` is when a mail came in; None: the referee files it, now.

    A person who plays several seats files for all of them, in one transaction; with the handle of one of them, or
    with a `player` line that names one, for that one. What is not understood at all is answered NOT FILED and leaves
    no trace. Raises UserError for a text that is refused: another game's, another player's, a closed round's, one
    past the limits, and one after the deadline of a round that is held, unless it is for later rounds alone.
    """
    # gather
    log = work.log(game)
    seats = log.seats_of(handle)
    waits = _waits(work, log)
    # decide
    answer, decided = _decide(log, seats, text, source, available, waits)
    # apply
    events = [event for one in decided.values() for event in one.events]
    _refuse_if_closed(work, log, events, received)
    if events:
        work.append(log, [Entry(event, round=log.desk.round) for event in events])
    for seat, one in decided.items():
        if one.press is not None:
            tenure = log.tenures.count(seat)
            replace_press(work.unit, log.name, seat, tenure, one.press_round, one.press)
            if one.press:
                tell_of_unread(work, log, one.press_round)
    return replace(answer, filing=True)


def _refuse_if_closed(work: Work, log: GameLog, events: Sequence[Event], received: str | None) -> None:
    """Keep what comes after the deadline from a round that is held; a player is told that it is closed, no more."""
    desk = log.desk
    is_late = desk.deadline is not None and (received or work.at) > desk.deadline
    if not is_late or all(map(desk.is_for_later, events)) or draft_of(work.unit, log.name) is None:
        return
    late = f"{log.name}: the deadline of round {desk.round} has passed ({desk.deadline})"
    raise OrdersRefusedError(
        f"{late}, and the round is held. Nothing was filed. If these orders shall count, discard it first: "
        f"referee discard {log.name}"
        if received is None
        else f"{late}, and it is closed. Nothing was filed; {_how_to_go_on(desk, events)}"
    )


def _how_to_go_on(desk: Desk, events: Sequence[Event]) -> str:
    """What a player can do whose mail came after the deadline: who leaves does so with the round that is open."""
    if any(isinstance(one, OrdersFiled) and one.resign for one in events):
        return f"`resign` can be sent again when the report of round {desk.round} has come."
    return f"for the next round, write `round {desk.last_round + 1}` above your orders."


def orders_as_filed(log: GameLog, handle: str, text: str, source: str) -> tuple[Answer, list[Entry]]:
    """The answer to a text for a player and the events that file it, in a log that may not be written yet.

    Raises UserError as `file_orders` does, and for press, which is kept beside the log.
    """
    answer, decided = _decide(log, log.seats_of(handle), text, source, NOTHING_BESIDE, Pigeonholes())
    if any(one.press for one in decided.values()):
        raise OrdersRefusedError(f"{log.name}: there is press in it. Take it out; nothing was filed.")
    return answer, [Entry(event, log.desk.round) for one in decided.values() for event in one.events]


def check_orders(work: Work, game: str, handle: str | None, text: str) -> Answer:
    """The answer that filing the text would get now; `handle` None: whom its `player` line names."""
    log = work.log(game)
    named = handle or header_of(log, text).player
    if named is None:
        raise UserError(f"Whose orders are these? Say so with --player; {log.name} has {log.players()}.")
    return _decide(log, log.seats_of(named), text, "check", NOTHING_BESIDE, _waits(work, log))[0]


def header_of(log: GameLog, text: str) -> tree.Header:
    """What a text says of itself: for which game, player and round it is."""
    return read(text, vocabulary_of(opened(log.opening), None)).orders.header


def _waits(work: Work, log: GameLog) -> Pigeonholes:
    """Which seats have press that waits, and for which reports."""
    return Pigeonholes(frozenset((one.seat, one.round) for one in waiting_press(work.unit, log.name)))


def _decide(
    log: GameLog,
    seats: tuple[Seat, ...],
    text: str,
    source: str,
    available: frozenset[Beside],
    waits: Pigeonholes,
) -> tuple[Answer, dict[Seat, Filing]]:
    # gather
    sent = _read_for(log, seats, text)
    views = {seat: view_of(log.entries, seat) for seat in sent.seats}
    # decide
    try:
        decided = file_for_seats(log.desk, sent.seats, sent.reading, sent.words, source, available, waits)
    except UserError as refusal:
        raise OrdersRefusedError(f"{log.name}: {refusal}") from refusal
    answer = (
        answer_for_one(log.desk, views[sent.seats[0]], sent, decided[0])
        if len(decided) == 1
        else joint_answer(log.desk, views, sent, decided)
    )
    return answer, dict(zip(sent.seats, decided, strict=True))


def _read_for(log: GameLog, seats: tuple[Seat, ...], text: str) -> Sent:
    """The text for these seats; of several, for the one alone that its `player` line names."""
    name = log.name_of(seats)
    words = vocabulary_of(opened(log.opening), name)
    reading = with_plain_press(read(text, words))
    player = (reading.orders.header.player or "").lower()
    one = tuple(seat for seat in seats if seat.lower() == player)
    if one and len(seats) > 1:
        return _read_for(log, one, text)
    _check_header(log, seats, name, reading.orders.header)
    return Sent(log.name, name, seats, text, reading, words)


def _check_header(log: GameLog, seats: tuple[Seat, ...], name: str, header: tree.Header) -> None:
    """A file that says whose it is must be right; case makes no difference."""
    if header.game is not None and header.game.lower() != log.name.lower():
        raise OrdersRefusedError(
            f"The file says `game {header.game}`, but it was sent to {log.name}. Correct one of them; "
            "nothing was filed."
        )
    persons = [person for person, own in log.persons.items() if set(seats) <= set(own)]
    if header.player is not None and header.player.lower() not in map(str.lower, (name, *persons)):
        raise OrdersRefusedError(
            f"The file says `player {header.player}`, but it was sent for {name}. Correct one of them; "
            "nothing was filed."
        )
