"""Notes about a file as a whole, which need no position.

Source: ORDERS.md, "What the referee answers" (notes).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from orders import tree
from orders.check_base import BUY_LIMIT, Note, nodes
from orders.print_words import decision_text, request_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from orders.check_base import File
    from orders.reader import Unread

_WITH_POWER: Final = 5
_FIRST_TIGHT_COLUMN: Final = 64
_LAST_TIGHT_COLUMN: Final = 79
_MAIL_WIDTH: Final = 72
_BELOW_END: Final = (
    "nothing is read below `end orders`, `thanks`, `stop` or `--` alone on a line, nor below press without "
    "`end press`. Write them above it."
)
_IN_PROSE: Final = (
    "only lines that begin with a statement word are read. Write each decision on a line of its own, as in the "
    "order form."
)
_SENTENCE_ENDS: Final = (".", "!", "?", ")", "…", ":", ";", '"', "'", "”")


def without_round(file: File) -> Iterator[Note]:
    """`no-round`: the file does not say for which round it is; standing orders alone are for all rounds."""
    orders = file.orders
    of_a_round = any(not place.standing for place in file.places)
    speaks_of_a_round = any(isinstance(one, tree.Ready | tree.Withdraw) for one in orders.requests)
    if orders.header.round is not None or not (of_a_round or file.as_before or speaks_of_a_round):
        return
    if file.situation is None:
        counts, write = "the round that is open when it arrives", "round N"
    else:
        number = file.situation.round
        is_later = len(file.situation.rounds) > 1
        counts = f"your next play, in round {number}" if is_later else f"the open one, round {number}"
        write = f"round {number}"
    yield Note(
        1,
        "no-round",
        f"This file does not say for which round it is: it counts for {counts}. "
        f"Write `{write}` at its top, so that it can never count for another.",
    )


def not_read(file: File) -> Iterator[Note]:
    """`not-read`: lines look like statements and are not read: nothing is any more, or they begin with no word."""
    group: list[Unread] = []
    for unread in [*(one for one in file.reading.unread if one.looks_like_statement), None]:
        if group and (unread is None or _stands_apart(unread, group[-1])):
            first, last = group[0].line, group[-1].line
            which = f"Line {first} looks" if first == last else f"Lines {first} to {last} look"
            yield Note(
                first,
                "not-read",
                f"{which} like orders and will not count: {_BELOW_END if group[0].below_end else _IN_PROSE}",
            )
            group = []
        if unread is not None:
            group.append(unread)


def _stands_apart(unread: Unread, above: Unread) -> bool:
    return unread.line > above.line + 1 or unread.below_end != above.below_end


def ready_alone(file: File) -> Iterator[Note]:
    """`ready-alone`: final orders without a decision, neither here nor filed before."""
    situation, orders = file.situation, file.orders
    if situation is None or situation.standing or file.places or file.as_before:
        return
    if situation.has_decisions and not any(isinstance(one, tree.Withdraw) for one in orders.requests):
        return
    for request in orders.requests:
        if isinstance(request, tree.Ready):
            yield Note(
                request.at.line,
                "ready-alone",
                "You say `ready`, but there are no decisions of yours, neither in this file nor filed before: the "
                "defaults will decide everything. Write what you want to do, at least a `tile` and a `buy` line.",
            )


def after_wrapped(file: File) -> Iterator[Note]:
    """`after-wrapped`: a statement directly below press or a note that a mail program may have cut off there."""
    begins = {node.at.line: node for node in _statements(file)}
    for words in (*(press for press, _ in file.press), *file.orders.requests):
        if not isinstance(words, tree.Press | tree.Note):
            continue
        below = begins.get(words.at.line + 1)
        if below is not None and _looks_cut(words, below):
            word = "press" if isinstance(words, tree.Press) else "note"
            way_out = (
                "write `press` alone on its line, the words below it, and `end press`"
                if word == "press"
                else "write it in several notes"
            )
            yield Note(
                below.at.line,
                "after-wrapped",
                f"This line is read as an order. If it is the rest of the {word} in line {words.at.line}, cut off by "
                f"your mail program, {way_out}. If it is an order, leave a blank line above it.",
            )


def _statements(file: File) -> Iterator[tree.Node]:
    yield from (place.line for place in file.places)
    yield from (one.block for one in file.blocks)
    yield from file.orders.requests


def _looks_cut(words: tree.Press | tree.Note, below: tree.Node) -> bool:
    """Whether the line is about as long as mail programs make them, and the next word had no room on it."""
    if words.text.endswith(_SENTENCE_ENDS):
        return False
    width = words.at.column - 1 + len(_on_one_line(words))
    return _FIRST_TIGHT_COLUMN <= width <= _LAST_TIGHT_COLUMN and (
        width + 1 + len(_first_word(below)) > _MAIL_WIDTH
    )


def _on_one_line(words: tree.Press | tree.Note) -> str:
    if isinstance(words, tree.Note):
        return request_text(words)
    to = f" to {words.to}" if words.to else ""
    return f"{'anonymous ' if words.anonymous else ''}press{to}: {words.text}"


def _first_word(statement: tree.Node) -> str:
    match statement:
        case tree.Line():
            return decision_text(statement.decision).split()[0]
        case tree.Block():
            return "if"
        case tree.Ready() | tree.Withdraw() | tree.Resign() | tree.Away() | tree.Note():
            return request_text(statement).split()[0]
        case _:
            return ""


def empty_block(file: File) -> Iterator[Note]:
    """`empty-block`: an `if` of which no branch has anything in it."""
    for place in file.blocks:
        if not any(branch.items for branch in place.block.branches):
            yield Note(
                place.block.at.line,
                "empty-block",
                "There is nothing in this block, so nothing comes of its condition. Write the lines that it is for "
                "between `if` and `end`, or take it out.",
            )


def by_the_die(file: File) -> Iterator[Note]:
    """`die`: `tile 5C, any`, whose `any` is no order of preference but a roll of the die."""
    for place in file.places:
        if isinstance(place.decision, tree.TileOrder) and _ends_in_the_die(place.decision):
            yield Note(
                place.row,
                "die",
                "Where none of the tiles named before it can be played, `any` lets the die choose among all your "
                "tiles. Write further tiles in the order you want, or what it shall do: `any that stands alone`, "
                "`any that does not merge`.",
            )


def _ends_in_the_die(order: tree.TileOrder) -> bool:
    return order.entries[-1] == tree.AnyTile() and isinstance(order.entries[-2:][0], tree.TheTile)


def over_limit(file: File) -> Iterator[Note]:
    """`over-limit`: more shares than a turn allows."""
    limit = BUY_LIMIT if file.situation is None else file.situation.buy_limit
    if _may_buy_five(file):
        limit = max(limit, _WITH_POWER)
    for place in file.places:
        order = place.decision
        if not isinstance(order, tree.BuyOrder):
            continue
        counts = [lot.count for lot in order.lots if isinstance(lot, tree.Lot)]
        if max(counts, default=0) > limit:
            yield Note(
                place.row,
                "over-limit",
                f"At most {limit} shares can be bought in a turn: `buy {max(counts)}` buys {limit}"
                + (", and with `exactly` nothing" if order.exactly else "")
                + f". Write `{limit}`, or fewer and a second chain: `buy 2 …, 1 …`.",
            )
        elif order.exactly and sum(counts) > limit:
            yield Note(
                place.row,
                "over-limit",
                f"`exactly` buys all or nothing, and these are {sum(counts)} shares where {limit} may be: this "
                f"line will buy nothing. Write at most {limit} in all, or leave out `exactly`.",
            )


def _may_buy_five(file: File) -> bool:
    """Whether a line uses `buy 5`, here or in what was filed before and counts too, and the power is not spent."""
    situation = file.situation
    lines: list[object] = [place.decision for place in file.places]
    if situation is not None:
        if situation.powers is not None and "buy 5" not in situation.powers:
            return False
        if file.as_before and situation.powers is not None:
            return True  # what it repeats is not known here
        lines += situation.standing if file.orders.standing is None else ()
    uses = (node for line in lines for node in nodes(line) if isinstance(node, tree.UseOrder))
    return any(use.power == "buy 5" for use in uses)
