"""From HTML to the lines that a reader sees, those that are quoted with `> ` before them.

Written for what mail programs make of a reply, not for pages. What nobody sees is not read. The tree is walked
without recursion, and what would cost the parser more than its size is cut off before it is parsed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from selectolax.lexbor import LexborHTMLParser, LexborNode

from referee.mail.html_style import PLAIN, Style, hidden_by, style_of

MAX_TAGS: Final = 20_000
_MAX_TAG: Final = 2000
"""The parser looks through all open elements at many tags, and through all attributes of a tag at each of them."""

_TAG: Final = re.compile(r"""</?[A-Za-z](?>[^>"'=]+|=\s*(?:"[^"]*"|'[^']*')|["'=])*+>?""")
_VALUE: Final = re.compile(r""""[^"]*"|'[^']*'""")
_BLANKS: Final = re.compile(r"[ \t\n\r\f]+")
_LINE_END: Final = re.compile(r"\r\n|\r|\n")

_WORDS_NEVER_READ: Final = """
    head style script title template noframes iframe object embed applet audio video canvas svg math select datalist
    xml del s strike -comment -doctype
"""
_NEVER_READ: Final = frozenset(_WORDS_NEVER_READ.split())
_STRUCK: Final = frozenset({"del", "s", "strike"})
_WORDS_BLOCKS: Final = """
    address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer
    form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol p plaintext pre section summary
    table caption tbody tfoot thead ul xmp
"""
_BLOCKS: Final = frozenset(_WORDS_BLOCKS.split())
_PRE: Final = frozenset({"pre", "textarea", "listing", "xmp", "plaintext"})

_SIGNATURE: Final = re.compile(
    r"(?<![\w-])(?:gmail_signature|gmail_signature_prefix|moz-signature|ms-outlook-mobile-signature|signature|"
    r"protonmail_signature_block|tutanota_signature|[a-z0-9]*yahoo_signature)(?![\w-])",
    re.IGNORECASE,
)
_QUOTE: Final = re.compile(
    r"(?<![\w-])(?:[a-z0-9]*yahoo_quoted(?:_\w+)?|yahooquotedtext|ygmail_quote|protonmail_quote|tutanota_quote|"
    r"moz-cite-prefix|moz-forward-container|moz-email-headers-table|gmail_attr|olk_src_body_section|"
    r"mail-editor-reference-message-container|isreplycontent|reply-intro|zmail_extra)(?![\w-])",
    re.IGNORECASE,
)
_BELOW: Final = re.compile(r"(?<![\w-])(?:divrplyfwdmsg|stopspelling|zwchr)(?![\w-])", re.IGNORECASE)
_GMAIL_QUOTE: Final = re.compile(r"(?<![\w-])gmail_quote(?![\w-])")
_NO_MARGIN: Final = re.compile(r"(?<![\w-])(?:mso\w+|yiv\w*msonormal|p1|p2|s1)(?![\w-])", re.IGNORECASE)
_BULLET: Final = re.compile(r"mso-list\s*:\s*ignore", re.IGNORECASE)

Line: TypeAlias = tuple[int, str]
"""How deep a line is quoted, and its words."""


@dataclass(frozen=True, slots=True)
class HtmlText:
    """The lines of an HTML part. `cut`: its end was not read. `struck`: there were words struck out, not read."""

    lines: list[str]
    cut: bool = False
    struck: bool = False


def html_lines(html: str) -> HtmlText:
    """What a reader sees of HTML. Never raises; takes time in proportion to the length."""
    readable, cut = _affordable(html)
    walk = _Walk()
    root = LexborHTMLParser(readable).root
    if root is not None:
        walk.run(root)
    lines = ["> " * depth + words for depth, words in walk.page.lines]
    return HtmlText(lines, cut, walk.struck)


def _affordable(html: str) -> tuple[str, bool]:
    """The beginning of it that can be parsed in reasonable time, and whether that is not all."""
    html = html.encode("utf-8", "replace").decode("utf-8")
    for number, tag in enumerate(_TAG.finditer(html)):
        too_long = tag.end() - tag.start() > _MAX_TAG and len(_VALUE.sub("", tag.group())) > _MAX_TAG
        if number == MAX_TAGS or too_long:
            return html[: tag.start()], True
    return html, False


@dataclass(slots=True)
class _Page:
    """Lines as they come about: a whole mail, or one cell of a table."""

    lines: list[Line] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    depth: int = 0

    def write(self, text: str, depth: int) -> None:
        """Words that go on in the same line."""
        if not self.words:
            self.depth = depth
        self.words.append(text)

    @property
    def at_blank(self) -> bool:
        """Whether another blank would not be seen."""
        return not self.words or self.words[-1][-1:] in {" ", ""}

    def end_line(self, depth: int, *, always: bool = False) -> None:
        """The line is over; `always`: be it empty."""
        if self.words or always:
            line = "".join(self.words).strip(" \t")
            self.lines.append((self.depth if self.words else depth, line))
        self.words.clear()

    def leave_space(self, depth: int) -> None:
        """An empty line, where there is none yet."""
        self.end_line(depth)
        if self.lines and self.lines[-1][1]:
            self.lines.append((depth, ""))


@dataclass(frozen=True, slots=True)
class _Left:
    """That an element is left: what was so before it."""

    tag: str
    is_block: bool
    is_spaced: bool
    depth: int
    keeps_lines: bool
    invisible: bool
    tiny: bool
    in_gmails: bool


class _Walk:
    """One way through the tree."""

    def __init__(self) -> None:
        self.page = _Page()
        self.struck = False
        self._hidden: frozenset[str] = frozenset()
        self._cells: list[list[_Page]] = []
        """The cells of each row that is open."""
        self._pages: list[_Page] = []
        """What each open cell stands in."""
        self._depth = 0
        self._below = 0
        self._keeps_lines = False
        self._invisible = False
        self._tiny = False
        self._in_gmails = False

    def run(self, root: LexborNode) -> None:
        """Reads it all."""
        for sheet in root.css("style"):
            self._hidden |= hidden_by(sheet.text())
        ahead: list[LexborNode | _Left] = [root]
        while ahead:
            one = ahead.pop()
            if isinstance(one, _Left):
                self._leave(one)
                continue
            tag = one.tag or "-comment"
            if tag == "-text":
                self._text(one.text_content or "")
            elif tag == "br":
                self.page.end_line(self._depth, always=True)
            elif tag in _NEVER_READ:
                self.struck = self.struck or tag in _STRUCK
            elif (left := self._enter(one, tag)) is not None:
                ahead.append(left)
                ahead.extend(reversed(list(one.iter(include_text=True))))
        self.page.end_line(self._depth)

    def _enter(self, node: LexborNode, tag: str) -> _Left | None:
        """Goes into an element; None where it is not read."""
        attributes = node.attributes
        names = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
        written = attributes.get("style")
        style = style_of(written) if written else PLAIN
        self.struck = self.struck or style.struck
        if style.gone or style.struck or "hidden" in attributes or self._is_hidden(attributes):
            return None
        if _SIGNATURE.search(names) or (written and _BULLET.search(written)):
            return None
        is_block = (
            tag in _BLOCKS if style.is_block is None else style.is_block and tag not in {"td", "th", "tr"}
        )
        is_spaced = tag == "p" and not _has_no_margin(names, written)
        left = self._left(tag, is_block=is_block, is_spaced=is_spaced)
        if _BELOW.search(names):
            self._below = 1
        if is_block or tag == "tr":
            self._begin_block(tag, is_spaced=is_spaced)
        if _is_quote(tag, attributes, names, style) or self._is_gmails(node, names):
            self._depth += 1
        self._depth = max(self._depth, self._below)
        self._keeps_lines = tag in _PRE or (
            self._keeps_lines if style.keeps_lines is None else style.keeps_lines
        )
        self._invisible = self._invisible if style.invisible is None else style.invisible
        self._tiny = self._tiny if style.tiny is None else style.tiny
        if tag == "tr":
            self._cells.append([])
        elif tag in {"td", "th"}:
            self._pages.append(self.page)
            self.page = _Page()
        return left

    def _is_gmails(self, node: LexborNode, names: str) -> bool:
        """Whether Gmail quotes something here, and does it without a blockquote.

        Otherwise its container also holds what is written between the quoted parts.
        """
        if self._in_gmails or not _GMAIL_QUOTE.search(names):
            return False
        self._in_gmails = True
        return node.css_first("blockquote") is None

    def _left(self, tag: str, *, is_block: bool, is_spaced: bool) -> _Left:
        """How things stand before an element."""
        return _Left(
            tag,
            is_block,
            is_spaced,
            self._depth,
            self._keeps_lines,
            self._invisible,
            self._tiny,
            self._in_gmails,
        )

    def _leave(self, left: _Left) -> None:
        if left.tag in {"td", "th"}:
            self._end_cell()
        elif left.tag == "tr":
            self._end_row()
        elif left.is_block:
            self.page.end_line(self._depth)
        self._depth = max(left.depth, self._below)
        self._keeps_lines = left.keeps_lines
        self._invisible, self._tiny, self._in_gmails = left.invisible, left.tiny, left.in_gmails
        if left.is_spaced:
            self.page.leave_space(self._depth)

    def _begin_block(self, tag: str, *, is_spaced: bool) -> None:
        if is_spaced or tag == "hr":
            self.page.leave_space(self._depth)
        else:
            self.page.end_line(self._depth)

    def _end_cell(self) -> None:
        cell = self.page
        cell.end_line(self._depth)
        self.page = self._pages.pop()
        if self._cells:
            self._cells[-1].append(cell)
        else:
            self.page.lines.extend(cell.lines)

    def _end_row(self) -> None:
        """A row is a line, unless a cell of it has several; then each of those is one."""
        cells = [[line for line in cell.lines if line[1]] for cell in self._cells[-1]]
        shown = [cell for cell in cells if cell]
        if len(shown) > 1 and all(len(cell) == 1 for cell in shown):
            depth = max(cell[0][0] for cell in shown)
            self.page.lines.append((depth, " ".join(cell[0][1] for cell in shown)))
        else:
            for cell in self._cells[-1]:
                self.page.lines.extend(cell.lines)
        self._cells.pop()

    def _text(self, text: str) -> None:
        if self._invisible or self._tiny:
            return
        if self._keeps_lines:
            first, *others = _LINE_END.split(text)
            self.page.write(first, self._depth)
            for other in others:
                self.page.end_line(self._depth, always=True)
                self.page.write(other, self._depth)
            return
        text = _BLANKS.sub(" ", text)
        if self.page.at_blank:
            text = text.removeprefix(" ")
        if text:
            self.page.write(text, self._depth)

    def _is_hidden(self, attributes: dict[str, str | None]) -> bool:
        """Whether a style sheet of the mail hides it."""
        if not self._hidden:
            return False
        names = [f".{one}" for one in (attributes.get("class") or "").lower().split()]
        names.append(f"#{(attributes.get('id') or '').lower()}")
        return not self._hidden.isdisjoint(names)


def _is_quote(tag: str, attributes: dict[str, str | None], names: str, style: Style) -> bool:
    """Whether what is inside was written by somebody else. Gmail's button that indents makes a blockquote too."""
    if _QUOTE.search(names) or attributes.get("name") == "quote":
        return True
    if tag == "blockquote":
        marked = "type" in attributes or "cite" in attributes or attributes.get("class")
        return bool(marked) or not style.indented
    return style.quoting and tag == "div"


def _has_no_margin(names: str, style: str | None) -> bool:
    written = re.sub(r"\s", "", style or "").lower()
    return _NO_MARGIN.search(names) is not None or "margin:0" in written or "margin-bottom:0" in written
