"""Opening rounds again and ruling, as the referee does it: what is kept, who is told what, and that all verifies."""

from __future__ import annotations

import json
import random
import tomllib
from contextlib import suppress

import pytest
from correcting import BUYING, WHY, Referee
from service_helpers import GOOD, PLAYERS, open_harbour

from referee.db.export import verify_export
from referee.db.links import Head
from referee.errors import UserError
from referee.report.reopening import foreseen_text
from referee.rules import events as e
from referee.service.adopt_position import adopt_position
from referee.service.file_orders import file_orders
from referee.service.make_ruling import foresee_ruling, make_ruling
from referee.service.reopen_round import Asked, foresee_reopening, reopen_round
from referee.service.resolve_round import resolve_round
from referee.service.seats import hand_over, leave_seat
from referee.service.show_log import show_log
from referee.service.show_position import show_position
from referee.service.show_report import show_report, show_reports, show_void_reports
from referee.service.show_status import game_status
from referee.service.verify_game import verify_game
from referee.written.adopting import adopt


@pytest.fixture
def game(tmp_path):
    with open_harbour(tmp_path) as work:
        yield Referee(work)


@pytest.fixture
def vacant(tmp_path):
    """A game in which somebody can come in place of a leaver."""
    with open_harbour(tmp_path, switches=("leaver=substitute",)) as work:
        yield Referee(work)


# --- the same again ---------------------------------------------------------------------------------------


def test_rounds_that_are_opened_again_with_nothing_changed_come_out_the_same_one_after_the_other(game):
    game.play(5)
    first = {number: game.facts(number) for number in range(1, 6)}
    for number in (5, 4, 2, 1):
        assert game.foresee(number).compared.is_same
        game.reopen(number)
        for again in range(number, 6):
            game.resolve()
            assert game.facts(again) == first[again]
        game.holds()


def test_one_changed_order_changes_only_what_depends_on_it(game):
    game.play(3)
    before, facts = game.state, game.facts(3)
    (last,) = game.log.desk_before_plays(3).plays[-1:]
    foreseen = game.foresee(3, **{last: "tile any\nfound any\nbuy nothing\nmerger any: sell all\n"})
    plays = [one.number for one in foreseen.compared.plays]
    assert foreseen.changed == (last,)
    assert plays
    assert all(foreseen.compared.plays[0].number <= one for one in plays)
    done = game.reopen(3, at_once=True, **{last: "tile any\nfound any\nbuy nothing\nmerger any: sell all\n"})
    assert done.resolved.next_round == 4
    after, again = game.state, game.facts(3)
    untouched = {one for one in range(1, 6) if one not in plays}
    for play in untouched:
        assert [one for one in again if one.play == play] == [one for one in facts if one.play == play]
    assert after.board == before.board
    assert after.cash[last] > before.cash[last]
    for seat in set(PLAYERS) - {last}:
        assert (after.cash[seat], after.shares[seat]) == (before.cash[seat], before.shares[seat])
    for row in foreseen.compared.seats:
        assert row.again.cash == after.cash[row.seat]
        assert row.was.cash == before.cash[row.seat]
    game.holds()


def test_what_is_foreseen_is_what_happens_and_changes_nothing(game):
    game.play(3)
    seq = game.log.head.seq
    foreseen = game.foresee(2, alice="tile any\nbuy nothing\n")
    assert game.log.head.seq == seq
    text = foreseen_text(foreseen)
    assert "nothing is changed yet" in text
    assert max(map(len, text.splitlines())) <= 78
    game.reopen(2, at_once=True, alice="tile any\nbuy nothing\n")
    assert {one.seat: one.again.cash for one in foreseen.compared.seats} == game.state.cash


def test_nested_reopenings_go_back_behind_each_other_and_the_log_goes_through_every_head_ever_stated(game):
    game.play(4)
    heads = [Head(one.seq, one.head) for one in game.work.unit.publications("harbour")]
    game.reopen(3)
    game.play(2)
    game.rule("alice=+300")
    game.reopen(4, why="Again.")
    game.play(1)
    game.reopen(2, why="From the second round on.")
    game.play(1)
    heads += [Head(one.seq, one.head) for one in game.work.unit.publications("harbour")]
    public = list(show_log(game.work, "harbour").lines())
    found = verify_export(public, heads)
    assert not found.faults
    assert found.head.hash == game.log.head.hash
    assert [one.cancelled for one in game.log.corrections] == [True, True, True, False]
    game.holds()


def test_the_public_log_before_is_the_beginning_of_the_one_after(game):
    game.play(3)
    before = list(show_log(game.work, "harbour").lines())
    game.reopen(1)
    after = list(show_log(game.work, "harbour").lines())
    assert [{**json.loads(line), "void": True} for line in before] == [
        {**json.loads(line), "void": True} for line in after[: len(before)]
    ]
    assert json.loads(after[len(before)])["kind"] == "round_reopened"


# --- what is kept -----------------------------------------------------------------------------------------


def test_orders_for_later_rounds_are_kept_and_shown_with_what_they_would_do_when_their_round_opens(game):
    game.play(2)
    game.file("bob", "round 3\n" + BUYING)
    game.file("bob", "standing\n  tile any\nend\n")
    game.file("carol", "round 5\ntile any\nbuy nothing\n")
    game.reopen(2)
    assert game.log.desk.in_force("bob", 3).orders == BUYING.replace("the cheapest", "the cheapest")
    assert game.log.desk.in_force("bob", 3).standing
    assert game.log.desk.in_force("carol", 5).orders
    game.resolve()
    assert "YOUR ORDERS FILED AHEAD for round 3" in game.report("bob")
    game.holds()


def test_who_was_ready_for_a_later_round_is_not_any_more_and_orders_taken_back_stay_so(game):
    game.play(1)
    game.file("bob", "round 4\n" + BUYING)
    game.play(1)
    game.file("bob", "round 4\nwithdraw\n")
    game.file("alice", BUYING + "ready\n")
    game.reopen(2)
    assert not game.log.desk.in_force("bob", 4).orders
    assert game.log.desk.in_force("alice", 3).orders
    assert not game.log.desk.in_force("alice", 3).ready


def test_who_was_ready_in_the_round_itself_still_is_and_nothing_is_taken_back_where_nothing_was_filed(game):
    game.play(1)
    game.file("alice", BUYING + "ready\n")
    game.file("bob", "round 4\nready\n")
    game.resolve()
    game.reopen(2)
    assert game.log.desk.in_force("alice", 2).ready
    assert not game.log.desk.in_force("bob", 4).ready
    assert not any(isinstance(one.event, e.OrdersWithdrawn) for one in game.log.written)


def test_who_has_left_or_said_so_is_not_there_for_the_rest_of_the_reopened_game(vacant):
    vacant.play(2)
    vacant.file("bob", BUYING + "resign\n")
    leave_seat(vacant.work, "harbour", "carol", end_meant=False)
    vacant.reopen(2)
    assert vacant.log.desk.left == {"carol"}
    assert vacant.log.desk.resigned.keys() == {"bob"}
    vacant.resolve()
    assert vacant.log.desk.left == {"carol"}
    vacant.resolve()
    assert vacant.log.desk.left == {"bob", "carol"}
    vacant.holds()


def test_who_came_in_place_of_one_who_was_taken_out_is_not_taken_out_himself(vacant):
    vacant.play(2)
    leave_seat(vacant.work, "harbour", "carol", end_meant=False)
    hand_over(vacant.work, "harbour", "carol", "Dora Dove")
    vacant.reopen(2)
    assert vacant.log.desk.left == set()
    assert vacant.log.tenures.count("carol") == 2
    vacant.play()
    vacant.holds()


def test_a_newcomer_keeps_his_seat_and_never_reads_what_his_predecessor_had_filed(vacant):
    vacant.play(2)
    vacant.file("bob", "tile any\nbuy 2 Imperial if Carol bought Luxor\n")
    vacant.resolve()
    hand_over(vacant.work, "harbour", "bob", "Dora Dove")
    vacant.file("bob", "round 5\n" + GOOD)
    foreseen = vacant.foresee(3)
    assert foreseen.newcomers == ("bob",)
    assert "bob" in foreseen.missing
    vacant.reopen(3)
    assert vacant.log.tenures.count("bob") == 2
    assert vacant.log.desk.in_force("bob", 5).orders
    assert "bob" in game_status(vacant.work, "harbour").waits_for
    text = vacant.report("bob")
    assert "if Carol bought Luxor" not in text
    assert all(tile in text for tile in vacant.state.hand("bob"))
    shown = "\n".join(show_log(vacant.work, "harbour", handle="bob").lines())
    assert "if Carol bought Luxor" not in shown
    with pytest.raises(UserError, match="who held the seat of bob before"):
        show_report(vacant.work, "harbour", 1, "bob", fresh=False)
    vacant.holds()


def test_a_round_is_played_again_at_once_where_only_those_are_missing_who_had_missed_it(game):
    for seat in ("alice", "carol", "dave"):
        game.file(seat)
    game.resolve()
    assert game.reopen(1, at_once=True).resolved.missed == ("bob",)
    game.holds()


# --- which rounds -----------------------------------------------------------------------------------------


def test_a_round_that_was_not_played_is_refused_with_what_there_is(game):
    for number, why in (
        (1, "round 1 is open: it has not been resolved"),
        (2, "no round has been resolved yet"),
    ):
        with pytest.raises(UserError, match=why):
            game.reopen(number)
    game.play(2)
    with pytest.raises(UserError, match="round 7 has not been resolved; rounds 1 to 2 have"):
        game.reopen(7)
    game.reopen(1)
    with pytest.raises(UserError, match="no round has been resolved yet"):
        game.reopen(2)


@pytest.mark.parametrize("why", ["", "  ", "two\nlines", "x" * 501, "a\x1b[31mb"])
def test_words_that_cannot_be_published_are_refused(game, why):
    game.play(1)
    seq = game.log.head.seq
    with pytest.raises(UserError, match="Nothing was changed"):
        game.reopen(1, why=why)
    with pytest.raises(UserError, match="Nothing was changed"):
        game.rule("alice=+100", text=why)
    assert game.log.head.seq == seq


def test_orders_with_problems_or_for_another_round_are_refused_and_nothing_is_changed(game):
    game.play(2)
    seq = game.log.head.seq
    for text, why in (
        ("tile any\nbuy 3 Luxxor\n", "line 2"),
        ("", "no orders"),
        ("round 2\ntile any\n", "it is round 1 that is opened again"),
        ("tile any\npress: Hello.\n", "there is press in it"),
        ("game lagoon\ntile any\n", "game lagoon"),
        ("player bob\ntile any\n", "player bob"),
    ):
        with pytest.raises(UserError, match=why):
            game.reopen(1, alice=text)
    assert game.log.head.seq == seq


def test_the_last_round_of_a_finished_game_is_opened_again_only_if_that_is_meant_and_all_reports_say_so(game):
    game.play(2)
    leave_seat(game.work, "harbour", "alice", end_meant=True)
    game.rule(ends=True)
    assert game.log.desk.ended == "ruling"
    assert "The game was ended by a ruling of the referee." in " ".join(game.report().split())
    with pytest.raises(UserError, match="everybody knows all tiles"):
        game.reopen(2)
    assert "bag was opened" in foreseen_text(game.foresee(2))
    game.reopen(2, bag_meant=True)
    assert game.log.desk.round == 2
    assert game.log.desk.ended is None
    game.play(1)
    assert "all tiles and dice to come are known" in " ".join(game.report().replace("|", " ").split())
    game.holds()


def test_who_ended_the_game_by_leaving_is_in_again_when_a_round_is_opened_again(vacant):
    vacant.play(2)
    for seat in PLAYERS:
        leave_seat(vacant.work, "harbour", seat, end_meant=True)
    assert vacant.log.desk.ended == "abandoned"
    foreseen = vacant.foresee(2)
    assert foreseen.leavers_stay
    vacant.reopen(2, bag_meant=True)
    assert vacant.log.desk.left == set()
    assert vacant.log.desk.round == 2
    vacant.play(1)
    vacant.holds()


def test_who_left_one_alone_and_so_ended_the_game_is_in_again_too(game):
    game.play(2)
    for seat in PLAYERS[:-1]:
        leave_seat(game.work, "harbour", seat, end_meant=True)
    assert game.log.desk.ended == "one_left"
    game.reopen(2, bag_meant=True)
    assert game.log.desk.left == set()
    game.holds()


# --- who is told what -------------------------------------------------------------------------------------


def test_everybody_gets_the_report_again_that_opens_the_round_and_every_later_one_says_why(game):
    game.play(3)
    number = len(game.work.unit.publications("harbour"))
    game.reopen(2, alice="tile any\nbuy nothing\n")
    again = game.work.unit.publications("harbour")[number:]
    assert {(one.round, one.recipient) for one in again} == {(1, reader) for reader in (None, *PLAYERS)}
    assert "What is in force for you was filed by the referee." in game.report("alice")
    assert "was filed by the referee" not in game.report("bob")
    assert "YOUR ORDERS IN FORCE for round 2" in game.report("alice")
    game.play(2)
    for reader in (None, *PLAYERS):
        text = game.report(reader)
        assert "CORRECTIONS" in text
        assert f"|    {WHY}" in text
        assert "rounds 2 and 3, as reported" in " ".join(text.replace("|", " ").split())


def test_a_void_report_is_printed_as_it_was_and_said_to_be_void_until_the_round_is_played_again(game):
    game.play(3)
    was = show_report(game.work, "harbour", 3, "alice", fresh=False)
    assert was.void is None
    game.reopen(2)
    void = show_report(game.work, "harbour", 3, "alice", fresh=False)
    assert void.body == was.body
    assert void.void.startswith("VOID since 2026-12-04: round 2 of harbour was opened again")
    assert show_report(game.work, "harbour", 1, "alice", fresh=False).void is None
    game.play(2)
    assert show_report(game.work, "harbour", 3, "alice", fresh=False).void is None
    (earlier,) = show_void_reports(game.work, "harbour", 3, "alice")
    assert earlier.body == was.body
    with pytest.raises(UserError, match="no void report of round 1"):
        show_void_reports(game.work, "harbour", 1, "alice")
    assert all(one.void is None for one in show_reports(game.work, "harbour", None, "alice", fresh=True))


def test_the_log_marks_void_records_and_else_stays_as_it_was(game):
    game.play(2)
    view = show_log(game.work, "harbour", everything=True)
    assert not any(line.void for line in view.seen())
    game.reopen(2)
    (reopening,) = (one for one in game.log.corrections)
    then = show_log(game.work, "harbour", everything=True)
    void = [line.seq for line in then.seen() if line.void]
    assert void == list(range(reopening.event.back_to_seq, reopening.seq))
    said = [json.loads(line) for line in then.lines()]
    assert [one["seq"] for one in said if one.pop("void", False)] == void
    assert said[: len(list(view.lines()))] == [json.loads(line) for line in view.lines()]
    hidden = [json.loads(line) for line in show_log(game.work, "harbour").lines()]
    assert [one["seq"] for one in hidden if one.get("void")] == void


def test_status_tells_of_every_correction(game):
    game.play(2)
    game.rule("alice=+300", text="A present.")
    game.reopen(1)
    told = game_status(game.work, "harbour").corrections
    assert [(one.what, one.round, one.words, one.counts) for one in told] == [
        ("ruling", 3, "A present.", False),
        ("reopened", 1, WHY, True),
    ]


# --- rulings ----------------------------------------------------------------------------------------------


def test_a_ruling_gives_and_takes_money_and_shares_and_everybody_is_told_where_the_game_stands(game):
    game.play(3)
    chain = next(iter(game.state.sizes))
    holder = max(PLAYERS, key=lambda seat: game.state.shares[seat][chain])
    before = game.state
    foreseen = foresee_ruling(game.work, "harbour", "x", ["alice=+300"], [f"{holder}={chain}-1"], ends=False)
    assert game.state.cash == before.cash
    game.rule("alice=+300", "bob=-200", shares=[f"{holder}={chain.lower()}-1"], text="A slip of mine.")
    after = game.state
    assert after.cash == {**before.cash, "alice": before.cash["alice"] + 300, "bob": before.cash["bob"] - 200}
    assert after.shares[holder][chain] == before.shares[holder][chain] - 1
    assert after.bank[chain] == before.bank[chain] + 1
    assert next(one for one in foreseen.seats if one.seat == "alice").cash_then == after.cash["alice"]
    text = game.report("alice")
    assert "|    A slip of mine." in text
    assert f"You have ${after.cash['alice']:,} in cash" in text
    game.play(1)
    assert "|    A slip of mine." in game.report()
    game.holds()


def test_after_a_ruling_players_are_shown_what_their_orders_would_do_now(game):
    game.play(2)
    game.file("alice", "tile any\nbuy 3 the cheapest chain leaving 3000\n")
    game.rule(f"alice=-{game.state.cash['alice']}")
    assert "YOUR ORDERS IN FORCE for round 3" in game.report("alice")
    assert "buy 3 the cheapest chain" in game.report("alice")
    assert "YOUR ORDERS IN FORCE" not in game.report("bob")


@pytest.mark.parametrize(
    ("cash", "shares", "why"),
    [
        (["alice=-9000"], [], r"alice has \$6,000, and cannot lose \$9,000"),
        (["alice=+50"], [], "must be a multiple of"),
        (["alice=+0"], [], "must be a multiple of"),
        (["alice=300"], [], "is not such as --cash alice=[+]300"),
        (["zed=+300"], [], "no seat of harbour is called 'zed': there are alice, bob, carol, dave"),
        (["alice=+99999999900"], [], "more than anybody can have"),
        ([], ["alice=Luxor+26"], "the bank has 25 of Luxor, and cannot give 26"),
        ([], ["alice=Luxor+20", "bob=Luxor+6"], "the bank has 25 of Luxor, and cannot give 26"),
        ([], ["alice=Luxor-1"], "alice has 0 of Luxor, and cannot give up 1"),
        ([], ["alice=Luxus+1"], "there is no chain Luxus: the game has Luxor"),
        ([], ["alice=+1"], "is not such as --shares"),
        (["alice=-9000", "bob=+1"], ["carol=Luxor-1"], "bob cannot .* alice has .* carol has"),
    ],
)
def test_what_cannot_be_ruled_is_refused_with_all_that_is_wrong_and_nothing_is_changed(
    game, cash, shares, why
):
    seq = game.log.head.seq
    with pytest.raises(UserError, match=why) as refusal:
        game.rule(*cash, shares=shares)
    assert str(refusal.value).endswith("Nothing was changed.")
    assert game.log.head.seq == seq


def test_a_ruling_falls_away_with_the_rounds_before_it_and_the_preview_says_so(game):
    game.play(1)
    game.rule("alice=+300", text="Before.")
    game.play(2)
    game.rule("alice=+500", text="After.")
    foreseen = game.foresee(2)
    assert [one.text for one in foreseen.rulings] == ["After."]
    assert "|  After." in foreseen_text(foreseen)
    game.reopen(2)
    counts = {one.words: not one.cancelled for one in game.log.corrections}
    assert counts == {"Before.": True, "After.": False, WHY: True}
    game.holds()


def test_a_game_that_is_over_cannot_be_ruled_in(game):
    game.rule(ends=True)
    with pytest.raises(UserError, match="harbour is over: nothing can be ruled"):
        game.rule("alice=+100")
    game.holds()


def test_whoever_was_overtaken_since_he_was_shown_what_would_change_is_refused(game):
    game.play(1)
    _, seen = foresee_reopening(game.work, Asked("harbour", 1, WHY))
    ruled = foresee_ruling(game.work, "harbour", "x", ["alice=+100"], [], ends=False)
    game.file("alice")
    with pytest.raises(UserError, match="has gone on since you were shown"):
        reopen_round(game.work, Asked("harbour", 1, WHY), bag_meant=False, seen=seen)
    with pytest.raises(UserError, match="has gone on since you were shown"):
        make_ruling(game.work, "harbour", "x", ["alice=+100"], [], ends=False, seen=ruled.seq)


# --- games of other kinds ---------------------------------------------------------------------------------


def test_only_rounds_that_were_played_here_are_opened_again_in_an_adopted_game(game):
    game.play(2)
    table = tomllib.loads(show_position(game.work, "harbour"))
    planned = adopt({**table, "name": "pier"}, "another seed")
    adopted = adopt_position(game.work, planned)
    for seat in PLAYERS:
        file_orders(game.work, "pier", seat, BUYING, "test")
    resolve_round(game.work, "pier", misses_meant=False)
    with pytest.raises(UserError, match="round 2 was played before the game was adopted"):
        foresee_reopening(game.work, Asked("pier", 2, WHY))
    reopen_round(game.work, Asked("pier", 3, WHY), bag_meant=False)
    assert game.work.log("pier").desk.round == 3
    assert show_report(game.work, "pier", None, "alice", fresh=False).round == 0
    assert adopted.name == "pier"
    found = verify_game(game.work, "pier", audit=True)
    assert (found.faults, found.differences) == ((), ())


@pytest.mark.parametrize(
    ("players", "switches"),
    [
        (("alice", "bob"), ("two_players=four_hands", "order_of_play=seats")),
        (("alice", "bob", "carol"), ("plays_per_round=1",)),
        (PLAYERS, ("teams=true", "order_of_play=seats")),
        (("alice", "bob"), ()),
    ],
)
def test_games_of_every_kind_are_corrected_and_their_reports_are_rendered_again_alike(
    tmp_path, players, switches
):
    with open_harbour(tmp_path, players=players, switches=switches) as work:
        game = Referee(work)

        def play(rounds):
            for _ in range(rounds):
                for handle in players:
                    game.file(handle, BUYING)
                game.resolve()

        play(4)
        first = {number: game.facts(number) for number in (2, 3, 4)}
        game.file(players[0], "round 6\ntile any\nbuy nothing\n")
        game.reopen(2, at_once=True)
        game.resolve()
        game.resolve()
        assert {number: game.facts(number) for number in (2, 3, 4)} == first
        game.rule(f"{game.log.seats[0]}=+300")
        game.reopen(4, **{players[0]: "tile any\nbuy nothing\n"})
        for seat in game.log.seats:
            assert "CORRECTIONS" in game.report(seat)
        play(1)
        game.holds()


# --- at random --------------------------------------------------------------------------------------------


def do_something(game, chance):
    """One thing that a referee may do; what is refused changes nothing, and is as good."""
    desk = game.log.desk
    seat = chance.choice(desk.seats)
    played = sorted({one.round for one in game.log.entries if one.play is not None})
    number = chance.choice(played or [1])
    match chance.choice(
        (
            "play",
            "play",
            "play",
            "file",
            "reopen",
            "again",
            "rule",
            "end",
            "comes",
            "leaves",
            "resigns",
            "stays",
        )
    ):
        case "play":
            game.play()
        case "file":
            game.file(seat, f"round {(desk.round or 0) + chance.randint(0, 3)}\n{BUYING}")
        case "reopen":
            game.reopen(number, bag_meant=True, why=f"Look again {number}.")
        case "again":
            game.reopen(number, bag_meant=True, at_once=True, misses_meant=True, **{seat: GOOD})
        case "rule":
            game.rule(f"{seat}={chance.choice('+-')}{chance.randint(1, 9)}00", ends=False)
        case "end" if chance.random() < 0.3:
            game.rule(ends=True)
        case "resigns":
            game.file(seat, f"{BUYING}resign\n")
        case "stays":
            game.file(seat, f"withdraw\n{BUYING}")
        case "comes":
            hand_over(game.work, "harbour", seat, f"Person {chance.randint(1, 99)}")
        case "leaves":
            leave_seat(game.work, "harbour", seat, end_meant=chance.random() < 0.3)
        case _:
            pass


@pytest.mark.parametrize("seed", [0, 1, 4, 100])
def test_whatever_a_referee_does_one_after_the_other_verifies_down_to_the_reports(tmp_path, seed):
    chance = random.Random(seed)
    switches = (chance.choice(("leaver=substitute", "leaver=defaults")),)
    with open_harbour(tmp_path, switches=switches) as work:
        game = Referee(work)
        for step in range(25):
            work.at = f"2026-12-04T18:{step:02d}:00Z" if chance.random() < 0.7 else work.at
            with suppress(UserError):
                do_something(game, chance)
        game.holds()
        heads = [Head(one.seq, one.head) for one in work.unit.publications("harbour")]
        for reader in (None, *PLAYERS):
            view = show_log(work, "harbour", handle=reader)
            found = verify_export(view.lines(), heads)
            assert (found.faults, found.head.hash) == ([], game.log.head.hash)
