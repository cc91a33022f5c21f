"""What a seat's view tells the notes on its orders.

Made from the view alone: a note can say only what its player knows. Source: ORDERS.md, "What the referee answers".
"""

from __future__ import annotations

from orders.checker import Situation
from orders.reader import read
from referee.round.desk import InForce
from referee.round.vocabulary import vocabulary_of
from referee.rules.events import Seat
from referee.rules.legality import dead_tiles, options
from referee.rules.state import State


def situation_of(
    view: State, seat: Seat, filed: InForce | None = None, own_round: int | None = None
) -> Situation:
    """The situation of a seat in the open round; `filed` is what it has in force in it already.

    `own_round` is the round of its next play, where that is not the open one (rounds of one play).
    """
    in_force = filed or InForce()
    standing = read(in_force.standing, vocabulary_of(view, seat)).orders.standing if in_force.standing else ()
    hand = tuple(sorted(view.hand(seat), key=view.edition.tile_rank.__getitem__))
    playable = {option.tile for option in options(view, seat)}
    return Situation(
        me=seat,
        round=own_round or view.round,
        open_round=view.round,
        seats=view.seats,
        plays=view.plays if own_round in (None, view.round) else (seat,),
        hand=hand,
        cash=view.cash[seat],
        sizes=dict(view.sizes),
        prices=view.prices(),
        safe=frozenset(chain for chain in view.sizes if view.is_safe(chain)),
        bank=dict(view.bank),
        shares=dict(view.shares[seat]),
        board=frozenset(view.board),
        out_of_play=frozenset(view.out_of_play),
        unplayable=frozenset(hand) - playable,
        dead=frozenset(dead_tiles(view, seat)),
        buy_limit=view.edition.buy_limit,
        powers=tuple(view.powers[seat]),
        keeps_unordered=view.switches.unordered_stock == "keep",
        has_decisions=bool(in_force.orders),
        standing=standing or (),
    )
