"""What stands on the screen: colour where a person looks, plain text where a program does."""

from __future__ import annotations

import json
import re
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any, Final

import typer

from referee.cli.streams import is_terminal
from referee.errors import LONGEST_NAME, cut

WIDTH: Final = 78

ESCAPES: Final = dict.fromkeys(
    (
        *(*range(9), *range(11, 32), 127, *range(128, 160)),
        *(0x061C, 0x200B, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A), 0xFEFF),
    ),
    "?",
)
"""Control characters, and those that turn text round or hide in it: what others write must not move a referee's
cursor, nor look like something else."""

LONG_WORD: Final = re.compile(rf"\S{{{LONGEST_NAME + 1},}}")
LONGEST_LINE: Final = 1500
"""Characters of a line of a message: what others write may be of any length."""


_DONE: list[str] = []


def note_done(what: str) -> None:
    """Remember, right after it was committed, what cannot be denied any more: a clause, `quay is open`."""
    _DONE.append(what)


def what_was_done() -> tuple[str, ...]:
    """All that this process has committed."""
    return tuple(_DONE)


def wrapped(text: str) -> str:
    """Lines no wider than a report, those of a list below its `- `; words, and so paths and hashes, stay whole."""
    return "\n".join(
        textwrap.fill(
            line,
            WIDTH,
            subsequent_indent=" " * (len(line) - len(line.lstrip(" ")))
            + ("  " if line.startswith("- ") else ""),
            break_long_words=False,
            break_on_hyphens=False,
        )
        for line in text.split("\n")
    )


def harmless(text: str) -> str:
    """The text without characters that do something to a terminal, or that are none (half of a pair)."""
    return text.translate(ESCAPES).encode(errors="replace").decode()


def _shortened(text: str) -> str:
    """A message no word and no line of which is longer than helps."""
    words = LONG_WORD.sub(lambda word: cut(word[0], LONGEST_NAME), text)
    return "\n".join(cut(line, LONGEST_LINE) for line in words.split("\n"))


def say(text: str = "", *, colour: str | None = None, bold: bool = False) -> None:
    """A line for the one who typed the command; plain when piped."""
    typer.secho(harmless(text), fg=colour, bold=bold or None)


def say_notice(text: str = "", *, colour: str | None = None, bold: bool = False) -> None:
    """Sentences for the one who typed the command: no wider than a report on a terminal, one line when piped."""
    say(wrapped(text) if is_terminal(sys.stdout) else text, colour=colour, bold=bold)


def say_error(text: str) -> None:
    """A message about what went wrong, on stderr; a program gets each of its lines whole."""
    message, on_terminal = harmless(_shortened(f"referee: {text}")), is_terminal(sys.stderr)
    typer.secho(wrapped(message) if on_terminal else message, fg="red" if on_terminal else None, err=True)


def say_warning(text: str) -> None:
    """What the one who typed the command should know; it was done all the same."""
    typer.secho(
        wrapped(harmless(_shortened(f"Warning: {text}"))),
        fg="yellow" if is_terminal(sys.stderr) else None,
        err=True,
    )


def say_remark(text: str) -> None:
    """What belongs to an answer and is no part of the document that it prints: on stderr."""
    typer.secho(wrapped(harmless(text)), err=True)


def say_json(value: Any) -> None:  # noqa: ANN401 (whatever JSON can hold)
    """One JSON value for a program."""
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False).encode(errors="replace"))


def say_json_line(value: Any) -> None:  # noqa: ANN401 (whatever JSON can hold)
    """One of many JSON values for a program: each has a line."""
    typer.echo(json.dumps(value, ensure_ascii=False).encode(errors="replace"))


def say_bytes(body: bytes) -> None:
    """A document as it was published, byte by byte."""
    typer.echo(body, nl=not body.endswith(b"\n"))


def say_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table: drawn by rich for a person, columns of plain text otherwise."""
    lines = [[harmless(cell) for cell in row] for row in rows]
    if is_terminal(sys.stdout):
        _draw(heads, lines)
        return
    widths = [max(len(line[column]) for line in (list(heads), *lines)) for column in range(len(heads))]
    for line in (heads, *lines):
        padded = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        typer.echo("  ".join(padded).rstrip())


def _draw(heads: Sequence[str], lines: Sequence[Sequence[str]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*heads, box=box.SIMPLE_HEAD)
    for line in lines:
        table.add_row(*(Text(cell) for cell in line))
    Console().print(table)


def listed(names: Iterable[str]) -> str:
    """`Alice, Bob and Carol`; `nobody` for none."""
    *others, last = [*names] or ["nobody"]
    return f"{', '.join(others)} and {last}" if others else last
