"""Opening a game: from what the referee asks for to its first events. Source: RULES.md, "Set-up"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from orders.handles import handle_fault
from referee.errors import FaultsError
from referee.round.chance import SCHEME, Chance
from referee.rules import events as e
from referee.rules.board import Tile
from referee.rules.editions import Edition, edition_named
from referee.rules.sides import seats_for
from referee.rules.switches import Switches, resolve_switches, switch_fault

RULESET: Final = "2026-11"
"""The rules as this version decides them; a fix that changes outcomes is a new ruleset."""
FEW: Final = 5
"""As many tiles of a kind as a message names."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """What the referee asks for: handles in the order in which they draw their set-up tiles.

    `edition` is an id, or a club's own edition. `switches` are those that somebody set, as text. `bag` is the whole
    tile order, `seed` the text that dice (and the tile order, without a bag) follow from; None: chosen at random.
    """

    players: tuple[str, ...]
    edition: str | Edition = "classic"
    switches: dict[str, str] = field(default_factory=dict)
    bag: tuple[str, ...] | None = None
    seed: str | None = None


def open_game(plan: NewGame, fresh_seed: str) -> list[e.Entry]:
    """The events that open a game, round 1 included.

    Raises UserError for an edition that there is not, and FaultsError with everything else that cannot be.
    """
    asked_for = edition_named(plan.edition)
    faults = list(_faults_of(plan, asked_for))
    if faults:
        raise FaultsError(faults)
    edition, switches, ignored = resolve_switches(asked_for, len(plan.players), plan.switches)
    seats = seats_for(plan.players, switches)
    faults = list(_seat_faults(edition, plan.players, seats))
    if faults:
        raise FaultsError(faults)
    given = None if plan.bag is None else _as_tiles(plan.bag)
    chance = Chance(plan.seed if plan.seed is not None else fresh_seed, given)
    opened = e.GameOpened(
        edition=edition.as_data(),
        ruleset=RULESET,
        switches=switches.as_data(),
        ignored=ignored,
        seats=seats,
        bag_given=given is not None,
        seed_given=plan.seed is not None,
    )
    kept = e.BagKept(chance.seed, given)
    set_up = [
        opened,
        e.BagSealed(SCHEME, chance.seal()),
        kept,
        *_deal(edition, switches, seats, chance),
    ]
    order = next(event.order for event in set_up if isinstance(event, e.PlayingOrderSet))
    first = e.RoundOpened(plays_of_round(order, order[0], switches), None)
    return [*(e.Entry(event) for event in set_up), e.Entry(first, round=1)]


def plays_of_round(order: tuple[e.Seat, ...], first: e.Seat, switches: Switches) -> tuple[e.Seat, ...]:
    """The seats of a round that `first` opens: a piece of the one rotation (postal rule 5)."""
    start = order.index(first)
    count = {"players+1": len(order) + 1, "players": len(order), "1": 1}[switches.plays_per_round]
    return tuple(order[(start + number) % len(order)] for number in range(count))


def _deal(
    edition: Edition, switches: Switches, seats: tuple[e.Seat, ...], chance: Chance
) -> Iterator[e.Event]:
    bag = chance.tile_order(edition.board.tiles)
    drawn = dict(zip(seats, bag, strict=False))
    for seat, tile in drawn.items():
        yield e.SetupTileDrawn(tile, seat=seat)
    ranked = tuple(sorted(seats, key=lambda seat: edition.tile_rank[drawn[seat]]))
    start = seats.index(ranked[0])
    order = ranked if switches.order_of_play == "ranked" else seats[start:] + seats[:start]
    dealt = len(seats) * edition.hand
    yield e.PlayingOrderSet(order, edition.hand, len(bag) - len(seats) - dealt)
    for number, seat in enumerate(order):
        place = len(seats) + number * edition.hand
        yield e.TilesDealt(bag[place : place + edition.hand], place + 1, seat=seat)


def _faults_of(plan: NewGame, edition: Edition) -> Iterator[str]:
    """All that cannot be about a game, whatever its seats will be called; each a whole sentence."""
    fewest, most = edition.players
    if not fewest <= len(plan.players) <= most:
        yield f"{edition.id} is for {fewest} to {most} players, not {len(plan.players)}."
    for handle in plan.players:
        fault = handle_fault(handle, edition.chains)
        if fault is not None:
            yield f"{handle!r} cannot be a handle: {fault}."
    yield from _double_faults(plan.players)
    for name, value in plan.switches.items():
        fault = switch_fault(edition, name, value.strip().lower())
        if fault is not None:
            yield f"{fault}."
    wrong = (
        None if plan.bag is None else bag_faults(_as_tiles(plan.bag), edition.board.tiles, strange="unknown")
    )
    if wrong is not None:
        yield f"the bag is not the {len(edition.board.tiles)} tiles of {edition.id} ({wrong})."
    if plan.seed is not None and not plan.seed.strip():
        yield "the seed is empty: give a text that nobody can guess, or leave it out."


def _seat_faults(edition: Edition, players: tuple[str, ...], seats: tuple[e.Seat, ...]) -> Iterator[str]:
    """What cannot be about the seats of players whose handles can be, where each plays two."""
    if seats == players:
        return
    for seat in seats:
        fault = handle_fault(seat, edition.chains)
        if fault is not None:
            yield (
                f"{seat!r} cannot be the handle of a seat: {fault}. Where each plays two, _1 and _2 are put "
                "behind the handles of the players: shorten them."
            )
    yield from _double_faults((*players, *seats))


def _double_faults(handles: Sequence[str]) -> Iterator[str]:
    for handle, count in Counter(map(str.lower, handles)).items():
        if count > 1:
            yield f"two players cannot both be {handle} (case makes no difference)."


def _as_tiles(bag: Sequence[str]) -> tuple[Tile, ...]:
    return tuple(str(tile).strip().upper() for tile in bag)


def bag_faults(bag: Sequence[str], tiles: Sequence[Tile], *, strange: str) -> str | None:
    """Why a bag is not some tiles, each once, as a message lists it; None if it is.

    `strange` is what a message calls what is none of them.
    """
    counted = Counter(bag)
    told = (
        (strange, [tile for tile in counted if tile not in tiles]),
        ("twice", [tile for tile, count in counted.items() if count > 1]),
        ("missing", [tile for tile in tiles if tile not in counted]),
    )
    return "; ".join(f"{what}: {some_of(found)}" for what, found in told if found) or None


def some_of(tiles: Sequence[str]) -> str:
    """Tiles, as many as help whoever looks for them."""
    return f"{', '.join(tiles[:FEW])}{' and more' if len(tiles) > FEW else ''}"
