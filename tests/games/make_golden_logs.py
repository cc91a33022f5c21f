"""Plays the games of the golden logs with the commands of the program, and writes their whole logs.

    .venv/bin/python tests/games/make_golden_logs.py FOLDER [NAME]…

writes the logs of the newest schema (or those named) into FOLDER, and prints what came of each. Tiles, dice and
orders are the same every time; times and salts are not, and so neither are the hashes. A log that is kept here is
never made again: when an event kind gets another schema, logs are made anew, of as many games as it takes, and those
before stay.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from typer.testing import CliRunner

from referee.cli.main import app
from referee.db.export import verify_export

MOST_ROUNDS = 80

BEFORE = "mooring"
"""What a game is called that is adopted under its own name."""

ORDERS = """
use take 5 tiles if round >= 2
use place 4 tiles if round >= 4
use 3 free: 3 the dearest chain, 3 the largest chain if round >= 3
use trade 2: 4 the smallest chain for 2 the largest chain if round >= 5
use buy 5 if round >= 6
tile any that merges, any that founds, any that does not merge, any
found any
survivor any
settle any
merger any: trade 2, sell 2, keep rest
buy 2 the largest chain, 3 the cheapest chain, 3 the largest chain leaving 300
"""

END = "end game if my value > anyone's value\n"


@dataclass(frozen=True)
class Game:
    """One game: `meanwhile` are commands given while a round is open, `said` what a seat sends beside its orders.

    `corrected` are commands given before anybody writes for a round, each with the game as its second word.
    `adopted` is the round with whose position the game is adopted: what is kept is the log from there on.
    """

    seed: str
    seats: tuple[str, ...]
    edition: str = "classic"
    switches: tuple[str, ...] = ()
    orders: str = ORDERS
    meanwhile: dict[int, tuple[str, ...]] = field(default_factory=dict)
    said: dict[tuple[int, str], tuple[str, ...]] = field(default_factory=dict)
    missed: tuple[tuple[int, str], ...] = ()
    corrected: dict[int, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    adopted: int | None = None
    schema: int = 2
    """Up to which schema its log has every kind that it can have."""


NEWEST = 3

GAMES = {
    "harbour": Game(
        seed="the second golden log 7",
        seats=("alice", "bob"),
        switches=("special_powers=true", "leaver=substitute"),
        meanwhile={5: ("--left",), 7: ("--to", "Dora Dove")},
        said={(4, "bob"): ("withdraw",)},
        missed=((3, "bob"),),
    ),
    "quay": Game(
        seed="the golden log of an adopted game",
        seats=("alice", "bob"),
        edition="avalon_hill_1995",
        switches=("plays_per_round=1", "dead_tiles=none"),
        orders="".join(line + "\n" for line in ORDERS.splitlines() if not line.startswith("use")) + END,
        adopted=9,
    ),
    "jetty": Game(
        seed="the golden log of teams",
        seats=("alice", "bob", "carol", "dave"),
        edition="hasbro_2016",
        switches=("teams=true", "special_powers=true"),
        orders=ORDERS + END,
        meanwhile={5: ("--to", "Emil Ebb")},
        said={(3, "carol"): ("resign",)},
    ),
    "berth": Game(
        seed="the golden log of press",
        seats=("alice", "bob", "carol"),
        orders="".join(line + "\n" for line in ORDERS.splitlines() if not line.startswith("use")) + END,
        said={
            (1, "alice"): ("press: Good morning, all.\npress to Bob: Shall we keep Luxor small?",),
            (1, "carol"): ("anonymous press: Bob is up to something.",),
            (2, "bob"): ("if I lead Luxor\n  press: Thank you.\nelse\n  press: You will regret this.\nend",),
            (2, "alice"): ("anonymous press to Carol: It was not me.",),
        },
        schema=3,
    ),
    "slip": Game(
        seed="the golden log of corrections",
        seats=("alice", "bob", "carol"),
        orders="".join(line + "\n" for line in ORDERS.splitlines() if not line.startswith("use")) + END,
        switches=("leaver=substitute",),
        meanwhile={4: ("--to", "Dora Dove")},
        missed=((2, "bob"),),
        corrected={
            5: (
                ("reopen", "--round", "3", "--why", "A mail of Bob's had been overlooked.", "--yes"),
                ("resolve", "--missing"),
                ("resolve", "--missing"),
            ),
            6: (
                (
                    "rule",
                    "Carol had been promised this.",
                    "--cash",
                    "carol=+300",
                    "--shares",
                    "bob=Luxor-1",
                    "--yes",
                ),
            ),
            7: (
                (
                    "reopen",
                    "--round",
                    "6",
                    "--why",
                    "The die was read wrongly.",
                    "--resolve",
                    "--missing",
                    "--yes",
                ),
                ("reopen", "--round", "2", "--why", "So it was before.", "--resolve", "--missing", "--yes"),
                *((("resolve", "--missing"),) * 4),
                ("rule", "Enough of mistakes: a present to all.", "--cash", "alice=+100", "--yes"),
            ),
        },
        schema=3,
    ),
}


def main(folder: Path, *names: str) -> None:
    """Play all games, or those alone."""
    folder.mkdir(exist_ok=True)
    for name, game in GAMES.items():
        if game.schema == NEWEST and name in (names or GAMES):
            with tempfile.TemporaryDirectory() as place:
                Table(Path(place), name, game).play(folder / f"{name}-schema-{NEWEST}.jsonl.gz")


class Table:
    """A referee at work on one game, in a database of its own."""

    def __init__(self, place: Path, name: str, game: Game) -> None:
        self.place, self.name, self.game = place, name, game

    def play(self, kept: Path) -> None:
        """The whole game, its log written to `kept`."""
        game = self.game
        opening = self.place / "game.toml"
        opening.write_text(
            f'name = "{BEFORE if game.adopted else self.name}"\nedition = "{game.edition}"\nseed = "{game.seed}"\n'
            f"players = {json.dumps(game.seats)}\n[switches]\n"
            + "".join('{} = "{}"\n'.format(*switch.split("=")) for switch in game.switches)
        )
        self.told("new", "--from", opening)
        for number in range(1, MOST_ROUNDS):
            name = BEFORE if number < (game.adopted or 0) else self.name
            if number == game.adopted:
                self.adopt()
            self.round(name, number)
            if " is over after round " in self.told("status", name):
                break
        text = self.told("log", self.name, "--all", "--json")
        assert not verify_export(text.splitlines()).faults
        self.told("verify", self.name, "--audit")
        kept.write_bytes(gzip.compress(text.encode(), mtime=0))
        sys.stdout.write(self.told("status", self.name))

    def round(self, name: str, number: int) -> None:
        """Everybody sends orders, the referee says what there is to say, and the round is played."""
        game = self.game
        for command, *words in game.corrected.get(number, ()):
            self.told(command, name, *words)
        for seat in game.seats:
            if (number, seat) in game.missed:
                continue
            for text in (*game.said.get((number, seat), ()), ""):
                whole = text if text == "withdraw" else f"{game.orders}{text}\n"
                self.told("submit", name, "-", "--player", seat, given=whole, may_fail=True)
        if number in game.meanwhile:
            self.told("seat", name, game.seats[0], *game.meanwhile[number])
        self.told("resolve", name, "--missing")

    def adopt(self) -> None:
        """The game goes on as another one, from the position of the open round."""
        position = self.place / "position.toml"
        position.write_text(self.told("position", BEFORE, "--with-bag"))
        self.told("adopt", position, "--as", self.name)

    def told(self, *words: object, given: str | None = None, may_fail: bool = False) -> str:
        """What a command prints."""
        said = [str(word) for word in ("--db", self.place / "games.db", *words)]
        result = CliRunner().invoke(app, said, input=given, prog_name="referee")
        if result.exit_code and not may_fail:
            raise SystemExit(f"referee {' '.join(said)}: {result.output}")
        return result.stdout


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
