"""Templates: where they are found, and what a club can change."""

from __future__ import annotations

import shutil

import pytest
from jinja2 import UndefinedError
from report_case import AT, random_game, sample

from referee.report import templates
from referee.report.templates import environment, template_folder


def test_the_templates_are_found_in_a_checkout():
    assert (template_folder() / "public.txt.j2").is_file()


def test_installed_templates_beside_the_code_come_first(tmp_path, monkeypatch):
    installed = tmp_path / "referee" / "templates"
    shutil.copytree(template_folder(), installed)
    monkeypatch.setattr(templates, "__file__", str(tmp_path / "referee" / "report" / "templates.py"))
    assert template_folder() == installed
    shutil.rmtree(installed)
    with pytest.raises(FileNotFoundError, match="install it again"):
        template_folder()


def test_an_environment_is_made_once():
    assert environment() is environment(None)


def test_a_clubs_folder_changes_one_template_and_leaves_the_others(tmp_path):
    facts = (template_folder() / "facts.txt.j2").read_text()
    words = facts.replace("Drew %s.", "Zog %s.")
    assert words != facts
    (tmp_path / "facts.txt.j2").write_text(words)
    game = sample(2)
    plain, own = game.report(2), game.report(2, templates=tmp_path)
    assert "Drew 1." in plain
    assert "Drew 1." not in own
    assert "Zog 1." in own
    assert plain.splitlines()[0] == own.splitlines()[0]


def test_a_name_that_a_template_has_wrong_is_an_error_and_never_an_empty_place(tmp_path):
    (tmp_path / "public.txt.j2").write_text("{{ report.wether }}")
    with pytest.raises(UndefinedError):
        sample(2).report(2, templates=tmp_path)


def test_what_players_wrote_is_never_template_text():
    game = random_game(2, rounds=1)
    seat = game.seats[0]
    game.orders[seat, 1] = "tile {{ report.head }}  # {% include 'public.txt.j2' %}\n"
    assert "{{ report.head }}  # {% include 'public.txt.j2' %}" in game.report(1, seat)


def test_the_foot_can_be_pasted_to_verify_and_the_head_has_the_day_of_the_round():
    game = sample(2)
    text = game.report(1)
    assert text.splitlines()[-1] == "Check the log:  referee verify harbour --head 214:9c1e04ab57d2"
    assert text.splitlines()[0].endswith("4 December 2026")
    assert AT.startswith("2026-12-04")
