"""Rule tests may begin with a position that is written as a case, or play a game in a store of its own."""

from __future__ import annotations

import sys
from pathlib import Path

for room in ("cases", "service"):
    sys.path.insert(0, str(Path(__file__).parent.parent / room))
