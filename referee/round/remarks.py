"""What a player is told of what his text does to what he had filed before; whole sentences."""

from __future__ import annotations

from collections.abc import Iterator

from orders import tree
from orders.print_words import request_text
from orders.printer import line_text
from orders.questions import questions
from referee.round.desk import Desk, InForce
from referee.round.sections import Earlier
from referee.round.taking import Taken
from referee.round.unfit import NOTHING_BESIDE, Beside
from referee.rules.events import Seat


def about_the_round(desk: Desk, seat: Seat, number: int, *, kept: bool) -> list[str]:
    """What a player should know of the round that his orders count for, where it is not his to play now.

    `kept`: there are decisions in them.
    """
    if number == desk.round:
        return []
    if not desk.one_play_a_round:
        return [f"These orders are kept: round {number} is not open yet."]
    if number > desk.turn_round(seat, desk.round or 0):
        before = number - len(desk.order)
        when = f"their merger lines count when your play before it, in round {before}, is over"
        return [
            f"These orders are kept for your play in round {number}; {when}."
            if kept
            else f"Your play in round {number} is meant."
        ]
    next_play = f"Now round {desk.round} is played by {desk.plays[0]}; your next play is in round {number}"
    return [
        f"{next_play}: these orders are kept for it, and your merger lines count from now on."
        if kept
        else f"{next_play}."
    ]


def about_what_was_replaced(
    taken: Taken, earlier: InForce, decided: Earlier, sections: tuple[tree.Section, ...]
) -> Iterator[str]:
    """What a player should know of the state that his text leaves behind.

    `decided` are the decisions of `earlier`; `sections` are those of the text.
    """
    if taken.withdrawn and taken.decisions is None:
        rest = "your standing orders count" if earlier.standing else "you have none now"
        yield f"Your orders for the round are taken back: {rest}."
    if taken.decisions is not None and earlier.orders and not taken.withdrawn:
        before = _kinds(decided.sections)
        gone = [kind for kind in before if kind not in _kinds(sections)]
        yield "They replace what you had filed for the round."
        if gone:
            yield f"What they replace had orders for {', '.join(gone)}; these have none."
    decides = (
        taken.decisions or (earlier.orders and not taken.withdrawn) or taken.standing or earlier.standing
    )
    if taken.ready and not decides:
        yield "You are ready without a decision: the defaults decide for you."


def about_leaving(desk: Desk, seat: Seat, taken: Taken) -> Iterator[str]:
    """From when on a resignation counts, as long as there is one, and how it is taken back."""
    if taken.resigns or (seat in desk.resigned and not taken.withdrawn):
        leave = "You leave the game" if taken.resigns else "You have resigned: you leave the game"
        number = desk.round if taken.resigns else desk.resigned[seat]
        yield (
            f"{leave} when round {number} has been resolved; its orders still count. Until then `withdraw` "
            "takes that back, and with `as before` in the same file the orders of the round stay."
        )
    elif seat in desk.resigned:
        yield "Your resignation is taken back too: you stay in the game."


def about_questions(orders: tree.Orders, available: frozenset[Beside] = NOTHING_BESIDE) -> Iterator[str]:
    """That nobody answers what a text asks, where whoever takes it cannot see to it."""
    asked = [request_text(one).split()[0] for one in questions(orders)]
    if asked and "questions" not in available:
        words = [f"`{word}`" for word in dict.fromkeys(asked)]
        *others, last = words
        named = f"{', '.join(others)} and {last} are" if others else f"{last} is"
        yield f"{named} answered by mail only: nothing was done about {'them' if others else 'it'} here."


def _kinds(sections: tuple[tree.Section, ...]) -> list[str]:
    """The kinds of decision that some sections have lines for, as a player writes them."""
    found = (
        line_text(line).split()[0]
        for section in sections
        for line in tree.walk(section.items)
        if isinstance(line, tree.Line)
    )
    return list(dict.fromkeys("end game" if word == "end" else word for word in found))
