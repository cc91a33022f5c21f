"""Files of settings for tests: a whole one, and one that is changed in places."""

from pathlib import Path

from referee.config import look_at_mail, read_settings

SECRET = "a secret only for these tests"  # noqa: S105
PASSWORD = "pass:word with a blank"  # noqa: S105
WHOLE = {
    "mail": """
address = "ref@acquire.example"
name = "The referee of the quay"
referee = "harbour.master@players.example"
secret_file = "secret"
authserv_id = ["mx.acquire.example", "mx2.acquire.example"]
reply = "whole"
keep_days = 30
""",
    "mail.smtp": """
host = "smtp.acquire.example"
port = 465
user = "ref@acquire.example"
password_file = "keys/password"
ca_file = "authority.pem"
timeout = 12.5
""",
    "mail.lmtp": "socket = 'run/lmtp.sock'\nmax_bytes = 2_000_000\n",
    "mail.imap": """
host = "imap.acquire.example"
tls = "starttls"
user = "ref"
password_file = "keys/password"
folder = "Acquire"
done_folder = "Acquire/Done"
every = 300
""",
    "mail.maildir": "path = 'Maildir'\nevery = 2\n",
}
SMALLEST = {"mail": 'address = "ref@acquire.example"\nsecret_file = "secret"\n'}


def write_settings(folder: Path, sections: dict[str, str] | str) -> Path:
    """`referee.toml` with the files that it names."""
    private(folder / "secret", SECRET)
    (folder / "keys").mkdir(exist_ok=True)
    private(folder / "keys" / "password", PASSWORD)
    (folder / "authority.pem").write_text("certificates")
    text = (
        sections
        if isinstance(sections, str)
        else "".join(f"[{name}]\n{body}\n" for name, body in sections.items())
    )
    file = folder / "referee.toml"
    file.write_text(text, encoding="utf-8")
    file.chmod(0o644)
    return file


def private(file: Path, text: str | bytes, mode: int = 0o600) -> Path:
    """A file that only its owner can read, if nothing else is said."""
    file.write_bytes(text if isinstance(text, bytes) else f"{text}\n".encode())
    file.chmod(mode)
    return file


def mail_of(folder: Path):
    """The settings of mail as a command gets them that needs them."""
    return read_settings(folder=folder, environ={}, with_mail=True).mail


def faults_of(folder: Path) -> list[str]:
    """All that is wrong with the file."""
    _, found = look_at_mail(folder)
    return [] if found is None else list(found.faults)
