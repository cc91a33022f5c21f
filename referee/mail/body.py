"""From the parts of a mail to the text that its sender wrote.

The plain text is read if an order stands in it, else the HTML, else a text file that is attached; a mail within the
mail never. Source: ORDERS.md, "What the referee answers" (every file is answered).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.message import Message
from itertools import islice
from typing import Final

from referee.mail.html_text import html_lines
from referee.mail.order_lines import Rank, headers_of, is_meant, rank_of, say_the_same
from referee.mail.parts import Parts, parts_of, texts_in
from referee.mail.quoting import OwnWords, ends_press, opens_press, own_words

_MOST_FILES: Final = 5
"""Text files, and texts of attached mails, that are searched for orders: each may be long."""

_EMPHASIS: Final = re.compile(r"(?<![\w*_])([*_]{1,2})(?=[^\s*_])([^*_\n]*[^\s*_])\1(?![\w*_])")
"""What stands in plain text for bold letters: `1 *Tower*`."""

_SPOKEN: Final = re.compile(r"\s*(?:anonymous\s+)?press(?!\w)|\s*note(?!\w)", re.IGNORECASE)
"""Press and notes: who writes them may stress a word."""

_LONGEST_ORDER: Final = 1_000

_HALF_CHARACTER: Final = re.compile("[\ud800-\udfff]")

_FROM_HTML: Final = "The HTML part of the mail was read: the plain text has no orders."
_FROM_FILE: Final = "The text file that is attached to the mail was read."
_HTML_DIFFERS: Final = "The HTML part of the mail says something else. It was not read, but the plain text."
_HTML_CUT: Final = "The end of the HTML part was not read: it is too large."
_STRUCK: Final = "What is struck out was not read."
_BELOW_SIGNATURE: Final = "What stands below the signature line was not read, though it looks like orders."
_NO_FILE_OF_OUTLOOK: Final = "The attachment winmail.dat cannot be read: send plain text."

DIFFER: Final = "orders in body and in attachment differ"
ALL_QUOTED: Final = "every order line is quoted"
ONLY_FORWARDED: Final = "orders only in a forwarded message"
ENCRYPTED: Final = "encrypted mail"
UNREADABLE: Final = "no readable text part"


@dataclass(frozen=True, slots=True)
class Body:
    """What a sender wrote. `refusal`: why nothing of it can be read ("" if it can); `remarks` are for the answer."""

    text: str
    refusal: str = ""
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Source:
    """One of the places where somebody may have written, what is his in it, and what is to be said if it is read."""

    words: OwnWords
    rank: Rank
    remarks: tuple[str, ...] = ()


def body_of(message: Message) -> Body:
    """What the sender of a mail wrote. Never raises, whatever its parts hold."""
    parts = parts_of(message)
    if len(parts.files) > _MOST_FILES:
        return Body("", f"more than {_MOST_FILES} text files are attached")
    plain = _plain(parts.plain)
    page = _page(parts.pages, is_second=bool(plain.words.text))
    files = [_source(own_words(text), (_FROM_FILE,)) for text in parts.files]
    attached = [one for one in files if one.rank >= Rank.MEANT]
    chosen = max((plain, page), key=lambda one: one.rank)  # of equals the plain text
    if chosen.rank >= Rank.MEANT:
        if any(not say_the_same(one.words.text, chosen.words.text) for one in attached):
            return Body("", DIFFER)
        return _read(chosen, page)
    if attached:
        best = max(attached, key=lambda one: one.rank)
        if any(not say_the_same(one.words.text, best.words.text) for one in attached):
            return Body("", DIFFER)
        return _with_headers(best, chosen)
    return _without_orders(parts, plain, page)


def _read(chosen: _Source, page: _Source) -> Body:
    """What is read of a mail that has orders in its body."""
    remarks = chosen.remarks
    if chosen is not page and page.rank is Rank.UNDERSTOOD and not _agree(chosen, page):
        remarks = (*remarks, _HTML_DIFFERS)
    if any(is_meant(line) for line in chosen.words.signature.split("\n", 20)[:20]):
        remarks = (*remarks, _BELOW_SIGNATURE)
    return Body(chosen.words.text, "", remarks)


def _agree(plain: _Source, page: _Source) -> bool:
    return say_the_same(plain.words.text, page.words.text)


def _with_headers(file: _Source, body: _Source) -> Body:
    """The orders of a text file; what they are for may stand in the body."""
    headers = headers_of(body.words.text) if body.rank is Rank.HEADERS else ""
    return Body(headers + file.words.text, "", file.remarks)


def _without_orders(parts: Parts, plain: _Source, page: _Source) -> Body:
    """What is said of a mail in which its sender wrote no order."""
    text = plain.words.text or page.words.text
    both = (plain.words, page.words)
    if any(rank_of(one.quoted) >= Rank.MEANT for one in both):
        return Body(text, ALL_QUOTED)
    if any(rank_of(one.forwarded) >= Rank.MEANT for one in both) or _is_in_a_mail(parts):
        return Body(text, ONLY_FORWARDED)
    if plain.words.is_encrypted or (parts.is_encrypted and not text):
        return Body("", ENCRYPTED)
    if parts.is_of_outlook:
        return Body(text, "", (_NO_FILE_OF_OUTLOOK,)) if text else Body("", f"{UNREADABLE} (winmail.dat)")
    if parts.unreadable and not (parts.plain or parts.pages or parts.files or parts.mails):
        return Body("", f"{UNREADABLE} ({parts.unreadable})")
    return Body(text, "", (plain if plain.words.text else page).remarks)


def _is_in_a_mail(parts: Parts) -> bool:
    """Whether there are orders in a mail that is attached."""
    for text, is_html in islice(texts_in(parts.mails), _MOST_FILES):
        lines = html_lines(text).lines if is_html else [text]
        if rank_of(own_words("\n".join(lines)).text) >= Rank.MEANT:
            return True
    return False


def _plain(texts: list[str]) -> _Source:
    """What was written in plain text. Several are one text that was cut where a file is attached in its middle.

    But what lists and scanners add as a text of its own is left out where another text has the orders.
    """
    words = [own_words(text) for text in texts]
    if len(words) > 1:
        words = [one for one in words if _is_of_orders(one.text)] or words
    together = OwnWords(
        "\n\n".join(_without_emphasis(one.text) for one in words if one.text),
        "\n".join(one.quoted for one in words),
        "\n".join(one.forwarded for one in words),
        "\n".join(one.signature for one in words),
        any(one.is_encrypted for one in words),
    )
    return _source(together)


def _is_of_orders(text: str) -> bool:
    """Whether a text may belong to orders: be it the end of a block that stands in another one."""
    ends = {"end", "else", "end if", "end press"}
    return rank_of(text) > Rank.NOTHING or any(line.strip().lower() in ends for line in text.split("\n"))


def _without_emphasis(text: str) -> str:
    """Lines of orders without the signs that stand for bold letters; all others as they are."""
    if "*" not in text and "_" not in text:
        return text
    lines, in_press = [], False
    for line in text.split("\n"):
        lines.append(line if in_press else _unstressed(line))
        in_press = not ends_press(line) if in_press else opens_press(line)
    return "\n".join(lines)


def _unstressed(line: str) -> str:
    if len(line) > _LONGEST_ORDER or _SPOKEN.match(line):
        return line
    plain = _EMPHASIS.sub(r"\2", line)
    return plain if plain != line and (is_meant(plain) or rank_of(plain) > Rank.NOTHING) else line


def _page(pages: list[str], *, is_second: bool) -> _Source:
    """What was written in HTML, and what is said of what was not read of it."""
    texts = [html_lines(page) for page in pages]
    remarks = [_FROM_HTML] if is_second else []
    if any(one.cut for one in texts):
        remarks.append(_HTML_CUT)
    if any(one.struck for one in texts):
        remarks.append(_STRUCK)
    return _source(own_words("\n".join(line for one in texts for line in one.lines)), tuple(remarks))


def _source(words: OwnWords, remarks: tuple[str, ...] = ()) -> _Source:
    text = _HALF_CHARACTER.sub("\ufffd", words.text)
    text = f"{text}\n" if text.strip() else ""
    words = OwnWords(text, words.quoted, words.forwarded, words.signature, words.is_encrypted)
    return _Source(words, rank_of(text), remarks)
