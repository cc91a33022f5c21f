"""The exceptions that a user may see: everything else on his screen is a fault of the program."""

from __future__ import annotations

from collections.abc import Iterable


class UserError(Exception):
    """Refused, and nothing was changed; the message says what is wrong, where, and what to do.

    The command line prints the message without a trace and exits with status 2.
    """


class FaultsError(UserError):
    """Refused for several things at once; `faults` are all that were found, each a whole sentence with what to do."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(" ".join(self.faults))
