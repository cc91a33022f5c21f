"""What mail programs and keyboards do to characters, undone; every column leads back to the original text.

Source: ORDERS.md, "Reading a text" (Forgiven). Nothing here touches press or notes.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

_PLAIN: Final = re.compile(r"[ !#-~]*\Z")
"""Lines that need nothing: printable ASCII without double quotation marks."""

_QUOTED_NAME: Final = re.compile(r"(?<![\w'])'(\w+)'(?![\w'])")

_SAME_LENGTH: Final = str.maketrans({'"': " ", "\t": " "})

_SINGLE_QUOTES: Final = "‘’‚‛′`´ʼ"  # noqa: RUF001 - the very characters that phones put in place of '
_DOUBLE_QUOTES: Final = "“”„‟″«»‹›"  # noqa: RUF001 - quotation marks of several countries
_DASHES: Final = "‐‑‒–—―−﹘﹣"  # noqa: RUF001 - the very characters that stand for a hyphen or a minus
_OTHERS: Final = {"×": " x ", "✕": " x ", "✖": " x ", "≤": "<=", "≥": ">=", "≠": "<>"}  # noqa: RUF001 - ditto
_FULL_WIDTH: Final = range(0xFF01, 0xFF5F)
_OTHER_SHAPES: Final = ("<font>", "<compat>", "<wide>")
_KEYCAP: Final = "\u20e3"
"""The frame round the digit of an emoji."""

BULLET: Final = (
    r"\s*(?:[-*•·‣◦▪●○∙⁃■□▫◆◇►▶▸➢➤➔→✓✔»›\u2460-\u2473]|[oØ§ü](?=\s)|[0-9]{1,3}[.)])\s*(?=[A-Za-z])"  # noqa: RUF001
)
"""What mail programs put before the lines of a list; with what Word's fonts of signs leave of them in plain text."""

_VARIATION_SELECTORS: Final = range(0xFE00, 0xFE10)
_LINE_LIKE: Final = "\x0b\x0c\x1c\x1d\x1e\x1f\x85\u2028\u2029"


@dataclass(frozen=True, slots=True)
class Folded:
    """A line in plain characters; `columns[i]` is the index in the original of character `i`, None: `i` itself."""

    text: str
    columns: tuple[int, ...] | None = None

    def original(self, index: int) -> int:
        """The index in the original line; beyond the end, one past the last character that was kept."""
        if self.columns is None:
            return index
        if index < len(self.columns):
            return self.columns[index]
        return self.columns[-1] + 1 if self.columns else 0


def fold(line: str) -> Folded:
    """Curly quotes, dashes, full-width and invisible characters in plain ones; quotation marks around names gone."""
    if _PLAIN.match(line):
        folded = Folded(line)
    elif line.isascii() and line.isprintable():
        folded = Folded(line.translate(_SAME_LENGTH))
    else:
        folded = _fold_each(line)
    if "'" in folded.text:
        return Folded(_QUOTED_NAME.sub(r" \1 ", folded.text), folded.columns)
    return folded


def _fold_each(line: str) -> Folded:
    text: list[str] = []
    columns: list[int] = []
    for index, character in enumerate(line):
        plain = _fold_character(character)
        text.append(plain)
        columns.extend([index] * len(plain))
    return Folded("".join(text), tuple(columns))


def _fold_character(character: str) -> str:
    if ord(character) in _FULL_WIDTH:
        character = chr(ord(character) - 0xFEE0)
    if " " <= character <= "~" and character != '"':
        return character
    if character in _SINGLE_QUOTES:
        return "'"
    if character == '"' or character in _DOUBLE_QUOTES or character == "\t" or character in _LINE_LIKE:
        return " "
    if character in _DASHES:
        return "-"
    if character in _OTHERS:
        return _OTHERS[character]
    category = unicodedata.category(character)
    if category == "Zs":
        return " "
    if category in {"Cf", "Cc"} or ord(character) in _VARIATION_SELECTORS or character == _KEYCAP:
        return ""
    return _same_letters(character)


def _same_letters(character: str) -> str:
    """The plain letters of which a letter is another shape (bold, script, a ligature), else itself.

    A raised or lowered digit is none of them: after another digit it would make a different number.
    """
    if not unicodedata.decomposition(character).startswith(_OTHER_SHAPES):
        return character
    plain = unicodedata.normalize("NFKC", character)
    return plain if plain.isascii() and plain.isalnum() else character
