"""Limits of size and shape, odd bytes, and mails that come twice."""

import pytest
from intake_world import ALICE, FOUND_TRUE, ORDERS, SmallWorld, mail, reply_to, taken

from referee.mail.message import MAX_DEPTH, MAX_HEADER, MAX_PARTS, MAX_SIZE, harmless, parse
from referee.service.receive_mail import KEPT

MIXED = {"Content-Type": 'multipart/mixed; boundary="b"'}
UNPROVEN = {"remove": ["Authentication-Results"]}


def part(text, kind="text/plain"):
    return f"--b\nContent-Type: {kind}\n\n{text}\n"


def many(count):
    return mail("".join(part("x") for _ in range(count)) + "--b--\n", **MIXED)


def nested(depth):
    """A mail whose text lies so many levels below it."""
    inside = "Content-Type: text/plain\n\n" + ORDERS
    for level in range(depth - 1):
        inside = f'Content-Type: multipart/mixed; boundary="{level}"\n\n--{level}\n{inside}\n--{level}--\n'
    return mail(f"--b\n{inside}\n--b--\n", **MIXED)


def refused(raw, reason, **how):
    verdict = taken(raw, **how)
    assert (verdict.outcome, verdict.reason, verdict.reply) == ("rejected", reason, "error")
    assert verdict.text == ""


def test_the_limits_are_those_that_players_are_told():
    assert (MAX_SIZE, MAX_HEADER, MAX_PARTS, MAX_DEPTH) == (1_048_576, 131_072, 100, 10)


def test_of_a_mail_that_is_too_large_just_so_much_is_stored_that_it_is_seen_to_be():
    assert KEPT == MAX_SIZE + 1


def test_a_mail_of_exactly_one_mebibyte_is_read_and_one_byte_more_is_refused():
    filler = "# " + "x" * 70 + "\n"
    raw = mail(ORDERS + "--\n" + filler * 14000)
    raw += b"x" * (MAX_SIZE - len(raw))
    assert parse(raw).fault == ""
    assert len(raw) == MAX_SIZE
    refused(raw + b"x", "larger than 1 MiB")


def test_a_hundred_parts_are_read_and_one_more_is_refused():
    assert parse(many(MAX_PARTS)).fault == ""
    refused(many(MAX_PARTS + 1), "too many MIME parts")


def test_ten_levels_are_read_and_one_more_is_refused():
    assert parse(nested(MAX_DEPTH)).fault == ""
    refused(nested(MAX_DEPTH + 1), "MIME parts nested too deeply")


@pytest.mark.parametrize(
    "raw",
    [
        nested(10_000),
        many(10_000),
        mail("Content-Type: message/rfc822\n\n" * 20_000, **{"Content-Type": "message/rfc822"}),
        mail("a: b\n\n" * 100_000, **{"Content-Type": "message/delivery-status"}),
        mail(ORDERS, *["X-Filler: x"] * 80_000),
        mail(ORDERS, "X-Filler: " + "x" * 1_000_000),
        mail("x" * 20_000_000),
    ],
    ids=["deep", "wide", "enclosed", "report", "header lines", "header line", "large"],
)
def test_what_is_made_to_exhaust_the_reader_is_refused(raw):
    """Nothing is counted after it was read: reading on would take hours or the whole stack."""
    verdict = taken(raw, to=[reply_to()])
    assert (verdict.outcome, verdict.reply) == ("rejected", "error")
    assert verdict.reason in {
        "MIME parts nested too deeply",
        "too many MIME parts",
        "header larger than 128 KiB",
        "larger than 1 MiB",
    }


def test_who_is_not_proven_hears_nothing_of_limits():
    raw = many(MAX_PARTS + 1).replace(b"dmarc=pass", b"dmarc=fail")
    verdict = taken(raw)
    assert (verdict.outcome, verdict.reason, verdict.reply) == ("held", "sender not authenticated", "notice")


def test_the_end_of_a_header_that_is_too_long_could_hold_another_from():
    raw = mail(ORDERS, "X-Filler: " + "x" * MAX_HEADER, "From: mallory@evil.example")
    verdict = taken(raw)
    assert (verdict.outcome, verdict.reply) == ("held", "notice")


def test_parameters_that_python_cannot_read_are_refused_with_a_word():
    broken = {"Content-Type": "multipart/mixed; a*=x; boundary*=a; boundary*0*=b"}
    refused(mail("--b\n\nx\n--b--\n", **broken), "MIME parts that cannot be read")


FILE = "text/plain\nContent-Disposition: attachment; filename=orders.txt"


@pytest.mark.parametrize(
    "raw",
    [
        mail("\r" * 1_000_000),
        mail(">" * 1_000_000),
        mail("key A\n" * 150_000),
        mail("<style>" * 140_000, **{"Content-Type": "text/html"}),
        mail("".join(part("tile 5C\n" * 900, FILE) for _ in range(99)) + "--b--\n", **MIXED),
        mail("".join(part("a: b\n\n" + "note: x\n" * 900, "message/rfc822") for _ in range(49)), **MIXED),
    ],
    ids=["carriage returns", "marks", "keys", "styles", "files", "mails"],
)
def test_what_is_made_to_be_slow_is_read_all_the_same(raw):
    """Each would take minutes if it were read in the simplest way: no clock is looked at."""
    assert taken(raw).reply in {"answer", "error"}


def test_whoever_attaches_very_many_text_files_hears_that_they_are_too_many():
    raw = mail("".join(part(f"tile {number}C\n", FILE) for number in range(1, 7)) + "--b--\n", **MIXED)
    refused(raw, "more than 5 text files are attached")


# odd bytes


def same_as_plain(raw):
    verdict = taken(raw)
    assert (verdict.outcome, verdict.sender.person) == ("orders", ALICE)
    assert verdict.text.split() == ORDERS.split()


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\r\r\n"], ids=repr)
def test_every_kind_of_line_end_will_do(end):
    same_as_plain(mail().replace(b"\r\n", end.encode()))


@pytest.mark.parametrize(
    "first", [b"From alice@players.example Sat Nov 28 10:00:00 2026\n", b">From x\n", b"\r\n\n"]
)
def test_what_a_mailbox_file_puts_before_a_mail_is_not_of_it(first):
    same_as_plain(first + mail())


def test_nul_bytes_are_nowhere_afterwards():
    raw = mail("game: har\0bour\ntile 5C, 6D\nbuy 2 Luxor, 1 Tower\n", Subject="or\0ders")
    same_as_plain(raw)
    assert parse(raw).header("subject") == "or ders"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (b" plain ", "plain"),
        ("für".encode(), "für"),
        (b"f\xfcr", "für"),
        (b"a\x00b\x1b[31mc\x7f", "a b [31mc"),
        ("a\u202eb\u200bc\u2028d".encode(), "a b c d"),
        ("a\u00a0b".encode(), "a b"),
    ],
)
def test_a_header_is_text_without_anything_that_does_not_show(value, text):
    assert harmless(value) == text


@pytest.mark.parametrize(
    "raw", [b"", b"\n", b"\0", b"\r", b":", b"From", b"From:", b"\xff" * 100, b"\n\n\n" + b"x" * 99]
)
def test_what_is_hardly_a_mail_is_refused(raw):
    verdict = taken(raw)
    assert (verdict.outcome, verdict.reply) == ("rejected", "none")


# the same mail again


def second(first, raw, **how):
    """The verdict on a mail after another."""
    world = SmallWorld()
    world.remember(parse(first))
    return taken(raw, world=world, **how)


@pytest.mark.parametrize(
    "again",
    [
        mail(),
        mail(Received=["by elsewhere", "by another"]),
        mail(Return_Path="<alice+srs@relay.example>", Delivered_To=reply_to(), X_Spam_Score="3"),
        mail(Authentication_Results="mx.acquire.example; dmarc=fail"),
        mail().replace(b"\r\n", b"\n"),
        mail() + b"\r\n\r\n",
        mail(Subject="orders\r\n for harbour"),
    ],
)
def test_the_same_mail_delivered_again_is_ignored(again):
    verdict = second(mail(), again)
    assert (verdict.outcome, verdict.reason, verdict.reply) == (
        "ignored",
        "duplicate Message-ID, same content",
        "none",
    )


@pytest.mark.parametrize(
    "other",
    [
        mail(ORDERS + "ready\n"),
        mail(Subject="other orders"),
        mail(Date="Sat, 28 Nov 2026 10:59:30 +0000"),
        mail(To="ref@acquire.example, bob@players.example"),
    ],
)
def test_another_mail_under_the_same_id_is_not_dropped(other):
    verdict = second(mail(), other)
    assert (verdict.outcome, verdict.reason, verdict.reply) == (
        "rejected",
        "Message-ID reused with different content",
        "error",
    )
    assert verdict.sender.proof == "dmarc"


def test_another_mail_under_the_same_id_of_somebody_not_proven_is_held_and_he_is_told():
    """Who writes in another's name chooses the Message-ID himself: it must not keep the warning from going out."""
    verdict = second(mail(), mail("tile any\n", **UNPROVEN))
    assert (verdict.outcome, verdict.reason, verdict.reply) == (
        "held",
        "Message-ID reused with different content",
        "notice",
    )
    assert verdict.sender.person == ALICE


def test_of_three_under_one_id_each_that_came_before_counts():
    world = SmallWorld()
    for raw in (mail(), mail("tile any\n")):
        world.remember(parse(raw))
    assert taken(mail(), world=world).outcome == "ignored"
    assert taken(mail("tile any\n"), world=world).outcome == "ignored"
    assert taken(mail("tile 5C\n"), world=world).outcome == "rejected"


def test_a_mail_without_an_id_is_known_by_its_content():
    bare = mail(remove=["Message-ID"])
    assert second(bare, mail(remove=["Message-ID"], Received="by elsewhere")).outcome == "ignored"
    assert second(bare, mail("tile any\n", remove=["Message-ID"])).outcome == "orders"


def test_two_mails_that_bear_neither_id_nor_date_are_two():
    """`ready` of this round and `ready` of the next: only the servers' own lines differ."""
    first = mail("ready\n", remove=["Message-ID", "Date"])
    assert second(first, first).outcome == "ignored"
    assert (
        second(first, mail("ready\n", remove=["Message-ID", "Date"], Received="by mx; later")).outcome
        == "orders"
    )


@pytest.mark.parametrize("value", ["", "<>", "no brackets", "<" + "x" * 2000 + ">", "< a b >"])
def test_an_id_that_is_none_is_as_if_it_were_not_there(value):
    first, other = mail(Message_ID=value), mail("tile any\n", Message_ID=value)
    assert parse(first).thread_id is None
    assert second(first, other).outcome == "orders"
    assert second(first, first).outcome == "ignored"


def test_an_id_is_told_with_its_brackets_for_who_answers():
    found = parse(mail(Message_ID="(x) <one@mail.players.example> junk"))
    assert found.thread_id == found.message_id == "<one@mail.players.example>"


# the order of the checks


def test_the_checks_come_in_their_order():
    """Each mail has all the faults of those after it; the first decides."""
    wrong = f"ref+harbour.alice.7.{'a' * 16}@acquire.example"
    large = "x" * 1_100_000
    faults = {"From": "a@b <c@d>", "To": wrong}
    reused = SmallWorld()
    reused.remember(parse(mail(large, **faults)))
    steps = [
        (mail(large, X_Acquire_Referee="1", Auto_Submitted="auto-replied", **faults), "own mail (loop)"),
        (mail(large, Auto_Submitted="auto-replied", **faults), "auto-reply (Auto-Submitted)"),
        (mail(large, **faults), "duplicate Message-ID, same content"),
        (mail("key A-B\n" + large, **faults), "bad reply token"),
        (mail("key A-B\n" + ORDERS, From="a@b <c@d>"), "wrong key"),
        (mail(From="a@b <c@d>"), "From must hold exactly one address"),
        (mail(From="x@y.example"), "unknown sender"),
        (mail(**UNPROVEN), "Message-ID reused with different content"),
        (mail(large), "Message-ID reused with different content"),
    ]
    assert [taken(raw, world=reused).reason for raw, _ in steps] == [reason for _, reason in steps]
    assert taken(mail(large, Authentication_Results=FOUND_TRUE)).reason == "larger than 1 MiB"
