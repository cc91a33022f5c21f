"""What a round costs among 1,000 and 10,000 games, and in a game of 40 rounds: what it costs in a young game alone.

The other games are real: each has the opening of a game under its own id, its chain computed, a report, holders,
waiting press, and the mails and letters of some rounds. A game of 40 rounds has rounds of one play: no other lasts.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing, suppress

import pytest
from mail_house import NOW, OFFICE, MailHouse

from referee.clock import FixedClock
from referee.db.links import digest_of, link_of
from referee.db.sending import claim
from referee.errors import UserError
from referee.service.file_orders import file_orders
from referee.service.resolve_round import resolve_round
from referee.service.show_status import game_status
from referee.service.transactions import reading, writing
from referee.service.verify_all import inspecting_games

pytestmark = pytest.mark.bench

CLOCK = FixedClock(NOW)
FIVE = ("alice", "bob", "carol", "dave", "erin")
YOUNG, OLD = 5, 40
REPEATS = 15
BUDGET = 1.5
PEOPLE_A_GAME = 5
LETTERS, MAILS = 10, 5
ORDERS = "tile any\nfound any\nbuy 2 Luxor, 2 Tower\n"


class UndoneError(UserError):
    """The unit is rolled back, so that the same can be measured again; for a fault of the log it is not taken."""


def play(house: MailHouse, rounds: int) -> None:
    """So many rounds of one play each, and orders for the next."""
    house.opens("harbour", *FIVE, switches=("plays_per_round=1",))
    for _ in range(rounds):
        with house.working() as work:
            for seat in dict.fromkeys(work.log("harbour").desk.plays):
                file_orders(work, "harbour", seat, ORDERS, "bench")
            resolve_round(work, "harbour", misses_meant=True)


def add_others(house: MailHouse, count: int) -> None:
    """So many other games, by other people."""
    with closing(sqlite3.connect(house.database, isolation_level=None)) as database:
        run = database.execute
        rows = run(
            "SELECT seq, text, salt FROM events WHERE game = 1"
            " AND seq <= (SELECT min(seq) FROM publications WHERE game = 1) ORDER BY seq"
        ).fetchall()
        opening = [(seq, text, salt, digest_of(salt, text)) for seq, text, salt in rows]
        (report,) = run(
            "SELECT media, body, at FROM publications WHERE game = 1 AND round = 0 LIMIT 1"
        ).fetchall()
        keys = range(2, count + 2)
        run("BEGIN")
        many = database.executemany
        many("INSERT INTO people (handle, handle_key, name, since) VALUES (?1, ?1, ?1, 'x')",
             [(f"p{number}",) for number in range(count)])  # fmt: skip
        many("INSERT INTO games VALUES (?, ?, ?, ?, 'x')",
             [(key, f"{key:064x}", f"game-{key}", f"game-{key}") for key in keys])  # fmt: skip
        for key in keys:
            previous, log = f"{key:064x}", []
            for seq, text, salt, digest in opening:
                previous = link_of(previous, seq, digest)
                log.append((key, seq, text, salt, previous))
            many("INSERT INTO events VALUES (?, ?, ?, ?, ?)", log)
            values = (key, len(log), "", "report.txt", 0, *report[:2], previous, report[2])
            run("INSERT INTO publications (game, seq, recipient, name, round, media, body, head, at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)  # fmt: skip
            many("INSERT INTO holders VALUES (?, ?, 1, ?, 'x', ?)",
                 [(key, seat, seat, len(FIVE) + 1 + (key * 7 + number) % count)
                  for number, seat in enumerate(FIVE)])  # fmt: skip
        many("INSERT INTO press_waiting VALUES (?, ?, 'bob', 1, 1, 'press: Hello', NULL)",
             [(100_000 + key, key) for key in keys])  # fmt: skip
        many("INSERT INTO outbox (name, kind, game, sender, recipient, made, state, tries, starts, due, said)"
             " VALUES (?, 'answer', ?, '', ?, '2020-01-01T00:00:00Z', 'sent', 0, 1, '2020-01-01T00:00:00Z', '')",
             [(f"{key}-{number}", f"game-{key}", f"p{key}@players.example")
              for key in keys for number in range(LETTERS)])  # fmt: skip
        many("INSERT INTO inbox (received, source, recipients, outcome, reason, message_id, content, game)"
             " VALUES ('2020-01-01T00:00:00Z', 'lmtp', '[]', 'orders', '', ?, ?, ?)",
             [(f"<{key}.{number}@x>", f"{key}", f"game-{key}") for key in keys
              for number in range(MAILS)])  # fmt: skip
        run("COMMIT")
        run("PRAGMA wal_checkpoint(TRUNCATE)")


def a_round(house: MailHouse) -> None:
    """Orders for the open round are filed, and it is resolved with its reports and letters."""
    with house.working() as work:
        for seat in dict.fromkeys(work.log("harbour").desk.plays):
            file_orders(work, "harbour", seat, ORDERS, "bench")
        resolve_round(work, "harbour", misses_meant=True)
        raise UndoneError


def a_mail(house: MailHouse) -> None:
    """A mail with a report's token is judged, filed and answered; another was answered just now."""
    house.writes("alice", ORDERS)


def a_mail_without_token(house: MailHouse) -> None:
    """A mail to the plain address, which does not say for which game it is."""
    house.arrives(house.mail(ORDERS))
    assert [one.outcome for one in house.takes()] == ["orders"]


def a_letter(house: MailHouse) -> None:
    """The next letter that is due is taken in hand."""
    with writing(house.database, CLOCK, office=OFFICE) as work:
        assert claim(work.unit, NOW, "2026-11-28T11:00:00Z") is not None
        raise UndoneError


def a_status(house: MailHouse) -> None:
    """How one game stands."""
    with reading(house.database, CLOCK) as work:
        assert game_status(work, "harbour").round is not None


def a_verification(house: MailHouse) -> None:
    """One game is verified, all its reports with it."""
    with inspecting_games(house.database, CLOCK, ["harbour"]) as inspection:
        (found,) = inspection.verdicts()
        assert found.holds, found.faults


STEPS = (a_round, a_mail, a_mail_without_token, a_letter, a_status, a_verification)


def seconds(step, houses: dict[str, MailHouse]) -> dict[str, float]:
    """The shortest time of a step in each house: what others do on the machine meanwhile does not count."""
    times: dict[str, list[float]] = {name: [] for name in houses}
    for _ in range(REPEATS):
        for name, house in houses.items():
            started = time.perf_counter()
            with suppress(UndoneError):
                step(house)
            times[name].append(time.perf_counter() - started)
    return {name: min(all_times[1:]) for name, all_times in times.items()}


@pytest.fixture(scope="module")
def houses(tmp_path_factory) -> dict[str, MailHouse]:
    """Files with 1, 1,000 and 10,000 games, `harbour` being the same in all; and one with an old game alone."""
    found = {}
    for name, rounds, others in (
        ("alone", YOUNG, 0),
        ("among 1000", YOUNG, 999),
        ("among 10000", YOUNG, 9_999),
        ("old", OLD, 0),
    ):
        found[name] = MailHouse(tmp_path_factory.mktemp("many"))
        play(found[name], rounds)
        if others:
            add_others(found[name], others)
    return found


@pytest.mark.parametrize("where", ["among 1000", "among 10000"])
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.__name__)
def test_it_costs_the_same_as_alone(benchmark, houses, step, where):
    found = seconds(step, {name: houses[name] for name in ("alone", where)})
    benchmark.extra_info |= {"budget_ratio": BUDGET, "ratio": found[where] / found["alone"]}
    benchmark.pedantic(lambda: seconds(a_status, {"alone": houses["alone"]}), rounds=1)


@pytest.mark.parametrize(
    ("step", "budget"),
    [(a_round, BUDGET), (a_mail, BUDGET), (a_status, 2)],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_in_a_game_of_40_rounds_it_costs_what_it_costs_in_one_of_5(benchmark, houses, step, budget):
    found = seconds(step, {name: houses[name] for name in ("alone", "old")})
    benchmark.extra_info |= {"budget_ratio": budget, "ratio": found["old"] / found["alone"]}
    benchmark.pedantic(lambda: seconds(a_status, {"alone": houses["alone"]}), rounds=1)
