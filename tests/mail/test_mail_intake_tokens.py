"""Reply tokens: which are believed, of whom, and where in a mail they are looked for."""

import base64
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st
from intake_world import ALICE, BOB, DAVE, FOUND_TRUE, IDENTITY, ORDERS, SmallWorld, mail, reply_to, taken

from referee.mail import tokens
from referee.mail.tokens import (
    LOCAL_LIMIT,
    BounceTag,
    ConfirmationTag,
    ReplyTag,
    bounce_address,
    confirmation_address,
    longest_local,
    read_tag,
    reply_address,
    signs_bounce,
    signs_confirmation,
    signs_reply,
)
from referee.mail.verdict import Confirmation, Sender
from referee.mail.world import Identity

ELSEWHERE = {
    "From": "Alice at home <al@other.example>",
    "Authentication-Results": "mx.acquire.example; dmarc=none header.from=other.example",
}
SIGNED = "shpyh6a7zshhp32w"


def test_a_token_proves_who_wrote_from_whatever_address():
    verdict = taken(mail(**ELSEWHERE), to=[reply_to()])
    assert (verdict.outcome, verdict.reply, verdict.text) == ("orders", "answer", ORDERS)
    assert verdict.sender == Sender(ALICE, "al@other.example", "token", "harbour", "alice", 7)


@pytest.mark.parametrize(
    "address",
    [
        f"ref+harbour.alice.7.{SIGNED}@acquire.example",
        f"REF+HARBOUR.ALICE.7.{SIGNED.upper()}@ACQUIRE.EXAMPLE",
        f"harbour.alice.7.{SIGNED}@acquire.example",
        f"ref-harbour.alice.7.{SIGNED}@acquire.example",
        f"<ref+harbour.alice.7.{SIGNED}@acquire.example>",
        f'"ref+harbour.alice.7.{SIGNED}"@acquire.example',
        f"<@relay.example:ref+harbour.alice.7.{SIGNED}@acquire.example>",
        f"ref%2Bharbour.alice.7.{SIGNED}@acquire.example",
        f"ref+harbour.alice.7.{SIGNED}@acquire.example.",
        f"ref+harbour.alice.007.{SIGNED}@acquire.example",
    ],
)
def test_a_token_is_found_in_every_form_of_the_address(address):
    assert taken(mail(**ELSEWHERE), to=[address]).sender.proof == "token"
    assert taken(mail(To=address, **ELSEWHERE)).sender.proof == "token"


@pytest.mark.parametrize("name", ["To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To"])
def test_where_the_envelope_does_not_know_the_headers_are_asked(name):
    headers = ELSEWHERE | {name: f"Bob <bob@players.example>, Referee <{reply_to()}>"}
    assert taken(mail(**headers)).sender.proof == "token"
    assert taken(mail(**headers), to=["ref@acquire.example"]).sender.proof == "token"


@pytest.mark.parametrize("name", ["Subject", "Reply-To", "References", "X-Loop", "Bcc", "Resent-To"])
def test_elsewhere_no_token_is_looked_for(name):
    verdict = taken(mail(**(ELSEWHERE | {name: reply_to()})))
    assert verdict.reason == "unknown sender"


@pytest.mark.parametrize(
    "address",
    [
        f"ref+harbour.alice.7.{'a' * 16}@acquire.example",
        f"ref+harbour.alice.8.{SIGNED}@acquire.example",
        f"ref+harbour.bob.7.{SIGNED}@acquire.example",
        f"ref+quay-2.alice.7.{SIGNED}@acquire.example",
        f"ref+harbour.alice.7.{SIGNED[:-1]}@acquire.example",
        f"ref+harbour.alice.7.{SIGNED}a@acquire.example",
        "ref+harbour.alice.7.@acquire.example",
        "ref+harbour.alice.7.\u017fhpyh6a7zshhp32w@acquire.example",
        f"ref+nowhere.alice.7.{SIGNED}@acquire.example",
        f"ref+harbour.nobody.7.{SIGNED}@acquire.example",
        f"harbour.alice.8.{SIGNED}@acquire.example",
    ],
)
def test_a_wrong_token_is_refused_even_where_the_sender_is_proven(address):
    for raw, to in (
        (mail(), [address]),
        (mail(To=address), []),
        (mail("key K7Q9-XM42\n" + ORDERS), [address]),
    ):
        verdict = taken(raw, to=to)
        assert (verdict.outcome, verdict.reason, verdict.reply) == ("rejected", "bad reply token", "none")
        assert verdict.sender.proof is None


@pytest.mark.parametrize(
    "address",
    [
        "ref+harbour@acquire.example",
        "ref+harbour.alice@acquire.example",
        "ref+a.b.c.d.e@acquire.example",
        "ref+@acquire.example",
        f"ref+harbour.alice.7.{SIGNED}@other.example",
        f"ref+harbour.alice.7.{SIGNED}%acquire.example@other.example",
        "john.q.5.smith@acquire.example",
        "ref-office@acquire.example",
    ],
)
def test_what_has_not_the_form_of_a_token_is_none(address):
    for raw, to in ((mail(), [address]), (mail(To=address), [])):
        assert taken(raw, to=to).sender.proof == "dmarc"


def test_a_wrong_token_beside_a_right_one_is_refused():
    wrong = f"ref+harbour.alice.7.{'a' * 16}@acquire.example"
    assert taken(mail(), to=[reply_to(), wrong]).reason == "bad reply token"
    assert taken(mail(To=f"{reply_to()}, {wrong}")).reason == "bad reply token"


def test_a_stale_token_in_a_header_does_not_undo_the_envelopes():
    wrong = f"ref+harbour.alice.7.{'a' * 16}@acquire.example"
    assert taken(mail(To=wrong), to=[reply_to()]).outcome == "orders"


def test_a_reply_to_two_reports_at_once_is_held():
    for raw, to in (
        (mail(), [reply_to(), reply_to("Quay-2", "Al", 2, 3)]),
        (mail(To=f"{reply_to()}, {reply_to(round_number=6)}"), []),
        (mail(To=f"{reply_to()}, {reply_to('Quay-2', 'Al', 2, 3)}"), [reply_to()]),
        (mail(To=f"{reply_to()}, {reply_to(handle='bob')}"), []),
    ):
        verdict = taken(raw, to=to)
        assert (verdict.outcome, verdict.reason, verdict.reply) == (
            "held",
            "replies to two reports at once",
            "none",
        )


def test_the_same_token_twice_is_one_reply():
    assert taken(mail(Cc=reply_to().upper(), To=reply_to()), to=[reply_to()]).outcome == "orders"


def test_the_answer_to_an_older_report_says_to_which():
    assert taken(mail(), to=[reply_to(round_number=4)]).sender.round == 4


@pytest.mark.parametrize(
    "written_by",
    [
        "Alice Tester <alice@players.example>",
        "alice@players.example",
        '"alice@players.example" <somebody@other.example>',
        "alice@players.example <somebody@other.example>",
        "Alice <alice@players.example>, Bob <bob@players.example>",
    ],
)
def test_the_token_of_another_player_is_held(written_by):
    verdict = taken(mail(From=written_by), to=[reply_to(handle="bob")])
    assert (verdict.outcome, verdict.reason, verdict.reply) == (
        "held",
        "token belongs to another player",
        "none",
    )


def test_somebody_of_another_game_may_write_for_a_player():
    world = SmallWorld()
    verdict = taken(
        mail(From="dave@XN--BRO-HOA.example", Authentication_Results=FOUND_TRUE),
        to=[reply_to(handle="bob")],
        world=world,
    )
    assert verdict.sender == Sender(BOB, "dave@XN--BRO-HOA.example", "token", "harbour", "bob", 7)


def test_a_token_needs_no_from_that_can_be_read():
    for headers in ({"From": "a@b <c@d>"}, {"From": ["x@y.example", "z@y.example"]}, {"From": ""}):
        verdict = taken(mail(**headers), to=[reply_to()])
        assert (verdict.outcome, verdict.sender.person, verdict.sender.address) == ("orders", ALICE, None)
    assert taken(mail(remove=["From"]), to=[reply_to()]).sender.person == ALICE


def test_the_holder_of_a_seat_has_other_tokens_than_those_before_him():
    right = taken(mail(**ELSEWHERE), to=[reply_to("Quay-2", "Al", 2, 3)])
    assert right.sender == Sender(ALICE, "al@other.example", "token", "Quay-2", "Al", 2)
    for tenure in (1, 2):
        verdict = taken(mail(), to=[reply_to("Quay-2", "Al", 2, tenure)])
        assert (verdict.outcome, verdict.reason, verdict.reply) == (
            "rejected",
            "reply token of a former player",
            "none",
        )
    assert taken(mail(), to=[reply_to("Quay-2", "Al", 2, 4)]).reason == "bad reply token"


def test_names_are_signed_as_the_game_spells_them():
    address = reply_to("Quay-2", "Dave_X", 12)
    assert taken(mail(**ELSEWHERE), to=[address.lower()]).sender == Sender(
        DAVE, "al@other.example", "token", "Quay-2", "Dave_X", 12
    )


def test_the_token_of_a_seat_without_a_person_is_held():
    verdict = taken(mail(**ELSEWHERE), to=[reply_to("Quay-2", "Nobody1", 2)])
    assert (verdict.outcome, verdict.reason) == ("held", "nobody is registered for the seat")


def test_a_thousand_addresses_ask_the_house_a_few_times():
    asked = []

    class Counting(SmallWorld):
        def player(self, game, handle):
            asked.append(game)
            return super().player(game, handle)

    many = ", ".join(f"ref+g{number}.alice.7.{SIGNED}@acquire.example" for number in range(1500))
    assert taken(mail(To=many), world=Counting()).reason == "bad reply token"
    assert len(asked) <= 20


# what is minted is what is read


@pytest.mark.parametrize(
    ("address", "signed"),
    [
        (reply_to(), "harbour|alice|7"),
        (reply_to("Quay-2", "Al", 12, 2), "Quay-2|Al|12|2"),
        (reply_to("Quay-2", "Al", 12, 3), "Quay-2|Al|12|3"),
        (bounce_address(IDENTITY, "a" * 24), "bounce|" + "a" * 24),
        (confirmation_address(IDENTITY, 12, "old"), "address|12|old"),
    ],
)
def test_a_token_is_the_digest_of_exactly_these_words(address, signed):
    """Whoever writes another referee for the same mails must come to the same tokens."""
    digest = hmac.new(b"test-secret", signed.encode(), "sha256").digest()
    token = base64.b32encode(digest)[:16].decode().lower()
    assert address.partition("@")[0].rpartition(".")[2] == token


NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{1,15}", fullmatch=True)
GAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{1,19}", fullmatch=True)
WHAT = st.tuples(GAMES, NAMES, st.integers(1, 999), st.integers(1, 5))
WHOLE = Identity("ref@acquire.example", b"another secret", (), "whole")


@given(what=WHAT, shout=st.booleans(), identity=st.sampled_from([IDENTITY, WHOLE]))
def test_what_was_minted_is_read_again_in_any_case(what, shout, identity):
    game, handle, round_number, tenure = what
    local = reply_address(identity, *what).rpartition("@")[0]
    tag = read_tag((local.upper() if shout else local.lower()).removeprefix("REF+").removeprefix("ref+"))
    assert (tag.game.lower(), tag.handle.lower(), tag.round) == (game.lower(), handle.lower(), round_number)
    assert signs_reply(identity, tag, game, handle, tenure)
    assert len(local) <= LOCAL_LIMIT


@given(one=WHAT, other=WHAT)
def test_no_token_is_worth_anything_for_another_game_player_round_or_tenure(one, other):
    game, handle, round_number, tenure = other
    token = reply_address(IDENTITY, *one).partition("@")[0].rpartition(".")[2]
    tag = ReplyTag(game, handle, round_number, token)
    assert signs_reply(IDENTITY, tag, game, handle, tenure) == (one == other)
    assert not signs_reply(WHOLE, tag, game, handle, tenure)


@given(letter=st.from_regex(r"[a-z2-7]{24}", fullmatch=True), change=st.integers(1, 10**9))
def test_bounces_and_confirmations_are_signed_for_themselves_alone(letter, change):
    tag = read_tag(bounce_address(IDENTITY, letter).partition("@")[0].removeprefix("ref+"))
    assert tag == BounceTag(letter, tag.token)
    assert signs_bounce(IDENTITY, tag)
    assert not signs_bounce(IDENTITY, BounceTag(letter[::-1] + "a", tag.token))
    asked = read_tag(confirmation_address(IDENTITY, change, "new").partition("@")[0].removeprefix("ref+"))
    assert asked == ConfirmationTag(change, "new", asked.token)
    assert signs_confirmation(IDENTITY, asked)
    assert not signs_confirmation(IDENTITY, ConfirmationTag(change, "old", asked.token))
    assert not signs_confirmation(IDENTITY, ConfirmationTag(change + 1, "new", asked.token))


def test_tokens_are_compared_in_constant_time(monkeypatch):
    compared = []
    real = hmac.compare_digest

    def watched(one, other):
        compared.append((one, other))
        return real(one, other)

    monkeypatch.setattr(tokens.hmac, "compare_digest", watched)
    tag = ReplyTag("harbour", "alice", 7, SIGNED.upper())
    assert signs_reply(IDENTITY, tag, "harbour", "alice", 1)
    assert compared == [(SIGNED.encode(), SIGNED.encode())]


def test_an_address_without_room_for_a_token_is_the_plain_one():
    long = Identity("the.referee.of.our.club@acquire.example", b"s")
    assert longest_local(IDENTITY) <= LOCAL_LIMIT < longest_local(long)
    assert reply_address(long, "g" * 20, "h" * 16, 7, 1) == long.address
    assert reply_address(long, "g", "h", 7, 1).startswith("the.referee.of.our.club+g.h.7.")
    assert bounce_address(long, "a" * 24) == long.address


def test_where_no_token_can_be_had_every_address_is_the_plain_one():
    plain = Identity("ref@acquire.example", b"s", (), "none")
    assert reply_address(plain, "harbour", "alice", 7, 1) == plain.address
    assert bounce_address(plain, "a" * 24) == plain.address


def test_a_domain_that_is_all_ours_has_addresses_without_our_name():
    assert reply_address(WHOLE, "harbour", "alice", 7, 1).startswith("harbour.alice.7.")
    assert bounce_address(WHOLE, "a" * 24).startswith("bounce.aaa")


@pytest.mark.parametrize("name", ["bounce", "address"])
def test_a_game_may_be_called_like_our_own_words(name):
    local = reply_address(IDENTITY, name, "old", 7, 1).partition("@")[0].removeprefix("ref+")
    assert read_tag(local) == ReplyTag(name, "old", 7, local[-16:])


# the question about a new address


@pytest.mark.parametrize("side", ["old", "new"])
def test_a_reply_to_the_question_about_a_new_address_confirms(side):
    verdict = taken(mail("yes\n", **ELSEWHERE), to=[confirmation_address(IDENTITY, 12, side)])
    assert (verdict.outcome, verdict.reply) == ("confirms", "answer")
    assert verdict.confirmation == Confirmation(12, side)
    assert verdict.sender.proof is None


def test_a_forged_confirmation_is_refused():
    right = confirmation_address(IDENTITY, 12, "old")
    for address in (
        right.replace("12", "13"),
        right.replace("old", "new"),
        right[:-20] + "aaaa@acquire.example",
    ):
        verdict = taken(mail(), to=[address])
        assert verdict.outcome == "rejected"
        assert verdict.confirmation is None


def test_a_machine_confirms_nothing():
    raw = mail(Auto_Submitted="auto-replied")
    assert taken(raw, to=[confirmation_address(IDENTITY, 12, "new")]).outcome == "ignored"
