"""The facts that a log is made of: one class a kind, in the words of DESIGN.md, "Event kinds".

An event carries what happened with its numbers, so that folding it needs no rule and no table. Which events a
reader may see is decided by its class, and asked by `may_see` alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Final, Literal, TypeAlias, get_args

from referee.rules.board import Tile
from referee.rules.editions import Chain
from referee.rules.shapes import shapes_of

Seat: TypeAlias = str
"""A seat by its handle."""

BANK: Final = "bank"
"""Who stands in a seat's place where the bank takes part in a game for two; no player can be called so."""

Manner: TypeAlias = Literal["orders", "missed", "left"]
"""How a play is decided: by the seat's orders, by the rule for missed orders, or by that for who has left."""

Layer: TypeAlias = Literal["orders", "missed", "left", "bank"]
"""How a tile comes to be laid: as its play is decided, or as one that was drawn for the bank."""

Power: TypeAlias = Literal["3 free", "buy 5", "trade 2", "take 5 tiles", "place 4 tiles"]
"""A special power (postal rules 12-14)."""

POWERS: Final[tuple[Power, ...]] = get_args(Power)

Effect: TypeAlias = Literal["loose", "found", "grow", "merge"]
"""What a placed tile does."""


@dataclass(frozen=True, slots=True)
class Event:
    """A fact. `seat` is whose it is, None where it is nobody's."""

    KIND: ClassVar[str]
    SCHEMA: ClassVar[int] = 1
    SEEN_BY: ClassVar[Literal["public", "referee", "seat"]] = "public"

    seat: Seat | None = field(default=None, kw_only=True)


# --- opening a game ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameOpened(Event):
    """The first event: edition and switches whole, as they hold for ever in this game."""

    KIND = "game_opened"
    SCHEMA = 3
    edition: dict[str, Any]
    ruleset: str
    switches: dict[str, Any]
    ignored: tuple[str, ...]
    seats: tuple[Seat, ...]
    bag_given: bool
    seed_given: bool


@dataclass(frozen=True, slots=True)
class BagSealed(Event):
    """The commitment to the tile order and to all dice."""

    KIND = "bag_sealed"
    scheme: str
    seal: str


@dataclass(frozen=True, slots=True)
class BagKept(Event):
    """What the seal was made of: the seed, and the tile order if it was given."""

    KIND = "bag_kept"
    SEEN_BY = "referee"
    seed: str
    order: tuple[Tile, ...] | None


@dataclass(frozen=True, slots=True)
class BagOpened(Event):
    """The seal is lifted when the game has ended: anybody can check every draw and every die."""

    KIND = "bag_opened"
    seed: str
    order: tuple[Tile, ...] | None


@dataclass(frozen=True, slots=True)
class SetupTileDrawn(Event):
    """A seat's set-up tile, laid out; it founds nothing."""

    KIND = "setup_tile_drawn"
    tile: Tile


@dataclass(frozen=True, slots=True)
class PlayingOrderSet(Event):
    """Who plays after whom; with it, how many tiles each is dealt and how many then are left."""

    KIND = "playing_order_set"
    order: tuple[Seat, ...]
    hand: int
    tiles_left: int


@dataclass(frozen=True, slots=True)
class TilesDealt(Event):
    """A seat's first hand; `place` is the place in the bag (from 1) of its first tile."""

    KIND = "tiles_dealt"
    SEEN_BY = "seat"
    tiles: tuple[Tile, ...]
    place: int


@dataclass(frozen=True, slots=True)
class PositionAdopted(Event):
    """A game goes on that was begun elsewhere: all that everybody may know of it, at the boundary of a round.

    `next` is whose turn it is; `round` the number of the last round played. `chains` maps each chain on the board
    to its tiles, `loose` are the tiles that lie outside chains. `cash`, `shares`, `hands` (tiles each holds),
    `misses` and `powers` (those left) are by seat. The stall counters begin at 0.
    """

    KIND = "position_adopted"
    round: int
    next: Seat
    order: tuple[Seat, ...]
    chains: dict[Chain, Any]
    loose: tuple[Tile, ...]
    out_of_play: tuple[Tile, ...]
    cash: dict[Seat, int]
    shares: dict[Seat, Any]
    hands: dict[Seat, int]
    misses: dict[Seat, int]
    powers: dict[Seat, Any]
    left: tuple[Seat, ...]
    tiles_left: int


@dataclass(frozen=True, slots=True)
class HandAdopted(Event):
    """The hand with which a seat's holder goes on: in an adopted game, or in a seat that somebody else left."""

    KIND = "hand_adopted"
    SEEN_BY = "seat"
    tiles: tuple[Tile, ...]


# --- who holds the seats ----------------------------------------------------------------------------------


Leaving: TypeAlias = Literal["resigned", "removed"]
"""Of his own will, or because the referee said so."""


@dataclass(frozen=True, slots=True)
class SeatLeft(Event):
    """The seat's holder has left the game."""

    KIND = "seat_left"
    how: Leaving


@dataclass(frozen=True, slots=True)
class SeatFilled(Event):
    """Somebody else holds the seat from now on: `tenure` counts its holders from 1. He gets its hand at once."""

    KIND = "seat_filled"
    tenure: int


# --- rounds and orders ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundOpened(Event):
    """A round begins; `plays` are the seats in the order in which they play."""

    KIND = "round_opened"
    plays: tuple[Seat, ...]
    deadline: str | None


@dataclass(frozen=True, slots=True)
class RoundClosed(Event):
    """All its plays are over."""

    KIND = "round_closed"


@dataclass(frozen=True, slots=True)
class RoundReopened(Event):
    """The referee goes back, in the open: records from `back_to_seq` up to this one no longer count."""

    KIND = "round_reopened"
    back_to_seq: int
    why: str


@dataclass(frozen=True, slots=True)
class RulingMade(Event):
    """The referee rules, in the open: `text` are his words, all else what he changes, on the spot.

    `payments` are objects with seat and amount (dollars from the bank; below 0: to it), `transfers` objects with
    seat, chain and count (shares from the bank; below 0: to it). `ends` tells that the game is over with it.
    """

    KIND = "ruling_made"
    text: str
    payments: tuple[dict[str, Any], ...]
    transfers: tuple[dict[str, Any], ...]
    ends: bool


@dataclass(frozen=True, slots=True)
class OrdersFiled(Event):
    """Somebody filed orders: the canonical texts that are in force from now on.

    `orders` are the decisions of `round`, None where the file had none and the earlier ones stand; `standing`
    likewise ("" deletes them). `ready` is what the seat says now. `problems` counts what was not understood.
    `resign` tells that the seat's holder said that he leaves when the open round has been resolved.
    """

    KIND = "orders_filed"
    SCHEMA = 2
    SEEN_BY = "seat"
    round: int
    orders: str | None
    standing: str | None
    ready: bool
    problems: int
    source: str
    resign: bool = False


@dataclass(frozen=True, slots=True)
class OrdersWithdrawn(Event):
    """The decisions of the round, `ready` and `resign`, are taken back; standing orders stay."""

    KIND = "orders_withdrawn"
    SEEN_BY = "seat"
    round: int


@dataclass(frozen=True, slots=True)
class OrdersMissed(Event):
    """No orders in force at the deadline; emitted at the beginning of the seat's first play of the round."""

    KIND = "orders_missed"


@dataclass(frozen=True, slots=True)
class OrderApplied(Event):
    """One question, its answer, and what decided it.

    `line` and `text` are the first line of the canonical orders that answered, None where a default stood in;
    `standing` tells that it stands in the standing orders; `more` are further lines that took part (`{line, text,
    standing}`); `default` says what stood in for the whole or the rest. `passed` are the lines that were looked at
    and did not answer, with the reason (`{line, text, why}`).
    """

    KIND = "order_applied"
    SEEN_BY = "seat"
    question: str
    answer: str
    line: int | None = None
    text: str | None = None
    standing: bool = False
    more: tuple[dict[str, Any], ...] = ()
    default: str | None = None
    passed: tuple[dict[str, Any], ...] = ()


TILE_DIE: Final = "tile"
"""The last part of the label of the die that picks a tile out of a hand: only its seat may see it."""


@dataclass(frozen=True, slots=True)
class DieRolled(Event):
    """A die with its label (`round 5, play 2, survivor`): `result` is 1 to `sides`."""

    KIND = "die_rolled"
    label: str
    sides: int
    result: int


# --- press ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PressPublished(Event):
    """Somebody's words, published after the plays of a round: to all, or to the seat `to` alone.

    `digest` stands for the words, which the log has not. Of anonymous press nobody's `seat` is told.
    """

    KIND = "press_published"
    digest: str
    to: Seat | None
    anonymous: bool


# --- a play -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TilePlaced(Event):
    """A tile is laid. `chain` is the chain it joins when it grows one; `joined` are the loose tiles it connects.

    A tile of the bank's is nobody's of the players: its `seat` is BANK.
    """

    KIND = "tile_placed"
    tile: Tile
    effect: Effect
    chain: Chain | None
    joined: tuple[Tile, ...]
    by: Layer


@dataclass(frozen=True, slots=True)
class PlacementSkipped(Event):
    """Nothing of the hand could be placed."""

    KIND = "placement_skipped"


@dataclass(frozen=True, slots=True)
class ChainFounded(Event):
    """The placed tile and the loose ones it connects are a chain; `founder_share` is 1 or 0."""

    KIND = "chain_founded"
    chain: Chain
    size: int
    founder_share: int


@dataclass(frozen=True, slots=True)
class MergerBegun(Event):
    """`defunct` in the order of settlement; sizes (in tiles) and prices (in dollars) of all before the tile."""

    KIND = "merger_begun"
    survivor: Chain
    defunct: tuple[Chain, ...]
    sizes: dict[Chain, int]
    prices: dict[Chain, int]


@dataclass(frozen=True, slots=True)
class BankTileDrawn(Event):
    """A tile drawn for the bank, whose column is what the bank holds of `chain` for this bonus."""

    KIND = "bank_tile_drawn"
    chain: Chain
    tile: Tile
    shares: int


@dataclass(frozen=True, slots=True)
class BankTileReturned(Event):
    """A tile drawn for the bank goes back to the pool."""

    KIND = "bank_tile_returned"
    tile: Tile


@dataclass(frozen=True, slots=True)
class BankTileRemoved(Event):
    """A tile drawn for the bank is dead when it is to be laid: it is out of play for good."""

    KIND = "bank_tile_removed"
    tile: Tile


@dataclass(frozen=True, slots=True)
class PoolRemixed(Event):
    """The pool of `tiles` tiles is in a new order, that of the shuffle with that label under the seal."""

    KIND = "pool_remixed"
    label: str
    tiles: int


@dataclass(frozen=True, slots=True)
class BonusPaid(Event):
    """One holder's bonus for one chain: the places (from 1) whose bonuses were pooled, his shares, dollars.

    The bank's own part (`seat` is BANK) is paid to nobody.
    """

    KIND = "bonus_paid"
    SCHEMA = 2
    chain: Chain
    places: tuple[int, ...]
    shares: int
    amount: int
    paid: bool = True


@dataclass(frozen=True, slots=True)
class StockSettled(Event):
    """What a holder did with his shares of a chain taken over: `traded` given up for `received` of the survivor."""

    KIND = "stock_settled"
    chain: Chain
    sold: int
    price: int
    traded: int
    received: int
    kept: int


@dataclass(frozen=True, slots=True)
class ChainTakenOver(Event):
    """All holders have settled; its `tiles` go to the survivor when the merger ends."""

    KIND = "chain_taken_over"
    chain: Chain
    by: Chain
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class MergerEnded(Event):
    """The survivor has taken everything: `size` in tiles; `joined` are the placed tile and the loose ones."""

    KIND = "merger_ended"
    survivor: Chain
    size: int
    joined: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class PowerUsed(Event):
    """A special power did something, and is spent; `tiles` are those taken by `take 5 tiles`, else None."""

    KIND = "power_used"
    power: Power
    tiles: int | None = None


@dataclass(frozen=True, slots=True)
class SharesTraded(Event):
    """Shares of one chain on the board given for shares of another, by a special power."""

    KIND = "shares_traded"
    gave: Chain
    given: int
    got: Chain
    received: int


@dataclass(frozen=True, slots=True)
class SharesBought(Event):
    """One purchase of shares of one chain, `price` dollars each; 0 where a special power gives them."""

    KIND = "shares_bought"
    chain: Chain
    count: int
    price: int


@dataclass(frozen=True, slots=True)
class TileDrawn(Event):
    """A tile drawn at the end of a play, and its place in the bag (from 1)."""

    KIND = "tile_drawn"
    SEEN_BY = "seat"
    tile: Tile
    place: int


@dataclass(frozen=True, slots=True)
class DeadTileSetAside(Event):
    """A dead tile leaves the hand face up and is out of play for good."""

    KIND = "dead_tile_set_aside"
    tile: Tile


@dataclass(frozen=True, slots=True)
class EndAnnounced(Event):
    """The game ends with this play."""

    KIND = "end_announced"
    why: str


@dataclass(frozen=True, slots=True)
class PlayEnded(Event):
    """How many tiles were placed and drawn, how many the hand has, and how many are left in the pool.

    Those taken by a special power at the beginning count as drawn.
    """

    KIND = "play_ended"
    placed: int
    drawn: int
    hand: int
    tiles_left: int


# --- the end ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StockSoldAtEnd(Event):
    """A seat's shares of a chain on the board, sold in the final reckoning."""

    KIND = "stock_sold_at_end"
    chain: Chain
    count: int
    price: int


EndReason: TypeAlias = Literal["announced", "auto", "stalled", "one_left", "abandoned", "ruling"]


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """`ranking`: objects with place, seat, money, team and left, best first; equal money, equal place."""

    KIND = "game_ended"
    why: EndReason
    ranking: tuple[dict[str, Any], ...]


KINDS: Final[dict[str, type[Event]]] = {
    kind.KIND: kind
    for kind in (
        GameOpened,
        BagSealed,
        BagKept,
        BagOpened,
        SetupTileDrawn,
        PlayingOrderSet,
        TilesDealt,
        PositionAdopted,
        HandAdopted,
        SeatLeft,
        SeatFilled,
        RoundOpened,
        RoundClosed,
        RoundReopened,
        RulingMade,
        OrdersFiled,
        OrdersWithdrawn,
        OrdersMissed,
        OrderApplied,
        DieRolled,
        PressPublished,
        TilePlaced,
        PlacementSkipped,
        ChainFounded,
        MergerBegun,
        BankTileDrawn,
        BankTileReturned,
        BankTileRemoved,
        PoolRemixed,
        BonusPaid,
        StockSettled,
        ChainTakenOver,
        MergerEnded,
        PowerUsed,
        SharesTraded,
        SharesBought,
        TileDrawn,
        DeadTileSetAside,
        EndAnnounced,
        PlayEnded,
        StockSoldAtEnd,
        GameEnded,
    )
}

SCHEMAS: Final = {name: kind.SCHEMA for name, kind in KINDS.items()}
"""The schema number that this version writes, for each kind."""


def is_for_seat_alone(event: Event) -> bool:
    """Whether only the event's own seat, or who its press is to (and the referee), may see it."""
    if isinstance(event, DieRolled):
        return event.label.endswith(TILE_DIE)
    if isinstance(event, PressPublished):
        return event.to is not None
    return event.SEEN_BY == "seat"


def seats_alone(event: Event) -> tuple[Seat, ...]:
    """The seats that may see an event which is for them alone: its own and, of press to one, that one's."""
    to = event.to if isinstance(event, PressPublished) else None
    return tuple(seat for seat in (event.seat, to) if seat is not None)


def may_see(event: Event, reader: Seat | None) -> bool:
    """Whether a seat (None: the public) may see the event."""
    if is_for_seat_alone(event):
        return reader is not None and reader in seats_alone(event)
    return event.SEEN_BY == "public"


_KEYS: Final[dict[str, dict[str, type]]] = {
    "more": {"line": int, "text": str, "standing": bool},
    "passed": {"line": int, "text": str, "why": str},
    "ranking": {"place": int, "seat": str, "money": int},
    "payments": {"seat": str, "amount": int},
    "transfers": {"seat": str, "chain": str, "count": int},
}
"""What the tables in a tuple of tables have, by the name of the field."""

_SHAPES: Final = {
    kind: tuple(
        (name, one.types, None if one.is_simple else one) for name, one in shapes_of(kind, _KEYS).items()
    )
    for kind in KINDS.values()
}
"""What is looked at of each field: its type and, where that does not say all, the rest."""
_FIELDS: Final = {
    kind: tuple(one.name for one in fields(kind) if one.name != "seat") for kind in KINDS.values()
}
_TUPLES: Final = {
    kind: tuple(one.name for one in fields(kind) if str(one.type).startswith("tuple"))
    for kind in KINDS.values()
}


def to_data(event: Event) -> dict[str, Any]:
    """The event's `data` as it stands in a record, without its seat."""
    return {name: getattr(event, name) for name in _FIELDS[type(event)]}


class UnreadableEvent(ValueError):  # noqa: N818 (it names what was found, not what went wrong)
    """A record whose data is not what its kind and schema promise."""


def from_data(kind: str, seat: Seat | None, data: dict[str, Any]) -> Event:
    """The event that `to_data` wrote, of the newest schema. Raises UnreadableEvent."""
    event_type = KINDS.get(kind)
    if event_type is None:
        raise UnreadableEvent(f"there is no event kind {kind!r}")
    for name in _TUPLES[event_type]:
        if type(data.get(name)) is list:
            data = data | {name: tuple(data[name])}
    try:
        event = event_type(seat=seat, **data)
    except TypeError as fault:
        raise UnreadableEvent(f"{kind}: {fault}") from fault
    for name, types, shape in _SHAPES[event_type]:
        value = getattr(event, name)
        if type(value) not in types or (shape is not None and not shape.fits(value)):
            raise UnreadableEvent(f"{kind}: its {name} is not what it should be")
    return event


@dataclass(frozen=True, slots=True)
class Entry:
    """An event with its place in the game: round and play count from 1, None for set-up."""

    event: Event
    round: int | None = None
    play: int | None = None
