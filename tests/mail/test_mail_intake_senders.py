"""Who wrote a mail: one From that can be read in one way only, and the word of our own server about it."""

import pytest
from intake_world import ALICE, BOB, DAVE, FOUND_TRUE, IDENTITY, ORDERS, SmallWorld, mail, reply_to, taken

from orders.reader import read
from referee.mail.addresses import addressed, all_addresses, only_mailbox, same_address
from referee.mail.authres import read_results
from referee.mail.envelope import Envelope
from referee.mail.intake import vouched_for
from referee.mail.message import parse
from referee.mail.order_lines import ANY_WORDS
from referee.mail.verdict import Sender
from referee.mail.world import Identity

ONE_ADDRESS = "From must hold exactly one address"


def is_proven(raw, **how):
    verdict = taken(raw, **how)
    if verdict.outcome == "orders":
        assert verdict.sender.proof == "dmarc"
        return True
    assert (verdict.outcome, verdict.reason, verdict.reply) == ("held", "sender not authenticated", "notice")
    assert verdict.sender == Sender(ALICE, "alice@players.example", None)
    return False


# From


@pytest.mark.parametrize(
    "value",
    [
        "alice@players.example",
        "<alice@players.example>",
        "Alice Tester <alice@players.example>",
        "ALICE@Players.EXAMPLE",
        '"Tester, Alice" <alice@players.example>',
        '"alice@players.example" <alice@players.example>',
        "\"'alice@players.example' via a list\" <alice@players.example>",
        "=?utf-8?q?=C3=84lice_Tester?= <alice@players.example>",
        "=?utf-8?b?w4RsaWNl?= =?utf-8?b?IFRlc3Rlcg==?= <alice@players.example>",
        "Älice Tester <alice@players.example>",
        "Alice\r\n Tester\r\n <alice@players.example>",
        "Alice T. O'Hara-Smith [club] <alice@players.example>",
        "alice@players.example (Alice Tester)",
        "Alice (at work) <alice@players.example>",
    ],
)
def test_one_plain_mailbox_is_believed_whatever_its_name(value):
    assert is_proven(mail(From=value))


@pytest.mark.parametrize(
    "value",
    [
        "",
        "Alice",
        "alice@players.example, mallory@evil.example",
        "Alice <alice@players.example>, Mallory <mallory@evil.example>",
        "alice@players.example <mallory@evil.example>",
        "mallory@evil.example <alice@players.example>",
        "Alice <alice@players.example> <mallory@evil.example>",
        "<alice@players.example> mallory@evil.example",
        "alice@players.example mallory@evil.example",
        "alice@players.example (mallory@evil.example)",
        "alice@players.example (x) (y)",
        "Friends: alice@players.example;",
        "Friends: alice@players.example, bob@players.example;",
        "undisclosed-recipients:;",
        "<@evil.example:alice@players.example>",
        "<@evil.example,@x.example:alice@players.example>",
        '"alice"@players.example',
        "alice@[192.0.2.1]",
        "alice @players.example",
        "alice@ players.example",
        "alice@players.example.",
        "alice@players..example",
        ".alice@players.example",
        "alice@players.example@evil.example",
        "alice\\@players.example",
        "alice@players.example;",
        "Tester, Alice <alice@players.example>",
        "Re: Alice <alice@players.example>",
        "alice(x)@players.example",
        "Alice <alice@players.example",
        "Alice alice@players.example>",
        '"Alice <alice@players.example>',
        "=?utf-8?q?alice=40players.example?=",
        "alice\u200b@players.example",
        "alice\x00@players.example",
        "a" * 400 + "@players.example",
        "\u212aate@players.example",
    ],
)
def test_any_other_from_is_refused(value):
    verdict = taken(mail(From=value))
    assert (verdict.outcome, verdict.reason, verdict.reply) == ("rejected", ONE_ADDRESS, "none")


@pytest.mark.parametrize(
    "value",
    [
        "alice@\uff50layers.example",
        "alice@players\u3002example",
        "\u017flice@players.example",
        "dave@bür\uff4f.example",
        "dave@büro\u3002example",
        "ro\u017fe@büro.example",
        "eve@büro-faß.example",
        "eve@νος.example",
    ],
)
def test_an_address_that_only_looks_like_a_registered_one_is_refused_whatever_our_server_says_of_it(value):
    """They are what Python's IDNA makes of them; another name server may know a domain of that spelling."""
    registered = [
        "alice@players.example",
        "dave@xn--bro-hoa.example",
        "rose@xn--bro-hoa.example",
        "slice@players.example",
        "eve@" + "büro-fass.example".encode("idna").decode(),
        "eve@" + "νος.example".encode("idna").decode(),
    ]
    world = SmallWorld(people=dict.fromkeys(registered, ALICE))
    raw = mail(From=value, Authentication_Results="mx.acquire.example; dmarc=pass")
    verdict = taken(raw, world=world)
    assert (verdict.outcome, verdict.reason) == ("rejected", ONE_ADDRESS)


@pytest.mark.parametrize("value", ["dave@bu\u0308ro.example", "dave@BU\u0308RO.example", "Dave@BÜRO.Example"])
def test_a_letter_with_its_accent_apart_is_that_letter(value):
    raw = mail(From=value, Authentication_Results="mx.acquire.example; dmarc=pass")
    assert taken(raw).sender == Sender(DAVE, value, "dmarc")


@pytest.mark.parametrize(
    "values",
    [
        ["alice@players.example", "mallory@evil.example"],
        ["mallory@evil.example", "alice@players.example"],
        ["alice@players.example", "alice@players.example"],
    ],
)
def test_two_from_headers_are_refused(values):
    assert taken(mail(From=values)).reason == ONE_ADDRESS


def test_no_from_is_refused():
    assert taken(mail(remove=["From"])).reason == ONE_ADDRESS


@pytest.mark.parametrize(
    "name", ["Sender", "Reply-To", "Resent-From", "X-From", "Return-Path", "X-Original-From"]
)
def test_no_other_header_says_who_wrote(name):
    headers = {"From": "mallory@evil.example", name: "alice@players.example"}
    verdict = taken(mail(Authentication_Results="mx.acquire.example; dmarc=pass", **headers))
    assert verdict.reason == "unknown sender"
    assert is_proven(mail(**{name: "mallory@evil.example"}))


@pytest.mark.parametrize(
    "value", ["dave@xn--bro-hoa.example", "Dave <dave@büro.example>", "DAVE@BÜRO.example"]
)
def test_a_domain_in_letters_is_the_one_in_ascii(value):
    verdict = taken(
        mail(From=value, Authentication_Results="mx.acquire.example; dmarc=pass header.from=büro.example")
    )
    assert (verdict.outcome, verdict.sender.person) == ("orders", DAVE)
    world = SmallWorld(people={"dave@büro.example": DAVE})
    raw = mail(
        From=value, Authentication_Results="mx.acquire.example; dmarc=pass header.from=xn--bro-hoa.example"
    )
    assert taken(raw, world=world).sender.person == DAVE


# Authentication-Results


@pytest.mark.parametrize(
    "value",
    [
        FOUND_TRUE,
        "mx.acquire.example; dmarc=pass",
        "MX.Acquire.Example; DMARC=Pass Header.From=Players.Example",
        "mx.acquire.example 1; dmarc=pass",
        '"mx.acquire.example"; dmarc=pass',
        "(we) mx.acquire.example (us) ; (a) dmarc (b) = (c) pass (p=NONE (nested \\) ) ) header.from=players.example",
        "mx.acquire.example; dmarc/1=pass",
        'mx.acquire.example; dkim=fail reason="bad; dmarc=fail" header.b=a/b+c==; dmarc=pass',
        "mx.acquire.example;\r\n spf=softfail;\r\n\tdmarc=pass\r\n header.from=players.example",
        "mx.acquire.example; dmarc=pass header.from=alice@players.example",
        "mx.acquire.example; dmarc=pass policy.dmarc=none header.from=players.example",
        "mx.acquire.example; none; dmarc=pass;",
    ],
)
def test_what_our_server_found_true_is_proven(value):
    assert is_proven(mail(Authentication_Results=value))


@pytest.mark.parametrize(
    "value",
    [
        "",
        ";",
        "mx.acquire.example",
        "mx.acquire.example; none",
        "mx.acquire.example; dmarc=fail header.from=players.example",
        "mx.acquire.example; dmarc=none",
        "mx.acquire.example; dmarc=bestguesspass",
        "mx.acquire.example; dkim=pass header.d=players.example; spf=pass",
        "mx.acquire.example; (dmarc=pass) spf=pass",
        "mx.acquire.example; spf=pass (dmarc=pass)",
        "mx.acquire.example; spf=pass (x) ; (; dmarc=pass;) dkim=none",
        'mx.acquire.example; dkim=fail reason="dmarc=pass"',
        'mx.acquire.example; dkim=fail reason="; dmarc=pass"',
        'mx.acquire.example; dkim=fail reason="\\"; dmarc=pass ;\\""',
        "mx.acquire.example; dkim=fail dmarc=pass",
        "mx.acquire.example; dkim=fail x.dmarc=pass",
        "mx.acquire.example; x-dmarc=pass",
        "mx.acquire.example; dmarc.x=pass",
        "mx.acquire.example; dmarc=pass header.from=evil.example",
        "mx.acquire.example; dmarc=pass header.from=notplayers.example",
        "mx.acquire.example; dmarc=pass header.from=players.example header.from=evil.example",
        "mx.acquire.example; dmarc=pass header.from=players.example; dmarc=fail header.from=evil.example",
        "mx.acquire.example; dmarc=fail; dmarc=pass header.from=players.example",
        "mx.acquire.example 2; dmarc=pass",
        "mx.acquire.example; dmarc/2=pass",
        "mx.acquire.example; dmarc=pass (not closed",
        'mx.acquire.example; dmarc=pass reason="not closed',
        "mx.acquire.example; dmarc=pass )",
        "mx.acquire.example, dmarc=pass",
        "mx.acquire.example dmarc=pass",
        "xmx.acquire.example; dmarc=pass",
        "mx.acquire.example.evil.example; dmarc=pass",
        "evil.example; dmarc=pass",
        "dmarc=pass header.from=players.example",
        "(mx.acquire.example;) evil.example; dmarc=pass",
        'evil.example "mx.acquire.example"; dmarc=pass',
    ],
)
def test_what_our_server_did_not_find_true_is_held(value):
    assert not is_proven(mail(Authentication_Results=value))


def test_only_the_topmost_of_our_own_counts():
    fail = "mx.acquire.example; dmarc=fail header.from=players.example"
    foreign = "mx.evil.example; dmarc=pass header.from=players.example"
    assert is_proven(mail(Authentication_Results=[FOUND_TRUE, fail]))
    assert is_proven(mail(Authentication_Results=[foreign.replace("pass", "fail"), FOUND_TRUE]))
    assert not is_proven(mail(Authentication_Results=[fail, FOUND_TRUE]))
    assert not is_proven(mail(Authentication_Results=["mx.acquire.example; spf=pass", FOUND_TRUE]))
    assert not is_proven(mail(Authentication_Results=[foreign, fail, FOUND_TRUE]))
    assert not is_proven(mail(Authentication_Results=[foreign]))


@pytest.mark.parametrize(
    "spoilt", ["spf=fail (", 'spf=fail reason="', "spf=fail )", 'spf=fail smtp.mailfrom="a@b']
)
def test_who_spoils_our_servers_header_does_not_get_his_own_believed(spoilt):
    assert not is_proven(mail(Authentication_Results=[f"mx.acquire.example; {spoilt}", FOUND_TRUE]))


@pytest.mark.parametrize("name", ["ARC-Authentication-Results", "X-Authentication-Results", "Received-SPF"])
def test_no_other_header_says_that_a_sender_is_true(name):
    assert not is_proven(mail(remove=["Authentication-Results"], **{name: FOUND_TRUE}))


def test_without_the_name_of_our_server_nobody_is_proven_by_his_address():
    world = SmallWorld(identity=Identity("ref@acquire.example", b"test-secret"))
    assert not is_proven(mail(), world=world)


def test_our_server_may_have_several_names():
    world = SmallWorld(
        identity=Identity("ref@acquire.example", b"s", ("mx1.acquire.example", "MX2.acquire.example"))
    )
    assert is_proven(mail(Authentication_Results="mx2.acquire.example; dmarc=pass"), world=world)


@pytest.mark.parametrize(
    "more",
    [
        "this is no field",
        "From : mallory@evil.example",
        "X: a\rFrom: mallory@evil.example",
        "\x80\x81: x",
        ": x",
    ],
)
def test_a_header_that_can_be_read_in_two_ways_proves_nothing(more):
    assert taken(mail(ORDERS, more)).outcome != "orders"


def test_what_a_lone_carriage_return_hides_is_no_header_of_ours():
    raw = mail(remove=["Authentication-Results"], X_First=f"a\rAuthentication-Results: {FOUND_TRUE}")
    assert not is_proven(raw)


# who is not known


def stranger(name="Stranger", result="pass", **headers):
    fields = {
        "From": f"{name} <stranger@unknown.example>",
        "Authentication-Results": f"mx.acquire.example; dmarc={result} header.from=unknown.example",
    }
    return mail(**(fields | headers))


def test_an_unknown_but_proven_sender_hears_that_he_is_not_known():
    verdict = taken(stranger())
    assert (verdict.outcome, verdict.reason, verdict.reply) == ("rejected", "unknown sender", "stranger")
    assert verdict.sender == Sender(None, "stranger@unknown.example", None)


@pytest.mark.parametrize(
    "raw",
    [
        stranger(result="fail"),
        stranger(name='"alice@players.example"'),
        stranger(name="=?utf-8?q?alice=40players.example?="),
        stranger(name="=?utf-8?b?YWxpY2VAcGxheWVycy5leGFtcGxl?="),
        stranger(To="somebody@elsewhere.example"),
        stranger(To="undisclosed-recipients:;"),
    ],
)
def test_who_is_not_proven_or_pretends_or_did_not_write_to_us_hears_nothing(raw):
    verdict = taken(raw)
    assert (verdict.outcome, verdict.reason, verdict.reply) == ("rejected", "unknown sender", "none")


# the key


def test_a_key_proves_who_wrote_from_whatever_address():
    raw = mail("key K7Q9-XM42\n" + ORDERS, From="al@other.example", remove=["Authentication-Results"])
    verdict = taken(raw)
    assert verdict.outcome == "orders"
    assert verdict.sender == Sender(ALICE, "al@other.example", "key")


@pytest.mark.parametrize("line", ["key: K7Q9-XM42", "KEY k7q9-xm42", "key K7Q9-XM42  # mine"])
def test_a_key_is_found_as_the_language_reads_it(line):
    raw = mail(ORDERS + line + "\n", From="a@b <c@d>")
    assert taken(raw).sender == Sender(ALICE, None, "key")


KEYS_AS_WRITTEN = [
    "key K7Q9 XM42",
    "Key: k7q9 xm42",
    "key k7q9xm42",
    "key K7Q9\N{EN DASH}XM42",
    "  key K7Q9 - XM42  # mine",
    "K7Q9-XM42",
    "k7q9 xm42",
    "K7Q9XM42",
]


@pytest.mark.parametrize("line", KEYS_AS_WRITTEN)
@pytest.mark.parametrize("where", ["{line}\n{orders}", "{orders}{line}\n"])
def test_a_key_is_found_as_people_write_it_and_is_a_key_for_who_reads_the_orders_too(line, where):
    raw = mail(where.format(line=line, orders=ORDERS), From="al@other.example")
    verdict = taken(raw)
    assert verdict.sender == Sender(ALICE, "al@other.example", "key")
    read_again = read(verdict.text, ANY_WORDS)
    assert (read_again.orders.header.key or "").upper().replace("-", "") == "K7Q9XM42"
    assert read_again.problems == ()


@pytest.mark.parametrize("line", ["Keep calm", "key west wood", "A7Q9 XM42", "K7Q9 XM4", "my key K7Q9 XM42"])
def test_words_that_are_nobody_s_key_stay_as_they_are(line):
    verdict = taken(mail(f"{ORDERS}press\n{line}\nend press\n"))
    assert verdict.outcome == "orders"
    assert f"\n{line}\n" in verdict.text


def test_the_house_is_asked_about_few_lines_that_may_be_keys():
    asked = []
    world = SmallWorld()
    world.person_with_key = asked.append
    taken(mail("key AAAA BBBB\nAAAA BBBB\n" * 500), world=world)
    assert len(asked) <= 10


def test_a_key_proves_where_our_server_does_not():
    raw = mail("key K7Q9-XM42\n" + ORDERS, remove=["Authentication-Results"])
    assert taken(raw).sender.proof == "key"


def test_a_wrong_key_is_refused_and_who_is_proven_otherwise_is_answered_and_who_may_be_meant_is_told():
    text = "key AAAA-BBBB\n" + ORDERS
    for raw, to, reply in (
        (mail(text), [], "error"),
        (mail(text, From="x@y.example"), [reply_to()], "error"),
        (mail(text, From="x@y.example"), [], "none"),
        (mail(text, remove=["Authentication-Results"]), [], "notice"),
        (mail(text, From="a@b <c@d>"), [], "none"),
    ):
        verdict = taken(raw, to=to)
        assert (verdict.outcome, verdict.reason, verdict.reply) == ("rejected", "wrong key", reply)
        assert "AAAA" not in repr(verdict)


def test_the_key_of_somebody_else_is_held():
    text = "key B0B0-B0B0\n" + ORDERS
    for raw, to in (
        (mail(text), []),
        (mail(text, From="x@y.example"), [reply_to()]),
        (mail(text, remove=["Authentication-Results"]), []),
    ):
        verdict = taken(raw, to=to)
        assert (verdict.outcome, verdict.reason, verdict.reply) == (
            "held",
            "key belongs to another person",
            "none",
        )


def test_with_his_token_and_his_key_a_person_is_proven_by_the_token():
    verdict = taken(mail("key K7Q9-XM42\n" + ORDERS), to=[reply_to()])
    assert verdict.sender == Sender(ALICE, "alice@players.example", "token", "harbour", "alice", 7)


# the referee vouches


def test_the_referee_says_who_wrote_a_mail_that_was_held():
    raw = mail(remove=["Authentication-Results"])
    verdict = vouched_for(parse(raw), Envelope(), SmallWorld(), ALICE)
    assert (verdict.outcome, verdict.reply, verdict.text) == ("orders", "answer", ORDERS)
    assert verdict.sender == Sender(ALICE, "alice@players.example", "referee")


def test_whom_the_referee_names_replies_to_his_own_report_only():
    envelope = Envelope(None, (reply_to(handle="bob", round_number=4),))
    assert vouched_for(parse(mail()), envelope, SmallWorld(), BOB).sender == Sender(
        BOB, "alice@players.example", "referee", "harbour", "bob", 4
    )
    assert vouched_for(parse(mail()), envelope, SmallWorld(), ALICE).sender.game is None


def test_what_cannot_be_read_cannot_be_vouched_for_either():
    verdict = vouched_for(parse(mail("x" * 1100000)), Envelope(), SmallWorld(), ALICE)
    assert (verdict.outcome, verdict.reason, verdict.reply) == ("rejected", "larger than 1 MiB", "error")


# who else sees it


@pytest.mark.parametrize(
    "headers",
    [
        {"Cc": "carol@players.example"},
        {"To": "Bob <bob@players.example>, ref@acquire.example"},
        {"To": f"{reply_to()}, x@y.example"},
    ],
)
def test_who_writes_to_others_too_is_told_that_they_see_it(headers):
    verdict = taken(mail(**headers))
    (remark,) = verdict.remarks
    assert "others" in remark
    assert "@" not in remark


@pytest.mark.parametrize(
    "headers",
    [
        {"To": '"bob@players.example" <ref@acquire.example>'},
        {"To": "'ref@acquire.example' <ref@acquire.example>"},
        {"To": "bob@players.example at home <ref@acquire.example>"},
        {"To": f'"ref+x" <{reply_to()}>'},
        {"Cc": "Alice <ALICE@players.example>"},
        {"To": '"'},
        {"To": "undisclosed-recipients:;"},
    ],
)
def test_who_writes_to_us_and_himself_alone_is_told_nothing(headers):
    assert taken(mail(**headers)).remarks == ()


# the parts by themselves


def test_hostile_headers_are_read_in_time_proportional_to_their_length():
    """Quadratic reading takes minutes here: no clock is looked at, the test would not end."""
    half = 30000
    for value in (
        "a" * 2 * half,
        "a " * half,
        '"\\"' * half,
        "(" * 2 * half,
        "()" * half,
        "a@" * half,
        "<" * 2 * half,
    ):
        only_mailbox(value)
        all_addresses(value)
        addressed(value)
        read_results(f"mx; {value}")
        taken(mail(From=value, To=value, Authentication_Results=value, Auto_Submitted=value))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("a@b.example", "A@B.Example", True),
        ("a@büro.example", "a@xn--bro-hoa.example", True),
        ("a@b.example", "b@b.example", False),
        ("a@b.example", "a@c.example", False),
        ("a@" + "ü" * 400, "a@" + "ü" * 401, False),
    ],
)
def test_addresses_are_the_same_in_any_case_and_spelling_of_the_domain(one, other, same):
    assert same_address(one, other) == same


def test_the_identity_of_the_tests_is_that_of_the_corpus():
    assert IDENTITY.local == "ref"
    assert IDENTITY.domain == "acquire.example"
