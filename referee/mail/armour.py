"""The armour of PGP in a text: taken off what is only signed. Source: RFC 9580, section 7 (cleartext signatures)."""

from __future__ import annotations

import re
from typing import Final

_SIGNED: Final = re.compile(r"-----BEGIN PGP SIGNED MESSAGE-----\s*\Z")
_SIGNATURE: Final = re.compile(r"-----BEGIN PGP SIGNATURE-----\s*\Z")
_MESSAGE: Final = re.compile(r"-----BEGIN PGP MESSAGE(?:, PART .*)?-----\s*\Z")
_KEY: Final = re.compile(r"-----BEGIN PGP PUBLIC KEY BLOCK-----\s*\Z")
_END: Final = re.compile(r"-----END PGP .*-----\s*\Z")


def without_armour(lines: list[str]) -> tuple[list[str], bool]:
    """The lines of a text without signatures and keys, and whether a part of it is encrypted.

    What was changed in signed lines so that they cannot be taken for armour (`- -- `) is changed back.
    """
    found: list[str] = []
    is_encrypted = is_signed = False
    index = 0
    while index < len(lines):
        line = lines[index]
        if not line.startswith("-----"):
            found.append(line.removeprefix("- ") if is_signed else line)
            index += 1
        elif _SIGNED.match(line):
            is_signed = True
            index = _below_header(lines, index + 1)
        elif _SIGNATURE.match(line) or _KEY.match(line) or _MESSAGE.match(line):
            is_encrypted = is_encrypted or _MESSAGE.match(line) is not None
            is_signed = False
            index = next((at + 1 for at in range(index, len(lines)) if _END.match(lines[at])), len(lines))
        else:
            found.append(line)
            index += 1
    return found, is_encrypted


def _below_header(lines: list[str], index: int) -> int:
    """The first line below those that say how it was signed (`Hash: SHA256`), and the blank one below them."""
    while index < len(lines) and lines[index].strip():
        if ":" not in lines[index]:
            return index
        index += 1
    return index + 1
