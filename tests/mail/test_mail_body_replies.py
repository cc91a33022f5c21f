"""Replies to real reports, as mail programs write them: exactly the sender's own lines are read.

The whole report is quoted in each of the ways of Outlook, Gmail, Apple Mail, Thunderbird, a phone and a program that
marks nothing; the orders stand above it, below it, or between its lines.
"""

import re
from email import message_from_bytes
from email.mime.text import MIMEText
from html import escape
from pathlib import Path
from textwrap import wrap

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mail_bodies import ORDERS, html, meaning, multipart, plain

from referee.mail.body import body_of

GOLDEN = Path(__file__).parent.parent / "report" / "golden"
REPORTS = {file.stem: file.read_text(encoding="utf-8") for file in sorted(GOLDEN.glob("*.txt"))}
WROTE = "On Fri, 27 Nov 2026 at 20:00, Harbour referee <ref@acquire.example> wrote:"
APPLE = "On 27 Nov 2026, at 20:00, Harbour referee <ref@acquire.example> wrote:"
BIRD = "Am 27.11.26 um 20:00 schrieb Harbour referee:"
HEADER = (
    "From: Harbour referee <ref@acquire.example>\nSent: Friday, 27 November 2026 20:00\nTo: Alice Tester "
    "<alice@players.example>\nSubject: [harbour] round 5\n"
)
BLOCK = (
    "if Luxor is active\n  tile 5C\n  buy 3 Luxor\nelse\n  buy 2 Tower\nend\npress: A lovely round.\nready\n"
)
OWN = {
    "plain": ORDERS,
    "block": BLOCK,
    "request": "ready\n",
    "pressed": "press\nDear all,\n\nhello\nend press\ntile 6D\n",
}


def marked(report, mark="> "):
    return "".join(f"{mark}{line}".rstrip() + "\n" for line in report.splitlines())


def rewrapped(report):
    """Marked and broken again, as programs do with what grows too wide."""
    return "".join(f"> {piece}\n" for line in report.splitlines() for piece in wrap(line, 60) or [""])


def top(own, quoted):
    return f"{own}\n{quoted}"


def bottom(own, quoted):
    return f"{quoted}\n{own}"


TEXTS = {
    "Gmail": lambda report: f"{WROTE}\n\n{marked(report)}",
    "Gmail, wrapped": lambda report: f"{WROTE[:50]}\n{WROTE[50:]}\n\n{rewrapped(report)}",
    "Apple Mail": lambda report: f"{APPLE}\n\n{marked(report)}\n",
    "Thunderbird": lambda report: f"{BIRD}\n{marked(report)}",
    "phone": lambda report: f"Sent from my iPhone\n\n> {APPLE}\n> \n{marked(report)}",
    "no attribution": marked,
    "deep": lambda report: f"{WROTE}\n{marked(marked(report), '>')}",
}
UNMARKED = {
    "Outlook": lambda report: f"{HEADER}\n{report}",
    "Outlook, rule": lambda report: f"{'_' * 32}\n{HEADER}\n{report}",
    "Outlook Express": lambda report: f"-----Original Message-----\n{HEADER}\n{report}",
    "Outlook for phones": lambda report: f"Get Outlook for Android\n{'_' * 32}\n{HEADER}\n{report}",
    "phone without marks": lambda report: f"Sent from my iPhone\n\n{APPLE}\n\n{report}",
    "Notes": lambda report: f"----- Original Message -----\n\n{report}",
    "nothing": lambda report: report,
    "nothing, indented": lambda report: "".join(f"    {line}\n" for line in report.splitlines()),
}


def as_html(text):
    return escape(text).replace("\n", "<br>\n").replace("  ", "&nbsp; ")


def as_divs(text):
    return "".join(f"<div>{escape(line) or '<br>'}</div>" for line in text.splitlines())


PAGES = {
    "Gmail": f'<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">{escape(WROTE)}<br></div><blockquote '
    'class="gmail_quote" style="margin:0 0 0 .8ex">{}</blockquote></div>',
    "Apple Mail": f'<div><br><blockquote type="cite"><div>{escape(APPLE)}</div><br><div>{{}}</div></blockquote>'
    "</div>",
    "Thunderbird": f'<div class="moz-cite-prefix">{escape(BIRD)}</div><blockquote type="cite"><pre>{{}}</pre>'
    "</blockquote>",
}
PAGES_BELOW = {
    "Outlook": '<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal">'
    f"{as_html(HEADER)}</p></div><p class=MsoNormal>&nbsp;</p><div>{{}}</div>",
    "Outlook on the web": f'<hr><div id="divRplyFwdMsg" dir="ltr">{as_html(HEADER)}</div><div>{{}}</div>',
    "Yahoo": f'<div class="yahoo_quoted"><div>{escape(WROTE)}</div><div>{{}}</div></div>',
    "nothing": "<br><div>{}</div>",
}


def is_exactly(message, orders):
    body = body_of(message_from_bytes(message.as_bytes()))
    assert body.refusal == ""
    assert meaning(body.text) == meaning(orders)
    return body


def flowed(text):
    """As a program sends it that breaks lines: blanks at the ends of lines are of its own making alone."""
    lines = [line.rstrip() if line != "-- " else line for line in text.splitlines()]
    lines = [f" {line}" if re.match(r" |From ", line) else line for line in lines]
    part = MIMEText("\n".join(lines) + "\n", "plain", "utf-8")
    part.set_param("format", "flowed")
    return part


@pytest.mark.parametrize("report", REPORTS)
@pytest.mark.parametrize("program", TEXTS)
def test_own_lines_above_or_below_a_marked_report_are_read_alone(report, program):
    quoted = TEXTS[program](REPORTS[report])
    for own in OWN.values():
        for text in (
            top(own, quoted),
            bottom(own, quoted),
            f"Hello,\n\n{bottom(own, quoted)}\nCheers, Alice\n",
        ):
            is_exactly(plain(text), own)
            is_exactly(flowed(text), own)


@pytest.mark.parametrize("report", REPORTS)
@pytest.mark.parametrize("program", UNMARKED)
def test_own_lines_above_an_unmarked_report_are_read_alone(report, program):
    quoted = UNMARKED[program](REPORTS[report])
    for own in OWN.values():
        is_exactly(plain(top(own, quoted)), own)
        is_exactly(plain(top(f"{own}\nCheers,\nAlice\n", quoted)), own)


@pytest.mark.parametrize("report", REPORTS)
def test_own_lines_below_a_report_without_any_mark_are_read_alone(report):
    for own in OWN.values():
        for indent in ("nothing", "nothing, indented"):
            is_exactly(plain(bottom(own, UNMARKED[indent](REPORTS[report]))), own)


@pytest.mark.parametrize("report", REPORTS)
@pytest.mark.parametrize("program", [*PAGES, *PAGES_BELOW])
def test_own_lines_above_a_report_in_html_are_read_alone(report, program):
    page = {**PAGES, **PAGES_BELOW}[program]
    for own in OWN.values():
        for write in (as_html, as_divs, escape) if "<pre>" in page else (as_html, as_divs):
            is_exactly(html(f"<div>{as_divs(own)}</div>{page.format(write(REPORTS[report]))}"), own)
        whole = html(f"<div>{as_divs(own)}</div>{page.format(as_html(REPORTS[report]))}")
        is_exactly(multipart("alternative", plain(top(own, TEXTS["Gmail"](REPORTS[report]))), whole), own)


@pytest.mark.parametrize("report", REPORTS)
@pytest.mark.parametrize("program", PAGES)
def test_own_lines_below_a_report_in_html_are_read_alone(report, program):
    for own in OWN.values():
        is_exactly(html(f"{PAGES[program].format(as_html(REPORTS[report]))}<div>{as_divs(own)}</div>"), own)


@pytest.mark.parametrize("report", REPORTS)
def test_a_report_that_comes_back_alone_holds_no_orders(report):
    text = REPORTS[report]
    for one in (text, marked(text), TEXTS["Gmail"](text), UNMARKED["Outlook"](text), f"Thanks!\n\n{text}"):
        body = body_of(plain(one))
        assert body.refusal == ""
        assert meaning(body.text) == ""


@given(
    st.sampled_from(sorted(REPORTS)),
    st.lists(st.integers(0, 200), min_size=len(ORDERS.splitlines()), max_size=len(ORDERS.splitlines())).map(
        sorted
    ),
    st.sampled_from(["> ", ">", ">> "]),
)
def test_own_lines_between_those_of_a_marked_report_are_read_in_their_order(report, places, mark):
    quoted = marked(REPORTS[report], mark).splitlines(keepends=True)
    count = len(quoted)
    for line, place in reversed(list(zip(ORDERS.splitlines(keepends=True), places, strict=True))):
        quoted.insert(min(place, count), line)
    is_exactly(plain(f"{WROTE}\n{''.join(quoted)}"), ORDERS)
