"""A round of a game: orders in force, decisions, adjudication, and what each seat may see of it. Pure."""
