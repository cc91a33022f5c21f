"""How a game was opened, for its first report."""

from __future__ import annotations

from collections.abc import Sequence

from referee.report.context import Opening, SetupRow
from referee.rules import events as e
from referee.rules.state import State


def opening(state: State, happened: Sequence[e.Event]) -> Opening:
    """The opening from the position with which the first round opens and the events that led to it."""
    first = next(event for event in happened if isinstance(event, e.GameOpened))
    sealed = next((event for event in happened if isinstance(event, e.BagSealed)), None)
    edition = state.edition
    return Opening(
        title=edition.title,
        edition=edition.id,
        ruleset=first.ruleset,
        columns=edition.columns,
        row_letters=edition.board.letters,
        cash=edition.cash,
        shares=edition.shares,
        hand=edition.hand,
        safe=edition.safe,
        end=state.switches.end_size,
        buy_limit=edition.buy_limit,
        tile_order=edition.tile_order,
        setup=tuple(
            SetupRow(seat, tile, state.order.index(seat) + 1) for seat, tile in state.setup_tiles.items()
        ),
        switches=first.switches,
        bank_tile=edition.bank_tile,
        ignored=first.ignored,
        bag_given=first.bag_given,
        seed_given=first.seed_given,
        is_adopted=any(isinstance(event, e.PositionAdopted) for event in happened),
        scheme=sealed.scheme if sealed else None,
        seal=sealed.seal if sealed else None,
    )
