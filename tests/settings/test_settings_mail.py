"""What `referee.toml` says of the mail: every key, every default, and everything that can be wrong."""

import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from settings_helpers import PASSWORD, SECRET, SMALLEST, WHOLE, faults_of, mail_of, private, write_settings

from referee.config import look_at_mail, read_settings
from referee.errors import UserError
from referee.mail.office import Office
from referee.mail.settings import (
    ImapSettings,
    LmtpSettings,
    MaildirSettings,
    MailSettings,
    SmtpSettings,
)
from referee.mail.world import Identity
from referee.settings.sections import KEYS


def test_every_key_says_what_it_says(tmp_path):
    write_settings(tmp_path, WHOLE)
    identity = Identity(
        "ref@acquire.example", SECRET.encode(), ("mx.acquire.example", "mx2.acquire.example"), "whole"
    )
    assert mail_of(tmp_path) == MailSettings(
        office=Office(identity, "The referee of the quay", "harbour.master@players.example"),
        smtp=SmtpSettings(
            "smtp.acquire.example",
            465,
            "tls",
            "ref@acquire.example",
            PASSWORD,
            tmp_path / "authority.pem",
            12.5,
        ),
        lmtp=LmtpSettings(socket=tmp_path / "run/lmtp.sock", max_bytes=2_000_000),
        imap=ImapSettings(
            host="imap.acquire.example",
            user="ref",
            password=PASSWORD,
            port=143,
            tls="starttls",
            folder="Acquire",
            done_folder="Acquire/Done",
            every=300.0,
        ),
        maildir=MaildirSettings(tmp_path / "Maildir", 2.0),
        keep_days=30,
        secret_file=tmp_path / "secret",
    )


def test_an_address_and_a_secret_are_enough(tmp_path):
    write_settings(tmp_path, SMALLEST)
    assert mail_of(tmp_path) == MailSettings(
        Office(Identity("ref@acquire.example", SECRET.encode()), "Acquire referee"),
        secret_file=tmp_path / "secret",
    )


def test_where_nothing_is_said_of_mail_there_is_none(tmp_path):
    assert mail_of(tmp_path) is None
    write_settings(tmp_path, '[referee]\ndb = "club.db"\n')
    assert mail_of(tmp_path) is None
    assert look_at_mail(tmp_path) == (tmp_path / "referee.toml", None)


def test_who_does_not_ask_for_mail_is_not_stopped_by_what_is_wrong_with_it(tmp_path):
    write_settings(tmp_path, '[referee]\ndb = "/srv/club.db"\n[mail]\naddress = 7\n')
    assert read_settings(folder=tmp_path, environ={}).db == "/srv/club.db"
    assert read_settings(folder=tmp_path, environ={}).mail is None
    with pytest.raises(UserError, match="`address` must be"):
        mail_of(tmp_path)


def test_mail_is_found_whatever_chooses_the_database(tmp_path):
    write_settings(tmp_path, SMALLEST)
    for given_db, environ in (("other.db", {}), (None, {"REFEREE_DB": "other.db"})):
        found = read_settings(given_db, folder=tmp_path, environ=environ, with_mail=True)
        assert found.db == "other.db"
        assert found.mail is not None


@pytest.mark.parametrize(
    ("host", "more", "expected"),
    [
        ("smtp.acquire.example", "", (587, "starttls")),
        ("smtp.acquire.example", "port = 465\n", (465, "tls")),
        ("smtp.acquire.example", 'port = 465\ntls = "starttls"\n', (465, "starttls")),
        ("smtp.acquire.example", "port = 2525\n", (2525, "starttls")),
        ("localhost", "", (25, "none")),
        ("127.0.0.1", "port = 2525\n", (2525, "none")),
        ("::1", 'tls = "starttls"\n', (25, "starttls")),
    ],
)
def test_the_line_out_is_secret_unless_it_never_leaves_the_machine(tmp_path, host, more, expected):
    write_settings(tmp_path, {**SMALLEST, "mail.smtp": f'host = "{host}"\n{more}'})
    smtp = mail_of(tmp_path).smtp
    assert (smtp.port, smtp.tls) == expected


@pytest.mark.parametrize(
    ("more", "expected"),
    [("", (993, "tls")), ("port = 143\n", (143, "starttls")), ('tls = "starttls"\n', (143, "starttls"))],
)
def test_the_line_to_the_mailbox_is_secret(tmp_path, more, expected):
    imap = f'host = "imap.acquire.example"\nuser = "ref"\npassword_file = "keys/password"\n{more}'
    write_settings(tmp_path, {**SMALLEST, "mail.imap": imap})
    found = mail_of(tmp_path).imap
    assert (found.port, found.tls) == expected


def test_a_secret_and_a_password_may_stand_in_a_file_that_nobody_else_can_read(tmp_path):
    file = write_settings(
        tmp_path,
        f'[mail]\naddress = "ref@acquire.example"\nsecret = "{SECRET}"\n'
        f'[mail.smtp]\nhost = "localhost"\nuser = "ref"\npassword = "{PASSWORD}"\n',
    )
    file.chmod(0o600)
    mail = mail_of(tmp_path)
    assert mail.office.identity.secret == SECRET.encode()
    assert mail.secret_file is None
    assert mail.smtp.password == PASSWORD
    file.chmod(0o640)
    faults = faults_of(tmp_path)
    assert [fault.partition(" stands here, and others can read this file")[0] for fault in faults] == [
        "[mail] `secret`",
        "[mail.smtp] `password`",
    ]
    assert all(f"chmod 600 {file}" in fault for fault in faults)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602, 0o610, 0o644, 0o777])
def test_a_file_that_others_can_read_or_change_is_refused(tmp_path, mode):
    write_settings(tmp_path, {**SMALLEST, "mail.smtp": WHOLE["mail.smtp"]})
    (tmp_path / "secret").chmod(mode)
    (tmp_path / "keys" / "password").chmod(mode)
    others_can_read = "others can read {0}. Say: chmod 600 {0}"
    assert faults_of(tmp_path) == [
        f"[mail] `secret_file`: {others_can_read.format(tmp_path / 'secret')}",
        f"[mail.smtp] `password_file`: {others_can_read.format(tmp_path / 'keys' / 'password')}",
    ]


@pytest.mark.parametrize("mode", [0o600, 0o400, 0o700])
def test_a_file_that_only_its_owner_can_read_is_taken(tmp_path, mode):
    write_settings(tmp_path, SMALLEST)
    (tmp_path / "secret").chmod(mode)
    assert mail_of(tmp_path).office.identity.secret == SECRET.encode()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "must hold one line of text"),
        (b"\n\n", "must hold one line of text"),
        (b"two lines of text,\nwhich are no secret\n", "must hold one line of text"),
        (b"\xff\xfe" * 20, "is not UTF-8 text"),
        (b"x" * 5000, "must hold one line of text"),
        (b"fifteen bytes..", "the secret is shorter than 16 bytes"),
    ],
)
def test_what_is_no_good_secret_is_refused_and_never_shown(tmp_path, content, said):
    write_settings(tmp_path, SMALLEST)
    private(tmp_path / "secret", content)
    (fault,) = faults_of(tmp_path)
    assert said in fault
    shown = content.decode("latin-1").strip()
    assert not shown or shown not in fault


def test_sixteen_bytes_are_a_secret(tmp_path):
    write_settings(tmp_path, SMALLEST)
    private(tmp_path / "secret", "sixteen bytes...")
    assert mail_of(tmp_path).office.identity.secret == b"sixteen bytes..."


def test_the_secret_may_be_a_folder_or_missing_and_is_explained(tmp_path):
    write_settings(tmp_path, SMALLEST)
    (tmp_path / "secret").unlink()
    (fault,) = faults_of(tmp_path)
    assert "secret cannot be read: No such file or directory. Make it: referee secret" in fault
    (tmp_path / "secret").mkdir()
    (fault,) = faults_of(tmp_path)
    assert f"{tmp_path}/secret is no file. Name the file." in fault


def test_no_fault_and_no_value_shows_a_secret(tmp_path):
    file = write_settings(
        tmp_path,
        f'[mail]\naddress = "ref@acquire.example"\nsecret = "{SECRET}"\nreply = "{SECRET}"\nkeep_days = 0\n'
        f'[mail.smtp]\nhost = "localhost"\nuser = "ref"\npassword = "{PASSWORD}"\n'
        f'[mail.imap]\nhost = "localhost"\nuser = "ref"\npassword = 7\nfolder = "{PASSWORD}\\n"\n',
    )
    for mode in (0o600, 0o644):
        file.chmod(mode)
        said = "\n".join(faults_of(tmp_path))
        assert SECRET not in said
        assert PASSWORD not in said
    write_settings(tmp_path, WHOLE)
    shown = repr(mail_of(tmp_path))
    assert SECRET not in shown
    assert PASSWORD not in shown


ADDRESSES = [
    "Referee <ref@acquire.example>",
    "ref",
    "@acquire.example",
    "ref@",
    "ref+acquire@acquire.example",
    "a@b@acquire.example",
    "ref@acquire..example",
    "ref@-acquire.example",
    "réf@acquire.example",
    "ref @acquire.example",
    f"{'r' * 65}@acquire.example",
    "ref@acquire.example, other@acquire.example",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_our_address_is_a_plain_one(tmp_path, address):
    write_settings(tmp_path, {"mail": f'address = "{address}"\nsecret_file = "secret"\n'})
    (fault,) = faults_of(tmp_path)
    assert fault.startswith("[mail] `address` must be a plain address")


@pytest.mark.parametrize(
    ("section", "line", "said"),
    [
        ("mail", "address = 7", "`address` must be an address in quotes, as in address ="),
        ("mail", 'name = ""', "`name` must be a name of at most 64 characters"),
        ("mail", 'name = "Ref\\r\\nBcc: all@players.example"', "`name` must be a name"),
        ("mail", 'referee = "me"', "`referee` must be an address, as in referee ="),
        ("mail", 'referee = "REF@acquire.example"', "`referee` must be your own address"),
        ("mail", 'authserv_id = ["mx", 7]', "`authserv_id` must be a name or a list of names"),
        ("mail", 'authserv_id = "mx; dmarc=pass"', "`authserv_id` must be a name or a list of names"),
        ("mail", 'reply = "minus"', '`reply` must be "plus" or "whole" or "none"'),
        ("mail", "keep_days = 0", "`keep_days` must be a whole number from 1 to 3,650, as in keep_days = 90"),
        ("mail", "keep_days = true", "`keep_days` must be a whole number"),
        ("mail", "keep_days = 90.0", "`keep_days` must be a whole number"),
        ("mail", "keep_day = 9", "there is no `keep_day`. Did you mean `keep_days`?"),
        ("mail", "smtp = 7", "`smtp` must be a section. Write [mail.smtp]"),
        ("mail", "smpt = {}", "there is no `smpt`. Did you mean `smtp`?"),
        ("mail", 'secret = "a secret of sixteen and more"', "`secret` and `secret_file` are both there"),
        ("mail", 'secret_file = "~nobody-of-that-name/secret"', "begins with a `~` that means nobody here"),
        ("mail.smtp", "port = 587", "`host` is missing. Write, for instance: host ="),
        ("mail.smtp", 'host = "smtp://acquire.example"', "`host` must be a server's name or its IP address"),
        ("mail.smtp", 'host = "acquire.example:587"', "`host` must be a server's name or its IP address"),
        ("mail.smtp", "port = 0", "`port` must be a whole number from 1 to 65,535"),
        ("mail.smtp", "port = 0x1_0000_0000_0000_0000", "`port` must be a whole number from 1 to 65,535"),
        ("mail.smtp", 'tls = "ssl"', '`tls` must be "starttls" or "tls" or "none"'),
        ("mail.smtp", 'user = "ref"', '`user` has no password. Write password_file = "password"'),
        ("mail.smtp", 'password_file = "keys/password"', "the password has no user"),
        ("mail.smtp", 'ca_file = "missing.pem"', "there is no file"),
        ("mail.smtp", "timeout = 0", "`timeout` must be a number of seconds from 1 to 600"),
        ("mail.smtp", "timeout = nan", "`timeout` must be a number of seconds"),
        ("mail.lmtp", "", "it is not said where to listen. Write port = 2424, or socket ="),
        ("mail.lmtp", "port = 24\nsocket = 'x'", "`port` and `socket` are both there"),
        (
            "mail.lmtp",
            "port = 24\nmax_bytes = 1_000_000",
            "`max_bytes` must be a whole number from 1,048,576",
        ),
        ("mail.imap", 'user = "ref"', "`password_file` is missing"),
        ("mail.imap", 'folder = "a"\ndone_folder = "a"', "`done_folder` must be another than `folder`"),
        ("mail.imap", 'done_folder = "INBOX"', "`done_folder` must be another than `folder`"),
        ("mail.imap", "every = 0.5", "`every` must be a number of seconds from 1 to 86400"),
        ("mail.maildir", "", "`path` is missing"),
        ("mail.maildir", "path = ''", "`path` must be a path in quotes"),
        ("mail.maildir", "every = 3", "`path` is missing"),
        ("mial", "", "there is no section `mial`. Did you mean `mail`?"),
        ("referee", "data = 7", "[referee] there is no `data`. There are db."),
    ],
)
def test_what_is_wrong_is_said_with_what_to_write(tmp_path, section, line, said):
    key = line.partition(" ")[0]
    mail = [one for one in SMALLEST["mail"].splitlines() if not one.startswith(f"{key} ")]
    text = "[mail]\n" + "\n".join(mail)
    text += f"\n{line}\n" if section == "mail" else f"\n[{section}]\n{line}\n"
    write_settings(tmp_path, text)
    found = faults_of(tmp_path)
    assert any(said in fault for fault in found), found
    with pytest.raises(UserError, match=r"referee\.toml"):
        mail_of(tmp_path)


@pytest.mark.parametrize("section", ["mail.smtp", "mail.imap"])
def test_no_password_goes_out_in_the_clear_but_on_this_machine(tmp_path, section):
    text = 'host = "{}"\ntls = "none"\nuser = "ref"\npassword_file = "keys/password"\n'
    write_settings(tmp_path, {**SMALLEST, section: text.format("mail.acquire.example")})
    (fault,) = faults_of(tmp_path)
    assert fault.startswith(f'[{section}] with tls = "none" everybody on the way could read the password')
    write_settings(tmp_path, {**SMALLEST, section: text.format("127.0.0.1")})
    assert faults_of(tmp_path) == []


def test_all_faults_are_told_at_once(tmp_path):
    write_settings(
        tmp_path,
        "[mail]\naddress = 7\nkeep_days = 0\n[mail.smtp]\nport = 0\n[mail.lmtp]\n[mail.maildir]\npaht = 'x'\n[x]\n",
    )
    with pytest.raises(UserError) as refused:
        mail_of(tmp_path)
    assert "referee.toml: 9 things are wrong:" in str(refused.value)
    assert len(faults_of(tmp_path)) == 9


def test_what_is_sound_is_found_beside_what_is_not(tmp_path):
    write_settings(
        tmp_path, {**WHOLE, "mail.smtp": "port = 0\n", "mail": 'address = 7\nsecret_file = "secret"\n'}
    )
    _, found = look_at_mail(tmp_path)
    assert (found.office, found.smtp) == (None, None)
    assert found.imap is not None
    assert found.maildir is not None
    assert found.secret_file == tmp_path / "secret"


def test_an_empty_section_of_mail_is_no_silence(tmp_path):
    write_settings(tmp_path, "[mail]\n")
    assert [fault.partition(" is missing")[0] for fault in faults_of(tmp_path)] == [
        "[mail] `address`",
        "[mail] `secret_file`",
    ]
    write_settings(tmp_path, "mail = 7\n")
    assert faults_of(tmp_path)[0].startswith("`mail` must be a section. Write [mail]")


@pytest.mark.parametrize("section", KEYS)
def test_each_example_of_a_key_is_one(tmp_path, section):
    """What a message tells to write can be written: as a whole section, and without a fault in that line."""
    lines = [key.written for key in KEYS[section].values()]
    write_settings(tmp_path, f"[{section}]\n" + "\n".join(lines))
    (tmp_path / "referee.toml").chmod(0o600)
    complaints = [fault for fault in faults_of(tmp_path) if " must be " in fault or "there is no `" in fault]
    assert complaints == []


ANYTHING = st.recursive(
    st.one_of(
        st.booleans(),
        st.integers(-(2**70), 2**70),
        st.floats(),
        st.text(max_size=8),
        st.sampled_from(["ref@acquire.example", "secret", "localhost", "tls", "none"]),
    ),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)


@given(
    st.dictionaries(
        st.sampled_from([*KEYS["mail"], "smtp", "lmtp", "imap", "maildir", "other"]),
        st.one_of(
            ANYTHING,
            st.dictionaries(
                st.sampled_from(sorted({key for name in KEYS for key in KEYS[name]})), ANYTHING, max_size=5
            ),
        ),
        max_size=6,
    )
)
def test_whatever_the_values_are_there_are_settings_or_faults(tmp_path_factory, table):
    from referee.settings.sections import find_mail

    file = tmp_path_factory.getbasetemp() / "referee.toml"
    file.touch()
    found = find_mail({"mail": table}, file)
    assert bool(found.faults) == (found.settings() is None)
    assert all(re.match(r"(\[mail|`mail)", fault) for fault in found.faults)


def test_settings_without_mail_load_nothing_of_it(tmp_path):
    (tmp_path / "referee.toml").write_text('[referee]\ndb = "x.db"\n')
    code = (
        "import sys\nfrom referee.config import read_settings\nread_settings()\n"
        "print(*sorted(name for name in sys.modules if name.startswith(('referee.', 'orders'))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True, env={}
    )
    assert done.stdout.split() == ["referee.config", "referee.errors"]


def test_settings_with_mail_load_no_library_of_mail(tmp_path):
    write_settings(tmp_path, WHOLE)
    code = (
        "import sys\nfrom referee.config import read_settings\nassert read_settings(with_mail=True).mail\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True, env={}
    )
    heavy = {"aiosmtplib", "aiosmtpd", "imap_tools", "flufl", "sqlmodel", "lark", "rapidfuzz", "asyncio"}
    assert heavy.isdisjoint(done.stdout.split())
