"""Reading orders where no game is known. Loads no database: a player may have none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from orders.checker import notes
from orders.handles import handle_fault
from orders.printer import canonical
from orders.reader import read
from referee.round.answer import Answer
from referee.round.filing import all_problems, judge
from referee.round.press import press_of, with_plain_press
from referee.round.remarks import about_questions
from referee.round.vocabulary import vocabulary_of_edition
from referee.rules.editions import edition_named
from referee.service.edition_file import edition_meant
from referee.service.order_text import OrdersRefusedError


def check_text(text: str, edition: str, player: str | None = None) -> Answer:
    """What the referee would understand of a text in any game of an edition.

    Raises UserError for a text that is refused whole, an unknown edition, or a `player` line that names somebody
    else than `player`.
    """
    fault = None if player is None else handle_fault(player)
    if fault is not None:
        raise OrdersRefusedError(f"'{player}' cannot be a player: {fault}.")
    found = edition_named(edition_meant(edition, Path()))
    words = replace(vocabulary_of_edition(found), me=player)
    reading = with_plain_press(read(text, words))
    if reading.refused is not None:
        raise OrdersRefusedError(reading.refused)
    named = reading.orders.header.player
    if player is not None and named is not None and named.lower() != player.lower():
        raise OrdersRefusedError(
            f"The file says `player {named}`, the command {player}. Correct one of them."
        )
    return Answer(
        text=text,
        verdict=judge(reading),
        canonical=canonical(reading.orders),
        problems=all_problems(reading, press_of(reading.orders, words).problems),
        remarks=tuple(about_questions(reading.orders)),
        notes=notes(reading, None),
        unread=reading.unread,
        seat=player,
    )
