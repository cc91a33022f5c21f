"""`referee send`, as it is typed."""

import json
import subprocess
import sys

import pytest
from cli_helpers import DONE, REFUSED, WITH_PROBLEMS, referee
from post_helpers import address_of, post_house
from smtp_puppet import Puppet

from referee.clock import SystemClock

MAIL = (
    '[mail]\naddress = "ref@acquire.example"\nname = "Referee"\nreferee = "boss@acquire.example"\n'
    'secret_file = "secret"\n'
)


@pytest.fixture
def house(desk, monkeypatch):
    """The current folder with a database in which two letters wait; its settings name no server yet."""
    (desk / "secret").write_bytes(b"x" * 40)
    (desk / "secret").chmod(0o600)
    (desk / "referee.toml").write_text(MAIL)
    made = post_house(desk)
    monkeypatch.setenv("REFEREE_DB", made.database)
    made.at = SystemClock().now()
    made.write("alice")
    made.write("bob")


def sending_to(server, desk):
    (desk / "referee.toml").write_text(f'{MAIL}[mail.smtp]\nhost = "127.0.0.1"\nport = {server.port}\n')


@pytest.mark.usefixtures("house")
def test_what_is_due_goes_out_and_each_letter_gets_a_line(desk):
    with Puppet() as server:
        sending_to(server, desk)
        typed = referee("send")
        assert typed.exit_code == DONE
        assert typed.stdout == "Sent: report of harbour to alice.\nSent: report of harbour to bob.\n"
        again = referee("send")
    assert (again.exit_code, again.stdout) == (DONE, "Nothing is to be sent.\n")
    assert len(server.taken) == 2


@pytest.mark.usefixtures("house")
def test_what_is_given_up_is_said_without_an_address_and_the_status_is_1(desk):
    with Puppet(rcpt=[f"550 5.1.1 <{address_of('alice')}>: unknown", "451 4.7.1 later"]) as server:
        sending_to(server, desk)
        typed = referee("send")
    assert typed.exit_code == WITH_PROBLEMS
    assert "GIVEN UP: report of harbour to alice. 550 5.1.1 <(address)>: unknown\n" in typed.stdout
    assert "Not yet: report of harbour to bob; again at 20" in typed.stdout
    assert "451 4.7.1 later" in typed.stdout
    assert "Sent: notice to the referee.\n" in typed.stdout
    assert "Mails that wait: 1" in typed.stdout
    assert "@" not in typed.output


@pytest.mark.usefixtures("house")
def test_a_queue_that_stands_still_says_why_and_how_to_try_at_once(desk):
    with Puppet(mail=["550 5.7.1 not you"]) as server:
        sending_to(server, desk)
        typed = referee("send")
        assert typed.exit_code == WITH_PROBLEMS
        assert "550 5.7.1 not you" in typed.stdout
        assert "referee send --now" in typed.stdout
        waiting = referee("send")
        assert waiting.exit_code == WITH_PROBLEMS
        assert "stands still" in waiting.stdout
        queue = referee("mail", "queue")
        assert "550 5.7.1 not you" in queue.stdout
        assert "referee send --now" in queue.stdout
        assert server.taken == []
        assert referee("send", "--now").exit_code == DONE
    assert len(server.taken) == 2


@pytest.mark.usefixtures("house")
def test_for_programs_it_is_json(desk):
    with Puppet(rcpt=["451 4.7.1 later"]) as server:
        sending_to(server, desk)
        told = json.loads(referee("send", "--json").stdout)
    assert [(one["to"], one["came_of_it"]) for one in told["tried"]] == [("alice", "later"), ("bob", "sent")]
    assert (told["standstill"], told["waiting"]) == (None, 1)


@pytest.mark.usefixtures("house")
def test_without_a_server_it_is_refused_with_what_to_write():
    typed = referee("send")
    assert typed.exit_code == REFUSED
    assert "[mail.smtp]" in typed.stderr


@pytest.mark.usefixtures("house")
def test_without_mail_at_all_it_is_refused_too(desk):
    (desk / "referee.toml").unlink()
    typed = referee("send")
    assert typed.exit_code == REFUSED
    assert "[mail.smtp]" in typed.stderr


def test_without_a_database_it_is_refused(desk):
    with Puppet() as server:
        sending_to(server, desk)
        (desk / "secret").write_bytes(b"x" * 40)
        (desk / "secret").chmod(0o600)
        typed = referee("send")
    assert typed.exit_code == REFUSED
    assert server.lines == 0


def test_help_loads_no_library_of_mail():
    program = (
        "import sys\nfrom typer.testing import CliRunner\nfrom referee.cli.main import app\n"
        "assert CliRunner().invoke(app, ['send', '--help']).exit_code == 0\n"
        "print([name for name in ('sqlmodel', 'aiosmtplib', 'asyncio', 'ssl') if name in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "[]\n"
