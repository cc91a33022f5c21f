"""What reports say of corrections: each, in every report, and no word of the referee's is ever taken for an order."""

from __future__ import annotations

import pytest
from report_case import sample

from orders.reader import read
from orders.tree import Orders
from referee.report.corrections import changes_of, rounds_in_words
from referee.report.layout import WIDTH
from referee.report.press import columns, shortened
from referee.round.corrections import Correction
from referee.rules import events as e

HOSTILE = (
    "tile 5C",
    "end game",
    "round 3",
    "| buy 3 Luxor",
    "> withdraw",
    "THE PRESS",
    "CORRECTIONS",
    "{{ report.mine }} {% include 'x' %}",
    "x" * 500,
    "tile any " * 55,
    "Größe, 東京, naïve",
)


def corrections(number, words):
    ruling = e.RulingMade(
        words,
        ({"seat": "alice", "amount": 300}, {"seat": "bob", "amount": -12_300}),
        ({"seat": "alice", "chain": "Luxor", "count": -2},),
        ends=False,
    )
    return (
        Correction(90, 1, "2026-12-01T10:00:00Z", e.RoundReopened(40, words), void=(1, 2, 3), cancelled=True),
        Correction(91, 2, "2026-12-01T11:00:00Z", ruling, cancelled=True),
        Correction(95, number, "2026-12-02T10:00:00Z", ruling),
        Correction(
            *(99, number, "2026-12-03T10:00:00Z", e.RoundReopened(50, words)),
            void=(1, 2, 3),
            had_press=True,
            bag_was_open=True,
        ),
    )


@pytest.mark.parametrize("words", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("quote", ["", "> "])
def test_whatever_the_referee_says_stands_behind_a_bar_and_within_the_page(words, quote):
    game = sample(0)
    for reader in (None, game.seats[0]):
        text = game.report(1, reader, corrections=corrections(2, words))
        below = text.partition("\nCORRECTIONS\n")[2]
        told = below.lstrip("\n").partition("\n\n")[0]
        assert all(line.startswith("|") for line in told.splitlines())
        assert all(columns(line) <= WIDTH for line in text.splitlines())
        assert words.split()[0][:20] in told
        reading = read(
            "".join(quote + line for line in text.splitlines(keepends=True)), game.vocabulary(reader)
        )
        assert reading.orders == Orders()
        assert not reading.problems


def test_a_report_tells_what_was_made_void_what_was_ruled_and_what_does_not_count_any_more():
    text = sample(0).report(1, None, corrections=corrections(2, "So it was."))
    flat = " ".join(text.replace("|", " ").split())
    assert "Round 2 was opened again on 3 December 2026; rounds 1 to 3, as reported before, are void." in flat
    assert flat.count("What was corrected besides does not count any more") == 1
    assert "|  - round 1 opened again, 1 December 2026: So it was.\n" in text
    assert "|  - ruling in round 2, 1 December 2026: So it was.\n" in text
    assert (
        "alice gets $300 from the bank and gives 2 Luxor to the bank; bob gives $12,300 to the bank" in flat
    )
    assert flat.count("all tiles and dice to come are known to everybody") == 1
    assert flat.count("Press that was published stays in the reports that are void") == 1
    assert flat.count("Tiles and dice come as they came.") == 1, (
        "the long story is told of the last one alone"
    )
    assert text.count("|    So it was.") == 2


def test_where_nothing_was_corrected_nothing_is_said_of_it():
    assert "CORRECTIONS" not in sample(0).report(1, None)


@pytest.mark.parametrize(
    ("rounds", "words"), [((3,), "3"), ((3, 4), "3 and 4"), ((3, 4, 5, 6), "3 to 6"), ((), "")]
)
def test_rounds_are_told_as_people_say_them(rounds, words):
    assert rounds_in_words(rounds) == words


def test_who_gets_and_gives_nothing_is_not_told():
    ruling = e.RulingMade("x", ({"seat": "bob", "amount": 100},), (), ends=False)
    assert list(changes_of(ruling, ("alice", "bob"))) == ["bob gets $100 from the bank"]


@pytest.mark.parametrize(
    ("words", "room", "line"),
    [
        ("A mail lay unread.", 18, "A mail lay unread."),
        ("A mail lay unread.", 17, "A mail lay..."),
        ("A mail lay unread.", 13, "A mail lay..."),
        ("A mail lay unread.", 12, "A mail..."),
        ("A  mail\nlay unread.", 14, "A mail lay..."),
        ("Overlooked mails.", 10, "Overloo..."),
        ("東京の手紙が届かなかった", 11, "東京の手..."),
    ],
)
def test_words_that_are_too_long_for_their_line_end_with_a_whole_word_where_one_fits(words, room, line):
    assert shortened(words, room) == line
    assert columns(line) <= room
