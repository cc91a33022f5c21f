"""Through which logs a head goes: looked up record by record, no log being read."""

from collections.abc import Collection

from sqlmodel import and_, col, select

from referee.db.links import Head
from referee.db.tables import EventRow, GameRow
from referee.db.unit import Unit


def missed_by(unit: Unit, game: str, heads: Collection[Head]) -> set[Head]:
    """The heads that the log of a game does not go through; a head at 0 is its id."""
    numbers = {head.seq for head in heads}
    stored = select(EventRow.seq, EventRow.hash).where(
        EventRow.game == unit.key_of(game), col(EventRow.seq).in_(numbers)
    )
    hashes = {0: unit.game(game).id} | {seq: str(link) for seq, link in unit.session.exec(stored)}
    return {head for head in heads if not hashes.get(head.seq, "").startswith(head.hash)}


def games_through(unit: Unit, head: Head) -> list[str]:
    """The games whose logs go through a head, in the order in which they were opened."""
    its_record = and_(col(EventRow.game) == GameRow.key, col(EventRow.seq) == head.seq)
    found = select(GameRow.name).join(EventRow, its_record)
    found = found.where(col(EventRow.hash).startswith(head.hash)).order_by(col(GameRow.key))
    return [name for name in unit.session.exec(found) if isinstance(name, str)]
