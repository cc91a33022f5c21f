"""A game in a store of its own."""

from contextlib import ExitStack, contextmanager
from itertools import count

from databases import empty_database

from referee.clock import FixedClock, FixedEntropy
from referee.db.store import open_store
from referee.service.game_file import game_from_words
from referee.service.game_log import Work
from referee.service.open_game import open_game, plan_game

PLAYERS = ("alice", "bob", "carol", "dave")
GOOD = "tile any\nbuy nothing\n"
AT = FixedClock("2026-12-04T18:00:00Z")


@contextmanager
def open_harbour(folder, *, players=PLAYERS, switches=()):
    """Work on a game that has just been opened; the same every time."""
    entropy = FixedEntropy("harbour")
    asked = game_from_words("harbour", players, "classic", switches)
    with (
        open_store(empty_database(folder), entropy=entropy) as store,
        store.write() as unit,
    ):
        work = Work(unit, AT.now())
        open_game(work, asked.name, plan_game(asked.name, asked.plan, entropy))
        yield work


@contextmanager
def open_harbours(folder):
    """What opens the game with some switches and for some players, each time in a folder of its own."""
    with ExitStack() as games:
        numbers = count()

        def opens(*switches, players=PLAYERS):
            own = folder / str(next(numbers))
            own.mkdir()
            return games.enter_context(open_harbour(own, players=players, switches=switches))

        yield opens
