"""`help`, `status`, `rules`, `report [N]`, `address NEW`: read where a line is one, and only there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from orders_strategies import items_with_questions, questions_text
from orders_vocabularies import CLASSIC, POWERS

from orders import tree
from orders.handles import handle_fault
from orders.printer import canonical
from orders.questions import is_question, mailbox_in, questions
from orders.reader import Reading, read
from orders.vocabulary import Vocabulary

WORDS = ("help", "status", "rules", "report", "report 5", "address new@players.example")
SAMPLE = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


def asked(text: str, vocabulary: Vocabulary = CLASSIC) -> tuple[tree.Question, ...]:
    """What a text asks; it must be without problems."""
    reading = read(text, vocabulary)
    assert reading.problems == (), text
    return questions(reading.orders)


def not_read(reading: Reading) -> list[int]:
    return [line.line for line in reading.unread]


# --- what a line asks -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("help", tree.Ask("help")),
        ("HELP!", tree.Ask("help")),
        ("Help?!", tree.Ask("help")),
        ("status", tree.Ask("status")),
        ("Status:", tree.Ask("status")),
        ("  - status.", tree.Ask("status")),
        ("rules?", tree.Ask("rules")),
        ("1. Rules", tree.Ask("rules")),
        ("rules   # what was it again", tree.Ask("rules")),
        ("report", tree.AskReport()),
        ("Report.", tree.AskReport()),
        ("report 5", tree.AskReport(5)),
        ("Report: 5", tree.AskReport(5)),
        ("REPORT ROUND 12!", tree.AskReport(12)),
        ("report: round: 3", tree.AskReport(3)),
        ("report 9999999", tree.AskReport(9_999_999)),
        ("report 0", tree.AskReport(0)),
        ("Report: round 00.", tree.AskReport(0)),
        ("address new@players.example", tree.NewAddress("new@players.example")),
        ("Address: New.One+tag@Players.Example.", tree.NewAddress("New.One+tag@Players.Example")),
        ("address <new@players.example>", tree.NewAddress("new@players.example")),
        ("address mailto:new@players.example", tree.NewAddress("new@players.example")),
        ("address <mailto:new@players.example>", tree.NewAddress("new@players.example")),
        ("address new@players.example <mailto:new@players.example>", tree.NewAddress("new@players.example")),
        ("address New@players.example<mailto:new@players.example>", tree.NewAddress("New@players.example")),
        ("address\u00a0new@players\u200b.example", tree.NewAddress("new@players.example")),
    ],
)
def test_a_line_that_is_a_question_asks_it(line: str, question: tree.Question) -> None:
    assert asked(line) == (question,)
    assert asked(f"tile 5C\n{line}\nbuy 3 L") == (question,)
    assert canonical(read(f"tile 5C\n{line}\nbuy 3 L", CLASSIC).orders).startswith("tile 5C\nbuy 3 Luxor\n")


@pytest.mark.parametrize(
    "line",
    [
        "Help me with this, please",
        "help please",
        "Status quo is fine",
        "status: all well here",
        "Rules are rules",
        "rules of this game",
        "Report follows tomorrow",
        "report of round 5",
        "report 5 was late",
        "report five",
        "report 5C",
        "Address that later",
        "address",
        "address: 5 Main Street",
        "Address all letters to bob@players.example, please",
        "My address is bob@players.example",
        "helpless",
        "reports",
        "hlep",
        "(help)",
        "help,",
        "> help",
        "| status",
    ],
)
@pytest.mark.parametrize(
    "around", ["{}", "{}\n\ntile 5C", "tile 5C\n\n{}", "Hello,\n{0}\n\ntile 5C\n\nBye\n{0}"]
)
def test_prose_that_begins_with_such_a_word_is_neither_a_question_nor_a_problem(
    line: str, around: str
) -> None:
    reading = read(around.format(line), CLASSIC)
    assert not is_question(line)
    assert reading.problems == ()
    assert reading.orders.requests == ()
    assert canonical(reading.orders) == ("tile 5C\n" if "tile" in around else "")


@pytest.mark.parametrize(
    "line",
    [
        "report 00000000",
        "report 12345678",
        "address new@localhost",
        "address new@players..example",
        "address .new@players.example",
        "address @players.example",
        "address new@-players.example",
        "address new@players.example, old@players.example",
        "address new@players.example or old@players.example",
        "address new@players.example <mailto:old@players.example>",
        "address <new@players.example",
        "address Alice Smith <new@players.example>",
        f"address {'n' * 65}@players.example",
        f"address new@{'players.' * 32}example",
        "address n\u00e9w@players.example",
    ],
)
def test_a_question_that_cannot_be_answered_is_a_problem_that_does_not_repeat_the_address(line: str) -> None:
    reading = read(f"tile 5C\n{line}\nbuy 3 L", CLASSIC)
    assert [(problem.line, problem.kind) for problem in reading.problems] == [(2, "invalid")]
    told = repr(reading.problems).replace("alice@players.example", "")
    assert "@" not in told
    assert reading.orders == read("tile 5C\nbuy 3 L", CLASSIC).orders


def test_an_address_is_not_shown_by_accident() -> None:
    reading = read("address secret@players.example", CLASSIC)
    assert "secret" not in repr(reading)
    assert canonical(reading.orders) == "address secret@players.example\n"


def test_questions_are_told_once_each_in_their_order() -> None:
    orders = read("status\nhelp\nready\nstatus\nreport\nreport 5\nreport round 5", CLASSIC).orders
    assert questions(orders) == (tree.Ask("status"), tree.Ask("help"), tree.AskReport(), tree.AskReport(5))
    assert [question.at for question in questions(orders)] == [tree.At(n, 1) for n in (1, 2, 5, 6)]
    assert questions(read("ready\nnote: help", CLASSIC).orders) == ()


# --- where it may stand -----------------------------------------------------------------------------------


@pytest.mark.parametrize("word", WORDS)
def test_the_first_line_begins_the_reading(word: str) -> None:
    assert len(asked(word)) == 1
    assert len(asked(f"Hello,\n{word}\nAlice")) == 1
    reading = read(f"{word}\n\nthanks\n\ntile 5C", CLASSIC)
    assert reading.orders.sections == ()
    assert [line.line for line in reading.unread if line.looks_like_statement] == [5]
    assert asked(f"{word}\n-- \nAlice\nstatus") == asked(word)


@pytest.mark.parametrize("word", WORDS)
def test_prose_between_a_question_and_the_orders_is_not_read_and_no_problem(word: str) -> None:
    reading = read(f"{word}\nThey are odd.\n\n6D is a fine tile.\n\ntile 5C", CLASSIC)
    assert (reading.problems, not_read(reading)) == ((), [2, 4])
    assert canonical(reading.orders).startswith("tile 5C\n\n")


@pytest.mark.parametrize("word", WORDS)
def test_below_the_orders_a_paragraph_that_begins_with_a_question_is_read_as_far_as_it_is_one(
    word: str,
) -> None:
    reading = read(f"tile 5C\n\n{word}\nGreetings\n\nAlice\nof the seaside", CLASSIC)
    assert (reading.problems, not_read(reading)) == ((), [4, 6, 7])
    assert len(questions(reading.orders)) == 1


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize(
    "text", ["I would like to know the\n{}", "I ask for your\n{}\n\ntile 5C", "tile 5C\n\nI ask for your\n{}"]
)
def test_the_last_words_of_wrapped_prose_are_no_question(word: str, text: str) -> None:
    reading = read(text.format(word), CLASSIC)
    assert reading.problems == ()
    assert reading.orders.requests == ()
    assert text.partition("{}")[0].count("\n") + 1 in not_read(reading)


@pytest.mark.parametrize("word", WORDS)
def test_directly_below_a_line_of_press_or_a_note_it_is_the_end_of_that(word: str) -> None:
    for words in ("press: Festival is full, and I need your", "note: Please tell me more about the"):
        reading = read(f"tile 5C\n{words}\n{word}", CLASSIC)
        assert [problem.line for problem in reading.problems] == [3]
        assert canonical(reading.orders) == "tile 5C\n"
        assert len(asked(f"{words}\n\n{word}")) == 1


@pytest.mark.parametrize("word", WORDS)
def test_nothing_in_press_is_a_question_and_below_its_end_it_is_one(word: str) -> None:
    reading = read(f"press\n{word}\n\n{word}\nend press", CLASSIC)
    assert reading.problems == ()
    assert reading.orders.requests == ()
    assert len(asked(f"press\nhello\nend press\n{word}")) == 1
    assert read(f"tile 5C\npress\n{word}", CLASSIC).orders.requests == ()


@pytest.mark.parametrize("word", WORDS)
def test_a_line_that_is_left_open_goes_on_whatever_stands_below_it(word: str) -> None:
    for above in ("tile 5C if", "buy 3 L if my cash >", "tile 5C if (", "merger L into"):
        reading = read(f"{above}\n{word}\n\nbuy 2 T", CLASSIC)
        assert len(reading.problems) == 1
        assert "Lines 1 and 2 were read as one statement" in reading.problems[0].message
        assert canonical(reading.orders) == "buy 2 Tower\n"


@pytest.mark.parametrize("word", WORDS)
def test_a_comma_above_it_is_the_problem_of_that_line(word: str) -> None:
    reading = read(f"tile 5C,\n{word}", CLASSIC)
    assert [problem.line for problem in reading.problems] == [1]
    assert "ends in a comma" in reading.problems[0].message
    assert len(questions(reading.orders)) == 1


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("rest", [", 6D", "and T is active", "but 6D", "please"])
def test_nothing_goes_on_from_it(word: str, rest: str) -> None:
    reading = read(f"tile 5C\n{word}\n{rest}\nbuy 3 L", CLASSIC)
    assert [problem.line for problem in reading.problems] == [3]
    assert canonical(replace(reading.orders, requests=())) == "tile 5C\nbuy 3 Luxor\n"
    assert len(questions(reading.orders)) == 1


def test_a_link_that_a_mail_program_has_cut_off_goes_with_its_address() -> None:
    for text in ("address new@players.example\n<mailto:new@players.example>", "address new@players.example"):
        assert asked(f"tile 5C\n{text}\nbuy 3 L") == (tree.NewAddress("new@players.example"),)
    reading = read("address new@players.example\n<mailto:old@players.example>", CLASSIC)
    assert len(reading.problems) == 1
    assert reading.orders.requests == ()


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize(
    "block", ["if L is active\n{}\nend", "standing\n{}\nend", "if L is active\nelse\n{}\nend"]
)
def test_in_a_block_it_is_a_problem_and_the_block_counts_all_the_same(word: str, block: str) -> None:
    reading = read(block.format(f"tile 5C\n{word}\nbuy 3 L"), CLASSIC)
    assert [problem.kind for problem in reading.problems] == ["illegal"]
    assert "outside of all blocks" in reading.problems[0].message
    assert reading.orders == read(block.format("tile 5C\nbuy 3 L"), CLASSIC).orders


@pytest.mark.parametrize("word", WORDS)
def test_it_takes_nothing_down_with_it_and_keeps_nothing_up(word: str) -> None:
    torn = read(f"tile 5C\n\n{word}\n\nor 6D\n\nbuy 3 L", CLASSIC)
    assert [problem.line for problem in torn.problems] == [5]
    assert canonical(replace(torn.orders, requests=())) == "tile 5C\nbuy 3 Luxor\n"
    assert len(questions(torn.orders)) == 1
    open_block = read(f"{word}\nif L is active\nbuy 3 L", CLASSIC)
    assert len(questions(open_block.orders)) == 1
    assert len(open_block.problems) == 1


def test_below_a_heading_that_is_not_understood_it_is_left_out_like_the_rest() -> None:
    assert read("tile 5C\nfrist turn\nhelp", CLASSIC).orders.requests == ()


# --- names ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["help", "Status", "rules", "Report", "address"])
def test_such_a_word_can_be_a_handle_and_can_be_asked_about_and_still_ask(name: str) -> None:
    assert handle_fault(name) is None
    words = Vocabulary(CLASSIC.chains, 12, 9, ("Alice", name), "Alice")
    text = f"player {name}\n\nbuy 3 Luxor if {name} leads Luxor\nbuy 2 the chain {name} founded\n"
    reading = read(text, words)
    assert reading.problems == ()
    assert canonical(reading.orders) == text
    if name != "address":
        assert len(asked(f"{text}{name}", words)) == 1


def test_a_chain_may_be_called_so_and_a_wrapped_line_ends_with_it_as_before() -> None:
    words = Vocabulary(("Luxor", "Tower", "Status"), 12, 9, ("Alice", "Bob"), "Alice")
    for text in (
        "found Luxor, Tower,\nStatus",
        "found Luxor, Tower,\n  status",
        "found Luxor, Tower\n, Status",
    ):
        assert canonical(read(text, words).orders) == "found Luxor, Tower, Status\n"
    assert canonical(read("if I lead\nStatus\ntile 5C\nend", words).orders).startswith("if I lead Status\n")
    for text in (
        "status",
        "found Luxor\n\nstatus",
        "ready\nstatus",
        "first turn\nstatus",
        "note: x\n\nstatus",
    ):
        assert asked(text, words) == (tree.Ask("status"),)


def test_the_canonical_form_never_breaks_before_such_a_name() -> None:
    words = Vocabulary(("Luxor", "Worldwide", "Continental", "Status"), 12, 9, ("Alice", "Bob"), "Alice")
    for count in range(1, 9):
        text = f"found {'Worldwide, Continental, ' * count}Status"
        orders = read(text, words).orders
        printed = canonical(orders)
        assert "Status" not in [line.strip() for line in printed.splitlines()]
        assert read(printed, words).orders == orders


# --- whatever the text ------------------------------------------------------------------------------------


@SAMPLE
@given(items_with_questions)
def test_a_text_with_questions_is_read_back(orders: tree.Orders) -> None:
    reading = read(canonical(orders), POWERS)
    assert (reading.problems, reading.unread) == ((), ())
    assert reading.orders == orders


@SAMPLE
@given(st.text(max_size=80))
def test_whatever_is_taken_for_an_address_is_one_plain_mailbox(text: str) -> None:
    for tried in (text, f"{text}@players.example", f"<{text}>"):
        found = mailbox_in(tried)
        if found is not None:
            assert found.isascii()
            assert found.count("@") == 1
            assert not set(found) & set(' <>,;:"()[]\\\r\n\t')


@SAMPLE
@given(questions_text, st.sampled_from(["tile 5C\nbuy 3 L\n", "if L is active\ntile 5C\nend\nready\n"]))
def test_questions_above_and_below_the_orders_change_nothing_of_them(text: str, orders: str) -> None:
    alone = read(orders, CLASSIC)
    for mail in (f"{text}\n\n{orders}", f"{orders}\n{text}"):
        reading = read(mail, CLASSIC)
        assert reading.problems == ()
        assert reading.orders.sections == alone.orders.sections
        others = tuple(one for one in reading.orders.requests if not isinstance(one, tree.Question))
        assert others == alone.orders.requests
