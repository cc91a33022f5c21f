"""Holding a round: it is decided, seen by the referee alone, and then released or thrown away.

Nothing of it is kept but a digest: it is decided again from the log, by the same orders, when it is looked at and
when it is released, so that what goes out is what was seen. Whatever else is written to the log throws it away
(`Work.append`).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Final

from referee.clock import later
from referee.db.codec import encode
from referee.db.drafts import HeldRound, discard_draft, draft_of, keep_draft
from referee.errors import UserError
from referee.rules.events import Entry, GameEnded, RoundOpened, Seat
from referee.service.game_log import GameLog, Work
from referee.service.publish import readers_of, render
from referee.service.publish_press import with_press
from referee.service.records import drafts_of
from referee.service.resolve_round import Decided, Resolved, decide_round, publish_decided
from referee.service.show_report import Report

_NO_TIME: Final = "0001-01-01T00:00:00Z"
"""What stands for the time of a record in a digest that is of whatever time."""


@dataclass(frozen=True, slots=True)
class Held:
    """A round that is held, until `due` or (None) until somebody releases it; `ends`: the game ends with it."""

    game: str
    round: int
    due: str | None
    ends: bool = False


class ChangedError(UserError):
    """What would happen now is not what was held; `fact` says so, without the game and what can be typed then."""

    def __init__(self, held: HeldRound) -> None:
        """Say which round it is, and what the referee can do."""
        self.fact = _changed(held)
        game = held.game
        super().__init__(
            f"{game}: {self.fact} Nothing was changed. What would happen: referee report {game} --draft. If that is "
            f"right: referee discard {game}, and referee resolve {game}"
        )


def hold_round(
    work: Work, game: str, *, misses_meant: bool, seconds: int | None, number: int | None = None
) -> Held:
    """Decide the open round and hold it, for so many seconds or (None) until somebody releases it.

    Raises UserError for whatever `resolve_round` does.
    """
    decided = decide_round(work, game, misses_meant=misses_meant, number=number)
    held = HeldRound(
        game=decided.log.name,
        round=decided.round,
        seq=decided.log.head.seq,
        head=decided.log.head.hash,
        digest=_digest_of(decided),
        missing=misses_meant,
        made=work.at,
        due=None if seconds is None else later(work.at, seconds),
    )
    keep_draft(work.unit, held)
    ends = any(isinstance(one.event, GameEnded) for one in decided.happened)
    return Held(held.game, held.round, held.due, ends=ends)


def held_number(work: Work, log: GameLog) -> int | None:
    """Which round of a game is held, if one is."""
    held = draft_of(work.unit, log.name)
    return None if held is None else held.round


def draft_reports(work: Work, game: str, handle: str | None) -> tuple[Report, ...]:
    """The reports of the round that is held as they would go out now, for a player or (None) for all; not written.

    Raises UserError where no round is held, or it could not be resolved now.
    """
    # gather
    held = _held(work, game)
    decided = _decided_again(work, held)
    log = decided.log
    seats = (None,) if handle is None else log.seats_of(handle)
    # decide
    found = with_press(work, log, decided.happened)
    words = {one.digest: one.words for one in found.words}
    then = log.with_more(found.happened, work.at)
    remark = None if _is_as_held(decided, held) else f"{held.game}: {_changed(held)}"
    for seat in seats:
        _refuse_unless_reader(then, decided.round, seat)
    texts = {seat: render(then, decided.round, seat, work.at, words, is_draft=True) for seat in seats}
    return tuple(
        Report(log.name, decided.round, seat, None, text.encode(), remark) for seat, text in texts.items()
    )


def release_round(work: Work, game: str) -> Resolved:
    """Record and publish the round that is held, as `resolve_round` does.

    Raises ChangedError if what would happen now is not what was held, and UserError where no round is held, or it may
    not be resolved any more.
    """
    held = _held(work, game)
    decided = _decided_again(work, held)
    if not _is_as_held(decided, held):
        raise ChangedError(held)
    return publish_decided(work, decided)


def discard_round(work: Work, game: str) -> Held:
    """Throw away the round that is held: it is open as before, but no machine holds or resolves it unasked.

    It is the referee's until something changes what happens in it. Raises UserError where no round is held.
    """
    held = _held(work, game)
    discard_draft(work.unit, held.game)
    return Held(held.game, held.round, held.due)


def _held(work: Work, game: str) -> HeldRound:
    name = work.unit.game(game).name
    held = draft_of(work.unit, name)
    if held is None:
        is_over = work.log(name).desk.round is None
        todo = "" if is_over else f" To hold it: referee resolve {name} --hold"
        raise UserError(
            f"{name}: {'the game is over, and ' if is_over else ''}no round is held. Nothing was changed.{todo}"
        )
    return held


def _decided_again(work: Work, held: HeldRound) -> Decided:
    return decide_round(work, held.game, misses_meant=held.missing, though_held=True)


def _is_as_held(decided: Decided, held: HeldRound) -> bool:
    return decided.round == held.round and _digest_of(decided) == held.digest


def _changed(held: HeldRound) -> str:
    return f"what would happen in round {held.round} now is not what was held on {held.made}."


def _refuse_unless_reader(log: GameLog, number: int, seat: Seat | None) -> None:
    if seat is not None and seat not in readers_of(log.desk, number):
        raise UserError(f"{seat} gets no report of round {number} of {log.name}: nobody holds that seat.")


def _digest_of(decided: Decided) -> str:
    """A digest of all that happens, but for when: a round opens, and has its deadline, when the last is published."""
    drafts = drafts_of(map(_without_time, decided.happened), _NO_TIME, decided.log.tenures)
    return hashlib.sha256("\n".join(map(encode, drafts)).encode()).hexdigest()


def _without_time(entry: Entry) -> Entry:
    event = entry.event
    return replace(entry, event=replace(event, deadline=None)) if isinstance(event, RoundOpened) else entry
