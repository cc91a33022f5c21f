"""What `play` must never lose or leave behind, wherever it is told to write and however it dies."""

import contextlib
import fcntl
import os
import shlex
import signal
import subprocess
import sys
import threading
import tty

import pytest
from cli_helpers import (
    DONE,
    PROGRAM,
    REFUSED,
    clean_environment,
    dies,
    everybody,
    files_in,
    program,
    referee,
    write_game,
)

pytestmark = pytest.mark.file

FAULT = 70


@pytest.fixture
def game(desk):
    return write_game(desk / "game", {1: everybody()})


def everything_in(folder):
    """Every name below a folder, with the bytes of files and the targets of links."""
    return {
        str(entry.relative_to(folder)): str(entry.readlink())
        if entry.is_symlink()
        else entry.read_bytes()
        if entry.is_file()
        else None
        for entry in folder.rglob("*")
    }


def refused_and_unchanged(desk, *words, says):
    before = everything_in(desk)
    result = referee(*words)
    assert result.exit_code == REFUSED, (result.stdout, result.stderr, result.exception)
    assert says in result.stderr
    assert everything_in(desk) == before


PRECIOUS = (
    "game/referee.db",
    "game/referee.db-wal",
    "game/../game/referee.db",
    "game/game.toml",
    "game/round-01/alice.txt",
    "game/round-01/log.jsonl",
    "game/round-02/bob.txt",
    "game/reports/round-00/public.txt",
    "game/reports/round-01/alice.txt",
)


@pytest.mark.parametrize("again", [(), ("--again",)])
@pytest.mark.parametrize("place", PRECIOUS)
def test_a_log_never_takes_the_place_of_what_belongs_to_the_game(desk, game, place, again):
    (game / "round-02").mkdir()
    (game / "round-01" / "alice.txt").write_bytes(b"")
    if again:
        assert referee("play", "game").exit_code == DONE
    refused_and_unchanged(desk, "play", "game", *again, "--log", place, says="belongs to the game")


@pytest.mark.usefixtures("game")
def test_a_log_never_takes_the_place_of_a_database_that_is_elsewhere(desk):
    words = ("play", "game", "--db", "club.db", "--log")
    refused_and_unchanged(desk, *words, "club.db", says="belongs to the game")
    (desk / "link.jsonl").symlink_to("club.db")
    refused_and_unchanged(desk, *words, "link.jsonl", says="belongs to the game")


def test_a_log_is_written_through_a_link(desk, game):
    (desk / "logs").mkdir()
    (desk / "log.jsonl").symlink_to("logs/harbour.jsonl")
    for again in ((), ("--again",)):
        assert referee("play", "game", *again, "--log", "log.jsonl").exit_code == DONE
        assert (desk / "log.jsonl").is_symlink()
        assert (desk / "logs" / "harbour.jsonl").read_text().startswith('{"seq": 1')
    assert game.is_dir()


# Never name a node of /dev here: a fault in the code under test would replace it. /proc and devpts cannot be
# written into, whatever goes wrong.


@pytest.mark.parametrize("device", ["/dev/fd/1", "/proc/self/fd/1"])
@pytest.mark.usefixtures("game")
def test_a_log_goes_to_standard_output_wherever_that_leads(desk, device):
    done = program("play", "game", "--log", device, folder=desk)
    assert done.returncode == DONE, done.stderr
    assert b'"game_opened"' in done.stdout


@pytest.mark.usefixtures("game")
def test_a_log_to_standard_output_goes_into_the_file_that_was_named_for_it(desk):
    command = f"{shlex.join(PROGRAM)} play game --log /dev/fd/1 > out.txt"
    subprocess.run(["bash", "-c", command], cwd=desk, env=clean_environment(), check=True, timeout=60)
    written = (desk / "out.txt").read_text()
    assert '"game_opened"' in written
    assert "The game stays open" in written


@pytest.mark.usefixtures("game")
def test_a_log_is_written_to_a_device_which_stays_one(desk):
    ours, theirs = os.openpty()
    read = []
    reader = threading.Thread(target=lambda: read.append(os.read(ours, 100)))
    try:
        reader.start()
        (desk / "terminal").symlink_to(os.ttyname(theirs))
        tty.setraw(theirs)
        drain = threading.Thread(target=drained, args=(ours, reader), daemon=True)
        drain.start()
        assert referee("play", "game", "--log", "terminal").exit_code == DONE
        reader.join(timeout=20)
        assert read[0].startswith(b'{"seq": 1')
        assert (desk / "terminal").is_char_device()
    finally:
        os.close(theirs)
        os.close(ours)


def drained(descriptor, first):
    """Read whatever else comes, until nobody writes any more."""
    first.join()
    with contextlib.suppress(OSError):
        while os.read(descriptor, 10000):
            pass


@pytest.mark.usefixtures("game")
def test_a_log_is_written_into_a_pipe(desk):
    os.mkfifo(desk / "pipe")
    read = []
    reader = threading.Thread(target=lambda: read.append((desk / "pipe").read_text()))
    reader.start()
    assert referee("play", "game", "--log", "pipe").exit_code == DONE
    reader.join(timeout=20)
    assert '"game_opened"' in read[0]
    assert (desk / "pipe").is_fifo()


@pytest.mark.usefixtures("game")
def test_a_log_that_is_not_taken_does_not_deny_the_game(desk, monkeypatch):
    from referee.service import log_file

    def full(*_):
        raise OSError(28, "No space left on device")

    os.mkfifo(desk / "pipe")
    reader = os.open(desk / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    monkeypatch.setattr(log_file, "write_all", full)
    result = referee("play", "game", "--log", "pipe")
    os.close(reader)
    assert result.exit_code == FAULT
    assert "harbour was played and stands in" in result.stderr
    assert "No space left on device" in result.stderr
    assert referee("--db", "game/referee.db", "verify", "harbour").exit_code == DONE


@pytest.mark.usefixtures("game")
def test_an_empty_file_may_become_a_log_and_a_letter_may_not(desk):
    (desk / "log.jsonl").touch()
    (desk / "letter.txt").write_text("Dear Bob")
    refused_and_unchanged(desk, "play", "game", "--log", "letter.txt", says="is no log")
    assert referee("play", "game", "--log", "log.jsonl").exit_code == DONE


def block(game, how):
    """Put something in the way of the reports; gives what must be said of it."""
    match how:
        case "reports is a file":
            (game / "reports").write_text("x")
        case "a round is a file":
            (game / "reports").mkdir(exist_ok=True)
            (game / "reports" / "round-02").write_text("x")
            return "round-02"
        case "a report is a folder":
            (game / "reports" / "round-02" / "public.txt").mkdir(parents=True)
            return "public.txt"
        case "reports leads nowhere":
            (game / "reports").symlink_to("nowhere/at/all")
    return "reports"


WAYS = ("reports is a file", "a round is a file", "a report is a folder", "reports leads nowhere")


@pytest.mark.parametrize("how", WAYS)
def test_reports_that_cannot_be_put_in_their_place_stop_the_play_before_it_is_one(desk, game, how):
    write_game(game, {2: everybody()})
    says = block(game, how)
    refused_and_unchanged(desk, "play", "game", says=says)
    assert not (game / "referee.db").exists()


@pytest.mark.parametrize("how", WAYS[1:3])
def test_the_same_when_playing_anew_leaves_the_old_game_whole(desk, game, how):
    assert referee("play", "game").exit_code == DONE
    write_game(game, {2: everybody()})
    refused_and_unchanged(desk, "play", "game", "--again", says=block(game, how))
    assert referee("--db", "game/referee.db", "verify", "harbour").exit_code == DONE


@pytest.mark.parametrize("shared", [False, True])
def test_a_failure_after_the_game_was_played_is_told_as_it_is(game, monkeypatch, shared):
    from referee.service import report_files

    def failing(_, target):
        raise OSError(5, "Input/output error", str(target))

    monkeypatch.setattr(report_files, "put", failing)
    result = referee("play", "game", *(("--db", "club.db") if shared else ()))
    assert result.exit_code == FAULT
    assert "harbour was played and stands in" in result.stderr
    assert "Input/output error" in result.stderr
    assert "othing was" not in result.stderr
    place = "club.db" if shared else game / "referee.db"
    assert referee("--db", place, "verify", "harbour").exit_code == DONE


def test_two_plays_of_one_folder_do_not_meet(desk, game):
    assert referee("play", "game").exit_code == DONE
    folder = os.open(game, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        refused_and_unchanged(desk, "play", "game", "--again", says="is just being played")
    finally:
        os.close(folder)
    assert referee("play", "game", "--again").exit_code == DONE


def test_of_many_plays_at_once_all_files_are_those_of_one(desk, game):
    referee("play", "game")
    running = [
        subprocess.Popen(
            [*PROGRAM, "play", "game", "--again"],
            cwd=desk,
            env=clean_environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for _ in range(3)
    ]
    done = [(one.communicate(timeout=60), one.returncode) for one in running]
    assert {status for _, status in done} <= {DONE, REFUSED}
    assert DONE in {status for _, status in done}
    for reader in ("public", "alice"):
        words = () if reader == "public" else ("--for", reader)
        shown = referee("--db", "game/referee.db", "report", "harbour", "--round", 1, *words)
        assert shown.stdout == (game / "reports" / "round-01" / f"{reader}.txt").read_text()


DEATHS = (
    "referee.service.play_folder:resolve_round",
    "referee.db.migrate:migrate",
    "referee.service.report_files:Staged.try_places",
    "referee.service.play_folder:replace_store",
)


@pytest.mark.parametrize("late", DEATHS)
def test_what_a_killed_play_leaves_is_gone_after_the_next_one(desk, game, late):
    assert referee("play", "game", "--log", "log.jsonl").exit_code == DONE
    mine = (".referee.db.notes.new", ".reports.mine.new", "game/.referee.db.abcdefgh.new", ".log.jsonl.x.new")
    for name in mine:
        (desk / name).mkdir()
        (desk / name / "diary.txt").write_text("mine")
    before = set(everything_in(desk))
    done = dies("SIGKILL", late, desk, "play", "game", "--again", "--log", "log.jsonl")
    assert done.returncode == -signal.SIGKILL
    assert set(everything_in(desk)) > before or late.endswith("replace_store")
    again = referee("play", "game", "--again", "--log", "log.jsonl")
    assert again.exit_code == DONE, again.stderr
    assert set(everything_in(desk)) == before
    assert game.is_dir()


def test_what_a_killed_new_leaves_is_gone_after_the_next_one(desk):
    done = dies("SIGKILL", "referee.db.migrate:migrate", desk, "new", "quay", "--players", "ann,ben,cid")
    assert done.returncode == -signal.SIGKILL
    assert files_in(desk)
    assert referee("new", "quay", "--players", "ann,ben,cid").exit_code == DONE
    assert set(everything_in(desk)) == {"referee.db"}


def test_what_somebody_else_is_making_just_now_is_left_alone(desk):
    waiting = (
        "import sys, time\n"
        "from referee.db.beside import room_beside\n"
        "from pathlib import Path\n"
        "with room_beside(Path('referee.db')) as room:\n"
        "    print(room, flush=True)\n"
        "    sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", waiting],
        cwd=desk,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        room = desk / other.stdout.readline().strip()
        assert referee("new", "quay", "--players", "ann,ben,cid").exit_code == DONE
        assert room.is_dir()
        other.stdin.close()
    assert set(everything_in(desk)) == {"referee.db"}


def test_a_database_behind_a_link_is_played_anew_where_it_is(desk, game):
    (desk / "disk").mkdir()
    assert referee("play", "game").exit_code == DONE
    (game / "referee.db").rename(desk / "disk" / "harbour.db")
    (game / "referee.db").symlink_to("../disk/harbour.db")
    old = (desk / "disk" / "harbour.db").read_bytes()
    assert referee("play", "game", "--again").exit_code == DONE
    assert (game / "referee.db").is_symlink()
    assert (desk / "disk" / "harbour.db").read_bytes() != old
    assert [entry.name for entry in (desk / "disk").iterdir()] == ["harbour.db"]


def test_a_link_that_leads_nowhere_is_named(desk, game):
    (game / "referee.db").symlink_to("../gone/harbour.db")
    refused_and_unchanged(desk, "play", "game", says="is a link to")
    refused_and_unchanged(desk, "--db", "game/referee.db", "status", says="is a link to")
    refused_and_unchanged(
        desk, "--db", "game/referee.db", "new", "quay", "--players", "ann,ben,cid", says="is a link to"
    )
