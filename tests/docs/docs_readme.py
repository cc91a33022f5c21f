"""README.md as its readers use it: files are written, commands typed, output and letters compared."""

import email.message
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.policy import default
from pathlib import Path

from warm_program import shell_folder

README = Path(__file__).parents[2] / "README.md"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE_NAME = re.compile(r"# ([\w/.-]+\.\w+)\n")
HEAD = re.compile(r"\b(\d+):[0-9a-f]{12}\b")
DATE = re.compile(r" +\d{1,2} [A-Z][a-z]+ \d{4}\b")
TOKEN = re.compile(r"\.[a-z2-7]{16}@")
ANYTHING = "..."


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and the file that its first line names, if any."""

    language: str
    text: str

    @property
    def file(self) -> str | None:
        named = FILE_NAME.match(self.text)
        return named[1] if named else None


def blocks(language: str | None = None) -> list[Block]:
    """The fenced blocks of the page, in order."""
    found = [Block(*match.groups()) for match in FENCE.finditer(README.read_text(encoding="utf-8"))]
    return [one for one in found if language in (None, one.language)]


@dataclass
class Reader:
    """Somebody who follows the page in a folder; keeps the last exit status and the last head printed."""

    folder: Path
    status: int = 0
    head: str = ""
    typed: list[str] = field(default_factory=list)

    def follow(self, block: Block) -> None:
        """Do what a block says; raises AssertionError where something else comes of it."""
        if block.file is not None:
            file = self.folder / block.file
            assert file.parent.is_dir(), f"nothing before {block.file} has made its folder"
            named, _, below = block.text.partition("\n")
            text = below if file.suffix == ".eml" else f"{named}\n{below}"  # a mail begins with its header
            file.write_text(text, encoding="utf-8")
        elif block.language == "email":
            written = [shown_of(one, block.text) for one in letters(self.folder)]
            assert any(fits(block.text, one) for one in written), "\n=====\n".join([block.text, *written])
        elif block.language == "console":
            for command, expected in commands(block.text):
                printed = self.type(command)
                assert fits(expected, printed), f"$ {command}\n{printed}\n--- expected ---\n{expected}"

    def type(self, command: str) -> str:
        """What a command prints, problems included; a head that it names is the one that was printed last."""
        self.typed.append(command)
        if command == "echo $?":
            return f"{self.status}\n"
        said = HEAD.search(command)
        if said:
            assert said[1] == self.head.partition(":")[0], f"the page says {said[0]}, printed was {self.head}"
            command = HEAD.sub(self.head, command)
        path = os.pathsep.join((str(shell_folder()), str(Path(sys.executable).parent), os.environ["PATH"]))
        kept = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            env=kept | {"PATH": path, "COLUMNS": "80"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
            check=False,
        )
        self.status = done.returncode
        for head in HEAD.finditer(done.stdout):
            self.head = head[0]
        return done.stdout


def letters(folder: Path) -> list[email.message.EmailMessage]:
    """The letters that the referee has written in a folder, sent or not."""
    store = sqlite3.connect(folder / "post.db")
    try:
        rows = store.execute("SELECT body FROM outbox WHERE body IS NOT NULL").fetchall()
    finally:
        store.close()
    return [email.message_from_bytes(one, policy=default) for (one,) in rows]


def shown_of(letter: email.message.EmailMessage, page: str) -> str:
    """A letter as a mail program shows it, with those lines of its header that the page shows."""
    names = re.findall(r"^([\w-]+): ", page.partition("\n\n")[0], re.MULTILINE)
    head = "".join(f"{name}: {letter[name]}\n" for name in names)
    return f"{head}\n{letter.get_content()}".replace("\r\n", "\n")


def commands(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with the output it shows."""
    for part in text.removeprefix("$ ").split("\n$ "):
        command, _, expected = part.partition("\n")
        yield command, expected


def fits(expected: str, printed: str) -> bool:
    """Whether output is as shown: a line of dots stands for any lines; dates and hashes differ each time."""
    pattern = "".join(
        r"(?:.*\n)*?" if line == ANYTHING else re.escape(line) + r"\n"
        for line in steady(expected).splitlines()
    )
    return re.fullmatch(pattern, steady(printed)) is not None


def steady(text: str) -> str:
    """Text without what is different each time: hashes, dates, reply tokens."""
    return TOKEN.sub(".TOKEN@", DATE.sub(" DATE", HEAD.sub(r"\1:HASH", text)))
