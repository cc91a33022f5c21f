"""What no person wrote is known before anything could be answered."""

import pytest
from intake_world import ALICE, ORDERS, SmallWorld, mail, reply_to, taken

from referee.mail.tokens import bounce_address

LETTER = "abcdefghijklmnopqrstuvwx"


def ignored(raw, reason, **how):
    verdict = taken(raw, **how)
    assert (verdict.outcome, verdict.reason, verdict.reply) == ("ignored", reason, "none")
    assert verdict.text == ""
    return verdict


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Acquire-Referee": "1"},
        {"x-acquire-referee": ""},
        {"X-Acquire-Loop": "ref@acquire.example"},
        {"From": "Harbour referee <ref@acquire.example>"},
        {"From": "REF@Acquire.Example"},
        {"From": "Referee <ref+x@acquire.example>"},
        {"Message-ID": f"<{LETTER}@acquire.example>"},
    ],
)
def test_a_mail_of_our_own_that_comes_back_is_ignored(headers):
    ignored(mail(**headers), "own mail (loop)")


def test_a_mail_whose_envelope_sender_is_ours_is_our_own():
    ours = bounce_address(SmallWorld().identity, LETTER)
    ignored(mail(), "own mail (loop)", sender=ours)
    ignored(mail(), "own mail (loop)", sender="ref@acquire.example")


def test_who_writes_from_our_domain_is_not_us():
    world = SmallWorld()
    world.people["ref-club@acquire.example"] = ALICE
    raw = mail(
        From="ref-club@acquire.example",
        Message_ID="<a-long-id-of-our-provider@acquire.example>",
        Authentication_Results="mx.acquire.example; dmarc=pass header.from=acquire.example",
    )
    assert taken(raw, world=world).outcome == "orders"


def test_our_address_in_a_display_name_alone_does_not_make_a_mail_ours():
    assert taken(mail(From='"ref@acquire.example" <alice@players.example>')).outcome == "orders"


@pytest.mark.parametrize(
    ("value", "machine"),
    [
        ("auto-replied", True),
        ("auto-generated", True),
        ("Auto-Notified; owner-email=a@b.example", True),
        ("auto-replied (vacation)", True),
        ("(no) auto-replied", True),
        ("no", False),
        ("NO", False),
        ("no (a person)", False),
        ("no; why=a", False),
        ("(auto-replied) no", False),
        ("", False),
    ],
)
def test_the_first_word_of_auto_submitted_decides(value, machine):
    raw = mail(Auto_Submitted=value)
    if machine:
        ignored(raw, "auto-reply (Auto-Submitted)")
    else:
        assert taken(raw).outcome == "orders"


def test_of_two_marks_that_contradict_the_machines_counts():
    ignored(mail(Auto_Submitted=["no", "auto-replied"]), "auto-reply (Auto-Submitted)")


@pytest.mark.parametrize("value", ["bulk", "Junk", "auto_reply", "bulk (really)"])
def test_what_says_that_it_is_bulk_is_ignored(value):
    ignored(mail(Precedence=value), "auto-reply (Precedence)")


@pytest.mark.parametrize("value", ["first-class", "special-delivery", "normal", "", "urgent bulk"])
def test_a_harmless_precedence_is_a_persons(value):
    assert taken(mail(Precedence=value)).outcome == "orders"


def test_other_marks_of_machines():
    ignored(mail(X_Autoreply="yes"), "auto-reply (X-Autoreply)")
    ignored(mail(List_Id="Games <games.players.example>"), "list mail (List-Id)")
    ignored(mail(List_Post="<mailto:games@players.example>"), "list mail (List-Post)")


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Auto-Response-Suppress": "All"},
        {"List-Unsubscribe": "<https://esp.players.example/u/1>", "Feedback-ID": "1:esp"},
        {"X-Autoreply": "no"},
        {"Return-Path": "<bounce-77@esp.players.example>"},
        {"Sender": "MAILER-DAEMON@players.example"},
        {"Subject": "Automatic reply: Out of office"},
        {"Disposition-Notification-To": "alice@players.example"},
        {"Return-Receipt-To": "alice@players.example"},
    ],
)
def test_what_people_s_mails_bear_as_well_is_no_mark_of_a_machine(headers):
    assert taken(mail(**headers)).outcome == "orders"


def test_fifty_received_lines_are_a_long_way_and_fifty_one_a_loop():
    assert taken(mail(Received=["from a by b"] * 50)).outcome == "orders"
    ignored(mail(Received=["from a by b"] * 51), "mail loop (Received count)")


@pytest.mark.parametrize("sender", ["", "<>", "MAILER-DAEMON"])
def test_what_nobody_sent_is_a_bounce_even_where_it_reads_like_orders(sender):
    ignored(mail(), "bounce (null sender)", sender=sender)


def test_the_null_sender_is_known_from_the_return_path_where_the_envelope_is_not():
    ignored(mail(Return_Path="<>"), "bounce (null sender)")


def test_the_envelope_is_believed_before_the_return_path():
    assert taken(mail(Return_Path="<>"), sender="alice@players.example").outcome == "orders"


def test_a_null_sender_with_a_valid_token_is_answered_no_more_than_any_other():
    ignored(mail(), "bounce (null sender)", sender="", to=[reply_to()])


def test_a_machines_report_is_known_whatever_it_reports():
    raw = mail("--b\n\nhello\n--b--\n", Content_Type='Multipart/Report; boundary="b"')
    ignored(raw, "machine report (multipart/report)")


def test_a_mark_far_down_in_a_header_with_a_broken_line_is_seen():
    ignored(mail(ORDERS, "this is no field", "Auto-Submitted: auto-replied"), "auto-reply (Auto-Submitted)")


def test_a_mark_is_seen_though_the_rest_of_the_header_is_too_long_to_be_read():
    raw = mail(ORDERS, *[f"X-Filler-{number}: {'x' * 900}" for number in range(200)], Precedence="bulk")
    ignored(raw, "auto-reply (Precedence)")


def test_who_a_machine_says_it_is_is_told_without_proof():
    verdict = ignored(mail(Auto_Submitted="auto-replied"), "auto-reply (Auto-Submitted)")
    assert (verdict.sender.person, verdict.sender.proof) == (ALICE, None)
