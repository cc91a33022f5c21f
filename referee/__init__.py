"""A referee for correspondence games of Acquire."""
