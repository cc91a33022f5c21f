"""The text of a case file as cases: sections and lines, nothing of the game's rules.

The format stands in README.md beside this file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

TITLE = re.compile(r"=== (.+)")
FACT = re.compile(r"([A-Za-z][A-Za-z0-9_ ]*):\s*(.*)")
SECTION = re.compile(r"(board|orders|play|after|asked|answers|passed|the end)\b(.*):")


class CaseError(Exception):
    """A case that cannot be played as it is written; the message says which and why."""


@dataclass(slots=True)
class Section:
    """A headed block: `head` without its colon, and its indented lines, dedented."""

    head: str
    lines: list[str] = field(default_factory=list)

    @property
    def words(self) -> list[str]:
        """The heading's words, commas dropped."""
        return self.head.replace(",", " ").split()

    @property
    def facts(self) -> list[str]:
        """The lines that say something: no blank ones, no comments."""
        return [line for line in map(str.strip, self.lines) if line and not line.startswith("#")]


@dataclass(slots=True)
class CaseText:
    """One case as it stands in its file: one-line facts (`key: value`) in order, then headed blocks."""

    title: str
    file: str
    facts: list[tuple[str, str]] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)

    def of_kind(self, kind: str) -> Iterator[Section]:
        """The blocks whose heading begins with a word."""
        return (section for section in self.sections if section.head.split()[0] == kind)

    def fault(self, what: str) -> CaseError:
        """An error that names the case."""
        return CaseError(f"{self.file}, {self.title!r}: {what}")


def cases_in(text: str, file: str = "a text") -> list[CaseText]:
    """The cases of a text in their order; raises CaseError for what is no case."""
    cases: list[CaseText] = []
    section: Section | None = None
    for line in text.splitlines():
        if title := TITLE.fullmatch(line):
            cases.append(CaseText(title[1].strip(), file))
            section = None
        elif line.startswith("#") or not cases:
            continue
        elif not line.strip() or line.startswith((" ", "\t")):
            if section is not None:
                section.lines.append(line)
            elif line.strip():
                raise cases[-1].fault(f"{line.strip()!r} stands under no heading")
        elif heading := SECTION.fullmatch(line.rstrip()):
            section = Section((heading[1] + heading[2]).strip())
            cases[-1].sections.append(section)
        elif fact := FACT.fullmatch(line.rstrip()):
            section = None
            cases[-1].facts.append((fact[1], fact[2]))
        else:
            raise cases[-1].fault(f"{line!r} is neither a heading nor a fact")
    for case in cases:
        for section in case.sections:
            section.lines = _dedented(section.lines)
    return cases


def cases_of(folder: Path) -> list[CaseText]:
    """The cases of all text files of a folder."""
    return [case for path in sorted(folder.glob("*.txt")) for case in cases_in(path.read_text(), path.name)]


def _dedented(lines: list[str]) -> list[str]:
    depth = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[depth:] for line in lines]
