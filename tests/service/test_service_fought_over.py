"""Eight processes that stay up fight for games and for fifty rounds, on both databases: always one wins."""

from __future__ import annotations

import multiprocessing
import queue
from collections import Counter

import pytest
from databases import postgres_databases
from mail_house import MailHouse

from referee.clock import FixedEntropy, SystemClock
from referee.db import engines
from referee.errors import UserError
from referee.rules.events import RoundClosed
from referee.service.game_file import game_from_words
from referee.service.game_log import Work
from referee.service.hold_round import hold_round, release_round
from referee.service.open_game import open_game, plan_game
from referee.service.resolve_round import resolve_round
from referee.service.transactions import writing

pytestmark = pytest.mark.file

FIGHTERS = 8
ROUNDS = 50
GAMES = 5
"""So many that none of them ends before all rounds are fought over."""
PATIENCE = 120
RELEASE = "release"
"""What is fought over in the place of a round that is resolved."""


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def house(request, tmp_path):
    if request.param == "sqlite":
        yield MailHouse(tmp_path)
        return
    with postgres_databases() as make:
        yield MailHouse(tmp_path, server=make())


def fight(database, battles, gate, results) -> None:
    """Be one of those who do the same at the same time, battle after battle: "won", or what was said instead."""
    engines.PATIENCE = PATIENCE  # on a busy machine seven others may take longer than a user would wait
    for game, number in battles:
        gate.wait(PATIENCE)
        try:
            with writing(database, SystemClock()) as work:
                if number == RELEASE:
                    release_round(work, game)
                elif number:
                    resolve_round(work, game, misses_meant=True, number=number)
                else:
                    opens(work, game)
            results.put((game, number, "won"))
        except UserError as refusal:
            results.put((game, number, str(refusal)))


def opens(work: Work, game: str) -> None:
    asked = game_from_words(game, ("ann", "ben", "cid"), "classic", ())
    open_game(work, game, plan_game(game, asked.plan, FixedEntropy(game)))


def fought(database, battles):
    """What the eight say of each battle."""
    context = multiprocessing.get_context("spawn")
    gate, results = context.Barrier(FIGHTERS), context.Queue()
    fighters = [
        context.Process(target=fight, args=(database, battles, gate, results)) for _ in range(FIGHTERS)
    ]
    for one in fighters:
        one.start()
    said = {battle: Counter() for battle in battles}
    try:
        for _ in range(FIGHTERS * len(battles)):
            game, number, what = results.get(timeout=PATIENCE)
            said[game, number][what] += 1
    except queue.Empty as nothing:
        raise AssertionError(f"somebody never came back; so far: {said}") from nothing
    finally:
        for one in fighters:
            one.join(PATIENCE)
            if one.is_alive():
                one.kill()
                one.join()
    return said


def test_of_eight_who_open_a_game_or_resolve_a_round_at_once_one_does_and_the_others_say_so(house):
    """And the others change nothing."""
    house.opens()
    games = [f"pier{number}" for number in range(GAMES)]
    rounds = range(1, ROUNDS // GAMES + 1)
    battles = [(game, number) for number in (0, *rounds) for game in games]
    for (game, number), what in fought(house.database, battles).items():
        refusal = (
            f"{game}: round {number} is resolved already; the open one is round {number + 1}. "
            "Nothing was changed."
            if number
            else f"There is a game {game} already. Give the new one another name."
        )
        assert what == {"won": 1, refusal: FIGHTERS - 1}
    with house.looking() as work:
        assert {one.name for one in work.unit.games()} == {"harbour", *games}
        for game in games:
            closed = [one.round for one in work.log(game).written if isinstance(one.event, RoundClosed)]
            assert closed == list(rounds)
            assert work.unit.verify(game) == []
            assert len(work.unit.publications(game)) == 4 * (1 + len(rounds))


def test_of_eight_who_release_a_held_round_at_once_one_does_and_the_others_say_that_none_is_held(house):
    """And its reports are published once."""
    games = [f"pier{number}" for number in range(GAMES)]
    with house.working() as work:
        for game in games:
            opens(work, game)
            hold_round(work, game, misses_meant=True, seconds=None)
    for (game, _), what in fought(house.database, [(game, RELEASE) for game in games]).items():
        refusal = f"{game}: no round is held. Nothing was changed. To hold it: referee resolve {game} --hold"
        assert what == {"won": 1, refusal: FIGHTERS - 1}
    with house.looking() as work:
        for game in games:
            assert len(work.unit.publications(game)) == 4 * 2
