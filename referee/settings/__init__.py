"""What may stand in `referee.toml`: each section with its keys, and all that can be wrong with them."""
