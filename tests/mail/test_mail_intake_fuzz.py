"""Mails that were damaged at random: whatever arrives, there is a verdict, and it can be stored and told."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from intake_world import IDENTITY, SmallWorld, mail, reply_to

from referee.mail.envelope import Envelope
from referee.mail.intake import judge
from referee.mail.message import parse
from referee.mail.tokens import bounce_address
from referee.mail.verdict import Verdict

CORPUS = [file.read_bytes() for file in sorted((Path(__file__).parent / "mail_cases").glob("*.eml"))]
ADDRESSES = [
    "ref@acquire.example",
    reply_to(),
    bounce_address(IDENTITY, "a" * 24),
    "",
    "@",
    "\udcff@acquire.example",
    "ref+harbour.\ud800.7.\udcff@acquire.example",
    "ref+harbour.alice.7.\udcff@acquire.example",
]
WORDS = [
    b"\r\n", b"\n", b"\r", b"\0", b"--", b"--=_synthetic", b"--=_synthetic--", b'"', b"(", b"<", b">", b"@", b";",
    b"=", b"=?utf-8?b?", b"?=", b"\xff\xfe", b"\xef\xbb\xbf", b"Content-Type: multipart/report; boundary=a\n",
    b"Content-Type: message/rfc822\n", b"Content-Type: message/delivery-status\n", b"charset*0*=\xff''%00",
    b"Content-Transfer-Encoding: base64\n", b"From: alice@players.example\n", b"Return-Path: <>\n", b" format=flowed",
    b"Content-Type: text/html; charset=utf-16\n", b"<div><!--", b"</style>", b"> > >", b"\n\n", b"\x1b[2J",
]  # fmt: skip


def sound(value):
    """Whether a text can be stored in any database and shown on any screen's way."""
    return value is None or ("\0" not in value and value.encode("utf-8") is not None)


def judged(raw, envelope):
    parsed = parse(raw)
    verdict = judge(parsed, envelope, SmallWorld())
    assert isinstance(verdict, Verdict)
    assert (verdict.outcome == "orders") == (
        verdict.reason == "" and verdict.reply == "answer" and not verdict.confirmation
    )
    assert verdict.outcome != "orders" or verdict.sender.proof is not None
    assert verdict.outcome != "ignored" or (verdict.reply, verdict.text) == ("none", "")
    assert (
        verdict.reply not in {"answer", "error"} or verdict.sender.proof is not None or verdict.confirmation
    )
    said = [
        verdict.reason,
        verdict.text,
        *verdict.remarks,
        parsed.message_id,
        parsed.content,
        parsed.thread_id,
    ]
    if verdict.sender is not None:
        said += [verdict.sender.address, verdict.sender.game, verdict.sender.handle]
    if verdict.bounce is not None:
        said += [verdict.bounce.recipient, verdict.bounce.status, verdict.bounce.letter]
    assert all(sound(value) for value in said)
    return verdict


def damaged(raw, chance):
    """A mail with a few things done to it."""
    for _ in range(chance.randint(1, 8)):
        at = chance.randint(0, len(raw))
        end = min(len(raw), at + chance.choice([1, 2, 10, 100, 1000]))
        match chance.randrange(8):
            case 0:
                raw = raw[:at] + bytes([chance.randrange(256)]) + raw[at + 1 :]
            case 1:
                raw = raw[:at]
            case 2:
                raw = raw[:at] + raw[end:]
            case 3:
                raw = raw[:at] + raw[at:end] * chance.randint(2, 20) + raw[end:]
            case 4:
                raw = raw[:at] + chance.choice(WORDS) + raw[at:]
            case 5:
                lines = raw.split(b"\n")
                chance.shuffle(lines)
                raw = b"\n".join(lines)
            case 6:
                other = chance.choice(CORPUS)
                raw = raw[:at] + other[chance.randint(0, len(other)) :]
            case 7:
                header, gap, body = raw.partition(b"\n\r\n" if b"\n\r\n" in raw else b"\n\n")
                lines = header.split(b"\n")
                raw = b"\n".join([*lines, chance.choice(lines)]) + gap + body
    return raw


def run(seed, count):
    chance = random.Random(seed)
    outcomes = set()
    for _ in range(count):
        envelope = Envelope(
            chance.choice([None, "", "alice@players.example", "\0"]),
            tuple(chance.sample(ADDRESSES, chance.randint(0, 2))),
        )
        outcomes.add(judged(damaged(chance.choice(CORPUS), chance), envelope).outcome)
    return outcomes


@pytest.mark.parametrize("seed", range(4))
def test_damaged_mails_come_to_a_verdict(seed):
    assert run(seed, 250) >= {"orders", "ignored", "rejected", "held"}


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(100, 116))
def test_many_damaged_mails_come_to_a_verdict(seed):
    run(seed, 2000)


@pytest.mark.parametrize("raw", CORPUS[::6], ids=len)
def test_a_mail_may_break_off_anywhere(raw):
    for end in range(0, min(len(raw), 4000), 7):
        judged(raw[:end], Envelope("alice@players.example", (reply_to(),)))


@given(raw=st.binary(max_size=300))
def test_any_bytes_come_to_a_verdict(raw):
    judged(raw, Envelope())


HEADER_TEXT = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\r\n"), max_size=60)


@settings(max_examples=150)
@given(
    value=HEADER_TEXT,
    name=st.sampled_from(
        [
            "From",
            "To",
            "Cc",
            "Message-ID",
            "Content-Type",
            "Authentication-Results",
            "Auto-Submitted",
            "Return-Path",
        ]
    ),
)
def test_any_header_comes_to_a_verdict(value, name):
    judged(mail(**{name: value}), Envelope())


MARKUP = st.text(st.sampled_from('ab@.<>(),:;"\\ =/[]\t'), max_size=40)


@settings(max_examples=300)
@given(value=MARKUP)
def test_no_from_makes_a_person_of_somebody_else(value):
    """Whoever is believed to be Alice stands in the From as she does, and nobody else stands there."""
    verdict = judged(mail(From=value + "alice@players.example"), Envelope())
    if verdict.outcome == "orders":
        assert verdict.sender.address == "alice@players.example"
        assert value.count("@") == 0 or '"' in value


@settings(max_examples=300)
@given(value=MARKUP)
def test_nothing_put_into_our_servers_header_makes_a_failure_a_pass(value):
    for told in (
        f"mx.acquire.example; dmarc=fail {value}",
        f"mx.acquire.example; spf=pass smtp.mailfrom={value}; dmarc=fail",
    ):
        assert judged(mail(Authentication_Results=told), Envelope()).outcome != "orders"
