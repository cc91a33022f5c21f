"""How many mails a second go from the mail server's hands to the answer in the outbox."""

from __future__ import annotations

import smtplib
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from mail_house import MailHouse

pytestmark = pytest.mark.bench

MANY, FEW = 200, 10
PATIENCE = 120


class Machine:
    """A folder with a game of five, in which the program runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.house = MailHouse(folder)
        self.house.opens("harbour", "alice", "bob", "carol", "dave", "erin")
        self.house.sets_up('[mail.lmtp]\nsocket = "lmtp"\n')

    def mails(self, count: int) -> list[tuple[str, bytes]]:
        """Mails of the five in turn; who is answered too often in an hour is answered no more, so all are read."""
        handles = self.house.handles
        written = []
        for number in range(count):
            handle = handles[number % len(handles)]
            to = self.house.reply_address(handle)
            text = f"tile any\nbuy {number % 3 + 1} Luxor\n"
            written.append((to, self.house.mail(text, sender=f"{handle}@players.example", to=to)))
        return written

    def count(self, condition: str) -> int:
        with sqlite3.connect(self.house.database) as connection:
            return connection.execute(f"SELECT count(*) FROM {condition}").fetchone()[0]  # noqa: S608

    def waits_until(self, condition: str, count: int) -> None:
        end = time.monotonic() + PATIENCE
        while self.count(condition) < count:
            assert time.monotonic() < end, f"only {self.count(condition)} of {count}"
            time.sleep(0.01)


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


@pytest.fixture
def serving(machine):
    """`referee serve`, ready."""
    process = subprocess.Popen(
        [sys.executable, "-m", "referee", "serve"], cwd=machine.folder, stdout=subprocess.PIPE, text=True
    )
    assert "Ready" in process.stdout.readline()
    threading.Thread(target=process.stdout.read, daemon=True).start()
    yield machine
    process.terminate()
    process.wait(PATIENCE)
    process.stdout.close()


def test_mails_through_lmtp_to_the_answer_in_the_outbox(benchmark, serving):
    benchmark.extra_info |= {"what": "mails", "count": MANY}
    mails = serving.mails(MANY)
    done = 0

    def bring() -> None:
        nonlocal done
        with smtplib.LMTP(str(serving.folder / "lmtp")) as line:
            for to, raw in mails:
                line.sendmail("alice@players.example", to, raw)
        done += MANY
        serving.waits_until("inbox WHERE outcome = 'orders'", done)

    benchmark.pedantic(bring, rounds=1)


def test_mails_through_the_pipe_to_the_answer_in_the_outbox(benchmark, machine):
    benchmark.extra_info |= {"what": "mails", "count": FEW}
    mails = machine.mails(FEW)

    def bring() -> None:
        for to, raw in mails:
            words = ["receive", "--from", "alice@players.example", "--", to]
            subprocess.run(
                [sys.executable, "-m", "referee", *words], cwd=machine.folder, input=raw, check=True
            )

    benchmark.pedantic(bring, rounds=1)
    assert machine.count("inbox WHERE outcome = 'orders'") == FEW
    assert machine.count("outbox WHERE kind = 'answer'") == FEW
