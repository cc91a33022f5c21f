"""`python -m referee` is the program `referee`."""

from referee.cli.main import main

main()
