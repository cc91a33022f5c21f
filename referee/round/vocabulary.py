"""The words of a game, for the reader of orders."""

from __future__ import annotations

from orders.vocabulary import Vocabulary
from referee.rules.editions import Edition
from referee.rules.events import Seat
from referee.rules.sides import persons_of
from referee.rules.state import State


def vocabulary_of(state: State, writer: Seat | None) -> Vocabulary:
    """The words of a seat in its game, or of a person who writes for several seats; None: of nobody."""
    persons = persons_of(state.seats, state.switches)
    return Vocabulary(
        chains=state.edition.chains,
        columns=state.edition.columns,
        rows=state.edition.rows,
        handles=state.seats,
        me=writer,
        private_holdings=state.switches.holdings == "private",
        special_powers=state.switches.special_powers,
        persons=tuple((person, seats) for person, seats in persons.items() if len(seats) > 1),
    )


def vocabulary_of_edition(edition: Edition) -> Vocabulary:
    """The words of an edition where no game is known: any well-formed handle will do."""
    return Vocabulary(chains=edition.chains, columns=edition.columns, rows=edition.rows)
