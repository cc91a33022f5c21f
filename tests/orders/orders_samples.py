"""The order files that ship and the sets of the prototype, as one corpus that is read without a problem."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from orders_vocabularies import POWERS
from test_orders_order_sets import SETS

from orders.reader import read
from orders.vocabulary import Vocabulary

EXAMPLES = Path(__file__).parents[2] / "orders" / "examples"
EVERYBODY = Vocabulary(
    POWERS.chains, 12, 9, (*POWERS.handles, "North", "South", "Erin"), "Alice", special_powers=True
)

EVERYTHING = """game harbour
round 5
if Luxor is active and size of Luxor >= 4
  tile 6D
  buy 3 Luxor
else if Alice founded Tower
  buy 2 Tower, 1 American
end
tile any that merges the largest chain into the survivor but 5C, 6D unless I am first in Luxor
use place 4 tiles: 5C, any that does not found
buy enough Luxor to lead, 2 x Tower leaving $2,000 if tiles left <= 10 or round = 3 and the game can end
merger the chain Bob founded into the dearest chain: trade enough to lead, keep rest if Bob did not use buy 5
second turn
tile 5C if 3 - my Luxor > 2 and not (the end is announced or Luxor was not taken over by Tower)
end game if my value is more than Bob's value - 2000
away 2026-12-20 to 2027-01-05
press: Festival is full, try next door.
ready
"""


@cache
def samples() -> tuple[str, ...]:
    """Each text once, in a fixed order; those with a deliberate mistake are left out."""
    shipped = [path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.rglob("*.txt"))]
    texts = dict.fromkeys([EVERYTHING, *SETS.values(), *shipped])
    return tuple(text for text in texts if not read(text, EVERYBODY).problems)
