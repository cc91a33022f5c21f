"""What the tests of bodies share: orders, mails made of parts, and what a text means."""

from email import message_from_bytes
from email.mime.multipart import MIMEMultipart
from email.mime.nonmultipart import MIMENonMultipart
from email.mime.text import MIMEText

from orders.printer import canonical
from orders.reader import read
from referee.mail.body import body_of
from referee.mail.order_lines import ANY_WORDS

ORDERS = "game: harbour\ntile 5C, 6D\nbuy 2 Luxor, 1 Tower\n"
OTHER = "game: harbour\ntile 1A, 2B\nbuy 3 Festival\n"
HTML = "<p>game: harbour</p><p>tile 5C, 6D</p><p>buy 2 Luxor, 1 Tower</p>"


def meaning(text):
    """The orders in a text; it must have no problem."""
    reading = read(text, ANY_WORDS)
    assert reading.problems == (), reading.problems
    assert reading.refused is None
    return canonical(reading.orders)


def plain(text, **header):
    part = MIMEText(text, "plain", "utf-8")
    for name, value in header.items():
        del part[name.replace("_", "-")]
        part[name.replace("_", "-")] = value
    return part


def html(text):
    return MIMEText(text, "html", "utf-8")


def text_file(text, name="orders.txt", how="attachment"):
    part = plain(text)
    part.add_header("Content-Disposition", how, filename=name)
    return part


def other_file(kind="image/png", name="logo.png"):
    part = MIMENonMultipart(*kind.split("/"))
    part.add_header("Content-Disposition", "attachment", filename=name)
    part["Content-Transfer-Encoding"] = "base64"
    part.set_payload("iVBORw0KGgpmYWtl")
    return part


def multipart(kind, *parts, **parameters):
    whole = MIMEMultipart(kind, **parameters)
    for part in parts:
        whole.attach(part)
    return whole


def raw(header, body):
    """A mail of one part as its bytes are."""
    lines = header if isinstance(header, bytes) else header.encode()
    return message_from_bytes(lines + b"\n\n" + body)


def read_body(message):
    """The body of a mail, sent and parsed."""
    return body_of(message_from_bytes(message.as_bytes()))


def is_read(message, orders=ORDERS):
    """Whether exactly these orders are read from a mail."""
    body = read_body(message)
    assert body.refusal == "", body
    assert meaning(body.text) == meaning(orders), body
    return body
