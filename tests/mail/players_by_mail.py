"""Players who know nothing but their mailbox: they read the report, write from its form, and reply as people do."""

from __future__ import annotations

import email
import html
import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import SMTP, default

REFEREE = "ref@acquire.example"
FORM = "ORDER FORM"
OPEN = re.compile(r"(?P<game>\w+), \w+: (?:the game begins|round \d+ was played, round \d+ is open)\Z")
FINAL = re.compile(r"\w+, \w+: the final report\Z")
COULD = re.compile(r"# by the die; now you could: (.*)")


@dataclass
class Report:
    """A mail with a report as its reader has it before him."""

    mail: EmailMessage
    text: str

    @property
    def form(self) -> list[str]:
        """The lines of the form, without their bars."""
        lines = self.text.splitlines()
        start = next(number for number, line in enumerate(lines) if line.startswith(FORM))
        of_form = []
        for line in lines[start + 2 :]:
            if not line.startswith("|"):
                break
            of_form.append(line[2:])
        return of_form

    @property
    def quoted(self) -> list[str]:
        """The whole report behind quotation marks."""
        return [f"> {line}".rstrip() for line in self.text.splitlines()]


def orders_from(form: list[str], mark: str) -> list[str]:
    """What a player makes of the form: his tiles instead of the die, shares, the end as soon as it can be had.

    `mark` stands in a condition, and so in the orders that are his secret.
    """
    written = [f"buy 1 Tower if my cash = {mark}"]
    body = []
    for line in form:
        order, _, comment = line.partition("#")
        could = COULD.search(line)
        if line.startswith("# end game"):
            body.append("end game")
        elif line.startswith("tile any") and could:
            body.append(f"tile {could[1].rstrip(', ')}")
        elif line.startswith("buy nothing") and "or: buy 1 " in comment:
            body.append("buy 3" + comment.split("buy 1", 1)[1].rstrip())
        elif order.strip():
            body.append(order.rstrip())
    head = [line for line in body if line.split()[0] in {"game", "round", "player"}]
    return [*head, *written, *(line for line in body if line not in head)]


def outlook(report: Report, orders: list[str]) -> EmailMessage:
    """On top, nothing quoted, the report below a block of header lines; text and HTML of Word."""
    mail = report.mail
    block = [
        ("From", f"Acquire referee <{REFEREE}>"),
        ("Sent", "Saturday, 28 November 2026 10:00"),
        ("To", mail["To"]),
        ("Subject", mail["Subject"]),
    ]
    text = "\n".join([*orders, "", "", *(f"{name}: {value}" for name, value in block), "", report.text])
    paragraphs = "".join(f"<p class=MsoNormal>{html.escape(line)}<o:p></o:p></p>" for line in orders)
    above = "<br>".join(f"<b>{name}:</b> {html.escape(value)}" for name, value in block)
    below = "".join(
        f"<p class=MsoPlainText>{html.escape(line) or '&nbsp;'}<o:p></o:p></p>"
        for line in report.text.splitlines()
    )
    page = (
        "<html xmlns:o='urn:schemas-microsoft-com:office:office'><head><style>p.MsoNormal {margin:0}</style></head>"
        f"<body lang=EN-GB><div class=WordSection1>{paragraphs}<p class=MsoNormal><o:p>&nbsp;</o:p></p><div>"
        "<div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'>"
        f"<p class=MsoNormal>{above}<o:p></o:p></p></div></div>{below}</div></body></html>"
    )
    made = EmailMessage(policy=SMTP)
    made["X-Mailer"] = "Microsoft Outlook 16.0"
    made.set_content(text, cte="quoted-printable")
    made.add_alternative(page, subtype="html", cte="quoted-printable")
    return made


def gmail(report: Report, orders: list[str]) -> EmailMessage:
    """On top, the report quoted below, long lines of it broken again; text and HTML."""
    attribution = f"On Sat, Nov 28, 2026 at 10:00 AM Acquire referee <{REFEREE}>\nwrote:"
    quoted = [
        broken
        for line in report.quoted
        for broken in (textwrap.wrap(line, 76, subsequent_indent="> ") or [line])
    ]
    text = "\n".join([*orders, "", attribution, "", *quoted])
    own = "".join(f"<div>{html.escape(line)}</div>" for line in orders)
    inner = "<br>\n".join(html.escape(line) for line in report.text.splitlines())
    page = (
        f'<div dir="ltr">{own}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
        f'{html.escape(attribution)}<br></div><blockquote class="gmail_quote" style="margin:0 0 0 0.8ex">{inner}'
        "</blockquote></div>"
    )
    made = EmailMessage(policy=SMTP)
    made.set_content(text)
    made.add_alternative(page, subtype="html")
    return made


def phone(report: Report, orders: list[str]) -> EmailMessage:
    """Written with the thumbs: lines begin with capitals, quotation marks are curly, a footer, the report quoted."""
    typed = [line[:1].upper() + line[1:].replace("'", "’") for line in orders]  # noqa: RUF001
    attribution = f"> On Nov 28, 2026, at 10:00, Acquire referee <{REFEREE}> wrote:\n>"
    made = EmailMessage(policy=SMTP)
    made["X-Mailer"] = "iPhone Mail (22A3354)"
    made.set_content("\n".join([*typed, "", "Sent from my iPhone", "", attribution, *report.quoted]))
    return made


def thunderbird(report: Report, orders: list[str]) -> EmailMessage:
    """Below the quoted report, with a signature; text that flows."""
    lines = [
        "On 28/11/2026 10:00, Acquire referee wrote:",
        *report.quoted,
        "",
        *orders,
        "-- ",
        "tile 1A, says Erin",
    ]
    made = EmailMessage(policy=SMTP)
    made.set_content("\n".join(lines), params={"format": "flowed"})
    return made


@dataclass
class PlayerByMail:
    """One of them: `mails` gives what has come since it was asked last, `send` takes sender, recipient and bytes."""

    name: str
    program: Callable[[Report, list[str]], EmailMessage]
    mark: str
    mails: Callable[[], list[bytes]]
    send: Callable[[str, str, bytes], None]
    sent: int = 0
    is_over: bool = False
    answers: list[EmailMessage] = field(default_factory=list)
    reports: list[EmailMessage] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"{self.name}@players.example"

    @property
    def waits(self) -> bool:
        """Whether an answer is still to come."""
        return len(self.answers) < self.sent

    def looks(self) -> None:
        """Read what is new; reply to each report that asks for orders."""
        for raw in self.mails():
            mail = email.message_from_bytes(raw, policy=default)
            subject = mail["Subject"]
            if FINAL.match(subject):
                self.reports.append(mail)
                self.is_over = True
            elif OPEN.match(subject):
                self.reports.append(mail)
                self.replies(Report(mail, mail.get_content().replace("\r\n", "\n")))
            else:
                self.answers.append(mail)

    def replies(self, report: Report) -> None:
        made = self.program(report, orders_from(report.form, self.mark))
        to = report.mail["Reply-To"]
        self.sent += 1
        made["From"], made["To"], made["Subject"] = self.address, to, f"Re: {report.mail['Subject']}"
        made["Message-ID"] = f"<{self.name}.{self.sent}@players.example>"
        made["In-Reply-To"] = report.mail["Message-ID"]
        self.send(self.address, to, made.as_bytes())


PROGRAMS = {"alice": outlook, "bob": gmail, "carol": phone, "dave": thunderbird}
