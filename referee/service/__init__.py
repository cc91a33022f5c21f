"""What the referee does, one file a use case: gather, decide, apply.

A use case works on a unit of work that its caller opened and that is committed as a whole or not at all. Whatever
is refused is a `UserError`, raised before anything is appended.
"""
