"""What we write: read back by Python's own parsers it is what was meant, whatever a name or a text holds."""

import email
import re
from email import policy
from email.header import decode_header, make_header

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.mail.compose import LONGEST_SUBJECT, Thread, compose, letter_name, message_id, subject_line
from referee.mail.office import Office
from referee.mail.tokens import bounce_address, reply_address
from referee.mail.world import Identity

IDENTITY = Identity("ref@acquire.example", b"a secret for the tests")
OFFICE = Office(IDENTITY, "The referee of Acquire", "boss@acquire.example")
AT = "2026-12-04T18:00:00Z"
NAME = letter_name("report", "harbour", 5, "alice")
FIELDS = {
    "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "X-Auto-Response-Suppress",
    "X-Acquire-Referee", "MIME-Version", "Content-Type", "Content-Transfer-Encoding",
}  # fmt: skip


def written(
    kind="report", *, office=OFFICE, to="alice@players.example", subject="harbour", text="Hello.\n", **more
):
    return compose(office, kind, NAME, to, subject=subject, text=text, at=AT, **more)


def read(finished):
    return email.message_from_bytes(finished.body, policy=policy.default)


def text_of(finished) -> str:
    return read(finished).get_content().replace("\r\n", "\n")


def header_of(finished) -> bytes:
    return finished.body.partition(b"\r\n\r\n")[0]


def line_of(finished, field: str) -> str:
    """The one physical line of a header field."""
    (line,) = [one for one in header_of(finished).decode().split("\r\n") if one.startswith(f"{field}: ")]
    return line.removeprefix(f"{field}: ")


def test_a_report_is_what_mail_programs_and_machines_look_for():
    reply = reply_address(IDENTITY, "harbour", "alice", 5, 1)
    finished = written(subject="harbour, alice: round 4 was played", reply_to=reply)
    mail = read(finished)
    assert set(mail.keys()) == FIELDS | {"Reply-To"}
    assert mail["From"] == "The referee of Acquire <ref@acquire.example>"
    assert mail["To"] == "alice@players.example"
    assert mail["Reply-To"] == reply
    assert mail["Subject"] == "harbour, alice: round 4 was played"
    assert mail["Date"] == "Fri, 04 Dec 2026 18:00:00 +0000"
    assert mail["Message-ID"] == f"<{NAME}@acquire.example>" == message_id(IDENTITY, NAME)
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["X-Auto-Response-Suppress"] == "DR, RN, NRN, OOF, AutoReply"
    assert mail["X-Acquire-Referee"] == "1"
    assert mail["Content-Type"] == 'text/plain; charset="us-ascii"'
    assert mail["Content-Transfer-Encoding"] == "7bit"
    assert text_of(finished) == "Hello.\n"


def test_the_token_of_a_report_stands_in_its_reply_to_and_nowhere_else():
    reply = reply_address(IDENTITY, "harbour", "alice", 5, 1)
    finished = written(reply_to=reply)
    token = reply.split("@")[0].rpartition(".")[2]
    assert finished.body.count(token.encode()) == 1
    assert token not in finished.sender


@pytest.mark.parametrize(
    ("kind", "submitted", "sender"),
    [
        ("report", "auto-generated", bounce_address(IDENTITY, NAME)),
        ("answer", "auto-replied", bounce_address(IDENTITY, NAME)),
        ("notice", "auto-generated", ""),
        ("question", "auto-generated", ""),
        ("stranger", "auto-replied", ""),
    ],
)
def test_bounces_come_back_only_of_letters_to_people_who_have_proved_who_they_are(kind, submitted, sender):
    finished = written(kind)
    assert finished.sender == sender
    assert read(finished)["Auto-Submitted"] == submitted
    assert (finished.kind, finished.name, finished.recipient) == (kind, NAME, "alice@players.example")


def test_the_same_said_again_gives_the_same_bytes():
    again = {"text": "Größe\n", "subject": "Größe", "thread": Thread("<a@b>", ("<c@d>",))}
    assert written(**again) == written(**again)


def test_the_name_says_what_a_letter_is_and_no_two_letters_share_it():
    names = {
        letter_name("report", "harbour", 5), letter_name("answer", "harbour", 5),
        letter_name("report", "harbour", "55"), letter_name("report", "harbour5"),
        letter_name("report", "harbour", "5", ""), letter_name("report", "harb", "our", 5),
    }  # fmt: skip
    assert len(names) == 6
    assert all(re.fullmatch("[a-z2-7]{24}", name) for name in names)
    assert letter_name("report", "harbour", 5) == letter_name("report", "harbour", "5")


ANYTHING = st.text(st.characters(codec=None), max_size=400)
NASTY = st.one_of(
    ANYTHING,
    st.text(st.sampled_from('\r\n\t ab@<>,:;"\\=?é\u2028\x00\x85\ud800'), max_size=200),
    st.just("x\r\nBcc: everybody@players.example\r\n\r\nHello"),
    st.just("=?utf-8?q?x=0D=0ABcc:_a@b?="),
)


@given(subject=NASTY, name=NASTY, text=NASTY, ids=st.lists(NASTY, max_size=4), answers=NASTY)
def test_whatever_names_and_texts_hold_there_is_one_of_each_field_and_no_other(
    subject, name, text, ids, answers
):
    office = Office(IDENTITY, name, None)
    finished = written(
        "answer", office=office, subject=subject, text=text, thread=Thread(answers, tuple(ids))
    )
    header, _, body = finished.body.partition(b"\r\n\r\n")
    assert finished.body.isascii()
    assert not re.search(rb"(?<!\r)\n|\r(?!\n)", finished.body)
    assert max(map(len, finished.body.split(b"\r\n"))) <= 998
    mail = email.message_from_bytes(finished.body)
    assert not mail.defects
    assert set(mail.keys()) - {"In-Reply-To", "References"} == FIELDS
    assert len(mail.keys()) == len(set(mail.keys()))
    assert str(make_header(decode_header(mail["Subject"]))) == subject_line(subject)
    assert len(subject_line(subject)) <= LONGEST_SUBJECT
    assert mail["From"].endswith("ref@acquire.example>") or mail["From"] == "ref@acquire.example"
    assert len(read(finished)["From"].addresses) == 1
    assert read(finished)["From"].addresses[0].addr_spec == "ref@acquire.example"
    told = mail.get_payload(decode=True).decode().replace("\r\n", "\n")
    plain = re.sub(r"\r\n|\r", "\n", text).rstrip("\n") + "\n"
    assert re.sub(r"[^\n\t\x20-\x7e\xa0-\ud7ff\ue000-\U0010ffff]", "�", plain) == told
    assert len(header) < 6000
    assert body


@pytest.mark.parametrize(
    "address",
    [
        "alice@players.example\r\nBcc: bob@players.example", "alice@players.example, bob@players.example",
        "<alice@players.example>", "alice", "alice@", "a b@players.example", '"a"@players.example',
        "alice@players.example\x00", "a@b@c", "alice@players.example\u2028", "", f"{'a' * 250}@b.example",
    ],
)  # fmt: skip
def test_what_is_no_plain_address_comes_near_no_header(address):
    with pytest.raises(ValueError, match="not one plain address"):
        written(to=address)
    with pytest.raises(ValueError, match="not one plain address"):
        written(reply_to=address)


def test_an_international_domain_is_written_in_ascii_and_a_local_part_as_it_is():
    assert read(written(to="ann@spiel-grün.example"))["To"] == "ann@xn--spiel-grn-x9a.example"
    assert b"\r\nTo: j\xc3\xbcrgen@players.example\r\n" in written(to="jürgen@players.example").body


LONG = tuple(f"<{'m' * 100}{number}@x.example>" for number in range(30))


def test_long_threads_stay_one_plain_line_with_their_first_and_their_latest():
    finished = written("answer", thread=Thread("<last@players.example>", LONG))
    references = line_of(finished, "References")
    assert len(f"References: {references}") <= 998
    told = references.split(" ")
    assert told[0] == LONG[0]
    assert told[1:-1] == list(LONG[-len(told[1:-1]) :])
    assert told[-1] == "<last@players.example>"
    assert len(told) == 9
    assert line_of(finished, "In-Reply-To") == "<last@players.example>"
    assert b"=?" not in header_of(finished)


def test_of_many_short_ids_ten_are_told():
    short = tuple(f"<{number}@x>" for number in range(40))
    told = line_of(written(thread=Thread(None, short)), "References").split(" ")
    assert told == ["<0@x>", *short[-9:]]
    assert b"In-Reply-To" not in written(thread=Thread(None, short)).body


def test_an_id_is_told_once():
    told = line_of(written(thread=Thread("<a@b>", ("<a@b>", "<c@d>", "<c@d>"))), "References")
    assert told == "<a@b> <c@d>"


@pytest.mark.parametrize(
    "answers",
    [
        "",
        "a@b",
        "<a@b> <c@d>",
        "<a b@c>",
        "<a@b>\r\nBcc: x@y",
        f"<{'a' * 250}@b>",
        "<é@b>",
        "<@>",
        "<a@b@c>",
        "<<a@b>",
    ],
)
def test_what_is_no_message_id_is_not_told(answers):
    finished = written("answer", thread=Thread(answers, (answers,)))
    assert b"In-Reply-To" not in finished.body
    assert b"References" not in finished.body


def test_text_that_is_not_ascii_is_quoted_printable_in_utf_8():
    finished = written(text="Zürich\x85, and 5 € \nend")
    mail = read(finished)
    assert mail["Content-Transfer-Encoding"] == "quoted-printable"
    assert mail.get_content_charset() == "utf-8"
    assert text_of(finished) == "Zürich�, and 5 € \nend\n"
    assert max(map(len, finished.body.partition(b"\r\n\r\n")[2].split(b"\r\n"))) <= 76


@pytest.mark.parametrize("length", [1, 60, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 80, 200])
def test_no_line_begins_as_the_next_mail_in_a_mailbox_file_does(length):
    text = f"Hello\nFrom {'x' * length}\nFrom \nFrom: me\n"
    finished = written(text=text)
    body = finished.body.partition(b"\r\n\r\n")[2]
    assert b"\r\nFrom " not in body
    assert max(map(len, body.split(b"\r\n"))) <= 76
    assert text_of(finished) == text


def test_lines_too_long_for_servers_are_wrapped_and_come_out_whole():
    text = "x" * 5000 + "\n"
    finished = written(text=text)
    assert max(map(len, finished.body.split(b"\r\n"))) <= 76
    assert text_of(finished) == text


def test_nothing_of_ours_flows():
    assert b"format" not in written(text="Hello \nthere\n").body


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("", "ref@acquire.example"),
        ("\r\n", "ref@acquire.example"),
        ("Referee", "Referee <ref@acquire.example>"),
        ("J. Doe, referee", '"J. Doe, referee" <ref@acquire.example>'),
        ('a "b" \\ <x@y>', r'"a \"b\" \\ <x@y>" <ref@acquire.example>'),
    ],
)
def test_our_name_stands_before_our_address_and_is_quoted_where_it_must_be(name, told):
    assert line_of(written(office=Office(IDENTITY, name, None)), "From") == told


def test_a_name_in_other_letters_reads_as_it_was_written():
    finished = written(office=Office(IDENTITY, "Schiedsrichterin Jürgensen", None))
    assert read(finished)["From"].addresses[0].display_name == "Schiedsrichterin Jürgensen"


def test_an_ascii_subject_that_looks_encoded_is_shown_as_it_stands():
    assert read(written(subject="=?utf-8?q?hidden?="))["Subject"] == "=?utf-8?q?hidden?="
