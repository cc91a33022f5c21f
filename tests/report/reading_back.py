"""Reads a public report as a careful player would: from the text alone back to the position."""

from __future__ import annotations

import re
from dataclasses import dataclass

from referee.rules.editions import Edition

MARK_AT_LEAST = 1


@dataclass(frozen=True)
class ReadBack:
    """What a reader finds in a report."""

    round: int
    plays: tuple[str, ...]
    board: dict[str, str]
    laid: frozenset[str]
    out_of_play: frozenset[str]
    chains: dict[str, dict[str, object]]
    off_board: dict[str, int]
    players: dict[str, dict[str, object]]
    powers: dict[str, tuple[str, ...]]
    tiles_left: int
    marked: dict[str, tuple[int, str]]


def read_back(text: str, edition: Edition) -> ReadBack:
    lines = text.splitlines()
    flat = " ".join(text.split())
    upcoming = re.search(r"Next is round (\d+): ([^.]+)\.", flat)
    board, laid, out = _board(lines, edition)
    off = re.search(r"Off the board, with shares in the bank: ([^.]+)\.", flat)
    left = re.search(r"The pool has (\d+) tiles? left", flat)
    return ReadBack(
        round=int(upcoming[1]) if upcoming else 0,
        plays=tuple(upcoming[2].split(", ")) if upcoming else (),
        board=board,
        laid=laid,
        out_of_play=out,
        chains=_chains(lines),
        off_board={
            name: 0 if bank == "none" else int(bank)
            for name, bank in (one.split() for one in (off[1].split(", ") if off else ()))
        },
        players=_players(lines, edition),
        powers=_powers(lines),
        tiles_left=int(left[1]) if left else 0,
        marked=_marks(lines, edition),
    )


def number(text: str) -> int:
    return 0 if text == "." else int(text.replace(",", ""))


def section(lines: list[str], title: str) -> list[str]:
    """The lines from a heading to the next empty one, the heading itself and one empty line below it left out."""
    start = next((i for i, line in enumerate(lines) if line.startswith(title)), None)
    if start is None:
        return []
    start += 1 if lines[start + 1] else 2
    end = next((i for i in range(start, len(lines)) if not lines[i]), len(lines))
    return lines[start:end]


def _letters(edition: Edition) -> dict[str, str]:
    """The chain that each mark stands for: the one chain that begins so."""
    marks = {}
    for chain in edition.chains:
        for length in (1, 2, 3):
            fitting = [other for other in edition.chains if other.startswith(chain[:length])]
            if len(fitting) == MARK_AT_LEAST:
                marks[chain[:length]] = chain
                break
    return marks


def _board(lines: list[str], edition: Edition) -> tuple[dict[str, str], frozenset[str], frozenset[str]]:
    marks = _letters(edition)
    step = 2 + max(map(len, marks))
    board, laid, out = {}, set(), set()
    for line in section(lines, "THE BOARD")[1:]:
        letter, cells = line[1], line[4:].ljust(step * edition.columns)
        for column in range(edition.columns):
            tile, cell = f"{column + 1}{letter}", cells[column * step : (column + 1) * step]
            if "[" in cell:
                laid.add(tile)
            mark = cell.strip(" []")
            if mark == "#":
                out.add(tile)
            elif mark not in {".", "*"}:
                board[tile] = "" if mark == "o" else marks[mark]
    return board, frozenset(laid), frozenset(out)


def _chains(lines: list[str]) -> dict[str, dict[str, object]]:
    chains = {}
    heading = next((line for line in lines if line.startswith("CHAINS  ")), "")
    places = len(re.findall(r"\d(?:st|nd|rd)", heading))
    for line in section(lines, "CHAINS  "):
        if line.startswith("Off the board"):
            break
        safe = ", safe" in line
        name, tiles, price, *rest = line.replace(", safe", "").split()
        lead = " ".join(rest[places + 1 :])
        chains[name] = {
            "safe": safe,
            "tiles": number(tiles),
            "price": number(price),
            "bonuses": tuple(number(one) for one in rest[:places]),
            "bank": number(rest[places]),
            "leads": lead,
        }
    return chains


def _players(lines: list[str], edition: Edition) -> dict[str, dict[str, object]]:
    heading = next((line for line in lines if line.startswith("HOLDINGS")), None)
    if heading is None:
        return {}
    heads = heading.split()[2:]
    heads = heads[: heads.index("value")] if "value" in heads else []
    held = [next(chain for chain in edition.chains if chain.startswith(head)) for head in heads]
    players = {}
    for place, line in enumerate(section(lines, "HOLDINGS"), start=1):
        if not line.startswith(f"{place}  "):
            break
        _, name, *figures = line.split()
        left, name = name.endswith("*"), name.removesuffix("*")
        if len(figures) == 1:
            players[name] = {"missed": number(figures[0]), "left": left}
            continue
        cash, *shares = figures[: 1 + len(held)]
        value, *since, missed = figures[1 + len(held) :]
        players[name] = {
            "cash": number(cash),
            "shares": dict(zip(held, map(number, shares), strict=True)),
            "value": number(value),
            "since": number(since[0]) if since else None,
            "missed": number(missed),
            "left": left,
        }
    return players


def _powers(lines: list[str]) -> dict[str, tuple[str, ...]]:
    """The special powers that each player has left; none of anybody where the game has none."""
    heading = next((line for line in lines if line.startswith("POWERS LEFT")), "")
    names = re.split(r"  +", heading)[1:]
    in_orders = {"buying": "buy", "trading": "trade", "taking": "take", "placing": "place"}
    names = [re.sub(r"^[a-z]+", lambda word: in_orders[word[0]], name) for name in names]
    powers = {}
    for line in section(lines, "POWERS LEFT"):
        _, name, *marks = line.split()
        powers[name] = tuple(power for power, mark in zip(names, marks, strict=True) if mark == "1")
    return powers


def _marks(lines: list[str], edition: Edition) -> dict[str, tuple[int, str]]:
    """Each chain marked on the price card: the price of its row and the sizes that stand beside it."""
    marks = _letters(edition)
    found = {}
    places = len(re.findall(r"\d(?:st|nd|rd)", "".join(section(lines, "PRICE CARD"))))
    for line in section(lines, "PRICE CARD"):
        if not line[0].isdigit() and line[0] != " ":
            continue
        figures = re.findall(r"[\d,]+(?=\s|\Z)", line)
        price = number(figures[-1 - places]) if len(figures) > places else 0
        for sizes, letters in re.findall(r"(\d+(?:-\d+|\+)?)\s+((?:[A-Z][a-z]?\s+)+)", line):
            for letter in letters.split():
                found[marks[letter]] = (price, sizes)
    return found
