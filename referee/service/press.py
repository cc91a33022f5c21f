"""Press that waits: the referee looks at it, and where the game says so publishes nothing that he has not read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from orders import tree
from referee.db.holders import holder_of
from referee.db.press import PressWaiting, approve_press, drop_press, waiting_press
from referee.errors import UserError
from referee.report.letters import press_refused_text
from referee.round.press import press_in, read_item
from referee.round.vocabulary import vocabulary_of
from referee.rules.apply import opened
from referee.rules.events import Seat
from referee.service.game_log import GameLog, Work
from referee.service.letters import Words, tell_referee, write_to


@dataclass(frozen=True, slots=True)
class PressItem:
    """Press that waits for the report of round `round`, or the first one after it.

    `by` is None where it is anonymous, `to` where it is to all. `has_condition`: it is published only if its
    condition holds after the round. `accepted` tells that the referee has read it, where he must.
    """

    key: int
    by: Seat | None
    to: Seat | None
    anonymous: bool
    round: int
    has_condition: bool
    accepted: bool
    words: str


@dataclass(frozen=True, slots=True)
class GamePress:
    """The press of a game that waits, what is signed first; `moderated` tells that it is read first."""

    game: str
    moderated: bool
    items: tuple[PressItem, ...]


@dataclass(frozen=True, slots=True)
class PressRefused:
    """Press that will not be published, and whether a letter tells its author."""

    game: str
    item: PressItem
    why: str
    told: bool


def show_press(work: Work, game: str) -> GamePress:
    """What waits in a game; of anonymous press nobody is told who wrote it, the referee neither."""
    log = work.log(game)
    items = [_item(log, one) for one in waiting_press(work.unit, log.name)]
    return GamePress(log.name, log.desk.moderates_press, tuple(sorted(items, key=_signed_first)))


def accept_press(work: Work, game: str, keys: Sequence[int]) -> tuple[PressItem, ...]:
    """The referee has read this press, and it is published. Raises UserError where nothing waits for that."""
    # gather
    log = work.log(game)
    found = [_found(work, log, key) for key in dict.fromkeys(keys)]
    # apply
    for one in found:
        approve_press(work.unit, one.key)
    return tuple(_item(log, one) for one in found)


def refuse_press(work: Work, game: str, key: int, why: str) -> PressRefused:
    """This press is not published: it is deleted, and its author told why, where he has an address.

    Raises UserError where nothing waits for that, and for no reason.
    """
    # gather
    log = work.log(game)
    one = _found(work, log, key)
    item = _item(log, one)
    if not why.strip():
        raise UserError('Say why, for its author: --refuse NUMBER "No names of third people, please."')
    author = holder_of(work.unit, log.name, one.seat, one.tenure)
    # apply
    drop_press(work.unit, [key])
    text = press_refused_text(log.name, item.words, why)
    subject = f"{log.name}: your press is not published"
    told = write_to(
        work, author, Words("notice", ("press", log.name, str(key)), subject, text, game=log.name)
    )
    return PressRefused(log.name, item, why, told)


def count_unread(work: Work, log: GameLog) -> int:
    """How much press waits for the referee to read it, for whatever report; none where he does not read it first."""
    return (
        sum(one.approved is None for one in waiting_press(work.unit, log.name))
        if log.desk.moderates_press
        else 0
    )


def tell_of_unread(work: Work, log: GameLog, number: int) -> None:
    """Tell the referee once a round that press waits to be read, where the game says that he reads it first."""
    if log.desk.moderates_press:
        tell_referee(
            work,
            ("press waits", log.name, str(number)),
            f"{log.name}: words wait to be read",
            f"What players wrote for the report of round {number} of {log.name} waits to be read by you. What you "
            "have not accepted by then waits for a later one.",
            (),
            (f"referee press {log.name}",),
        )


def _signed_first(item: PressItem) -> tuple[bool, int, str, int]:
    return (item.anonymous, item.round, item.by or "", item.key)


def _found(work: Work, log: GameLog, key: int) -> PressWaiting:
    if not log.desk.moderates_press:
        raise UserError(
            f"Press of {log.name} is published as it comes: nothing waits to be accepted. A game whose press is read "
            "first is opened with --set press=moderated."
        )
    found = next((one for one in waiting_press(work.unit, log.name) if one.key == key), None)
    if found is None:
        raise UserError(f"No press {key} waits in {log.name}. What does: referee press {log.name}")
    return found


def _item(log: GameLog, one: PressWaiting) -> PressItem:
    read = read_item(one.text, vocabulary_of(opened(log.opening), one.seat))
    press = None if read is None else press_in(read)
    return PressItem(
        key=one.key,
        by=None if press is None or press.anonymous else one.seat,
        to=None if press is None else press.to,
        anonymous=press is None or press.anonymous,
        round=one.round,
        has_condition=not isinstance(read, tree.Press),
        accepted=bool(one.approved),
        words=one.text if press is None else press.text,
    )
