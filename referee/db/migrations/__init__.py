"""The history of the schema, as alembic runs it; `referee.db.migrate` is what runs it."""
