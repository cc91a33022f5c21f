"""Where a game stands, as reports show it: board, chains, holdings, price card, and what a hand could do."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Final

from referee.report.context import (
    BoardPicture,
    BoardRow,
    CardRow,
    ChainRow,
    Holdings,
    PlayerRow,
    PriceCard,
    Prospect,
    Side,
    Square,
)
from referee.report.facts import Size
from referee.report.layout import WIDTH, money, signed
from referee.rules.board import Tile
from referee.rules.editions import RUNGS_ABOVE_LOW, Chain, Edition
from referee.rules.events import POWERS, Seat
from referee.rules.legality import connected_loose, in_tile_order, largest_of, outlook
from referee.rules.scoring import bonuses_of, leaders, values
from referee.rules.sides import side_name, side_total, sides
from referee.rules.state import LOOSE, State

EMPTY: Final = "."
LOOSE_MARK: Final = "o"
OUT_OF_PLAY: Final = "#"
IN_HAND: Final = "*"

HEAD_LENGTHS: Final = (99, 5, 4, 3)
"""How many letters of the chains' names stand above their columns, best first."""


@lru_cache(maxsize=32)
def letters_of(chains: tuple[Chain, ...]) -> dict[Chain, str]:
    """The shortest beginnings that tell the chains of an edition apart, on the board and on the price card."""
    return {
        chain: next(
            chain[:length]
            for length in range(1, len(chain) + 1)
            if length == len(chain)
            or not any(other.startswith(chain[:length]) for other in chains if other != chain)
        )
        for chain in chains
    }


def picture(state: State, laid: Collection[Tile], hand: Collection[Tile]) -> BoardPicture:
    """The board with the tiles laid this round, and a reader's own hand marked on it."""
    edition = state.edition
    letters = letters_of(edition.chains)
    out_of_play = set(state.out_of_play)

    def square(tile: Tile) -> Square:
        chain = state.board.get(tile)
        if chain is None:
            mark = OUT_OF_PLAY if tile in out_of_play else IN_HAND if tile in hand else EMPTY
        else:
            mark = LOOSE_MARK if chain == LOOSE else letters[chain]
        return Square(mark, tile in laid)

    rows = tuple(
        BoardRow(letter, tuple(square(f"{column}{letter}") for column in range(1, edition.columns + 1)))
        for letter in edition.board.letters
    )
    width = max(map(len, letters.values()))
    return BoardPicture(edition.columns, rows, width, bool(out_of_play), bool(laid))


def chain_rows(state: State) -> tuple[ChainRow, ...]:
    """The chains on the board; who leads is told where everybody's holdings are public."""
    letters = letters_of(state.edition.chains)
    public = state.switches.holdings == "public"
    rows = []
    for chain in state.active():
        lead = leaders(state, chain) if public else ()
        rows.append(
            ChainRow(
                letters=letters[chain],
                chain=chain,
                tiles=state.sizes[chain],
                safe=state.is_safe(chain),
                price=state.price(chain),
                bonuses=bonuses_of(state, chain),
                bank=state.bank[chain],
                leaders=lead,
                most=state.shares[lead[0]][chain] if lead else 0,
            )
        )
    return tuple(rows)


def off_board(state: State) -> tuple[tuple[Chain, int], ...]:
    """The chains not on the board, with the bank's shares."""
    return tuple((chain, state.bank[chain]) for chain in state.edition.chains if chain not in state.sizes)


def worth(state: State) -> dict[Seat, int]:
    """Each seat's value; where holdings are private without bonuses, which tell what others hold."""
    if state.switches.holdings == "public":
        return values(state)
    return {
        seat: state.cash[seat] + sum(state.shares[seat][chain] * state.price(chain) for chain in state.sizes)
        for seat in state.seats
    }


def holdings(state: State, reader: Seat | None, before: Mapping[Seat, int] | None) -> Holdings:
    """What everybody has, or where holdings are private the reader alone.

    `before` is everybody's worth when the round opened, None in the opening report.
    """
    public = state.switches.holdings == "public"
    shown = [seat for seat in state.order if public or seat == reader]
    chains = tuple(
        chain
        for chain in state.edition.chains
        if shown and (chain in state.sizes or any(state.shares[seat][chain] for seat in shown))
    )
    now = worth(state)
    rows = tuple(_player_row(state, seat, chains, now, before, known=seat in shown) for seat in state.order)
    return Holdings(
        chains=chains,
        heads=_heads(chains, rows),
        rows=rows,
        shows_figures=bool(shown),
        tiles_left=state.tiles_left,
        short_hands=tuple(_short_hands(state)),
        whole_hand=state.edition.hand,
        is_vacant=not state.switches.plays_for_leavers,
        powers=POWERS if state.switches.special_powers else (),
        sides=tuple(_sides(state, now if public else None)),
        sides_add_up=state.switches.teams,
    )


def _player_row(
    state: State,
    seat: Seat,
    chains: Sequence[Chain],
    now: Mapping[Seat, int],
    before: Mapping[Seat, int] | None,
    *,
    known: bool,
) -> PlayerRow:
    """What a seat has, with its worth now and before; without any of it where that is not `known`."""
    return PlayerRow(
        number=state.order.index(seat) + 1,
        seat=seat,
        cash=state.cash[seat] if known else None,
        shares=tuple(state.shares[seat][chain] for chain in chains) if known else None,
        value=now[seat] if known else None,
        since=now[seat] - before[seat] if known and before is not None else None,
        missed=state.misses[seat],
        left=seat in state.left,
        powers=state.powers[seat],
    )


def _short_hands(state: State) -> Iterator[tuple[Seat, int]]:
    """The seats whose hands are not whole, with their tiles."""
    for seat in state.order:
        if state.hand_counts[seat] != state.edition.hand:
            yield seat, state.hand_counts[seat]


def _sides(state: State, worth_now: Mapping[Seat, int] | None) -> Iterator[Side]:
    """Teams or persons with two seats; a team's worth is added up, a person's is that of the richer seat."""
    for side in sides(state):
        name = side_name(state, side)
        if name is not None:
            of_seats = None if worth_now is None else [worth_now[seat] for seat in side]
            yield Side(name, None if of_seats is None else side_total(state.switches, of_seats))


def _heads(chains: tuple[Chain, ...], rows: Sequence[PlayerRow]) -> tuple[str, ...]:
    """The chains' names, all cut to the longest length with which the table fits; three letters at the least."""
    others = (
        max(len(f"{row.number}  {row.seat}") + row.left for row in rows),
        max(len("cash"), *(len(money(row.cash or 0)) for row in rows)),
        max(len("value"), *(len(money(row.value or 0)) for row in rows)),
        max(len("since"), *(len(signed(row.since or 0)) for row in rows)),
        len("miss"),
    )
    for gap in (2, 1):
        room = WIDTH - sum(others) - gap * (len(others) - 1)
        for length in HEAD_LENGTHS:
            heads = tuple(chain[:length] for chain in chains)
            if sum(len(head) + gap for head in heads) <= room:
                return heads
    return tuple(chain[: HEAD_LENGTHS[-1]] for chain in chains)


def price_card(edition: Edition, on_board: Mapping[Chain, int], places: int | None = None) -> PriceCard:
    """The edition's ladder with each chain on the board marked where its size puts it.

    `places` is how many bonuses are paid, None: all that the edition has.
    """
    letters = letters_of(edition.chains)
    names = [[chain for chain, its in edition.tiers.items() if its == tier] for tier in RUNGS_ABOVE_LOW]
    at: dict[tuple[str, int], list[str]] = {}
    for chain, size in on_board.items():
        at.setdefault((edition.tiers[chain], edition.price_by_size[chain][size]), []).append(letters[chain])
    rungs = len(edition.bands) + max(RUNGS_ABOVE_LOW.values())
    rows = tuple(
        CardRow(
            sizes=tuple(_sizes(edition, rung - above) for above in RUNGS_ABOVE_LOW.values()),
            marks=tuple(
                " ".join(sorted(at.get((tier, edition.prices[rung]), ()))) for tier in RUNGS_ABOVE_LOW
            ),
            price=edition.prices[rung],
            bonuses=edition.bonuses[rung][:places],
        )
        for rung in range(rungs)
    )
    return PriceCard(tuple(zip_longest(*names, fillvalue="")), rows)


def _sizes(edition: Edition, band: int) -> str:
    """The sizes of a band: `5`, `6-10`, `41+`; nothing where there is no such band."""
    if not 0 <= band < len(edition.bands):
        return ""
    least = edition.bands[band]
    if band == len(edition.bands) - 1:
        return f"{least}+"
    most = edition.bands[band + 1] - 1
    return str(least) if least == most else f"{least}-{most}"


def prospects(state: State, seat: Seat) -> tuple[Prospect, ...]:
    """What each tile of a hand would do now, in the edition's tile order."""
    return tuple(_prospect(state, tile) for tile in in_tile_order(state, state.hand(seat)))


def _prospect(state: State, tile: Tile) -> Prospect:
    look = outlook(state, tile)
    joined = () if look.verdict == "loose" else in_tile_order(state, connected_loose(state, tile))
    sizes = tuple(Size(chain, state.sizes[chain]) for chain in look.chains)
    largest = largest_of(state, look.chains) if look.verdict == "merge" else ()
    after = sum(size.tiles for size in sizes) + 1 + len(joined)
    return Prospect(tile, look.verdict, sizes, joined, largest, after)
