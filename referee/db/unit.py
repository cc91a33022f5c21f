"""One unit of work: everything that is read from, and written to, the database in one transaction."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import select as sa_select
from sqlmodel import Session, col, func, insert, select

from referee.clock import Entropy
from referee.db.chain import verify_chain
from referee.db.codec import Draft, NotARecordError, Record, decode, encode, is_canonical
from referee.db.likeness import suggested
from referee.db.links import Fault, Head, Row, digest_of, link_of
from referee.db.tables import EventRow, GameRow, PublicationRow
from referee.errors import UserError

REPORT = "report.txt"
"""The name under which a round's report in plain text is published."""


_LARGEST = 2**31 - 1
"""The last number that every database takes for a round."""


class UnknownGameError(UserError):
    """No game has that name."""


class GameExistsError(UserError):
    """A game has that name already, but for upper and lower case."""


class Overtaken(UserError):  # noqa: N818  # nobody made an error: another was faster
    """Another writer was first: what was decided does not start from the present state."""


class DamagedError(UserError):
    """A log is no longer what was written."""


class NotAPublicationError(ValueError):
    """A row that no `publish` has written."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game in the store; `id` is the random value from which its chain starts."""

    name: str
    id: str
    at: str


@dataclass(frozen=True, slots=True)
class Publication:
    """What was published to one reader; the bytes are those that he got.

    `recipient` is None for the public. `seq` and `head` are the log's head at that moment, as the report
    itself states it.
    """

    game: str
    round: int
    recipient: str | None
    name: str
    media: str
    body: bytes
    seq: int
    head: str
    at: str


class _GameRow(NamedTuple):
    key: int
    id: str
    name: str
    at: str


class Unit:
    """Made by `Store.read` and `Store.write`; good until their `with` ends.

    Games are named as users name them, upper and lower case being the same. Every method that takes a game
    raises UnknownGameError.
    """

    def __init__(self, session: Session, entropy: Entropy) -> None:
        """Work through `session`, whose transaction has begun; salts and ids come from `entropy`."""
        self.session = session
        self._entropy = entropy
        self._known: dict[str, _GameRow] = {}

    def token(self, size: int) -> bytes:
        """So many fresh bytes that nobody may guess."""
        return self._entropy.token(size)

    def games(self) -> list[Game]:
        """All games in the order in which they were opened."""
        rows = self.session.exec(select(GameRow.name, GameRow.id, GameRow.at).order_by(col(GameRow.key)))
        return [_game(*row) for row in rows]

    def game(self, name: str) -> Game:
        """The game of that name."""
        row = self._row(name)
        return Game(row.name, row.id, row.at)

    def key_of(self, name: str) -> int:
        """The number by which the tables call a game."""
        return self._row(name).key

    def heads(self) -> dict[str, int]:
        """How many records the log of each game has, in the order in which the games were opened."""
        last = select(func.max(EventRow.seq)).where(EventRow.game == GameRow.key).scalar_subquery()
        rows = self.session.exec(select(GameRow.name, last).order_by(col(GameRow.key)))
        return {name: seq or 0 for name, seq in rows}

    def lock_game(self, game: str) -> bool:
        """Whether the game is this unit's alone from now on, and not another one's. SQLite's writers have all."""
        own = select(GameRow.key).where(GameRow.key == self.key_of(game))
        return self.session.exec(own.with_for_update(skip_locked=True)).first() is not None

    def create_game(self, name: str, at: str) -> Game:
        """Enter a game with an empty log; raises GameExistsError, or UserError for a name that is none."""
        if not name or not name.isprintable():
            raise UserError(f"A game cannot be called {name!r}. Give it a name that can be printed.")
        name_key = name.casefold()
        there = self.session.exec(select(GameRow.name).where(GameRow.name_key == name_key)).first()
        if there is not None:
            raise GameExistsError(f"There is a game {there} already. Give the new one another name.")
        last = self.session.exec(select(func.max(GameRow.key))).one()
        game = Game(name, self._entropy.token(32).hex(), at)
        values = {"key": (last or 0) + 1, "id": game.id, "name": name, "name_key": name_key, "at": at}
        self.session.exec(insert(GameRow).values(values))
        return game

    def head(self, game: str) -> Head:
        """How far the log goes; for an empty one, 0 and the game's id."""
        row = self._row(game)
        last = self.session.exec(
            select(EventRow.seq, EventRow.hash)
            .where(EventRow.game == row.key)
            .order_by(col(EventRow.seq).desc())
            .limit(1)
        ).first()
        if last and tuple(map(type, last)) != (int, str):
            raise _damaged(row.name, last[0], "number and hash are not stored as such")
        return Head(*last) if last else Head(0, row.id)

    def last_kind(self, game: str) -> str | None:
        """The kind of the last record, the log not looked at otherwise; None if there is none that can be read."""
        last = self._rows(game, self.head(game).seq - 1)
        return next((record.kind for record in self._decode(game, last)), None)

    def append(self, game: str, expected_seq: int, drafts: Sequence[Draft]) -> list[Record]:
        """Write `drafts` after record `expected_seq`, the last that their author has seen; 0 for a new game.

        Raises:
            Overtaken: the log has gone on since; nothing was written, decide again from `load`.
            ValueError: a draft is not well formed.
        """
        row = self._row(game)
        head = self.head(game)
        if head.seq != expected_seq:
            raise Overtaken(
                f"Somebody else has just written to {row.name}: its log stands at {head.seq}, not at "
                f"{expected_seq}. Nothing was changed; look at the game and try again."
            )
        records, previous = [], head.hash
        for seq, draft in enumerate(drafts, head.seq + 1):
            text, salt = encode(draft), self._entropy.token(32).hex()
            previous = link_of(previous, seq, digest_of(salt, text))
            records.append(decode(row.name, seq, text, salt, previous))
        if records:
            values: list[dict[str, Any]] = [
                {"game": row.key, "seq": new.seq, "text": new.text, "salt": new.salt, "hash": new.hash}
                for new in records
            ]
            self.session.exec(insert(EventRow), params=values)
        return records

    def records(self, game: str, after: int = 0) -> list[Record]:
        """The log as it stands from record `after` + 1 on, its chain not looked at."""
        return self._decode(game, self._rows(game, after))

    def load(self, game: str) -> list[Record]:
        """The whole log, its chain verified; raises DamagedError with the first fault."""
        rows = self._rows(game)
        faults = verify_chain(self._row(game).id, rows)
        if faults:
            raise _damaged(self._row(game).name, faults[0].seq, faults[0].message)
        return self._decode(game, rows)

    def verify(self, game: str, heads: Iterable[Head] = ()) -> list[Fault]:
        """All that is wrong with the log, measured also by `heads` and by every report that was published."""
        row = self._row(game)
        published = self.session.exec(
            select(PublicationRow.seq, PublicationRow.head).where(PublicationRow.game == row.key).distinct()
        )
        stated = [Head(*head) for head in published if tuple(map(type, head)) == (int, str)]
        rows = self._rows(game)
        return verify_chain(row.id, rows, [*heads, *stated]) or list(_unreadable(row.name, rows))

    def publish(self, publication: Publication) -> None:
        """Keep what was sent, for ever. One name once for each recipient and head.

        Raises ValueError if the report states a head that the log does not have: then it is not true.
        """
        row = self._row(publication.game)
        stated = self.session.exec(
            select(EventRow.hash).where(EventRow.game == row.key, EventRow.seq == publication.seq)
        ).first()
        if stated != publication.head:
            raise ValueError(f"the log of {row.name} has no head {publication.seq}:{publication.head}")
        values = {
            "game": row.key,
            "seq": publication.seq,
            "recipient": publication.recipient or "",
            "name": publication.name,
            "round": publication.round,
            "media": publication.media,
            "body": publication.body,
            "head": publication.head,
            "at": publication.at,
        }
        self.session.exec(insert(PublicationRow).values(values))

    def published(
        self, game: str, round_number: int | None = None, recipient: str | None = None, name: str = REPORT
    ) -> Publication | None:
        """What that recipient (None: the public) last got of that round, or of the latest round."""
        row = self._row(game)
        if round_number is not None and not 0 <= round_number <= _LARGEST:
            return None
        wanted = _stored(row.key).where(
            PublicationRow.recipient == (recipient or ""), PublicationRow.name == name
        )
        if round_number is not None:
            wanted = wanted.where(PublicationRow.round == round_number)
        found = self.session.exec(wanted.order_by(col(PublicationRow.seq).desc()).limit(1)).first()
        if found is None:
            return None
        try:
            return _publication(row.name, found)
        except NotAPublicationError as problem:
            raise DamagedError(f"{row.name}: {problem}; run referee verify {row.name}.") from problem

    def publications(self, game: str) -> list[Publication]:
        """Everything that was published of a game, in that order, the public before the seats."""
        found, faults = self.look_at_publications(game)
        if faults:
            raise DamagedError(
                f"{self._row(game).name}: {faults[0]}; run referee verify {self._row(game).name}."
            )
        return found

    def look_at_publications(self, game: str) -> tuple[list[Publication], list[str]]:
        """The same as far as it can be read, and a clause for each that cannot."""
        row = self._row(game)
        order = (col(PublicationRow.seq), col(PublicationRow.recipient), col(PublicationRow.name))
        found: list[Publication] = []
        faults: list[str] = []
        for values in self.session.exec(_stored(row.key).order_by(*order)):
            try:
                found.append(_publication(row.name, values))
            except NotAPublicationError as problem:
                faults.append(str(problem))
        return found, faults

    def _rows(self, game: str, after: int = 0) -> list[Row]:
        query = select(EventRow.seq, EventRow.text, EventRow.salt, EventRow.hash)
        of_game = query.where(EventRow.game == self._row(game).key, EventRow.seq > after)
        return [Row(*row) for row in self.session.exec(of_game.order_by(col(EventRow.seq)))]

    def _decode(self, game: str, rows: Iterable[Row]) -> list[Record]:
        name, records = self._row(game).name, []
        for row in rows:
            try:
                records.append(decode(name, row.seq, row.text, row.salt, row.hash))
            except NotARecordError as problem:
                raise _damaged(name, row.seq, f"record {row.seq} cannot be read: {problem}") from problem
        return records

    def _row(self, name: str) -> _GameRow:
        key = name.casefold()
        if key not in self._known:
            query = select(GameRow.key, GameRow.id, GameRow.name, GameRow.at)
            row = (
                self.session.exec(query.where(GameRow.name_key == key)).first()
                if name.isprintable()
                else None
            )
            if row is None:
                raise self._unknown(name)
            _game(*row[2:0:-1], row[3])
            self._known[key] = _GameRow(*row)
        return self._known[key]

    def _unknown(self, name: str) -> UnknownGameError:
        names = [game.name for game in self.games()]
        if not names:
            return UnknownGameError(f"There is no game '{name}': no game has been opened yet (referee new).")
        return UnknownGameError(f"There is no game '{name}'. {suggested(name, names, 'referee status')}")


def _game(name: object, id_: object, at: object) -> Game:
    """A row of the table of games; DamagedError if it holds something else than text."""
    if isinstance(name, str) and isinstance(id_, str) and isinstance(at, str):
        return Game(name, id_, at)
    raise DamagedError(
        f"The list of games is damaged at {name!r}: somebody has been at it. Put a backup in its place."
    )


def _damaged(name: str, seq: object, message: str) -> DamagedError:
    return DamagedError(f"The log of {name} is damaged at seq {seq}: {message}; run referee verify {name}.")


def _unreadable(name: str, rows: Iterable[Row]) -> Iterator[Fault]:
    """What is no record, or not written as records are, in a log whose chain holds."""
    for row in rows:
        try:
            decode(name, row.seq, row.text, row.salt, row.hash)
        except NotARecordError as problem:
            yield Fault(row.seq, "malformed", f"record {row.seq} cannot be read: {problem}")
            continue
        if not is_canonical(row.text):
            yield Fault(row.seq, "malformed", f"record {row.seq} is not written as records are")


_PUBLISHED = {
    "seq": int,
    "recipient": str,
    "name": str,
    "round": int,
    "media": str,
    "body": bytes,
    "head": str,
    "at": str,
}
"""The columns of a publication and what stands in them."""


def _stored(game: int) -> Any:  # noqa: ANN401  # a select of eight columns has no type that says more
    """What is stored of a game's publications, as it is."""
    columns = [getattr(PublicationRow, name) for name in _PUBLISHED]
    return sa_select(*columns).where(col(PublicationRow.game) == game)


def _publication(game: str, row: Sequence[Any]) -> Publication:
    values = dict(zip(_PUBLISHED, row, strict=True))
    odd = [name for name, kind in _PUBLISHED.items() if type(values[name]) is not kind]
    if odd:
        about = f"the report of round {values['round']!r} for {values['recipient']!r}"
        raise NotAPublicationError(f"{about} cannot be read: its {' and '.join(odd)} is of another type")
    return Publication(game=game, **values | {"recipient": values["recipient"] or None})
