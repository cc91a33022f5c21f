"""Who may import whom, what the pure part must not touch, and what starting the program must not load.

Every import statement counts, those inside functions and those for type checkers alone too.
"""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OUR_OWN = ("orders", "referee")

MAY_IMPORT = {
    "orders": ("orders",),
    "referee/rules": ("referee.rules", "referee.errors"),
    "referee/round": ("referee.round", "referee.rules", "referee.errors", "orders"),
    "referee/written": (
        "referee.written",
        "referee.round.chance",
        "referee.round.opening",
        "referee.rules",
        "referee.errors",
        "orders",
    ),
    "referee/report": (
        "referee.report",
        "referee.rules",
        "referee.round.views",
        "referee.round.answer",
        "referee.round.corrections",
        "referee.errors",
    ),
    "referee/mail": ("referee.mail", "referee.errors", "orders"),
    "referee/settings": (
        "referee.settings",
        "referee.mail.settings",
        "referee.mail.office",
        "referee.mail.world",
        "referee.written.toml_values",
        "referee.errors",
    ),
    "referee/db": ("referee.db", "referee.rules", "referee.clock", "referee.errors"),
    "referee/service": (
        "referee.service",
        "referee.db",
        "referee.report.render",
        "referee.report.answer",
        "referee.report.edition_pages",
        "referee.report.letters",
        "referee.report.reopening",
        "referee.mail",
        "referee.written",
        "referee.round",
        "referee.rules",
        "referee.clock",
        "referee.errors",
        "orders",
    ),
    "referee/cli": (
        "referee.cli",
        "referee.service",
        "referee.round.answer",
        "referee.report.answer",
        "referee.report.reopening",
        "referee.mail.settings",
        "referee.mail.office",
        "referee.config",
        "referee.clock",
        "referee.errors",
    ),
}
"""What of our own each room may import: the arrows of DESIGN.md, "Layout"."""

LIBRARIES = {
    "orders": {"lark", "rapidfuzz"},
    "referee/rules": set(),
    "referee/round": set(),
    "referee/written": set(),
    "referee/report": {"jinja2"},
    "referee/mail": {"aiosmtplib", "aiosmtpd", "flufl", "imap_tools", "selectolax"},
    "referee/settings": set(),
    "referee/db": {"sqlmodel", "sqlalchemy", "alembic", "rapidfuzz", "psycopg"},
    "referee/service": set(),
    "referee/cli": {"typer", "rich"},
}
"""What of others each room may import."""

PURE = ("orders", "referee/rules", "referee/round", "referee/written", "referee/mail")
TALKING_TO_SERVERS = ("smtp", "probe", "lmtp", "maildir", "imap", "sources")
"""The modules of mail that do: the others turn bytes into values, and values into bytes."""
IMPURE_MODULES = {
    "asyncio", "datetime", "getpass", "glob", "io", "logging", "multiprocessing", "os", "pathlib", "platform",
    "random", "secrets", "shutil", "socket", "sqlite3", "subprocess", "sys", "tempfile", "threading", "time",
    "urllib", "uuid",
}  # fmt: skip
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "id", "hash"}
EXCUSED = {
    ("orders/simple.py", "datetime"): "whether a date of `away` exists: no clock is read",
    ("referee/mail/compose.py", "datetime"): "how a moment that is handed in is written in a Date",
    ("referee/mail/settings.py", "pathlib"): "where things lie, as a setting: nothing is opened",
    (
        "referee/mail/bounces.py",
        "logging",
    ): "a library's log is switched off: it shows what hostile mails hold",
}


def modules(room):
    return sorted((ROOT / room).rglob("*.py"))


@cache
def tree_of(file):
    return ast.parse(file.read_text(encoding="utf-8"))


def imports(file):
    """Everything that a module imports, by full name; `from a import b` counts as `a.b`."""
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file} imports relatively"
            yield from (f"{node.module}.{name.name}" for name in node.names)


def is_within(name, packages):
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def test_the_rooms_are_all_there_and_no_other():
    rooms = {str(folder.parent.relative_to(ROOT)) for folder in ROOT.glob("referee/*/__init__.py")}
    assert rooms == {room for room in MAY_IMPORT if room != "orders"}


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_imports_run_one_way(room):
    wrong = [
        f"{file.relative_to(ROOT)}: {name}"
        for file in modules(room)
        for name in imports(file)
        if is_within(name, OUR_OWN) and not is_within(name, MAY_IMPORT[room])
    ]
    assert wrong == []


def test_who_answers_a_question_needs_no_rule():
    """What is legal stands in the question, so that nothing of the round decides it a second time."""
    rules = {f"referee.rules.{name}" for name in ("bank", "buying", "mergers", "placing")}
    wrong = [
        f"{file.relative_to(ROOT)}: {name}"
        for file in modules("referee/round")
        for name in imports(file)
        if is_within(name, rules)
    ]
    assert wrong == []


@pytest.mark.parametrize("room", LIBRARIES)
def test_each_library_stays_in_its_room(room):
    wrong = [
        f"{file.relative_to(ROOT)}: {name}"
        for file in modules(room)
        for name in imports(file)
        if name.partition(".")[0] not in {*sys.stdlib_module_names, *OUR_OWN, *LIBRARIES[room]}
    ]
    assert wrong == []


def pure_modules(room):
    return [
        file for file in modules(room) if not (room == "referee/mail" and file.stem in TALKING_TO_SERVERS)
    ]


@pytest.mark.parametrize("room", PURE)
def test_the_pure_part_touches_neither_clock_nor_entropy_nor_files(room):
    wrong = [
        f"{file.relative_to(ROOT)}: {name}"
        for file in pure_modules(room)
        for name in imports(file)
        if (top := name.partition(".")[0]) in IMPURE_MODULES
        and (str(file.relative_to(ROOT)), top) not in EXCUSED
    ]
    wrong += [
        f"{file.relative_to(ROOT)}:{node.lineno}: {node.func.id}()"
        for file in pure_modules(room)
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS
    ]
    assert wrong == []


def test_reading_mails_knows_nothing_that_talks_to_servers():
    talking = [f"referee.mail.{name}" for name in TALKING_TO_SERVERS]
    wrong = [
        f"{file.relative_to(ROOT)}: {name}"
        for file in pure_modules("referee/mail")
        for name in imports(file)
        if is_within(name, talking) or is_within(name, ["aiosmtplib", "aiosmtpd", "imap_tools"])
    ]
    assert wrong == []


def test_reports_are_made_from_events_alone_and_never_ask_for_the_truth():
    """What a report is made of: entries, and words of its own; no store, no state, no other reader's view."""
    (render,) = [
        node
        for node in ast.walk(tree_of(ROOT / "referee/report/render.py"))
        if isinstance(node, ast.FunctionDef) and node.name == "round_report"
    ]
    taken = {argument.arg for argument in (*render.args.args, *render.args.kwonlyargs)}
    assert taken <= {
        "entries",
        "reader",
        "game",
        "round_number",
        "head",
        "at",
        "orders",
        "ahead",
        "in_other_seat",  # what the reader himself sees there
        "press",  # the words behind the digests in his entries
        "corrections",  # public, those that do not count any more too
        "templates",
    }


def test_reports_are_rendered_in_one_place_from_what_their_reader_may_see():
    """The only caller of `round_report` hands it `entries_for(…)` of the same reader, and nothing else."""
    calls = [
        (file, node)
        for room in ("referee/service", "referee/cli")
        for file in modules(room)
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "round_report"
    ]
    ((file, call),) = calls
    assert file.name == "publish.py"
    bound = [
        ast.unparse(node.value)
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "seen"
    ]
    assert ast.unparse(call.args[0]) == "seen"
    assert bound == ["entries_for(log.entries, reader)"]
    assert ast.unparse(call.args[1]) == "reader"


SHOW_MODULES = (
    "import sys, atexit\n"
    "atexit.register(lambda: print(*sorted(sys.modules), file=sys.stderr))\n"
    "sys.argv[0] = 'referee'\n"
    "from referee.cli.main import main\nmain()\n"
)


@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("check", "orders.txt"),
        ("check", "orders.txt", "--json"),
        ("editions",),
        ("editions", "classic"),
    ],
)
def test_help_check_without_a_game_and_editions_import_no_database(tmp_path, words):
    (tmp_path / "orders.txt").write_text("tile any\n")
    done = subprocess.run(
        [sys.executable, "-c", SHOW_MODULES, *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    loaded = {name.partition(".")[0] for name in done.stderr.split()}
    assert loaded.isdisjoint({"sqlmodel", "sqlalchemy", "alembic", "sqlite3", "rich"})
    assert "referee" in loaded


@pytest.mark.parametrize(
    "words", [("resolve", "quay", "--missing"), ("resolve", "quay", "--missing", "--hold")]
)
def test_without_mail_a_round_is_resolved_and_nothing_is_loaded_that_reads_mail(tmp_path, words):
    def shows(*typed):
        return subprocess.run(
            [sys.executable, "-c", SHOW_MODULES, *typed],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        ).stderr.split()

    shows("new", "quay", "--players", "ann,ben,cid")
    loaded = set(shows(*words))
    assert "referee.service.resolve_round" in loaded
    assert loaded.isdisjoint(
        {"referee.service.take_mail", "referee.mail.intake", "email.parser", "imap_tools"}
    )
