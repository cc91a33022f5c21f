"""Chance under a seal: the same for the same label, fair, and no roll shifts another (DESIGN.md, "Chance")."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

from referee.round.chance import Chance
from referee.rules.editions import CLASSIC


def test_the_same_label_under_the_same_seed_always_falls_the_same():
    labels = [f"round {number}, play 1, tile" for number in range(50)]
    once = [Chance("seed").roll(label, 6) for label in labels]
    assert once == [Chance("seed").roll(label, 6) for label in reversed(labels)][::-1]
    assert once != [Chance("other").roll(label, 6) for label in labels]


def test_a_die_shows_every_side_about_as_often():
    falls = Counter(Chance("seed").roll(f"label {number}", 6) for number in range(6000))
    assert sorted(falls) == [1, 2, 3, 4, 5, 6]
    assert all(850 < count < 1150 for count in falls.values())


def test_a_die_with_so_many_sides_that_the_last_ones_do_not_come_out_even_is_as_fair():
    third = 2**62
    falls = Counter(
        (Chance("seed").roll(f"label {number}", 3 * third) - 1) // third for number in range(3000)
    )
    assert sorted(falls) == [0, 1, 2]
    assert all(850 < count < 1150 for count in falls.values())


def test_the_tile_order_has_every_tile_once_and_follows_from_the_seed():
    tiles = CLASSIC.board.tiles
    order = Chance("seed").tile_order(tiles)
    assert sorted(order) == sorted(tiles)
    assert order == Chance("seed").tile_order(tiles)
    assert order != Chance("other").tile_order(tiles)
    assert order != tiles


def test_a_given_tile_order_is_the_order():
    given = tuple(reversed(CLASSIC.board.tiles))
    assert Chance("seed", given).tile_order(CLASSIC.board.tiles) == given


def test_the_seal_commits_to_seed_and_given_order():
    seals = {
        Chance("seed").seal(),
        Chance("other").seal(),
        Chance("seed", ("1A", "2A")).seal(),
        Chance("seed", ("2A", "1A")).seal(),
    }
    assert len(seals) == 4
    assert Chance("seed").seal() == Chance("seed").seal()


def test_anybody_can_find_the_seal_again_from_what_opens_it():
    kept = '["hmac-sha256/1","seed",["1A","2A"]]'
    assert Chance("seed", ("1A", "2A")).seal() == hashlib.sha256(kept.encode()).hexdigest()
    alone = '["hmac-sha256/1","seed",null]'
    assert Chance("seed").seal() == hashlib.sha256(alone.encode()).hexdigest()


def test_anybody_can_find_a_die_again_from_what_opens_the_seal():
    for sides in range(2, 109):
        digest = hmac.digest(b"seed", b"round 5, play 2, survivor|0", "sha256")
        assert (
            Chance("seed").roll("round 5, play 2, survivor", sides) == int.from_bytes(digest[:8]) % sides + 1
        )
