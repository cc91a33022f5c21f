"""Press from the text of orders to the reports: when it is published, who reads it, what is left, who decides."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace

import pytest
from mail_house import MailHouse
from press_referee import Referee
from service_helpers import AT, GOOD, PLAYERS, open_harbour, open_harbours

from referee.clock import FixedEntropy
from referee.db.press import forget_press, words_of
from referee.db.store import open_store
from referee.rules import events as e
from referee.service.file_orders import check_orders, file_orders
from referee.service.game_folder import read_game_folder
from referee.service.invariants import broken
from referee.service.play_folder import PlayOptions, play_folder
from referee.service.report_names import names_borne
from referee.service.resolve_round import resolve_round
from referee.service.seats import hand_over, leave_seat
from referee.service.show_log import show_log
from referee.service.verify_game import verify_game
from referee.service.verify_reports import report_differences


@pytest.fixture
def sat(tmp_path):
    """Opens the game with switches."""
    with open_harbours(tmp_path) as opens:
        yield lambda *switches, **who: Referee(opens(*switches, **who))


@pytest.fixture
def harbour(sat):
    return sat()


# --- publishing -----------------------------------------------------------------------------------------------


def test_press_stands_in_the_next_report_for_those_whom_it_is_for(harbour):
    harbour.file("alice", f"{GOOD}press: To all.\npress to Bob: To Bob.\nanonymous press: Whoever.\n")
    harbour.resolve()
    public = ["|  alice:", "|    To all.", "|  anonymous:", "|    Whoever."]
    to_two = [*public[:2], "|  alice to bob alone:", "|    To Bob.", *public[2:]]
    assert [harbour.press(reader) for reader in (None, *PLAYERS)] == [public, to_two, to_two, public, public]
    assert harbour.waiting() == []
    harbour.resolve()
    assert "THE PRESS" not in harbour.report()
    assert harbour.verified() == []


def test_anonymous_press_to_one_is_in_his_report_alone(harbour):
    harbour.file("alice", "anonymous press to Bob: I know.")
    harbour.resolve()
    assert harbour.press("bob") == ["|  anonymous to bob alone:", "|    I know."]
    for reader in (None, "alice", "carol", "dave"):
        assert "I know." not in harbour.report(reader)
    assert harbour.work.unit.records("harbour")[harbour.work.log("harbour").head.seq - 3].visibility == (
        "bob#1",
    )


def test_press_alone_is_published_and_its_author_misses_the_round(harbour):
    head = harbour.work.log("harbour").head
    answer = harbour.file("alice", "press: I am on a boat.")
    assert (answer.verdict, answer.misses) == ("FILED", True)
    assert harbour.work.log("harbour").head == head
    assert "alice" in harbour.resolve().missed
    assert harbour.press() == ["|  alice:", "|    I am on a boat."]


def test_checking_keeps_no_press(harbour):
    assert check_orders(harbour.work, "harbour", "alice", "press: hello").verdict == "FILED"
    assert harbour.waiting() == []


def test_the_last_press_filed_for_a_report_is_the_one_published(harbour):
    for words in ("one", "two"):
        harbour.file("alice", f"press: {words}")
    harbour.file("alice", GOOD)
    harbour.resolve()
    assert harbour.press() == ["|  alice:", "|    two"]


def test_press_for_a_later_round_waits_for_its_report(harbour):
    harbour.file("alice", "round 2\npress: later")
    harbour.file("alice", "press: now")
    harbour.resolve()
    assert harbour.press() == ["|  alice:", "|    now"]
    harbour.resolve()
    assert harbour.press() == ["|  alice:", "|    later"]


def test_conditions_are_looked_at_when_the_round_has_been_played(harbour):
    text = "if Bob missed\n  press: Where is Bob?\nelse\n  press: Welcome.\nend\nif round = 2\n  press: no\nend\n"
    harbour.file("alice", text)
    harbour.resolve()
    assert harbour.press() == ["|  alice:", "|    Where is Bob?"]
    assert harbour.waiting() == []


def test_a_condition_reads_what_its_author_knows_and_no_more(sat):
    game = sat("holdings=private")
    (tile, *_) = next(
        one.event.tiles
        for one in game.work.log("harbour").entries
        if isinstance(one.event, e.TilesDealt) and one.event.seat == "bob"
    )
    game.file("bob", "buy nothing\n")
    game.file("alice", f"if I hold {tile}\n  press: I have it.\nelse\n  press: I have it not.\nend\n")
    assert game.file("carol", "if Bob's cash > 1\n  press: rich\nend").verdict == "NOT FILED"
    game.resolve()
    assert game.press() == ["|  alice:", "|    I have it not."]


def test_press_of_the_last_round_is_in_the_final_report_and_conditions_see_the_last_play(sat):
    game = sat("two_players=plain", "stall_end=true", players=("alice", "bob"))
    game.file("alice", "round 300\npress: never")
    while game.work.log("harbour").desk.round is not None:
        game.file("alice", "if tiles left >= 0\n  press: Farewell.\nend\n")
        game.file("bob", "if I lead Luxor or not I lead Luxor\n  anonymous press: Well played.\nend\n")
        game.resolve()
    assert game.press() == ["|  alice:", "|    Farewell.", "|  anonymous:", "|    Well played."]
    assert game.press("bob") == game.press()
    assert game.waiting() == []
    assert game.verified() == []
    kinds = [one.event.KIND for one in game.work.log("harbour").written[-5:]]
    assert kinds == ["game_ended", "press_published", "press_published", "round_closed", "bag_opened"]


def test_with_rounds_of_one_play_press_is_in_the_next_report_whoever_played(sat):
    game = sat("plays_per_round=1")
    plays = game.work.log("harbour").desk.plays
    other = next(seat for seat in PLAYERS if seat not in plays)
    game.file(other, "tile any\npress: Meanwhile.")
    game.resolve()
    assert game.press() == [f"|  {other}:", "|    Meanwhile."]


def test_who_plays_two_seats_writes_once_for_both(sat):
    game = sat("two_players=four_hands", players=("ann", "ben"))
    game.file("ann", "tile any\npress: Both.\nseat ann_2\nbuy nothing\npress: The second.\n")
    assert [seat for seat, _, _ in game.waiting()].count("ann_1") == 1
    game.file("ann", "press to ben_1: Otherwise.\n")
    assert game.waiting() == [("ann_1", 1, "press to ben_1: Otherwise.\n")]
    answer = game.file("ann", "press to ann_2: To myself.\n")
    assert "nobody else would read it" in answer.problems[0].message
    game.file("ann", "tile any\npress: Both.\nseat ann_2\nbuy nothing\npress: The second.\n")
    game.resolve()
    assert sorted(game.press()) == sorted(["|  ann_1:", "|    Both.", "|  ann_2:", "|    The second."])


def test_press_of_a_folder_is_published_in_its_round(tmp_path):
    (tmp_path / "round-01").mkdir()
    (tmp_path / "game.toml").write_text('name = "harbour"\nplayers = ["alice", "bob"]\nseed = "press"\n')
    (tmp_path / "round-01" / "alice.txt").write_text("tile any\npress: From the folder.\n")
    play_folder(read_game_folder(tmp_path), PlayOptions(), AT, FixedEntropy("harbour"))
    assert "|    From the folder." in (tmp_path / "reports" / "round-01" / "public.txt").read_text()


def test_a_game_without_press_keeps_none(sat):
    game = sat("press=none")
    assert game.file("alice", f"{GOOD}press: hello").verdict == "FILED WITH PROBLEMS"
    assert game.waiting() == []
    game.resolve()
    assert "THE PRESS" not in game.report()


# --- who leaves, and who comes --------------------------------------------------------------------------------


def test_press_of_who_leaves_by_the_referees_word_is_void(harbour):
    harbour.file("alice", "press: Mine.")
    leave_seat(harbour.work, "harbour", "alice", end_meant=False)
    assert harbour.waiting() == []
    harbour.resolve()
    assert "THE PRESS" not in harbour.report()


def test_press_of_who_resigns_is_still_published(harbour):
    harbour.file("alice", "tile any\nresign\npress: Farewell.")
    harbour.file("bob", "press to Alice: Pity.")
    harbour.resolve()
    assert harbour.press() == ["|  alice:", "|    Farewell."]
    assert "|    Pity." in harbour.press("alice")
    assert harbour.verified() == []


def test_press_to_who_leaves_meanwhile_goes_nowhere(harbour):
    harbour.file("bob", "press to Alice: Pity.")
    leave_seat(harbour.work, "harbour", "alice", end_meant=False)
    harbour.resolve()
    assert harbour.published() == []
    assert words_of(harbour.work.unit, "harbour") == []
    assert harbour.waiting() == []


def test_when_the_game_ends_with_a_leaver_press_of_those_who_stay_is_in_the_final_report(sat):
    game = sat("two_players=plain", players=("alice", "bob"))
    game.file("alice", "press: Oh.")
    game.file("bob", "press: Gone.")
    leave_seat(game.work, "harbour", "bob", end_meant=True)
    assert game.press() == ["|  alice:", "|    Oh."]
    assert game.waiting() == []
    assert game.verified() == []


def test_a_newcomer_reads_no_press_to_his_predecessor_and_publishes_none_of_his(sat):
    game = sat("leaver=substitute")
    game.file("alice", "press to Bob: For you.\npress: For all.")
    game.resolve()
    game.file("bob", "press: Mine.")
    hand_over(game.work, "harbour", "bob", "Dora Dove")
    assert game.press("bob", 1) == ["|  alice:", "|    For all."]
    seen = "\n".join(show_log(game.work, "harbour", handle="bob").lines())
    assert seen.count('"press_published"') == 1
    game.resolve()
    assert "THE PRESS" not in game.report()
    assert game.verified() == []


# --- what is left of it ---------------------------------------------------------------------------------------


def test_no_log_has_words_and_that_of_anonymous_press_no_seat_and_the_time_of_all_the_rest(harbour):
    harbour.file(
        "alice", f"{GOOD}press: Zebra one.\npress to Bob: Zebra two.\nanonymous press: Zebra three.\n"
    )
    harbour.resolve()
    for handle, everything in ((None, True), (None, False), ("alice", False), ("bob", False)):
        lines = list(show_log(harbour.work, "harbour", handle=handle, everything=everything).lines())
        assert "Zebra" not in "".join(lines)
    records = [json.loads(line) for line in show_log(harbour.work, "harbour", everything=True).lines()]
    (hidden,) = [one for one in records if one["kind"] == "press_published" and one["data"]["anonymous"]]
    assert (hidden["seat"], hidden["play"], hidden["visibility"]) == (None, None, "public")
    assert {one["at"] for one in records if one["round"] == 1 and one["seq"] > hidden["seq"] - 3} == {
        hidden["at"]
    }
    assert set(hidden["data"]) == {"digest", "to", "anonymous"}


def test_before_it_is_published_the_log_tells_nothing_of_press_at_all(tmp_path):
    logs = []
    for more in ("", "anonymous press: boo\npress: hello\n"):
        folder = tmp_path / str(len(logs))
        folder.mkdir()
        with open_harbour(folder) as work:
            file_orders(work, "harbour", "alice", GOOD + more, "test")
            logs.append([(one.kind, one.data, one.at) for one in work.unit.records("harbour")])
    assert logs[0] == logs[1]


@pytest.mark.file
def test_nothing_in_the_database_tells_afterwards_who_wrote_anonymous_press(tmp_path):
    """The same game, once with the press of one player and once with that of another, differs in no row."""
    dumps = []
    for author in ("alice", "bob"):
        folder = tmp_path / author
        folder.mkdir()
        with open_harbour(folder) as work:
            for seat in PLAYERS:
                file_orders(work, "harbour", seat, GOOD, "test")
            file_orders(work, "harbour", author, "anonymous press: Somebody is going broke.\n", "test")
            resolve_round(work, "harbour", misses_meant=False)
        connection = sqlite3.connect(folder / "referee.db")
        dumps.append(sorted(connection.iterdump()))  # indices are made in any order
        connection.close()
    assert any("going broke" in line for line in dumps[0])
    assert dumps[0] == dumps[1]


def test_order_and_time_of_filing_make_no_difference_to_the_order_of_press(tmp_path):
    found = []
    for order in (PLAYERS, tuple(reversed(PLAYERS))):
        folder = tmp_path / order[0]
        folder.mkdir()
        with open_harbour(folder) as work:
            for seat in order:
                file_orders(work, "harbour", seat, f"press: I am {seat}.\npress: And again.\n", "test")
            game = Referee(work)
            game.resolve()
            found.append(game.press())
            playing = work.log("harbour").desk.order
    assert found[0] == found[1]
    assert [line for line in found[0] if line.endswith(":")] == [
        f"|  {seat}:" for seat in playing for _ in "ab"
    ]


def test_a_report_rendered_again_has_the_words_and_after_their_deletion_says_so(harbour):
    harbour.file("alice", "press: Signed.\nanonymous press: Hidden.\npress to Bob: Private.")
    harbour.file("bob", "press: His.")
    harbour.resolve()
    before = harbour.report()
    assert harbour.report(fresh=True) == before
    assert harbour.verified() == []
    assert forget_press(harbour.work.unit, "harbour", "alice", 1) == 2
    assert harbour.report() == before
    fresh = harbour.report("bob", fresh=True)
    assert [line in fresh for line in ("|    His.", "|    Hidden.", "|    Signed.")] == [True, True, False]
    assert fresh.count("|    [deleted]") == 2
    assert harbour.verified() == []


@pytest.mark.file
def test_verifying_finds_words_that_were_changed_or_put_there(tmp_path):
    with open_harbour(tmp_path) as work:
        game = Referee(work)
        game.file("alice", "press: Signed.")
        game.resolve()
    connection = sqlite3.connect(tmp_path / "referee.db", isolation_level=None)
    connection.execute("UPDATE press_words SET words = 'Forged.'")
    connection.execute("INSERT INTO press_words VALUES (1, ?, 'salt', 'Put there.')", ("f" * 64,))
    connection.close()
    with open_store(tmp_path / "referee.db") as store, store.read() as unit:
        found = verify_game(type(work)(unit, AT.now()), "harbour")
    assert sorted(fault.split()[0] for fault in found.faults) == ["the", "there"]


def test_the_audit_finds_a_report_whose_other_lines_were_changed_even_where_words_are_deleted(tmp_path):
    with open_harbour(tmp_path) as work:
        game = Referee(work)
        game.file("alice", "press: Signed.")
        game.resolve()
        forget_press(work.unit, "harbour", "alice", 1)
        assert game.verified() == []
        published = work.unit.publications("harbour")
        entries, records = list(work.log("harbour").written), work.unit.records("harbour")
        forged = [replace(one, body=one.body.replace(b"CHAINS", b"CHANIS")) for one in published]
        names = names_borne("harbour", published)
        assert len(list(report_differences(names, forged, entries, records, {}))) == len(forged)


def forged_press(event):
    """A log of one round into which press was slipped before the round was closed."""

    def of(entries):
        place = next(number for number, one in enumerate(entries) if isinstance(one.event, e.RoundClosed))
        return [*entries[:place], e.Entry(event, entries[place].round), *entries[place:]]

    return of


@pytest.mark.parametrize(
    ("event", "switches", "says"),
    [
        (
            e.PressPublished("0" * 64, None, False, seat="alice"),
            ("press=none",),
            "there is no press in this game",
        ),
        (e.PressPublished("x", None, False, seat="alice"), (), "stands for no words"),
        (e.PressPublished("0" * 64, "alice", False, seat="alice"), (), "wrote to nobody else"),
        (e.PressPublished("0" * 64, "zoe", False, seat="alice"), (), "not of the players"),
        (e.PressPublished("0" * 64, None, False), (), "cannot be of nobody"),
        (e.PressPublished("0" * 64, None, True, seat="alice"), (), "cannot be of 'alice'"),
    ],
)
def test_press_that_cannot_be_is_named(sat, event, switches, says):
    game = sat(*switches)
    game.resolve()
    (fault,) = broken(forged_press(event)(list(game.work.log("harbour").written)))
    assert says in fault


# --- by mail --------------------------------------------------------------------------------------------------


def test_anonymous_press_by_mail_is_in_the_letters_of_all_and_in_no_header_and_no_log(tmp_path):
    house = MailHouse(tmp_path)
    house.opens()
    house.writes("alice", f"{GOOD}anonymous press: Zebra.\npress to Bob: Okapi.\n")
    assert house.answer("alice").subject == "FILED: harbour, round 1, alice"
    assert "Your press is kept for the next report." in house.answer("alice").text
    house.resolves()
    reports = {one.recipient.partition("@")[0]: one for one in house.letters(kind="report")}
    assert set(reports) == {"alice", "bob", "carol"}
    for reader, letter in reports.items():
        assert "|  anonymous:\n|    Zebra.\n" in letter.text
        assert ("|  alice to bob alone:\n|    Okapi.\n" in letter.text) == (reader != "carol")
    for letter in house.letters():
        assert not [name for name, value in letter.mail.items() if "Zebra" in value or "Okapi" in value]
    with house.looking() as work:
        lines = "".join(show_log(work, "harbour", everything=True).lines())
    assert "Zebra" not in lines
    assert "Okapi" not in lines
