"""What a mail can ask for, each alone on a line, beside orders or without."""

from __future__ import annotations

import pytest
from mail_house import MailHouse

from referee.clock import later
from referee.db.people import add_person, person_named
from referee.service.address_changes import OPEN_FOR
from referee.service.seats import hand_over, leave_seat


@pytest.fixture
def house(tmp_path):
    made = MailHouse(tmp_path)
    made.opens()
    return made


def asked(house, text, handle="alice"):
    house.writes(handle, text)
    return house.answer(handle)


def test_help_tells_how_to_write_with_the_form_of_the_open_round(house):
    answer = asked(house, "help\n")
    assert answer.subject == "harbour, round 1, alice: help (NOT FILED: no orders)"
    assert answer.text.count("ORDERS IN SHORT") == 1
    assert "\n\nORDER FORM" in answer.text
    assert "| player alice" in answer.text


def test_help_where_no_form_can_be_shown_has_the_language_in_short_all_the_same(house):
    house.opens("lagoon", "alice", "dora")
    house.arrives(house.mail("help\n"))
    house.takes()
    told = house.answer("alice").text
    assert told.count("ORDERS IN SHORT") == 1
    assert "ORDER FORM" not in told
    assert "`key` and your key" in " ".join(told.split())


def test_status_tells_what_is_in_force_for_who_asks_and_nothing_of_the_others(house):
    house.writes("bob", "tile any\nbuy 1 Tower\n")
    house.writes("alice", "tile any\nbuy 1 Luxor\n")
    text = asked(house, "Status?\n").text
    assert "|  buy 1 Luxor" in text
    assert "Tower" not in text
    assert "bob has" not in text


def test_rules_tell_the_switches_and_the_prices_of_the_game(house):
    text = asked(house, "rules\n").text
    assert "HOW IT IS PLAYED" in text
    assert "PRICE CARD" in text


def letters_for(house, text, handle="alice"):
    """What comes of a mail: all letters that its writer gets."""
    before = len(house.letters(handle))
    house.writes(handle, text)
    return house.letters(handle)[before:]


def test_a_report_that_is_all_that_is_asked_for_is_the_answer_as_it_was(house):
    house.resolves()
    house.resolves()
    _, first, second = house.letters("alice", kind="report")
    (latest,) = letters_for(house, "report\n")
    (earliest,) = letters_for(house, "report 1\n")
    assert (latest.text, earliest.text) == (second.text, first.text)
    assert latest.subject == "harbour, round 3, alice: report of round 2 (NOT FILED: no orders)"
    assert earliest.subject == "harbour, round 3, alice: report of round 1 (NOT FILED: no orders)"
    for one, original in ((latest, second), (earliest, first)):
        assert one.mail["Reply-To"] == house.reply_address("alice")
        assert one.mail["Auto-Submitted"] == "auto-replied"
        assert one.mail["In-Reply-To"]
        assert one.mail["Message-ID"] != original.mail["Message-ID"]


def test_report_0_is_the_report_with_which_the_game_began(house):
    (first,) = house.letters("alice", kind="report")
    house.resolves()
    (again,) = letters_for(house, "report 0\n")
    assert again.text == first.text
    assert again.subject == "harbour, round 2, alice: report of round 0 (NOT FILED: no orders)"


def test_two_reports_are_two_mails_and_no_third_speaks_of_them(house):
    house.resolves()
    asked_for = letters_for(house, "report 0\nreport 1\n")
    assert [one.subject.partition(": ")[2][:17] for one in asked_for] == [
        "report of round 0",
        "report of round 1",
    ]


@pytest.mark.parametrize("beside", ["status\n", "note: hello\n", "tile any\n", "report 9\n"])
def test_what_is_asked_beside_a_report_is_answered_in_a_mail_of_its_own(house, beside):
    letters = letters_for(house, f"report\n{beside}")
    assert len(letters) == 2
    texts = [one.text for one in letters]
    assert sum("ORDER FORM" in text and "YOUR HAND" in text for text in texts) == 1


def test_what_must_be_said_of_a_mail_is_said_though_it_asks_for_a_report_alone(house):
    to = house.reply_address("alice")
    house.arrives(b"Cc: bob@players.example\n" + house.mail("report\n", to=to), to)
    house.takes()
    assert "they can see your orders" in " ".join(house.answer("alice").text.split())
    assert len(house.letters("alice", kind="report")) == 2


def test_a_report_that_is_not_there_is_said_not_to_be(house):
    assert "harbour has no report of round 7" in asked(house, "report 7\n").text


def test_orders_and_questions_in_one_mail_are_both_answered(house):
    answer = asked(house, "tile any\nstatus\n")
    assert answer.subject == "FILED: harbour, round 1, alice"
    assert "In force for alice" in answer.text


ASKED = "status\nrules\nhelp\nreport\nnote: my cat ate the dice\n"


@pytest.mark.parametrize(
    "refused",
    ["round 1\ntile any\n", "player bob\ntile any\n", "game lagoon\ntile any\n", "tile any\n", "resign\n"],
)
def test_what_is_asked_is_answered_though_the_orders_beside_it_are_refused(house, refused):
    old = house.reply_address("alice")
    house.resolves()
    before = len(house.letters("alice", kind="report"))
    house.arrives(house.mail(f"{refused}{ASKED}", to=old), old)
    house.takes()
    answer = house.answer("alice")
    assert answer.subject == "NOT FILED: harbour, round 2, alice"
    for told in ("In harbour, round 2 is open", "HOW IT IS PLAYED", "ORDERS IN SHORT", "Your note has gone"):
        assert told in answer.text
    assert len(house.letters("alice", kind="report")) == before + 1
    assert "my cat ate the dice" in house.letters("owner@acquire.example")[-1].text


@pytest.mark.parametrize(
    "beside", ["", "status\n", "status\nnote: hello\n", "help\nrules\n", "tile any\nstatus\n"]
)
@pytest.mark.parametrize("where", ["{away}{beside}", "{beside}{away}"])
def test_away_is_said_not_to_be_available_whatever_stands_beside_it(house, beside, where):
    answer = asked(house, where.format(away="away 2026-12-01 to 2026-12-09\n", beside=beside))
    assert answer.subject.startswith("FILED WITH PROBLEMS" if "tile" in beside else "NOT FILED")
    assert "away is not available yet" in answer.text


SAID = {
    "tile any\n": "FILED: harbour, round 1, alice",
    "ready\n": "FILED: harbour, round 1, alice",
    "withdraw\n": "FILED: harbour, round 1, alice",
    "resign\nstatus\n": "FILED: harbour, round 1, alice",
    "press: hello\n": "FILED: harbour, round 1, alice",
    "tile any\nbuy 1 Luxxor\nhelp\n": "FILED WITH PROBLEMS: harbour, round 1, alice",
    "buy 1 Luxxor\n": "NOT FILED: harbour, round 1, alice",
    "report 123456789\n": "NOT FILED: harbour, round 1, alice",
    "round 7\ntile any\n": "FILED: harbour, round 7, alice",
    "game lagoon\ntile any\n": "NOT FILED: harbour, round 1, alice",
    "hello\n": "NOT FILED: harbour, round 1, alice",
    "note: hello\n": "NOT FILED: harbour, round 1, alice",
    "key AAAAAAAAAAAAAAAAAAAAAAAA\ntile any\n": "NOT FILED: harbour, round 1, alice",
    "> tile any\n": "NOT FILED: harbour, round 1, alice",
    "status\nreport\n": "harbour, round 1, alice: status, report (NOT FILED: no orders)",
    "address alice@new.example\n": "harbour, round 1, alice: address (NOT FILED: no orders)",
}


@pytest.mark.parametrize("by_token", [True, False])
@pytest.mark.parametrize("text", SAID)
def test_the_subject_of_each_answer_says_whether_orders_were_filed_and_for_which_round(house, text, by_token):
    to = house.reply_address("alice") if by_token else "ref@acquire.example"
    house.arrives(house.mail(text, to=to), to)
    house.takes()
    answer = house.answer("alice")
    if "game lagoon" in text and not by_token:
        assert answer.subject == "NOT FILED"
    else:
        assert answer.subject == SAID[text]
        assert answer.mail["Reply-To"] == house.reply_address("alice")
    assert all(len(line) <= 78 and line == line.rstrip() for line in answer.text.splitlines())


def test_withdraw_ready_and_resign_are_carried_out_as_in_a_file(house):
    house.writes("alice", "tile any\nready\n")
    assert house.log().desk.in_force("alice").ready
    assert asked(house, "withdraw\n").subject == "FILED: harbour, round 1, alice"
    assert house.in_force("alice") == ""
    house.writes("alice", "resign\n")
    assert house.log().desk.resigning() == ("alice",)


def test_away_is_answered_as_not_available_and_never_acknowledged(house):
    answer = asked(house, "away 2026-12-01 to 2026-12-09\n")
    assert answer.subject.startswith("NOT FILED")
    assert "not available" in answer.text


def test_a_note_goes_to_the_referee_and_into_no_log(house):
    answer = asked(house, "note: my cat ate the dice\n")
    (note,) = house.letters("owner@acquire.example")
    assert "my cat ate the dice" in note.text
    assert "Your note has gone to the referee." in answer.text
    with house.looking() as work:
        assert not any("cat" in one.text for one in work.unit.records("harbour"))


def test_who_asks_without_naming_a_game_is_told_of_all_his_games(house):
    house.opens("lagoon", "alice", "dora")
    house.arrives(house.mail("status\n"))
    house.takes()
    answer = house.answer("alice")
    assert answer.subject == "status (NOT FILED: no orders)"
    assert "In harbour, round 1 is open" in answer.text
    assert "In lagoon, round 1 is open" in answer.text


def test_what_is_about_a_game_needs_a_game(house):
    house.opens("lagoon", "alice", "dora")
    house.arrives(house.mail("rules\n"))
    house.takes()
    assert house.answer("alice").subject == "NOT FILED"


def test_a_player_is_told_of_no_command_that_only_the_referee_can_type(tmp_path):
    house = MailHouse(tmp_path)
    house.opens("harbour", "alice", "bob", "carol", switches=("leaver=substitute",))
    with house.working() as work:
        leave_seat(work, "harbour", "alice", end_meant=False)
    house.resolves()
    house.resolves()
    with house.working() as work:
        dora = add_person(work.unit, "dora", "Dora", ["dora@players.example"], house.now)
        hand_over(work, "harbour", "alice", dora.handle)
    for number, said in (
        (0, "was for who held the seat"),
        (1, "nobody held that seat then"),
        (9, "its latest"),
    ):
        house.arrives(house.mail(f"report {number}\n", sender="dora@players.example"))
        house.takes()
        answer = house.answer("dora")
        assert said in " ".join(answer.text.split())
        assert "referee report" not in answer.text


class TestAnotherAddress:
    def yes(self, house, letter, words="yes\n"):
        house.arrives(
            house.mail(words, sender=letter.recipient, to=letter.mail["Reply-To"], proven=False),
            letter.mail["Reply-To"],
        )
        return house.takes()

    def address_of(self, house):
        with house.looking() as work:
            return person_named(work.unit, "alice").addresses[0]

    def test_both_addresses_are_asked_and_the_new_one_counts_when_both_have_said_yes(self, house):
        asked(house, "address alice@new.example\n")
        questions = house.letters(kind="question")
        assert {one.recipient for one in questions} == {"alice@players.example", "alice@new.example"}
        self.yes(house, questions[0])
        assert self.address_of(house) == "alice@players.example"
        self.yes(house, questions[1])
        assert self.address_of(house) == "alice@new.example"
        assert house.letters("alice@new.example", kind="notice")
        house.resolves()
        assert house.letters("alice@new.example", kind="report")

    @pytest.mark.parametrize(
        "answer", ["no\n", "Who are you? I play nothing.\n", "", "> To say yes\n", "Oh yes?\n"]
    )
    @pytest.mark.parametrize("side", [0, 1])
    def test_whoever_answers_without_saying_yes_has_not_said_it_and_the_player_hears_so(
        self, house, side, answer
    ):
        asked(house, "address alice@new.example\n")
        questions = house.letters(kind="question")
        self.yes(house, questions[1 - side])
        (taken,) = self.yes(house, questions[side], answer)
        assert taken.outcome == "rejected"
        assert self.address_of(house) == "alice@players.example"
        assert "not said yes" in house.letters("alice", kind="notice")[-1].text
        self.yes(house, questions[side], "Yes, please.\n")
        assert self.address_of(house) == "alice@new.example"

    @pytest.mark.parametrize(
        "answer",
        [
            "yes\n",
            "YES!\n\nAm 28.11.2026 um 10:00 schrieb Acquire referee:\n> To say yes, answer this mail\n",
            "\n  Yes please\n-- \nAlice\n",
            "*Yes*\n",
        ],
    )
    def test_a_yes_is_heard_however_a_mail_program_dresses_it(self, house, answer):
        asked(house, "address alice@new.example\n")
        for question in house.letters(kind="question"):
            self.yes(house, question, answer)
        assert self.address_of(house) == "alice@new.example"

    def test_after_the_first_yes_the_player_hears_which_is_wanted_still(self, house):
        asked(house, "address alice@new.example\n")
        self.yes(house, house.letters(kind="question")[1])
        (news,) = house.letters("alice", kind="notice")
        assert "alice@new.example has said yes. When alice@players.example says so" in " ".join(
            news.text.split()
        )

    def test_a_yes_that_comes_too_late_changes_nothing_and_the_player_hears_so(self, house):
        asked(house, "address alice@new.example\n")
        old, new = house.letters(kind="question")
        self.yes(house, old)
        house.now = later(house.now, OPEN_FOR + 1)
        (taken,) = self.yes(house, new)
        assert taken.outcome == "rejected"
        assert self.address_of(house) == "alice@players.example"
        assert "too late" in house.letters("alice", kind="notice")[-1].text

    def test_an_address_that_has_become_another_s_meanwhile_is_not_had_and_the_player_hears_so(self, house):
        asked(house, "address alice@new.example\n")
        old, new = house.letters(kind="question")
        self.yes(house, old)
        with house.working() as work:
            add_person(work.unit, "dora", "Dora", ["Alice@new.example"], house.now)
        (taken,) = self.yes(house, new)
        assert taken.outcome == "rejected"
        assert self.address_of(house) == "alice@players.example"
        assert "cannot be used any more" in house.letters("alice", kind="notice")[-1].text

    def test_of_two_wishes_the_later_counts_and_no_yes_to_the_earlier(self, house):
        asked(house, "address first@new.example\n")
        asked(house, "address second@new.example\n")
        old, first, old_again, second = house.letters(kind="question")
        for letter in (first, old, second):
            self.yes(house, letter)
        assert self.address_of(house) == "alice@players.example"
        self.yes(house, old_again)
        assert self.address_of(house) == "second@new.example"

    def test_of_two_addresses_in_one_mail_neither_is_asked(self, house):
        answer = asked(house, "address first@new.example\naddress second@new.example\nstatus\n")
        assert "several new addresses" in answer.text
        assert "In harbour, round 1 is open" in answer.text
        assert house.letters(kind="question") == []

    def test_from_the_old_address_nobody_is_believed_any_more_but_his_token_is(self, house):
        asked(house, "address alice@new.example\n")
        for question in house.letters(kind="question"):
            self.yes(house, question)
        house.arrives(house.mail("tile any\n"))
        assert house.takes()[0].reason == "unknown sender"
        house.writes("alice", "tile any\n")
        assert (
            house.letters("alice@new.example", kind="answer")[-1].subject == "FILED: harbour, round 1, alice"
        )

    def test_one_yes_twice_is_one_yes(self, house):
        asked(house, "address alice@new.example\n")
        first = house.letters(kind="question")[0]
        self.yes(house, first)
        self.yes(house, first)
        assert self.address_of(house) == "alice@players.example"

    def test_an_address_of_another_player_cannot_be_had_and_nobody_learns_whose_it_is(self, house):
        text = asked(house, "address bob@players.example\n").text
        assert "bob@players.example cannot be used" in text
        assert house.letters(kind="question") == []

    def test_a_yes_that_was_not_asked_for_changes_nothing(self, house):
        asked(house, "address alice@new.example\n")
        old, new = house.letters(kind="question")
        forged = new.mail["Reply-To"].replace(".new.", ".old.")
        house.arrives(house.mail("yes\n", to=forged), forged)
        (taken,) = house.takes()
        assert taken.reason == "bad confirmation token"
        self.yes(house, new)
        assert self.address_of(house) == "alice@players.example"
        assert old.recipient == "alice@players.example"

    def test_nobody_can_have_a_stranger_s_address_flooded(self, house):
        for _ in range(10):
            asked(house, "address victim@elsewhere.example\n")
        assert len(house.letters("victim@elsewhere.example")) == 3
