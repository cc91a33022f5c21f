"""What is asked where nobody answers it: that is said, nothing is filed, and no answer of ours asks it again."""

import pytest
from service_helpers import open_harbour

from orders.questions import is_question, questions
from orders.reader import read
from referee.report.answer import answer_text
from referee.round.vocabulary import vocabulary_of_edition
from referee.rules.editions import edition_named
from referee.service.check_text import check_text
from referee.service.file_orders import check_orders, file_orders
from referee.service.try_orders import try_orders

WORDS = vocabulary_of_edition(edition_named("classic"))
ASKED = "help\nstatus\nrules\nreport\nreport 5\naddress new@players.example\n"
HARD = (
    ASKED,
    f"tile 5C\n{ASKED}",
    f"Hello,\n{ASKED}Greetings\nAlice\n",
    "report 99999999\naddress one@players.example, two@players.example\n",
    "I would like to know the\nrules\n\ntile 5C\nif L is active\nhelp\nend\n\nI ask for your\nhelp",
    "tile 5C\npress: I need your\nhelp",
    "tile 5C if\nstatus",
    "tile 5C\n\nthanks\n\nstatus\nhelp\n",
)


def test_questions_alone_leave_no_trace_and_are_said_to_be_answered_by_mail(tmp_path):
    with open_harbour(tmp_path) as work:
        before = work.log("harbour").head
        for of in (file_orders(work, "harbour", "alice", ASKED, "test"), check_text(ASKED, "classic")):
            assert (of.verdict, of.problems) == ("NOT FILED", ())
            assert of.remarks[-1].endswith("are answered by mail only: nothing was done about them here.")
        assert work.log("harbour").head == before


def test_no_address_that_is_asked_for_comes_into_the_log(tmp_path):
    with open_harbour(tmp_path) as work:
        answer = file_orders(work, "harbour", "alice", f"tile any\n{ASKED}ready", "test")
        assert (answer.verdict, answer.problems) == ("FILED", ())
        assert "address new@players.example" in answer.canonical
        assert not any("players.example" in repr(record) for record in work.unit.records("harbour"))
        assert any("tile any" in repr(record) for record in work.unit.records("harbour"))


def test_orders_are_tried_whatever_else_is_asked(tmp_path):
    with open_harbour(tmp_path) as work:
        assert try_orders(work, "harbour", "alice", f"tile any\n{ASKED}", ()) == try_orders(
            work, "harbour", "alice", "tile any", ()
        )


@pytest.mark.parametrize("text", HARD)
@pytest.mark.parametrize("quote", ["", "> ", "  "])
def test_no_answer_asks_anything_when_it_comes_back(tmp_path, text, quote):
    with open_harbour(tmp_path) as work:
        answers = (
            check_text(text, "classic"),
            check_orders(work, "harbour", "alice", text),
            file_orders(work, "harbour", "alice", text, "test"),
        )
    for answer in map(answer_text, answers):
        assert not any(is_question(line) for line in answer.splitlines()), answer
        for mail in (answer, f"tile 5C\n\n{answer}"):
            quoted = "".join(f"{quote}{line}\n" for line in mail.splitlines())
            assert questions(read(quoted, WORDS).orders) == ()
