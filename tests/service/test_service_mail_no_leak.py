"""No letter holds anything of another player's secrets, in its text or in any line of its header.

One club goes through everything that makes us write. Whoever writes leaves a mark in each place where a mail can have
one, and each letter is searched, as it is written, for the marks of all others. The letters are counted by their
templates and kinds: a new one must be brought about here, or a test fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from typing import get_args

import jinja2
import pytest
from mail_house import PROVEN, MailHouse, sit

from referee.clock import FixedEntropy
from referee.db import store
from referee.db.people import add_person, digest_of_key
from referee.mail.tokens import reply_address
from referee.report.templates import template_folder
from referee.rules.apply import fold
from referee.service.game_file import game_from_words
from referee.service.held_mail import held_mail, read_anew, refuse_held, take_in_trust
from referee.service.letters import Kind
from referee.service.open_game import open_game, plan_game
from referee.service.people import forget_person
from referee.service.post_reports import post_latest
from referee.service.press import accept_press, refuse_press, show_press
from referee.service.seats import hand_over, leave_seat

NO_LETTERS = {
    "public.txt.j2": "the referee publishes it himself",
    "edition.txt.j2": "a page on the screen",
    "editions.txt.j2": "a page on the screen",
    "trial.txt.j2": "a page on the screen",
    "answer_problems.txt.j2": "a page on the screen",
    "reopening.txt.j2": "a page on the referee's screen",
}
"""The templates of which no letter is made."""

PLAYERS = ("alice", "bob", "carol")
PEOPLE = (*PLAYERS, "dora", "erin")
MALLORY = "mallory"
REFEREE = "owner@acquire.example"
TILE = re.compile(r"(?<![\w/])(?:1[0-2]|[1-9])[A-I](?!\w)")
EXAMPLES = set(TILE.findall((files("orders") / "summary.txt").read_text(encoding="utf-8")))
"""They stand in every form, whoever has them."""


def address(handle: str) -> str:
    return f"zqat{handle}@players.example"


def key(handle: str) -> str:
    return f"ZQ{handle[:2].upper()}-{handle[-2:].upper()}77"


def token(minted: str) -> str:
    return minted.partition("@")[0].rpartition(".")[2]


def squeezed(text: str) -> str:
    """Without what may stand where a word was broken in two."""
    return re.sub(r"[\s|=-]+", "", text).casefold()


def shown(letter) -> str:
    """All that a letter holds: its bytes, and its header and text as a mail program shows them."""
    header = "\n".join(f"{name}: {value}" for name, value in letter.mail.items())
    return f"{letter.sender}\n{letter.mail.as_bytes().decode('utf-8', 'replace')}\n{header}\n{letter.text}"


@dataclass(frozen=True)
class Mark:
    """A word that one person left, and who may read it beside him."""

    word: str
    author: str
    readers: frozenset[str]


class Club(MailHouse):
    """The house of the tests; what was written is searched whenever something has happened."""

    def __init__(self, folder) -> None:
        super().__init__(folder)
        self.marks: list[Mark] = []
        self.leaks: list[tuple[str, str, str]] = []
        self.kinds: set[str] = set()
        self.read_by: dict[str, str] = {}
        self.hands: dict[str, set[str]] = {}
        self.searched = self.minutes = 0
        self.bobs = "bob"
        with self.working() as work:
            for handle in PEOPLE:
                name = f"{handle.title()} {self.mark('name', handle)}"
                digest = digest_of_key(key(handle))
                add_person(work.unit, handle, name, [address(handle)], self.now, key_digest=digest)

    def mark(self, what: str, author: str, *readers: str) -> str:
        word = f"zq{what}{len(self.marks)}zq"
        self.marks.append(Mark(word, author, frozenset(readers)))
        return word

    # what is searched

    def look(self) -> None:
        """Search the letters that were written since the last time."""
        letters, hands = self.letters(), self.hands_now()
        for letter in letters[self.searched :]:
            reader = self.reader_of(letter)
            self.kinds.add(letter.kind)
            self.read_by[reader] = self.read_by.get(reader, "") + squeezed(shown(letter))
            for word in [*self.found_in(letter, reader, letters), *self.tiles_in(letter, reader, hands)]:
                self.leaks.append((reader, letter.subject, word))
        self.searched, self.hands = len(letters), hands

    @staticmethod
    def reader_of(letter) -> str:
        everybody = (*PEOPLE, MALLORY, "owner")
        return next(one for one in everybody if one in letter.recipient)

    def found_in(self, letter, reader: str, letters) -> list[str]:
        """What of other people's a letter holds. The referee may read all but what opens doors."""
        text = squeezed(shown(letter))
        secret = [key(one) for one in PEOPLE if one != reader]
        secret += self.reply_tokens_of_others(reader)
        secret += [token(one.sender) for one in letters if one.sender and self.reader_of(one) != reader]
        if letter.recipient != REFEREE:
            secret += [f"zqat{one}" for one in PEOPLE if one != reader]
            secret += [one.word for one in self.marks if reader not in {one.author, *one.readers}]
        return [word for word in secret if squeezed(word) in text]

    def reply_tokens_of_others(self, reader: str) -> Iterator[str]:
        for seat, tenure in (("alice", 1), ("bob", 1), ("carol", 1), ("bob", 2)):
            holder = "erin" if tenure == 2 else seat
            if holder != reader:
                for number in range(6):
                    yield token(reply_address(self.office.identity, "harbour", seat, number, tenure))

    def tiles_in(self, letter, reader: str, now: dict[str, set[str]]) -> list[str]:
        """The tiles in a letter that were others' before and after it was written."""
        if letter.recipient == REFEREE or "pier" in letter.subject or "quay" in letter.subject:
            return []
        hidden = {
            tile
            for seat, hand in now.items()
            if {"bob": self.bobs}.get(seat, seat) != reader
            for tile in hand & self.hands.get(seat, hand)
        }
        return [tile for tile in TILE.findall(letter.text) if tile in hidden - EXAMPLES]

    def hands_now(self) -> dict[str, set[str]]:
        log = self.log()
        state = fold(entry.event for entry in log.entries)
        return {seat: set(state.hand(seat)) for seat in log.seats}

    # what happens

    def writes_mail(
        self,
        author: str,
        text: str,
        *,
        to: str = "ref@acquire.example",
        sender: str = "",
        proven: bool = False,
        more: str = "",
    ) -> None:
        """A mail that has a mark in each place where a mail can have one."""
        self.minutes += 1
        self.now = f"2026-11-28T{10 + self.minutes // 60}:{self.minutes % 60:02}:00Z"

        def new(what: str) -> str:
            return self.mark(what, author)

        mail = (
            f"Return-Path: <{new('path')}@players.example>\r\n"
            + (f"Authentication-Results: {PROVEN}\r\n" if proven else "")
            + f"Received: from {new('received')} by mx.acquire.example\r\n"
            f"From: {new('display')} <{sender or address(author)}>\r\nTo: <{to}>\r\n"
            f"Subject: {new('subject')}\r\nMessage-ID: <{new('id')}@players.example>\r\n"
            f"References: <{new('reference')}@players.example>\r\n"
            f"Reply-To: {new('reply')}@elsewhere.example\r\nX-Mailer: {new('mailer')}\r\n"
            "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
            "--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
            f"{text}\r\n\r\n> {new('quoted')}\r\n-- \r\n{new('signature')}\r\n"
            f"--b\r\nContent-Type: application/pdf; name={new('file')}.pdf\r\n\r\n{new('attached')}\r\n"
            f"{more}--b--\r\n"
        )
        self.arrives(mail.encode(), to, f"{new('envelope')}@players.example")
        self.takes()
        self.look()

    def replies(
        self, handle: str, text: str, seat: str = "", tenure: int = 1, game: str = "harbour", **how
    ) -> None:
        number = self.log(game).desk.round or 0
        to = reply_address(self.office.identity, game, seat or handle, number, tenure)
        self.writes_mail(handle, text, to=to, **how)

    def orders_of(self, handle: str, whisper_to: str, more: str = "") -> str:
        """A text with a mark in everything that a text can have: what others may read of it has others."""

        def new(what: str, *readers: str) -> str:
            return self.mark(what, handle, *readers)

        return (
            f"key {key(handle)}\ntile any # {new('comment')}\nbuy nothing\nfrobnicate {new('problem')}\n"
            f"note {new('note')}\npress to {whisper_to}: {new('whisper', whisper_to)}\n"
            f"press: {new('press', *PEOPLE)}\nanonymous press: {new('anonymous', *PEOPLE)}\n"
            f"standing\nbuy 1 Luxor # {new('standing')}\nend\n{more}"
        )

    def referee(self, does) -> None:
        with self.working() as work:
            does(work)
        self.look()

    def opens_games(self) -> None:
        self.handles = PLAYERS
        games = (
            ("harbour", PLAYERS, ("press=moderated", "leaver=substitute"), dict.fromkeys(PLAYERS, "")),
            ("quay", ("alice", "carol"), (), dict.fromkeys(("alice", "carol"), "")),
            (
                "pier",
                ("alice", "dora"),
                ("two_players=four_hands",),
                {"alice_1": "alice", "alice_2": "alice", "dora_1": "dora", "dora_2": "dora"},
            ),
        )
        for game, handles, switches, seats in games:
            asked = game_from_words(game, handles, "classic", list(switches))
            with self.working() as work:
                log = open_game(work, game, plan_game(asked.name, asked.plan, FixedEntropy(game)))
                sit(work, game, seats, self.now)
                for seat in log.seats:
                    post_latest(work, game, seat)
        self.look()


def press_of(work, word: str) -> int:
    return next(one.key for one in show_press(work, "harbour").items if word in one.words)


def tells_referees_word(club: Club) -> None:
    """Of what waits to be read one is refused, and the rest is published."""
    refused = club.mark("refused", "alice")
    club.replies("alice", f"press: {refused}\n")
    why = club.mark("why", "alice")
    club.referee(lambda work: refuse_press(work, "harbour", press_of(work, refused), why))
    club.replies("alice", club.orders_of("alice", "bob"))
    club.referee(
        lambda work: accept_press(work, "harbour", [one.key for one in show_press(work, "harbour").items])
    )


def plays_a_round(club: Club) -> None:
    for handle, friend in (("alice", "bob"), ("bob", "carol"), ("carol", "alice")):
        club.replies(handle, club.orders_of(handle, friend, "help\nstatus\nreport\nrules\n"))
    club.replies("bob", f"round 2\ntile any # {club.mark('ahead', 'bob')}\nbuy 3 Luxor if Tower is active\n")
    club.replies(
        "dora",
        f"tile any # {club.mark('joint', 'dora')}\nfrobnicate {club.mark('joint', 'dora')}\n",
        game="pier",
    )


def writes_what_is_refused(club: Club) -> None:
    club.writes_mail("alice", "tile any\n", proven=True)
    club.writes_mail("carol", "game nowhere\ntile any\n", proven=True)
    club.replies("bob", f"just {club.mark('chatter', 'bob')} and more of it\n")
    text = (
        f"--b\r\nContent-Type: text/plain; name=a.txt\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\n"
        f"tile 1A # {club.mark('other', 'carol')}\r\n"
    )
    club.replies("carol", "tile 2B\n", more=text)
    club.replies("bob", f"tile any # {club.mark('crossed', 'bob')}\n", seat="alice")
    club.writes_mail("bob", f"key {key('carol')}\ntile any # {club.mark('key', 'bob')}\n")


def writes_without_proof(club: Club) -> None:
    forged = f"tile any # {club.mark('forged', MALLORY)}\nfrobnicate {club.mark('forged', MALLORY)}\n"
    club.writes_mail(MALLORY, forged, sender=address("alice"))
    club.writes_mail(MALLORY, "hello\n", sender="mallory@players.example", proven=True)
    club.writes_mail("carol", f"frobnicate {club.mark('trusted', 'carol')}\ngame harbour\ntile any\n")
    numbers = {one.person: one.key for one in club.inbox() if one.outcome == "held"}
    carols, alices = numbers[3], numbers[1]
    club.referee(lambda work: take_in_trust(work, held_mail(work, carols), club.office, None))
    club.referee(lambda work: read_anew(work, alices, club.office))
    club.referee(lambda work: refuse_held(work, alices))


def comes_back(club: Club) -> None:
    letter = club.letters(address("alice"), kind="report")[0]
    mail = (
        f"From: MAILER-DAEMON@players.example\r\nMessage-ID: <{club.mark('bounce', 'alice')}@players.example>\r\n"
        "Content-Type: multipart/report; boundary=b; report-type=delivery-status\r\n\r\n--b\r\n\r\nno\r\n--b\r\n"
        "Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\n"
        f"Final-Recipient: rfc822; {address('alice')}\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--\r\n"
    )
    club.arrives(mail.encode(), letter.sender, "")
    club.takes()
    club.look()


def changes_an_address(club: Club) -> None:
    club.replies("carol", "address zqatcarolnew@players.example\n")
    for letter in club.letters(kind="question"):
        to = letter.mail["Reply-To"].addresses[0].addr_spec
        club.writes_mail("carol", "yes\n", to=to, sender=letter.recipient)


def hands_over(club: Club) -> None:
    club.replies("bob", club.orders_of("bob", "carol"))
    club.replies("carol", club.orders_of("carol", "bob"))
    club.bobs = "erin"
    club.referee(lambda work: hand_over(work, "harbour", "bob", "erin"))
    club.replies("bob", f"tile any # {club.mark('former', 'bob')}\n")
    club.writes_mail("bob", "status\nreport\n", proven=True)
    club.replies(
        "erin", club.orders_of("erin", "alice", "help\nstatus\nreport\nreport 0\n"), seat="bob", tenure=2
    )


def resolves(club: Club) -> None:
    club.resolves()
    club.look()


def ends(club: Club) -> None:
    """One game with the leaving of a player, and one because nobody is left in it."""
    club.replies("carol", f"tile any\nfrobnicate {club.mark('last', 'carol')}\n", game="quay")
    club.referee(lambda work: leave_seat(work, "quay", "carol", end_meant=True))
    for handle in ("alice", "carol"):
        club.replies(handle, "tile any\nstatus\nreport\nrules\n", game="quay")
    for seat in PLAYERS:
        club.referee(lambda work, seat=seat: leave_seat(work, "harbour", seat, end_meant=True))
    for handle, seat, tenure in (("alice", "alice", 1), ("erin", "bob", 2)):
        club.replies(handle, "tile any\nstatus\nreport\n", seat=seat, tenure=tenure)


def is_forgotten(club: Club) -> None:
    club.referee(lambda work: forget_person(work, "dora"))
    club.searched = len(club.letters())
    club.writes_mail("dora", f"key {key('dora')}\nstatus\n")
    club.replies("dora", f"tile any # {club.mark('gone', 'dora')}\n", game="pier")
    club.replies("alice", "tile any\nstatus\n", game="pier")


@dataclass
class Played:
    """What the club went through: all at once, since it takes a while."""

    club: Club
    templates: set[str] = field(default_factory=set)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    rendered: set[str] = set()
    real = jinja2.Template.render

    def render(self, *args, **facts):
        rendered.add(self.name)
        return real(self, *args, **facts)

    with pytest.MonkeyPatch.context() as watched:
        watched.setattr(jinja2.Template, "render", render)
        club = Club(tmp_path_factory.mktemp("club"))
        club.opens_games()
        plays_a_round(club)
        tells_referees_word(club)
        writes_what_is_refused(club)
        writes_without_proof(club)
        comes_back(club)
        resolves(club)
        changes_an_address(club)
        hands_over(club)
        resolves(club)
        is_forgotten(club)
        ends(club)
    return Played(club, rendered)


def test_nothing_of_what_one_player_tells_us_is_in_a_letter_to_another(played):
    assert played.club.leaks == []


def test_every_template_and_every_kind_of_letter_was_searched(played):
    """A new letter is brought about in this file, or it is said in NO_LETTERS why it is none."""
    shipped = {one.name: one.read_text(encoding="utf-8") for one in template_folder().glob("*.j2")}
    parts = {
        name for text in shipped.values() for name in re.findall(r'{% (?:import|include) "([^"]+)"', text)
    }
    assert played.templates | parts | set(NO_LETTERS) == set(shipped)
    assert played.club.kinds == set(get_args(Kind))


@pytest.mark.parametrize(
    ("what", "readers"),
    [
        ("problem", {"alice", "bob", "carol", "erin"}),
        ("chatter", {"bob"}),
        ("whisper", {"bob", "carol", "alice"}),
        ("press", {"alice", "bob", "carol", "erin"}),
        ("anonymous", {"alice", "bob", "carol", "erin"}),
        ("refused", {"alice"}),
        ("why", {"alice"}),
        ("trusted", {"carol"}),
        ("note", {"owner"}),
        ("joint", {"dora"}),
        ("last", {"carol"}),
        ("id", {"alice", "bob", "carol", "erin", MALLORY}),
        ("name", {"alice", "carol"}),
    ],
)
def test_what_may_be_read_is_there_and_would_be_found(played, what, readers):
    """A search that finds nothing anywhere shows nothing."""
    words = [one.word for one in played.club.marks if re.fullmatch(rf"zq{what}\d+zq", one.word)]
    found = {reader for reader, text in played.club.read_by.items() if any(word in text for word in words)}
    assert found >= readers


def test_whoever_holds_a_letter_of_another_is_found_out(played):
    """Each letter with something of its reader's own, taken for one to somebody else, is a leak."""
    club = played.club
    letters = club.letters()
    for letter in letters:
        if letter.recipient in {address("alice"), address("carol")}:
            assert club.found_in(letter, "erin", letters)


@pytest.mark.parametrize("switch", ["press=open", "press=moderated"])
def test_no_byte_to_those_who_did_not_write_it_tells_who_wrote_anonymous_press(tmp_path, monkeypatch, switch):
    """The same game with the press of one player and with that of another: the third, and the referee, read the same.

    As long as neither is the author himself, in text, header and envelope, and in the order of the letters.
    """
    found = []
    for author in ("alice", "bob"):
        folder = tmp_path / author
        folder.mkdir()
        salts = FixedEntropy(switch)
        monkeypatch.setattr(store, "SystemEntropy", lambda salts=salts: salts)
        house = MailHouse(folder)
        house.opens(switches=(switch,))
        for handle in PLAYERS:
            house.writes(handle, "tile any\nbuy nothing\n")
        house.writes(author, "anonymous press: Somebody is going broke.\n")
        with house.working() as work:
            waiting = [one.key for one in show_press(work, "harbour").items]
            if switch == "press=moderated":
                accept_press(work, "harbour", waiting)
        house.resolves()
        found.append([one for one in house.letters() if one.recipient in {"carol@players.example", REFEREE}])
    assert any("going broke" in one.text for one in found[0])
    assert [shown(one) for one in found[0]] == [shown(one) for one in found[1]]
