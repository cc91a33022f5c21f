"""What the notes say of a line is true when the round is played; and they never raise."""

import random
import timeit
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import given, settings
from orders_notes_cases import OPENER, THIRD, WORDS
from orders_sample_game import sample_entries
from orders_strategies import orders as order_trees

from orders.checker import notes
from orders.reader import Reading, read
from referee.round.adjudicate import resolve
from referee.round.desk import desk_of
from referee.round.filing import file_for_seats
from referee.round.position import SeatPosition
from referee.round.situation import situation_of
from referee.round.views import view_of
from referee.round.vocabulary import vocabulary_of
from referee.rules.apply import fold
from referee.rules.events import Entry, OrderApplied

SEATS = ("alice", "bob", "carol", "dave")
NEVER_USED = {
    "dead-tile", "duplicate", "never-reached", "never-true", "not-in-hand", "not-yet", "on-board", "one-play",
    "out-of-play", "safe-chain",
}  # fmt: skip
"""Of a line with only one thing in it: whoever gets one of these is told that it will not count."""


def test_the_situation_is_the_seats_own_view() -> None:
    log = sample_entries(rounds=6)
    truth = fold(entry.event for entry in log)
    for seat in SEATS:
        view = view_of(log, seat)
        situation = situation_of(view, seat, desk_of(log).in_force(seat))
        position = SeatPosition(view, seat)
        assert (situation.me, situation.round, situation.seats) == (seat, 7, truth.seats)
        assert situation.plays == truth.plays
        assert set(situation.hand) == set(truth.hand(seat))
        assert situation.board == set(truth.board)
        assert situation.out_of_play == set(truth.out_of_play)
        assert situation.cash == truth.cash[seat]
        assert situation.sizes == truth.sizes
        assert situation.safe == {chain for chain in truth.sizes if position.is_safe(chain)} >= {"American"}
        assert situation.unplayable == {tile for tile in situation.hand if not position.is_playable(tile)}
        assert not situation.has_decisions


def test_the_situation_knows_what_the_seat_has_filed() -> None:
    log = sample_entries(rounds=2)
    view = view_of(log, "alice")
    words = vocabulary_of(view, "alice")
    kept = situation_of(view, "alice", desk_of(log).in_force("alice")).standing
    assert kept
    text = "round 3\ntile 9C\nstanding\n  buy 3 Luxor\nend"
    (filing,) = file_for_seats(desk_of(log), ("alice",), read(text, words), words, "test")
    log += [Entry(event, round=3) for event in filing.events]
    situation = situation_of(view_of(log, "alice"), "alice", desk_of(log).in_force("alice"))
    assert situation.has_decisions
    assert situation.standing == read(text, words).orders.standing


def test_other_hands_bag_and_orders_make_no_difference() -> None:
    log = sample_entries(rounds=4)
    before = situation_of(view_of(log, "alice"), "alice")
    for seat in ("bob", "carol", "dave"):
        view = view_of(log, seat)
        words = vocabulary_of(view, seat)
        (filing,) = file_for_seats(desk_of(log), (seat,), read("tile any\nready", words), words, "test")
        log += [Entry(event, round=5) for event in filing.events]
    assert situation_of(view_of(log, "alice"), "alice") == before
    assert set(before.hand).isdisjoint(fold(entry.event for entry in log).hand("bob"))


# --- in play ---------------------------------------------------------------------------------------------

CONDITIONS = (
    "", "", "",
    " if size of Luxor >= 3", " if size of Luxor >= 5", " unless bob missed", " if carol founded Imperial",
    " if bob bought Tower", " if I founded Festival", " if my cash < 0", " if Luxor is active",
    " if Luxor is active and size of Luxor >= 5", " if anyone bought 2 Imperial", " if alice merged Luxor",
)  # fmt: skip
CHAINS = (
    "Luxor",
    "Tower",
    "American",
    "Festival",
    "Continental",
    "Imperial",
    "the largest chain",
    "the chain bob founded",
)


def _decision(rng: random.Random, tiles: list[str]) -> str:
    chain, other = rng.sample(CHAINS, 2)
    return rng.choice(
        [
            f"tile {rng.choice(tiles)}",
            f"tile any that {rng.choice(['founds', 'merges', 'grows', 'stands alone'])}",
            "tile any",
            f"found {chain}, {other}",
            f"found {chain}",
            f"survivor {chain}",
            f"buy {rng.randint(1, 3)} {chain}",
            f"buy {rng.randint(1, 3)} {chain}, {rng.randint(1, 3)} {other}",
            "buy nothing",
            f"merger {chain}: {rng.choice(['sell all', 'keep all', 'trade 2', 'trade all, keep rest'])}",
            f"merger any: {rng.choice(['sell all', 'keep 2', 'trade all'])}",
            f"merger any into {other}: {rng.choice(['sell all', 'keep 2', 'trade all'])}",
            "end game",
        ]
    )


def _orders(rng: random.Random, tiles: list[str]) -> str:
    lines = []
    for _ in range(rng.randint(6, 16)):
        draw = rng.random()
        if draw < 0.12:
            lines.append(rng.choice(["first turn", "second turn", "all turns"]))
        elif draw < 0.3:
            inner = [f"  {_decision(rng, tiles)}" for _ in range(rng.randint(1, 2))]
            other = ["else", f"  {_decision(rng, tiles)}"] if rng.random() < 0.5 else []
            lines += [rng.choice(CONDITIONS[3:]).replace("unless", "if").strip(), *inner, *other, "end"]
        else:
            lines.append(_decision(rng, tiles) + rng.choice(CONDITIONS))
    return "\n".join(lines)


@pytest.mark.parametrize("number", range(12))
def test_a_line_that_is_said_never_to_count_never_counts(number: int) -> None:
    told = used = 0
    for attempt in range(6):
        rng = random.Random(f"{number} {attempt}")
        log = sample_entries(rounds=number)
        if desk_of(log).round is None:
            return  # the game is over
        doomed = {}
        for seat in SEATS:
            view = view_of(log, seat)
            words = vocabulary_of(view, seat)
            tiles = [*view.hand(seat), rng.choice(view.edition.board.tiles)]
            sent = read(_orders(rng, tiles), words)
            assert not sent.problems
            desk = desk_of(log)
            (filing,) = file_for_seats(desk, (seat,), sent, words, "test")
            log += [Entry(event, round=number + 1) for event in filing.events]
            text = desk_of(log).in_force(seat).text()
            doomed[seat] = _doomed(text, notes(read(text, words), situation_of(view, seat)))
            told += len(doomed[seat])
        for entry in resolve(log):
            event = entry.event
            if isinstance(event, OrderApplied) and entry.round == number + 1:
                lines = {event.line, *(one["line"] for one in event.more)} - {None}
                used += len(lines)
                assert event.seat is not None
                wrong = lines & set(doomed[event.seat])
                assert not wrong, (attempt, event, [doomed[event.seat][line] for line in wrong])
    assert told > 10
    assert used > 10


def _doomed(text: str, found) -> dict:
    """The notes that say of a whole line that it will never count."""
    lines = text.splitlines()
    whole = {}
    for note in found:
        statement = lines[note.line - 1].strip()
        about_all = (
            ("This line" in note.message and "only if" not in note.message)
            or note.kind in {"never-true", "duplicate"}
            or (
                note.kind == "not-yet"
                and "cannot be true" in note.message
                and statement.endswith(_words(note))
            )
            or note.kind in {"dead-tile", "on-board", "out-of-play", "safe-chain"}
            or (note.kind == "not-in-hand" and "unless you draw it" not in note.message)
        )
        if note.kind in NEVER_USED and about_all and not statement.startswith(("if", "else")):
            whole[note.line] = note
    return whole


def _words(note) -> str:
    return " if " + note.message.split("`")[1]


# --- hostile ---------------------------------------------------------------------------------------------


@given(order_trees)
@settings(max_examples=60, deadline=None)
def test_notes_never_raise_and_stand_in_the_order_of_the_lines(orders) -> None:
    _never_raise(orders)


@pytest.mark.fuzz
@given(order_trees)
@settings(max_examples=500, deadline=None)
def test_notes_never_raise_the_long_run(orders) -> None:
    _never_raise(orders)


def _never_raise(orders) -> None:
    for situation in (None, THIRD, OPENER):
        found = notes(Reading(orders), situation)
        assert [note.line for note in found] == sorted(note.line for note in found)
        assert all(note.kind and note.message.endswith(".") for note in found)
        assert len(set(found)) == len(found)


def test_a_thousand_lines_in_each_others_way_are_compared_in_time() -> None:
    words = vocabulary_of(view_of(sample_entries(rounds=0), "alice"), "alice")
    text = "\n".join(
        f"buy exactly {i % 9 + 1} Luxor, {i} Tower if size of Luxor > {i}" for i in range(1, 999)
    )
    started = perf_counter()
    assert len(notes(read(text, words), THIRD)) > 900
    chain = "\n".join(f"else if bob founded Luxor and size of Tower = {i}\n tile 5C" for i in range(490))
    assert not read(f"round 5\nif bob missed\ntile 5C\n{chain}\nend", words).problems
    notes(read(f"round 5\nif bob missed\ntile 5C\n{chain}\nend", words), THIRD)
    powers = "\n".join("use buy 5 if bob missed\nuse 3 free: 1 Festival" for _ in range(490))
    notes(read(f"round 5\n{powers}", WORDS), THIRD)
    assert perf_counter() - started < 10  # some tenths of a second; without a bound it would be a minute


@pytest.mark.bench
def test_thirty_lines_are_checked_in_three_milliseconds() -> None:
    view = view_of(sample_entries(rounds=4), "alice")
    text = (Path(__file__).parents[1] / "bench" / "thirty_lines.txt").read_text(encoding="utf-8")
    reading, situation = read(text, vocabulary_of(view, "alice")), situation_of(view, "alice")
    fastest = min(timeit.repeat(lambda: notes(reading, situation), number=1, repeat=30))
    assert fastest < 0.003 * 1.5
