"""Which part of a mail is read: plain text with orders, else HTML, else a text file; never a mail within the mail."""

import json
import time
from email import message_from_bytes
from email.message import Message
from email.mime.message import MIMEMessage
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mail_bodies import (
    HTML,
    ORDERS,
    OTHER,
    html,
    is_read,
    meaning,
    multipart,
    other_file,
    plain,
    raw,
    read_body,
    text_file,
)

from referee.mail.body import body_of
from referee.mail.message import parse

FOLDER = Path(__file__).parent / "mail_cases"
CASES = json.loads((FOLDER / "INDEX.json").read_text(encoding="utf-8"))["cases"]
OF_THE_BODY = {
    "orders in body and in attachment differ",
    "no readable text part (winmail.dat)",
    "encrypted mail",
    "every order line is quoted",
    "orders only in a forwarded message",
}
OTHER_HTML = "<p>game: harbour</p><p>tile 1A, 2B</p><p>buy 3 Festival</p>"
STUB = "This message needs an HTML capable mail reader.\n"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["file"])
def test_the_bodies_of_the_corpus_are_read_as_its_index_says(case):
    body = body_of(parse((FOLDER / case["file"]).read_bytes()).message)
    kind, _, reason = case["expected"].partition(": ")
    if kind == "orders recovered" and not case["file"].startswith("026"):
        assert body.refusal == ""
        assert meaning(body.text) == meaning("\n".join(case["orders"]))
    if reason in OF_THE_BODY:
        assert body.refusal == reason
    elif kind != "ignored":
        assert body.refusal == ""


def alternative(*parts):
    return multipart("alternative", *parts)


def mixed(*parts):
    return multipart("mixed", *parts)


def test_plain_text_is_read_once_and_not_again_in_html():
    assert is_read(alternative(plain(ORDERS), html(HTML))).remarks == ()
    assert is_read(alternative(html(HTML), plain(ORDERS))).remarks == ()


def test_where_plain_text_and_html_differ_the_plain_text_is_read_and_that_is_said():
    assert any("HTML" in one for one in is_read(alternative(plain(ORDERS), html(OTHER_HTML))).remarks)


@pytest.mark.parametrize(
    "stub",
    [
        STUB,
        "If you cannot see this mail, click here.\n",
        "",
        "\n \n",
        "Buy a better program!\n",
        "see the HTML part",
    ],
)
def test_where_the_plain_text_has_no_orders_the_html_is_read(stub):
    body = is_read(alternative(plain(stub), html(HTML)))
    assert body.remarks == (
        ("The HTML part of the mail was read: the plain text has no orders.",) if stub.strip() else ()
    )


def test_where_no_order_of_the_plain_text_is_understood_the_html_is_read():
    assert is_read(alternative(plain("tile 5 C C\nbuy 2 Luxxxor\n"), html(HTML)))


def test_stars_for_bold_letters_are_no_part_of_an_order():
    assert is_read(plain("game: harbour\n*tile 5C, 6D*\nbuy 2 Luxor, 1 *Tower*\n"))
    assert is_read(plain("game: harbour\n* tile 5C, 6D\n* buy 2 __Luxor__, 1 _Tower_\n"))
    assert "*bold*" in read_body(plain("press: a *bold* move\n")).text
    assert "*hello*" in read_body(plain("press\nsay *hello* to all\nend press\n")).text


@pytest.mark.parametrize(
    "footer", ["Scanned by Example Mail Filter: no virus found.\n", "_" * 47 + "\nbuy a badge at https://x\n",
               "If you have received this mail in error, tell us.\n", "Buy our filter!\n"],
)  # fmt: skip
def test_what_filters_and_lists_add_as_a_part_is_not_read(footer):
    related = multipart("related", alternative(plain(ORDERS), html(HTML)), other_file())
    assert is_read(mixed(related, plain(footer)))
    assert is_read(mixed(html(HTML), plain(footer)))
    assert is_read(mixed(plain(ORDERS), html(f"<p>{footer}</p>")))


def test_a_text_that_is_cut_where_a_file_is_attached_is_read_whole():
    assert is_read(
        mixed(plain("game: harbour\ntile 5C, 6D\n"), other_file(), plain("buy 2 Luxor, 1 Tower\n"))
    )
    block = "if Luxor is active\n tile 5C\nend\n"
    assert is_read(mixed(plain("if Luxor is active\n tile 5C\n"), other_file(), plain("end\n")), block)
    pages = [html("<p>game: harbour</p><p>tile 5C, 6D</p>"), html("<p>buy 2 Luxor, 1 Tower</p>")]
    assert is_read(
        alternative(plain(STUB), mixed(pages[0], other_file("application/pdf", "a.pdf"), pages[1]))
    )


@pytest.mark.parametrize(
    "kind", ["text/calendar", "text/x-amp-html", "text/csv", "text/vcard", "application/json"]
)
def test_other_kinds_of_text_are_not_read(kind):
    part = plain(OTHER, Content_Type=f"{kind}; charset=utf-8")
    assert is_read(alternative(plain(ORDERS), html(HTML), part))
    assert is_read(mixed(part, plain(ORDERS)))


def test_of_two_equal_alternatives_one_is_read():
    assert is_read(alternative(plain(ORDERS), plain(ORDERS), html(HTML), html(HTML)))
    assert is_read(alternative(plain(""), plain(ORDERS)))


@pytest.mark.parametrize("how", ["attachment", "inline"])
@pytest.mark.parametrize("name", ["orders.txt", "ORDERS.TXT", "my orders.text", "öä.txt", "orders"])
def test_an_attached_text_file_is_read_where_the_body_has_no_orders(how, name):
    for body in ("see attached\n", "", "If you cannot open it, tell me.\n", "Buy me a beer!\n"):
        read = is_read(mixed(plain(body), text_file(ORDERS, name, how)))
        assert read.remarks == ("The text file that is attached to the mail was read.",)
    assert is_read(mixed(alternative(plain(""), html("<p>see attached</p>")), text_file(ORDERS, name, how)))


@pytest.mark.parametrize(
    "header",
    [
        'Content-Type: application/octet-stream; name="orders.txt"',
        'Content-Type: application/octet-stream; name="=?utf-8?Q?orders=2Etxt?="',
        "Content-Type: application/octet-stream\nContent-Disposition: attachment; filename*=utf-8''ORDERS.TXT",
        "Content-Type: application/octet-stream\nContent-Disposition: attachment; filename*0=ord; filename*1=ers.txt",
        "Content-Type: text/plain; charset=utf-16\nContent-Disposition: attachment; filename=orders.txt",
        "Content-Type: text/plain\nContent-Disposition: ATTACHMENT",
        "Content-Type: text/plain; name=orders.txt",
    ],
)
def test_a_text_file_is_known_by_its_kind_or_its_name(header):
    assert is_read(mixed(plain("see attached\n"), raw(header, ORDERS.encode())))
    assert is_read(raw(header, ORDERS.encode()))


@pytest.mark.parametrize("name", ["report.eml", "orders.doc", "page.html", "x.txt.exe", "a.csv"])
def test_files_of_other_kinds_are_not_read(name):
    assert read_body(mixed(plain("see attached\n"), text_file(ORDERS, name))).text == "see attached\n"
    assert is_read(mixed(plain(ORDERS), text_file(OTHER, name)))


def test_a_text_file_with_other_orders_than_the_body_is_asked_about():
    for body in (plain(ORDERS), html(HTML), alternative(plain(STUB), html(HTML))):
        assert read_body(mixed(body, text_file(OTHER))).refusal == "orders in body and in attachment differ"
    assert read_body(mixed(plain("ready\n"), text_file(ORDERS))).refusal
    assert read_body(mixed(plain("byu 3 Luxor\n"), text_file(ORDERS))).refusal
    assert read_body(mixed(plain(""), text_file(OTHER), text_file(ORDERS))).refusal


def test_a_text_file_with_the_same_orders_or_none_is_no_matter():
    assert is_read(mixed(plain(ORDERS), text_file(ORDERS)))
    assert is_read(mixed(plain(ORDERS), text_file(ORDERS.replace("game: harbour\n", ""))))
    assert is_read(mixed(plain(ORDERS), text_file("tile   5c,6d # first\n\nbuy 2 lux, 1 tow\n")))
    assert is_read(mixed(plain(ORDERS), text_file("If only we had met before.\n")))
    assert is_read(mixed(plain(""), text_file(ORDERS), text_file(ORDERS, "copy.txt")))
    assert is_read(mixed(plain(ORDERS), text_file("| tile 9I\n", "report.txt")))


def test_what_the_orders_are_for_may_stand_in_the_body_and_the_orders_in_a_file():
    decisions = ORDERS.replace("game: harbour\n", "")
    body = is_read(mixed(plain("Hello,\n\ngame harbour\nkey ABCD-1234\n"), text_file(decisions)))
    assert "key ABCD-1234" in body.text


def test_a_mail_within_the_mail_is_not_read():
    report = plain(OTHER, Subject="turn 6 report")
    assert is_read(mixed(plain(ORDERS), MIMEMessage(report)))
    assert is_read(mixed(plain(ORDERS), MIMEMessage(mixed(plain(OTHER), MIMEMessage(report)))))
    assert is_read(mixed(MIMEMessage(report), plain(ORDERS)))


@pytest.mark.parametrize("inner", [plain(ORDERS), html(HTML), mixed(plain("x"), plain(ORDERS))])
def test_orders_only_in_a_mail_within_the_mail_are_asked_about(inner):
    for body in ("FYI\n", "", "game harbour\n"):
        assert (
            read_body(mixed(plain(body), MIMEMessage(inner))).refusal == "orders only in a forwarded message"
        )
    assert read_body(MIMEMessage(inner)).refusal == "orders only in a forwarded message"


def test_a_mail_within_the_mail_that_has_no_orders_is_no_matter():
    assert read_body(mixed(plain("FYI\n"), MIMEMessage(plain("Hello\n")))).text == "FYI\n"


def test_orders_only_in_a_quotation_or_below_a_forwarded_mark_are_asked_about():
    quoted = "".join(f"> {line}\n" for line in ORDERS.splitlines())
    for own in ("", "Hello\n", "game harbour\n"):
        assert read_body(plain(own + quoted)).refusal == "every order line is quoted"
        assert (
            read_body(plain(f"{own}-----Original Message-----\n{ORDERS}")).refusal
            == "every order line is quoted"
        )
        assert (
            read_body(html(f"{own}<blockquote>{HTML}</blockquote>")).refusal == "every order line is quoted"
        )
        forwarded = f"{own}---------- Forwarded message ---------\nFrom: x\n\n{ORDERS}"
        assert read_body(plain(forwarded)).refusal == "orders only in a forwarded message"


def test_a_quotation_without_orders_is_no_matter():
    body = read_body(plain("Thanks for the report!\n\n> WHAT HAPPENED\n> | tile 5C\n"))
    assert (body.text, body.refusal) == ("Thanks for the report!\n", "")


def test_a_request_beside_quoted_orders_is_read():
    quoted = "".join(f"> {line}\n" for line in ORDERS.splitlines())
    assert is_read(plain(f"ready\n\n{quoted}"), "ready\n")


def test_what_stands_below_a_signature_and_looks_like_orders_is_told():
    body = is_read(plain(f"{ORDERS}\n-- \nAlice\nbuy 3 Festival\n"))
    assert any("signature" in one for one in body.remarks)
    assert is_read(plain(f"{ORDERS}\n-- \nAlice Tester\n")).remarks == ()


ENCRYPTED = b"-----BEGIN PGP MESSAGE-----\n\nhQEMAx\n-----END PGP MESSAGE-----\n"


def test_an_encrypted_mail_is_said_to_be_one():
    version = raw("Content-Type: application/pgp-encrypted", b"Version: 1\n")
    secret = raw("Content-Type: application/octet-stream; name=encrypted.asc", ENCRYPTED)
    whole = multipart("encrypted", version, secret, protocol="application/pgp-encrypted")
    smime = raw("Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m", b"MIIB")
    for mail in (
        whole,
        mixed(whole),
        mixed(version, secret),
        smime,
        raw("", ENCRYPTED),
        plain("Hi\n" + ENCRYPTED.decode()),
    ):
        assert read_body(mail).refusal == "encrypted mail"


def test_a_signed_mail_is_read():
    signature = raw(
        "Content-Type: application/pgp-signature; name=signature.asc", b"-----BEGIN PGP SIGNATURE-----\n"
    )
    assert is_read(multipart("signed", plain(ORDERS), signature, protocol="application/pgp-signature"))
    pkcs = raw("Content-Type: application/pkcs7-signature; name=smime.p7s", b"MIIB")
    assert is_read(multipart("signed", alternative(plain(ORDERS), html(HTML)), pkcs, micalg="sha-256"))


@pytest.mark.parametrize(
    "kind", ["application/ms-tnef", "application/vnd.ms-tnef", "application/octet-stream"]
)
def test_a_mail_that_is_one_file_of_outlook_is_said_to_be_so(kind):
    part = other_file(kind, "winmail.dat")
    for mail in (part, mixed(part), mixed(plain(""), part)):
        assert read_body(mail).refusal == "no readable text part (winmail.dat)"
    assert is_read(mixed(plain(ORDERS), part))
    with_words = read_body(mixed(plain("see attached\n"), part))
    assert (with_words.text, with_words.refusal) == ("see attached\n", "")
    assert any("winmail.dat" in one for one in with_words.remarks)


@pytest.mark.parametrize("kind", ["application/pdf", "image/jpeg", "application/rtf"])
def test_a_mail_without_any_text_says_what_it_is_instead(kind):
    assert read_body(other_file(kind, "x")).refusal == f"no readable text part ({kind})"
    assert read_body(mixed(other_file(kind, "x"))).refusal == f"no readable text part ({kind})"


@pytest.mark.parametrize(
    "mail", [plain(""), plain("\n\n"), html(""), html("<p></p>"), raw("", b""), mixed(plain(""))]
)
def test_an_empty_mail_is_an_empty_text(mail):
    assert (read_body(mail).text, read_body(mail).refusal) == ("", "")


@pytest.mark.parametrize(
    "header",
    ["", "Content-Type: text", "Content-Type: plain", "Content-Type: ;;", "Content-Type: text/plain; charset",
     "Content-Type: text/plain; charset*0*=\xff''%00; name*=x", "Content-Type: multipart/mixed",
     "Content-Type: TEXT/PLAIN; Format=Flowed; DelSp=No", "Content-Type: text/markdown"],
)  # fmt: skip
def test_a_mail_with_an_odd_header_is_read_as_text(header):
    assert meaning(body_of(raw(header.encode("latin-1"), ORDERS.encode())).text) == meaning(ORDERS)


def test_no_tree_is_too_deep_to_be_walked():
    inner = Message()
    inner.set_payload(ORDERS)
    for _ in range(5000):
        outer = Message()
        outer["Content-Type"] = "multipart/mixed; boundary=x"
        outer.set_payload([inner])
        inner = outer
    assert meaning(body_of(inner).text) == meaning(ORDERS)


def test_many_text_files_are_refused_and_many_texts_are_read_in_time():
    assert "text files" in read_body(mixed(plain("x"), *[text_file(ORDERS)] * 6)).refusal
    begun = time.process_time()
    read_body(mixed(*[plain("tile 5C\n" * 1000)] * 90))
    assert time.process_time() - begun < 60


LINES = [
    b"Content-Type: multipart/mixed; boundary=x", b"Content-Type: multipart/alternative; boundary=y", b"--x", b"--y",
    b"--x--", b"", b"", b"Content-Type: text/html", b"Content-Type: text/plain; charset=\xff", b"tile 5C", b"-- ",
    b"Content-Type: message/rfc822", b"Content-Disposition: attachment; filename=a.txt", b"> buy 3 Luxor",
    b"Content-Transfer-Encoding: base64", b"Content-Type: text/plain; charset*=utf-16''x; format=flowed",
    b"Content-Disposition: attachment; filename*0*=\xff''%ff; filename==?x?q??=", b"Content-Type: \xff/\xff",
    b"Content-Type: multipart/encrypted", b"=?utf-8?b?////?=", b"\xff\xfe\x00",
    b"<blockquote><div style='display:none'>", b"<p>tile 5C",
]  # fmt: skip


@given(st.lists(st.one_of(st.sampled_from(LINES), st.binary(max_size=20)), max_size=30).map(b"\n".join))
def test_no_mail_raises_and_what_is_read_can_be_stored(data):
    for message in (message_from_bytes(data), parse(data).message):
        body = body_of(message)
        for text in (body.text, body.refusal, *body.remarks):
            assert "\0" not in text
            assert text.encode() is not None


def test_signs_for_bold_letters_are_taken_off_orders_and_left_in_what_is_said_to_others():
    is_read(plain("*game: harbour*\n**tile: 5C, 6D**\n*buy* 2 _Luxor_, 1 Tower\n"))
    spoken = "note: *not* yet\npress: I am *sure*.\npress\n*buy 2 Luxor* is what he says.\nend press\n"
    assert read_body(plain(f"{spoken}*ready*\n")).text == f"{spoken}ready\n"
