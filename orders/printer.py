"""From the syntax tree to canonical text.

At most 72 columns, broken only where reading joins; brackets where `and` and `or` meet; press, notes and addresses
word for word, whatever their width; never the key. Reading it gives the same tree again.
Source: ORDERS.md, "Canonical form".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from orders import print_words
from orders.lines import begins_cut_press, ends_press
from orders.print_words import chain_text, condition_text, decision_text
from orders.questions import is_question
from orders.tree import AsBefore, Block, Line, Note, Press, Question
from orders.words import goes_on

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from orders.tree import Header, Item, Orders, Request, Section

__all__ = ["canonical", "chain_text", "condition_text", "line_text", "print_sections", "print_standing"]

WIDTH: Final = 72
_INDENT: Final = "  "
_HANGING: Final = "    "


def canonical(orders: Orders) -> str:
    """The whole of what was understood, without the key. Ends with a line break unless it is empty."""
    sections = [print_sections(orders.sections)]
    if orders.standing is not None:
        # below a `seat` heading it would belong to that seat
        has_seats = any(section.seat is not None for section in orders.sections)
        sections.insert(0 if has_seats else 1, print_standing(orders.standing))
    return "\n".join(part for part in (_header(orders.header), *sections, _requests(orders.requests)) if part)


def print_sections(sections: Iterable[Section]) -> str:
    """The decisions of a round with their headings: what the referee files. Ends with a line break unless empty."""
    parts: list[str] = []
    turn, seat = "all", None
    for section in sections:
        heading = ""
        if section.seat != seat:
            heading = f"seat {section.seat}\n"
            turn, seat = "all", section.seat
        if section.turn != turn:
            heading += "all turns\n" if section.turn == "all" else f"{section.turn} turn\n"
            turn = section.turn
        parts.append(heading + _text(section.items, ""))
    return "\n".join(parts)


def print_standing(items: Iterable[Item]) -> str:
    """The standing block; an empty one deletes what was kept."""
    return "standing\n" + _text(items, _INDENT) + "end\n"


def line_text(line: Line) -> str:
    """One decision with its guard on one line, unwrapped."""
    text = decision_text(line.decision)
    if line.guard is None:
        return text
    return f"{text} {'unless' if line.guard.unless else 'if'} {condition_text(line.guard.condition)}"


def _header(header: Header) -> str:
    said = (("game", header.game), ("round", header.round), ("player", header.player))
    return "".join(f"{word} {value}\n" for word, value in said if value is not None)


def _requests(requests: Iterable[Request]) -> str:
    """Requests line by line; directly below a note `help` would be its last word."""
    text = ""
    above: Request | None = None
    for request in requests:
        gap = "\n" if isinstance(above, Note) and isinstance(request, Question) else ""
        text += f"{gap}{print_words.request_text(request)}\n"
        above = request
    return text


def _text(items: Iterable[Item], indent: str) -> str:
    return "".join(f"{line}\n" for item in items for line in _item(item, indent))


def _item(item: Item, indent: str) -> Iterator[str]:
    match item:
        case Line():
            yield from wrap(line_text(item), indent)
        case Block():
            yield from _block(item, indent)
        case Press():
            yield from _press(item, indent)
        case AsBefore():
            yield f"{indent}as before"


def _block(block: Block, indent: str) -> Iterator[str]:
    word = "if"
    for branch in block.branches:
        if branch.condition is None:
            yield f"{indent}else"
        else:
            yield from wrap(f"{word} {condition_text(branch.condition)}", indent)
        for item in branch.items:
            yield from _item(item, indent + _INDENT)
        word = "else if"
    yield f"{indent}end"


def _press(press: Press, indent: str) -> Iterator[str]:
    head = f"{indent}{'anonymous ' if press.anonymous else ''}press{f' to {press.to}' if press.to else ''}"
    on_one_line = f"{head}: {press.text}"
    no_block = ends_press(press.text) or begins_cut_press(press.text)
    fits = "\n" not in press.text and press.text == press.text.strip()
    if fits and (len(on_one_line) <= WIDTH or no_block):
        yield on_one_line
    else:
        yield head
        yield from press.text.split("\n")
        yield f"{indent}end press"


def wrap(text: str, indent: str) -> Iterator[str]:
    """A statement in lines of at most 72 columns, each of which reading joins to the one above."""
    rest = f"{indent}{text}"
    while len(rest) > WIDTH:
        break_at = _break(rest, len(indent) + len(_HANGING))
        if break_at is None:
            break
        yield rest[:break_at]
        rest = f"{indent}{_HANGING}{rest[break_at + 1 :]}"
    yield rest


def _break(line: str, start: int) -> int | None:
    """Where to break: the index of a blank. None where nothing will do.

    The last place in the right half of the line that reads best, otherwise the last that will do.
    """
    best: int | None = None
    best_rank = len(_BREAKS)
    blank = line.rfind(" ", start, WIDTH + 1)
    while blank > start:
        above, below = line[:blank], line[blank + 1 :]
        if goes_on(above, below) and not is_question(below) and (best is None or blank > WIDTH // 2):
            rank = next(
                (rank for rank, reads_well in enumerate(_BREAKS) if reads_well(above, below)), len(_BREAKS)
            )
            if best is None or rank < best_rank:
                best, best_rank = blank, rank
        blank = line.rfind(" ", start, blank)
    return best


_BREAKS: Final[tuple[Callable[[str, str], bool], ...]] = (
    lambda above, below: above.endswith(",") or below.startswith(("and ", "or ", "unless ")),
    lambda above, _: above.endswith((" if", " and", " or", " unless")),
    lambda _, below: below.startswith(("< ", "<= ", "= ", "<> ", ">= ", "> ", "+ ", "into ")),
)
"""What reads well on both sides of a break, the best first."""
