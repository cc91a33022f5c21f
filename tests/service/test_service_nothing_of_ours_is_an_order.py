"""No line of our own reports, letters and answers reads as an order, a header or a request, however it comes back.

The reader of orders is the last filter: what a mail program leaves of a quotation, whole, line by line, cut off
somewhere, behind marks, without them, or broken anew, must say nothing. The form alone is there to be filled in: its
lines stand behind bars, and are orders as soon as a player takes the bars away, not before.
"""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import wrap

import pytest
from mail_house import MailHouse

sys.path.insert(0, str(Path(__file__).parent.parent / "report"))

from hostile_press import HOSTILE
from report_case import sample

from orders.reader import read
from orders.tree import Orders
from orders.vocabulary import Vocabulary
from referee.mail.order_lines import ANY_WORDS
from referee.report.letters import (
    OwnState,
    address_news_text,
    address_question_text,
    forged_text,
    help_text,
    press_refused_text,
    referee_text,
    refusal_text,
    state_text,
    stranger_text,
)

REPORTS = Path(__file__).parent.parent / "report"
GOLDEN = {file.stem: file.read_text(encoding="utf-8") for file in sorted((REPORTS / "golden").glob("*.txt"))}
MARKS = ("", "> ", ">", ">> ", "> > ", " > ", "  ", "\t", "    ")
WIDTHS = range(60, 81, 4)
FORM = "game harbour\nround 5\nplayer alice\ntile any\nbuy nothing\nready\n"
BEHIND_BARS = "".join(f"| {line}\n" for line in FORM.splitlines())
WRITTEN = (
    "tile 5C, 6D\nbuy 3 Luxor, 1 Tower\nend game if round > 3\nmerger any: sell all\n",
    "tile 5C if size of Luxor > 3 and not (Tower is active or price of Tower >= 400 and I hold 5C)\nready\n",
    "standing\n  tile any\n  buy nothing\nend\n",
    "tile 99Z\nbye 3 Luxor\nbuy 3 Luxxor\nfound nobody, nothing\nround 77\n",
    "if Luxor is active\n  tile 5C\n",
    "Dear referee,\ntell me what to buy.\n\nbuy\n\ntile 5C\nthanks\nbuy 3 Tower\nready\n",
    "note: buy 3 Luxor for me\npress to bob: tile 5C\nanonymous press: ready\n",
    "help\nstatus\nreport\nreport 7\nrules\n",
    "ready\n", "withdraw\n", "away 2026-12-01 to 2026-12-10\n", "key AAAA-BBBB\ntile 5C\n", "game other\ntile 5C\n",
    "address alice@new.example\n", "address nobody\n", "", "Hello!\n", "x" * 70_000, "tile 5C\n" * 1_100,
)  # fmt: skip


def says_nothing(text: str, words: Vocabulary) -> bool:
    reading = read(text, words)
    assert reading.refused is None
    return reading.orders == Orders() and reading.problems == ()


def comes_back(text: str, words: Vocabulary) -> list[str]:
    """The ways in which a text of ours says something when it comes back: there must be none."""
    lines = text.splitlines()
    found = [
        f"{mark}{line}"
        for line in dict.fromkeys(lines)
        for mark in MARKS
        if not says_nothing(mark + line, words)
    ]
    found += [mark for mark in MARKS if not says_nothing("".join(f"{mark}{one}\n" for one in lines), words)]
    for width in WIDTHS:
        broken = "\n".join(piece for line in lines for piece in wrap(line, width) or [""])
        reading = read(broken, words)
        if reading.orders != Orders():
            found.append(f"broken at {width}")
    return found


@pytest.mark.parametrize("report", GOLDEN)
def test_nothing_of_a_report_is_an_order(report):
    assert comes_back(GOLDEN[report], ANY_WORDS) == []


@pytest.mark.parametrize("report", GOLDEN)
def test_nothing_of_a_report_of_which_the_top_was_cut_off_is_an_order(report):
    lines = GOLDEN[report].splitlines(keepends=True)
    cut = [line for at, line in enumerate(lines) if not says_nothing("".join(lines[at:]), ANY_WORDS)]
    assert cut == []


@pytest.mark.parametrize("number", range(4))
def test_nothing_of_any_report_of_a_game_of_chance_is_an_order(number):
    game = sample(number)
    for round_number in range(game.rounds + 1):
        for reader in (None, game.seats[0]):
            text = game.report(round_number, reader)
            assert says_nothing(text, game.vocabulary(reader))
            assert [
                line for line in text.splitlines() if not says_nothing(line, game.vocabulary(reader))
            ] == []


def test_a_form_whose_bars_a_player_takes_away_is_what_he_orders():
    assert not says_nothing(FORM, ANY_WORDS)
    assert comes_back(BEHIND_BARS, ANY_WORDS) == []


@pytest.mark.parametrize("words", ["alice", "Tile", "tile 5C", "ready", "buy 3 Luxor", "status\nreport"])
def test_nothing_of_a_letter_is_an_order_whatever_names_and_words_stand_in_it(words):
    name = " ".join(words.split())
    state = OwnState(
        "harbour", "alice", 5, ("alice", "bob", "bob"), None, FORM, ready=True, misses=2, ended=None
    )
    letters = (
        refusal_text(
            "harbour, round 5, alice", f"The round is closed.\nNothing of `{name}` was filed.", BEHIND_BARS
        ),
        help_text("ref@acquire.example", BEHIND_BARS),
        state_text([state]),
        *(
            forged_text(name, "alice@players.example", "2026-11-28T10:00:00Z", is_held=held)
            for held in (True, False)
        ),
        stranger_text("ref@acquire.example"),
        address_question_text(name, "a@players.example", "b@players.example", to_new=True),
        address_news_text(name, "The address was not changed."),
        press_refused_text("harbour", words, words),
        referee_text("A mail is held.", [("from", name), ("subject", name)], ["referee mail held"]),
    )
    for letter in letters:
        assert comes_back(letter, ANY_WORDS) == []


def test_nothing_of_any_answer_to_any_text_is_an_order(tmp_path):
    house = MailHouse(tmp_path)
    house.opens()
    for text in (*WRITTEN, *HOSTILE):
        house.writes("alice", text)
    house.resolves()
    late = house.reply_address("carol", 1)
    house.arrives(house.mail("tile 5C\n", sender="carol@players.example", to=late), late)
    house.arrives(house.mail("game harbour\nround 1\ntile 5C\n", sender="carol@players.example"))
    house.arrives(house.mail("tile 5C\n", sender="carol@players.example", proven=False))
    house.arrives(house.mail("tile 5C\n", sender="eve@players.example"))
    house.takes()
    house.writes("bob", "round 3\ntile any\n")
    house.opens("quay", switches=("plays_per_round=1",))
    for handle in house.handles:
        house.arrives(house.mail("game quay\ntile any\nbuy nothing\n", sender=f"{handle}@players.example"))
        house.arrives(house.mail("game quay\nround 9\ntile any\n", sender=f"{handle}@players.example"))
    house.takes()
    texts = {letter.text for letter in house.letters()}
    assert len(texts) > len(WRITTEN)
    for words in (
        "Too late: round 1 is closed",
        "Now round 1 is played by",
        "round 3 is not open yet",
        "Did you write it?",
    ):
        assert any(words in " ".join(text.split()) for text in texts), words
    said = {line for text in texts for line in comes_back(text, ANY_WORDS)}
    assert said == set()
