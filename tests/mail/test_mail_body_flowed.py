"""Format=flowed: what a program has broken is put together, what was written in lines stays in lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mail_bodies import ORDERS, is_read, plain, raw

from referee.mail.body import body_of
from referee.mail.flowed import unflowed
from referee.mail.quoting import own_words


def flowed(text, **parameters):
    told = "".join(f"; {name}={value}" for name, value in parameters.items())
    return raw(f"Content-Type: text/plain; charset=utf-8; format=flowed{told}", text.encode())


def test_a_broken_line_is_joined():
    assert unflowed("buy 2 Luxor, \n1 Tower\n", delsp=False) == "buy 2 Luxor, 1 Tower\n"
    assert unflowed("buy 2 Luxor,  \n1 Tow \ner\n", delsp=True) == "buy 2 Luxor, 1 Tower\n"


def test_lines_that_were_not_broken_stay():
    assert unflowed(ORDERS, delsp=False) == ORDERS
    assert unflowed("a\n\nb\n", delsp=True) == "a\n\nb\n"


def test_the_blank_that_protects_the_beginning_of_a_line_is_taken_away():
    assert unflowed(" From Alice\n  tile 5C\n > 3\n", delsp=False) == "From Alice\n tile 5C\n> 3\n"


def test_quoted_lines_are_joined_among_themselves():
    text = "> buy 3 \n> Festival\n>> tile \n> 9I \ntile 5C\n"
    assert unflowed(text, delsp=False) == "> buy 3 Festival\n>> tile \n> 9I \ntile 5C\n"
    assert own_words(unflowed(text, delsp=False)).text == "tile 5C"


def test_a_signature_line_is_no_broken_line():
    assert own_words(unflowed("tile 5C\n-- \nbuy 3 Festival\n", delsp=False)).text == "tile 5C"
    assert own_words(unflowed("tile 5C \n-- \nbuy 3 Festival\n", delsp=True)).text.rstrip() == "tile 5C"


def test_a_line_mangled_by_a_mailbox_is_not_quoted():
    assert unflowed(">From here on \nI play\n", delsp=False) == ">From here on I play\n"


@pytest.mark.parametrize("delsp", [False, True])
def test_a_blank_typed_at_the_end_of_a_line_joins_no_two_statements(delsp):
    text = "game harbour \ntile 5C \nbuy 3 Luxor \nready\n"
    assert [one.rstrip() for one in unflowed(text, delsp=delsp).splitlines()] == [
        one.rstrip() for one in text.splitlines()
    ]


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("press: In the end I shall \nbuy Luxor\n", "press: In the end I shall buy Luxor\n"),
        ("note: I will \ntile 5C\n", "note: I will tile 5C\n"),
        ("buy 3 Luxor \nif Luxor is active\n", "buy 3 Luxor if Luxor is active\n"),
        (
            "merger American into Luxor if size of Luxor is more than the size of \nsurvivor\n",
            "merger American into Luxor if size of Luxor is more than the size of survivor\n",
        ),
    ],
)
def test_a_line_that_goes_on_with_a_word_that_can_begin_a_statement_is_joined(text, whole):
    assert unflowed(text, delsp=False) == whole


@pytest.mark.parametrize(
    ("text", "parameters"),
    [
        ("game: harbour\ntile 5C, \n6D\nbuy 2 Luxor, \n1 Tower\n", {}),
        ("game: har \nbour\ntile 5C,  \n6D\nbuy 2 Luxor,  \n1 Tower\n", {"delsp": "yes"}),
        ("game: har \nbour\ntile 5C,  \n6D\nbuy 2 Luxor,  \n1 Tower\n", {"DelSp": '"YES"'}),
        (" game: harbour\n tile 5C, 6D\n buy 2 Luxor, 1 Tower\n", {}),
        (f"> > {ORDERS.splitlines()[1]} \n>> x\n{ORDERS}", {"delsp": "no"}),
    ],
)
def test_orders_in_a_flowed_mail_are_read(text, parameters):
    body = body_of(flowed(text, **parameters))
    assert is_read(plain(body.text))


def test_a_text_that_is_not_flowed_is_not_joined():
    assert (
        body_of(raw("Content-Type: text/plain; format=fixed", b"tile 5C \n6D \n")).text == "tile 5C \n6D \n"
    )


def pieces(line, depth, at, delsp):
    """A line broken by a program at some of its blanks."""
    start = ">" * depth + (" " if depth or line.startswith((" ", ">", "From ")) else "")
    words = line.split(" ")
    lines = [start + words[0]]
    for index, word in enumerate(words[1:]):
        if index in at and word and not word.startswith((" ", ">", "From")):
            lines[-1] += "  " if delsp else " "
            lines.append(">" * depth + (" " if depth else "") + word)
        else:
            lines[-1] += " " + word
    return lines


@given(
    st.lists(
        st.tuples(
            st.lists(st.text("abc>:", min_size=1, max_size=5), min_size=1, max_size=6).map(" ".join),
            st.integers(0, 3),
            st.sets(st.integers(0, 5)),
        ),
        max_size=8,
    ),
    st.booleans(),
)
def test_what_a_program_has_broken_comes_back_as_it_was(lines, delsp):
    sent = [piece for line, depth, at in lines for piece in pieces(line, depth, at, delsp)]
    expected = ["> "[: 2 * depth].replace("> ", ">" * depth + " ") + line for line, depth, _ in lines]
    assert unflowed("\n".join(sent), delsp=delsp).split("\n") == (expected or [""])


@given(st.text("> -ab\n", max_size=200), st.booleans())
def test_no_text_raises(text, delsp):
    unflowed(text, delsp=delsp)
