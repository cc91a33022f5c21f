"""`doctor` says how bad it is by its exit status; `secret` makes a file that nobody else can read."""

import json
import os
import stat
import sys

import pytest
from cli_helpers import DONE, REFUSED, WITH_PROBLEMS, files_in, program, referee

from referee.clock import FixedEntropy
from referee.config import read_settings
from referee.errors import UserError
from referee.service.make_secret import make_secret


def mode_of(file):
    return stat.S_IMODE(file.stat().st_mode)


def write_settings(folder, text):
    (folder / "referee.toml").write_text(text)


MAILDIR = (
    '[mail]\naddress = "ref@acquire.example"\nsecret_file = "keys/secret"\n[mail.maildir]\npath = "Maildir"\n'
)


@pytest.mark.file  # in a server of tests the doctor finds more: it does without fsync
@pytest.mark.usefixtures("harbour")
def test_a_club_without_mail_is_well():
    done = referee("doctor")
    assert done.exit_code == DONE, done.output
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["ok", "ok", "All"]


def test_warnings_are_status_1_and_faults_are_status_2(harbour):
    (harbour / "keys").mkdir()
    assert referee("secret", harbour / "keys" / "secret").exit_code == DONE
    for name in ("new", "cur", "tmp"):
        (harbour / "Maildir" / name).mkdir(parents=True)
    write_settings(harbour, MAILDIR + '[mail.smtp]\nhost = "localhost"\nport = 1\ntimeout = 5\n')
    done = referee("doctor")
    assert done.exit_code == REFUSED
    assert "fault    mail out  localhost, port 1: no line" in done.stdout
    write_settings(harbour, '[mail]\naddress = 7\nsecret_file = "keys/secret"\n')
    assert referee("doctor").exit_code == REFUSED


@pytest.mark.file  # in a server of tests the doctor finds more: it does without fsync
@pytest.mark.usefixtures("harbour")
def test_warnings_alone_are_status_1(monkeypatch):
    from referee.service import doctor
    from referee.service.findings import Finding

    found = [Finding("mail out", "warning", "so so.", "Look.")]
    monkeypatch.setattr(doctor, "CHECKS", (*doctor.CHECKS, ("mail out", lambda _: found)))
    done = referee("doctor")
    assert done.exit_code == WITH_PROBLEMS
    assert done.stdout.splitlines()[-2:] == ["warning  mail out  so so. Look.", "1 warning."]


def test_for_programs_it_is_a_list(harbour):
    write_settings(harbour, MAILDIR)
    done = referee("doctor", "--json")
    assert done.exit_code == REFUSED
    findings = json.loads(done.stdout)
    assert {tuple(one) for one in findings} == {("check", "level", "said", "todo")}
    assert {"settings", "database", "secret", "mail in", "mail out"} <= {one["check"] for one in findings}


@pytest.mark.file
def test_a_file_that_is_no_toml_is_one_fault_and_another_that_no_database_is_known(desk):
    write_settings(desk, "[mail\n")
    done = referee("doctor")
    assert done.exit_code == REFUSED
    assert "is not valid TOML" in done.stdout
    assert "database  which one it is cannot be read from the settings" in done.stdout


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o777])
def test_the_secret_is_its_owners_alone_whatever_the_umask(desk, umask):
    before = os.umask(umask)
    try:
        assert referee("secret").exit_code == DONE
    finally:
        os.umask(before)
    assert mode_of(desk / "secret") == 0o600


def test_the_secret_is_taken_by_the_settings_and_is_another_every_time(desk):
    write_settings(desk, MAILDIR)
    (desk / "keys").mkdir()
    shown = referee("secret")
    assert shown.exit_code == DONE
    secret = read_settings(folder=desk, environ={}, with_mail=True).mail.office.identity.secret
    assert len(secret) == 64
    assert secret.decode() not in shown.output
    assert referee("secret", "another").exit_code == DONE
    assert (desk / "another").read_bytes().strip() != secret


def test_a_secret_that_is_there_is_never_overwritten(desk):
    (desk / "secret").write_text("an old secret of the club\n")
    done = referee("secret")
    assert done.exit_code == REFUSED
    assert "is not overwritten" in done.stderr
    assert (desk / "secret").read_text() == "an old secret of the club\n"
    (desk / "link").symlink_to("nowhere")
    assert referee("secret", "link").exit_code == REFUSED
    assert not (desk / "nowhere").exists()


def test_where_no_secret_can_be_made_that_is_said(desk):
    done = referee("secret", desk / "missing" / "secret")
    assert done.exit_code == REFUSED
    assert "cannot be made: No such file or directory" in done.stderr


def test_a_secret_that_cannot_be_written_leaves_nothing_behind(desk, monkeypatch):
    real = os.fsync

    def full(handle):
        real(handle)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UserError, match="cannot be written: No space left on device"):
        make_secret(desk / "secret", FixedEntropy("x"))
    assert list(desk.iterdir()) == []


def test_making_a_secret_loads_no_database(desk):
    code = (
        "import sys, atexit\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        "sys.argv = ['referee', 'secret']\n"
        "from referee.cli.main import main\nmain()\n"
    )
    import subprocess

    done = subprocess.run([sys.executable, "-c", code], cwd=desk, capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stderr.split()}
    assert loaded.isdisjoint({"sqlmodel", "sqlalchemy", "aiosmtplib", "imap_tools", "lark"})


def test_commands_that_post_are_stopped_by_faulty_settings_before_anything_is_written(desk):
    write_settings(desk, "[mail]\naddress = 7\n")
    done = program("new", "harbour", "--players", "alice,bob,carol", folder=desk)
    assert done.returncode == REFUSED
    assert b"referee.toml: 2 things are wrong" in done.stderr
    assert "referee.db" not in files_in(desk)
    write_settings(desk, "")
    assert program("new", "harbour", "--players", "alice,bob,carol", folder=desk).returncode == DONE
    before = files_in(desk)["referee.db"]
    write_settings(desk, "[mail]\naddress = 7\n")
    assert program("resolve", "harbour", "--missing", folder=desk).returncode == REFUSED
    assert files_in(desk)["referee.db"] == before
    assert program("status", folder=desk).returncode == DONE
    assert program("report", "harbour", folder=desk).returncode == DONE
