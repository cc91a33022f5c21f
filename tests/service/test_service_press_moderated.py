"""Press that the referee reads first: what he has not accepted waits, and what he refuses is gone."""

from __future__ import annotations

import pytest
from mail_house import MailHouse
from press_referee import Referee, keys_of
from service_helpers import GOOD, open_harbours

from referee.errors import UserError
from referee.service.file_orders import file_orders
from referee.service.press import accept_press, refuse_press, show_press
from referee.service.seats import leave_seat


@pytest.fixture
def sat(tmp_path):
    """Opens the game with switches."""
    with open_harbours(tmp_path) as opens:
        yield lambda *switches, **who: Referee(opens(*switches, **who))


@pytest.fixture
def moderated(sat):
    return sat("press=moderated")


def test_nothing_is_published_that_the_referee_has_not_accepted_and_what_is_unread_waits_on(moderated):
    moderated.file("alice", "press: Mine.\nanonymous press: Nobodys.\n")
    moderated.file("bob", "press: His.")
    keys = keys_of(moderated)
    accept_press(moderated.work, "harbour", [keys["Nobodys."]])
    moderated.resolve()
    assert moderated.press() == ["|  anonymous:", "|    Nobodys."]
    assert set(keys_of(moderated)) == {"Mine.", "His."}
    accept_press(moderated.work, "harbour", [keys["Mine."], keys["His."]])
    moderated.resolve()
    assert sorted(moderated.press()) == ["|    His.", "|    Mine.", "|  alice:", "|  bob:"]
    assert moderated.verified() == []


def test_the_condition_of_what_waits_on_was_looked_at_after_its_own_round(moderated):
    moderated.file("alice", "if round = 1\n  press: First.\nelse\n  press: Not first.\nend\n")
    assert len(keys_of(moderated)) == 2
    assert all(one.has_condition for one in show_press(moderated.work, "harbour").items)
    moderated.resolve()
    (item,) = show_press(moderated.work, "harbour").items
    assert (item.words, item.has_condition) == ("First.", False)
    accept_press(moderated.work, "harbour", [item.key])
    moderated.resolve()
    assert moderated.press() == ["|  alice:", "|    First."]


def test_anonymous_press_is_shown_to_the_referee_without_its_author(moderated):
    moderated.file("alice", "press: Mine.\nanonymous press: Nobodys.\npress to Bob: For Bob.\n")
    moderated.file("bob", "press: His.")
    items = show_press(moderated.work, "harbour").items
    assert [(one.by, one.to, one.words) for one in items][-1] == (None, None, "Nobodys.")
    assert {one.by for one in items[:-1]} == {"alice", "bob"}
    assert all("alice" not in str(getattr(items[-1], name)) for name in items[-1].__dataclass_fields__)


def test_what_is_refused_is_deleted_and_never_published(moderated):
    moderated.file("alice", "press: Rude.\npress: Nice.\n")
    keys = keys_of(moderated)
    done = refuse_press(moderated.work, "harbour", keys["Rude."], "Be kind.")
    assert (done.item.words, done.told) == ("Rude.", False)
    accept_press(moderated.work, "harbour", [keys["Nice."]])
    moderated.resolve()
    assert moderated.press() == ["|  alice:", "|    Nice."]


def test_words_written_anew_are_read_anew_and_the_same_words_are_not(moderated):
    moderated.file("alice", "press: Mine.")
    accept_press(moderated.work, "harbour", list(keys_of(moderated).values()))
    moderated.file("alice", f"{GOOD}press: Mine.")
    assert show_press(moderated.work, "harbour").items[0].accepted
    moderated.file("alice", "press: Other.")
    assert not show_press(moderated.work, "harbour").items[0].accepted


@pytest.mark.parametrize("what", ["accept", "refuse"])
def test_what_is_not_there_and_games_whose_press_is_open_are_refused(sat, what):
    def say(game, key):
        if what == "accept":
            accept_press(game.work, "harbour", [key])
        else:
            refuse_press(game.work, "harbour", key, "No.")

    game = sat()
    game.file("alice", "press: Mine.")
    with pytest.raises(UserError, match="published as it comes"):
        say(game, next(iter(keys_of(game).values())))


def test_an_unknown_number_and_a_refusal_without_a_reason_change_nothing(moderated):
    moderated.file("alice", "press: Mine.")
    (key,) = keys_of(moderated).values()
    with pytest.raises(UserError, match="No press 1 waits"):
        accept_press(moderated.work, "harbour", [key, 1])
    with pytest.raises(UserError, match="Say why"):
        refuse_press(moderated.work, "harbour", key, "  ")
    (item,) = show_press(moderated.work, "harbour").items
    assert (item.key, item.accepted) == (key, False)


def test_at_the_end_of_the_game_what_nobody_has_read_is_gone(sat):
    game = sat("press=moderated", "two_players=plain", players=("alice", "bob"))
    game.file("alice", "anonymous press: Unread.")
    leave_seat(game.work, "harbour", "bob", end_meant=True)
    assert game.waiting() == []
    assert "THE PRESS" not in game.report()


def test_the_referee_is_told_once_a_round_that_press_waits_and_its_author_why_it_is_refused(tmp_path):
    house = MailHouse(tmp_path)
    house.opens(switches=("press=moderated",))
    with house.working() as work:
        for words in ("One.", "Two.", "Three."):
            file_orders(work, "harbour", "alice", f"anonymous press: {words}", "test")
        (key,) = keys_of(Referee(work)).values()
    notices = [one for one in house.letters() if one.recipient == house.office.referee]
    assert len(notices) == 1
    assert "referee press harbour" in notices[0].text
    assert "alice" not in notices[0].mail.as_string()
    with house.working() as work:
        assert refuse_press(work, "harbour", key, "tile 5C is nobody's business").told
    (told,) = [one for one in house.letters() if "press" in one.subject]
    assert told.recipient == "alice@players.example"
    assert "|    Three." in told.text
    assert "|    tile 5C is nobody's business" in told.text
