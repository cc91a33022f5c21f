import pytest
from cli_helpers import PLAYERS, referee


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """The current folder of somebody who has no games yet."""
    monkeypatch.chdir(tmp_path)
    for name in ("REFEREE_DB", "REFEREE_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture(scope="session")
def one_game(tmp_path_factory):
    """A database with one game, its first round open."""
    file = tmp_path_factory.mktemp("harbour") / "referee.db"
    assert referee("--db", file, "new", "harbour", "--players", ",".join(PLAYERS)).exit_code == 0
    return file.read_bytes()


@pytest.fixture
def harbour(desk, one_game):
    """The current folder with that database in it."""
    (desk / "referee.db").write_bytes(one_game)
    return desk


@pytest.fixture
def orders(tmp_path):
    """Writes an order file and gives its name."""

    def write(text: str | bytes, name: str = "orders.txt"):
        file = tmp_path / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    return write
