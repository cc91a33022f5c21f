"""What every report looks like: its width, its characters, and that no line of it is an order."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from option_games import LOCK, MOLE, PIER, SHED
from report_case import A_FEW, NAMES, random_game, sample, some_rounds

from orders.questions import is_question
from orders.reader import read
from orders.tree import Orders
from orders.words import Beginning, beginning
from referee.report.layout import WIDTH, looks_like_an_order


def all_reports(game):
    for round_number in some_rounds(game):
        for reader in (None, *game.seats):
            yield game.report(round_number, reader)


@pytest.mark.parametrize("number", A_FEW)
def test_every_report_is_ascii_within_78_columns_without_trailing_blanks_and_ends_with_one_newline(number):
    for text in all_reports(sample(number)):
        assert text.isascii()
        assert "\t" not in text
        assert text.endswith("\n")
        assert not text.endswith("\n\n")
        assert "\n\n\n" not in text
        for line in text.splitlines():
            assert len(line) <= WIDTH, line
            assert line == line.rstrip()


@pytest.mark.parametrize("number", A_FEW)
def test_no_line_of_a_report_begins_like_an_order(number):
    for text in all_reports(sample(number)):
        for line in text.splitlines():
            if line.startswith("|") or not line.strip():
                continue
            assert beginning(line) is Beginning.OTHER, line
            assert not is_question(line), line
            assert not looks_like_an_order(line.split()[0]), line


@pytest.mark.parametrize(
    "number",
    [0, 3, 4, 7, 14, "bank, laid", "four hands", "teams", "powers", "rounds of one play", "vacant seats"],
)
@pytest.mark.parametrize("quote", ["", "> ", ">", ">> ", "  "])
def test_a_whole_report_read_as_orders_has_no_statement_and_nothing_that_looks_like_one(number, quote):
    game = sample(number)
    for round_number in (0, 1, game.rounds // 2, game.rounds):
        for reader in (None, *game.seats):
            text = game.report(round_number, reader)
            quoted = "".join(quote + line for line in text.splitlines(keepends=True))
            reading = read(quoted, game.vocabulary(reader))
            assert reading.orders == Orders()
            assert not reading.problems
            assert not [line for line in reading.unread if line.looks_like_statement]


@pytest.mark.parametrize("game", [PIER, replace(PIER, pool=""), MOLE, LOCK, SHED], ids=lambda game: game.name)
def test_a_report_of_a_game_with_options_read_as_orders_has_nothing_that_looks_like_one(game):
    for reader in (None, *game.order):
        reading = read(game.report(reader), sample("powers").vocabulary())
        assert reading.orders == Orders()
        assert not reading.problems
        assert not [line for line in reading.unread if line.looks_like_statement]


@pytest.mark.parametrize("number", [0, 7])
def test_orders_above_a_quoted_report_are_read_alone(number):
    game = sample(number)
    seat = game.seats[0]
    mine = "tile 5C\nbuy nothing\n"
    vocabulary = game.vocabulary(seat)
    alone = read(mine, vocabulary)
    reading = read(mine + "\n" + game.report(1, seat), vocabulary)
    assert reading.orders == alone.orders
    assert not reading.problems


@pytest.mark.parametrize("number", A_FEW)
def test_the_order_form_without_its_bars_is_read_without_a_problem(number):
    game = sample(number)
    for round_number in some_rounds(game)[:-1]:
        for reader in game.seats:
            text = game.report(round_number, reader)
            if reader in game.state(round_number).left:
                assert "ORDER FORM" not in text
                continue
            form = text[text.index("ORDER FORM") :].split("\n\n")[1]
            bare = re.sub(r"^\| ?", "", form, flags=re.MULTILINE)
            reading = read(bare, game.vocabulary(reader))
            assert not reading.problems, (bare, reading.problems)
            assert reading.orders.sections
            for line in bare.replace("# end game ", "end game ").splitlines():
                if line.startswith("end game"):
                    assert not read(line, game.vocabulary(reader)).problems


def test_handles_that_are_nearly_order_words_never_begin_a_line():
    names = ("Tyles", "Bux", "Gamer", "Settler", "Rounder", "Turner")
    options = {"special_powers": "true", "leaves": 0.1}
    for game in (
        *(random_game(seed, seats=names, rounds=5, misses=0.2) for seed in range(2)),
        random_game(2, seats=names[:4], teams="true", **options),
        random_game(3, seats=names[:2], two_players="four_hands", **options),
        random_game(4, seats=names[2:5], rounds=30, plays_per_round="1", leaver="substitute", **options),
    ):
        for text in all_reports(game):
            for line in text.splitlines():
                assert line.startswith("|") or beginning(line) is Beginning.OTHER, line
                assert not line.split() or not looks_like_an_order(line.split()[0]), line


def test_handles_that_are_questions_never_stand_alone_on_a_line():
    names = ("Help", "Status", "Rules", "Report", "Address")
    for game in (
        random_game(5, seats=names, rounds=4, misses=0.2),
        random_game(6, seats=names[:3], rounds=9, plays_per_round="1", leaver="substitute", leaves=0.1),
    ):
        for text in all_reports(game):
            assert not any(is_question(line) for line in text.splitlines()), text
            assert read(text, game.vocabulary()).orders == Orders()


@pytest.mark.parametrize("options", [{}, {"special_powers": "true", "leaves": 0.05}])
def test_six_figures_and_six_long_names_still_fit(options):
    names = tuple(f"{name}_{'x' * (15 - len(name))}" for name in NAMES)
    game = random_game(3, "classic", names, rounds=25, **options)
    for entry in game.entries:
        if entry.event.KIND == "game_opened":
            entry.event.edition["cash"] = 765_000
    for text in all_reports(game):
        assert all(len(line) <= WIDTH for line in text.splitlines()), text
