"""The order language: what a player writes, as a tree; it knows no game and no database."""
