"""The rules of Acquire: pure, with no clock, no entropy, no database and no files."""
