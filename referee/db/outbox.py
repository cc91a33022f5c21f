"""The mails that go out: finished bytes, written in the transaction of what they tell, and how far each one is."""

from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any, Final, Literal, TypeAlias

from sqlmodel import col, func, insert, or_, select, update

from referee.clock import A_DAY, later
from referee.db.storable import LARGEST_KEY
from referee.db.tables import OutboxRow
from referee.db.unit import Unit

State: TypeAlias = Literal["waiting", "started", "sent", "failed", "dropped"]
"""`started`: its bytes may have gone out. `failed`: given up, or come back. `dropped`: by the referee."""

DONE_WITH: Final[tuple[State, ...]] = ("sent", "failed", "dropped")
"""What nobody tries to send any more."""
ON_THEIR_WAY: Final[tuple[State, ...]] = ("waiting", "started")


@dataclass(frozen=True, slots=True)
class Letter:
    """A finished mail to one recipient, not yet in the outbox.

    `name` says as a digest what it is, so that the same cannot go out twice; `sender` is the address of MAIL FROM, ""
    the null sender; `body` are the bytes of DATA. `kind` tells why it was written (`report`, `answer`, `notice` ...).
    """

    name: str
    kind: str
    sender: str
    recipient: str
    body: bytes
    person: int | None = None
    game: str | None = None


@dataclass(frozen=True, slots=True)
class Posted:
    """A mail in the outbox; `due` is when it is tried next, `said` the last word about it.

    `tries` counts refusals for the time being, `starts` how often its bytes may have gone out without a word from the
    server that it took them.
    """

    key: int
    name: str
    kind: str
    person: int | None
    game: str | None
    sender: str
    recipient: str
    body: bytes | None
    made: str
    state: State
    tries: int
    starts: int
    due: str
    done: str | None
    said: str


NEVER_SO_LATE: Final = A_DAY
"""Seconds for which no letter is put off. What is due still later was put off by a clock that went ahead and has been
set back since: it is due."""

_SMALL: Final = {ord(one): one.lower() for one in ascii_uppercase}

_COLUMNS = tuple(Posted.__dataclass_fields__)


def post(unit: Unit, letter: Letter, at: str) -> bool:
    """Put a letter into the outbox; False where the same lies there already, and nothing is done."""
    there = unit.session.exec(select(OutboxRow.key).where(col(OutboxRow.name) == letter.name)).first()
    if there is not None:
        return False
    values = {
        "name": letter.name,
        "kind": letter.kind,
        "person": letter.person,
        "game": letter.game,
        "sender": letter.sender,
        "recipient": letter.recipient,
        "body": letter.body,
        "made": at,
        "state": "waiting",
        "tries": 0,
        "starts": 0,
        "due": at,
        "said": "",
    }
    unit.session.exec(insert(OutboxRow).values(values))
    return True


def next_due(unit: Unit, at: str) -> Posted | None:
    """The letter that is to go out now: of those due one refused least often, of these the one due longest.

    So a letter that is refused again and again keeps no other waiting.
    """
    first = [unit.session.exec(_first_due(state, at)).first() for state in ON_THEIR_WAY]
    found = [Posted(*row) for row in first if row is not None]
    return min(found, key=lambda one: (one.tries, one.due, one.key), default=None)


def _first_due(state: State, at: str) -> Any:  # noqa: ANN401  # as _selected
    """The query for the letter in one state that is to go out first: the index has them in that order."""
    wanted = _selected().where(
        col(OutboxRow.state) == state,
        or_(col(OutboxRow.due) <= at, col(OutboxRow.due) > later(at, NEVER_SO_LATE)),
        col(OutboxRow.body).is_not(None),
    )
    return wanted.order_by(col(OutboxRow.tries), col(OutboxRow.due), col(OutboxRow.key)).limit(1)


def letter_named(unit: Unit, name: str) -> Posted | None:
    """A letter by its name."""
    row = unit.session.exec(_selected().where(col(OutboxRow.name) == name)).first()
    return None if row is None else Posted(*row)


def letter_numbered(unit: Unit, key: int) -> Posted | None:
    """A letter by its number, which may be anything at all."""
    if not 0 < key <= LARGEST_KEY:
        return None
    row = unit.session.exec(_selected().where(col(OutboxRow.key) == key)).first()
    return None if row is None else Posted(*row)


def letters_on_their_way(unit: Unit, limit: int) -> list[Posted]:
    """What has not gone out and is not given up, or was given up: the oldest first."""
    wanted = _selected().where(col(OutboxRow.state).not_in(["sent", "dropped"]))
    return [Posted(*row) for row in unit.session.exec(wanted.order_by(col(OutboxRow.key)).limit(limit))]


def last_letter(unit: Unit) -> int:
    """The number of the last letter that is there; 0 for none."""
    return int(unit.session.exec(select(func.max(OutboxRow.key))).one() or 0)


def count_by_state(unit: Unit) -> dict[str, int]:
    """How many letters are in each state."""
    rows = unit.session.exec(select(OutboxRow.state, func.count()).group_by(col(OutboxRow.state)))
    return {state: int(count) for state, count in rows}


def count_since(unit: Unit, kind: str, recipient: str, since: str) -> int:
    """How many letters of a kind were written to an address since a moment, that one included."""
    wanted = (
        select(func.count())
        .select_from(OutboxRow)
        .where(
            col(OutboxRow.kind) == kind,
            # SQLite makes small letters of A to Z alone, PostgreSQL of all: one of the two is what it made.
            func.lower(OutboxRow.recipient).in_([recipient.lower(), recipient.translate(_SMALL)]),
            *_made_since(unit, since),
        )
    )
    return int(unit.session.exec(wanted).one())


def count_in_all(unit: Unit, kind: str, since: str) -> int:
    """How many letters of a kind were written since a moment, to whomever."""
    wanted = select(func.count()).select_from(OutboxRow)
    return int(unit.session.exec(wanted.where(col(OutboxRow.kind) == kind, *_made_since(unit, since))).one())


def change(unit: Unit, key: int, **values: Any) -> None:  # noqa: ANN401  # columns of Posted by name
    """Write down how far a letter is; the names are those of `Posted`."""
    unit.session.exec(update(OutboxRow).where(col(OutboxRow.key) == key).values(values))


def purge_letters(unit: Unit, before: str) -> int:
    """Forget the bytes of what was sent, given up or dropped before that time; how many there were."""
    wanted = update(OutboxRow).where(
        col(OutboxRow.body).is_not(None),
        col(OutboxRow.state).in_(DONE_WITH),
        col(OutboxRow.done) < before,
    )
    return int(unit.session.exec(wanted.values(body=None)).rowcount)


def _made_since(unit: Unit, since: str) -> tuple[Any, ...]:
    """Conditions for the letters made since a moment: looked for from the last one back, not among those of years."""
    earlier = select(OutboxRow.key).where(col(OutboxRow.made) < since).order_by(col(OutboxRow.key).desc())
    last = unit.session.exec(earlier.limit(1)).first()
    made = col(OutboxRow.made) >= since
    return (made,) if last is None else (made, col(OutboxRow.key) > last)


def _selected() -> Any:  # noqa: ANN401  # a select of that many columns has no type that says more
    return select(*(getattr(OutboxRow, name) for name in _COLUMNS))
