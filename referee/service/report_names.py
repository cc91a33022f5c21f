"""What published reports call their game, which is what it was called when they were published.

No record has the name of its game: a game that was brought in from another database may have another one there. What
was published before states the old name, and is rendered again under it. So that nobody can change a single report in
this way, all that were published at once must agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from orders.handles import game_name_fault
from referee.db.links import Head
from referee.db.unit import Publication
from referee.service.report_heads import LAST_LINE


def names_borne(game: str, published: Sequence[Publication]) -> Mapping[int, str]:
    """Under which name the reports after each record were published, by the record's number.

    That is `game`, the present name, but where all of them state the same other one; and where there is none for the
    public, so that one was sent to somebody alone, the reports before or after it must state it too.
    """
    stated: dict[int, set[str]] = {}
    for one in published:
        stated.setdefault(one.seq, set()).add(_stated_by(one) or game)
    agreed = {seq: names.pop() if len(names) == 1 else game for seq, names in stated.items()}
    to_all = sorted({one.seq for one in published if one.recipient is None})
    for seq in agreed.keys() - set(to_all):
        before, after = (other for other in to_all if other < seq), (other for other in to_all if other > seq)
        beside = {agreed[other] for other in (max(before, default=None), min(after, default=None)) if other}
        if agreed[seq] not in beside:
            agreed[seq] = game
    return agreed


def other_names(game: str, borne: Mapping[int, str]) -> tuple[str, ...]:
    """What a game was called before, the earliest name first."""
    return tuple(dict.fromkeys(borne[seq] for seq in sorted(borne) if borne[seq] != game))


def _stated_by(one: Publication) -> str | None:
    """The name beside its head in a report's last line; None if there is no such line, or none that is a name."""
    for said, head in reversed(LAST_LINE.findall(one.body)):
        name: str = said.decode("utf-8", "replace")
        if head.decode() == Head(one.seq, one.head).short and game_name_fault(name) is None:
            return name
    return None
