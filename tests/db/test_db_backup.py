"""A backup is one state of the database, whole, whatever others do meanwhile; restoring it is all or nothing."""

import os
import signal
import sqlite3
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
from databases import postgres_databases, postgres_schema
from db_helpers import attacker, drafts, raw
from deaths import typed_until
from mail_house import MailHouse
from sqlalchemy import select
from warm_program import types

from referee.clock import FixedClock, FixedEntropy
from referee.db.copying import our_tables
from referee.db.drafts import draft_of
from referee.db.engines import engine_for_file, engine_for_url, place_of
from referee.db.failures import StoreError
from referee.db.outbox import letters_on_their_way
from referee.db.snapshot import put_copy, sync
from referee.db.store import open_store
from referee.errors import UserError
from referee.round.opening import NewGame
from referee.service import transactions
from referee.service.back_up import back_up
from referee.service.hold_round import discard_round, hold_round, release_round
from referee.service.open_game import open_game, plan_game
from referee.service.post_hold import held, release
from referee.service.release_due import release_due
from referee.service.restore import restore
from referee.service.verify_game import verify_game

CLOCK = FixedClock("2026-12-01T08:00:00Z")


@pytest.fixture
def house(tmp_path):
    """A game in its second round, with its people and their letters."""
    found = MailHouse(tmp_path)
    found.opens()
    found.writes("alice", "tile any\npress: Good morning.\n")
    found.resolves()
    found.writes("bob", "tile any\n")
    return found


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def elsewhere(request, tmp_path):
    """Where a backup can be restored: where there is nothing yet."""
    if request.param == "sqlite":
        (tmp_path / "other").mkdir()
        yield str(tmp_path / "other" / "club.db")
    else:
        with postgres_schema() as url:
            yield url


def contents(target):
    """All rows of all tables, but for what is remembered of the post."""
    place = place_of(target)
    engine = engine_for_file(place.file) if place.file else engine_for_url(place.url)
    with engine.connect() as connection, connection.begin():
        found = {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for table in our_tables(connection)
            if table.name != "post_state"
        }
    engine.dispose()
    return found


def program(*words, folder, limit=None):
    return types(
        *words, folder=folder, by="deaths:on_a_small_disk" if limit else None, args=(limit,) if limit else ()
    )


def files_in(folder):
    return {one.name: one.read_bytes() for one in folder.iterdir()}


def test_a_backup_that_is_restored_has_every_row_and_the_next_round_is_the_same(house, tmp_path, elsewhere):
    before = contents(house.database)
    back_up(house.database, tmp_path / "a.backup")
    restore(tmp_path / "a.backup", elsewhere, CLOCK)
    assert contents(elsewhere) == before
    back_up(elsewhere, tmp_path / "b.backup")
    assert contents(str(tmp_path / "b.backup")) == before
    heads = []
    for database in (house.database, elsewhere):
        there = MailHouse.__new__(MailHouse)
        there.__dict__.update(house.__dict__ | {"database": database})
        there.resolves()
        with transactions.reading(database, CLOCK) as work:
            heads.append([(one.kind, one.data) for one in work.unit.records("harbour")])
            assert verify_game(work, "harbour", audit=True).holds
    assert heads[0] == heads[1]


def test_a_number_that_was_given_is_not_given_again_where_a_backup_is_restored(house, tmp_path, elsewhere):
    from referee.db.people import add_person, delete_person

    with house.working() as work:
        last = add_person(work.unit, "zoe", "Zoe", ["zoe@players.example"], house.now)
        delete_person(work.unit, last.key)
    back_up(house.database, tmp_path / "a.backup")
    restore(tmp_path / "a.backup", elsewhere, CLOCK)
    with transactions.writing(elsewhere, CLOCK) as work:
        assert add_person(work.unit, "yves", "Yves", ["yves@players.example"], CLOCK.at).key > last.key


def test_only_its_owner_can_read_a_backup_and_nothing_lies_beside_it(house, tmp_path):
    (tmp_path / "kept").mkdir()
    back_up(house.database, tmp_path / "kept" / "a.backup")
    (only,) = (tmp_path / "kept").iterdir()
    assert only.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_backups_while_four_write_are_each_one_state_that_verifies(kind, tmp_path):
    with postgres_schema() if kind == "postgres" else closing_path(tmp_path / "referee.db") as target:
        with open_store(target, create=True) as store, store.write() as unit:
            for game in "abcd":
                unit.create_game(game, CLOCK.at)
        stop = threading.Event()
        troubles = []

        def write(game):
            written = 0
            try:
                with open_store(target) as store:
                    while not stop.is_set():
                        with store.write() as unit:
                            unit.append(game, written, drafts(5))
                        written += 5
            except Exception as problem:  # noqa: BLE001 (told at the end, whatever it is)
                troubles.append(problem)

        writers = [threading.Thread(target=write, args=(game,)) for game in "abcd"]
        for writer in writers:
            writer.start()
        try:
            done = [back_up(target, tmp_path / f"{number}.backup") for number in range(4)]
        finally:
            stop.set()
            for writer in writers:
                writer.join()
        assert troubles == []
        assert all(one.faults == () and len(one.games) == 4 for one in done)
        lengths = [sum(head.seq for _, head in one.games) for one in done]
        assert lengths == sorted(lengths)
        assert all(head.seq % 5 == 0 for one in done for _, head in one.games)
        with open_store(target) as store, store.read() as unit:
            for one in done:
                for game, head in one.games:
                    assert unit.verify(game, [head] if head.seq else []) == []


@contextmanager
def closing_path(path):
    """A path, as the context that a schema of PostgreSQL is."""
    yield str(path)


def test_a_file_that_is_there_is_replaced_only_if_it_is_a_backup_and_that_is_said(house, tmp_path):
    backup, text = tmp_path / "a.backup", tmp_path / "notes.txt"
    text.write_text("not a database" * 100)
    back_up(house.database, backup)
    first = backup.read_bytes()
    house.resolves()
    with pytest.raises(UserError, match="--force"):
        back_up(house.database, backup)
    assert backup.read_bytes() == first
    back_up(house.database, backup, replace=True)
    assert backup.read_bytes() != first
    for place in (text, tmp_path, Path(house.database), Path(f"{house.database}-wal")):
        with pytest.raises(UserError):
            back_up(house.database, place, replace=True)
    assert text.read_text() == "not a database" * 100


def test_a_copy_takes_the_place_of_a_file_only_where_that_is_meant(tmp_path):
    new, there, free = tmp_path / "new", tmp_path / "there", tmp_path / "free"
    for file in (new, there):
        file.write_text(file.name)
    assert not put_copy(new, there, replace=False)
    assert there.read_text() == "there"
    assert put_copy(new, there, replace=True)
    assert there.read_text() == "new"
    assert put_copy(there, free, replace=True)
    assert free.read_text() == "new"


def test_what_is_put_on_the_disk_is_not_held_open(tmp_path):
    (tmp_path / "copy").write_text("a copy")

    def lowest_that_is_free():
        descriptor = os.open(tmp_path, os.O_RDONLY)
        os.close(descriptor)
        return descriptor

    before = lowest_that_is_free()
    sync(tmp_path / "copy")
    assert lowest_that_is_free() == before


def test_a_damaged_log_is_backed_up_and_told_of_but_replaces_no_earlier_backup(house, tmp_path):
    back_up(house.database, tmp_path / "good.backup")
    good = (tmp_path / "good.backup").read_bytes()
    with attacker(house.database) as connection:
        connection.execute("UPDATE events SET salt = 'x' WHERE seq = 5")
    done = back_up(house.database, tmp_path / "bad.backup")
    assert "harbour" in done.faults[0]
    with pytest.raises(UserError, match="left alone"):
        back_up(house.database, tmp_path / "good.backup", replace=True)
    assert (tmp_path / "good.backup").read_bytes() == good


def truncated(file):
    os.truncate(file, file.stat().st_size // 2)


def without_header(file):
    file.write_bytes(b"x" * 100 + file.read_bytes()[100:])


def with_a_page_of_rubbish(file):
    body = bytearray(file.read_bytes())
    body[4096 * 3 : 4096 * 4] = b"\xff" * 4096
    file.write_bytes(body)


def altered(file):
    with attacker(file) as connection:
        connection.execute("UPDATE events SET text = replace(text, 'alice', 'carol') WHERE seq = 9")


def without_guards(file):
    with raw(file) as connection:
        connection.execute("DROP TRIGGER events_no_update")


def with_another_report(file):
    with attacker(file) as connection:
        guards = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        connection.execute("UPDATE publications SET head = 'x', body = 'x' WHERE round = 1")
        for (guard,) in guards:
            connection.execute(guard)


def with_another_hand(file):
    """The whole chain made anew, so that it holds: the replay finds it."""
    with raw(file) as connection:
        guards = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    with attacker(file) as connection:
        connection.execute("DELETE FROM events WHERE seq = (SELECT max(seq) - 1 FROM events)")
        connection.execute("UPDATE events SET seq = seq - 1 WHERE seq = (SELECT max(seq) FROM events)")
        for (guard,) in guards:
            connection.execute(guard)


def of_another_program(file):
    file.unlink()
    with raw(file) as connection:
        connection.execute("CREATE TABLE songs (name)")


def of_a_newer_referee(file):
    with raw(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0999'")


def no_database(file):
    file.write_text("Dear referee, " * 100)


def empty(file):
    file.write_bytes(b"")


SPOILT = [
    truncated, without_header, with_a_page_of_rubbish, altered, without_guards, with_another_report,
    with_another_hand, of_another_program, of_a_newer_referee, no_database, empty,
]  # fmt: skip


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_backup_that_is_not_whole_is_refused_and_nothing_is_changed(house, tmp_path, spoil):
    back_up(house.database, tmp_path / "a.backup")
    spoil(tmp_path / "a.backup")
    spoilt, before = (tmp_path / "a.backup").read_bytes(), contents(house.database)
    with pytest.raises(UserError) as refusal:
        restore(tmp_path / "a.backup", house.database, CLOCK, replace=True)
    assert "a.backup" in str(refusal.value) or "damaged" in str(refusal.value)
    assert str(tmp_path / ".referee") not in str(refusal.value)
    if spoil is of_a_newer_referee:
        assert "newer" in str(refusal.value)
    assert (tmp_path / "a.backup").read_bytes() == spoilt
    assert contents(house.database) == before
    assert {one.name for one in tmp_path.iterdir()} <= {
        "a.backup",
        "referee.db",
        "referee.db-wal",
        "referee.db-shm",
    }


def test_a_database_with_anything_in_it_is_replaced_only_when_that_is_said_and_kept(house, tmp_path):
    back_up(house.database, tmp_path / "a.backup")
    before = contents(house.database)
    house.resolves()
    later_on = contents(house.database)
    with pytest.raises(StoreError, match="--replace"):
        restore(tmp_path / "a.backup", house.database, CLOCK)
    assert contents(house.database) == later_on
    done = restore(tmp_path / "a.backup", house.database, CLOCK, replace=True)
    assert contents(house.database) == before
    assert contents(done.kept) == later_on
    assert "20261201T080000Z" in done.kept
    again = restore(tmp_path / "a.backup", house.database, CLOCK, replace=True)
    assert again.kept != done.kept


@pytest.mark.postgres
def test_in_a_server_the_replaced_tables_stay_in_a_schema_of_their_own_guards_and_all(house, tmp_path):
    back_up(house.database, tmp_path / "a.backup")
    house.resolves()
    back_up(house.database, tmp_path / "b.backup")
    with postgres_databases() as make:
        url = make()
        restore(tmp_path / "b.backup", url, CLOCK)
        later_on = contents(url)
        with pytest.raises(StoreError, match="--replace"):
            restore(tmp_path / "a.backup", url, CLOCK)
        assert contents(url) == later_on
        done = restore(tmp_path / "a.backup", url, CLOCK, replace=True)
        assert contents(url) == contents(str(tmp_path / "a.backup"))
        again = restore(tmp_path / "a.backup", url, CLOCK, replace=True)
        schema, other = done.kept.split()[1], again.kept.split()[1]
        assert schema != other, "two at the same moment"
        kept = f"{url}?options=-csearch_path%3D{schema}"
        assert contents(kept) == later_on
        with transactions.reading(kept, CLOCK) as work:
            assert verify_game(work, "harbour").holds


def test_while_somebody_works_on_the_database_it_is_not_replaced(house, tmp_path, monkeypatch):
    monkeypatch.setattr("referee.db.engines.PATIENCE", 0.2)
    back_up(house.database, tmp_path / "a.backup")
    with raw(house.database) as other:
        other.execute("SELECT count(*) FROM games").fetchall()
        with pytest.raises(StoreError, match="another program"):
            restore(tmp_path / "a.backup", house.database, CLOCK, replace=True)
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    restore(tmp_path / "a.backup", house.database, CLOCK, replace=True)
    with raw(house.database) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_whoever_waits_for_the_database_that_is_replaced_is_refused_and_the_new_one_is_untouched(
    house, tmp_path
):
    """He would write for nobody: his is a file without a name."""
    back_up(house.database, tmp_path / "a.backup")
    house.resolves()
    with raw(house.database) as other:  # opened, and nothing read yet
        restore(tmp_path / "a.backup", house.database, CLOCK, replace=True)
        with pytest.raises(sqlite3.DatabaseError):
            other.execute("BEGIN IMMEDIATE")
    assert contents(house.database) == contents(str(tmp_path / "a.backup"))
    house.resolves()
    with house.looking() as work:
        assert verify_game(work, "harbour", audit=True).holds


def test_a_database_that_cannot_be_read_any_more_is_replaced_and_kept_as_it_is(house, tmp_path):
    back_up(house.database, tmp_path / "a.backup")
    file = Path(house.database)
    with_a_page_of_rubbish(file)
    without_header(file)
    rubbish = file.read_bytes()
    done = restore(tmp_path / "a.backup", house.database, CLOCK, replace=True)
    assert Path(done.kept).read_bytes() == rubbish
    assert contents(house.database) == contents(str(tmp_path / "a.backup"))


def test_another_programs_database_is_never_replaced(house, tmp_path):
    back_up(house.database, tmp_path / "a.backup")
    other = tmp_path / "songs.db"
    with raw(other) as connection:
        connection.execute("CREATE TABLE songs (name)")
    before = other.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        restore(tmp_path / "a.backup", str(other), CLOCK, replace=True)
    assert other.read_bytes() == before


STEPS = [
    "referee.service.restore:snapshot",
    "referee.service.restore:_looked_through",
    "referee.db.restoring:_keep_aside",
    "referee.db.restoring:sync",
    "referee.db.restoring:_make_useless",
]


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("step", STEPS)
def test_killed_anywhere_the_database_is_the_old_one_or_the_restored_one(house, tmp_path, step, when):
    back_up(house.database, tmp_path / "a.backup")
    backup = contents(str(tmp_path / "a.backup"))
    house.resolves()
    before = contents(house.database)
    words = ("restore", "a.backup", "--db", house.database, "--replace")
    dying = typed_until((step, when), *words, folder=tmp_path)
    assert dying.returncode == -signal.SIGKILL, dying.stderr
    assert contents(house.database) in (before, backup)
    again = program(*words, folder=tmp_path)
    assert again.returncode == 0, again.stderr
    assert contents(house.database) == backup
    assert not list(tmp_path.glob(".*.new"))
    for kept in tmp_path.glob("referee.db.replaced-*"):
        assert contents(str(kept)) in (before, backup)


def test_on_a_full_disk_there_is_a_clear_message_and_nothing_half(house, tmp_path):
    (tmp_path / "new").mkdir()
    back_up(house.database, tmp_path / "a.backup")
    house.resolves()
    before = contents(house.database)
    size = (tmp_path / "a.backup").stat().st_size
    for limit in (4096, size // 2):
        refused = program("backup", "new/b.backup", "--db", house.database, folder=tmp_path, limit=limit)
        assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1), refused.stderr
        assert files_in(tmp_path / "new") == {}
        words = ("restore", "a.backup", "--db", house.database, "--replace")
        refused = program(*words, folder=tmp_path, limit=limit)
        assert refused.returncode == 2, refused.stderr
        assert contents(house.database) == before


def test_what_the_backup_had_waits_until_the_referee_says_what_becomes_of_it(house, tmp_path):
    house.sets_up('[mail.smtp]\nhost = "127.0.0.1"\nport = 9\ntls = "none"\n')
    back_up(house.database, tmp_path / "a.backup")
    for fate in ("all", "none"):
        restore(tmp_path / "a.backup", house.database, CLOCK, replace=True)
        with transactions.writing(house.database, CLOCK) as work:
            assert held(work.unit).since == CLOCK.at
        house.writes("carol", "tile any\n")
        for words in (("send",), ("send", "--now"), ("serve", "--once")):
            said = program(*words, folder=tmp_path)
            assert b"held since 2026-12-01T08:00:00Z" in said.stdout, said.stderr
        with transactions.writing(house.database, CLOCK) as work:
            waits = {one.key for one in letters_on_their_way(work.unit, 1000) if one.state == "waiting"}
            done = release(work, fate)
            assert held(work.unit) is None
            left = {one.key for one in letters_on_their_way(work.unit, 1000) if one.state == "waiting"}
        assert left == (waits if fate == "all" else {max(waits)})
        assert done.letters == len(waits) - 1
        with (
            pytest.raises(UserError, match="No mail is held"),
            transactions.writing(house.database, CLOCK) as work,
        ):
            release(work, fate)


def test_no_round_that_was_held_in_a_backup_is_released_before_somebody_says_so(house, tmp_path, elsewhere):
    """Whatever was filed since the backup is missing in it: the clock of each draft is stopped, as the mail is."""
    with transactions.writing(house.database, CLOCK) as work:
        open_game(work, "pier", plan_game("pier", NewGame(("dora", "emil", "fay")), FixedEntropy("pier")))
        hold_round(work, "pier", misses_meant=True, seconds=None)
        hold_round(work, "harbour", misses_meant=True, seconds=60)
    back_up(house.database, tmp_path / "a.backup")
    assert draft_of_game(str(tmp_path / "a.backup"), "harbour").due == "2026-12-01T08:01:00Z"
    done = restore(tmp_path / "a.backup", elsewhere, CLOCK)
    assert [(one.game, one.round, one.due) for one in done.held] == [("harbour", 2, None), ("pier", 1, None)]
    later = FixedClock("2027-12-01T08:00:00Z")
    assert list(release_due(elsewhere, None, later)) == []
    assert draft_of_game(elsewhere, "harbour").due is None
    with transactions.writing(elsewhere, later) as work:
        assert verify_game(work, "harbour", audit=True).holds
        assert release_round(work, "harbour").round == 2


def test_restoring_says_which_rounds_are_held_and_what_to_do(house, tmp_path):
    with transactions.writing(house.database, CLOCK) as work:
        hold_round(work, "harbour", misses_meant=True, seconds=60)
    back_up(house.database, tmp_path / "a.backup")
    said = program("restore", "a.backup", "--db", "new.db", folder=tmp_path)
    assert b"Round 2 of harbour is held until you release it" in said.stdout, said.stderr
    with transactions.writing(house.database, CLOCK) as work:
        discard_round(work, "harbour")
    back_up(house.database, tmp_path / "b.backup")
    assert b"is held until" not in program("restore", "b.backup", "--db", "other.db", folder=tmp_path).stdout


def draft_of_game(database, game):
    with transactions.reading(database, CLOCK) as work:
        return draft_of(work.unit, game)


def test_the_doctor_and_the_queue_tell_that_mail_is_held(house, tmp_path):
    house.sets_up()
    back_up(house.database, tmp_path / "a.backup")
    restore(tmp_path / "a.backup", house.database, CLOCK, replace=True)
    for command in (("mail", "queue"), ("doctor",)):
        assert b"referee mail release --all" in program(*command, folder=tmp_path).stdout
    assert program("mail", "release", folder=tmp_path).returncode == 2
    assert program("mail", "release", "--all", "--none", folder=tmp_path).returncode == 2
    assert program("mail", "release", "--none", folder=tmp_path).returncode == 0
    assert b"release" not in program("doctor", folder=tmp_path).stdout
