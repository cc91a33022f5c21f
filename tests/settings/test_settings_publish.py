"""What `referee.toml` says of publishing: for how long a round is held, and all that can be wrong with that."""

import pytest
from settings_helpers import SMALLEST, faults_of, write_settings

from referee.config import read_settings
from referee.errors import UserError

MINUTE, HOUR, DAY = 60, 3600, 86_400
WRONG = (
    '[publish] `hold` must be days, hours or minutes in quotes ("2d", "12h", "90m", "1d12h"), more than none and at '
    'most 30 days, as in hold = "12h"'
)


def hold_of(folder):
    return read_settings(folder=folder, environ={}, with_mail=True).hold


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("12h", 12 * HOUR),
        ("90m", 90 * MINUTE),
        ("2d", 2 * DAY),
        ("1d12h", 36 * HOUR),
        ("1d2h3m", DAY + 2 * HOUR + 3 * MINUTE),
        ("1m", MINUTE),
        ("30d", 30 * DAY),
        ("720h", 30 * DAY),
    ],
)
def test_how_long_a_round_is_held_is_said_in_days_hours_and_minutes(tmp_path, said, seconds):
    write_settings(tmp_path, {"publish": f'hold = "{said}"'})
    assert hold_of(tmp_path) == seconds


def test_where_nothing_is_said_no_round_is_held(tmp_path):
    assert hold_of(tmp_path) is None
    for sections in (SMALLEST, {"publish": ""}):
        write_settings(tmp_path, sections)
        assert hold_of(tmp_path) is None


@pytest.mark.parametrize(
    "said",
    [
        *('""', '"0h"', '"0d0h0m"', '"12"', '"12 h"', '"12H"', '"h"', '"12h1d"', '"-1h"', '"1.5h"', '"31d"'),
        *('"30d1m"', '"९h"', '"99999999999999h"', '"12h\\n"', "12", "true", '["12h"]', "12:00:00"),
    ],
)
def test_what_is_no_such_time_is_refused_with_one_that_is(tmp_path, said):
    write_settings(tmp_path, {"publish": f"hold = {said}"})
    assert faults_of(tmp_path) == [WRONG]
    with pytest.raises(UserError, match="`hold` must be"):
        hold_of(tmp_path)


def test_what_is_wrong_with_it_is_told_with_what_is_wrong_elsewhere(tmp_path):
    write_settings(tmp_path, {"publish": "hold = 7\nholds = 1", "mail": "address = 7"})
    faults = faults_of(tmp_path)
    assert faults[:2] == ["[publish] there is no `holds`. Did you mean `hold`?", WRONG]
    assert any(fault.startswith("[mail] `address`") for fault in faults)


def test_a_value_in_the_place_of_the_section_is_refused(tmp_path):
    write_settings(tmp_path, 'publish = "12h"\n')
    assert faults_of(tmp_path) == ["`publish` must be a section. Write [publish] and its keys below it."]


def test_who_only_reads_is_not_stopped_by_what_is_wrong_with_it(tmp_path):
    write_settings(tmp_path, {"publish": "hold = 7"})
    assert read_settings(folder=tmp_path, environ={}).hold is None
