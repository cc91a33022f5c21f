"""Games of every kind, each round of which is written down as a position, read back, and played on from there."""

from __future__ import annotations

import random
import tomllib
from dataclasses import dataclass, replace

from random_orders import Writer

from orders.reader import read
from referee.round import adjudicate
from referee.round.adjudicate import chance_of, resolve
from referee.round.desk import desk_of
from referee.round.filing import file_for_seats
from referee.round.opening import NewGame, open_game
from referee.round.pool import pool_after
from referee.round.views import view_of
from referee.round.vocabulary import vocabulary_of
from referee.rules import events as e
from referee.rules.apply import fold
from referee.rules.state import State
from referee.written.adopting import adopt
from referee.written.boundary import position_entries
from referee.written.own_edition import own_edition
from referee.written.position_text import position_text

MOST_ROUNDS = 70
QUAY = {
    "id": "quayside",
    "extends": "classic",
    "board": [14, 10],
    "low": ["Astoria", "Bellevue"],
    "middle": ["Carlton", "Danieli"],
    "high": ["Excelsior"],
    "sizes": [2, 3, 4, 5, 6, 11, 21],
    "bonuses": 3,
    "shares": 20,
    "hand": 5,
    "safe": 8,
    "end": 31,
    "tile_order": "letter",
    "players": [2, 5],
    "bank_tile": "laid",
}
FOUR = ("alice", "bob", "carol", "dave")

PLANS = {
    "classic for four": NewGame(FOUR),
    "six, once each a round": NewGame((*FOUR, "erin", "frank"), switches={"plays_per_round": "players"}),
    "turn by turn": NewGame(FOUR[:3], switches={"plays_per_round": "1"}),
    "private holdings, three bonuses": NewGame(FOUR[:3], "hasbro_2016", {"holdings": "private"}),
    "tycoon": NewGame(FOUR[:3], "renegade_2023", {"tycoon": "true"}),
    "two with the bank's tiles laid": NewGame(FOUR[:2]),
    "two with the bank's tiles returned": NewGame(FOUR[:2], "avalon_hill_1995"),
    "two with the bank, turn by turn": NewGame(FOUR[:2], switches={"plays_per_round": "1"}),
    "four hands": NewGame(FOUR[:2], "hasbro_1999", {"two_players": "four_hands"}),
    "teams": NewGame(FOUR, "wotc_2008", {"teams": "true", "leaver": "substitute"}),
    "special powers": NewGame(FOUR, switches={"special_powers": "true", "dead_tiles": "once"}),
    "a club's own": NewGame(FOUR[:2], own_edition(QUAY), {"auto_end": "true"}),
    "a club's own, with powers": NewGame(FOUR[:3], own_edition(QUAY), {"special_powers": "true"}),
}

POWERS = """use take 5 tiles if 5C is on the board
use place 4 tiles unless 9A is on the board
use 3 free: 2 the largest chain, 1 the cheapest chain
use trade 2: 2 the smallest chain for 1 the largest chain
use buy 5
"""

DICE = """tile any
found any
survivor any
settle any
merger any: trade 2, keep rest
buy 2 the largest chain, 1 the cheapest chain
standing
end
"""
"""Left to the die; and standing orders, with which nobody misses, are taken back."""


@dataclass
class Round:
    """A round as it was played: what had happened before it opened, what came while it was open, what followed."""

    number: int
    before: list[e.Entry]
    meanwhile: list[e.Entry]
    happened: list[e.Entry]


def played(plan: NewGame, seed: int, *, leaving: float = 0.01) -> list[Round]:
    """A game to its end, by random orders; some miss, some leave."""
    chance = random.Random(seed)
    entries = open_game(plan, f"seed {seed}")
    rounds: list[Round] = []
    for _ in range(MOST_ROUNDS):
        desk = desk_of(entries)
        meanwhile = orders_filed(entries, chance, leaving)
        if chance.random() < leaving and len(desk.seats) > 2:
            gone = chance.choice(desk.seats)
            if gone not in desk.left:
                meanwhile += adjudicate.leave(entries, [gone], "removed")
        if any(isinstance(entry.event, e.GameEnded) for entry in meanwhile):
            return rounds
        happened = resolve(entries + meanwhile)
        rounds.append(Round(desk.round, entries, meanwhile, happened))
        entries = entries + meanwhile + happened
        if desk_of(entries).ended:
            return rounds
    return rounds


def orders_filed(entries: list[e.Entry], chance: random.Random, leaving: float) -> list[e.Entry]:
    desk = desk_of(entries)
    filed = []
    for seat in desk.seats:
        if seat in desk.left or chance.random() < 0.15:
            continue
        view = view_of(entries, seat)
        vocabulary = vocabulary_of(view, seat)
        writer = Writer(view, seat, chance)
        # with rounds of one play, conditions may be about what was before the position: such are no part of it
        text = "\n".join(writer.fallback()) if view.switches.plays_per_round == "1" else writer.orders()
        text = DICE if chance.random() < 0.4 else text
        if view.switches.special_powers and chance.random() < 0.3:
            text = POWERS + text
        if chance.random() < leaving:
            text += "\nresign\n"
        (filing,) = file_for_seats(desk, (seat,), read(text, vocabulary), vocabulary, "test")
        filed += [e.Entry(event, desk.round) for event in filing.events]
    return filed


def text_of(entries: list[e.Entry], number: int) -> str:
    """The position before the first play of a round, with all that is to come."""
    before = position_entries(entries, number)
    chance = chance_of(before)
    state = fold(entry.event for entry in before)
    return position_text("harbour", state, seed=chance.seed, bag=pool_after(before, chance).tiles)


def adopted(rounds: list[Round], place: int) -> list[e.Entry]:
    """The first events of the game that goes on from the position of a round, as a file says it."""
    entries = rounds[-1].before + rounds[-1].meanwhile + rounds[-1].happened
    text = text_of(entries, rounds[place].number)
    found = adopt(tomllib.loads(text), "another seed")
    assert found.notes == ()
    return found.entries


def same_position(rounds: list[Round], place: int, entries: list[e.Entry]) -> None:
    """The game adopted stands where the other one stood."""
    one = rounds[place]
    there = fold(entry.event for entry in one.before + one.meanwhile)
    here = fold(entry.event for entry in entries)
    for what in (
        *(
            "edition",
            "switches",
            "seats",
            "order",
            "round",
            "plays",
            "board",
            "sizes",
            "cash",
            "shares",
            "bank",
        ),
        *("hand_counts", "misses", "powers", "out_of_play", "tiles_left"),
    ):
        assert getattr(here, what) == getattr(there, what), what
    assert set(here.left) == set(there.left)
    for seat in there.seats:
        assert here.hand(seat) == there.hand(seat)
        assert view_of(entries, seat).hand(seat) == there.hand(seat)
        assert all(view_of(entries, seat).hand(other) == [] for other in there.seats if other != seat)


def counts_nothing(state: State) -> bool:
    """Whether the counters of plays without a tile are at 0, where an adopted game begins them."""
    return state.unplaced == state.idle == 0


def same_game(rounds: list[Round], place: int, entries: list[e.Entry], *, most: int) -> int:
    """Play on as the other game was, for `most` rounds; how many were compared.

    What players had filed before is filed again.
    """
    log = entries + filed_again(rounds[place])
    for number, one in enumerate(rounds[place : place + most]):
        # who left while the round was open has left in the position
        log += [
            entry
            for entry in one.meanwhile
            if number or isinstance(entry.event, e.OrdersFiled | e.OrdersWithdrawn)
        ]
        happened = resolve(log)
        assert told(happened) == told(one.happened), f"round {one.number}"
        log += happened
    return len(rounds[place : place + most])


def filed_again(one: Round) -> list[e.Entry]:
    """What is in force of the orders filed before a round, and still to come."""
    desk = desk_of(one.before)
    events = []
    for (seat, number), filed in desk.filed.items():
        if number >= one.number:
            said = e.OrdersFiled(
                number, filed.orders or None, None, filed.ready, filed.problems, "test", seat=seat
            )
            events.append(said)
    for seat, texts in desk.standing.items():
        for number, text in sorted(texts.items()):
            ready = desk.filed.get((seat, max(number, one.number)))
            said = e.OrdersFiled(
                max(number, one.number), None, text, ready is not None and ready.ready, 0, "test", seat=seat
            )
            events.append(said)
    return [
        *(e.Entry(event, one.number) for event in events),
        *(e.Entry(replace(filed_resign(seat), round=one.number), one.number) for seat in desk.resigned),
    ]


def filed_resign(seat: str) -> e.OrdersFiled:
    return e.OrdersFiled(0, None, None, ready=False, problems=0, source="test", resign=True, seat=seat)


def told(happened: list[e.Entry]) -> list[e.Entry]:
    """What happened, without what each game counts from its own beginning: places in the bag, and its opening."""
    return [
        replace(entry, event=replace(entry.event, place=0)) if isinstance(entry.event, e.TileDrawn) else entry
        for entry in happened
        if not isinstance(entry.event, e.BagOpened)
    ]
