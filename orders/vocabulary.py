"""The words of one game: what a reader must know to resolve names, without knowing the game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names and the options against which a text is read.

    `chains` are all chains of the edition in its order; the board has tiles `1A` to `{columns}{last row}`.
    `handles` are the seats of the game in seat order, None where no game is known: then any well-formed
    handle will do. `persons` are those who play several seats each, by handle, with their seats; none where
    everybody plays one. `me` is the seat whose orders are read, or the person who writes for several; None where
    unknown. `private_holdings` forbids conditions on what other players have (RULES.md, `holdings`);
    `special_powers` allows `use`.
    """

    chains: tuple[str, ...]
    columns: int
    rows: int
    handles: tuple[str, ...] | None = None
    me: str | None = None
    private_holdings: bool = False
    special_powers: bool = False
    persons: tuple[tuple[str, tuple[str, ...]], ...] = ()
