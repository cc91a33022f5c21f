"""When a letter is tried again: the pauses, their end, and that no letter's bytes go out a third time unheard of."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.clock import later
from referee.db.outbox import Posted
from referee.mail.smtp import Lost, Refused, RefusedRecipient, Sent
from referee.service.post_schedule import (
    MOST_STARTS,
    given_up,
    is_unsure,
    pause_after,
    settled,
    settled_unsure,
)

AT = "2026-12-04T18:00:00Z"
LETTER = Posted(
    1, "name", "report", None, None, "", "alice@players.example", b"", AT, "waiting", 0, 0, AT, None, ""
)


def test_the_pauses_are_1_5_15_30_60_minutes_2_hours_and_then_4_hours():
    assert [pause_after(tries) / 60 for tries in range(1, 10)] == [1, 5, 15, 30, 60, 120, 240, 240, 240]


def test_a_letter_is_given_up_when_the_next_try_would_be_more_than_48_hours_after_it_was_made():
    assert not given_up(AT, 17, later(AT, 48 * 3600))
    assert given_up(AT, 17, later(AT, 48 * 3600 + 1))
    assert not given_up(AT, 5, later(AT, 480 * 3600))


@pytest.mark.parametrize(
    ("outcome", "state"),
    [
        (Sent("250"), "sent"),
        (RefusedRecipient(550, "5.1.1", "550", permanent=True), "failed"),
        (RefusedRecipient(450, "4.2.0", "450", permanent=False), "waiting"),
        (Refused("mail", 550, "550", permanent=True), "waiting"),
        (Refused("data", 554, "554", permanent=True), "waiting"),
        (Lost("data", before_dot=True, said="dropped"), "waiting"),
        (Lost("data", before_dot=False, said="dropped"), "started"),
    ],
)
def test_what_becomes_of_a_letter(outcome, state):
    started = replace(LETTER, state="started", starts=1)
    found = settled(started, outcome, AT, has_started=True)
    assert found.state == state
    assert found.starts == (1 if state == "started" else 0)
    assert (found.done == AT) == (state in {"sent", "failed"})
    assert (found.due > AT) == (state in {"waiting", "started"})
    assert found.tries == (1 if state in {"waiting", "started"} else 0)


OUTCOMES = st.sampled_from(
    [
        (RefusedRecipient(450, "", "450", permanent=False), False),
        (Refused("mail", 450, "450", permanent=False), False),
        (Refused("data", 554, "554", permanent=True), False),
        (Refused("data", 554, "554", permanent=True), True),
        (Lost("rcpt", before_dot=True, said="dropped"), False),
        (Lost("data", before_dot=True, said="dropped"), True),
        (Lost("data", before_dot=False, said="dropped"), True),
        ("killed", True),
        ("killed", False),
    ]
)


@given(st.lists(OUTCOMES, max_size=30))
def test_whatever_happens_no_bytes_go_out_a_third_time_without_a_word_on_what_became_of_them(story):
    """`unheard` counts in a way of its own how often a copy may have arrived without our being told."""
    letter, unheard = LETTER, 0
    for outcome, starts_now in story:
        if letter.state not in {"waiting", "started"}:
            break
        if is_unsure(letter):
            letter = replace(letter, state=settled_unsure(letter, AT).state)
            break
        if starts_now:
            letter = replace(letter, state="started", starts=letter.starts + 1)
            assert unheard < MOST_STARTS
        if outcome == "killed":
            unheard += starts_now
            continue
        unheard += isinstance(outcome, Lost) and not outcome.before_dot
        found = settled(letter, outcome, AT, has_started=starts_now)
        letter = replace(letter, state=found.state, starts=found.starts, tries=found.tries)
        assert letter.starts == unheard
    assert unheard <= MOST_STARTS
    assert letter.state != "failed" or unheard < MOST_STARTS
