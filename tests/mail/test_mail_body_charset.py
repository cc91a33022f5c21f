"""From bytes to text: whatever is claimed of them, the orders are not lost."""

import base64
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mail_bodies import ORDERS, meaning, raw

from referee.mail.body import body_of
from referee.mail.charset import bytes_of, charset_of, text_of


@pytest.mark.parametrize(
    ("label", "codec"),
    [
        ("utf-8", "utf-8"), ("UTF8", "utf-8"), ("utf8mb4", "utf-8"), ("us-ascii", "ascii"),
        ("ANSI_X3.4-1968", "ascii"),
        ("iso-8859-1", "latin-1"), ("ISO-8859-15", "iso-8859-15"), ("windows-1252", "cp1252"), ("cp-850", "cp850"),
        ("koi8-r", "koi8-r"), ("windows-1251", "cp1251"), ("iso-2022-jp", "iso-2022-jp"), ("shift_jis", "shift_jis"),
        ("euc-jp", "euc-jp"), ("x-sjis", "cp932"), ("gb2312", "gb2312"), ("gbk", "gbk"), ("gb18030", "gb18030"),
        ("big5", "big5"), ("euc-kr", "euc-kr"), ("ks_c_5601-1987", "cp949"), ("utf-7", "utf-7"),
        ("utf-16", "utf-16"), ("utf-16le", "utf-16-le"), ("utf-16be", "utf-16-be"), ("utf-16", "utf-16-be"),
        ("utf-16", "utf-16-le"), ("utf-32", "utf-32"), ("unicode", "utf-16"), ("macintosh", "mac-roman"),
        ("tis-620", "tis-620"), ("iso-8859-8-i", "iso-8859-8"), ('"utf-8"', "utf-8"), (" utf-8 ", "utf-8"),
    ],
)  # fmt: skip
def test_a_text_is_read_in_the_charset_it_declares(label, codec):
    assert text_of(ORDERS.encode(codec), label) == ORDERS


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("koi8-r", "Привет"), ("windows-1251", "Привет"), ("iso-2022-jp", "こんにちは"), ("shift_jis", "こんにちは"),
        ("gb2312", "你好"), ("big5", "您好"), ("euc-kr", "안녕"), ("iso-8859-7", "Γεια"), ("windows-1255", "שלום"),
        ("windows-1252", "Zoë “quoted” \u2014 …"), ("utf-8", "Zoë 😀"), ("utf-16", "Zoë 😀"), ("utf-7", "Zoë"),
    ],
)  # fmt: skip
def test_letters_of_all_countries_arrive(label, words):
    assert text_of(words.encode(label), label) == words


@pytest.mark.parametrize(
    "label",
    [
        None, "", "x-unknown", "=?utf-8?Q?=22?=", '"', "utf-8; x", "../../etc", "a" * 5000, "base64", "rot13", "zlib",
        "hex", "idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "ut\0f-8", "ÿ", "_charset_",
        "mbcs",
    ],
)  # fmt: skip
def test_a_label_that_is_none_does_no_harm(label):
    assert text_of(b"tile 5C \\u0041\nGr\xc3\xbc\xc3\x9fe", label) == "tile 5C \\u0041\nGrüße"
    assert charset_of(label) is None


@pytest.mark.parametrize(
    ("mark", "codec"),
    [(b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"),
     (b"\xff\xfe\0\0", "utf-32-le"), (b"\0\0\xfe\xff", "utf-32-be"), (b"\x84\x31\x95\x33", "gb18030")],
)  # fmt: skip
def test_a_byte_order_mark_counts_more_than_the_label(mark, codec):
    assert text_of(mark + ORDERS.encode(codec), "windows-1252") == ORDERS


def test_bytes_that_are_not_of_the_declared_charset_are_utf_8_or_windows_western():
    assert text_of("Zoë\n".encode(), "us-ascii") == "Zoë\n"
    assert text_of(b"Zo\xeb\n", "us-ascii") == "Zoë\n"
    assert text_of(b"Zo\xeb\n", "utf-8") == "Zoë\n"
    assert text_of("Zoë".encode(), "shift_jis").startswith("Zo")
    assert text_of(b"\x81\x8d\x90", None) == "\ufffd\ufffd\ufffd"


def test_one_bad_letter_spoils_its_own_line_at_most():
    text = "game:\u00a0harbour\ntile 5C\n".encode() + b"Gr\xfc\xdfe\n" + "“buy” 2 Luxor\n".encode()
    assert text_of(text, "utf-8") == "game:\u00a0harbour\ntile 5C\nGrüße\n“buy” 2 Luxor\n"


def test_a_text_declared_utf_16_that_is_ascii_stays_ascii():
    assert text_of(ORDERS.encode(), "utf-16") == ORDERS
    assert text_of(b"\xff\xfe" + ORDERS.encode(), "utf-16") == ORDERS


def test_zeros_are_dropped_and_all_line_ends_are_one():
    assert text_of(b"a\0b\r\nc\rd\r\r\ne\nf\xe2\x80\xa8g", "utf-8") == "ab\nc\nd\ne\nf\ng"


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("7bit", ORDERS.encode()),
        ("8bit;", ORDERS.encode()),
        ("8-bit", ORDERS.encode()),
        ("none of your business", ORDERS.encode()),
        ("", ORDERS.encode()),
        ("binary", ORDERS.replace("\n", "\r\n").encode()),
        ("Quoted-Printable", b"game: har=\nbour=20\ntile 5C,=\n 6D\nbuy 2 Lu=\nxor, 1 =54ower\n"),
        ("quoted-printable;", b"game: harbour=\n\ntile 5C, 6D=\n=0Abuy 2 Luxor, 1 Tower\n"),
        ("quoted-printable", b"game=3A harbour\ntile 5C, 6D =\n\nbuy 2 Luxor, 1 Tower=ZZ=\n".replace(b"=ZZ", b"")),
        ("BASE64", base64.encodebytes(ORDERS.encode())),
        ("base64;", base64.encodebytes(ORDERS.encode())),
        ("base64", base64.b64encode(ORDERS.encode()).rstrip(b"=")),
        ("base64", b"\n".join(base64.b64encode(ORDERS.encode())[i : i + 5] for i in range(0, 200, 5))),
        ("base64", base64.b64encode(ORDERS.encode()).replace(b"b", b"b!", 3)),
        ("base64", base64.encodebytes(ORDERS.encode()) + b"_______________\nplayers mailing list\n"),
        ("base64", base64.encodebytes(ORDERS[:14].encode()) + base64.encodebytes(ORDERS[14:].encode())),
        ("base64", ORDERS.encode()),
        ("x-uuencode", b"begin 644 o.txt\n" + b"".join(
            __import__("binascii").b2a_uu(ORDERS.encode()[i : i + 45]) for i in range(0, len(ORDERS), 45)
        ) + b"`\nend\n"),
        ("uuencode", ORDERS.encode()),
    ],
)  # fmt: skip
def test_transfer_encodings_are_undone_and_what_is_none_is_left_as_it_is(encoding, body):
    message = raw(f"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: {encoding}", body)
    assert meaning(body_of(message).text) == meaning(ORDERS)


def test_the_parameter_may_be_written_as_rfc_2231_has_it():
    message = raw("Content-Type: text/plain; charset*=utf-8''utf-8", "tile 5C # Zoë\n".encode())
    assert body_of(message).text == "tile 5C # Zoë\n"


@given(st.binary(max_size=300), st.one_of(st.none(), st.text(max_size=20), st.sampled_from(
    ["utf-8", "utf-16", "utf-32", "utf-7", "iso-2022-jp", "gb18030", "hz", "big5", "us-ascii", "iso2022_kr", "cp1252"]
)))  # fmt: skip
def test_no_bytes_under_any_label_raise_and_the_text_can_be_stored(data, label):
    text = text_of(data, label)
    assert "\0" not in text
    assert "\r" not in text


@given(st.binary(max_size=300), st.sampled_from(["base64", "quoted-printable", "x-uuencode", "x", "7bit"]))
def test_no_bytes_in_any_transfer_encoding_raise(data, encoding):
    bytes_of(raw(f"Content-Transfer-Encoding: {encoding}", data))


def test_a_mebibyte_is_decoded_in_time():
    begun = time.process_time()
    for label in ("utf-8", "utf-7", "iso-2022-jp", "gb18030", "utf-16", "us-ascii"):
        text_of(b"\xff\n" * 2**19, label)
        text_of(b"\r" * 2**20, label)
    assert time.process_time() - begun < 60
