"""Finding the templates: installed beside the code or in a checkout, with a club's own in front of them."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from referee.report import layout
from referee.report.summary import with_chains_of


def template_folder() -> Path:
    """The folder of the templates that ship: `referee/templates` of a wheel, else `templates` of a checkout.

    Raises FileNotFoundError where neither is there, which only a broken installation can bring about.
    """
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "templates", package.parent / "templates"):
        if (folder / "public.txt.j2").is_file():
            return folder
    raise FileNotFoundError("the referee's templates are missing; install it again")


def environment(own: Path | None = None) -> Environment:
    """The templates, kept once compiled; single ones in the folder `own` stand in for those of the same name.

    An undefined name is an error, never an empty place. Text templates are plain text: nothing is escaped, and
    what players wrote is a value, never a template.
    """
    return _environment(own)


@lru_cache(maxsize=8)
def _environment(own: Path | None) -> Environment:
    folders = [template_folder()] if own is None else [own, template_folder()]
    made = Environment(
        loader=FileSystemLoader(folders),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 (plain text; a template in HTML brings its own environment)
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.do"],
    )
    made.filters |= {
        "money": layout.money,
        "dollars": layout.dollars,
        "signed": layout.signed,
        "count": layout.count,
        "ordinal": layout.ordinal,
        "listed": layout.listed,
        "of": layout.of,
        "day": layout.day,
        "day_and_hour": layout.day_and_hour,
        "kept": layout.kept,
        "fold": layout.fold_words,
        "table": layout.table,
        "with_chains_of": with_chains_of,
    }
    made.globals |= {"orders_in_short": (files("orders") / "summary.txt").read_text(encoding="utf-8")}
    made.globals |= {"apart": layout.apart, "WIDTH": layout.WIDTH, "STEP": layout.STEP}
    return made
