"""Whole games by nothing but mail, on a real Postfix and a real Dovecot, with players who know only their mailbox."""

from __future__ import annotations

import json

from mail_club import Club, plays_to_the_end
from warm_program import shell_folder

FOUR = ("alice", "bob", "carol", "dave")


def check_the_game(club, game, players, rounds):
    """What must be true of every game that was played by mail."""
    assert "unchanged and in order" in club.types("verify", game, "--audit")
    for name, one in players.items():
        assert len(one.reports) == rounds + 1, f"{name} has not got every report once"
        wrong = [mail for mail in one.answers if not mail["Subject"].startswith("FILED: ")]
        assert not wrong, wrong[0].get_content()
        assert len(one.answers) == one.sent, f"{name} has not got every answer once"
        numbers = [mail["Message-ID"] for mail in (*one.reports, *one.answers)]
        assert len(set(numbers)) == len(numbers), f"{name} has got a mail twice"
        for mail in (*one.reports, *one.answers):
            assert mail["To"] == one.address
            assert mail["Cc"] is None
    records = map(json.loads, club.types("log", game, "--all", "--json").splitlines())
    filed = sum(one["kind"] == "orders_filed" for one in records)
    assert filed == sum(one.sent for one in players.values()), "something was filed twice, or not at all"
    check_that_nobody_saw_more_than_he_may(players)


def serves_a_game_to_its_end(club, players):
    """A whole game with nothing but the running program between the players."""
    with club.serving():
        rounds = plays_to_the_end(club, "harbour", players)
    assert rounds > 5
    check_the_game(club, "harbour", players, rounds)


def check_that_nobody_saw_more_than_he_may(players):
    """Marks in everybody's secrets: orders of his own, his tokens, what his report says of him alone."""
    for name, one in players.items():
        own = [mail.get_content() + str(mail) for mail in (*one.reports, *one.answers)]
        assert any(one.mark in text for text in own), f"{name}'s own mails do not show his orders"
        for other, another in players.items():
            if other == name:
                continue
            tokens = {mail["Reply-To"] for mail in another.reports if mail["Reply-To"]}
            for text in own:
                assert another.mark not in text, f"{name} was told orders of {other}"
                assert f"Only for {other}" not in text
                assert not any(token in text for token in tokens)


def test_four_players_play_a_game_to_its_end_through_postfix_to_lmtp(tmp_path, mail_servers):
    servers = mail_servers("lmtp")
    with Club(tmp_path, servers, lmtp=True) as club:
        players = club.opens("harbour", *FOUR)
        serves_a_game_to_its_end(club, players)
        assert servers.queued() == 0


def test_the_same_through_the_pipe_with_a_timer_that_sends(tmp_path, mail_servers):
    servers = mail_servers("pipe", command=[shell_folder() / "referee", "receive"], folder=tmp_path)
    with Club(tmp_path, servers) as club:
        players = club.opens("harbour", *FOUR, switches=("end_size=31",))
        rounds = plays_to_the_end(club, "harbour", players, between=lambda: club.types("send"))
        check_the_game(club, "harbour", players, rounds)


def test_the_same_from_an_imap_mailbox_alone(tmp_path, mail_servers):
    servers = mail_servers("mailbox")
    with Club(tmp_path, servers, imap=True) as club:
        players = club.opens("harbour", *FOUR)
        serves_a_game_to_its_end(club, players)
