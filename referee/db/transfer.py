"""A game on its way to another database, or its public log to whoever wants to check it: JSON Lines.

The first line tells what it is and has `previous`, the random id from which the chain starts; the last tells how many
lines there are, so that a file that was cut off is found. In between stands, of each record that is shown, its `salt`
and the stored text itself as `record`, so that nobody has to encode anything to hash it (see `links`); of each other
one `digest`. A whole game also has what was published, the words of press, and the press that waits.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final, Literal, TypeAlias

from sqlmodel import func, insert, select

from referee.db.codec import NotARecordError, Record, decode, is_canonical
from referee.db.export import may_read
from referee.db.links import Fault, Head, Row, digest_of, link_of
from referee.db.press import PressWaiting, PressWords, enter_press, keep_words, waiting_press, words_of
from referee.db.tables import EventRow, GameRow
from referee.db.unit import Game, GameExistsError, Publication, Unit
from referee.errors import UserError

FORMAT: Final = 1
"""What the lines look like; a file with a higher number was written by a newer referee."""

Extent: TypeAlias = Literal["all", "public"]

_MARK: Final = "acquire_game"
_HEX: Final = re.compile("[0-9a-f]{64}")
_EXTENTS: Final = ("all", "public")
_PUBLISHED: Final = ("round", "recipient", "name", "media", "seq", "head", "at")


class NotAGameFileError(UserError):
    """A file that no export has written, or that is not whole."""


@dataclass(slots=True)
class GameFile:
    """What stands in a file: `rows` are the records that are shown, `hashes` those of all.

    `faults` is what is wrong with the chain.
    """

    game: Game
    extent: Extent
    head: Head
    rows: list[Row] = field(default_factory=list)
    hashes: dict[int, str] = field(default_factory=dict)
    publications: list[Publication] = field(default_factory=list)
    words: list[PressWords] = field(default_factory=list)
    press: list[PressWaiting] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def records(self) -> list[Record]:
        """The records that are shown. Raises NotARecordError."""
        return [decode(self.game.name, *row) for row in self.rows]


def game_lines(unit: Unit, name: str, extent: Extent) -> Iterator[str]:
    """The lines of a game's file, without line ends. Raises UserError for a game that is damaged or not there."""
    game = unit.game(name)
    lines = [_header(game, extent), *(_record_line(one, extent) for one in unit.load(name))]
    if extent == "all":
        lines += [{"publication": _published(one)} for one in unit.publications(name)]
        lines += [{"words": asdict(one)} for one in words_of(unit, name)]
        lines += [{"press": asdict(one)} for one in waiting_press(unit, name)]
    for line in lines:
        yield json.dumps(line)
    head = unit.head(name)
    yield json.dumps({"end": {"lines": len(lines), "seq": head.seq, "hash": head.hash}})


def read_game(lines: Iterable[str]) -> GameFile:
    """Read such a file; what is wrong with its chain stands in its `faults`.

    Raises NotAGameFileError where it is none, or is not whole, or was written by a newer referee.
    """
    found: GameFile | None = None
    end: dict[str, Any] | None = None
    number = 0
    for number, text in enumerate((line for line in lines if line.strip()), 1):
        value = _object(text, number)
        try:
            if found is None:
                found = _begun(value)
            elif end is not None:
                raise NotAGameFileError(f"Line {number} stands after the end. Get the file once more.")
            elif "end" in value:
                end = {**value["end"], "there": number - 1}
            else:
                _take(found, value)
        except (KeyError, TypeError, ValueError) as problem:
            raise NotAGameFileError(
                f"Line {number} is not a line of an exported game. Get the file once more."
            ) from problem
    if found is None:
        raise NotAGameFileError("It is empty. Write it anew: referee export GAME --out FILE")
    if end is None or end.get("lines") != end["there"]:
        raise NotAGameFileError(f"It is not whole: it ends after line {number}. Get the file once more.")
    if (end.get("seq"), end.get("hash")) != (found.head.seq, found.head.hash) and not found.faults:
        found.faults.append(Fault(found.head.seq, "cut", "the last line states another head"))
    return found


def is_game_file(first_line: str) -> bool:
    """Whether a file that begins so is meant for `read_game`."""
    try:
        value = json.loads(first_line)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and _MARK in value


def enter_game(unit: Unit, found: GameFile, name: str) -> Game:
    """Enter a whole game under a name that a game may have; its log, and so its head, stays what it was.

    Raises GameExistsError where the name, or the very game, is there already.
    """
    there = unit.session.exec(
        select(GameRow.name).where((GameRow.name_key == name.casefold()) | (GameRow.id == found.game.id))
    ).first()
    if there is not None and there.casefold() == name.casefold():
        raise GameExistsError(f"There is a game {there} already. Give this one another name: --as NAME")
    if there is not None:
        raise GameExistsError(f"This game is here already: it is called {there}.")
    key = (unit.session.exec(select(func.max(GameRow.key))).one() or 0) + 1
    game = found.game
    values = {"key": key, "id": game.id, "name": name, "name_key": name.casefold(), "at": game.at}
    unit.session.exec(insert(GameRow).values(values))
    rows: list[dict[str, Any]] = [{"game": key, **row._asdict()} for row in found.rows]
    if rows:
        unit.session.exec(insert(EventRow), params=rows)
    for one in found.publications:
        unit.publish(replace(one, game=name))
    keep_words(unit, name, found.words)
    enter_press(unit, name, found.press)
    return Game(name, game.id, game.at)


def _header(game: Game, extent: Extent) -> dict[str, Any]:
    return {_MARK: FORMAT, "holds": extent, "name": game.name, "at": game.at, "previous": game.id}


def _record_line(record: Record, extent: Extent) -> dict[str, Any]:
    if may_read(record, "referee" if extent == "all" else "public"):
        return {"seq": record.seq, "salt": record.salt, "record": record.text, "hash": record.hash}
    return {"seq": record.seq, "digest": digest_of(record.salt, record.text), "hash": record.hash}


def _published(one: Publication) -> dict[str, Any]:
    values = {name: getattr(one, name) for name in _PUBLISHED}
    try:
        return {**values, "body": one.body.decode()}
    except UnicodeDecodeError as problem:
        raise UserError(
            f"A report of round {one.round} of {one.game} is no text: run referee verify {one.game}."
        ) from problem


def _object(text: str, number: int) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise NotAGameFileError(
            f"Line {number} is not JSON. Name a file that `referee export` wrote, or get it once more."
        ) from problem
    if not isinstance(value, dict):
        raise NotAGameFileError(f"Line {number} is not a line of an exported game. Get the file once more.")
    return value


def _begun(value: dict[str, Any]) -> GameFile:
    form = value.get(_MARK)
    if type(form) is int and form > FORMAT:
        raise NotAGameFileError(
            f"It was written by a newer referee (format {form}, this one knows {FORMAT}). Update the referee."
        )
    if form != FORMAT or value["holds"] not in _EXTENTS:
        raise NotAGameFileError("It is no game that `referee export` wrote.")
    game = Game(_text(value["name"]), _hex(value["previous"]), _text(value["at"]))
    return GameFile(game, value["holds"], Head(0, game.id))


def _take(found: GameFile, value: dict[str, Any]) -> None:
    """One line more. Raises KeyError, TypeError or ValueError for one that is none."""
    if "seq" in value:
        _take_record(found, value)
    elif found.extent == "public":
        raise ValueError("a public log has nothing but records")
    elif "publication" in value:
        given = value["publication"]
        values = {name: given[name] for name in _PUBLISHED}
        found.publications.append(
            Publication(game=found.game.name, body=given["body"].encode(), **_checked(values))
        )
    elif "words" in value:
        found.words.append(PressWords(**{name: _text(one) for name, one in value["words"].items()}))
    else:
        found.press.append(PressWaiting(**value["press"]))


def _take_record(found: GameFile, value: dict[str, Any]) -> None:
    seq, link = value["seq"], _hex(value["hash"])
    if type(seq) is not int:
        raise TypeError("a record's number is none")
    if "record" in value:
        row = Row(seq, _text(value["record"]), _text(value["salt"]), link)
        digest = digest_of(row.salt, row.text)
        found.rows.append(row)
        if not _is_for(found.extent, found.game.name, row):
            found.faults.append(Fault(seq, "malformed", f"record {seq} is none that such a file shows"))
    elif found.extent == "all":
        raise ValueError("a whole game shows each record")
    else:
        digest = _hex(value["digest"])
    before = found.head
    if seq != before.seq + 1:
        found.faults.append(Fault(before.seq + 1, "missing", f"record {before.seq + 1} is missing"))
    elif link_of(before.hash, seq, digest) != link:
        found.faults.append(
            Fault(seq, "changed", f"record {seq} was changed, or does not belong after the one before it")
        )
    found.head = Head(seq, link)
    found.hashes[seq] = link


def _is_for(extent: Extent, game: str, row: Row) -> bool:
    try:
        record = decode(game, *row)
    except NotARecordError:
        return False
    return is_canonical(row.text) and (extent == "all" or record.visibility == "public")


def _checked(values: dict[str, Any]) -> dict[str, Any]:
    for name, one in values.items():
        kinds: tuple[type, ...] = (int,) if name in {"round", "seq"} else (str,)
        if type(one) not in kinds and not (name == "recipient" and one is None):
            raise TypeError(f"{name} is of another type")
    return values


def _text(value: object) -> str:
    if type(value) is not str:
        raise TypeError("no text")
    return value


def _hex(value: object) -> str:
    text = _text(value)
    if not _HEX.fullmatch(text):
        raise ValueError("no hash")
    return text
