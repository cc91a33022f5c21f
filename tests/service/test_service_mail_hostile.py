"""Mails that mean harm, from their bytes to the letters that come of them: they are refused, or they do nothing."""

from __future__ import annotations

import base64
import re
from collections import Counter
from email import message_from_bytes
from email.policy import default

import pytest
from mail_house import OFFICE, PROVEN, MailHouse
from sqlmodel import text as sql

from referee.db.drop import Dropped, drop
from referee.db.outbox import letters_on_their_way
from referee.errors import UserError
from referee.mail.recipients import is_ours
from referee.service.mail_answers import MOST_ANSWERS
from referee.service.people import NewPerson, register
from referee.service.press import accept_press, refuse_press, show_press

VICTIM = "victim@elsewhere.example"
READERS = {f"{one}@players.example" for one in ("alice", "bob", "carol", "zoe", "new")} | {OFFICE.referee}
FIELDS = {
    "from", "to", "reply-to", "subject", "date", "message-id", "in-reply-to", "references", "auto-submitted",
    "x-auto-response-suppress", "x-acquire-referee", "mime-version", "content-type", "content-transfer-encoding",
}  # fmt: skip

HOSTILE = (
    f"a\r\nBcc: {VICTIM}",
    f"a\nBcc: {VICTIM}\n\ninjected",
    f"a\rBcc: {VICTIM}",
    f"a\0Bcc: {VICTIM}",
    f"a\N{LINE SEPARATOR}Bcc: {VICTIM}",
    f"a\x85Bcc: {VICTIM}",
    f"a\x0bBcc: {VICTIM}\x0cCc: {VICTIM}",
    f"=?utf-8?q?a=0D=0ABcc:_{VICTIM.replace('@', '=40')}?=",
    f"=?utf-8?b?{base64.b64encode(f'a{chr(13)}{chr(10)}Bcc: {VICTIM}'.encode()).decode()}?=",
    f"<{VICTIM}>",
    "\r\n.\r\nMAIL FROM:<x@y.example>\r\nRCPT TO:<victim@elsewhere.example>",
    "{{ 7 * 7 }}",
    "{% for one in ().__class__.__base__.__subclasses__() %}{{ one }}{% endfor %}",
    "{# gone #}%(name)s %s {0} ${name} `id` $(id)",
    "\x1b[2J\x1b]0;title\x07",
    "\N{RIGHT-TO-LEFT OVERRIDE}\N{ZERO WIDTH SPACE}\N{BYTE ORDER MARK}",
    "--b\r\nContent-Type: text/html\r\n\r\n<script>alert(1)</script>",
)


@pytest.fixture
def house(tmp_path):
    made = MailHouse(tmp_path)
    made.opens(switches=("press=moderated",))
    return made


def encoded(words: str) -> str:
    """As a mail program puts any words whatever into a header."""
    return f"=?utf-8?b?{base64.b64encode(words.encode()).decode()}?="


def hostile_mail(
    words: str, to: str, *, raw: bool, number: int, sender: str = "alice@players.example"
) -> bytes:
    """A mail with hostile words in every place: in its header as they are (`raw`), or encoded."""
    said = words if raw else encoded(words)
    return (
        f"Authentication-Results: {PROVEN}\r\nFrom: {encoded(words)} <{sender}>\r\nTo: <{to}>\r\n"
        f"Date: Sat, 28 Nov 2026 09:59:30 +0000\r\nMessage-ID: <{number}@players.example>\r\n"
        f"References: <one@players.example> {said}\r\nReply-To: {said}\r\nSubject: {said}\r\n\r\n"
        f"press: {words}\r\nnote {words}\r\n{words}\r\ntile any # {words}\r\nframble {words}\r\n"
        f"press to bob: {words}\r\nanonymous press: {words}\r\nhelp\r\nstatus\r\n"
    ).encode()


def check(posted) -> None:
    """A letter is one mail to one recipient, of the fields that are ours, and nothing in it is carried out."""
    head, _, body = posted.body.partition(b"\r\n\r\n")
    assert re.fullmatch(rb"(?:[A-Za-z-]+: [ -~]*(?:\r\n [ -~]+)*\r\n)+", head + b"\r\n")
    names = [line.partition(b":")[0].decode().lower() for line in head.split(b"\r\n") if line[:1] != b" "]
    assert len(set(names)) == len(names)
    assert set(names) <= FIELDS
    assert not re.search(rb"(?<!\r)\n|\r(?!\n)", body)
    mail = message_from_bytes(posted.body, policy=default)
    assert not mail.defects
    assert mail.get_content_type() == "text/plain"
    assert posted.recipient in READERS
    assert [one.addr_spec for one in mail["To"].addresses] == [posted.recipient]
    assert mail["Reply-To"] is None or is_ours(mail["Reply-To"].addresses[0].addr_spec, OFFICE.identity)
    text = mail.get_content().replace("\r\n", "\n")
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", text)
    assert not re.search(r"\b49\b|<class '", text)


def letters(house):
    with house.looking() as work:
        return letters_on_their_way(work.unit, 1000)


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_words_wherever_they_stand_stay_where_they_belong(house, words):
    """In header and text of mails: to the answers, the referee, the reports of all, and what becomes of press."""
    to = house.reply_address("alice")
    for number, raw in enumerate((True, False)):
        house.arrives(hostile_mail(words, to, raw=raw, number=number), to)
    house.arrives(
        hostile_mail(words, "ref@acquire.example", raw=False, number=7, sender="new@players.example")
    )
    forged = hostile_mail(words, "ref@acquire.example", raw=False, number=8)
    house.arrives(forged.replace(b"dmarc=pass", b"dmarc=fail"))
    taken = house.takes()
    assert not [one.reason for one in taken if "fault" in one.reason]
    assert "orders" in {one.outcome for one in taken}
    with house.working() as work:
        waiting = [one.key for one in show_press(work, "harbour").items]
        if waiting:
            refuse_press(work, "harbour", waiting[0], words)
            accept_press(work, "harbour", waiting[1:])
    house.resolves()
    found = letters(house)
    told = {"report", "answer", "notice", "unproven"} | (set() if "@" in words else {"stranger"})
    assert told <= {one.kind for one in found}
    for one in found:
        check(one)


@pytest.mark.parametrize("words", [one for one in HOSTILE if " ".join(one.split()).isprintable()])
def test_a_hostile_name_stays_a_name(house, words):
    """Of who is registered under it: in the warning of a forged mail, and in the questions about an address."""
    with house.working() as work:
        register(work, NewPerson("zoe", ("zoe@players.example",), words[:50]))
    house.arrives(house.mail("tile any\n", sender="zoe@players.example", proven=False))
    house.arrives(house.mail("address new@players.example\n", sender="zoe@players.example"))
    house.takes()
    for letter in house.letters(kind="question"):
        to = letter.mail["Reply-To"].addresses[0].addr_spec
        house.arrives(house.mail("yes\n", sender=letter.recipient, to=to), to)
    house.takes()
    found = [one for one in letters(house) if one.kind != "report"]
    assert {one.kind for one in found} == {"unproven", "notice", "question", "answer"}
    for one in found:
        check(one)
    told = " ".join(message_from_bytes(found[0].body, policy=default).get_content().split())
    assert " ".join(words[:50].split()).strip("\N{BYTE ORDER MARK}") in told


@pytest.mark.parametrize("words", HOSTILE)
def test_what_is_no_handle_and_no_name_of_a_game_comes_into_no_letter(house, words):
    for game, handle in ((words, "bob"), ("quay", words)):
        with pytest.raises(UserError):
            house.opens(game, "alice", handle)
    with house.working() as work, pytest.raises(UserError):
        register(work, NewPerson(words, ("zoe@players.example",)))
    with house.working() as work, pytest.raises(UserError):
        register(work, NewPerson("zoe", (f"zoe{words}@players.example",)))


def test_of_html_with_scripts_only_what_shows_is_read_and_nothing_of_the_rest_comes_back(house):
    to = house.reply_address("alice")
    html = (
        '<html><head><title>buy 1 Tower</title><script>document.write("buy 1 Luxor")</script>'
        '<style>p:before{content:"ready"}</style><meta http-equiv=refresh content="0;url=http://evil.example">'
        '<base href="http://evil.example/"></head><body onload="alert(1)"><p onclick="steal()">tile any</p>'
        '<script type="text/plain">buy 2 Luxor</script>'
        '<img src="http://evil.example/seen.gif" alt="resign"><iframe src="javascript:ready">withdraw</iframe>'
        '<svg><script>resign</script></svg><p style="display:none">buy 3 Luxor</p><!-- ready -->'
        '<p><a href="javascript:alert(1)">buy nothing</a></p></body></html>'
    )
    head = (
        f"From: alice@players.example\r\nTo: <{to}>\r\nMessage-ID: <1@x>\r\nContent-Type: text/html\r\n\r\n"
    )
    house.arrives((head + html).encode(), to)
    assert [one.outcome for one in house.takes()] == ["orders"]
    assert house.in_force("alice") == "tile any\nbuy nothing\n"
    assert not house.log().desk.in_force("alice").ready
    for word in ("script", "evil", "alert", "steal", "Luxor", "Tower"):
        assert word not in house.answer("alice").text.partition("ORDERS IN SHORT")[0]
    for one in letters(house):
        check(one)


def test_ten_thousand_parts_in_each_other_are_refused_with_one_word(house):
    to = house.reply_address("alice")
    deep = "".join(
        f'Content-Type: multipart/mixed; boundary="b{number}"\r\n\r\n--b{number}\r\n'
        for number in range(10_000)
    )
    house.arrives(
        f"From: alice@players.example\r\nTo: <{to}>\r\nMessage-ID: <1@x>\r\n{deep}\r\ntile any\r\n".encode(),
        to,
    )
    assert [(one.outcome, one.reason) for one in house.takes()] == [
        ("rejected", "MIME parts nested too deeply")
    ]
    assert house.answer("alice").subject == "NOT FILED: harbour, round 1, alice"
    assert house.in_force("alice") == ""


# ten thousand mails from one sender


MANY = 10_000
SOME = MOST_ANSWERS + 5
"""Mails that are read one by one before the many, and again after them."""


def comes_in(house, bring, count):
    """So many mails in one commit, as a mailbox hands them over; each has a number of its own."""
    arrived = [bring(house) for _ in range(count)]
    drop(house.database, [Dropped(house.now, "imap", "x@players.example", (to,), raw) for raw, to in arrived])


def are_as_those_before(house, count):
    """As many more mails that came to what the last one came to, in the rows of the inbox.

    To read them one by one takes minutes, most of them for committing; what the next one meets with is the same.
    """
    columns = (
        "received, source, sender, recipients, raw, outcome, reason, message_id, content, person, proof, game, "
        "handle, round, done"
    )
    kept = columns.replace("message_id, content", "message_id || '.' || n, content || '.' || n")
    with house.working() as work:
        work.unit.session.connection().execute(
            sql(
                f"WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < {count}) "  # noqa: S608
                f"INSERT INTO inbox ({columns}) SELECT {kept} FROM many, inbox "
                'WHERE "key" = (SELECT max("key") FROM inbox)'
            )
        )


def replied(house):
    to = house.reply_address("alice")
    return house.mail("tile any\n", to=to), to


def asked(house):
    return house.mail("report\nstatus\n"), "ref@acquire.example"


def forged(house):
    return house.mail("tile any\n", proven=False), "ref@acquire.example"


def strange(house):
    return house.mail("hello\n", sender="new@players.example"), "ref@acquire.example"


def guessed(house):
    to = house.reply_address("alice").replace("@", "x@")
    return house.mail("tile any\n", to=to), to


@pytest.mark.parametrize(
    ("bring", "outcome", "written"),
    [
        (replied, "orders", {("answer", "alice@players.example"): MOST_ANSWERS}),
        (
            asked,
            "orders",
            {
                ("answer", "alice@players.example"): MOST_ANSWERS,
                ("report", "alice@players.example"): MOST_ANSWERS,
            },
        ),
        (forged, "held", {("unproven", "alice@players.example"): 1, ("notice", "owner@acquire.example"): 1}),
        (strange, "rejected", {("stranger", "new@players.example"): 1}),
        (guessed, "rejected", {}),
    ],
)
def test_ten_thousand_mails_from_one_sender_bring_forth_a_handful_and_others_are_read(
    house, bring, outcome, written
):
    before = len(house.letters())
    comes_in(house, bring, SOME)
    assert {one.outcome for one in house.takes()} == {outcome}
    are_as_those_before(house, MANY - 2 * SOME)
    comes_in(house, bring, SOME)
    assert {one.outcome for one in house.takes()} == {outcome}
    with house.looking() as work:
        assert work.unit.session.connection().execute(sql("SELECT count(*) FROM inbox")).scalar_one() == MANY
    assert Counter((one.kind, one.recipient) for one in house.letters()[before:]) == written
    house.writes("bob", "tile any\nbuy nothing\n")
    assert house.answer("bob").subject == "FILED: harbour, round 1, bob"
