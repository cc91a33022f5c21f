"""Rule tests may begin with a position that is written as a case: tests/cases holds what reads it."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "cases"))
