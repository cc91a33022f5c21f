"""The store: an append-only log of records for each game, and the reports as they were published.

Knows nothing of what a record means. `codec`, `chain`, `tampering`, `export` and `lift` are pure and cost
no start-up time; `store`, `unit`, `tables` and `migrate` load the database libraries, so import them only
inside commands.
"""
