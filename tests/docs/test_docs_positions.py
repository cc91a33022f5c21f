"""The position that README.md shows says everything that can be said, and can be adopted."""

import re
import tomllib

import pytest
from docs_readme import blocks

from referee.written.adopting import adopt
from referee.written.position_facts import BOARD_IN_LISTS, EXAMPLES, OF_PLAYERS

(BLOCK,) = [one.text for one in blocks("toml") if one.file == "pier.toml"]


@pytest.mark.parametrize("key", [*EXAMPLES, *OF_PLAYERS])
def test_the_position_of_the_page_shows_every_key(key):
    if key not in BOARD_IN_LISTS:
        assert re.search(rf"^(# )?\[?{key}\b", BLOCK, re.MULTILINE)


def test_the_position_of_the_page_can_be_adopted_and_nothing_is_pointed_out():
    assert adopt(tomllib.loads(BLOCK), "a seed").notes == ()
