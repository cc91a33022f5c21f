"""In what condition the database is: its file and the disk below, or its server; and whether the clock is right."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from referee.clock import AN_HOUR, later
from referee.db.condition import ServerCondition, journal_mode, latest_moment, server_condition
from referee.db.engines import place_of
from referee.db.strays import damaged_pages
from referee.service import transactions
from referee.service.findings import Finding, Level, Patient

CHECK: Final = "database"
MIB: Final = 1024 * 1024
LITTLE: Final = 100 * MIB
"""Bytes of a disk that soon are none: a club's mails of a year need about as many."""
NEXT_TO_NOTHING: Final = 10 * MIB
FEW_FILES: Final = 100
"""Files that a disk can still have, where it counts them."""
LONG_LOG: Final = 256 * MIB
"""Bytes of SQLite's write-ahead log that it never has unless somebody keeps it from being emptied."""
MOUNTS: Final = Path("/proc/self/mounts")
FAR: Final = frozenset(
    {
        *(
            "9p",
            "afs",
            "beegfs",
            "ceph",
            "cifs",
            "davfs",
            "gfs2",
            "glusterfs",
            "lustre",
            "ncpfs",
            "nfs",
            "nfs4",
        ),
        *("ocfs2", "smb3", "smbfs", "vboxsf", "virtiofs"),
        *("fuse.davfs2", "fuse.glusterfs", "fuse.rclone", "fuse.s3fs", "fuse.sshfs"),
    }
)
"""File systems over a network or between machines: SQLite's write-ahead log does not work there."""
OLDEST_SERVER: Final = 130000
"""PostgreSQL's versions before are not tested, and nobody mends them any more."""
BACKUP: Final = "Put a backup in its place, and verify it: referee verify --all"


def condition(patient: Patient) -> Iterator[Finding]:
    """Whether the file is whole and lies where SQLite can work, or the server keeps what it was given."""
    if patient.database is None:
        return
    with transactions.inspecting(patient.database, patient.clock) as (work, _):
        server = server_condition(work.unit)
        mode = "" if server else journal_mode(work.unit)
        damage = damaged_pages(work.unit, quick=True)
    for fault in damage:
        yield Finding(CHECK, "fault", f"{fault}.", BACKUP)
    if server is not None:
        yield from _of_server(server)
        return
    if mode != "wal":
        yield Finding(
            CHECK,
            "warning",
            f"its file is in the mode {mode!r}, so that whoever reads keeps others from writing.",
            "Say, while nothing runs: sqlite3 FILE 'PRAGMA journal_mode = WAL'",
        )
    file = place_of(patient.database).file
    if file is not None:
        yield from (*_room(file), *_place(file), *_rights(patient, file))


def clock(patient: Patient) -> Iterator[Finding]:
    """Whether the machine's clock can be right: nothing is written before what was written last."""
    if patient.database is None:
        return
    with transactions.inspecting(patient.database, patient.clock) as (work, _):
        latest, now = latest_moment(work.unit), work.at
    if latest is not None and later(now, AN_HOUR) < latest:
        said = f"it says {now}, but something was written at {latest}."
        todo = "Set the machine's clock: what is written now is dated wrong, and letters wait too long."
        yield Finding("clock", "fault", said, todo)


def _room(file: Path) -> Iterator[Finding]:
    free = shutil.disk_usage(file.parent).free
    if free < LITTLE:
        level: Level = "fault" if free < NEXT_TO_NOTHING else "warning"
        room = f"its disk has {free // MIB} MiB left."
        yield Finding(CHECK, level, room, "Make room: a mail that finds none is not taken.")
    disk = os.statvfs(file.parent)
    if disk.f_files and disk.f_favail < FEW_FILES:
        said = f"its disk can have {disk.f_favail} files more, however much room is left."
        yield Finding(CHECK, "warning", said, "Delete files there: SQLite makes some beside the database.")


def _place(file: Path) -> Iterator[Finding]:
    kind = file_system_of(file, _mounts())
    if kind in FAR:
        yield Finding(
            CHECK,
            "fault",
            f"its file lies in a file system of another machine ({kind}), where SQLite may damage it.",
            "Put it on a disk of this machine, or keep the games in PostgreSQL.",
        )
    log = file.with_name(f"{file.name}-wal")
    size = log.stat().st_size if log.exists() else 0
    if size > LONG_LOG:
        yield Finding(
            CHECK,
            "warning",
            f"{log} has {size // MIB} MiB: some program has been reading for long, so it is never emptied.",
            f"See which one it is (fuser {file}) and end it; then: referee mail purge",
        )
    if file.with_name(f"{file.name}-journal").exists():
        yield Finding(
            CHECK,
            "warning",
            f"{file.name}-journal lies beside it: some program died in the middle of writing, not the referee.",
            "Do not delete it: the file may need it. Verify: referee verify --all",
        )


def _rights(patient: Patient, file: Path) -> Iterator[Finding]:
    if patient.plays_by_mail and stat.S_IMODE(file.stat().st_mode) & 0o077:
        yield Finding(
            CHECK,
            "warning",
            "others on this machine can read it: hands, orders, addresses and mails.",
            f"Say: chmod 600 {file}",
        )
    folder = file.parent.stat()
    if folder.st_mode & stat.S_IWOTH and not folder.st_mode & stat.S_ISVTX:
        yield Finding(
            CHECK,
            "warning",
            f"everybody on this machine can put another file in its place: {file.parent} is open to all.",
            f"Say: chmod o-w {file.parent}",
        )
    for beside in (file.with_name(f"{file.name}{end}") for end in ("-wal", "-shm")):
        if beside.exists() and not os.access(beside, os.W_OK):
            yield Finding(
                CHECK,
                "fault",
                f"{beside} cannot be written: another user has run the referee here.",
                f"Give it to the user of {file.name}: chown --reference={file} {beside}",
            )


def _mounts() -> str:
    try:
        return MOUNTS.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:  # no Linux: what is mounted cannot be told
        return ""


def file_system_of(file: Path, mounts: str) -> str | None:
    """The kind of the file system in which a file lies, by the table of mounts; None if that does not tell."""
    found: tuple[int, str] | None = None
    for fields in (line.split(" ") for line in mounts.splitlines()):
        if len(fields) > 2:  # noqa: PLR2004  # device, point, kind
            point = Path(fields[1].replace("\\040", " "))
            depth = len(point.parts)
            if file.is_relative_to(point) and (found is None or depth >= found[0]):
                found = depth, fields[2]
    return None if found is None else found[1]


def _of_server(server: ServerCondition) -> Iterator[Finding]:
    for level, said, todo in server_findings(server):
        yield Finding(CHECK, level, said, todo)


def server_findings(server: ServerCondition) -> Iterable[tuple[Level, str, str]]:
    """What is wrong with a server of PostgreSQL: how bad it is, what it is, what to do."""
    if server.version < OLDEST_SERVER:
        version = f"{server.version // 10000}.{server.version % 10000}"
        yield "warning", f"PostgreSQL {version} is too old.", "Update the server to 13 or later."
    if server.encoding != "UTF8":
        said = f"it is encoded in {server.encoding}, so that not every name can be kept."
        yield "fault", said, "Make it anew (createdb --encoding=UTF8), and move the games there."
    for name in ("fsync", "full_page_writes"):
        if getattr(server, name) != "on":
            said = f"the server has {name} = {getattr(server, name)}: a power cut may damage it."
            yield "fault", said, f"Put {name} = on into its postgresql.conf."
    if server.synchronous_commit == "off":
        said = (
            "the server says that something is kept before it is (synchronous_commit = off): a report may be"
        )
        yield (
            "warning",
            f"{said} sent of a round that a power cut undoes.",
            "Put synchronous_commit = on into its postgresql.conf.",
        )
