"""Finding the templates: installed beside the code or in a checkout, with a club's own in front of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from referee.report import layout

COMMENT: Final = "# "
TEXT_FROM: Final = 12
"""Where the lines of the summary begin, beside what they are about."""
IN_COMMENT: Final = layout.WIDTH - len("| # ")
IN_EXAMPLES: Final = ("Luxor", "Tower", "American")
"""The chains in the examples of the summary of the order language, in the order of their edition."""


def template_folder() -> Path:
    """The folder of the templates that ship: `referee/templates` of a wheel, else `templates` of a checkout.

    Raises FileNotFoundError where neither is there, which only a broken installation can bring about.
    """
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "templates", package.parent / "templates"):
        if (folder / "public.txt.j2").is_file():
            return folder
    raise FileNotFoundError("the referee's templates are missing; install it again")


def environment(own: Path | None = None) -> Environment:
    """The templates, kept once compiled; single ones in the folder `own` stand in for those of the same name.

    An undefined name is an error, never an empty place. Text templates are plain text: nothing is escaped, and
    what players wrote is a value, never a template.
    """
    return _environment(own)


@lru_cache(maxsize=8)
def _environment(own: Path | None) -> Environment:
    folders = [template_folder()] if own is None else [own, template_folder()]
    made = Environment(
        loader=FileSystemLoader(folders),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 (plain text; a template in HTML brings its own environment)
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.do"],
    )
    made.filters |= {
        "money": layout.money,
        "dollars": layout.dollars,
        "signed": layout.signed,
        "count": layout.count,
        "ordinal": layout.ordinal,
        "listed": layout.listed,
        "of": layout.of,
        "day": layout.day,
        "day_and_hour": layout.day_and_hour,
        "kept": layout.kept,
        "fold": layout.fold_words,
        "table": layout.table,
    }
    made.filters["with_chains_of"] = with_chains_of
    made.globals |= {"orders_in_short": (files("orders") / "summary.txt").read_text(encoding="utf-8")}
    made.globals |= {"apart": layout.apart, "WIDTH": layout.WIDTH}
    return made


def with_chains_of(text: str, chains: Sequence[str]) -> str:
    """The summary of the order language with an edition's first chains in place of those in its examples.

    A line that becomes too long goes on below itself.
    """
    names = dict(zip(IN_EXAMPLES, chains, strict=False))
    letters = {name[0]: shortest(names[name], chains) for name in IN_EXAMPLES[:1]}
    renamed = names | letters
    lines = (_with_names(line, renamed) for line in text.splitlines())
    return "".join(f"{part}\n" for line in lines for part in _cut(line))


def _with_names(line: str, renamed: Mapping[str, str]) -> str:
    """A line with other names in its orders; its comment stays where it stood if there is room."""
    orders, mark, comment = line.partition(COMMENT)
    told = re.sub(r"\w+", lambda word: renamed.get(word[0], word[0]), orders)
    return f"{told.rstrip():<{len(orders) - 1}} {mark}{comment}" if mark else told


def _cut(line: str) -> Iterator[str]:
    """A line that is too wide for a comment in a report in pieces: before its comment, else between words."""
    while len(line) > IN_COMMENT:
        comment = line.find(COMMENT, TEXT_FROM + 1)
        at = comment if comment > 0 else line.rfind(" ", TEXT_FROM + 1, IN_COMMENT + 1)
        if at < 0:
            break
        yield line[:at].rstrip()
        line = " " * TEXT_FROM + line[at:].lstrip()
    yield line


def shortest(chain: str, chains: Sequence[str]) -> str:
    """The shortest beginning that tells a chain from the others."""
    lengths = range(1, len(chain) + 1)
    others = [other for other in chains if other != chain]
    return next(
        chain[:length]
        for length in lengths
        if length == len(chain) or not any(other.startswith(chain[:length]) for other in others)
    )
