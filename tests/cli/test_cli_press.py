"""`referee press`, as the referee types it; press that is submitted, published and verified."""

import json
import re

import pytest
from cli_helpers import DONE, REFUSED, WITH_PROBLEMS, referee, started

ORDERS = """
tile any
press: Good morning.
anonymous press: Boo.
if round = 1
  press to Ben: Psst.
end
"""


@pytest.fixture
def quay(desk):
    """A game of three whose press the referee reads first; ann has written."""
    opened = referee("new", "quay", "--players", "ann,ben,cid", "--set", "press=moderated")
    assert opened.exit_code == DONE
    (desk / "ann.txt").write_text(ORDERS)
    assert referee("submit", "quay", "ann.txt", "--player", "ann").exit_code == DONE
    return desk


def waiting():
    """The number of each press that waits, by its words."""
    return {
        one["words"]: one["key"] for one in json.loads(referee("press", "quay", "--json").stdout)["items"]
    }


@pytest.mark.usefixtures("quay")
def test_what_waits_is_shown_signed_press_first_and_anonymous_press_without_its_author():
    shown = referee("press", "quay")
    assert shown.exit_code == DONE
    lines = [re.sub(r"^\d{6}", "NUMBER", line) for line in shown.stdout.splitlines()]
    assert lines[:6] == [
        "NUMBER  ann to all, for round 1: not read yet",
        "|    Good morning.",
        "NUMBER  ann to ben alone, for round 1, if its condition holds: not read yet",
        "|    Psst.",
        "NUMBER  anonymous to all, for round 1: not read yet",
        "|    Boo.",
    ]
    assert "--accept" in lines[6]


@pytest.mark.usefixtures("quay")
def test_for_programs_it_is_json():
    found = json.loads(referee("press", "quay", "--json").stdout)
    assert (found["game"], found["moderated"]) == ("quay", True)
    assert [one["by"] for one in found["items"]] == ["ann", "ann", None]
    assert {one["words"] for one in found["items"]} == {"Good morning.", "Psst.", "Boo."}


@pytest.mark.usefixtures("quay")
def test_what_is_accepted_is_published_and_what_is_refused_never():
    numbers = waiting()
    done = referee("press", "quay", "--accept", numbers["Good morning."], "--accept", numbers["Psst."])
    assert done.exit_code == DONE
    assert "Accepted:" in done.stdout
    assert "accepted" in referee("press", "quay").stdout
    done = referee("press", "quay", "--refuse", numbers["Boo."], "No names, please.")
    assert (done.exit_code, "It is deleted" in done.stdout) == (DONE, True)
    assert referee("resolve", "quay", "--missing").exit_code == DONE
    public = referee("report", "quay").stdout
    assert "|  ann:\n|    Good morning.\n" in public
    assert "Psst." not in public
    assert "Boo." not in public
    assert "|  ann to ben alone:\n|    Psst.\n" in referee("report", "quay", "--for", "ben").stdout
    assert referee("press", "quay").stdout == "No press waits in quay.\n"
    assert referee("verify", "quay", "--audit").exit_code == DONE


@pytest.mark.usefixtures("quay")
def test_status_and_resolve_say_as_long_as_press_waits_to_be_read():
    def told(*words):
        return [
            line for line in referee(*words).stdout.splitlines() if line.startswith("Press of quay waits")
        ]

    referee("new", "pier", "--players", "ann,ben,cid")
    referee("submit", "pier", "ann.txt", "--player", "ann")  # press of an open game is nobody's to read
    line = "Press of quay waits to be read by you ({}): referee press quay"
    assert told("status") == told("status", "quay") == [line.format(3)]
    assert [one["unread_press"] for one in json.loads(referee("status", "--json").stdout)] == [3, 0]
    referee("press", "quay", "--accept", waiting()["Good morning."])
    assert told("status", "quay") == [line.format(2)]
    assert told("resolve", "quay", "--missing") == [line.format(2)]
    for key in waiting().values():
        referee("press", "quay", "--refuse", key, "no")
    assert told("status") == told("status", "quay") == told("resolve", "quay", "--missing") == []
    assert told("resolve", "pier", "--missing") == []


@pytest.mark.usefixtures("quay")
def test_nothing_of_press_is_in_the_log():
    numbers = waiting()
    referee("press", "quay", *(word for number in numbers.values() for word in ("--accept", number)))
    referee("resolve", "quay", "--missing")
    for more in ((), ("--all",), ("--json",), ("--all", "--json"), ("--for", "ben", "--json")):
        told = referee("log", "quay", *more).stdout
        assert "press_published" in told
        assert not [words for words in numbers if words in told]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--accept", "1"), "No press 1 waits in quay"),
        (("--refuse", "1", "No."), "No press 1 waits in quay"),
        (("--accept", "1", "--refuse", "1", "No."), "two things"),
        (("--accept", "1", "--json"), "--json shows what waits"),
    ],
)
@pytest.mark.usefixtures("quay")
def test_what_cannot_be_done_is_refused_and_changes_nothing(words, says):
    before = waiting()
    done = referee("press", "quay", *words)
    assert (done.exit_code, done.stdout) == (REFUSED, "")
    assert says in done.stderr
    assert waiting() == before


@pytest.mark.usefixtures("quay")
def test_a_refusal_without_a_reason_is_refused():
    done = referee("press", "quay", "--refuse", waiting()["Boo."], "")
    assert done.exit_code == REFUSED
    assert "Say why" in done.stderr


@pytest.mark.usefixtures("harbour")
def test_in_a_game_whose_press_is_open_it_is_shown_and_nothing_is_to_be_accepted(orders):
    referee("submit", "harbour", orders("press: Good morning."), "--player", "alice")
    shown = referee("press", "harbour")
    assert re.fullmatch(r"\d{6}  alice to all, for round 1\n\|    Good morning\.\n", shown.stdout)
    number = shown.stdout.split()[0]
    done = referee("press", "harbour", "--accept", number)
    assert (done.exit_code, "published as it comes" in done.stderr) == (REFUSED, True)


@pytest.mark.usefixtures("harbour")
def test_press_alone_is_acknowledged_as_filed_and_its_miss_is_foretold(orders):
    done = referee("submit", "harbour", orders("press: Good morning."), "--player", "alice")
    assert done.exit_code == DONE
    assert done.stdout.startswith("FILED: harbour, round 1, alice\nThere are no orders in it")
    assert "Your press is kept for the next report." in done.stdout
    assert "would now be missed" in " ".join(done.stdout.split())
    assert re.search(r"^alice +\d +missing", referee("status", "harbour").stdout, re.MULTILINE)


@pytest.mark.usefixtures("desk")
def test_checking_without_a_game_says_what_is_wrong_with_press_by_itself(orders):
    assert referee("check", orders("tile any\npress: hello")).exit_code == DONE
    done = referee("check", orders("tile any\npress: " + "x" * 3000))
    assert done.exit_code == WITH_PROBLEMS
    assert "2,000 are allowed" in done.stdout


@pytest.mark.usefixtures("harbour")
def test_a_hostile_terminal_sequence_in_press_reaches_no_screen(orders):
    file = orders("press: \x1b]0;owned\x07\x1b[2Jhello")
    told = [referee("submit", "harbour", file, "--player", "alice"), referee("press", "harbour")]
    told += [referee("resolve", "harbour", "--missing"), referee("report", "harbour")]
    assert not [one for one in told if "\x1b" in one.stdout + one.stderr or "\x07" in one.stdout + one.stderr]
    assert "|    ]0;owned[2Jhello" in told[-1].stdout


def test_the_terminal_that_knows_ascii_alone_gets_a_report_with_press_all_the_same(harbour, orders):
    referee("submit", "harbour", orders("press: Bonjour à tous, 汉字."), "--player", "alice")
    referee("resolve", "harbour", "--missing")
    done = started("report", "harbour", folder=harbour, PYTHONIOENCODING="ascii", LC_ALL="C")
    assert done.returncode == DONE
    assert b"Bonjour" in done.stdout
