"""Notes that compare what is ordered with the position as the player knows it.

Source: ORDERS.md, "What the referee answers" (notes).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orders import tree
from orders.check_base import Note, chains_in, listed, nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from orders.check_base import File, Place, Situation


def tile_not_there(file: File) -> Iterator[Note]:
    """`not-in-hand`, `on-board`, `out-of-play`, `dead-tile`: tiles that cannot be placed."""
    for place, situation in file.of_this_position():
        if not isinstance(place.decision, tree.TileOrder):
            continue
        hoped_for = {
            node.tile for guard in place.guards for node in nodes(guard) if isinstance(node, tree.Holds)
        }
        tiles = [entry.tile for entry in place.decision.entries if isinstance(entry, tree.TheTile)]
        for kind, wrong, why in (
            ("on-board", situation.board, "on the board already"),
            ("out-of-play", situation.out_of_play, "out of play for good"),
            ("dead-tile", situation.dead, "dead: it would merge two safe chains"),
        ):
            found = [tile for tile in tiles if tile in wrong]
            if found:
                yield Note(
                    place.row,
                    kind,
                    f"{listed(found)} {'is' if len(found) == 1 else 'are'} {why}, and cannot be played. "
                    f"Write another tile: {_hand(situation)}.",
                )
        gone = {*situation.hand, *situation.board, *situation.out_of_play, *hoped_for}
        missing = [tile for tile in tiles if tile not in gone]
        if missing:
            drawn = " (unless you draw it after your first play)" if _may_be_drawn(place, file) else ""
            yield Note(
                place.row,
                "not-in-hand",
                f"You do not hold {listed(missing, 'or')}: the referee passes over what you do not hold{drawn}. "
                f"Write a tile of your own: {_hand(situation)}.",
            )


def _may_be_drawn(place: Place, file: File) -> bool:
    return file.situation is not None and len(file.situation.own_plays) > 1 and place.turn != "first"


def _hand(situation: Situation) -> str:
    tiles = [tile for tile in situation.hand if tile not in situation.dead]
    return f"you hold {', '.join(tiles)}" if tiles else "you hold none that can be played"


def safe_chain(file: File) -> Iterator[Note]:
    """`safe-chain`: what becomes of the shares of a chain that can never be taken over."""
    situation = file.situation
    if situation is None:
        return
    for place in file.places:
        order = place.decision
        if not isinstance(order, tree.MergerOrder) or not isinstance(order.defunct, tree.Named):
            continue
        chain = order.defunct.chain
        if chain in situation.safe:
            yield Note(
                place.row,
                "safe-chain",
                f"{chain} is safe and can never be taken over: this line will never be asked for. Take it out"
                + (
                    f", or turn it round if you mean `merger {order.into.chain} into {chain}`."
                    if isinstance(order.into, tree.Named)
                    else "."
                ),
            )


def sold_out(file: File) -> Iterator[Note]:
    """`sold-out`: a purchase of shares of which the bank has none, or too few for `exactly`."""
    for place, situation in file.of_this_position():
        order = place.decision
        if not isinstance(order, tree.BuyOrder):
            continue
        for lot in order.lots:
            if not isinstance(lot, tree.Lot) or not isinstance(lot.chain, tree.Named):
                continue
            chain = lot.chain.chain
            left = situation.bank.get(chain, 0)
            wanted = lot.count if order.exactly else 1
            if chain in situation.sizes and left < wanted and not _is_spoken_of(chain, place, file):
                yield Note(
                    place.row,
                    "sold-out",
                    f"The bank has {left or 'no'} {chain}{'' if left else ' left'}, and gets none back before it is "
                    "taken over: "
                    + ("this line will buy nothing. " if order.exactly else "there is nothing to buy of it. ")
                    + "Write another chain.",
                )


def _is_spoken_of(chain: str, place: Place, file: File) -> bool:
    """Whether a condition of the line names the chain: then its writer has thought of what may become of it."""
    return any(chain in chains_in(condition) for condition in (*file.conditions_around(place), *place.guards))
