"""Reports: what players see of a game. Made only from the events that their reader may see."""
