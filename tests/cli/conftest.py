import os

import pytest
from cli_helpers import PLAYERS, referee
from databases import ON_POSTGRES, copy_tables, new_database


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """The current folder of somebody who has no games yet; the database may be kept in a server."""
    monkeypatch.chdir(tmp_path)
    for name in ("REFEREE_DB", "REFEREE_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    if ON_POSTGRES:
        monkeypatch.setenv("REFEREE_DB", new_database(tmp_path))
    return tmp_path


@pytest.fixture(scope="session")
def one_game(tmp_path_factory):
    """A database with one game, its first round open."""
    file = tmp_path_factory.mktemp("harbour") / "referee.db"
    opens_harbour("--db", file)
    return file.read_bytes()


@pytest.fixture
def harbour(desk, request):
    """The same, with that game."""
    if ON_POSTGRES:
        copy_tables(os.environ["REFEREE_DB"])
        opens_harbour()
    else:
        (desk / "referee.db").write_bytes(request.getfixturevalue("one_game"))
    return desk


def opens_harbour(*where):
    opened = referee(*where, "new", "harbour", "--players", ",".join(PLAYERS))
    assert opened.exit_code == 0, opened.output


@pytest.fixture
def orders(tmp_path):
    """Writes an order file and gives its name."""

    def write(text: str | bytes, name: str = "orders.txt"):
        file = tmp_path / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    return write
