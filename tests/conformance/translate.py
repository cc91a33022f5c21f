"""A traced game as a folder of order files: what `referee play` reads.

The traces come from an independent engine; they tell every decision. Each becomes a line under the turn heading
that it belongs to, so that nothing is left to a default.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random
    from collections.abc import Callable
    from pathlib import Path

HANDLES = ("north", "east_1", "south", "west_1", "upper", "lower")


def handles_of(trace: dict[str, Any]) -> list[str]:
    """The handles of a traced game's players, in seat order."""
    return list(HANDLES[: trace["players"]])


def rounds_of(trace: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """The turns of a trace cut into rounds of n+1 plays."""
    size = trace["players"] + 1
    turns = trace["turns"]
    return [turns[start : start + size] for start in range(0, len(turns), size)]


def write_folder(
    trace: dict[str, Any], folder: Path, rewrite: Callable[[str], str] = lambda text: text
) -> None:
    """Write `game.toml` and one order file for every player and round, as `rewrite` would have it written."""
    folder.mkdir(parents=True)
    players = handles_of(trace)
    switches = '\n[switches]\ntwo_players = "plain"\n' if len(players) == 2 else ""
    quoted = ", ".join(f'"{tile}"' for tile in trace["tile_bag"])
    names = ", ".join(f'"{handle}"' for handle in players)
    (folder / "game.toml").write_text(
        f'name = "traced"\nedition = "classic"\nplayers = [{names}]\nbag = [{quoted}]\nseed = "no die is rolled"\n'
        + switches
    )
    for number, turns in enumerate(rounds_of(trace), 1):
        place = folder / f"round-{number:02}"
        place.mkdir()
        for seat, handle in enumerate(players):
            (place / f"{handle}.txt").write_text(rewrite(orders_of(seat, turns)))


def orders_of(seat: int, turns: list[dict[str, Any]]) -> str:
    """One player's orders for one round, with everything that he decided in it."""
    lines: dict[str, list[str]] = {"first": [], "second": []}
    settled: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    phase = "first"
    for turn in turns:
        own = turn["player"] == seat
        for one in turn["dispositions"]:
            if one["player"] == seat:
                settled[phase, one["chain"].capitalize(), turn["survivor"].capitalize()].append(steps_of(one))
        if own:
            lines[phase] += decisions_of(turn)
            phase = "second"
    for (when, chain, survivor), steps in settled.items():
        assert len(steps) <= 2, "a chain is hardly taken over three times in one turn"
        for step, guard in zip(steps, GUARDS[len(steps)], strict=True):
            lines[when].append(f"merger {chain} into {survivor}: {step}{guard.format(chain)}")
    text = [f"{when} turn\n" + "\n".join(said) for when, said in lines.items() if said]
    return "\n".join(text or ["buy nothing"]) + "\n"


GUARDS: dict[int, tuple[str, ...]] = {1: ("",), 2: (" unless {} was taken over", " if {} was taken over")}


def decisions_of(turn: dict[str, Any]) -> list[str]:
    """The lines of one play."""
    lines = []
    if turn["tile"]:
        lines.append(f"tile {turn['tile']}")
    if turn["founded"]:
        lines.append(f"found {turn['founded'].capitalize()}")
    if turn["survivor"]:
        lines.append(f"survivor {turn['survivor'].capitalize()}")
        lines.append(f"settle {', '.join(chain.capitalize() for chain in turn['defunct_order'])}")
    lots = ", ".join(f"{count} {chain.capitalize()}" for chain, count in turn["buys"].items())
    lines.append(f"buy {lots or 'nothing'}")
    if turn["end_declared"]:
        lines.append("end game")
    return lines


def steps_of(one: dict[str, Any]) -> str:
    """The steps of one disposition."""
    steps = [f"{action} {one[action]}" for action in ("trade", "sell", "keep") if one[action]]
    return ", ".join(steps)


SHORTEST = {
    "Luxor": "L",
    "Tower": "T",
    "American": "A",
    "Festival": "F",
    "Worldwide": "W",
    "Continental": "C",
    "Imperial": "Imp",
}

NEVER = ("round > 90", "players = 7", "my cash < 0", "not players > 1", "tiles left > 200 and my rank > 0")
"""Conditions that hold in no game."""


class ByHand:
    """Writes the same orders as people do: abbreviated, in any case, with comments and lines that never apply."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def __call__(self, text: str) -> str:
        lines: list[str] = []
        for line in text.splitlines():
            if self.chance.random() < 0.4 and not line.endswith("turn"):
                lines += self.idle()
            lines.append(self.written(line) + self.chance.choice(("", "", "   # as planned", "  #tile 1A")))
            lines += [""] * self.chance.choice((0, 0, 1))
        return "\n".join(["# " + self.chance.choice(("from my phone", "buy low, sell high")), *lines]) + "\n"

    def written(self, line: str) -> str:
        words = line.replace(",", " ,").split(" ")
        short = [self.short(word) for word in words]
        typed = " ".join(self.chance.choice((str, str.lower, str.upper))(word) for word in short)
        return self.chance.choice(("", "  ", "- ")) + typed.replace(" ,", ",")

    def short(self, word: str) -> str:
        bare = word.rstrip(":")
        if bare in SHORTEST and self.chance.random() < 0.6:
            length = self.chance.randint(len(SHORTEST[bare]), len(bare))
            return bare[:length] + word[len(bare) :]
        return word

    def idle(self) -> list[str]:
        """Lines that must not apply."""
        never = self.chance.choice(NEVER)
        line = self.chance.choice(
            (
                "tile any",
                "buy 3 Luxor, 3 Tower",
                "found any",
                "merger any: sell all",
                "end game",
                "survivor any",
            )
        )
        if self.chance.random() < 0.5:
            return [f"{line} if {never}"]
        return [f"if {never}", f"  {line}", "else if " + self.chance.choice(NEVER), f"  {line}", "end"]
