"""Killed between any two steps of sending: nothing is lost, at most one copy more arrives, and it is the same mail.

The process that sends is a real one and is killed for good (SIGKILL): either the server lets it wait at a step until
it is dead, or it kills itself right before or after a function of its own, which then has been done or has not.
"""

import email
import signal
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from post_helpers import AT, REFEREE, post_house, to_whom
from smtp_puppet import HANG, TAKE_AND_HANG, Puppet
from warm_program import heard


def sender(house, server, place="", when=""):
    """A process that sends what is due, and what it says."""
    step = (place, when) if place else None
    return heard(folder=Path(), by="post_helpers:sends", args=(house.database, house.at, server.port, step))


@dataclass(frozen=True)
class Step:
    """Where the process is killed; `copies` arrive in the end; `counted` if the bytes may have gone out."""

    name: str
    copies: int
    script: dict[str, list[str]] = field(default_factory=dict)
    place: str = ""
    when: str = ""
    counted: bool = False


OFFICE_OF = "referee.service.send_mail:_PostOffice"
STEPS = [
    Step("before the server greets", 1, {"connect": [HANG]}),
    Step("before the server answers EHLO", 1, {"ehlo": [HANG]}),
    Step("connected, nothing claimed", 1, place="referee.service.send_mail:claim", when="before"),
    Step("claimed, not committed", 1, place="referee.service.send_mail:claim", when="after"),
    Step("claim committed, before MAIL is answered", 1, {"mail": [HANG]}),
    Step("before RCPT is answered", 1, {"rcpt": [HANG]}),
    Step("before DATA is answered", 1, {"data": [HANG]}),
    Step("DATA answered, nothing written down", 1, place="referee.service.send_mail:start", when="before"),
    Step("the start written down, not committed", 1, place="referee.service.send_mail:start", when="after"),
    Step(
        "the start committed, before the first byte",
        1,
        place=f"{OFFICE_OF}._start",
        when="after",
        counted=True,
    ),
    Step("among the bytes", 1, {"bytes": [HANG]}, counted=True),
    Step("all bytes, before the dot", 1, place="referee.mail.smtp:Line._finish", when="before", counted=True),
    Step("the dot, not taken", 1, {"dot": [HANG]}, counted=True),
    Step("taken, before the answer", 2, {"dot": [TAKE_AND_HANG]}, counted=True),
    Step(
        "the answer read, nothing written down",
        2,
        place=f"{OFFICE_OF}._write_down",
        when="before",
        counted=True,
    ),
    Step(
        "the end written down, not committed",
        2,
        place="referee.service.send_mail:settle",
        when="after",
        counted=True,
    ),
    Step("the end committed", 1, place=f"{OFFICE_OF}._write_down", when="after"),
]


LARGE = ("x" * 70 + "\n") * 150_000
"""More than the system takes on its way: the process waits until the server reads."""


@pytest.fixture
def house(tmp_path):
    return post_house(tmp_path)


def kill_at(step, house):
    """Send until the step, and be killed there: what the server had taken by then."""
    with Puppet(**{name: list(actions) for name, actions in step.script.items()}) as server:
        process, said = sender(house, server, step.place, step.when)
        with said:
            try:
                if not step.place:
                    (reached,) = step.script
                    server.wait_until(reached)
                    process.kill()
                assert process.wait(120) == -signal.SIGKILL, said.read()
            finally:
                process.kill()
        return list(server.taken)


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_killed_at_a_step_the_letter_arrives_and_at_most_once_more(house, step):
    name = house.write("alice", text=LARGE if "bytes" in step.script else "Hello.\n")
    body = house.letter(name).body
    taken = kill_at(step, house)
    letter = house.letter(name)
    assert letter.starts == (1 if step.counted else 0)
    assert (letter.state == "started") == step.counted
    assert letter.body == body
    with Puppet() as server:
        house.send(server)
        house.wait(60 * 24)
        house.send(server)
        house.wait(60 * 24)
        house.send(server)
        taken += server.taken
    assert len(taken) == step.copies
    assert {one.body for one in taken} == {body}
    assert {email.message_from_bytes(one.body)["Message-ID"] for one in taken} == {
        f"<{name}@acquire.example>"
    }
    assert house.letter(name).state == "sent"


TWICE = ("the start committed, before the first byte", "the dot, not taken", "taken, before the answer")


@pytest.mark.parametrize("step", [step for step in STEPS if step.name in TWICE], ids=lambda step: step.name)
def test_killed_there_twice_it_is_not_sent_a_third_time_and_the_referee_is_told(house, step):
    name = house.write("alice", text=LARGE if "bytes" in step.script else "Hello.\n")
    taken = kill_at(step, house)
    house.wait(60)
    taken += kill_at(step, house)
    assert house.letter(name).starts == 2
    house.wait(60)
    with Puppet() as server:
        done = house.send(server)
    assert [one.came_of_it for one in done.tried] == ["unsure", "sent"]
    assert [one.recipient for one in server.taken] == [REFEREE]
    assert len(taken) == (2 if step.copies == 2 else 0)
    assert house.letter(name).state == "sent"


def test_killed_before_the_bytes_it_may_happen_as_often_as_it_likes(house):
    name = house.write("alice")
    for _ in range(4):
        assert kill_at(Step("before RCPT is answered", 1, {"rcpt": [HANG]}), house) == []
        house.wait(60)
    with Puppet() as server:
        house.send(server)
    assert to_whom(server) == ["alice"]
    assert house.letter(name).state == "sent"


def test_a_letter_in_a_dead_mans_hands_keeps_no_other_waiting(house):
    first, second = house.write("alice"), house.write("bob")
    kill_at(Step("taken, before the answer", 2, {"dot": [TAKE_AND_HANG]}), house)
    with Puppet() as server:
        house.send(server)
        assert to_whom(server) == ["bob"]
        house.wait(60)
        house.send(server)
    assert to_whom(server) == ["bob", "alice"]
    assert {house.letter(name).state for name in (first, second)} == {"sent"}


def test_two_who_send_at_once_never_send_the_same_letter(house):
    """Neither goes on before both have a letter in hand, so that they surely work at the same time."""
    names = [house.write("alice", number=number) for number in range(30)]
    with Puppet() as server:
        server.script["mail"] = server.meet(2)
        both = [sender(house, server), sender(house, server)]
        for process, said in both:
            with said:
                assert process.wait(120) == 0, said.read()
    assert server.lines == 2
    bodies = [one.body for one in server.taken]
    assert len(bodies) == len(set(bodies)) == 30
    assert {house.letter(name).state for name in names} == {"sent"}
    assert house.at == AT
