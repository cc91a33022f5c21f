"""The slot for mail: what falls in lies in the inbox, whole and in order, or whoever brings it is told to keep it."""

import signal
import subprocess
import sys
import threading

import psycopg
import pytest
from databases import postgres_schema, server
from db_helpers import nobody, raw
from sqlalchemy.engine import make_url

from referee.db import drop as slot
from referee.db.drop import DropError, Dropped, drop
from referee.db.inbox import Arrived, count_waiting, first_waiting, latest_mails, mail_in
from referee.db.store import open_store

AT = "2026-12-04T18:00:00Z"
BYTES = bytes(range(256)) * 8


def a_mail(number=1, **what):
    given = {
        "received": AT,
        "source": "pipe",
        "sender": "ann@players.example",
        "recipients": ("ref@acquire.example",),
    }
    return Dropped(**{**given, "raw": b"Subject: %d\r\n\r\ntile any\r\n" % number, **what})


def arrived_in(target):
    """All mails that lie in an inbox, in the order in which they are taken."""
    with open_store(target) as store, store.read() as unit:
        return [mail_in(unit, one.key) for one in reversed(latest_mails(unit, 1000))]


@pytest.fixture
def empty(target):
    """A database whose inbox is empty, closed."""
    open_store(target, create=True).close()
    return target


def test_a_mail_lies_in_the_inbox_as_it_came_and_has_not_been_taken(empty):
    drop(empty, [a_mail(raw=BYTES, recipients=("ref@acquire.example", "ref+x@acquire.example"))])
    assert arrived_in(empty) == [
        Arrived(
            key=1,
            received=AT,
            source="pipe",
            sender="ann@players.example",
            recipients=("ref@acquire.example", "ref+x@acquire.example"),
            raw=BYTES,
        )
    ]


def test_mails_are_taken_in_the_order_in_which_they_fell_in_whatever_time_they_bear(empty):
    drop(empty, [a_mail(1, received="2026-12-04T18:00:09Z")])
    drop(empty, [a_mail(2, received="2026-12-04T18:00:01Z"), a_mail(3)])
    assert [one.raw[9:10] for one in arrived_in(empty)] == [b"1", b"2", b"3"]


def test_the_null_sender_and_an_unknown_one_are_not_the_same(empty):
    drop(empty, [a_mail(sender=""), a_mail(sender=None, recipients=())])
    assert [(one.sender, one.recipients) for one in arrived_in(empty)] == [
        ("", ("ref@acquire.example",)),
        (None, ()),
    ]


@pytest.mark.parametrize(
    "odd", ["a\0b@x.example", "a\udcffb@x.example", "ä@münchen.example", "'; DROP TABLE inbox; --", "%s"]
)
def test_no_address_that_a_server_says_keeps_a_mail_out(empty, odd):
    drop(empty, [a_mail(sender=odd, recipients=(odd,))])
    (found,) = arrived_in(empty)
    assert found.recipients == (found.sender,)
    assert found.sender == odd.replace("\0", "?").replace("\udcff", "?")


def test_nothing_dropped_is_nothing_stored(empty):
    drop(empty, [])
    assert arrived_in(empty) == []


def test_all_of_a_delivery_are_stored_or_none(empty):
    with pytest.raises(DropError, match="Nothing was stored"):
        drop(empty, [a_mail(1), a_mail(2, source=None)])
    assert arrived_in(empty) == []


def test_a_mail_falls_into_a_database_that_is_in_use(empty):
    with open_store(empty) as store, store.read() as unit:
        assert count_waiting(unit) == 0
        drop(empty, [a_mail()])
    assert len(arrived_in(empty)) == 1


def test_many_who_drop_at_once_are_all_served_and_each_delivery_stays_together(empty):
    deliveries = [[a_mail(10 * one + number) for number in range(5)] for one in range(8)]
    at_once = [threading.Thread(target=drop, args=(empty, mails)) for mails in deliveries]
    for one in at_once:
        one.start()
    for one in at_once:
        one.join(60)
    stored = [one.raw for one in arrived_in(empty)]
    assert sorted(stored) == sorted(mail.raw for mails in deliveries for mail in mails)
    assert {tuple(stored[start : start + 5]) for start in range(0, 40, 5)} == {
        tuple(mail.raw for mail in mails) for mails in deliveries
    }


@pytest.mark.postgres
def test_in_postgresql_no_smaller_number_is_seen_after_a_larger_one(monkeypatch):
    """Else who has taken the larger one would never look at the smaller one."""
    monkeypatch.setattr(slot, "PATIENCE", 1)
    with postgres_schema() as url:
        open_store(url, create=True).close()
        with psycopg.connect(url) as slow:
            slow.execute(
                "SELECT pg_advisory_xact_lock(hashtext('referee inbox'), hashtext(current_schema()))"
            )
            with pytest.raises(DropError, match="did not take the mail"):
                drop(url, [a_mail(2)])
        drop(url, [a_mail(3)])
        assert len(arrived_in(url)) == 1


# --- where it cannot be stored ------------------------------------------------------------------------------


def test_a_database_that_is_not_there_is_not_made(tmp_path):
    with pytest.raises(DropError, match=r"x\.db did not take the mail.*Nothing was stored"):
        drop(str(tmp_path / "x.db"), [a_mail()])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"round 1\n" * 1000])
def test_what_is_no_database_stays_as_it_is(tmp_path, content):
    path = tmp_path / "x.db"
    path.write_bytes(content)
    with pytest.raises(DropError, match="Nothing was stored"):
        drop(str(path), [a_mail()])
    assert path.read_bytes() == content


@pytest.mark.parametrize("odd", ["/nowhere/x.db", "~nosuchuser/x.db", "a\0b", ".", "x" * 5000])
def test_a_path_that_leads_nowhere_is_refused(odd):
    with pytest.raises(DropError, match="Nothing was stored"):
        drop(odd, [a_mail()])


@pytest.mark.parametrize(
    "url",
    [
        "mysql://ann:secret@127.0.0.1/x",
        "postgresql://ann:se/cret@[::/x",
        "postgresql://ann:secret@127.0.0.1:1/x",
    ],
)
def test_a_url_that_leads_nowhere_is_refused_and_its_password_is_not_told(url):
    with pytest.raises(DropError, match="Nothing was stored") as refused:
        drop(url, [a_mail()])
    assert "cret" not in str(refused.value)


@pytest.mark.postgres
@pytest.mark.parametrize("password", ["a b", "50%", "a/b", "%20", "a%3Ab", "ä#?", "a+b", "'"])
@pytest.mark.parametrize("user", ["referee test", "referee"])
def test_a_url_means_to_the_slot_what_it_means_everywhere_else(user, password):
    """The server of the tests asks for no password: what would be said to it is compared."""
    url = f"postgresql://{user}:{password}@127.0.0.1:5432/a name?options=-csearch_path%3Dx"
    meant = make_url(url)
    found = psycopg.conninfo.conninfo_to_dict(slot._as_libpq_reads(url))
    assert (found["user"], found["password"]) == (meant.username, meant.password)
    assert (found["host"], found["port"], found["dbname"]) == ("127.0.0.1", "5432", meant.database)
    assert found["options"] == meant.query["options"]


@pytest.mark.postgres
def test_a_url_with_a_blank_in_its_password_takes_mail():
    with postgres_schema() as url:
        open_store(url, create=True).close()
        scheme, _, rest = url.partition("://")
        _, _, behind = rest.rpartition("@") if "@" in rest else ("", "", rest)
        drop(f"{scheme}://{make_url(url).username}:two words@{behind}", [a_mail()])
        assert len(arrived_in(url)) == 1


def test_an_sqlite_url_is_as_good_as_a_path(tmp_path, monkeypatch):
    path = tmp_path / "x.db"
    open_store(path, create=True).close()
    drop(f"sqlite:///{path}", [a_mail()])
    monkeypatch.chdir(tmp_path)
    drop("sqlite:///x.db", [a_mail()])
    assert len(arrived_in(path)) == 2


def test_a_database_that_somebody_else_is_writing_to_for_too_long_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "x.db"
    open_store(path, create=True).close()
    monkeypatch.setattr(slot, "PATIENCE", 0.05)
    with raw(path) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DropError, match="locked"):
            drop(str(path), [a_mail()])
        other.execute("ROLLBACK")
    assert arrived_in(path) == []


def test_a_database_that_may_only_be_read_is_refused(tmp_path):
    path = tmp_path / "x.db"
    open_store(path, create=True).close()
    tmp_path.chmod(0o755)
    path.chmod(0o444)
    with nobody(), pytest.raises(DropError, match="Nothing was stored"):
        drop(str(path), [a_mail()])
    path.chmod(0o644)
    assert arrived_in(path) == []


def test_a_database_without_an_inbox_says_what_brings_it_up_to_date(empty):
    with open_store(empty) as store, store.write() as unit:
        unit.session.connection().exec_driver_sql("ALTER TABLE inbox RENAME TO inbox_that_was")
    with pytest.raises(DropError, match=r"has no inbox.*referee status\. Nothing was stored"):
        drop(empty, [a_mail()])


@pytest.mark.postgres
def test_a_server_without_its_driver_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(DropError, match=r"pip install 'acquire-referee\[postgres\]'"):
        drop(server(), [a_mail()])


# --- what it costs, and what becomes of it when it is killed ------------------------------------------------

LOADED = """
import sys
from referee.db.drop import Dropped, drop
drop(sys.argv[1], [Dropped("2026-12-04T18:00:00Z", "pipe", None, (), b"x")])
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


def test_the_slot_loads_nothing_heavy(empty):
    done = subprocess.run(
        [sys.executable, "-c", LOADED, empty], capture_output=True, text=True, check=True, timeout=60
    )
    loaded = set(done.stdout.split())
    assert "referee" in loaded
    assert loaded.isdisjoint({"sqlmodel", "sqlalchemy", "alembic", "pydantic", "typer", "rapidfuzz"})
    assert len(arrived_in(empty)) == 1


DYING = """
import os, signal, sqlite3, sys
from referee.db.drop import Dropped, drop

class Dying(sqlite3.Connection):
    def step(self, does, words):
        if sys.argv[2] == f"before {words.split()[0]}":
            os.kill(os.getpid(), signal.SIGKILL)
        done = does(words)
        if sys.argv[2] == f"after {words.split()[0]}":
            os.kill(os.getpid(), signal.SIGKILL)
        return done
    def execute(self, words):
        return self.step(super().execute, words)
    def executemany(self, words, rows):
        real = super().executemany
        return self.step(lambda said: real(said, rows), words)

connect = sqlite3.connect
sqlite3.connect = lambda *words, **named: connect(*words, **named, factory=Dying)
drop(sys.argv[1], [Dropped("2026-12-04T18:00:00Z", "pipe", None, (), b"x" * 100_000) for _ in range(3)])
"""


@pytest.mark.parametrize(
    ("when", "stored"),
    [
        ("after BEGIN", 0),
        ("before INSERT", 0),
        ("after INSERT", 0),
        ("before COMMIT", 0),
        ("after COMMIT", 3),
    ],
)
def test_who_is_killed_has_stored_all_or_nothing_and_does_not_stand_in_the_way(tmp_path, when, stored):
    path = tmp_path / "x.db"
    open_store(path, create=True).close()
    done = subprocess.run(
        [sys.executable, "-c", DYING, path, when], capture_output=True, timeout=60, check=False
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert len(arrived_in(path)) == stored
    drop(str(path), [a_mail()])
    assert len(arrived_in(path)) == stored + 1


def test_the_number_of_a_mail_that_was_deleted_is_never_given_again(empty):
    drop(empty, [a_mail(1), a_mail(2)])
    with open_store(empty) as store, store.write() as unit:
        unit.session.connection().exec_driver_sql("DELETE FROM inbox")
    drop(empty, [a_mail(3)])
    with open_store(empty) as store, store.read() as unit:
        assert mail_in(unit, 3) is not None
        assert first_waiting(unit).key == 3
