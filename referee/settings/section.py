"""One section of `referee.toml` while it is read: what is wrong is noted, so that all of it can be told at once."""

from __future__ import annotations

import re
import stat
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeGuard, TypeVar

from referee.errors import named
from referee.written.toml_values import did_you_mean, is_number, is_text, is_texts, shown

T = TypeVar("T")

MODE_FOR_OTHERS: Final = 0o077
LONGEST_PRIVATE: Final = 4096
"""Bytes of a file that holds a password or a secret."""
LONGEST_DURATION: Final = 30 * 86_400
"""Seconds that a duration may last at most."""
_DURATION: Final = re.compile(r"(?:(\d{1,2})d)?(?:(\d{1,3})h)?(?:(\d{1,5})m)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Key:
    """A setting: its name, how it is written, and what stands for it where it is left out (None: it must be there).

    The page on setting up mail has a row for each; a test compares.
    """

    name: str
    example: str
    default: str | None = ""

    @property
    def written(self) -> str:
        """A whole line, as it can be copied: `port = 587`."""
        return f"{self.name} = {self.example}"


@dataclass(slots=True)
class Section:
    """A section by its name, `mail.smtp`; `file` is the file it stands in, `faults` collects sentences for all."""

    name: str
    file: Path
    table: Mapping[str, Any]
    keys: Mapping[str, Key]
    faults: list[str]
    subsections: tuple[str, ...] = ()
    is_sound: bool = field(default=True, init=False)
    """Whether nothing was found wrong with it so far."""

    def __post_init__(self) -> None:
        unknown = [name for name in self.table if name not in self.keys and name not in self.subsections]
        there = (*self.keys, *self.subsections)
        for name in unknown:
            self.fault(f"there is no `{shown(name)}`. {did_you_mean(name, there, '`')}")

    def fault(self, sentence: str) -> None:
        """Note what is wrong in this section."""
        self.is_sound = False
        self.faults.append(f"[{self.name}] {sentence}")

    def value(self, key: str, fits: Callable[[object], TypeGuard[T]], must_be: str) -> T | None:
        """The value of a key; None where there is none, or it is wrong. Never shown: it may be a secret."""
        if key not in self.table:
            if self.keys[key].default is None:
                self.fault(f"`{key}` is missing. Write, for instance: {self.keys[key].written}")
            return None
        found: object = self.table[key]
        if fits(found):
            return found
        self.fault(f"`{key}` must be {must_be}, as in {self.keys[key].written}")
        return None

    def text(self, key: str, must_be: str = "a text in quotes", *, most: int = 200) -> str | None:
        """A text of one line that is not empty and has nothing unseen in it."""

        def fits(found: object) -> TypeGuard[str]:
            return is_text(found) and 0 < len(found.strip()) <= most and found.isprintable()

        return self.value(key, fits, must_be)

    def texts(self, key: str, must_be: str, fit: Callable[[str], bool]) -> tuple[str, ...]:
        """A text or a list of texts; none where the key is left out."""

        def fits(found: object) -> TypeGuard[str | list[str]]:
            return (is_text(found) and fit(found)) or (is_texts(found) and all(fit(one) for one in found))

        found = self.value(key, fits, must_be)
        if found is None:
            return ()
        return (found,) if isinstance(found, str) else tuple(found)

    def number(self, key: str, least: int, most: int) -> int | None:
        """A whole number."""

        def fits(found: object) -> TypeGuard[int]:
            return is_number(found) and least <= found <= most

        return self.value(key, fits, f"a whole number from {least:,} to {most:,}")

    def seconds(self, key: str, least: float, most: float) -> float | None:
        """A number of seconds, which may have a fraction."""

        def fits(found: object) -> TypeGuard[float]:
            return (is_number(found) or isinstance(found, float)) and least <= found <= most

        found = self.value(key, fits, f"a number of seconds from {least:g} to {most:g}")
        return None if found is None else float(found)

    def duration(self, key: str) -> int | None:
        """A duration of days, hours and minutes, `1d12h`, in seconds."""

        def fits(found: object) -> TypeGuard[str]:
            return is_text(found) and 0 < _seconds_of(found) <= LONGEST_DURATION

        must_be = 'days, hours or minutes in quotes ("2d", "12h", "90m", "1d12h"), more than none and at most 30 days'
        found = self.value(key, fits, must_be)
        return None if found is None else _seconds_of(found)

    def one_of(self, key: str, values: Mapping[str, T]) -> T | None:
        """One word of several, for what it means."""

        def fits(found: object) -> TypeGuard[str]:
            return is_text(found) and found in values

        found = self.value(key, fits, " or ".join(f'"{one}"' for one in values))
        return None if found is None else values[found]

    def path(self, key: str) -> Path | None:
        """A path; a relative one starts at the file of settings."""
        found = self.text(key, "a path in quotes", most=4096)
        if found is None:
            return None
        try:
            return self.file.parent / Path(found).expanduser()
        except RuntimeError:
            self.fault(f"`{key}` begins with a `~` that means nobody here. Write the whole path.")
            return None

    def private(self, key: str) -> tuple[str | None, Path | None]:
        """What nobody else may read, from `KEY_file` or else from `KEY` itself; and from which file it came.

        None where there is neither, or it is wrong, which is noted. No message tells what was read.
        """
        inside, beside = key, f"{key}_file"
        if inside in self.table and beside in self.table:
            self.fault(f"`{inside}` and `{beside}` are both there. Leave out `{inside}`.")
            return None, None
        if beside in self.table:
            file = self.path(beside)
            return (None, None) if file is None else (self._private_text(beside, file), file)
        found = self.text(inside, most=LONGEST_PRIVATE)
        if found is not None and self._is_open_to_others(self.file):
            self.fault(
                f"`{inside}` stands here, and others can read this file. Say: chmod 600 {named(self.file)} "
                f"- or put it into a file of its own, and write {self.keys[beside].written}"
            )
            return None, None
        return found, None

    def _private_text(self, key: str, file: Path) -> str | None:
        shown_file = named(file)
        try:
            if not stat.S_ISREG(file.stat().st_mode):
                self.fault(f"`{key}`: {shown_file} is no file. Name the file.")
                return None
            if self._is_open_to_others(file):
                self.fault(f"`{key}`: others can read {shown_file}. Say: chmod 600 {shown_file}")
                return None
            with file.open("rb") as stream:
                data = stream.read(LONGEST_PRIVATE + 1)
            text = data.decode("utf-8").strip()
        except UnicodeDecodeError:
            self.fault(f"`{key}`: {shown_file} is not UTF-8 text. Write one line of text into it.")
            return None
        except OSError as problem:
            self.fault(f"`{key}`: {shown_file} cannot be read: {problem.strerror}. {_how_to_mend(key)}")
            return None
        if not text or not text.isprintable() or len(data) > LONGEST_PRIVATE:
            self.fault(f"`{key}`: {shown_file} must hold one line of text, and nothing else.")
            return None
        return text

    @staticmethod
    def _is_open_to_others(file: Path) -> bool:
        return bool(stat.S_IMODE(file.stat().st_mode) & MODE_FOR_OTHERS)


def _seconds_of(text: str) -> int:
    """How long a duration is; 0 for what is none."""
    found = _DURATION.fullmatch(text)
    days, hours, minutes = (int(one or 0) for one in found.groups()) if found else (0, 0, 0)
    return ((days * 24 + hours) * 60 + minutes) * 60


def _how_to_mend(key: str) -> str:
    if key == "secret_file":
        return "Make it: referee secret - or copy it from where it was kept."
    return "Put the password into it, and say: chmod 600 FILE"


def keys_by_name(keys: Iterable[Key]) -> dict[str, Key]:
    """Keys as a section wants them."""
    return {key.name: key for key in keys}
