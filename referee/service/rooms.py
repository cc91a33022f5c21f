"""Where a database is made that is to be put in its place when it is whole."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from referee.db.beside import room_beside, sweep_beside
from referee.db.engines import Place
from referee.service.report_files import refusing

IN_A_SERVER: Final = "referee.db"


@contextmanager
def room_for(place: Place) -> Iterator[Path]:
    """A file of its name in a room beside it; else, for a server, where temporary files are. Gone in the end."""
    if place.file is None:
        with tempfile.TemporaryDirectory() as room:
            yield Path(room) / IN_A_SERVER
        return
    with refusing(place.file):
        sweep_beside(place.file)
    with refusing(place.file), room_beside(place.file) as beside:
        yield beside / place.file.name
