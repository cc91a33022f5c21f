"""The log of a game, for the public, for a player, or whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.db.codec import Record
from referee.db.export import Reader, export_lines, may_read
from referee.service.game_log import Work


@dataclass(frozen=True, slots=True)
class LogLine:
    """What a person wants to know of a record."""

    seq: int
    round: int | None
    play: int | None
    seat: str | None
    kind: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class LogView:
    """A game's records and who looks at them; `game_id` is what the chain starts from."""

    game_id: str
    records: tuple[Record, ...]
    reader: Reader

    def seen(self) -> Iterator[LogLine]:
        """The records that the reader may see, for a person."""
        for one in self.records:
            if may_read(one, self.reader):
                yield LogLine(one.seq, one.round, one.play, one.seat, one.kind, one.data)

    def lines(self) -> Iterator[str]:
        """JSON Lines, one a record: of what the reader may not see, the digest alone."""
        yield from export_lines(self.game_id, self.records, self.reader)


def show_log(work: Work, game: str, *, handle: str | None = None, everything: bool = False) -> LogView:
    """The public log; with a handle what the present holder of its seats may see; or everything, for the referee."""
    found = work.unit.game(game)
    reader: Reader = "public"
    if handle is not None:
        log = work.log(game)
        reader = tuple(log.tenures.reader_of(seat) for seat in log.seats_of(handle))
    elif everything:
        reader = "referee"
    return LogView(found.id, tuple(work.unit.records(game)), reader)
