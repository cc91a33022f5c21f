"""The sections of `referee.toml` and their keys. The page referee/mail/SETTING-UP.md tells what they are for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from referee.mail.office import Office
from referee.mail.settings import (
    EVERY,
    EVERY_FILE,
    FOLDER,
    KEEP_DAYS,
    LARGEST,
    LISTENING,
    MIB,
    PATIENCE,
    FoundMail,
    ImapSettings,
    LmtpSettings,
    MaildirSettings,
    SmtpSettings,
    Tls,
    is_ip,
    is_this_machine,
)
from referee.mail.world import Identity, ReplyStyle
from referee.settings.section import Key, Section, keys_by_name
from referee.written.toml_values import did_you_mean, shown

LEAST_SECRET: Final = 16
"""Bytes of a secret that nobody finds by trying."""
DAY: Final = 86_400
PORTS: Final = 65_535

KEYS: Final[Mapping[str, Mapping[str, Key]]] = {
    "referee": keys_by_name((Key("db", '"games/club.db"', '"referee.db"'),)),
    "publish": keys_by_name((Key("hold", '"12h"'),)),
    "mail": keys_by_name(
        (
            Key("address", '"ref@acquire.example"', None),
            Key("name", '"The referee"', '"Acquire referee"'),
            Key("referee", '"you@players.example"'),
            Key("secret_file", '"secret"'),
            Key("secret", '"at least sixteen characters that nobody knows"'),
            Key("authserv_id", '"mx.acquire.example"'),
            Key("reply", '"plus"', '"plus"'),
            Key("keep_days", "90", "90"),
        )
    ),
    "mail.smtp": keys_by_name(
        (
            Key("host", '"smtp.acquire.example"', None),
            Key("port", "587", "587; 25 on this machine"),
            Key("tls", '"starttls"', '"starttls"; "tls" at port 465; "none" on this machine'),
            Key("user", '"ref@acquire.example"'),
            Key("password_file", '"password"'),
            Key("password", '"the password"'),
            Key("ca_file", '"authority.pem"', "the system's"),
            Key("timeout", "60", "60"),
        )
    ),
    "mail.lmtp": keys_by_name(
        (
            Key("port", "2424"),
            Key("host", '"127.0.0.1"', '"127.0.0.1"'),
            Key("socket", '"lmtp.sock"'),
            Key("max_bytes", "16_777_216", "16_777_216"),
        )
    ),
    "mail.imap": keys_by_name(
        (
            Key("host", '"imap.acquire.example"', None),
            Key("port", "993", '993; 143 with "starttls" and "none"'),
            Key("tls", '"tls"', '"tls"; "starttls" at port 143'),
            Key("user", '"ref@acquire.example"', None),
            Key("password_file", '"password"'),
            Key("password", '"the password"'),
            Key("folder", '"INBOX"', '"INBOX"'),
            Key("done_folder", '"Done"'),
            Key("every", "60", "60"),
            Key("ca_file", '"authority.pem"', "the system's"),
            Key("timeout", "60", "60"),
        )
    ),
    "mail.maildir": keys_by_name(
        (Key("path", '"/var/mail/referee"', None), Key("every", "10", "10")),
    ),
}
"""Every key of every section. `default` "" means that the key may be left out, and then there is no such thing."""

SUBSECTIONS: Final = tuple(name.removeprefix("mail.") for name in KEYS if name.startswith("mail."))
SECTIONS: Final = tuple(name for name in KEYS if "." not in name)

_ATOM: Final = r"[A-Za-z0-9!#$%&'*/=?^_`{|}~-]+"
_LABEL: Final = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_DOMAIN: Final = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")
_OURS: Final = re.compile(rf"{_ATOM}(?:\.{_ATOM})*@{_DOMAIN.pattern}")
_ANY: Final = re.compile(rf"[+.\w!#$%&'*/=?^`{{|}}~-]{{1,64}}@{_DOMAIN.pattern}")
_AUTHSERV: Final = re.compile(r"[!-~]{1,253}")
_NO_ID: Final = re.compile(r'[;="()<>@,\\]')

_REPLIES: Final[Mapping[str, ReplyStyle]] = {"plus": "plus", "whole": "whole", "none": "none"}
_TLS: Final[Mapping[str, Tls]] = {"starttls": "starttls", "tls": "tls", "none": "none"}


def find_mail(whole: Mapping[str, Any], file: Path) -> FoundMail | None:
    """What a file says of the mail; None where it says nothing. Secrets and passwords are read from where it says.

    A name that is unknown is a fault in the other sections too: `[mial]` was meant to say something.
    """
    faults = list(_strangers(whole, file))
    table = whole.get("mail", {})
    if not isinstance(table, dict):
        faults.append("`mail` must be a section. Write [mail] and its keys below it.")
        table = {}
    if "mail" not in whole and not faults:
        return None
    section = Section("mail", file, table, KEYS["mail"], faults, SUBSECTIONS)
    office, secret_file = _office(section) if "mail" in whole else (None, None)
    keep_days = section.number("keep_days", 1, 3650) or KEEP_DAYS
    parts: dict[str, Section] = {}
    for name in SUBSECTIONS:
        found = table.get(name)
        if isinstance(found, dict):
            parts[name] = Section(f"mail.{name}", file, found, KEYS[f"mail.{name}"], faults)
        elif found is not None:
            faults.append(f"[mail] `{name}` must be a section. Write [mail.{name}] and its keys below it.")
    return FoundMail(
        office=office,
        smtp=_smtp(parts["smtp"]) if "smtp" in parts else None,
        lmtp=_lmtp(parts["lmtp"]) if "lmtp" in parts else None,
        imap=_imap(parts["imap"]) if "imap" in parts else None,
        maildir=_maildir(parts["maildir"]) if "maildir" in parts else None,
        keep_days=keep_days,
        secret_file=secret_file,
        faults=tuple(faults),
        is_set_up="mail" in whole,
    )


def find_hold(whole: Mapping[str, Any], file: Path, faults: list[str]) -> int | None:
    """For how many seconds a round is held; None where it is not. What is wrong with that is added to `faults`."""
    table = whole.get("publish", {})
    if not isinstance(table, dict):
        faults.append("`publish` must be a section. Write [publish] and its keys below it.")
        return None
    return Section("publish", file, table, KEYS["publish"], faults).duration("hold")


def _strangers(whole: Mapping[str, Any], file: Path) -> Iterator[str]:
    """Names that mean nothing, beside those in `[mail]`."""
    for name in whole:
        if name not in SECTIONS:
            yield f"there is no section `{shown(name)}`. {did_you_mean(name, SECTIONS, '`')}"
    table = whole.get("referee", {})
    faults: list[str] = []
    if isinstance(table, dict):
        Section("referee", file, table, KEYS["referee"], faults)
    find_hold(whole, file, faults)
    yield from faults


def _office(section: Section) -> tuple[Office | None, Path | None]:
    address = section.text("address", "an address in quotes", most=254)
    if address is not None and not (_OURS.fullmatch(address) and len(address.rpartition("@")[0]) <= 64):  # noqa: PLR2004
        section.fault(
            "`address` must be a plain address, without a name and without a `+`: "
            "what comes behind a `+` is the referee's to say. "
            f"Write, for instance: {section.keys['address'].written}"
        )
        address = None
    name = section.text("name", "a name of at most 64 characters in quotes", most=64)
    referee = section.text("referee", "an address in quotes", most=254)
    if referee is not None and not _ANY.fullmatch(referee):
        section.fault(f"`referee` must be an address, as in {section.keys['referee'].written}")
    elif referee is not None and address is not None and referee.lower() == address.lower():
        section.fault("`referee` must be your own address: what comes to `address`, the program reads.")
    secret, secret_file = _secret(section)
    ids = section.texts("authserv_id", "a name or a list of names in quotes", _is_authserv_id)
    reply = section.one_of("reply", _REPLIES) or "plus"
    if address is None or secret is None:
        return None, secret_file
    identity = Identity(address, secret, tuple(dict.fromkeys(ids)), reply)
    return Office(identity, name or "Acquire referee", referee), secret_file


def _secret(section: Section) -> tuple[bytes | None, Path | None]:
    if "secret" not in section.table and "secret_file" not in section.table:
        section.fault(
            "`secret_file` is missing. Make the file: referee secret - and write "
            f"{section.keys['secret_file'].written}"
        )
        return None, None
    text, file = section.private("secret")
    if text is None:
        return None, file
    secret = text.encode()
    if len(secret) < LEAST_SECRET:
        key = "secret" if file is None else "secret_file"
        section.fault(
            f"`{key}`: the secret is shorter than {LEAST_SECRET} bytes, and could be found by trying. "
            "Make a good one: referee secret"
        )
        return None, file
    return secret, file


def _smtp(section: Section) -> SmtpSettings | None:
    host = _host(section)
    near = host is not None and is_this_machine(host)
    port = section.number("port", 1, PORTS) or (25 if near else 587)
    tls = section.one_of("tls", _TLS) or ("tls" if port == 465 else "none" if near else "starttls")  # noqa: PLR2004
    user = section.text("user")
    password, _ = section.private("password")
    has_password = "password" in section.table or "password_file" in section.table
    if user is not None and not has_password:
        section.fault(f"`user` has no password. Write {section.keys['password_file'].written}")
    if has_password and "user" not in section.table:
        section.fault(f"the password has no user. Write {section.keys['user'].written}")
    if has_password:
        _not_in_the_clear(section, tls, near=near)
    ca_file = _ca_file(section)
    timeout = section.seconds("timeout", 1, 600) or PATIENCE
    if host is None or not section.is_sound:
        return None
    return SmtpSettings(host, port, tls, user, password, ca_file, timeout)


def _lmtp(section: Section) -> LmtpSettings | None:
    host = _host(section) if "host" in section.table else LISTENING
    port = section.number("port", 1, PORTS)
    socket = section.path("socket")
    if "port" in section.table and "socket" in section.table:
        section.fault("`port` and `socket` are both there. Leave one out.")
    if "port" not in section.table and "socket" not in section.table:
        section.fault(
            f"it is not said where to listen. Write {section.keys['port'].written}, or "
            f"{section.keys['socket'].written}"
        )
    max_bytes = section.number("max_bytes", MIB, 256 * MIB) or LARGEST
    if host is None or not section.is_sound:
        return None
    return LmtpSettings(host, port, socket, max_bytes)


def _imap(section: Section) -> ImapSettings | None:
    host = _host(section)
    port = section.number("port", 1, PORTS)
    tls = section.one_of("tls", _TLS) or ("starttls" if port == 143 else "tls")  # noqa: PLR2004
    user = section.text("user")
    password, _ = section.private("password")
    if "password" not in section.table and "password_file" not in section.table:
        section.fault(f"`password_file` is missing. Write {section.keys['password_file'].written}")
    _not_in_the_clear(section, tls, near=host is not None and is_this_machine(host))
    folder = section.text("folder") or FOLDER
    done = section.text("done_folder")
    if done is not None and done == folder:
        section.fault("`done_folder` must be another than `folder`, or mails would be fetched again.")
    every = section.seconds("every", 1, DAY) or EVERY
    ca_file = _ca_file(section)
    timeout = section.seconds("timeout", 1, 600) or PATIENCE
    if host is None or user is None or password is None or not section.is_sound:
        return None
    return ImapSettings(
        host=host,
        user=user,
        password=password,
        port=port or (993 if tls == "tls" else 143),
        tls=tls,
        folder=folder,
        done_folder=done,
        every=every,
        ca_file=ca_file,
        timeout=timeout,
    )


def _maildir(section: Section) -> MaildirSettings | None:
    path = section.path("path")
    every = section.seconds("every", 1, DAY) or EVERY_FILE
    return None if path is None or not section.is_sound else MaildirSettings(path, every)


def _ca_file(section: Section) -> Path | None:
    file = section.path("ca_file")
    if file is not None and not file.is_file():
        section.fault(f"`ca_file`: there is no file {file}. Name the file with the certificates.")
    return file


def _host(section: Section) -> str | None:
    host = section.text("host", "the name of a server in quotes", most=253)
    if host is None or _DOMAIN.fullmatch(host) or is_ip(host):
        return host
    section.fault(
        "`host` must be a server's name or its IP address, and nothing else: no port, no `smtp://`. "
        f"Write, for instance: {section.keys['host'].written}"
    )
    return None


def _not_in_the_clear(section: Section, tls: Tls, *, near: bool) -> None:
    if tls == "none" and not near:
        section.fault(
            'with tls = "none" everybody on the way could read the password. Write tls = "starttls" or "tls".'
        )


def _is_authserv_id(text: str) -> bool:
    return _AUTHSERV.fullmatch(text) is not None and _NO_ID.search(text) is None
