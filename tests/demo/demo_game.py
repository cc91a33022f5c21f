"""The sample game, played in a folder: its events, and what its order files say."""

import json
import shutil
from dataclasses import fields, is_dataclass
from pathlib import Path

from typer.testing import CliRunner

from orders import tree
from orders.reader import read
from referee.cli.main import app
from referee.round.opening import open_game
from referee.round.vocabulary import vocabulary_of
from referee.rules.apply import fold
from referee.service.game_file import read_game_file

SAMPLE = Path(__file__).parents[2] / "orders" / "examples" / "harbour"
DIFFERENT_EACH_TIME = {"at", "salt", "hash", "digest", "previous"}


def referee(*words):
    """`referee WORDS` in this process; it must end well."""
    result = CliRunner().invoke(app, [str(word) for word in words], prog_name="referee")
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


def whole_log(folder):
    """Every event of the game in a folder, for the referee."""
    lines = referee("log", "harbour", "--all", "--json", "--db", folder / "referee.db").splitlines()
    return [json.loads(line) for line in lines]


def facts(events):
    """The events without what differs each time."""
    return [
        {name: value for name, value in event.items() if name not in DIFFERENT_EACH_TIME} for event in events
    ]


def of_kind(events, kind):
    return [event for event in events if event["kind"] == kind]


def ranking(events):
    """Seat and money, best first; None while the game is not over."""
    ended = of_kind(events, "game_ended")
    return [(one["seat"], one["money"]) for one in ended[0]["data"]["ranking"]] if ended else None


def played_with(folder, file, line, instead):
    """The events of the sample game in which one line of one file is another."""
    shutil.copytree(SAMPLE, folder)
    lines = (folder / file).read_text().splitlines()
    assert lines.count(line) == 1
    (folder / file).write_text("\n".join(instead if one == line else one for one in lines) + "\n")
    referee("play", folder)
    return whole_log(folder)


def readings():
    """What is understood of each order file, by its name."""
    plan = read_game_file(SAMPLE / "game.toml").plan
    state = fold(entry.event for entry in open_game(plan, "unused"))
    return {
        f"{file.parent.name}/{file.name}": read(file.read_text(), vocabulary_of(state, file.stem))
        for file in sorted(SAMPLE.glob("round-*/*.txt"))
    }


def nodes(value):
    """Every node of a tree, and of the tuples in it."""
    if isinstance(value, tree.Node) or is_dataclass(value):
        yield value
        for one in fields(value):
            yield from nodes(getattr(value, one.name))
    elif isinstance(value, tuple):
        for one in value:
            yield from nodes(one)
