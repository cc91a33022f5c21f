"""From HTML to the lines that a reader sees, of many programs; what nobody sees is never read."""
# ruff: noqa: E501  # HTML stands here as programs write it

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mail_bodies import HTML, ORDERS, OTHER, html, is_read, meaning, read_body

from referee.mail.html_text import html_lines
from referee.mail.quoting import own_words

OTHER_HTML = "<p>game: harbour</p><p>tile 1A, 2B</p><p>buy 3 Festival</p>"


def lines(text):
    return [line for line in html_lines(text).lines if line]


def is_own(text, orders=ORDERS):
    assert meaning(own_words("\n".join(html_lines(text).lines)).text) == meaning(orders)


LAYOUTS = {
    "paragraphs": HTML,
    "breaks": "game: harbour<br>tile 5C, 6D<br/>buy 2 Luxor, 1 Tower",
    "upper case": "<P>game: harbour<BR>tile 5C, 6D<BR>buy 2 Luxor, 1 Tower</P>",
    "divs": "<div>game: harbour</div><div>tile 5C, 6D</div><div>buy 2 Luxor, 1 Tower</div>",
    "Gmail": '<div dir="ltr">game: harbour<br>tile 5C, 6D<div>buy 2 Luxor, 1 <b>Tower</b></div><div><br></div></div>',
    "nested divs": "<div><div>game: harbour<div>tile 5C, 6D</div></div>buy 2 Luxor, 1 Tower</div>",
    "inline": "<p>game: <span>har</span><i>bour</i><p>tile <font color=red>5C</font>, 6D<p>buy 2 <u>Lux</u>or, 1 Tower",
    "raw line ends": "<p>game:\nharbour</p>\n\n<p>tile\n\t5C,\r\n 6D</p><p>buy 2\nLuxor, 1\nTower</p>",
    "pre": "<pre>game: harbour\ntile 5C, 6D\nbuy 2 Luxor, 1 Tower\n</pre>",
    "pre-wrap": '<div style="white-space: pre-wrap;">game: harbour\r\ntile 5C, 6D\nbuy 2 Luxor, 1 Tower</div>',
    "list": "<p>game: harbour</p><ul><li>tile 5C, 6D</li><li>buy 2 Luxor, 1 Tower</li></ul>",
    "numbered list": "<ol><li><p>game: harbour</p><li>tile 5C, 6D<li><div>buy 2 Luxor, 1 Tower</div></ol>",
    "table": "<table><tr><td>game:</td><td>harbour</td></tr><tr><td>tile<td>5C, 6D<tr><th>buy<td>2 Luxor, 1 Tower</table>",
    "table of Outlook": (
        "<table><tbody><tr><td><p class=MsoNormal>game:</p></td><td><p class=MsoNormal>harbour</p></td></tr>"
        "<tr><td><p>tile</p></td><td><p>5C,</p></td><td><p>6D</p></td></tr>"
        "<tr><td><p>buy</p></td><td><div>2 Luxor, 1 Tower</div></td></tr></tbody></table>"
    ),
    "table of layout": f"<table><tr><td><img src=x></td><td>{HTML}</td></tr></table>",
    "nested tables": (
        "<table><tr><td><table><tr><td>game:</td><td>harbour</td></tr></table></td></tr><tr><td><table><tr>"
        "<td>tile</td><td>5C, 6D</td></tr><tr><td>buy</td><td>2 Luxor, 1 Tower</td></tr></table></td></tr></table>"
    ),
    "entities": "<p>game&colon;&nbsp;harbour</p><p>tile&#32;5&#x43;&comma; 6D</p><p>buy 2&emsp;Luxor, 1&#160;Tower</p>",
    "Word": (
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p {margin:0} buy 9 Festival --></style>'
        "<!--[if gte mso 9]><xml><o:p>tile 1A</o:p></xml><![endif]--></head><body lang=EN-GB>"
        "<p class=MsoNormal>game:&nbsp;harbour<o:p></o:p></p><p class=MsoNormal>tile 5C, 6D<o:p></o:p></p>"
        "<p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>buy 2 Luxor,\n1 Tower</p></body></html>"
    ),
    "list of Word": (
        "<p class=MsoListParagraph><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp;&nbsp; </span></span>"
        "<![endif]>game: harbour</p><p class=MsoListParagraph><span style='mso-list:Ignore'>1.</span>tile 5C, 6D</p>"
        "<p class=MsoListParagraph><span style='mso-list:Ignore'>·</span>buy 2 Luxor, 1 Tower</p>"
    ),
    "spans as blocks": '<span style="display:block">game: harbour</span><span style="display:block">tile 5C, 6D</span>'
    '<span style="display: block">buy 2 Luxor, 1 Tower</span>',
    "a rule": "<p>game: harbour</p>tile 5C, 6D<hr>buy 2 Luxor, 1 Tower",
    "headings": "<h1>game: harbour</h1><h2>tile 5C, 6D</h2><center>buy 2 Luxor, 1 Tower</center>",
    "no document": "</div></p>game: harbour<p>tile 5C, 6D</b></p><p>buy 2 Luxor, 1 Tower",
    "indented by Gmail": '<p>game: harbour</p><blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>tile 5C, 6D'
    "</div><div>buy 2 Luxor, 1 Tower</div></blockquote>",
    "what is small, not nothing": f'<div style="font-size:0.9em;opacity:0.5;line-height:0">{HTML}</div>',
    "nothing made visible again": f'<div style="font-size:0;visibility:hidden">buy 9 Festival<div style="font-size:14px;'
    f'visibility:visible">{HTML}</div></div>',
    "invisible characters": "<p>ga&zwnj;me: har&shy;bour</p><p>&#8207;tile 5C, 6D</p><p>buy 2 Lux<wbr>or, 1 Tower&#65279;</p>",
    "emoji": "<p>Hi &#128512;</p><p>game: harbour</p><p>tile 5C, 6D</p><p>buy 2 Luxor, 1 Tower</p><p>Cheers <img alt=':-)'></p>",
}  # fmt: skip


@pytest.mark.parametrize("layout", LAYOUTS)
def test_orders_are_read_from_the_html_of_many_programs(layout):
    is_own(LAYOUTS[layout])
    is_read(html(f"<html><head><title>tile 9I</title></head><body>{LAYOUTS[layout]}</body></html>"))


HIDDEN = [
    '<div style="display:none;max-height:0">{0}</div>', '<div style="DISPLAY : NONE !important">{0}</div>',
    '<span style="visibility:hidden">{0}</span>', '<div style="font-size:0px">{0}</div>', '<div style="opacity:0">{0}</div>',
    '<div style="mso-hide:all">{0}</div>', "<div hidden>{0}</div>", '<div hidden="hidden"><div>{0}</div></div>',
    '<div style="max-height:0;overflow:hidden">{0}</div>', '<div style="position:absolute;left:-9999px">{0}</div>',
    '<div style="text-indent:-1000px">{0}</div>', "<script>{0}</script>", "<style>{0}</style>", "<template>{0}</template>",
    "<!-- {0} -->", "<!--[if mso]>{0}<![endif]-->", "<title>{0}</title>", "<noframes>{0}</noframes>", "<canvas>{0}</canvas>",
    "<select><option>{0}</option></select>", "<iframe>{0}</iframe>", "<object>{0}</object>",
    "<style>.pre{{display:none}}</style><div class='a pre'>{0}</div>",
    "<style>@media print{{.b{{color:red}}}} td.x, #h, p {{ font-size: 0 }}</style><div id=h>{0}</div>",
    '<div style="display:none"><div style="display:block;font-size:14px">{0}</div></div>',
    '<table><tr><td style="display:none">{0}</td></tr></table>', "<textarea hidden>{0}</textarea>",
]  # fmt: skip


@pytest.mark.parametrize("hidden", HIDDEN)
def test_what_nobody_sees_is_not_read(hidden):
    is_own(f"{hidden.format(OTHER_HTML)}{HTML}")
    is_own(f"{HTML}{hidden.format('<br>buy 3 Festival<br>')}")
    assert "Festival" not in "".join(html_lines(hidden.format("buy 3 Festival")).lines)


@pytest.mark.parametrize(
    "shown",
    [
        "<style>@media print{{.b{{display:none}}}}</style><div class=b>{0}</div>",
        "<style>.c{{color:red}} /* .b{{display:none}} */</style><div class=b>{0}</div>",
        "<style>.b .c{{display:none}}</style><div class=b>{0}</div>",
        '<div style="overflow:hidden;max-height:100px">{0}</div>',
        '<div style="left:-9px;position:relative">{0}</div>',
        "<noscript>{0}</noscript>",
        '<div aria-hidden="true">{0}</div>',
    ],
)
def test_what_somebody_sees_is_read(shown):
    is_own(shown.format(HTML))


@pytest.mark.parametrize(
    "struck", ["<s>{0}</s>", "<strike>{0}</strike>", "<del>{0}</del>", '<span style="text-decoration:line-through">{0}</span>']
)  # fmt: skip
def test_what_is_struck_out_is_not_read_and_that_is_said(struck):
    body = is_read(html(f"{HTML}<p>{struck.format('buy 3 Festival')}</p>"))
    assert body.remarks == ("What is struck out was not read.",)


ATTRIBUTION = "On Fri, 27 Nov 2026 at 20:00, Harbour referee &lt;ref@acquire.example&gt; wrote:"
HEADER = "<b>From:</b> Harbour referee &lt;ref@acquire.example&gt;<br><b>Sent:</b> Friday<br><b>To:</b> Alice<br><b>Subject:</b> turn 6"
QUOTES = {
    "blockquote": "<blockquote>{0}</blockquote>",
    "Gmail": f'<div class="gmail_quote"><div dir="ltr" class="gmail_attr">{ATTRIBUTION}<br></div><blockquote '
    'class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204)">{0}</blockquote></div>',
    "Gmail, container": f'<div class="gmail_quote gmail_quote_container"><div class="gmail_attr">{ATTRIBUTION}</div>'
    '<blockquote class="gmail_quote">{0}</blockquote></div>',
    "Gmail, old": f'<div class="gmail_extra"><br><div class="gmail_quote">{ATTRIBUTION}<br><blockquote>{{0}}</blockquote>',
    "Gmail without blockquote": f'<div class="gmail_quote">{ATTRIBUTION}<br>{{0}}</div>',
    "Apple Mail": f'<div><br><blockquote type="cite"><div>{ATTRIBUTION}</div><br><div>{{0}}</div></blockquote></div>',
    "iPhone": f'<div dir="ltr"><br></div>Sent from my iPhone<div><br>{ATTRIBUTION}<br><br></div><blockquote type="cite">'
    "{0}</blockquote>",
    "Thunderbird": f'<div class="moz-cite-prefix">{ATTRIBUTION}<br></div><blockquote type="cite" cite="mid:x">{{0}}'
    "</blockquote><br>",
    "Outlook": '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">'
    f"<p class=MsoNormal>{HEADER}</p></div></div><p class=MsoNormal>&nbsp;</p>{{0}}",
    "Outlook, blue line": f'<div style="border:none;border-left:solid blue 1.5pt;padding:0cm 0cm 0cm 4.0pt"><p>{HEADER}</p>'
    "{0}</div>",
    "Outlook on the web": '<div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" '
    f'dir="ltr"><font>{HEADER}</font><div>&nbsp;</div></div><div>{{0}}</div>',
    "Outlook, no header known": '<div id="divRplyFwdMsg">X: y</div><div>{0}</div>',
    "new Outlook": f'<div id="mail-editor-reference-message-container"><div>{HEADER}</div>{{0}}</div>',
    "Hotmail": '<div><hr id="stopSpelling">Date: Fri<br>From: x<br>{0}</div>',
    "Yahoo": f'<div id="ydp1yahoo_quoted_123" class="ydp1yahoo_quoted"><div>{ATTRIBUTION}</div><div>{{0}}</div></div>',
    "GMX": '<div name="quote" style="margin:10px 5px 5px 10px;border-left:2px solid #C3D9E5"><div><b>Gesendet:</b> Freitag'
    "<br><b>Von:</b> x<br><b>An:</b> y<br><b>Betreff:</b> z</div><div>{0}</div></div>",
    "Proton": '<div class="protonmail_quote">------- Original Message -------<br>On Friday, x wrote:<br><blockquote>{0}'
    "</blockquote></div>",
    "Zimbra": f'<hr id="zwchr"><div>{HEADER}</div><div>{{0}}</div>',
    "Mac Outlook": f'<span id="OLK_SRC_BODY_SECTION"><div>{HEADER}</div><div>{{0}}</div></span>',
    "QQ": "<div>------------------ 原始邮件 ------------------</div><div>发件人: x</div>{0}",
    "plain marks": f"<p>{ATTRIBUTION}</p><p>&gt; game: harbour<br>&gt; tile 9I</p>",
    "forwarded by Gmail": '<div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: x'
    "<br>Date: y<br>Subject: z<br>To: t<br></div><br><br>{0}</div>",
    "forwarded by Thunderbird": '<div class="moz-forward-container">-------- Forwarded Message --------<table class='
    '"moz-email-headers-table"><tr><th>Subject: </th><td>x</td></tr></table>{0}</div>',
}  # fmt: skip


@pytest.mark.parametrize("program", QUOTES)
def test_what_a_program_quotes_in_html_is_not_read(program):
    is_own(f"<div>{HTML}</div><br>{QUOTES[program].format(OTHER_HTML)}")
    refused = read_body(html(QUOTES[program].format(OTHER_HTML))).refusal
    assert refused in {"every order line is quoted", "orders only in a forwarded message"}


BOTTOM = {
    "blockquote", "Gmail", "Gmail, container", "Apple Mail", "iPhone", "Thunderbird", "Yahoo", "plain marks",
}  # fmt: skip


@pytest.mark.parametrize("program", sorted(BOTTOM))
def test_what_is_written_below_what_a_program_quotes_is_read(program):
    is_own(f"<div>Hello</div>{QUOTES[program].format(OTHER_HTML)}<div>{HTML}</div>")


def test_what_is_written_between_the_parts_of_a_quotation_is_read():
    for open_, close in (
        ("<blockquote type=cite>", "</blockquote>"),
        ('<blockquote class="gmail_quote">', "</blockquote>"),
    ):
        is_own(
            f'<div class="gmail_quote"><div class="gmail_attr">{ATTRIBUTION}</div>{open_}Which game?{close}<div>game: harbour'
            f"</div>{open_}tile 9I<blockquote>buy 3 Festival</blockquote>{close}<p>tile 5C, 6D</p><p>buy 2 Luxor, 1 Tower</p>"
            f"{open_}Bye{close}</div>"
        )  # fmt: skip


@pytest.mark.parametrize(
    "signature",
    ['<div class="gmail_signature" data-smartmail="gmail_signature">{0}</div>', '<pre class="moz-signature">-- \n{0}</pre>',
     '<div id="Signature">{0}</div>', '<div id="ms-outlook-mobile-signature">{0}</div>', "<div>-- <br>{0}</div>",
     '<div class="protonmail_signature_block protonmail_signature_block-user">{0}</div>'],
)  # fmt: skip
def test_a_signature_in_html_is_not_read(signature):
    is_own(HTML + signature.format("Alice<br>buy 3 Festival and relax"))


def test_a_paragraph_is_set_apart_and_a_line_of_a_mail_program_is_not():
    assert html_lines("<p>a</p><p>b</p>c").lines == ["a", "", "b", "", "c"]
    assert html_lines("<p class=MsoNormal>a</p><p style='margin:0cm'>b</p><div>c</div>d").lines == [
        "a",
        "b",
        "c",
        "d",
    ]
    assert html_lines("a<br><br>b<div><br></div><div>c<br></div>d").lines == ["a", "", "b", "", "c", "d"]
    assert html_lines("  a \n b  <b> c</b> <i>\nd</i>&nbsp; e").lines == ["a b c d\u00a0 e"]


def test_a_word_below_the_orders_is_not_read_as_going_on_from_them():
    is_own(f"{HTML}<p>Cheers, Alice</p>")
    is_own(
        LAYOUTS["Word"].replace(
            "</body>", "<p class=MsoNormal>&nbsp;</p><p class=MsoNormal>Cheers</p></body>"
        )
    )


M = 2**20
HUGE = [
    "<div>" * (M // 5), "<ul><li>" * (M // 8), "<b>" * 9000 + "</p>" * (M // 5), "<" * M, "<p " + " a" * (M // 2) + ">",
    "<p " + "".join(f" a{i}" for i in range(M // 8)) + ">", "<!--" * (M // 4), '<p a="' * (M // 6), "<a='" * (M // 4),
    "<style>" + "a{" * (M // 2), "<style>" + "@a{" * (M // 3), "<style>" + "/*" * (M // 2), "<style>" + "@" * M,
    "<div class=gmail_quote>" * (M // 24), '<p style="' + "display:none;" * (M // 13) + '">x', "<blockquote>x" * (M // 13),
    "<table><tr><td>x<td>" * (M // 20), "<pre>" + "x\n" * (M // 2), "&amp;" * (M // 5), "x " * (M // 2),
    "<p><style>.a{display:none}</style>" * (M // 34), ("<p " + "".join(f"a{i} " for i in range(400)) + ">") * 450,
]  # fmt: skip


@pytest.mark.parametrize("text", HUGE, ids=lambda text: text[:12])
def test_a_mebibyte_of_anything_is_read_in_time(text):
    begun = time.process_time()
    html_lines(text)
    assert time.process_time() - begun < 60


def test_ten_thousand_elements_within_each_other_are_read():
    assert lines("<div>" * 9_990 + "tile 5C" + "</div>" * 9_990) == ["tile 5C"]
    assert lines("<div><span>" * 4_990 + "tile 5C") == ["tile 5C"]


def test_of_too_large_a_page_the_beginning_is_read_and_that_is_said():
    body = is_read(html(HTML + "<b></b>" * 30_000 + OTHER_HTML))
    assert body.remarks == ("The end of the HTML part was not read: it is too large.",)


PIECES = [
    "<div>", "</div>", "<p>", "</p>", "<br>", "<table>", "<tr>", "<td>", "</td>", "</tr>", "</table>", "<blockquote>",
    "</blockquote>", "<pre>", "</pre>", "<style>", "</style>", "<div style='display:none'>", "<div class=gmail_quote>",
    "<!--", "-->", "&nbsp;", "&#0;", "&#xd800;", "tile 5C", "\n", "\0", "\ud800", "<![CDATA[", "<svg>", "<template>", "<li>",
    "<div id=divRplyFwdMsg>", "<span style='font-size:0;visibility:hidden'>", "</span>", "<td style='display:block'>",
    "<tr style='display:block'>", "<div style='border-left:'>", "<div style='border-left: ;:;'>", "<frameset>", "</html>x",
]  # fmt: skip


@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=8)), max_size=30).map("".join))
def test_no_html_raises(text):
    found = html_lines(text)
    assert not any("\n" in line for line in found.lines)


def test_what_is_said_in_both_readings_of_the_same_orders_is_the_same():
    assert meaning(ORDERS) != meaning(OTHER)
    assert meaning("\n".join(html_lines(OTHER_HTML).lines)) == meaning(OTHER)
