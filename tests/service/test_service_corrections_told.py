"""What is told of corrections is so: who leaves, what is known, what counts, whose orders are in."""

from __future__ import annotations

import pytest
from correcting import BUYING, WHY, Referee
from service_helpers import GOOD, PLAYERS, open_harbour

from orders.vocabulary import Vocabulary
from referee.errors import UserError
from referee.report.layout import WIDTH
from referee.report.reopening import foreseen_text
from referee.rules import events as e
from referee.service import make_ruling
from referee.service.make_ruling import foresee_ruling
from referee.service.seats import leave_seat
from referee.service.show_report import show_report
from referee.service.show_status import game_status

RESIGNING = f"{BUYING}resign\n"
STANDING = "standing\n  tile any\n  buy nothing\nend\n"


@pytest.fixture
def game(tmp_path):
    with open_harbour(tmp_path) as work:
        yield Referee(work)


@pytest.fixture
def vacant(tmp_path):
    """A game in which somebody can come in place of a leaver."""
    with open_harbour(tmp_path, switches=("leaver=substitute",)) as work:
        yield Referee(work)


def flat(text):
    return " ".join(text.replace("|", " ").split())


def foreseen(game, number, **orders):
    return flat(foreseen_text(game.foresee(number, **orders)))


def status(game):
    return game_status(game.work, "harbour")


def told_of_corrections(game, reader=None):
    """The lines of the block."""
    below = game.report(reader).partition("\nCORRECTIONS\n\n")[2]
    return below.partition("\n\n")[0].splitlines()


# --- the bag ----------------------------------------------------------------------------------------------

KNOWN = "all tiles and dice to come are known to everybody"


def test_once_the_bag_was_open_everybody_knows_it_for_ever_whatever_is_opened_again_behind_it(game):
    game.play(3)
    assert not status(game).bag_is_open
    game.rule(ends=True)
    game.reopen(3, bag_meant=True)
    for number in (2, 1):
        assert "everybody knows all tiles" in foreseen(game, number)
        with pytest.raises(UserError, match="harbour was over once, and its bag was opened"):
            game.reopen(number)
        game.reopen(number, bag_meant=True)
        assert status(game).bag_is_open
        for reader in (None, *PLAYERS):
            told = flat(game.report(reader))
            assert told.count(KNOWN) == 1
        game.play(1)
        assert KNOWN in flat(game.report())
    game.holds()


def test_the_preview_of_what_is_done_only_with_a_flag_names_it(game):
    game.play(2)
    assert "--even-though" not in foreseen(game, 1)
    game.rule(ends=True)
    assert "it is done only with --even-though-the-bag-is-open." in foreseen(game, 1)


# --- who leaves -------------------------------------------------------------------------------------------


def test_who_resigned_in_a_later_round_leaves_with_that_one_when_an_earlier_is_opened_again(vacant):
    vacant.play(1)
    vacant.file("bob", RESIGNING)
    assert "bob leaves with the end of round 2, as before." in foreseen(vacant, 1)
    vacant.reopen(1)
    bob = next(one for one in status(vacant).seats if one.seat == "bob")
    assert (bob.resigns, bob.resigns_with) == (False, 2)
    vacant.resolve()
    assert vacant.log.desk.left == set()
    vacant.resolve()
    assert vacant.log.desk.left == {"bob"}
    vacant.holds()


def test_who_has_left_is_in_again_until_the_round_in_which_he_resigned_with_the_orders_that_he_had_filed(
    vacant,
):
    vacant.play(1)
    vacant.file("bob", RESIGNING)
    for seat in ("alice", "carol", "dave"):
        vacant.file(seat, BUYING)
    vacant.resolve()
    assert vacant.log.desk.left == {"bob"}
    facts = vacant.facts(2)
    vacant.reopen(1)
    assert vacant.log.desk.left == set()
    vacant.resolve()
    assert vacant.log.desk.in_force("bob", 2).orders
    vacant.resolve()
    assert vacant.facts(2) == facts
    assert vacant.log.desk.left == {"bob"}
    vacant.holds()


@pytest.mark.parametrize(
    ("orders", "says", "left"),
    [
        (BUYING, "bob leaves with the end of round 2, as before.", None),
        (RESIGNING, "bob would leave with the end of round 1, and not with that of round 2.", 1),
        (f"withdraw\n{BUYING}", "bob would stay, and not leave with the end of round 2.", None),
    ],
)
def test_the_preview_says_whether_a_player_leaves_or_stays_whose_orders_are_replaced(
    vacant, orders, says, left
):
    vacant.play(1)
    vacant.file("bob", RESIGNING)
    told = foreseen(vacant, 1, bob=orders)
    assert says in told
    assert told.count("bob would") + told.count("bob leaves") == 1
    vacant.reopen(1, at_once=True, bob=orders)
    assert vacant.log.desk.left == ({"bob"} if left else set())
    vacant.holds()


def test_the_preview_says_so_where_only_the_other_orders_resign_or_those_replaced_do(vacant):
    vacant.play(1)
    assert "bob" not in foreseen(vacant, 1).partition("AFTER ROUND")[0]
    assert "bob would leave with the end of round 1, and has not resigned until now." in foreseen(
        vacant, 1, bob=RESIGNING
    )
    vacant.file("bob", RESIGNING)
    for seat in ("alice", "carol", "dave"):
        vacant.file(seat, BUYING)
    vacant.resolve()
    assert "bob leaves with the end of round 2, as before." in foreseen(vacant, 2)
    assert "bob leaves with the end of round 2, as before." in foreseen(vacant, 2, bob=BUYING)
    stays = foreseen(vacant, 2, bob=f"withdraw\n{BUYING}")
    assert "bob would stay, and not leave with the end of round 2." in stays


def test_the_preview_says_so_where_somebody_would_be_out_earlier_than_he_was_or_in_again(vacant):
    vacant.play(2)
    leave_seat(vacant.work, "harbour", "carol", end_meant=False)
    told = foreseen(vacant, 1)
    assert "carol, taken out in round 3, would be out from the beginning of round 1 on." in told
    for seat in ("alice", "bob", "dave"):
        leave_seat(vacant.work, "harbour", seat, end_meant=True)
    assert "carol, taken out in round 3, would be in again." in foreseen(vacant, 1)


@pytest.mark.parametrize("resigns", [RESIGNING, f"withdraw\n{BUYING}", BUYING])
def test_of_what_was_done_nothing_is_told_as_what_would_be(vacant, resigns):
    vacant.play(2)
    leave_seat(vacant.work, "harbour", "carol", end_meant=False)
    if resigns != RESIGNING:
        vacant.file("bob", RESIGNING)
    seen = vacant.foresee(1, bob=resigns)
    for is_done in (False, True):
        told = flat(foreseen_text(seen, is_done=is_done)).partition("Played again")[0]
        assert ("would" in told) is not is_done
        assert "bob" in told
        assert ("carol, taken out in round 3, is out from the beginning of round 1 on." in told) is is_done


def test_a_resignation_that_was_kept_and_then_taken_back_stays_taken_back(vacant):
    vacant.play(1)
    vacant.file("bob", "round 2\n" + RESIGNING)
    vacant.reopen(1)
    vacant.resolve()
    vacant.file("bob", f"withdraw\n{BUYING}")
    vacant.play(1)
    vacant.reopen(1)
    vacant.resolve()
    vacant.resolve()
    assert vacant.log.desk.left == set()
    assert vacant.log.desk.resigned == {}
    vacant.holds()


# --- whose orders are in ----------------------------------------------------------------------------------


def test_status_says_from_whom_the_orders_of_a_reopened_round_are_and_who_has_not_written_since(game):
    game.play(2)
    assert {one.orders_from for one in status(game).seats} == {None}
    game.reopen(2, alice=GOOD)
    game.file("bob")
    game.file("carol", f"round 3\n{GOOD}")
    told = status(game)
    assert {one.seat: one.orders_from for one in told.seats} == {
        "alice": "referee",
        "bob": "player",
        "carol": "before",
        "dave": "before",
    }
    assert told.not_sent_again == ("alice", "carol", "dave")
    game.resolve()
    told = status(game)
    assert told.not_sent_again == ("alice", "bob", "dave")
    assert {one.orders_from for one in told.seats} == {"player", None}
    game.resolve()
    assert status(game).not_sent_again == ()
    assert {one.orders_from for one in status(game).seats} == {None}


def test_the_preview_names_the_rounds_that_work_leaves_to_the_referee(game):
    game.play(3)
    assert "referee work leaves rounds 3 and 4 to you, each until all who play in it" in foreseen(game, 3)
    assert "referee work leaves rounds 1 to 4 to you, each until all who play in it" in foreseen(game, 1)
    game.rule(ends=True)
    game.reopen(3, bag_meant=True)
    assert "referee work leaves rounds 2 to 4 to you" in foreseen(game, 2)


@pytest.mark.parametrize("ready_only", [True, False])
def test_a_reopened_round_is_left_to_the_referee_until_all_who_play_in_it_have_written_since(
    game, ready_only
):
    for seat in PLAYERS:
        game.file(seat, f"{GOOD}ready\n")
    game.resolve()
    for seat in PLAYERS:
        game.file(seat, f"{GOOD}ready\n")
    assert game.log.desk.why_not_unasked(ready_only=ready_only) is None
    game.reopen(1)
    for seat in PLAYERS:
        why = game.log.desk.why_not_unasked(ready_only=ready_only)
        assert why.startswith("round 1 was opened again: it is left to the referee, or waits until")
        assert seat in why
        game.file(seat, "ready\n")
    assert game.log.desk.why_not_unasked(ready_only=ready_only) is None


@pytest.mark.parametrize("ready_only", [True, False])
def test_rounds_that_were_begun_behind_a_reopened_one_wait_for_the_referee_or_for_all_who_play_in_them(
    game, ready_only
):
    game.play(2)
    for seat in PLAYERS:
        game.file(seat, f"{GOOD}ready\n")  # for round 3, which is open
        game.file(seat, f"round 4\n{GOOD}")
    game.reopen(1)
    game.file("alice", f"round 2\n{GOOD}ready\n")
    for number in (1, 2, 3):
        assert game.log.desk.round == number
        for seat in PLAYERS[number == 2 :]:
            why = game.log.desk.why_not_unasked(ready_only=ready_only)
            again = "was opened again" if number == 1 else "comes again, since round 1 was opened again"
            assert why.startswith(f"round {number} {again}: it is left to the referee, or waits until {seat}")
            assert status(game).not_sent_again[0] == seat
            game.file(seat, f"{GOOD}ready\n")
        assert game.log.desk.why_not_unasked(ready_only=ready_only) is None
        game.resolve()
    assert game.log.desk.why_not_unasked(ready_only=False) is None


def test_the_referee_plays_rounds_that_come_again_when_he_says_so_and_they_wait_one_by_one(game):
    game.play(3)
    game.reopen(2)
    game.resolve()
    assert status(game).not_sent_again == PLAYERS
    assert {one.orders_from for one in status(game).seats if one.orders} <= {"before"}
    game.reopen(1)
    for number in (1, 2, 3, 4):
        assert game.log.desk.round == number
        assert status(game).not_sent_again == PLAYERS
        game.resolve()
    assert status(game).not_sent_again == ()


def test_what_was_filed_anew_and_taken_back_or_filed_before_a_second_reopening_is_not_anew(game):
    game.play(3)
    game.reopen(1)
    for seat in PLAYERS:
        game.file(seat, f"round 2\n{GOOD}")
    game.file("bob", "round 2\nwithdraw\n")
    game.resolve()
    assert status(game).not_sent_again == ("bob",)
    game.reopen(1)
    game.resolve()
    assert status(game).not_sent_again == PLAYERS


# --- the block in the reports -----------------------------------------------------------------------------


def test_the_rounds_that_are_void_are_all_that_were_played_those_too_that_were_void_already(game):
    game.play(4)
    game.reopen(2)
    game.reopen(1, why="Further back.")
    assert [one.void for one in game.log.corrections] == [(2, 3, 4), (1, 2, 3, 4)]
    told = told_of_corrections(game)
    assert "rounds 1 to 4, as reported before, are void" in flat("\n".join(told))


def test_what_counts_is_told_whole_and_what_counts_no_more_in_a_line_each_with_its_day_and_why(game):
    game.play(2)
    game.rule("alice=+300", text="A ruling that counts.")
    game.play(2)
    for number in (4, 3):
        game.reopen(number, why=f"Look at {number}: {'tile any ' * 40}".strip())
        game.play(1)
    game.rule("bob=+300", text="Cancelled too, 東京.")
    game.reopen(3, why="From the third on.")
    for reader in (None, *PLAYERS):
        told = told_of_corrections(game, reader)
        whole = flat("\n".join(told))
        assert "|    A ruling that counts." in told
        assert "|    From the third on." in told
        assert [line for line in told if line.startswith("|  - ")] == [
            "|  - round 4 opened again, 4 December 2026: Look at 4: tile any tile any...",
            "|  - ruling in round 4, 4 December 2026: Cancelled too, 東京.",
        ]
        assert all(len(line) <= WIDTH for line in told)
        assert "What was corrected besides does not count any more" in whole
    game.holds()


def test_of_many_cancelled_corrections_no_more_is_told_than_a_line_each(game):
    game.play(2)
    for number in range(1, 5):
        game.rule("alice=+100", text="word " * 90)
        assert sum("word" in line for line in told_of_corrections(game)) > 5
        game.reopen(2)
        game.resolve()
        assert sum("word" in line for line in told_of_corrections(game)) == number


# --- what is in force, and press --------------------------------------------------------------------------


def test_who_has_standing_orders_alone_is_shown_after_a_correction_what_they_would_do(game):
    game.play(1)
    game.file("alice", STANDING)
    for seat in PLAYERS[1:]:
        game.file(seat)
    game.resolve()
    assert "IN FORCE" not in game.report("alice")
    game.rule("bob=+100")
    assert "YOUR ORDERS IN FORCE for round 3" in game.report("alice")
    assert "IN FORCE" not in game.report("bob")
    game.reopen(2)
    assert "YOUR ORDERS IN FORCE for round 2" in game.report("alice")
    game.resolve()
    assert "IN FORCE" not in game.report("alice")
    assert "FILED AHEAD" not in game.report("alice")
    game.holds()


def test_press_of_void_rounds_stays_in_their_reports_and_everybody_is_told_so(game):
    game.play(1)
    game.file("bob", "press: I shall win.\n")
    game.play(1)
    assert "I shall win." in game.report()
    assert "Press that was published stays in the void reports" in foreseen(game, 2)
    game.reopen(2)
    said = "Press that was published stays in the reports that are void, and is not published again."
    assert said in flat(game.report())
    game.resolve()
    assert "I shall win." not in game.report()
    assert said not in flat(game.report())
    game.reopen(2)
    assert said not in flat(game.report("bob"))
    game.holds()


# --- words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", [".", "!", "?", "…", ".)", "?”", ""])
def test_the_referee_s_words_end_in_a_sentence_as_he_ended_them(game, end):
    game.play(2)
    game.reopen(1, why=f"Was it so{end}")
    void = show_report(game.work, "harbour", 2, None, fresh=False).void
    assert f"was opened again: Was it so{end or '.'} This is what was published before." in void


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("round 2\ntile any\n", "they are for round 2, and it is round 3 that is opened again. Nothing"),
        ("round 4\ntile any\n", "they are for round 4, and it is round 3 that is opened again. Nothing"),
        ("tile any\nbuy 3 Luxxor\n", "Luxor? Nothing was changed."),
        ("tile any\npress: Hello.\n", "there is press in it. Take it out. Nothing was changed."),
        ("game lagoon\ntile any\n", "Nothing was changed."),
        ("player bob\ntile any\n", "Nothing was changed."),
        ("tile any\n" * 3000, "Nothing was changed."),
        ("", "there are no orders in it. Nothing was changed."),
    ],
)
def test_a_refusal_of_other_orders_says_what_is_so_and_that_nothing_was_changed(game, text, says):
    game.play(4)
    seq = game.log.head.seq
    for reopen in (game.foresee, game.reopen):
        with pytest.raises(UserError) as refusal:
            reopen(3, alice=text)
        said = str(refusal.value)
        assert says in said
        assert said.endswith("Nothing was changed.")
        assert said.count("othing was") == 1
    assert game.log.head.seq == seq


def test_chains_are_understood_in_a_ruling_by_any_clear_beginning_as_in_orders(game):
    foreseen = foresee_ruling(game.work, "harbour", "x", [], ["alice=lux+1", "bob=am+2"], ends=False)
    assert [chain for chain, _, _ in foreseen.seats[0].shares] == ["Luxor", "American"]


def test_a_beginning_that_several_chains_have_is_refused(game, monkeypatch):
    club = Vocabulary(("Tower", "Tomson"), 12, 9)
    monkeypatch.setattr(make_ruling, "vocabulary_of", lambda _state, _seat: club)
    with pytest.raises(UserError, match="to may be more than one chain: Tower or Tomson"):
        game.rule(shares=["bob=to+1"])


@pytest.mark.parametrize(
    ("cash", "shares", "why"),
    [
        (["alice=+100", "Alice=+100"], [], "--cash speaks of alice 2 times: say the sum"),
        ([], ["bob=Luxor+1", "bob=lux+2"], "--shares speaks of bob and Luxor 2 times: say the sum"),
        ([], ["bob=Luxus+1"], "there is no chain Luxus: the game has Luxor"),
    ],
)
def test_what_a_ruling_says_twice_or_not_clearly_is_refused(game, cash, shares, why):
    with pytest.raises(UserError, match=why) as refusal:
        game.rule(*cash, shares=shares)
    assert str(refusal.value).endswith("Nothing was changed.")


def test_what_was_ruled_once_for_each_is_not_said_twice(game):
    game.rule("alice=+100", "bob=+100", shares=["alice=Luxor+1", "alice=Tower+1", "bob=Luxor+1"])
    (made,) = (one.event for one in game.log.entries if isinstance(one.event, e.RulingMade))
    assert len(made.transfers) == 3


def test_every_reopening_tells_why_in_every_later_report(game):
    game.play(3)
    game.reopen(3)
    game.reopen(2, why="Another reason.")
    for _ in range(2):
        told = "\n".join(told_of_corrections(game))
        assert WHY in told
        assert "Another reason." in told
        game.resolve()
