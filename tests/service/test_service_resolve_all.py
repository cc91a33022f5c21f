"""Workers: each round that may be resolved is resolved once, whoever else is at it and whoever dies."""

import random
import signal
import subprocess
import sys
from contextlib import ExitStack, suppress
from threading import Barrier, Thread

import pytest
from deaths import typed_until
from service_helpers import AT, GOOD

from referee.clock import FixedEntropy
from referee.db.failures import LockedError, StoreError
from referee.db.store import open_store
from referee.round.opening import NewGame
from referee.service import resolve_all as module
from referee.service.file_orders import file_orders
from referee.service.open_game import open_game, plan_game
from referee.service.reopen_round import Asked, reopen_round
from referee.service.resolve_all import Failed, resolve_all
from referee.service.resolve_round import Resolved, resolve_round
from referee.service.transactions import reading, writing
from referee.service.verify_game import verify_game

PLAYERS = ("alice", "bob", "carol")
WORK = ("work", "--until-idle")
PROGRAM = "import sys; sys.argv[0] = 'referee'; from referee.cli.main import main; main()"


def on(_seconds):
    """Nobody says stop, and nothing is waited for."""
    return False


def resolves(database, **how):
    return list(resolve_all(database, None, AT, pause=on, **how))


def opens(database, *games, orders=GOOD, of=PLAYERS):
    """Games whose players' orders, or those of some, are in."""
    with writing(database, AT, create=True) as work:
        for game in games:
            open_game(work, game, plan_game(game, NewGame(PLAYERS, seed=game), FixedEntropy(game)))
            for seat in of:
                file_orders(work, game, seat, orders, "tests")


def resolved(done):
    assert all(isinstance(one, Resolved) for one in done)
    return sorted((one.game, one.round) for one in done)


def open_round(database, game):
    with reading(database, AT) as work:
        return work.log(game).desk.round


def told_by(database, game):
    """What the log of a game and its reports tell, but for salts, times and hashes; it is all in order."""
    with reading(database, AT) as work:
        found = verify_game(work, game, audit=True)
        assert not found.faults
        said = [(one.kind, one.round, one.play, one.seat, one.data) for one in work.unit.load(game)]
        reports = [(one.round, one.recipient) for one in work.unit.publications(game)]
    return [one for one in said if one[0] not in {"bag_sealed", "bag_kept"}], reports


def test_every_round_whose_orders_are_in_is_resolved_and_no_other(target):
    opens(target, "harbour", "quay")
    opens(target, "bridge", of=PLAYERS[:2])
    assert resolved(resolves(target)) == [("harbour", 1), ("quay", 1)]
    assert [open_round(target, game) for game in ("harbour", "quay", "bridge")] == [2, 2, 1]
    assert resolves(target) == []


def test_rounds_for_which_all_have_sent_orders_ahead_follow_at_once(target):
    opens(target, "harbour")
    with writing(target, AT) as work:
        for seat in PLAYERS:
            file_orders(work, "harbour", seat, f"round 2\n{GOOD}", "tests")
    assert [one.round for one in resolves(target)] == [1, 2]


def test_a_game_never_goes_on_by_standing_orders_alone(target):
    opens(target, "harbour", orders=f"standing\n{GOOD}end standing\n")
    assert resolves(target) == []
    with writing(target, AT) as work:
        file_orders(work, "harbour", "alice", GOOD, "tests")
    assert resolved(resolves(target)) == [("harbour", 1)]
    assert open_round(target, "harbour") == 2


def reopens(database, game, number):
    with writing(database, AT) as work:
        reopen_round(work, Asked(game, number, "A mail had been overlooked."), bag_meant=False)


def test_a_round_that_was_opened_again_is_not_played_by_the_orders_of_before_until_somebody_has_looked(
    target,
):
    ready = f"{GOOD}ready\n"
    opens(target, "harbour", "quay", orders=ready)
    for _ in range(2):
        with writing(target, AT) as work:
            for game in ("harbour", "quay"):
                for seat in PLAYERS:
                    file_orders(work, game, seat, f"round {work.log(game).desk.round + 1}\n{ready}", "tests")
                resolve_round(work, game, misses_meant=False)
    for game in ("harbour", "quay"):
        reopens(target, game, 2)
    assert [resolves(target, ready_only=only) for only in (True, False)] == [[], []]
    with writing(target, AT) as work:
        for seat in PLAYERS:
            file_orders(work, "quay", seat, ready, "tests")
        resolve_round(work, "harbour", misses_meant=False)
    assert resolved(resolves(target, ready_only=True)) == [("quay", 2)]
    assert (
        resolves(target) == []
    )  # nor is round 3, which was open then, before anybody has read how it begins now
    with writing(target, AT) as work:
        for seat in PLAYERS:
            file_orders(work, "harbour", seat, ready, "tests")
    assert resolved(resolves(target)) == [("harbour", 3)]


def test_with_ready_only_those_rounds_are_resolved_in_which_all_have_said_so(target):
    opens(target, "harbour", orders=f"{GOOD}ready\n")
    opens(target, "quay", orders=f"{GOOD}ready\n", of=PLAYERS[:2])
    with writing(target, AT) as work:
        file_orders(work, "quay", "carol", GOOD, "tests")
    assert resolved(resolves(target, ready_only=True)) == [("harbour", 1)]
    assert resolved(resolves(target)) == [("quay", 1)]


def test_a_game_that_cannot_be_resolved_is_told_of_once_and_stops_no_other(target, monkeypatch):
    opens(target, "bridge", "harbour", "quay")

    def stumbling(work, game, **how):
        done = resolve_round(work, game, **how)
        if game == "bridge":
            raise ZeroDivisionError("alice holds 5C")
        return done

    monkeypatch.setattr(module, "resolve_round", stumbling)
    done = resolves(target)
    assert done[0] == Failed("bridge", "a fault of the program: ZeroDivisionError. Nothing was changed.")
    assert resolved(done[1:]) == [("harbour", 1), ("quay", 1)]
    assert open_round(target, "bridge") == 1


def test_who_goes_on_looks_again_and_ends_when_he_is_told_to(target):
    opens(target, "harbour")
    waits = []

    def pause(seconds):
        waits.append(seconds)
        if waits.count(module.LOOKS_EVERY) == 1 and seconds:
            opens(target, "quay")
        return waits.count(module.LOOKS_EVERY) > 1

    done = list(resolve_all(target, None, AT, pause=pause, until_idle=False))
    assert resolved(done) == [("harbour", 1), ("quay", 1)]


def test_a_game_that_another_worker_has_is_passed_over_and_looked_at_again(target):
    if "://" not in target:
        pytest.skip("whoever writes to SQLite is alone: nobody finds a game claimed")
    opens(target, "harbour", "quay")
    done = []
    with open_store(target) as other, ExitStack() as holding:
        claimed = holding.enter_context(other.claim("harbour"))
        assert claimed is not None

        def pause(seconds):
            if seconds == module.LETS_PASS:
                assert resolved(done) == [("quay", 1)]
                holding.close()
            return False

        done.extend(resolve_all(target, None, AT, pause=pause))
    assert resolved(done) == [("harbour", 1), ("quay", 1)]


def test_who_writes_anything_else_is_alone(target, monkeypatch):
    monkeypatch.setattr("referee.db.engines.PATIENCE", 1)
    opens(target, "harbour")
    with open_store(target) as one, open_store(target) as two:
        with one.claim("harbour"), pytest.raises(LockedError), two.write():
            pass
        with one.write(), pytest.raises(LockedError), two.claim("harbour"):
            pass


def test_a_worker_waits_for_who_is_alone_but_not_for_ever(target, monkeypatch):
    monkeypatch.setattr("referee.db.engines.PATIENCE", 1)
    monkeypatch.setattr(module, "PATIENCE", 1)
    opens(target, "harbour")
    with open_store(target) as other, other.write(), pytest.raises(StoreError, match="another program"):
        resolves(target)
    assert resolved(resolves(target)) == [("harbour", 1)]


def test_two_workers_at_one_game_resolve_its_round_once(target, tmp_path):
    opens(target, "harbour")
    done, start = [], Barrier(2)

    def works():
        start.wait()
        done.extend(resolves(target))

    workers = [Thread(target=works) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert resolved(done) == [("harbour", 1)]
    assert [told_by(target, "harbour")] == undisturbed(tmp_path, "harbour")


def test_a_worker_that_dies_before_the_commit_leaves_its_round_to_the_next(target, tmp_path):
    opens(target, "harbour", "quay")
    step = ("referee.service.resolve_all:resolve_round", "after")
    died = typed_until(step, "--db", target, *WORK, folder=tmp_path)
    assert died.returncode == -signal.SIGKILL
    assert [open_round(target, game) for game in ("harbour", "quay")] == [1, 1]
    assert resolved(resolves(target)) == [("harbour", 1), ("quay", 1)]
    assert [told_by(target, game) for game in ("harbour", "quay")] == undisturbed(tmp_path, "harbour", "quay")


@pytest.mark.parametrize(
    ("workers", "games", "kills"),
    [(2, 6, 2), pytest.param(4, 200, 40, marks=pytest.mark.fuzz)],
)
def test_of_workers_that_are_killed_at_random_each_round_is_resolved_once(
    target, tmp_path, workers, games, kills
):
    """Each worker resolves some rounds, and is killed a random while later: somewhere in the next one."""
    workers = workers if "://" in target else 2
    names = [f"game{number}" for number in range(games)]
    opens(target, *names)
    chance = random.Random(games)

    def starts():
        return run(["-c", PROGRAM, "--db", target, *WORK], tmp_path)

    at_work = [starts() for _ in range(workers)]
    for _ in range(kills):
        worker = at_work.pop(0)
        rounds = chance.randint(1, max(1, games // kills))
        if all(worker.stdout.readline().startswith(b"Round 1 of ") for _ in range(rounds)):
            with suppress(subprocess.TimeoutExpired):
                worker.wait(chance.uniform(0, 0.4))
            worker.kill()
        worker.communicate()
        at_work.append(starts())
    for worker in at_work:
        worker.communicate()
        assert worker.returncode == 0
    assert {open_round(target, name) for name in names} == {2}
    assert [told_by(target, name) for name in names] == undisturbed(tmp_path, *names)


def run(words, folder):
    """Python with these words, in a process of its own."""
    return subprocess.Popen([sys.executable, *words], cwd=folder, stdout=subprocess.PIPE)


def undisturbed(folder, *games):
    """What the logs of these games tell if nobody else is at them."""
    file = str(folder / "undisturbed.db")
    opens(file, *games)
    for game in games:
        with writing(file, AT) as work:
            resolve_round(work, game, misses_meant=False)
    return [told_by(file, game) for game in games]
