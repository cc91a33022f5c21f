"""What there is to play: all editions, or one. Loads no database: whoever looks for an edition may have none."""

from __future__ import annotations

from pathlib import Path

from referee.report.edition_pages import edition_page, editions_page
from referee.rules.editions import EDITIONS, edition_named
from referee.service.edition_file import edition_meant


def show_editions() -> str:
    """All editions that ship, with what differs between them."""
    return editions_page(tuple(EDITIONS.values()))


def show_edition(said: str) -> str:
    """One edition by its name or its file. Raises UserError where there is none, or the file is not in order."""
    return edition_page(edition_named(edition_meant(said, Path())))
