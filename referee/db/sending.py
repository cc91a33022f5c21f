"""Sending from the outbox so that no two senders have the same letter in hand, and none is forgotten.

A letter in hand is claimed: its `due` is moved to when the claim ends, and that moment is what the claim is known by.
Who dies with a letter in hand leaves it to whoever comes after that moment.
"""

from dataclasses import dataclass, replace
from typing import Any

from sqlmodel import col, select, update

from referee.db.outbox import Posted, State, next_due
from referee.db.tables import OutboxRow, PostStateRow
from referee.db.unit import Unit


@dataclass(frozen=True, slots=True)
class Settled:
    """What has become of a letter in hand: all that changes in its row."""

    state: State
    said: str
    due: str
    tries: int
    starts: int
    done: str | None = None


def claim(unit: Unit, at: str, until: str) -> Posted | None:
    """Take the letter in hand that has been due longest, until then; None if none is due.

    As it is given its `state` is that in which it was found: `started` where somebody died, or lost the line, after
    its bytes may have gone out. `until` must be later than `at`.
    """
    found = next_due(unit, at)
    if found is None:
        return None
    _change(unit, found, {"due": until})
    return replace(found, due=until)


def start(unit: Unit, claimed: Posted, until: str) -> Posted | None:
    """Write down that the letter's bytes are about to go out, and claim it anew; None if it is in hand no more."""
    started = replace(claimed, state="started", starts=claimed.starts + 1, due=until)
    values = {"state": started.state, "starts": started.starts, "due": started.due}
    return started if _change(unit, claimed, values) else None


def settle(unit: Unit, claimed: Posted, settled: Settled) -> bool:
    """Write down what has become of a letter in hand; False if it is in hand no more, and nothing is done."""
    values = {name: getattr(settled, name) for name in Settled.__dataclass_fields__}
    return _change(unit, claimed, values)


def is_due(unit: Unit, at: str) -> bool:
    """Whether any letter is to go out now."""
    return next_due(unit, at) is not None


def _change(unit: Unit, claimed: Posted, values: dict[str, Any]) -> bool:
    same = update(OutboxRow).where(
        col(OutboxRow.key) == claimed.key,
        col(OutboxRow.due) == claimed.due,
        col(OutboxRow.state).in_(["waiting", "started"]),
    )
    return bool(unit.session.exec(same.values(values)).rowcount)


def remembered(unit: Unit, name: str) -> str | None:
    """What is remembered of the post under a name."""
    return unit.session.exec(select(PostStateRow.value).where(PostStateRow.name == name)).first()


def remember(unit: Unit, name: str, value: str | None) -> None:
    """Remember something else from now on; None: nothing."""
    row = unit.session.get(PostStateRow, name)
    if value is None:
        if row is not None:
            unit.session.delete(row)
    elif row is None:
        unit.session.add(PostStateRow(name=name, value=value))
    else:
        row.value = value
        unit.session.add(row)
