"""Which chain or player a word means, by its position.

Source: ORDERS.md, "Reading a text" (Chains, Handles).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from orders.handles import handle_fault
from orders.lexicon import Known
from orders.tree import ANYONE, ME, NOBODY

if TYPE_CHECKING:
    from orders.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Names:
    """The names of one vocabulary, ready for look-up."""

    vocabulary: Vocabulary
    by_beginning: dict[str, tuple[str, ...]]
    by_handle: dict[str, str]
    by_person: dict[str, tuple[str, tuple[str, ...]]]
    known: Known

    def chains(self, word: str) -> tuple[str, ...]:
        """The chains that the word may mean: none, one, or several if it is ambiguous."""
        return self.by_beginning.get(word.lower(), ())

    def handle(self, word: str) -> str | None:
        """The handle as the game writes it; without a game as it was written, if it can be one."""
        if self.vocabulary.handles is None:
            return word if handle_fault(word, self.vocabulary.chains) is None else None
        return self.by_handle.get(word.lower())

    def person(self, word: str) -> str | None:
        """The handle of somebody who plays several seats, or of a seat, as the game writes it."""
        person = self.by_person.get(word.lower())
        return self.handle(word) if person is None else person[0]

    def seats_of(self, word: str) -> tuple[str, ...]:
        """The seats of a person who plays several; none where the word means no such person."""
        return self.by_person.get(word.lower(), ("", ()))[1]

    @property
    def own_seats(self) -> tuple[str, ...]:
        """The seats that the writer may write for; none where he is not known."""
        me = self.vocabulary.me
        return () if me is None else self.seats_of(me) or (me,)

    def is_mine(self, seat: str) -> bool:
        """Whether it is the writer who plays the seat, be it not the one that his orders are for."""
        own = {mine.lower() for mine in self.own_seats}
        persons = self.vocabulary.persons
        own |= {one.lower() for _, seats in persons if own & {*map(str.lower, seats)} for one in seats}
        return seat.lower() in own

    def who(self, word: str) -> str | None:
        """A handle, `ME`, `ANYONE` or `NOBODY`."""
        lower = word.lower()
        if lower == "i":
            return ME
        return lower if lower in {ANYONE, NOBODY} else self.handle(word)


@lru_cache(maxsize=64)
def names_of(vocabulary: Vocabulary) -> Names:
    """The look-up tables of a vocabulary."""
    by_beginning: dict[str, tuple[str, ...]] = {}
    for chain in vocabulary.chains:
        for length in range(1, len(chain) + 1):
            begins = chain[:length].lower()
            by_beginning[begins] = (*by_beginning.get(begins, ()), chain)
    by_beginning.update({chain.lower(): (chain,) for chain in vocabulary.chains})
    handles = vocabulary.handles or ()
    by_person = {person.lower(): (person, seats) for person, seats in vocabulary.persons}
    whole = {name.lower() for name in (*vocabulary.chains, *handles, *by_person)}
    known = Known(frozenset(whole), frozenset(by_beginning))
    by_handle = {handle.lower(): handle for handle in handles}
    return Names(vocabulary, by_beginning, by_handle, by_person, known)
