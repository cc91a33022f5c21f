"""The one exception that a user may see: everything else on his screen is a fault of the program."""


class UserError(Exception):
    """Refused, and nothing was changed; the message says what is wrong, where, and what to do.

    The command line prints the message without a trace and exits with status 2.
    """
