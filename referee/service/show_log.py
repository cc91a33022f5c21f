"""The log of a game, for the public, for a player, or whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.db.codec import Record
from referee.db.export import Reader, export_lines, may_read
from referee.round.effective import not_gone_behind
from referee.rules.events import RoundReopened
from referee.service.game_log import Work


@dataclass(frozen=True, slots=True)
class LogLine:
    """What a person wants to know of a record; `void` tells that a later reopening cancels it."""

    seq: int
    round: int | None
    play: int | None
    seat: str | None
    kind: str
    data: dict[str, Any]
    void: bool = False


@dataclass(frozen=True, slots=True)
class LogView:
    """A game's records and who looks at them; `game_id` is what the chain starts from, `counting` those not void."""

    game_id: str
    records: tuple[Record, ...]
    reader: Reader
    counting: frozenset[int]

    def seen(self) -> Iterator[LogLine]:
        """The records that the reader may see, for a person."""
        for one in self.records:
            if may_read(one, self.reader):
                yield LogLine(
                    one.seq, one.round, one.play, one.seat, one.kind, one.data, one.seq not in self.counting
                )

    def lines(self) -> Iterator[str]:
        """JSON Lines, one a record: of what the reader may not see, the digest alone; void ones say so."""
        void = {one.seq for one in self.records} - self.counting
        yield from export_lines(self.game_id, self.records, self.reader, void)


def show_log(work: Work, game: str, *, handle: str | None = None, everything: bool = False) -> LogView:
    """The public log; with a handle what the present holder of its seats may see; or everything, for the referee."""
    found = work.unit.game(game)
    reader: Reader = "public"
    if handle is not None:
        log = work.log(game)
        reader = tuple(log.tenures.reader_of(seat) for seat in log.seats_of(handle))
    elif everything:
        reader = "referee"
    records = tuple(work.unit.records(game))
    return LogView(found.id, records, reader, frozenset(not_gone_behind([_back_to(one) for one in records])))


def _back_to(record: Record) -> int | None:
    """The record to which a reopening goes back; a log is shown, too, that cannot be replayed."""
    back = record.data.get("back_to_seq") if record.kind == RoundReopened.KIND else None
    return back if type(back) is int else None
