"""Bounces: what they tell, and that only those count that came back to an address we minted."""

import logging

import pytest
from intake_world import IDENTITY, ORDERS, mail, taken

from referee.mail.bounces import bounce_of
from referee.mail.message import parse
from referee.mail.tokens import bounce_address
from referee.mail.verdict import Bounce

LETTER = "abcdefghijklmnopqrstuvwx"
MINTED = bounce_address(IDENTITY, LETTER)


def report(*blocks, kind="message/delivery-status", back=ORDERS):
    told = "\n\n".join(blocks)
    return (
        "--b\nContent-Type: text/plain\n\nIt did not arrive.\n\n"
        f"--b\nContent-Type: {kind}\n\nReporting-MTA: dns; mail.players.example\n\n{told}\n\n"
        f"--b\nContent-Type: message/rfc822\n\nSubject: report\n\n{back}\n--b--\n"
    )


def failure(action="failed", status="5.1.1", recipient="rfc822; alice@players.example", original=None):
    told = f"Final-Recipient: {recipient}\nAction: {action}\nStatus: {status}"
    return told if original is None else f"Original-Recipient: {original}\n{told}"


def bounced(body, *, to=(MINTED,), sender="", **headers):
    fields = {
        "From": "Mail Delivery System <MAILER-DAEMON@mail.players.example>",
        "Auto-Submitted": "auto-replied",
        "Content-Type": 'multipart/report; boundary="b"; report-type=delivery-status',
    } | headers
    verdict = taken(mail(body, **fields), to=to, sender=sender)
    assert (verdict.outcome, verdict.reply, verdict.text) == ("ignored", "none", "")
    return verdict


def test_a_hard_bounce_to_an_address_that_we_minted_names_the_letter():
    verdict = bounced(report(failure()))
    assert verdict.reason == "bounce (5.1.1)"
    assert verdict.bounce == Bounce("alice@players.example", True, "5.1.1", LETTER)


@pytest.mark.parametrize(
    "to",
    [
        "ref@acquire.example",
        MINTED.replace(LETTER, LETTER[::-1]),
        MINTED[:-20] + "a@acquire.example",
        f"ref+bounce.{LETTER}.@acquire.example",
        f"ref+bounce.harbour.alice.42.{'b' * 16}@acquire.example",
        MINTED.replace("acquire.example", "other.example"),
    ],
)
def test_a_bounce_to_another_address_names_no_letter(to):
    verdict = bounced(report(failure()), to=(to,))
    assert verdict.bounce.letter is None


def test_the_case_of_the_address_does_not_matter():
    assert bounced(report(failure()), to=(MINTED.upper(),)).bounce.letter == LETTER


def test_the_address_is_found_in_the_header_where_the_envelope_is_not_known():
    assert bounced(report(failure()), to=(), sender=None, Return_Path="<>", To=MINTED).bounce.letter == LETTER


@pytest.mark.parametrize(
    ("block", "reason", "permanent", "status"),
    [
        (failure("delayed", "4.4.1"), "delivery delayed (4.4.1)", False, "4.4.1"),
        (failure("Failed", "5.2.2 (mailbox full)"), "bounce (5.2.2)", True, "5.2.2"),
        (failure("failed (gave up)", "4.4.7"), "bounce (4.4.7)", True, "4.4.7"),
        (failure("failed", "nonsense"), "bounce (null sender)", True, ""),
        (failure("delayed", ""), "delivery delayed (null sender)", False, ""),
        (failure("failed", "5.1.1" * 9999), "bounce (5.1.15)", True, "5.1.15"),
    ],
)
def test_action_and_status_of_a_delivery_report(block, reason, permanent, status):
    verdict = bounced(report(block))
    assert verdict.reason == reason
    assert (verdict.bounce.permanent, verdict.bounce.status) == (permanent, status)


def test_of_several_recipients_the_failure_is_told_before_the_delay():
    verdict = bounced(
        report(failure("delayed", "4.0.0", "rfc822; b@x.example"), failure(recipient="rfc822; c@x.example"))
    )
    assert (verdict.bounce.recipient, verdict.bounce.permanent) == ("c@x.example", True)


def test_the_address_as_we_wrote_it_is_told_before_the_one_it_led_to():
    block = failure(recipient="rfc822; box17@inner.example", original="rfc822;Alice@Players.example")
    assert bounced(report(block)).bounce.recipient == "Alice@Players.example"


def test_a_report_without_a_recipient_still_tells_of_the_letter():
    assert bounced(report("Action: failed\nStatus: 5.1.1")).bounce == Bounce("", True, "5.1.1", LETTER)


def test_a_delivery_report_inside_what_came_back_is_not_read():
    inner = 'Content-Type: multipart/report; boundary="c"\n\n' + report(failure()).replace("--b", "--c")
    verdict = bounced(
        "--b\nContent-Type: text/plain\n\nhello\n--b\nContent-Type: message/rfc822\n\n" + inner + "\n--b--\n"
    )
    assert (verdict.reason, verdict.bounce) == ("auto-reply (Auto-Submitted)", Bounce("", True, "", LETTER))


def test_the_words_of_older_servers_tell_of_no_status():
    verdict = bounced(
        "Hi. This is the qmail-send program at old.players.example.\n"
        "I'm afraid I wasn't able to deliver your message to the following addresses.\n"
        "This is a permanent error; I've given up. Sorry it didn't work out.\n\n"
        "<alice@players.example>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n"
        "--- Below this line is a copy of the message.\n\n" + ORDERS,
        **{"Content-Type": "text/plain", "Auto-Submitted": "no"},
    )
    assert verdict.reason == "bounce (null sender)"
    assert verdict.bounce == Bounce("alice@players.example", True, "", LETTER)


def test_an_out_of_office_reply_to_our_envelope_sender_is_no_bounce():
    verdict = bounced("I am away.\n", **{"Content-Type": "text/plain"})
    assert (verdict.reason, verdict.bounce) == ("auto-reply (Auto-Submitted)", None)


def test_what_bears_no_mark_but_was_sent_to_our_envelope_sender_comes_from_a_machine():
    plain = {"Content-Type": "text/plain", "Auto-Submitted": "no"}
    verdict = bounced("I am away.\n" + ORDERS, sender="alice@players.example", **plain)
    assert (verdict.reason, verdict.bounce) == ("auto-reply (to the sender of our mail)", None)
    forged = f"ref+bounce.{LETTER}.{'a' * 16}@acquire.example"
    assert taken(mail(**plain), to=[forged]).outcome == "orders"


@pytest.mark.parametrize(
    ("kind", "block", "reason"),
    [
        ("message/disposition-notification", "Disposition: manual-action; displayed", "read receipt"),
        ("message/delivery-status", failure("delivered", "2.0.0"), "delivery receipt"),
        ("message/delivery-status", failure("relayed", "2.0.0"), "delivery receipt"),
        ("message/feedback-report", "Feedback-Type: abuse", "machine report (multipart/report)"),
    ],
)
def test_a_receipt_is_no_bounce(kind, block, reason):
    verdict = bounced(
        report(block, kind=kind),
        sender="alice@players.example",
        to=["ref@acquire.example"],
        Auto_Submitted="no",
    )
    assert (verdict.reason, verdict.bounce) == (reason, None)


@pytest.mark.parametrize(
    ("body", "headers", "reason"),
    [
        ("Nix da.\n", {"Content-Type": "text/plain", "Auto-Submitted": "no"}, "bounce (null sender)"),
        ("Nix da.\n", {}, "auto-reply (Auto-Submitted)"),
        (report("Feedback-Type: abuse", kind="message/feedback-report"), {}, "auto-reply (Auto-Submitted)"),
    ],
)
def test_what_comes_back_for_a_letter_in_words_that_nobody_can_read_still_names_the_letter(
    body, headers, reason
):
    verdict = bounced(body, **headers)
    assert (verdict.reason, verdict.bounce) == (reason, Bounce("", True, "", LETTER))
    assert bounced(body, to=["ref@acquire.example"], **headers).bounce is None


def test_a_receipt_for_a_letter_is_not_taken_for_the_letter_that_came_back():
    for kind, block in (
        ("message/disposition-notification", "Disposition: manual-action; displayed"),
        ("message/delivery-status", failure("relayed", "2.0.0")),
    ):
        assert bounced(report(block, kind=kind)).bounce is None


def test_a_bounce_that_is_too_large_is_a_bounce_and_not_answered():
    verdict = bounced(report(failure(), back="x" * 70 * 20000))
    assert verdict.reason == "auto-reply (Auto-Submitted)"
    assert (
        bounced(report(failure(), back="x" * 70 * 20000), Auto_Submitted="no").reason
        == "bounce (null sender)"
    )


@pytest.mark.parametrize(
    "fields",
    [
        "Final-Recipient: rfc822; =?utf-8?b?////?=\nAction: failed",
        "Final-Recipient*0*=x; Final-Recipient*=y\nAction: failed",
        "Final-Recipient: \udcff\udcfe@x\nAction: \udcff",
        "Original-Recipient: ;;;;\nFinal-Recipient: <>\nAction: failed",
        "Action: \x00failed\x00\nStatus: \u0665.1.1",
        "X-Failed-Recipients: " + ",".join(["@"] * 500),
    ],
)
def test_a_hostile_report_breaks_nothing_and_shouts_nothing(fields, caplog):
    raw = mail(report("@@")).replace(b"@@", fields.encode("utf-8", "surrogateescape"))
    with caplog.at_level(logging.DEBUG):
        taken(raw, to=[MINTED], sender="")
        bounce_of(parse(raw), LETTER)
    assert caplog.records == []


def test_a_detector_that_stumbles_makes_it_no_bounce(monkeypatch):
    def stumbles(_message):
        raise UnicodeDecodeError("ascii", b"\xff", 0, 1, "hostile")

    monkeypatch.setattr("referee.mail.bounces.all_failures", stumbles)
    assert bounced("Sorry.\n", Auto_Submitted="no").reason == "bounce (null sender)"
