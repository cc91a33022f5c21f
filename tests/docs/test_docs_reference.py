"""The reference where players look for it: `referee help`, README.md."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from referee.cli.help_orders import TOPICS
from referee.cli.main import app

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "orders" / "REFERENCE.md").read_text(encoding="ascii")
README = (ROOT / "README.md").read_text(encoding="utf-8")


def typed(*words):
    """What the program answers."""
    return CliRunner().invoke(app, ["help", *words])


@pytest.mark.parametrize("topic", TOPICS)
def test_help_prints_the_page_as_it_is(topic):
    shown = typed(topic)
    assert shown.exit_code == 0
    assert shown.stdout == (ROOT / "orders" / TOPICS[topic][0]).read_text(encoding="ascii")


def test_help_alone_lists_the_topics():
    shown = typed()
    assert shown.exit_code == 0
    assert re.findall(r"^referee help (\w+)", shown.stdout, re.MULTILINE) == list(TOPICS)
    assert max(map(len, shown.stdout.splitlines())) <= 78


def test_help_on_something_else_is_refused_and_names_what_there_is():
    shown = typed("chess")
    assert shown.exit_code == 2
    assert all(topic in shown.stderr for topic in TOPICS)


def test_help_loads_no_database():
    program = (
        "import sys\nfrom typer.testing import CliRunner\nfrom referee.cli.main import app\n"
        "assert CliRunner().invoke(app, ['help', 'orders']).exit_code == 0\n"
        "print([name for name in ('sqlmodel', 'sqlalchemy', 'lark', 'jinja2') if name in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "[]\n"


def test_the_readme_points_to_the_reference_and_the_samples():
    orders = README.partition("## The order language")[2].partition("\n## ")[0]
    for target in re.findall(r"\]\(([^)]+)\)", orders):
        assert (ROOT / target).exists(), target
    assert "](orders/REFERENCE.md)" in orders
    assert "referee help orders" in orders


def test_the_page_is_one_for_players():
    assert not re.search(r"(?<![\w.])/(?:home|work|usr|tmp|root|opt)/", PAGE)
    assert "::=" not in PAGE
    assert len(PAGE.splitlines()) < 600


def test_what_the_page_refers_to_is_on_it():
    for title in re.findall(r'\(see "(.+?)"\)', PAGE):
        assert f"\n## {title}\n" in PAGE
