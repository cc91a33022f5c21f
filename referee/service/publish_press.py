"""Publishing press with the round after which it is looked at: its words beside the log, their digests in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from orders import tree
from referee.db.links import digest_of
from referee.db.press import (
    PressWaiting,
    PressWords,
    drop_press,
    keep_as,
    keep_words,
    waiting_press,
    words_of,
)
from referee.round.position import SeatPosition
from referee.round.press import read_item, text_of
from referee.round.spoken import Sealed, in_order, played, said
from referee.round.views import view_of
from referee.round.vocabulary import vocabulary_of
from referee.rules.events import Entry, GameEnded, PressPublished, RoundClosed, Seat, SeatLeft
from referee.service.game_log import GameLog, Work

SALT: Final = 32
"""Bytes of the salt of a digest: words are few, and could be guessed without it."""


@dataclass(slots=True)
class _Sorted:
    """What becomes of the press that waits: published, gone, or waiting on for the referee, as what it then is."""

    published: list[tuple[Seat, tree.Press]] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    waits_on: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WithPress:
    """What happened in a round, with the press that is published in it, its words, and what becomes of the rest.

    `gone` are the numbers of press that waits no more, `waits_on` what goes on to wait, as what it then is.
    """

    happened: list[Entry]
    words: list[PressWords] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    waits_on: dict[int, str] = field(default_factory=dict)


def publish_press(work: Work, log: GameLog, happened: Sequence[Entry]) -> list[Entry]:
    """What happened in a round, with what is published of the press that waited for it, before the round closes.

    `log` ends before it. The words are kept, and what waited is gone, in the same transaction: nothing tells then who
    wrote anonymous press.
    """
    found = with_press(work, log, happened)
    keep_words(work.unit, log.name, found.words)
    drop_press(work.unit, found.gone)
    for key, text in found.waits_on.items():
        keep_as(work.unit, key, text)
    return found.happened


def with_press(work: Work, log: GameLog, happened: Sequence[Entry]) -> WithPress:
    """What `publish_press` would do now; nothing is written."""
    # gather
    waiting = waiting_press(work.unit, log.name)
    if not waiting:
        return WithPress(list(happened))
    # decide
    found = _sorted(log, happened, waiting)
    kept = [(_sealed(work, press.text), seat, press) for seat, press in found.published]
    events = in_order([Sealed(words.digest, seat, press) for words, seat, press in kept], _order(log))
    closes = next(place for place, one in enumerate(happened) if isinstance(one.event, RoundClosed))
    published = [Entry(event, happened[closes].round) for event in events]
    return WithPress(
        [*happened[:closes], *published, *happened[closes:]],
        [words for words, _, _ in kept],
        found.gone,
        found.waits_on,
    )


def words_for(work: Work, log: GameLog, number: int | None = None) -> dict[str, str]:
    """The words of press by digest, as far as they are still there: of one round, or all."""
    digests = digests_in(log.entries, number)
    return {one.digest: one.words for one in words_of(work.unit, log.name, digests)} if digests else {}


def digests_in(entries: Iterable[Entry], number: int | None = None) -> list[str]:
    """What stands for the press that some entries publish, in one round or in all."""
    return [
        entry.event.digest
        for entry in entries
        if isinstance(entry.event, PressPublished) and number in (None, entry.round)
    ]


def _sorted(log: GameLog, happened: Sequence[Entry], waiting: Sequence[PressWaiting]) -> _Sorted:
    found = _Sorted()
    is_over = any(isinstance(one.event, GameEnded) for one in happened)
    removed = {one.event.seat for one in happened if _is_removed(one)}
    nobody = {*log.desk.left, *removed}
    then = [*log.entries, *played(happened)]
    views = {seat: view_of(then, seat) for seat in {one.seat for one in waiting}}
    for one in waiting:
        view = views[one.seat]
        item = read_item(one.text, vocabulary_of(view, one.seat))
        if one.seat in nobody or one.tenure != log.tenures.count(one.seat):
            found.gone.append(one.key)
        elif one.round > (log.desk.round or 0) or item is None:
            found.gone += [one.key] if is_over else []
        elif (press := said(item, SeatPosition(view, one.seat))) is None or press.to in nobody:
            found.gone.append(one.key)
        elif log.desk.moderates_press and not one.approved:
            found.gone += [one.key] if is_over else []
            found.waits_on |= {} if is_over else {one.key: text_of(press)}
        else:
            found.gone.append(one.key)
            found.published.append((one.seat, press))
    return found


def _is_removed(entry: Entry) -> bool:
    return isinstance(entry.event, SeatLeft) and entry.event.how == "removed"


def _order(log: GameLog) -> Sequence[Seat]:
    return log.desk.order or log.desk.seats


def _sealed(work: Work, words: str) -> PressWords:
    salt = work.unit.token(SALT).hex()
    return PressWords(digest_of(salt, words), salt, words)
