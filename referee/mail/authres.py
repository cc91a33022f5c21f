"""Reads Authentication-Results (RFC 8601): what a mail server says about who sent a mail.

What a forger can have in it must not count: comments, quoted strings and properties hold the sender's own words, so
that `dkim=fail reason="dmarc=pass"` says nothing about DMARC.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_VERSION: Final = "1"

_TOKEN = re.compile(
    r"""(?P<blank>\s++)
      | (?P<open>\()
      | "(?P<quoted>(?:[^"\\]++|\\.)*+)"
      | (?P<mark>[;=/])
      | (?P<word>[^\s()";=/]++)
    """,
    re.VERBOSE,
)
_IN_COMMENT = re.compile(r"(?:[^()\\]++|\\.)*+([()])")


@dataclass(frozen=True, slots=True)
class Result:
    """One method's result: `dmarc`, `pass`, and its properties by name (`header.from`), all in lower case."""

    method: str
    result: str
    properties: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Results:
    """What the server called `server` (in lower case) found."""

    server: str
    results: tuple[Result, ...]


def read_results(value: str) -> Results | None:
    """A header as it is meant; None where not even whose it is can be read.

    One that cannot be read to its end, or is of a version that we do not know, holds no results: who can spoil our
    own server's header by what he puts into it must not get the next one below it believed.
    """
    tokens, whole = _tokens(value)
    head, *segments = _split(tokens)
    match head:
        case [("word" | "quoted", server), *version]:
            known = version in ([], [("word", _VERSION)])
            read = [_result(segment) for segment in segments] if whole and known else []
            return Results(server, tuple(result for result in read if result is not None))
        case _:
            return None


_Token = tuple[str, str]
"""A kind (`word`, `quoted`, `mark`) and a text in lower case."""


def _tokens(value: str) -> tuple[list[_Token], bool]:
    """The tokens without blanks and comments, and whether they are all: False if one of those is not closed."""
    tokens: list[_Token] = []
    at = 0
    while at < len(value):
        found = _TOKEN.match(value, at)
        if found is None:
            return tokens, False
        at = found.end()
        match found.lastgroup:
            case "open":
                end = _end_of_comment(value, at)
                if end is None:
                    return tokens, False
                at = end
            case "quoted":
                tokens.append(("quoted", re.sub(r"\\(.)", r"\1", found["quoted"]).lower()))
            case "mark" | "word" as kind:
                tokens.append((kind, found.group().lower()))
            case _:
                pass
    return tokens, True


def _end_of_comment(value: str, at: int) -> int | None:
    """Where a comment ends whose bracket stands before `at`; comments may stand in it."""
    depth = 1
    while depth:
        found = _IN_COMMENT.match(value, at)
        if found is None:
            return None
        depth += 1 if found.group(1) == "(" else -1
        at = found.end()
    return at


def _split(tokens: list[_Token]) -> list[list[_Token]]:
    segments: list[list[_Token]] = [[]]
    for token in tokens:
        if token == ("mark", ";"):
            segments.append([])
        else:
            segments[-1].append(token)
    return segments


def _result(tokens: list[_Token]) -> Result | None:
    """One method's result, `method[/version] = result [property = value …]`; None where it is none (`none`)."""
    match tokens:
        case [("word", method), ("mark", "="), ("word", result), *rest]:
            return Result(method, result, _properties(rest))
        case [("word", method), ("mark", "/"), ("word", version), ("mark", "="), ("word", result), *rest]:
            return Result(method, result, _properties(rest)) if version == _VERSION else None
        case _:
            return None


def _properties(tokens: list[_Token]) -> tuple[tuple[str, str], ...]:
    """The properties behind a result. What stands in a value of several tokens (`a/b=`) is taken for none."""
    return tuple(
        (name, value)
        for (kind, name), mark, (_, value) in zip(tokens, tokens[1:], tokens[2:], strict=False)
        if kind == "word" and mark == ("mark", "=")
    )
