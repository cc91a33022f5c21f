"""The store: an append-only log of records for each game, the reports as they were published, and what may change.

The log is for ever. Beside it, in ordinary tables that may be changed and deleted, is what is personal, or done with
some day: `people` with their `addresses`, `address_changes` and seats (`holders`); the mails that came (`inbox`, into
which they fall through `drop`) and those that go out (`outbox`, `sending`); the words of `press`. `forgetting` finds
a person in the mails.

Knows nothing of what a record means. `codec`, `chain`, `links`, `tampering`, `export` and `lift` are pure and cost no
start-up time, and `drop` costs none either; `store`, `unit`, `tables` and whatever asks them load the database
libraries, so import them only inside commands.
"""
