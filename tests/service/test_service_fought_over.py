"""Eight processes that stay up fight for fifty rounds, on SQLite and on PostgreSQL: always one resolves, seven are told."""

from __future__ import annotations

import multiprocessing
import queue
from collections import Counter

import pytest
from db_helpers import postgres_databases
from mail_house import MailHouse

from referee.clock import FixedEntropy, SystemClock
from referee.db import engines
from referee.errors import UserError
from referee.rules.events import RoundClosed
from referee.service.game_file import game_from_words
from referee.service.game_log import Work
from referee.service.open_game import open_game, plan_game
from referee.service.resolve_round import resolve_round
from referee.service.transactions import writing

FIGHTERS = 8
ROUNDS = 50
GAMES = 5
PATIENCE = 120


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def house(request, tmp_path):
    """With so many games that fifty rounds can be played before any of them ends."""
    if request.param == "sqlite":
        yield MailHouse(tmp_path)
        return
    with postgres_databases() as make:
        yield MailHouse(tmp_path, server=make())


def fight(act, database, battles, gate, results) -> None:
    """Be one of those who do the same at the same time, battle after battle: "won", or what was said instead."""
    engines.PATIENCE = PATIENCE  # on a busy machine seven others may take longer than a user would wait
    for battle in battles:
        gate.wait(PATIENCE)
        try:
            with writing(database, SystemClock()) as work:
                act(work, battle)
            results.put((battle, "won"))
        except UserError as refusal:
            results.put((battle, str(refusal)))


def resolves(work: Work, battle) -> None:
    game, number = battle
    resolve_round(work, game, misses_meant=True, number=number)


def opens(work: Work, battle) -> None:
    asked = game_from_words(battle, ("ann", "ben", "cid"), "classic", ())
    open_game(work, battle, plan_game(battle, asked.plan, FixedEntropy(battle)))


def fought(act, database, battles):
    """What the eight say of each battle."""
    context = multiprocessing.get_context("spawn")
    gate, results = context.Barrier(FIGHTERS), context.Queue()
    fighters = [
        context.Process(target=fight, args=(act, database, battles, gate, results)) for _ in range(FIGHTERS)
    ]
    for one in fighters:
        one.start()
    said = {battle: Counter() for battle in battles}
    try:
        for _ in range(FIGHTERS * len(battles)):
            battle, what = results.get(timeout=PATIENCE)
            said[battle][what] += 1
    except queue.Empty as nothing:
        raise AssertionError(f"somebody never came back; so far: {said}") from nothing
    finally:
        for one in fighters:
            one.join(PATIENCE)
            if one.is_alive():
                one.kill()
                one.join()
    return said


def test_of_eight_who_resolve_a_round_at_once_one_does_and_the_others_say_so_and_change_nothing(house):
    games = [f"pier{number}" for number in range(GAMES)]
    for game in games:
        house.opens(game)
    battles = [(game, number) for number in range(1, ROUNDS // GAMES + 1) for game in games]
    said = fought(resolves, house.database, battles)
    for (game, number), what in said.items():
        refusal = (
            f"{game}: round {number} is resolved already; the open one is round {number + 1}. "
            "Nothing was changed."
        )
        assert what == {"won": 1, refusal: FIGHTERS - 1}
    with house.looking() as work:
        for game in games:
            closed = [one.round for one in work.log(game).written if isinstance(one.event, RoundClosed)]
            assert closed == list(range(1, ROUNDS // GAMES + 1))
            assert work.unit.verify(game) == []
            assert len(work.unit.publications(game)) == 4 * (1 + ROUNDS // GAMES)


def test_of_eight_who_open_a_game_of_one_name_one_does_and_the_others_are_told(house):
    house.opens()
    games = [f"quay{number}" for number in range(5)]
    for game, what in fought(opens, house.database, games).items():
        assert what == {
            "won": 1,
            f"There is a game {game} already. Give the new one another name.": FIGHTERS - 1,
        }
    with house.looking() as work:
        assert [one.name for one in work.unit.games()] == ["harbour", *games]
        assert all(work.unit.verify(game) == [] for game in games)
