"""What an event store owes its users, on every back end."""

import multiprocessing
import os
import signal
import threading
import time

import pytest
from databases import postgres_schema
from db_helpers import AT, draft, drafts

from referee.db.failures import StoreError
from referee.db.links import Head
from referee.db.store import open_store
from referee.db.unit import DamagedError, GameExistsError, Overtaken, Publication, UnknownGameError
from referee.errors import UserError


def report(unit, *, round_number=1, recipient=None, body=b"Round 1\r\n\xff", name="report.txt"):
    head = unit.head("harbour")
    publication = Publication(
        "harbour", round_number, recipient, name, "text/plain; charset=utf-8", body, head.seq, head.hash, AT
    )
    unit.publish(publication)
    return publication


def seqs(store):
    with store.read() as unit:
        return [record.seq for record in unit.load("harbour")]


def test_what_is_appended_is_loaded_again_word_for_word(store):
    odd = draft(
        "1A", visibility=("alice#1", "bob#2"), seat=None, text='Zoë says "ä\n\0😀"', nested=[{"n": None}]
    )
    with store.write() as unit:
        written = unit.append("harbour", 0, [odd, *drafts(5)])
    with store.read() as unit:
        assert unit.load("harbour") == unit.records("harbour") == written
        assert written[0].data == odd.data
        assert written[0].visibility == ("alice#1", "bob#2")
        assert [record.seq for record in written] == [1, 2, 3, 4, 5, 6]
        assert [record.seq for record in unit.records("harbour", after=4)] == [5, 6]
        assert {record.game for record in written} == {"harbour"}


def test_appending_nothing_changes_nothing(store):
    with store.write() as unit:
        assert unit.append("harbour", 0, []) == []
        assert unit.head("harbour").seq == 0


def test_the_head_of_an_empty_log_is_the_id_of_the_game_and_moves_with_every_record(store):
    with store.write() as unit:
        assert unit.head("harbour") == Head(0, unit.game("harbour").id)
        written = unit.append("harbour", 0, drafts(3))
        assert unit.head("harbour") == Head(3, written[-1].hash)


def test_an_exception_leaves_everything_as_it_was(store):
    def fail_at_the_end():
        with store.write() as unit:
            unit.append("harbour", 0, drafts(3))
            report(unit)
            unit.create_game("other", AT)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_at_the_end()
    with store.read() as unit:
        assert unit.records("harbour") == []
        assert unit.publications("harbour") == []
        assert [game.name for game in unit.games()] == ["harbour"]


def test_who_has_not_seen_the_last_record_is_overtaken_and_writes_nothing(store):
    with store.write() as unit:
        unit.append("harbour", 0, drafts(3))
    with pytest.raises(Overtaken, match="its log stands at 3, not at 0"), store.write() as unit:
        unit.append("harbour", 0, drafts(1))
    with pytest.raises(Overtaken), store.write() as unit:
        unit.append("harbour", 4, drafts(1))
    assert seqs(store) == [1, 2, 3]


def test_a_unit_for_reading_cannot_write(store):
    with pytest.raises(StoreError, match="may only be read"), store.read() as unit:
        unit.append("harbour", 0, drafts(1))
    with store.write() as unit:
        unit.append("harbour", 0, drafts(1))
    assert seqs(store) == [1]


def test_a_unit_for_reading_sees_one_state_whatever_others_write(store, target):
    with store.read() as reading:
        assert reading.head("harbour").seq == 0
        with open_store(target) as other, other.write() as writing:
            writing.append("harbour", 0, drafts(2))
        assert reading.head("harbour").seq == 0
        assert reading.load("harbour") == []
    assert seqs(store) == [1, 2]


def test_the_logs_of_two_games_are_counted_and_chained_apart(store):
    with store.write() as unit:
        unit.create_game("other", AT)
        unit.append("harbour", 0, drafts(2))
        unit.append("other", 0, drafts(3))
        unit.append("harbour", 2, drafts(1, start=3))
    with store.read() as unit:
        assert [record.seq for record in unit.load("harbour")] == [1, 2, 3]
        assert [record.seq for record in unit.load("other")] == [1, 2, 3]
        assert unit.game("harbour").id != unit.game("other").id


def test_a_games_name_is_the_same_in_upper_and_lower_case(store):
    with store.write() as unit:
        assert unit.game("HARBOUR").name == "harbour"
        with pytest.raises(GameExistsError, match="There is a game harbour already"):
            unit.create_game("Harbour", AT)


def test_games_are_listed_in_the_order_in_which_they_were_opened(store):
    with store.write() as unit:
        for name in ("zoo", "attic"):
            unit.create_game(name, AT)
        assert [game.name for game in unit.games()] == ["harbour", "zoo", "attic"]


@pytest.mark.parametrize("name", ["", "a\nb", "nul\0", "\udcff"])
def test_a_name_that_cannot_be_printed_is_no_game(store, name):
    with store.write() as unit, pytest.raises(UserError, match="cannot be called"):
        unit.create_game(name, AT)
    with store.read() as unit, pytest.raises(UnknownGameError):
        unit.game(name)


def test_an_unknown_game_is_answered_with_the_names_that_are_near(store):
    with store.read() as unit, pytest.raises(UnknownGameError, match=r"'harbor'\. Did you mean harbour\?"):
        unit.load("harbor")
    with store.read() as unit, pytest.raises(UnknownGameError, match=r"There are: harbour\."):
        unit.head("xyzzy")


def test_a_store_without_games_says_how_to_open_one(target):
    with open_store(target, create=True) as empty, empty.read() as unit:
        assert unit.games() == []
        with pytest.raises(UnknownGameError, match="no game has been opened yet"):
            unit.game("harbour")


@pytest.mark.parametrize(
    "bad",
    [
        draft("1A", at="2026-12-04 18:00"),
        draft("1A", at="2026-12-04T18:00:00+01:00"),
        draft("1A", visibility=()),
        draft("1A", visibility=("alice",)),
        draft("1A", visibility="everybody"),
        draft("1A", kind=""),
        draft("1A", price=1.5),
        draft("1A", price=float("nan")),
        draft("1A", sizes={1: 2}),
        draft("1A", joined=("2A",)),
        draft("1A", what={"a set"}),
    ],
)
def test_a_draft_that_would_not_come_back_the_same_is_not_written(store, bad):
    with pytest.raises(ValueError, match=r"."), store.write() as unit:
        unit.append("harbour", 0, [*drafts(1), bad])
    assert seqs(store) == []


def test_reports_are_kept_as_bytes_and_the_last_of_a_round_is_the_one_that_counts(store):
    with store.write() as unit:
        unit.append("harbour", 0, drafts(3))
        first = report(unit, round_number=0)
        private = report(unit, round_number=0, recipient="alice", body=b"\x00\xfe")
    with store.write() as unit:
        unit.append("harbour", 3, drafts(2))
        second = report(unit)
    with store.write() as unit:
        unit.append("harbour", 5, drafts(1))
        again = report(unit, round_number=0, body=b"corrected")
        other = report(unit, round_number=0, name="report.html")
    with store.read() as unit:
        assert unit.published("harbour", 0, "alice") == private
        assert unit.published("harbour", 0) == again
        assert unit.published("harbour", 1) == second
        assert unit.published("harbour") == again
        assert unit.published("harbour", 0, name="report.html") == other
        assert unit.published("harbour", 7) is None
        assert unit.published("harbour", 0, "bob") is None
        assert unit.publications("harbour") == [first, private, second, other, again]


def test_the_report_of_the_last_round_that_a_database_can_count_is_found_and_none_of_a_later_one(store):
    with store.write() as unit:
        unit.append("harbour", 0, drafts(1))
        written = report(unit, round_number=2**31 - 1)
    with store.read() as unit:
        assert unit.published("harbour", 2**31 - 1) == written
        assert unit.published("harbour", 2**31) is None


def test_a_report_must_state_a_head_that_the_log_has(store):
    with store.write() as unit:
        unit.append("harbour", 0, drafts(1))
        untrue = Publication("harbour", 0, None, "report.txt", "text/plain", b"", 1, "f" * 64, AT)
        with pytest.raises(ValueError, match="has no head"):
            unit.publish(untrue)


def test_the_same_report_is_not_published_twice(store):
    with store.write() as unit:
        unit.append("harbour", 0, drafts(1))
        report(unit)
    with pytest.raises(StoreError), store.write() as unit:
        report(unit, body=b"another")
    with store.read() as unit:
        assert [publication.body for publication in unit.publications("harbour")] == [b"Round 1\r\n\xff"]


def test_every_published_report_is_a_witness_of_the_log(store):
    with store.write() as unit:
        unit.append("harbour", 0, drafts(3))
        report(unit)
        unit.append("harbour", 3, drafts(3))
        assert unit.verify("harbour") == []
        assert unit.verify("harbour", [unit.head("harbour")]) == []
        assert [fault.kind for fault in unit.verify("harbour", [Head(7, "ab" * 6)])] == ["cut"]
        assert [fault.kind for fault in unit.verify("harbour", [Head(6, "ab" * 6)])] == ["rewritten"]


def test_what_one_store_wrote_another_reads(store, target):
    with store.write() as unit:
        written = unit.append("harbour", 0, drafts(4))
    with open_store(target) as other, other.read() as unit:
        assert unit.load("harbour") == written


def test_creating_a_store_that_is_there_opens_it(store, target):
    with open_store(target, create=True) as again, again.read() as unit, store.read() as other:
        assert unit.games() == other.games()
        assert [game.name for game in unit.games()] == ["harbour"]


def _append_when_told(target, gate, results):
    with open_store(target) as store:
        with store.read() as unit:
            seen = unit.head("harbour").seq
        gate.wait(30)
        try:
            with store.write() as unit:
                unit.append("harbour", seen, drafts(20))
        except Overtaken:
            results.put("overtaken")
        else:
            results.put("written")


def test_of_two_processes_that_write_at_once_one_wins_and_the_other_is_told(store, target):
    context = multiprocessing.get_context("spawn")
    gate, results = context.Barrier(2), context.Queue()
    writers = [context.Process(target=_append_when_told, args=(target, gate, results)) for _ in range(2)]
    for writer in writers:
        writer.start()
    outcome = sorted(results.get(timeout=60) for _ in writers)
    for writer in writers:
        writer.join(30)
    assert outcome == ["overtaken", "written"]
    assert seqs(store) == list(range(1, 21))


def test_of_eight_threads_on_one_store_one_wins(store):
    outcome, gate = [], threading.Barrier(8)

    def write():
        gate.wait(30)
        try:
            with store.write() as unit:
                unit.append("harbour", 0, drafts(5))
        except Overtaken:
            outcome.append("overtaken")
        else:
            outcome.append("written")

    threads = [threading.Thread(target=write) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(outcome) == ["overtaken"] * 7 + ["written"]
    assert seqs(store) == [1, 2, 3, 4, 5]


def _write_and_hang(target, told):
    with open_store(target) as store, store.write() as unit:
        unit.append("harbour", 3, drafts(500))
        report(unit)
        told.set()
        time.sleep(120)


def test_a_process_killed_in_the_middle_of_a_unit_leaves_the_former_state(store, target):
    with store.write() as unit:
        before = unit.append("harbour", 0, drafts(3))
    context = multiprocessing.get_context("spawn")
    told = context.Event()
    victim = context.Process(target=_write_and_hang, args=(target, told))
    victim.start()
    assert told.wait(60)
    os.kill(victim.pid, signal.SIGKILL)
    victim.join(30)
    with open_store(target) as after, after.read() as unit:
        assert unit.load("harbour") == before
        assert unit.publications("harbour") == []
    with store.write() as unit:
        unit.append("harbour", 3, drafts(1))
    assert seqs(store) == [1, 2, 3, 4]


@pytest.mark.postgres
@pytest.mark.parametrize("level", ["repeatable read", "serializable"])
def test_who_has_waited_for_another_writer_sees_what_he_wrote_however_the_server_is_set(level):
    with postgres_schema() as url:
        strict = f"{url}%20-cdefault_transaction_isolation%3D{level.replace(' ', '%5C%20')}"
        with open_store(url, create=True) as first, open_store(strict) as second:
            with first.write() as unit:
                unit.create_game("harbour", AT)
            seen = []

            def waits():
                with second.write() as unit:
                    seen.append(unit.head("harbour").seq)
                    unit.append("harbour", seen[0], drafts(1))

            with first.write() as unit:
                waiting = threading.Thread(target=waits)
                waiting.start()
                _until_somebody_waits(url)
                unit.append("harbour", 0, drafts(3))
            waiting.join(30)
        assert seen == [3]
        with open_store(url) as third:
            assert seqs(third) == [1, 2, 3, 4]


def _until_somebody_waits(url):
    """Until the server has somebody waiting for a lock of ours."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        while not connection.execute(
            "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
            " AND objid = hashtext(current_schema())::bigint & 4294967295"
        ).fetchall():
            pass


def test_who_waits_too_long_for_another_writer_is_told_that_it_is_locked(store, target, monkeypatch):
    monkeypatch.setattr("referee.db.engines.PATIENCE", 1)
    with (
        store.write(),
        open_store(target) as other,
        pytest.raises(StoreError, match="is locked: another program is writing"),
        other.write(),
    ):
        raise AssertionError
    assert seqs(store) == []


def test_a_damaged_log_is_not_loaded(file):
    from db_helpers import attacker

    with open_store(file) as store, attacker(file) as connection, store.read() as unit:
        connection.execute("UPDATE events SET text = replace(text, '7A', '8A') WHERE seq = 7")
        with pytest.raises(
            DamagedError, match=r"log of harbour is damaged at seq 7: .*run referee verify harbour"
        ):
            unit.load("harbour")
