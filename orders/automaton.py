"""The grammar as an automaton over names of tokens, without trees: cheap enough to try many mends of a statement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lark.parsers.lalr_analysis import Shift

from orders.parser import grammar

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

Stack = tuple[int, "Stack | None"]
"""The states of a parse, the newest first."""

END: Final = "$END"


class Automaton:
    """Reads names of tokens from one start rule; a stack is never changed, so that many ways can be tried."""

    def __init__(self, start: str) -> None:
        conf = grammar().parse_interactive(start=start).parser_state.parse_conf
        self._states: dict[int, dict[str, Any]] = conf.states
        self._end: int = conf.end_state
        self.begin: Stack = (conf.start_state, None)

    def choices(self, stack: Stack) -> Iterable[str]:
        """What may come next; some of these may still turn out not to be allowed."""
        return (name for name in self._states[stack[0]] if name.isupper())

    def step(self, stack: Stack, terminal: str) -> Stack | None:
        """What follows after one more token; None where it cannot stand."""
        while True:
            found = self._states[stack[0]].get(terminal)
            if found is None:
                return None
            action, argument = found
            if action is Shift:
                return (argument, stack)
            below: Stack | None = stack
            for _ in argument.expansion:
                below = below[1] if below else None
            if below is None:
                return None
            stack = (self._states[below[0]][argument.origin.name][1], below)
            if terminal == END and stack[0] == self._end:
                return stack

    def ends(self, stack: Stack) -> bool:
        """Whether the statement may end here."""
        return self.step(stack, END) is not None
