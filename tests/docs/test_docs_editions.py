"""The club's edition that README.md shows says everything that can be said."""

import tomllib

from docs_readme import blocks

from referee.written.own_edition import own_edition
from referee.written.own_facts import READERS

(BLOCK,) = [one.text for one in blocks("toml") if one.file == "quayside.toml"]


def test_the_edition_of_the_page_says_everything_that_can_be_said_and_needs_no_other():
    shown = tomllib.loads(BLOCK)
    assert set(shown) | {"prices"} == set(READERS)
    assert "prices = [" in BLOCK
    assert own_edition({key: value for key, value in shown.items() if key != "extends"}) == own_edition(shown)
