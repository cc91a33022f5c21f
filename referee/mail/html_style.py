"""What the styles of HTML do to a text: hide it, strike it out, keep its lines, quote it.

Only what mail programs and senders of mass mail really write is known; a style that is not understood does nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_COMMENT: Final = re.compile(r"/\*(?:[^*]|\*(?!/))*+(?:\*/)?|<!--|-->")
_RULE: Final = re.compile(r"(?:\A|(?<=[{}]))([^{}]*+)\{([^{}]*+)\}")
_AT_RULE: Final = re.compile(r"@[^{};@]*+\{")
"""Nothing is looked at from two beginnings: a style sheet can be as long as a mail, and hold no bracket at all."""

_SELECTOR: Final = re.compile(r"[a-z0-9]*([.#][\w-]+)\Z")
_NOTHING: Final = re.compile(r"[+-]?0*(?:\.0*)?(?:px|pt|em|rem|ex|cm|mm|in|%|vw|vh)?\Z")
_LENGTH: Final = re.compile(r"[0-9.]+(?:px|pt|pc|cm|mm|in|rem)\Z|(?:xx?-)?(?:small|large)\Z|medium\Z")
_FAR_AWAY: Final = re.compile(r"-[0-9]{3,}(?:\.[0-9]*)?(?:px|pt|em|rem|%)?\Z")
_PRE: Final = frozenset({"pre", "pre-wrap", "pre-line", "break-spaces"})
_BLOCKS: Final = frozenset({"block", "list-item", "table", "table-row", "flex", "grid", "flow-root"})
_GMAIL_INDENT: Final = {"margin": "0 0 0 40px", "border": "none", "padding": "0px"}


@dataclass(frozen=True, slots=True)
class Style:
    """What a style says: None where it says nothing of it.

    `gone`: the element and all in it is not shown. `invisible` and `tiny` go on to what is inside until that says
    otherwise. `quoting`: a line down its left side, as mail programs draw beside what they quote.
    """

    gone: bool = False
    struck: bool = False
    quoting: bool = False
    indented: bool = False
    invisible: bool | None = None
    tiny: bool | None = None
    keeps_lines: bool | None = None
    is_block: bool | None = None


PLAIN: Final = Style()


def style_of(text: str) -> Style:
    """What the value of a `style` attribute says."""
    said = _declarations(text)
    decoration = said.get("text-decoration", "") + said.get("text-decoration-line", "")
    return Style(
        gone=_is_gone(said),
        struck="line-through" in decoration,
        quoting=_is_quoting(said),
        indented=all(said.get(name) == value for name, value in _GMAIL_INDENT.items()),
        invisible=_either(said.get("visibility"), {"hidden", "collapse"}, {"visible"}),
        tiny=_is_tiny(said.get("font-size")),
        keeps_lines=_either(said.get("white-space"), _PRE, {"normal", "nowrap"}),
        is_block=_either(said.get("display"), _BLOCKS, {"inline", "inline-block"}),
    )


def hidden_by(sheet: str) -> frozenset[str]:
    """The classes (`.x`) and names (`#x`) whose elements a style sheet hides, whatever is the size of the screen."""
    sheet = _without_at_rules(_COMMENT.sub(" ", sheet.lower()))
    found: set[str] = set()
    for rule in _RULE.finditer(sheet):
        style = style_of(rule[2])
        if style.gone or style.invisible or style.tiny:
            names = (_SELECTOR.match(one.strip()) for one in rule[1].split(","))
            found.update(name[1] for name in names if name)
    return frozenset(found)


def _without_at_rules(sheet: str) -> str:
    """A style sheet without the rules for certain screens."""
    kept: list[str] = []
    index = 0
    while (found := _AT_RULE.search(sheet, index)) is not None:
        kept.append(sheet[index : found.start()])
        index, depth = found.end(), 1
        while depth and index < len(sheet):
            depth += {"{": 1, "}": -1}.get(sheet[index], 0)
            index += 1
    return "".join(kept) + sheet[index:]


def _declarations(text: str) -> dict[str, str]:
    said = {}
    for one in text.lower().split(";"):
        name, _, value = one.partition(":")
        said[name.strip()] = " ".join(value.replace("!important", " ").split())
    return said


def _is_gone(said: dict[str, str]) -> bool:
    if said.get("display") == "none" or said.get("mso-hide") == "all":
        return True
    if _is_nothing(said.get("opacity")):
        return True
    if said.get("overflow") == "hidden" and any(
        _is_nothing(said.get(side)) for side in ("height", "max-height", "width", "max-width")
    ):
        return True
    return any(_FAR_AWAY.match(said.get(side, "")) for side in ("left", "top", "text-indent", "margin-left"))


def _is_quoting(said: dict[str, str]) -> bool:
    line = said.get("border-left", "")
    return bool(line) and "none" not in line and not _is_nothing(line.split()[0])


def _is_tiny(size: str | None) -> bool | None:
    if size is None:
        return None
    if _is_nothing(size):
        return True
    return False if _LENGTH.match(size) else None


def _is_nothing(value: str | None) -> bool:
    return bool(value) and value is not None and _NOTHING.match(value) is not None and "0" in value


def _either(value: str | None, yes: frozenset[str] | set[str], no: set[str]) -> bool | None:
    if value in yes:
        return True
    return False if value in no else None
