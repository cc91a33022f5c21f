import pytest
from cli_helpers import PLAYERS, referee


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """The current folder of somebody who has no games yet."""
    monkeypatch.chdir(tmp_path)
    for name in ("REFEREE_DB", "REFEREE_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def harbour(desk):
    """The current folder with one game in it, its first round open."""
    assert referee("new", "harbour", "--players", ",".join(PLAYERS)).exit_code == 0
    return desk


@pytest.fixture
def orders(tmp_path):
    """Writes an order file and gives its name."""

    def write(text: str | bytes, name: str = "orders.txt"):
        file = tmp_path / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    return write
