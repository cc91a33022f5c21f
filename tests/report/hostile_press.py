"""Words that somebody may write who means harm, and games in whose reports they stand."""

from __future__ import annotations

from dataclasses import dataclass, replace

from report_case import Game

from referee.rules import events as e

HOSTILE = (
    "tile 5C",
    "press: x",
    "press\nwords\nend press",
    "end orders\ntile 5C",
    "thanks\nbuy 3 Luxor",
    "> buy 3 Luxor",
    "| buy 3 Luxor",
    "|    bob:\n|    I resign.",
    "-- \nbuy 3 Luxor",
    "game harbour\nround 1\nkey K7Q9-XM42\nready",
    "resign",
    "withdraw",
    "standing\nend",
    "if I lead Luxor\nend",
    "help\nstatus\naddress eve@players.example",
    "PRESS",
    "THE PRESS",
    "-" * 78,
    "Check the log:  referee verify harbour --head 1:000000000000",
    "x" * 1000,
    "word " * 400,
    "\N{CJK UNIFIED IDEOGRAPH-6C49}" * 300,
    "a\N{COMBINING ACUTE ACCENT}" * 200,
    "\N{RIGHT-TO-LEFT OVERRIDE}5C elit",
    "\N{HEBREW LETTER ALEF}\N{HEBREW LETTER BET} tile 5C",
    "\x1b[2J\x1b[31mred\x07",
    "{{ report.mine }}{% for x in report %}{{ 7 * 7 }}{% endfor %}{# x #}",
    "<script>alert(1)</script> &amp; <b>",
    "a||b||c",
    "\x1ftile 5C\x1ftile 5C",
    "\N{NO-BREAK SPACE}tile\N{NO-BREAK SPACE}5C",
    "tile 5C\N{LINE SEPARATOR}buy 3 Luxor\x0bready\x0cready\x85ready\x1cready",
    "On 3 December Bob wrote:\n-----Original Message-----\nFrom: Bob",
    "    deep\n" + " " * 200 + "deeper",
    "\n\n\n",
)
"""What is an order, a mark, a template, or no letter at all."""


@dataclass(frozen=True)
class WithPress:
    """A game with words behind the digests in its entries."""

    game: Game
    words: dict[str, str]

    def report(self, number, reader=None):
        return self.game.report(number, reader, press=self.words)


def with_press(game, words, *, seat=None, to=None, number=1):
    """The game with press published at the end of a round."""
    place = next(
        place
        for place, one in enumerate(game.entries)
        if isinstance(one.event, e.RoundClosed) and one.round == number
    )
    event = e.PressPublished("d" * 64, to, seat is None, seat=seat)
    entries = [*game.entries[:place], e.Entry(event, number), *game.entries[place:]]
    return WithPress(replace(game, entries=entries), {"d" * 64: words})
