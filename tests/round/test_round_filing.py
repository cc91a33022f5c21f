"""What comes of a text: what replaces what, and what never changes on the way into the log."""

from __future__ import annotations

from dataclasses import replace

import pytest

from orders import tree
from orders.lines import Unread
from orders.reader import read
from referee.errors import UserError
from referee.round.answer import Answer
from referee.round.answering import answer_to_orders_filed_ahead
from referee.round.corrections import is_kept, source_of
from referee.round.desk import InForce, desk_of
from referee.round.filing import file_for_seats
from referee.round.opening import NewGame, open_game
from referee.round.sections import joined
from referee.round.views import entries_for, view_of
from referee.round.vocabulary import vocabulary_of
from referee.rules import events as e


class Desk:
    """Alice's side of a new game's desk."""

    def __init__(self) -> None:
        self.entries = open_game(NewGame(("alice", "bob", "carol")), "filing")
        self.words = vocabulary_of(view_of(self.entries, "alice"), "alice")

    def file(self, text: str):
        (filing,) = file_for_seats(self.desk, ("alice",), read(text, self.words), self.words, "test")
        self.entries += [e.Entry(event, 1) for event in filing.events]
        return filing

    @property
    def desk(self):
        return desk_of(self.entries)

    def in_force(self, round_number: int = 1):
        return self.desk.in_force("alice", round_number)


@pytest.fixture
def alice():
    return Desk()


def test_a_file_with_problems_that_replaces_nothing_still_takes_ready_back(alice):
    alice.file("tile any\nready")
    filing = alice.file("tile 5C\nbuy 3 Luxxor")
    assert filing.verdict == "NOT FILED"
    assert alice.in_force().orders == "tile any\n"
    assert not alice.in_force().ready
    assert any("not ready any more" in remark for remark in filing.remarks)


def test_who_was_ready_and_sends_other_orders_has_these_and_is_not_ready(alice):
    alice.file("tile any\nready")
    filing = alice.file("buy nothing")
    assert (filing.verdict, alice.in_force().orders, alice.in_force().ready) == (
        "FILED",
        "buy nothing\n",
        False,
    )


def test_before_the_first_round_and_after_the_last_no_orders_are_taken(alice):
    opened = next(place for place, one in enumerate(alice.entries) if isinstance(one.event, e.RoundOpened))
    for entries in (
        alice.entries[:opened],
        [*alice.entries, e.Entry(e.GameEnded("auto", ()), 1), e.Entry(e.RoundClosed(), 1)],
    ):
        with pytest.raises(UserError, match="the game is over: it takes no more orders"):
            file_for_seats(desk_of(entries), ("alice",), read("tile any", alice.words), alice.words, "test")


def test_what_is_replaced_and_missing_is_named_as_it_is_written_in_orders(alice):
    alice.file("end game\nbuy 1 Luxor")
    assert (
        "What they replace had orders for end game, buy; these have none." in alice.file("tile any").remarks
    )


@pytest.mark.parametrize(
    ("before", "text", "decides"),
    [
        ("", "ready", "the defaults"),
        ("tile any", "withdraw\nready", "the defaults"),
        ("tile any", "ready", "orders"),
        ("", "tile any\nready", "orders"),
        ("standing\n  buy 1 Luxor\nend", "ready", "orders"),
        ("standing\n  buy 1 Luxor\nend", "withdraw\nready", "orders"),
    ],
)
def test_who_is_ready_is_told_where_the_defaults_alone_decide_for_him(alice, before, text, decides):
    if before:
        alice.file(before)
    told = "You are ready without a decision: the defaults decide for you." in alice.file(text).remarks
    assert told == (decides == "the defaults")


def test_a_text_with_problems_that_withdraws_nothing_is_not_told_that_nothing_is_withdrawn(alice):
    assert not any("withdrawn" in one for one in alice.file("tile any\nbuy 3 Luxxor").remarks)
    assert any("withdrawn" in one for one in alice.file("withdraw\nbuy 3 Luxxor").remarks)


@pytest.mark.parametrize(
    ("own", "standing", "text"),
    [
        ("", "", ""),
        ("tile any\n", "", "tile any\n"),
        ("", "standing\n  buy 1 Luxor\nend\n", "standing\n  buy 1 Luxor\nend\n"),
        ("tile any\n", "standing\nend\n", "tile any\nstanding\nend\n"),
    ],
)
def test_what_is_in_force_is_one_text_whose_lines_count_from_its_first(own, standing, text):
    assert InForce(own, standing).text() == text


def test_sections_are_joined_with_the_one_before_them_alone():
    one, two, three, four = (
        tree.Line(tree.BuyOrder((tree.Lot(n, tree.Named("Luxor")),))) for n in range(1, 5)
    )
    apart = [
        tree.Section("first", (one,)),
        tree.Section("second", (two,)),
        tree.Section("first", (three,)),
        tree.Section("second", ()),
        tree.Section("first", (four,)),
    ]
    assert [(section.turn, section.items) for section in joined(apart)] == [
        ("first", (one,)),
        ("second", (two,)),
        ("first", (three, four)),
    ]


def test_an_answer_is_plain_where_all_was_filed_and_nothing_like_an_order_was_left_unread():
    plain = Answer(text="", verdict="FILED", canonical="", problems=())
    assert plain.is_plain
    assert not replace(plain, verdict="FILED WITH PROBLEMS").is_plain
    greeting, order = (Unread(4, text, looks) for text, looks in (("Cheers", False), ("buy", True)))
    assert replace(plain, unread=(greeting,)).is_plain
    assert not replace(plain, unread=(greeting, order)).is_plain


def test_a_file_for_one_of_two_seats_takes_ready_back_of_the_other_only_where_it_was_ready():
    entries = open_game(NewGame(("alice", "bob"), switches={"two_players": "four_hands"}), "filing")
    words = vocabulary_of(view_of(entries, "alice_1"), None)

    def file(text):
        filings = file_for_seats(desk_of(entries), ("alice_1", "alice_2"), read(text, words), words, "test")
        entries.extend(e.Entry(event, 1) for one in filings for event in one.events)
        return filings

    for text, was_ready in (("tile any\n", False), ("tile any\nready\n", True)):
        file(text)
        one, other = file("seat alice_1\n  buy nothing\n")
        assert (one.verdict, other.verdict, other.understood) == ("FILED", "NOT FILED", "")
        assert other.remarks == (("You are not ready any more: say so again.",) if was_ready else ())
        assert [event.ready for event in other.events] == ([False] if was_ready else [])
        assert desk_of(entries).in_force("alice_2", 1).orders == "tile any\n"


def test_orders_filed_ahead_are_looked_at_again_and_nothing_else_is(alice):
    def again():
        return answer_to_orders_filed_ahead(
            "harbour", alice.desk, "alice", entries_for(alice.entries, "alice")
        )

    assert again() is None
    alice.file("standing\n  buy 1 Luxor\nend\nready")
    assert again() is None
    alice.file("tile any")
    answer = again()
    assert (answer.verdict, answer.canonical, answer.round, answer.seat) == (
        "FILED",
        "tile any\n",
        1,
        "alice",
    )


def test_a_file_of_which_nothing_is_understood_changes_nothing_at_all(alice):
    alice.file("tile any\nready")
    before = len(alice.entries)
    assert alice.file("hello there").verdict == "NOT FILED"
    assert len(alice.entries) == before
    assert alice.in_force().ready


def test_standing_orders_sent_for_a_later_round_count_from_that_round_on(alice):
    alice.file("standing\n  buy 1 Luxor\nend")
    alice.file("round 3\nstanding\n  buy 2 Luxor\nend")
    assert [alice.in_force(number).standing.split()[2] for number in (1, 2, 3, 4)] == ["1", "1", "2", "2"]


def test_an_empty_standing_block_deletes_from_its_round_on(alice):
    alice.file("standing\n  buy 1 Luxor\nend")
    alice.file("round 2\nstanding\nend")
    assert [bool(alice.in_force(number)) for number in (1, 2, 3)] == [True, False, False]


@pytest.mark.parametrize(
    "texts",
    [
        ["standing\n" + "  merger any: sell all\n" * 600 + "end", "buy 1 Luxor\n" * 600],
        ["buy 1 Luxor\n" * 600, "buy 2 Luxor\n" * 500 + "as before"],
        [
            "\n".join(
                f"buy 1 l,1 t,1 a,1 f,1 w,1 c,1 i if l is safe or t is safe or a is safe or my cash > {number}"
                for number in range(500)
            )
        ],
    ],
    ids=["standing and own orders", "as before", "written out in full"],
)
def test_orders_that_could_not_be_read_again_as_a_whole_are_refused_when_they_are_filed(alice, texts):
    for text in texts[:-1]:
        assert alice.file(text).verdict == "FILED"
    before = alice.in_force()
    with pytest.raises(UserError, match="too long"):
        alice.file(texts[-1])
    assert alice.in_force() == before


def test_what_is_not_available_yet_is_no_reason_to_keep_older_orders(alice):
    alice.file("tile any")
    filing = alice.file("tile 5C\naway 2026-12-20 to 2027-01-05")
    assert filing.verdict == "FILED WITH PROBLEMS"
    assert "not available yet" in filing.problems[0].message
    assert alice.in_force().orders == "tile 5C\n"


QUESTIONS = "help\nstatus\nreport 1\naddress new@players.example\nreport\n"


@pytest.mark.parametrize(
    "earlier", ["", "tile any\nready\n", "tile any\n", "ready\n", "standing\nbuy nothing\nend standing\n"]
)
def test_questions_alone_are_no_orders_and_change_nothing(alice, earlier):
    if earlier:
        alice.file(earlier)
    before = alice.in_force()
    filing = alice.file(QUESTIONS)
    assert (filing.verdict, filing.problems, filing.events, filing.press) == ("NOT FILED", (), (), None)
    assert filing.remarks == (
        "There are no orders in it; "
        + ("what was filed before stands." if earlier else "none were filed before."),
        "`help`, `status`, `report` and `address` are answered by mail only: nothing was done about them here.",
    )
    assert alice.in_force() == before


def test_questions_beside_orders_are_named_and_nothing_of_them_is_filed(alice):
    filing = alice.file(f"tile 5C\n{QUESTIONS}ready")
    plain = Desk().file("tile 5C\nready")
    assert (filing.verdict, filing.problems, filing.events) == ("FILED", (), plain.events)
    assert "players.example" not in repr(filing.events)
    assert "players.example" not in " ".join(filing.remarks)
    assert "answered by mail only" in filing.remarks[-1]
    (one,) = alice.file("tile 5C\nrules").remarks[-1:]
    assert one == "`rules` is answered by mail only: nothing was done about it here."


def test_where_questions_are_answered_nobody_says_that_they_are_not(alice):
    read_text = read(f"tile 5C\n{QUESTIONS}", alice.words)
    (filing,) = file_for_seats(
        alice.desk, ("alice",), read_text, alice.words, "test", frozenset({"questions"})
    )
    assert not any("by mail" in remark for remark in filing.remarks)


def test_a_note_is_a_problem_only_where_nobody_passes_it_on(alice):
    read_text = read("tile 5C\nnote: I am on a boat", alice.words)
    for available, verdict in ((frozenset(), "FILED WITH PROBLEMS"), (frozenset({"note"}), "FILED")):
        (filing,) = file_for_seats(alice.desk, ("alice",), read_text, alice.words, "test", available)
        assert filing.verdict == verdict
        assert "boat" not in repr(filing.events)


def test_a_question_that_cannot_be_answered_keeps_orders_filed_before_as_any_problem_does(alice):
    alice.file("tile any")
    filing = alice.file("tile 5C\nreport 99999999")
    assert [problem.line for problem in filing.problems] == [2]
    assert alice.in_force().orders == "tile any\n"


def test_withdraw_and_standing_are_not_carried_out_from_a_text_with_problems(alice):
    alice.file("tile any\nstanding\n  buy 1 Luxor\nend")
    alice.file("withdraw\nstanding\n  buy 2 Luxor\nend\ntile 99Z")
    assert alice.in_force().orders == "tile any\n"
    assert "buy 1 Luxor" in alice.in_force().standing


def test_as_before_with_nothing_before_is_a_problem_of_its_line(alice):
    filing = alice.file("tile any\nas before")
    assert [(problem.line, problem.kind) for problem in filing.problems] == [(2, "illegal")]
    assert alice.in_force().orders == "tile any\n"


def test_problems_stand_in_the_order_of_the_text_whatever_finds_them(alice):
    text = "as before\nnote: I am on a boat\nbuy 3 Luxxor\nseat bob\ntile any\nas before\ntile 99Z"
    assert [problem.line for problem in alice.file(text).problems] == [1, 2, 3, 4, 7]


@pytest.mark.parametrize(
    ("text", "unclear"),
    [
        ("ready\nbuy 1 Luxor\nbuy 3 Luxxor", 1),
        ("buy 1 Luxor\nnote: I am on a boat", 0),
        ("buy 1 Luxor\nnote: I am on a boat\nseat bob\ntile any", 1),
        ("tile any\nas before\nbuy 3 Luxxor\nseat bob\ntile 1A\nnote: I am on a boat", 3),
    ],
)
def test_what_is_stored_counts_only_what_was_not_understood(alice, text, unclear):
    (filed,) = alice.file(text).events
    assert filed.problems == unclear


@pytest.mark.parametrize("text", ["round 1\ntile any", "tile any", "Round: 1\ntile any"])
def test_orders_without_a_round_are_for_the_open_one(alice, text):
    assert alice.file(text).round == 1
    assert alice.in_force().orders == "tile any\n"


def test_where_nothing_was_filed_nothing_is_in_force_and_nothing_is_wrong_with_it(alice):
    assert alice.in_force(7) == InForce() == InForce(orders="", standing="", problems=0, ready=False)


def test_before_a_game_is_opened_there_is_no_round():
    desk = desk_of([])
    assert (desk.round, desk.last_round) == (None, 0)


def test_orders_without_press_are_for_no_report(alice):
    filing = alice.file("tile any")
    assert (filing.press, filing.press_round) == (None, 0)


def test_where_a_text_is_for_one_seat_as_before_need_not_name_it(alice):
    (problem,) = alice.file("as before").problems
    assert problem.message.startswith("no decisions of this round were filed before: write them out")


def test_only_orders_can_be_kept_from_before():
    source = source_of(3)
    assert is_kept(e.OrdersFiled(4, "tile any\n", None, ready=False, problems=0, source=source, seat="alice"))
    assert not is_kept(e.OrdersWithdrawn(4, seat="alice"))
