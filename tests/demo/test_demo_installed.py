"""The demo as it is after installing: from the wheel alone, in an empty folder."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = "import sys; sys.argv[0] = 'referee'; from referee.cli.main import main; main()"


def run(folder, site, *words):
    """A Python of its own in which the wheel's files come before this checkout's."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    return subprocess.run(
        [sys.executable, "-c", *words],
        cwd=folder,
        env=kept | {"PYTHONPATH": str(site), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    ).stdout


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The wheel, unpacked as pip does it."""
    pytest.importorskip("hatchling", reason="the wheel is built with hatchling: pip install hatchling")
    built, unpacked = tmp_path_factory.mktemp("built"), tmp_path_factory.mktemp("site")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(built)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        timeout=120,
    )
    (wheel,) = built.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(unpacked)
    return unpacked


def tracked(folder, pattern):
    return {file.relative_to(ROOT) for file in (ROOT / folder).rglob(pattern) if file.is_file()}


def test_the_wheel_has_templates_migrations_grammar_and_sample(site):
    sample = tracked("orders/examples/harbour/", "round-*/*.txt") | tracked("orders/examples", "game.toml")
    wanted = (
        sample
        | tracked("orders", "*.lark")
        | tracked("referee/db/migrations", "*.py")
        | {Path("referee") / file for file in tracked("templates", "*.j2")}
    )
    assert len(sample) > 40
    assert {file for file in wanted if not (site / file).is_file()} == set()


def test_the_demo_plays_from_the_wheel_in_an_empty_folder(site, tmp_path):
    where = run(tmp_path, site, "import referee, orders; print(referee.__file__, orders.__file__)")
    assert where.count(str(site)) == 2
    said = run(tmp_path, site, PROGRAM, "demo")
    assert "The game is over after round 12: its end was announced." in said
    assert "demo/reports/round-12/public.txt" in said
    assert "1st  dave" in (tmp_path / "demo/reports/round-12/public.txt").read_text()
    assert [file.name for file in tmp_path.iterdir()] == ["demo"]


def test_the_first_page_is_on_the_package(site):
    (metadata,) = site.glob("*.dist-info/METADATA")
    assert "make demo" in metadata.read_text(encoding="utf-8")
