"""Holding a round, seeing its draft, releasing it or throwing it away: what is typed and what is said."""

import json

import pytest
from cli_helpers import DONE, PLAYERS, REFUSED, WITH_PROBLEMS, referee

from referee.clock import SystemClock

NOW, LATER = "2026-12-04T18:00:00Z", "2026-12-05T06:00:00Z"


@pytest.fixture
def at(monkeypatch):
    """Sets the clock."""

    def sets(moment):
        monkeypatch.setattr(SystemClock, "now", lambda _: moment)

    sets(NOW)
    return sets


@pytest.fixture
def held(harbour, at):
    """A game whose orders are in, with rounds that are held for twelve hours."""
    at(NOW)
    (harbour / "referee.toml").write_text('[publish]\nhold = "12h"\n')
    for player in PLAYERS:
        given = "tile any\nbuy nothing\n"
        assert referee("submit", "harbour", "-", "--player", player, given=given).exit_code == DONE
    return harbour


def says(*words, status=DONE, given=None):
    done = referee(*words, given=given)
    assert done.exit_code == status, done.output
    assert "Traceback" not in done.output
    return done.stdout if status == DONE else done.stderr


@pytest.mark.usefixtures("held")
def test_where_rounds_are_held_resolving_holds_one_and_says_until_when_and_what_can_be_done():
    assert says("resolve", "harbour") == (
        "Round 1 of harbour is held: nobody but you can see what happens in it.\n"
        f"It is published at {LATER} by `referee serve` or `work`, or by `release --due`.\n"
        "To see it: referee report harbour --draft, and --for HANDLE for the private ones.\n"
        "To publish it: referee release harbour; to throw it away: referee discard harbour\n"
    )
    assert says("resolve", "harbour", status=REFUSED) == (
        f"referee: harbour: round 1 is held already, until {LATER}. Nothing was changed. To publish it: "
        "referee release harbour; to throw it away: referee discard harbour\n"
    )
    assert "is resolved" in says("resolve", "harbour", "--now")
    assert "no round is held" in says("discard", "harbour", status=REFUSED)


def test_without_a_setting_hold_alone_holds_it_until_it_is_released(held):
    (held / "referee.toml").unlink()
    assert "It is published at" not in says("resolve", "harbour", "--hold")
    assert "held already. Nothing was changed." in says("resolve", "harbour", status=REFUSED)
    assert says("release", "--due") == ""
    assert says("release", "harbour").startswith("Round 1 of harbour is resolved.\n")


@pytest.mark.usefixtures("held")
def test_whoever_says_hold_himself_holds_it_until_he_releases_it_whatever_the_settings_say(at):
    assert says("resolve", "harbour", "--hold") == (
        "Round 1 of harbour is held: nobody but you can see what happens in it.\n"
        "Nothing publishes it before you do.\n"
        "To see it: referee report harbour --draft, and --for HANDLE for the private ones.\n"
        "To publish it: referee release harbour; to throw it away: referee discard harbour\n"
    )
    assert json.loads(says("status", "harbour", "--json"))["held"]["until"] is None
    at("2027-12-04T18:00:00Z")
    assert says("release", "--due") == ""
    assert says("work", "--until-idle") == "0 rounds resolved.\n"
    assert says("release", "harbour").startswith("Round 1 of harbour is resolved.\n")


@pytest.mark.usefixtures("harbour")
def test_of_a_round_with_which_the_game_ends_it_is_said_that_releasing_it_opens_the_bag_and_then_none_is_held():
    assert "opens the bag" not in says("resolve", "harbour", "--hold", "--missing")
    for player in PLAYERS[1:]:
        says("submit", "harbour", "-", "--player", player, given="resign\n")
    said = says("resolve", "harbour", "--hold", "--missing")
    assert "The game ends with it: releasing it ends the game and opens the bag" in said
    assert "The game is over" in says("release", "harbour")
    for words in (("release",), ("discard",), ("report", "--draft")):
        assert says(words[0], "harbour", *words[1:], status=REFUSED) == (
            "referee: harbour: the game is over, and no round is held. Nothing was changed.\n"
        )


@pytest.mark.usefixtures("held")
@pytest.mark.parametrize(
    "words",
    [
        ("resolve", "harbour", "--hold", "--now"),
        ("release",),
        ("release", "harbour", "--due"),
        ("report", "harbour", "--draft", "--round", "1"),
        ("report", "harbour", "--draft", "--fresh"),
        ("report", "harbour", "--draft", "--void"),
        ("report", "harbour", "--draft"),
        ("report", "harbour", "--draft", "--for", "nobody"),
        ("release", "harbour"),
        ("discard", "harbour"),
        ("discard", "quay"),
    ],
)
def test_what_cannot_be_meant_is_refused(words):
    assert says(*words, status=REFUSED).startswith("referee: ")


@pytest.mark.usefixtures("held")
def test_the_draft_is_printed_for_everybody_and_for_each_and_is_marked_for_programs_too():
    assert json.loads(says("report", "harbour", "--json"))["draft"] is False
    says("resolve", "harbour")
    assert says("report", "harbour", "--draft").startswith("DRAFT")
    assert "Only for bob." in says("report", "harbour", "--draft", "--for", "bob")
    told = json.loads(says("report", "harbour", "--draft", "--for", "bob", "--json"))
    assert (told["round"], told["for"], told["seq"], told["head"], told["draft"]) == (
        1,
        "bob",
        None,
        None,
        True,
    )
    assert "opening" in says("report", "harbour")


@pytest.mark.usefixtures("held")
@pytest.mark.parametrize(
    "words",
    [
        ("submit", "harbour", "-", "--player", "bob"),
        ("submit", "harbour", "-", "--player", "bob", "--json"),
        ("seat", "harbour", "bob", "--left"),
        ("rule", "harbour", "Bob is poor.", "--cash", "bob=+100", "--yes"),
    ],
)
def test_who_throws_a_draft_away_is_told_and_a_document_that_is_printed_stays_whole(words):
    says("resolve", "harbour")
    done = referee(*words, given="tile any\n")
    assert (done.exit_code, done.stderr) == (DONE, "The draft of round 1 was thrown away.\n")
    if "--json" in words:
        assert json.loads(done.stdout)["verdict"] == "FILED"


@pytest.mark.usefixtures("held")
def test_status_says_that_a_round_is_held_and_what_to_do():
    assert json.loads(says("status", "harbour", "--json"))["held"] is None
    says("resolve", "harbour")
    said = f"Round 1 of harbour is held since {NOW}, until {LATER}: referee report harbour --draft;"
    assert said in says("status", "harbour")
    assert "All orders are in" not in says("status", "harbour")
    assert said in says("status")
    assert json.loads(says("status", "harbour", "--json"))["held"] == {
        "since": NOW,
        "until": LATER,
        "overdue": False,
    }


@pytest.mark.usefixtures("held")
@pytest.mark.parametrize("words", [(), ("harbour",)])
def test_status_says_that_nothing_releases_a_round_when_it_should_have_been_some_minutes_ago(at, words):
    says("resolve", "harbour")
    for moment, is_overdue in ((LATER, False), ("2026-12-05T06:10:01Z", True)):
        at(moment)
        said = f"until {LATER}{' (overdue: nothing releases it)' if is_overdue else ''}: referee report"
        assert said in says("status", *words)
    assert json.loads(says("status", "harbour", "--json"))["held"]["overdue"] is True


@pytest.mark.usefixtures("harbour")
def test_among_all_games_one_that_is_held_waits_for_the_referee_and_not_for_who_has_no_orders():
    assert PLAYERS[0] in says("status")
    says("resolve", "harbour", "--missing", "--hold")
    (row,) = [line for line in says("status").splitlines() if line.startswith("harbour")]
    assert row.split()[-1] == "you"
    assert not set(PLAYERS) & set(row.replace(",", "").split())


@pytest.mark.usefixtures("held")
def test_a_worker_says_what_it_holds_and_what_it_releases(at):
    held = f"Round 1 of harbour is held until {LATER}: referee report harbour --draft\n0 rounds resolved, 1 held.\n"
    assert says("work", "--until-idle") == held
    assert says("work", "--until-idle") == "0 rounds resolved.\n"
    left = "work leaves it to you, until orders or something else change it."
    assert left in says("discard", "harbour")
    assert left in says("status", "harbour")
    assert says("work", "--until-idle") == "0 rounds resolved.\n"
    given = "tile any\nbuy nothing\nready\n"
    assert "FILED" in says("submit", "harbour", "-", "--player", PLAYERS[0], given=given)
    assert left not in says("status", "harbour")
    told = json.loads(says("work", "--until-idle", "--json"))
    assert told["held"] == [{"game": "harbour", "round": 1, "until": LATER}]
    at(LATER)
    assert (
        says("work", "--until-idle")
        == "Round 1 of harbour is resolved; round 2 is open.\n1 round resolved.\n"
    )


@pytest.mark.usefixtures("held")
def test_what_is_due_is_released_from_cron_and_what_cannot_be_is_status_1(at, monkeypatch):
    says("resolve", "harbour")
    assert says("release", "--due") == ""
    at(LATER)
    with monkeypatch.context() as patch:
        patch.setattr("referee.service.hold_round._digest_of", lambda _: "another")
        said = says("release", "--due", status=WITH_PROBLEMS)
    assert said == (
        f"referee: harbour was not released: what would happen in round 1 now is not what was held on {NOW}. "
        "The draft of round 1 was thrown away; the round is open as before.\n"
    )
    says("resolve", "harbour")
    at("2026-12-06T06:00:00Z")
    assert says("release", "--due") == "Round 1 of harbour is resolved; round 2 is open.\n"
