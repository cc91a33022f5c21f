"""`reopen` and `rule`, typed: nothing is done that was not shown first, and what cannot be is refused in words."""

from __future__ import annotations

import json

import pytest
from cli_helpers import DONE, PLAYERS, REFUSED, referee

from referee.cli import corrections

ORDERS = "tile any\nfound any\nbuy 1 the cheapest chain\n"
WHY = ("--why", "A mail lay unread.")


@pytest.fixture(autouse=True)
def _played(harbour):
    """At a desk with the game harbour, in which round 3 is open."""
    for _ in range(2):
        for seat in PLAYERS:
            referee("submit", "harbour", "-", "--player", seat, given=ORDERS)
        assert referee("resolve", "harbour").exit_code == DONE
    (harbour / "other.txt").write_text("tile any\nbuy nothing\n")


def log() -> str:
    return referee("log", "harbour", "--all", "--json").stdout


@pytest.mark.parametrize(
    "words",
    [
        ("reopen", "harbour", "--round", 1, *WHY),
        ("reopen", "harbour", "--round", 2, *WHY, "--orders", "alice=other.txt", "--resolve"),
        ("reopen", "harbour", "--round", 1, *WHY, "--json"),
        ("rule", "harbour", "A present.", "--cash", "alice=+300"),
        ("rule", "harbour", "A present.", "--end", "--json"),
    ],
)
def test_without_yes_it_is_shown_what_would_change_and_nothing_is(words):
    before = log()
    shown = referee(*words)
    assert shown.exit_code == DONE
    if "--json" in words:
        assert json.loads(shown.stdout)["done"] is False
    else:
        assert shown.stdout.endswith("Nothing was changed. If it is meant, say the same with --yes.\n")
    assert log() == before


@pytest.mark.parametrize(("answer", "done"), [("y", True), ("n", False), ("", False)])
@pytest.mark.parametrize(
    ("words", "asks"),
    [
        (("reopen", "harbour", "--round", 1, *WHY), "Reopen? [y/N]"),
        (("rule", "harbour", "A present.", "--cash", "alice=+300"), "Rule so? [y/N]"),
    ],
)
def test_on_a_terminal_it_is_asked_and_only_yes_does_it(monkeypatch, words, asks, answer, done):
    monkeypatch.setattr(corrections, "is_terminal", lambda _: True)
    before = log()
    shown = referee(*words, given=f"{answer}\n")
    assert shown.exit_code == DONE
    assert asks in shown.stdout
    assert (log() != before) is done


def test_with_yes_the_round_is_open_again_and_can_be_played_at_once():
    done = referee("reopen", "harbour", "--round", 2, *WHY, "--yes")
    assert "Round 2 of harbour is open again." in done.stdout
    assert "Round 2 was opened again" in referee("status", "harbour").stdout
    done = referee("reopen", "harbour", "--round", 1, *WHY, "--resolve", "--yes")
    assert "It was played again. Now open: round 2." in done.stdout
    assert referee("verify", "harbour", "--audit").exit_code == DONE


@pytest.mark.parametrize("hold", ["2h", None])
def test_where_rounds_are_held_one_that_is_opened_again_and_played_is_held_too(harbour, hold):
    (harbour / "referee.toml").write_text(f'[publish]\nhold = "{hold}"\n' if hold else "")
    done = referee(
        "reopen", "harbour", "--round", 2, *WHY, "--orders", "alice=other.txt", "--resolve", "--yes"
    )
    assert done.exit_code == DONE
    told = json.loads(referee("status", "harbour", "--json").stdout)
    assert told["round"] == (2 if hold else 3)
    if hold is None:
        assert "held" not in done.stdout
        return
    assert "Round 2 of harbour is open again." in done.stdout
    assert "Round 2 of harbour is held: nobody but you can see what happens in it." in done.stdout
    assert f"It is published at {told['held']['until']}" in done.stdout
    assert "was played again" not in done.stdout
    assert f"|    {WHY[1]}" in referee("report", "harbour").stdout
    assert "Round 2 of harbour is resolved." in referee("release", "harbour").stdout
    assert referee("verify", "harbour", "--audit").exit_code == DONE
    again = referee("reopen", "harbour", "--round", 2, *WHY, "--resolve", "--yes", "--json")
    assert json.loads(again.stdout)["held"]["round"] == 2


def test_a_round_that_cannot_be_held_is_not_opened_again_either(harbour):
    (harbour / "referee.toml").write_text('[publish]\nhold = "2h"\n')
    (harbour / "gone.txt").write_text("withdraw\n")
    before = log()
    refused = referee(
        "reopen", "harbour", "--round", 2, *WHY, "--orders", "bob=gone.txt", "--resolve", "--yes"
    )
    assert refused.exit_code == REFUSED
    assert "waits for the orders of bob" in refused.stderr
    assert log() == before


FLAG = "--even-though-the-bag-is-open"


@pytest.mark.parametrize("is_asked", [True, False])
def test_where_the_bag_is_open_the_last_line_names_the_flag_and_nobody_is_asked_without_it(
    monkeypatch, is_asked
):
    monkeypatch.setattr(corrections, "is_terminal", lambda _: is_asked)
    referee("rule", "harbour", "It is late.", "--end", "--yes")
    before = log()
    shown = referee("reopen", "harbour", "--round", 2, *WHY, given="y\n")
    last = " ".join(shown.stdout.splitlines()[-2:])
    assert f"Nothing was changed. If it is meant, say the same with --yes and {FLAG}." in last
    assert "Reopen?" not in shown.stdout
    assert log() == before


@pytest.mark.parametrize("as_json", [(), ("--json",)])
def test_with_yes_but_without_the_flag_it_is_refused_before_anything_is_shown(as_json):
    referee("rule", "harbour", "It is late.", "--end", "--yes")
    before = log()
    refused = referee("reopen", "harbour", "--round", 2, *WHY, "--yes", *as_json)
    assert refused.exit_code == REFUSED
    assert refused.stdout == ""
    assert FLAG in refused.stderr
    assert log() == before


@pytest.mark.parametrize("is_over", [True, False])
def test_what_was_done_with_yes_is_not_told_as_what_would_be(is_over):
    referee("submit", "harbour", "-", "--player", "bob", given=f"{ORDERS}resign\n")
    if is_over:
        assert "would" not in referee("rule", "harbour", "It is late.", "--end", "--yes").stdout
    flag = (FLAG,) if is_over else ()
    assert "Round 2 would be void" in referee("reopen", "harbour", "--round", 2, *WHY, *flag).stdout
    done = referee("reopen", "harbour", "--round", 2, *WHY, "--yes", *flag)
    assert done.exit_code == DONE
    assert "Round 2 is void, as it was played" in done.stdout
    assert "would be void" not in done.stdout
    assert "would be thrown away" not in done.stdout
    assert FLAG not in done.stdout


@pytest.mark.parametrize(
    "words",
    [("reopen", "harbour", "--round", 1, *WHY), ("rule", "harbour", "A present.", "--cash", "alice=+300")],
)
def test_the_preview_says_that_the_draft_of_a_round_that_is_held_would_be_thrown_away(words):
    says = "The draft of round 3 would be thrown away."
    assert says not in referee(*words).stdout
    assert json.loads(referee(*words, "--json").stdout)["draft"] is None
    assert referee("resolve", "harbour", "--missing", "--hold").exit_code == DONE
    assert says in referee(*words).stdout
    assert json.loads(referee(*words, "--json").stdout)["draft"] == 3
    done = referee(*words, "--yes")
    assert says not in done.stdout
    assert "The draft of round 3 was thrown away." in done.stderr


def test_the_preview_of_a_ruling_with_which_the_game_ends_says_what_that_means():
    says = "no more is played, and the bag would be opened for good"
    assert says in referee("rule", "harbour", "It is late.", "--end").stdout
    assert "The game would be over" in referee("rule", "harbour", "It is late.", "--end").stdout
    assert "would be" not in referee("rule", "harbour", "A present.", "--cash", "alice=+300").stdout
    assert "would be" not in referee("rule", "harbour", "It is late.", "--end", "--yes").stdout


def test_what_would_change_is_told_to_programs_in_numbers():
    told = json.loads(
        referee("reopen", "harbour", "--round", 2, *WHY, "--orders", "alice=other.txt", "--json").stdout
    )
    assert (told["round"], told["open_round"], told["void"]) == (2, 3, [2])
    assert told["orders_changed"] == ["alice"]
    assert {one["seat"] for one in told["seats"]} == set(PLAYERS)
    done = json.loads(referee("reopen", "harbour", "--round", 2, *WHY, "--json", "--yes").stdout)
    assert done["done"] is True


def test_with_yes_nothing_says_that_nothing_is_changed_yet():
    assert "nothing is changed yet" in referee("reopen", "harbour", "--round", 2, *WHY).stdout
    done = referee("reopen", "harbour", "--round", 2, *WHY, "--yes")
    assert done.exit_code == DONE
    assert "nothing is changed" not in done.stdout.lower()


def test_status_says_that_work_leaves_a_reopened_round_to_the_referee_and_from_whom_its_orders_are():
    done = referee("reopen", "harbour", "--round", 2, *WHY, "--orders", "alice=other.txt", "--yes")
    assert "referee work leaves the round to you" in done.stdout
    referee("submit", "harbour", "-", "--player", "bob", given=ORDERS)
    shown = referee("status", "harbour").stdout
    others = [seat for seat in PLAYERS if seat not in {"alice", "bob"}]
    rows = {line.split()[0]: line for line in shown.splitlines() if line.split()[0] in PLAYERS}
    assert "in, by the referee" in rows["alice"]
    assert "in  " in rows["bob"]
    assert all("in, from before" in rows[seat] for seat in others)
    assert "Round 2 was opened again: work leaves it to you, until alice, " in shown
    told = json.loads(referee("status", "harbour", "--json").stdout)
    assert told["not_sent_again"] == ["alice", *others]
    assert told["bag_is_open"] is False
    assert referee("work", "--until-idle").exit_code == DONE
    assert json.loads(referee("status", "harbour", "--json").stdout)["round"] == 2


def test_status_says_that_the_tiles_to_come_are_known_once_the_bag_was_open():
    referee("rule", "harbour", "It is late.", "--end", "--yes")
    referee("reopen", "harbour", "--round", 2, *WHY, "--yes", "--even-though-the-bag-is-open")
    referee("reopen", "harbour", "--round", 1, *WHY, "--yes", "--even-though-the-bag-is-open")
    assert "Everybody knows all tiles and dice to come" in referee("status", "harbour").stdout
    assert json.loads(referee("status", "harbour", "--json").stdout)["bag_is_open"] is True


def test_who_would_leave_is_told_to_programs_too():
    referee("submit", "harbour", "-", "--player", "bob", given=f"{ORDERS}resign\n")
    told = json.loads(referee("reopen", "harbour", "--round", 2, *WHY, "--json").stdout)
    leaves = {"round": 3, "how": "resigned"}
    assert told["leavers"] == [{"seat": "bob", "was": leaves, "again": leaves}]
    referee("reopen", "harbour", "--round", 2, *WHY, "--yes")
    assert "resigns with round 3" in referee("status", "harbour").stdout


def test_void_reports_and_records_are_marked_and_the_log_is_else_as_it_was():
    was = referee("report", "harbour", "--round", 2).stdout
    before = log()
    referee("reopen", "harbour", "--round", 1, *WHY, "--yes")
    void = referee("report", "harbour", "--round", 2).stdout
    assert void.startswith("VOID since ")
    assert void.endswith(f"\n\n{was}")
    assert json.loads(referee("report", "harbour", "--round", 2, "--json").stdout)["text"] == was
    assert [one["text"] for one in json.loads(referee("report", "harbour", "--void", "--json").stdout)][
        -1
    ] == was
    assert " void  1.1" in referee("log", "harbour").stdout
    after = [json.loads(line) for line in log().splitlines()]
    assert {one.pop("void", False) for one in after} == {True, False}
    assert after[: len(before.splitlines())] == [json.loads(line) for line in before.splitlines()]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("reopen", "harbour", "--round", 3, *WHY), "round 3 is open: it has not been resolved"),
        (("reopen", "harbour", "--round", 9, *WHY, "--yes"), "round 9 has not been resolved"),
        (("reopen", "harbour", "--round", 1, "--why", " "), "The words of --why are missing"),
        (("reopen", "harbour", "--round", 1, *WHY, "--missing"), "--missing goes with --resolve alone"),
        (
            ("reopen", "harbour", "--round", 1, *WHY, "--orders", "alice"),
            "is not such as --orders alice=alice.txt",
        ),
        (("reopen", "harbour", "--round", 1, *WHY, "--orders", "alice=nowhere.txt"), "nowhere.txt"),
        (
            ("reopen", "harbour", "--round", 1, *WHY, "--orders", "zed=other.txt"),
            "Nobody in harbour is called 'zed'",
        ),
        (
            ("reopen", "harbour", "--round", 1, *WHY, *("--orders", "bob=other.txt") * 2),
            "--orders has two files for bob",
        ),
        (("reopen", "nowhere", "--round", 1, *WHY), "There is no game 'nowhere'"),
        (("rule", "harbour", "x", "--cash", "alice=300"), "is not such as --cash"),
        (("rule", "harbour", "x", "--cash", "alice=-999900", "--yes"), "cannot lose"),
        (("rule", "nowhere", "x"), "There is no game 'nowhere'"),
        (("report", "harbour", "--void"), "harbour has no void report"),
        (("report", "harbour", "--void", "--fresh"), "Leave out --fresh"),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_changes_nothing(words, says):
    before = log()
    refused = referee(*words)
    assert refused.exit_code == REFUSED
    assert says in refused.stderr
    assert "--orders" not in words or refused.stderr.endswith("Nothing was changed.\n")
    assert log() == before
