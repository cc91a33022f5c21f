"""The program, dying at a step: right before or after a function of its own, as if the power had failed."""

import importlib
import resource
import signal
from functools import reduce

from warm_program import types


def dies(main, place, when, how="SIGKILL"):
    """Run the program, which sends itself the signal `how` `before` or `after` the first call of `module:name`."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell has its background jobs ignore it
    patch(place, when, how)
    main()


def patch(place, when, how="SIGKILL"):
    """Make a function deadly; it may be a method: `module:Kind.name`."""
    module, _, path = place.partition(":")
    *kinds, name = path.split(".")
    owner = reduce(getattr, kinds, importlib.import_module(module))
    real = getattr(owner, name)

    def deadly(*words, **named):
        """What is done at the step: nothing of it, or all of it."""
        if when == "after":
            real(*words, **named)
        signal.raise_signal(getattr(signal, how))  # in this very thread
        while True:
            pass  # Python handles it between two steps, one of these: nothing of the program comes after it

    setattr(owner, name, deadly)


def on_a_small_disk(main, limit):
    """Run the program where no file may grow past so many bytes, as if the disk were full."""
    small_disk(limit)
    main()


def small_disk(limit):
    """From now on no file of this process may grow past so many bytes."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))


def typed_until(step, *words, **how):
    """Type `referee WORDS`, and be killed at a step, if one is told: `(module:name, before or after)`."""
    return types(*words, **how, **by_death(step))


def by_death(step):
    """What has the warm program die at a step, if one is told."""
    return {"by": "deaths:dies", "args": tuple(step)} if step else {}
