"""Press: what waits for a report, and the words of what was published.

The log has nothing but salted digests of words, and nothing at all of what waits: a person can be deleted, a log
cannot, and of anonymous press nothing may tell who wrote it once it is published. So its row is deleted then.
"""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlmodel import col, delete, insert, select, update

from referee.db.tables import PressWaitingRow, PressWordsRow
from referee.db.unit import Unit

_FEWEST, _MOST = 100_000, 999_999
"""The numbers that waiting press can have: drawn, so that none tells whose neighbour it is."""


@dataclass(frozen=True, slots=True)
class PressWaiting:
    """One press of a seat's holder that waits: `text` is canonical, the statement in the blocks in which it stands.

    It is published with the report of `round` or, where the referee reads press first, with the first one after he
    has said yes. `approved` is None as long as he has not read it. A seat's press of one text is in the order of
    `key`.
    """

    key: int
    seat: str
    tenure: int
    round: int
    text: str
    approved: bool | None


@dataclass(frozen=True, slots=True)
class PressWords:
    """The words behind a digest: `digest_of(salt, words)` is what stands in the log."""

    digest: str
    salt: str
    words: str


def waiting_press(unit: Unit, game: str) -> list[PressWaiting]:
    """All press of a game that waits, in the order of its numbers. Raises UnknownGameError."""
    columns: list[Any] = [getattr(PressWaitingRow, name) for name in PressWaiting.__dataclass_fields__]
    query = select(*columns).where(col(PressWaitingRow.game) == unit.key_of(game))
    of_game = query.order_by(col(PressWaitingRow.key))
    return [PressWaiting(*found) for found in unit.session.exec(of_game)]


def replace_press(
    unit: Unit, game: str, seat: str, tenure: int, round_number: int, texts: Sequence[str]
) -> None:
    """The press of a seat for the report of one round is these texts from now on, whatever it was before.

    What waited already with the same words stays as it is, the referee's yes included. Raises UnknownGameError.
    """
    before = [
        one
        for one in waiting_press(unit, game)
        if (one.seat, one.tenure, one.round) == (seat, tenure, round_number)
    ]
    if [one.text for one in before] == list(texts):
        return
    drop_press(unit, [one.key for one in before])
    read = {one.text: one.approved for one in before}
    rows: list[dict[str, Any]] = [
        {
            "key": key,
            "game": unit.key_of(game),
            "seat": seat,
            "tenure": tenure,
            "round": round_number,
            "text": text,
            "approved": read.get(text),
        }
        for key, text in zip(_free_keys(unit, len(texts)), texts, strict=True)
    ]
    if rows:
        unit.session.exec(insert(PressWaitingRow), params=rows)


def enter_press(unit: Unit, game: str, waiting: Sequence[PressWaiting]) -> None:
    """Enter press that waited elsewhere, in its order; it gets new numbers. Raises UnknownGameError."""
    game_key = unit.key_of(game)
    rows: list[dict[str, Any]] = [
        {**asdict(one), "key": key, "game": game_key}
        for key, one in zip(_free_keys(unit, len(waiting)), waiting, strict=True)
    ]
    if rows:
        unit.session.exec(insert(PressWaitingRow), params=rows)


def keep_as(unit: Unit, key: int, text: str) -> None:
    """What waits has another text from now on: its condition was looked at."""
    unit.session.exec(update(PressWaitingRow).where(col(PressWaitingRow.key) == key).values(text=text))


def approve_press(unit: Unit, key: int) -> None:
    """The referee has read it, and it can be published."""
    unit.session.exec(update(PressWaitingRow).where(col(PressWaitingRow.key) == key).values(approved=True))


def drop_press(unit: Unit, keys: Collection[int]) -> int:
    """Delete press that waits; how much there was."""
    if not keys:
        return 0
    wanted = delete(PressWaitingRow).where(col(PressWaitingRow.key).in_(keys))
    return int(unit.session.exec(wanted).rowcount)


def drop_press_of(unit: Unit, game: str, seats: Collection[str]) -> None:
    """Delete all that waits of these seats: who wrote it does not hold them any more. Raises UnknownGameError."""
    drop_press(unit, [one.key for one in waiting_press(unit, game) if one.seat in seats])


def keep_words(unit: Unit, game: str, words: Collection[PressWords]) -> None:
    """Keep the words of press that is published. Raises UnknownGameError."""
    game_key = unit.key_of(game)
    rows: list[dict[str, Any]] = [
        {"game": game_key, "digest": one.digest, "salt": one.salt, "words": one.words} for one in words
    ]
    if rows:
        unit.session.exec(insert(PressWordsRow), params=rows)


def words_of(unit: Unit, game: str, digests: Collection[str] | None = None) -> list[PressWords]:
    """The words of published press that are still there, by their digests: all, or some. Raises UnknownGameError."""
    query = select(PressWordsRow.digest, PressWordsRow.salt, PressWordsRow.words)
    wanted = query.where(PressWordsRow.game == unit.key_of(game))
    if digests is not None:
        wanted = wanted.where(col(PressWordsRow.digest).in_(digests))
    return [PressWords(*found) for found in unit.session.exec(wanted.order_by(col(PressWordsRow.digest)))]


def forget_press(unit: Unit, game: str, seat: str, tenure: int) -> int:
    """Delete the press of who held a seat then: all that waits, and the words of what he signed; how many.

    Of anonymous press that was published nobody can say any more that it was his. Raises UnknownGameError.
    """
    waits = [one.key for one in waiting_press(unit, game) if (one.seat, one.tenure) == (seat, tenure)]
    return drop_press(unit, waits) + _drop_words(unit, game, _signed_by(unit, game, seat, tenure))


def _signed_by(unit: Unit, game: str, seat: str, tenure: int) -> list[str]:
    """The digests of all press that the holder of a seat has signed, as the log tells it."""
    digests = []
    holder: Any = 1
    for record in unit.records(game):
        if record.seat != seat:
            continue
        if record.kind == "seat_filled":
            holder = record.data.get("tenure")
        elif record.kind == "press_published" and holder == tenure:
            digests.append(str(record.data.get("digest")))
    return digests


def _drop_words(unit: Unit, game: str, digests: Collection[str]) -> int:
    if not digests:
        return 0
    of_game = delete(PressWordsRow).where(col(PressWordsRow.game) == unit.key_of(game))
    return int(unit.session.exec(of_game.where(col(PressWordsRow.digest).in_(digests))).rowcount)


def _free_keys(unit: Unit, count: int) -> list[int]:
    """So many numbers that no waiting press has, in their order."""
    free: set[int] = set()
    while len(free) < count:
        key = _FEWEST + int.from_bytes(unit.token(8), "big") % (_MOST - _FEWEST + 1)
        taken = select(PressWaitingRow.key).where(col(PressWaitingRow.key) == key)
        if unit.session.exec(taken).first() is None:
            free.add(key)
    return sorted(free)
