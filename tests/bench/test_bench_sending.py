"""Reports per second out: from the outbox to a server on this machine, each step of each letter committed."""

from __future__ import annotations

import pytest
from post_helpers import post_house
from smtp_puppet import Puppet

pytestmark = pytest.mark.bench

LETTERS = 100
REPORT = "".join(
    f"{number:3}  a line of a report, as long as the lines of a report are on average\n"
    for number in range(120)
)


def test_send_100_reports_to_a_local_server(benchmark, tmp_path):
    benchmark.extra_info["budget_ms"] = 2500
    houses = iter(range(10))
    with Puppet() as server:

        def written():
            folder = tmp_path / str(next(houses))
            folder.mkdir()
            house = post_house(folder)
            house.write_many("alice", REPORT, LETTERS)
            return (house,), {}

        benchmark.pedantic(lambda house: house.send(server), setup=written, rounds=3)
    assert len(server.taken) == 3 * LETTERS
