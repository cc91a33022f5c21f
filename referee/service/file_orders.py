"""Filing orders, and reading them for a game without filing."""

from __future__ import annotations

from dataclasses import replace

from orders import tree
from orders.reader import read
from referee.errors import UserError
from referee.round import filing
from referee.round.answer import Answer
from referee.round.vocabulary import vocabulary_of
from referee.rules.apply import opened
from referee.rules.events import Entry, GameOpened, Seat, UnreadableEvent
from referee.service.answering import written_answer
from referee.service.game_log import GameLog, Work
from referee.service.order_text import OrdersRefusedError


def file_orders(work: Work, game: str, handle: str, text: str, source: str) -> Answer:
    """File a text for a player; `source` says where it came from.

    What is not understood at all is answered NOT FILED and leaves no trace. Raises UserError for a text that is
    refused: another game's, another player's, a closed round's, one past the limits.
    """
    # gather
    log = work.log(game)
    seat = log.seat(handle)
    # decide
    answer, decided = _decide(log, seat, text, source)
    # apply
    if decided.events:
        work.append(log, [Entry(event, round=log.desk.round) for event in decided.events])
    return replace(answer, filing=True)


def check_orders(work: Work, game: str, handle: str | None, text: str) -> Answer:
    """The answer that filing the text would get now; `handle` None: whom its `player` line names."""
    log = work.log(game)
    named = handle or read(text, vocabulary_of(opened(_opening(log)), None)).orders.header.player
    if named is None:
        raise UserError(
            f"Whose orders are these? Say so with --player; {log.name} has {', '.join(log.seats)}."
        )
    return _decide(log, log.seat(named), text, "check")[0]


def _decide(log: GameLog, seat: Seat, text: str, source: str) -> tuple[Answer, filing.Filing]:
    words = vocabulary_of(opened(_opening(log)), seat)
    reading = read(text, words)
    _check_header(log, seat, reading.orders.header)
    try:
        decided = filing.file_orders(log.desk, seat, reading, words, source)
    except UserError as refusal:
        raise OrdersRefusedError(f"{log.name}: {refusal}") from refusal
    answer = replace(
        written_answer(log, seat, reading, decided.round, decided.in_force),
        text=text,
        verdict=decided.verdict,
        canonical=decided.understood,
        problems=decided.problems,
        remarks=decided.remarks,
    )
    return answer, decided


def _check_header(log: GameLog, seat: Seat, header: tree.Header) -> None:
    """A file that says whose it is must be right; case makes no difference."""
    if header.game is not None and header.game.lower() != log.name.lower():
        raise OrdersRefusedError(
            f"The file says `game {header.game}`, but it was sent to {log.name}. Correct one of them; "
            "nothing was filed."
        )
    if header.player is not None and header.player.lower() != seat.lower():
        raise OrdersRefusedError(
            f"The file says `player {header.player}`, but it was sent for {seat}. Correct one of them; "
            "nothing was filed."
        )


def _opening(log: GameLog) -> GameOpened:
    first = log.written[0].event
    if not isinstance(first, GameOpened):
        raise UnreadableEvent("a game's first event is its opening")
    return first
