"""`referee player`: people are registered, seated, changed and forgotten, as the referee types it."""

import json
import re
import sqlite3

import pytest
from cli_helpers import DONE, NO_GAMES, REFUSED, files_in, referee
from club_of_games import tampers_at_the_desk

KEY = re.compile(r"The key, which is shown only now: ([A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4})\n")


@pytest.fixture
def ann(desk):
    """The current folder; Ann is registered, and there is no game yet."""
    added = referee("player", "add", "ann", "--mail", "ann@players.example", "--name", "Ann Archer")
    assert added.exit_code == DONE
    return desk


@pytest.fixture
def quay(ann):
    """The same, and a game in which she plays."""
    assert referee("new", "quay", "--players", "ann,ben,cid", "--set", "leaver=substitute").exit_code == DONE
    return ann


def done(*words):
    """What a command that is done prints."""
    result = referee(*words)
    assert result.exit_code == DONE, result.stderr
    return result.stdout


def refused(*words):
    """What a command says that is refused and changes nothing."""
    result = referee(*words)
    assert result.exit_code == REFUSED
    assert result.stdout == ""
    return result.stderr


def listed():
    """Everybody, by handle."""
    return {one["handle"]: one for one in json.loads(done("player", "list", "--json"))}


def plays(handle):
    return [(place["game"], place["handle"], place["seats"]) for place in listed()[handle]["seats"]]


def holders(game="quay"):
    return {one["seat"]: one["holder"] for one in json.loads(done("status", game, "--json"))["seats"]}


# --- registering --------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("desk")
def test_who_is_registered_is_told_with_a_key_that_is_shown_once():
    printed = done("player", "add", "ann", "--mail", "ann@players.example", "--name", "Ann  Archer")
    key = KEY.search(printed)[1]
    assert printed == (
        "ann is registered: Ann Archer, ann@players.example.\n"
        f"The key, which is shown only now: {key}\n"
        f"Orders with the line `key {key}` are taken from any address.\n"
    )
    again = KEY.search(done("player", "add", "ben", "--mail", "ben@players.example"))[1]
    assert key != again


def test_the_key_is_kept_nowhere(desk):
    key = KEY.search(done("player", "add", "ann", "--mail", "ann@players.example"))[1]
    for plain in (key, key.replace("-", "")):
        assert all(plain.encode() not in body for body in files_in(desk).values())


def test_people_can_be_registered_before_there_is_a_game_and_take_their_seats_when_it_is_opened(ann):
    done("player", "add", "Cid", "--mail", "cid@players.example")
    opened = done("new", "quay", "--players", "ann,ben,cid")
    assert "ann is registered (Ann Archer): ann@players.example.\n" in opened
    assert "cid is registered (Cid): cid@players.example.\n" in opened
    assert "ben is registered" not in opened
    assert plays("ann") == [("quay", "ann", ["ann"])]
    assert plays("Cid") == [("quay", "cid", ["cid"])]
    assert holders() == {"ann": "Ann Archer", "ben": None, "cid": "Cid"}
    assert "referee.db" in files_in(ann)


@pytest.mark.usefixtures("ann")
def test_with_four_hands_a_handle_means_both_seats():
    done("new", "pier", "--players", "ann,ben", "--set", "two_players=four_hands")
    assert plays("ann") == [("pier", "ann", ["ann_1", "ann_2"])]
    done("player", "add", "benjamin", "--mail", "ben@players.example", "--seat", "pier:ben_2")
    assert plays("benjamin") == [("pier", "ben", ["ben_1", "ben_2"])]


@pytest.mark.usefixtures("quay")
def test_a_person_is_given_seats_of_several_games():
    done("new", "pier", "--players", "ben,dan,eve")
    printed = done(
        "player", "add", "ben", "--mail", "ben@players.example", "--seat", "quay", "--seat", "PIER:dan"
    )
    assert "ben plays ben in quay.\nben plays dan in pier.\n" in printed
    assert plays("ben") == [("quay", "ben", ["ben"]), ("pier", "dan", ["dan"])]
    assert holders("pier") == {"ben": None, "dan": "ben", "eve": None}


@pytest.mark.usefixtures("quay")
def test_an_adopted_game_is_joined_by_whoever_is_registered(desk):
    (desk / "position.toml").write_text(done("position", "quay"))
    adopted = done("adopt", "position.toml", "--as", "quay2")
    assert "ann is registered (Ann Archer): ann@players.example.\n" in adopted
    assert plays("ann") == [("quay", "ann", ["ann"]), ("quay2", "ann", ["ann"])]


def test_all_that_cannot_be_is_said_at_once_and_nothing_is_changed(quay):
    before = files_in(quay)
    said = refused(
        "player", "add", "buy", "--mail", "Ann <ann@players.example>", "--name", "a\x07", "--seat", "key",
        "--seat", "quay:zed",
    )  # fmt: skip
    assert said.startswith("referee: player buy: 5 things are wrong:\n")
    for part in (
        "'buy' cannot be a handle: it is a word of the order language",
        "A name has letters that can be printed.",
        "'Ann <ann@players.example>' is not one plain address",
        "There is no game 'key'",
        "Nobody in quay is called 'zed'",
    ):
        assert f"- {part}" in said
    assert files_in(quay) == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ANN", "--mail", "new@players.example"), "ann is registered already"),
        (("ben", "--mail", "ANN@players.example"), "ANN@players.example is ann's already"),
        (("ben", "--mail", "ben@players.example", "--seat", "quay:ann"), "ann of quay is ann's."),
        (
            ("ben", "--mail", "ben@players.example", "--name", "x" * 101),
            "A name of 101 characters is too long",
        ),
        (
            ("eve", "--mail", "eve@players.example", "--seat", "quay"),
            "Say which of them it is: --seat quay:ann",
        ),
        (
            ("ben", "--mail", "ben@players.example", "--seat", "quay:ben", "--seat", "quay:cid"),
            "ben and cid are two players of quay",
        ),
        (("ben", "--mail", "ben@players.example\r\nBcc: eve@players.example"), "is not one plain address"),
    ],
)
def test_what_cannot_be_registered_is_refused(quay, words, said):
    before = files_in(quay)
    assert said in refused("player", "add", *words)
    assert files_in(quay) == before


@pytest.mark.usefixtures("quay")
def test_nobody_is_entered_into_a_seat_that_was_left():
    done("seat", "quay", "ben", "--left")
    said = refused("player", "add", "ben", "--mail", "ben@players.example", "--seat", "quay")
    assert "ben has left quay" in said
    assert "referee seat quay ben --to ben" in said


# --- the list -----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("desk")
def test_where_nobody_is_registered_the_list_says_how():
    done("new", "quay", "--players", "ann,ben")
    assert done("player", "list") == "Nobody is registered yet: referee player add HANDLE --mail ADDRESS\n"
    assert json.loads(done("player", "list", "--json")) == []


@pytest.mark.usefixtures("quay")
def test_the_list_shows_handle_name_addresses_and_seats():
    done("player", "add", "Zoe", "--mail", "zoe@players.example")
    done("player", "edit", "ann", "--also-mail", "ann@work.example")
    assert done("player", "list").splitlines() == [
        "handle  name        mail                                   plays",
        "ann     Ann Archer  ann@players.example, ann@work.example  quay:ann",
        "Zoe     Zoe         zoe@players.example",
    ]


@pytest.mark.usefixtures("quay")
def test_the_list_shows_addresses_that_bounce():
    tampers_at_the_desk("UPDATE addresses SET bounces = 3")
    assert "ann@players.example bounced 3 times" in done("player", "list")
    assert listed()["ann"]["bounces"] == {"ann@players.example": 3}


@pytest.mark.usefixtures("quay")
def test_a_game_that_cannot_be_read_hides_nobody():
    tampers_at_the_desk("UPDATE events SET text = 'x' WHERE seq = 3")
    assert listed()["ann"]["seats"] == []
    assert "quay" in listed()["ann"]["troubles"][0]
    assert "damaged at seq 3" in done("player", "list")
    assert done("player", "forget", "ann").startswith("ann is forgotten.\n")


# --- changing -----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("quay")
def test_an_address_takes_the_place_of_the_one_that_is_written_to():
    done("player", "edit", "ann", "--also-mail", "ann@work.example", "--also-mail", "ann@home.example")
    assert done("player", "edit", "Ann", "--mail", "new@players.example") == (
        "ann is Ann Archer, new@players.example, ann@work.example, ann@home.example.\n"
    )
    done("player", "edit", "ann", "--mail", "ann@home.example", "--drop-mail", "ANN@work.example")
    assert listed()["ann"]["addresses"] == ["ann@home.example"]
    done("player", "add", "ben", "--mail", "new@players.example")


@pytest.mark.usefixtures("quay")
def test_a_name_and_a_handle_are_changed_everywhere_and_the_seats_stay():
    done("player", "edit", "ann", "--name", "Ann Baker", "--handle", "annie")
    assert plays("annie") == [("quay", "ann", ["ann"])]
    assert holders()["ann"] == "Ann Baker"
    done("player", "edit", "annie", "--name", "")
    assert holders()["ann"] == "annie"


@pytest.mark.usefixtures("quay")
def test_a_new_key_is_shown_and_other_changes_show_none():
    assert KEY.search(done("player", "edit", "ann", "--new-key"))
    assert not KEY.search(done("player", "edit", "ann", "--name", "Ann"))


@pytest.mark.usefixtures("quay")
def test_a_seat_is_taken_back_and_another_one_given():
    printed = done("player", "edit", "ann", "--unseat", "quay", "--seat", "quay:cid")
    assert "Nobody is registered for ann of quay any more.\nann plays cid in quay.\n" in printed
    assert plays("ann") == [("quay", "cid", ["cid"])]
    assert holders() == {"ann": None, "ben": None, "cid": "Ann Archer"}
    done("player", "edit", "ann", "--unseat", "quay")
    assert plays("ann") == []


@pytest.mark.usefixtures("quay")
def test_the_seat_that_a_bare_name_holds_is_given_to_who_is_registered_and_he_holds_it_since_then():
    done("seat", "quay", "ben", "--to", "Ben Baker")
    before = json.loads(done("status", "quay", "--json"))["seats"][1]
    done("player", "add", "benny", "--mail", "ben@players.example", "--seat", "quay:ben")
    after = json.loads(done("status", "quay", "--json"))["seats"][1]
    assert (before["holder"], after["holder"]) == ("Ben Baker", "benny")
    assert after["since"] == before["since"]
    assert after["tenure"] == before["tenure"] == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Say what is to be different"),
        (("--drop-mail", "ann@players.example"), "would have no address any more"),
        (("--drop-mail", "x@players.example"), "is no address of ann: ann@players.example"),
        (("--mail", "ben@players.example"), "is ben's already"),
        (("--handle", "BEN"), "ben is registered already"),
        (("--seat", "quay:cid"), "ann plays ann in quay already. One person has one place in a game."),
        (("--seat", "quay:ben"), "ben of quay is ben's."),
        (("--unseat", "pier"), "There is no game 'pier'"),
        (("--name", "a\x07"), "letters that can be printed"),
        (
            tuple(word for n in range(10) for word in ("--also-mail", f"a{n}@players.example")),
            "10 are allowed",
        ),
    ],
)
def test_what_cannot_be_changed_is_refused(quay, words, said):
    done("player", "add", "ben", "--mail", "ben@players.example", "--seat", "quay")
    before = files_in(quay)
    assert said in " ".join(refused("player", "edit", "ann", *words).split())
    assert files_in(quay) == before


@pytest.mark.usefixtures("quay")
def test_a_game_in_which_a_person_does_not_play_cannot_be_taken_back():
    done("player", "add", "ben", "--mail", "ben@players.example")
    assert "ben holds no seat in quay" in refused("player", "edit", "ben", "--unseat", "quay")


@pytest.mark.usefixtures("ann")
@pytest.mark.parametrize("words", [("edit", "anm", "--new-key"), ("forget", "anm")])
def test_an_unknown_handle_suggests_one_that_is_near(words):
    assert "Nobody is registered as 'anm'. Did you mean ann?" in refused("player", *words)


# --- a seat goes to somebody registered ---------------------------------------------------------------------


@pytest.mark.usefixtures("quay")
@pytest.mark.parametrize("said", ["dora", "DORA", "Dora Dove"])
def test_a_seat_is_handed_to_somebody_registered_by_handle_or_exact_name(said):
    done("player", "add", "dora", "--mail", "dora@players.example", "--name", "Dora Dove")
    printed = done("seat", "quay", "ben", "--to", said)
    assert printed.startswith("ben of quay is held by Dora Dove from now on.\n")
    assert plays("dora") == [("quay", "ben", ["ben"])]
    assert holders()["ben"] == "Dora Dove"


@pytest.mark.usefixtures("quay")
def test_who_hands_a_seat_on_holds_it_no_more_and_who_left_neither():
    done("player", "add", "dora", "--mail", "dora@players.example")
    done("seat", "quay", "ann", "--to", "dora")
    assert plays("ann") == []
    assert plays("dora") == [("quay", "ann", ["ann"])]
    done("seat", "quay", "ann", "--left")
    assert plays("dora") == []


@pytest.mark.usefixtures("quay")
def test_for_programs_the_status_names_the_handle_under_which_a_holder_is_registered():
    def registered():
        seats = json.loads(done("status", "quay", "--json"))["seats"]
        return {one["seat"]: (one["holder"], one["registered"]) for one in seats}

    done("player", "add", "dora", "--mail", "dora@players.example", "--name", "Dora Dove")
    done("seat", "quay", "ben", "--to", "dora")
    done("seat", "quay", "cid", "--to", "Cid Crane")  # a bare name
    assert registered() == {
        "ann": ("Ann Archer", "ann"),
        "ben": ("Dora Dove", "dora"),
        "cid": ("Cid Crane", None),
    }
    done("player", "edit", "dora", "--handle", "dove")
    assert registered()["ben"] == ("Dora Dove", "dove")
    done("player", "forget", "dove")
    assert registered()["ben"] == (None, None)


@pytest.mark.usefixtures("quay")
def test_a_person_does_not_get_a_second_place_in_a_game_nor_his_own_again():
    assert "ann plays ann in quay already" in refused("seat", "quay", "ben", "--to", "ann")
    assert "ann holds ann of quay already" in refused("seat", "quay", "ann", "--to", "Ann Archer")


@pytest.mark.usefixtures("quay")
def test_a_name_that_several_have_is_asked_about():
    for handle in ("jo1", "jo2"):
        done("player", "add", handle, "--mail", f"{handle}@players.example", "--name", "Jo Jones")
    said = refused("seat", "quay", "ben", "--to", "Jo Jones")
    assert "Several are called Jo Jones. Say the handle of the one you mean: jo1 or jo2." in said
    done("seat", "quay", "ben", "--to", "jo2")
    assert plays("jo2") == [("quay", "ben", ["ben"])]


@pytest.mark.usefixtures("quay")
def test_a_name_that_is_nobodys_handle_is_a_bare_name_as_before():
    done("seat", "quay", "cid", "--to", "Zebedee")
    assert holders()["cid"] == "Zebedee"


@pytest.mark.usefixtures("quay")
def test_names_of_who_is_registered_are_not_deleted_by_the_seat_and_it_is_said_how():
    done("seat", "quay", "ann", "--to", "Zebedee Quagmire")
    assert done("seat", "quay", "ann", "--forget") == (
        "Deleted: 1 name. The log has none, and stays as it is.\n"
        "ann is registered: whoever that is, is forgotten in all games: referee player forget ann\n"
    )


# --- forgetting ---------------------------------------------------------------------------------------------


def test_who_is_forgotten_is_in_no_byte_and_the_games_verify_as_before(quay, orders):
    text = orders("tile any\nbuy nothing\n")
    for seat in ("ann", "ben", "cid"):
        done("submit", "quay", text, "--player", seat)
    done("resolve", "quay")
    done("player", "edit", "ann", "--name", "Zebedee Quagmire", "--also-mail", "zq@players.example")
    before = done("verify", "quay", "--audit")
    reports = [
        done("report", "quay", *words) for words in ((), ("--for", "ann"), ("--for", "ann", "--round", 0))
    ]
    log = done("log", "quay", "--all", "--json")
    printed = done("player", "forget", "ann")
    assert printed == (
        "ann is forgotten.\n"
        "Deleted with name and addresses: what was kept of 1 seat, 0 mails, 0 letters and 0 press statements. "
        "The logs stay as they are.\n"
        "Nobody gets mail for ann of quay any more. Who holds it now: referee seat quay ann --to PERSON; "
        "or nobody: --left\n"
    )
    for trace in (b"Quagmire", b"ann@players", b"zq@players", b"Archer"):
        assert all(trace not in body for body in files_in(quay).values()), trace
    assert done("verify", "quay", "--audit") == before
    assert reports == [
        done("report", "quay", *words) for words in ((), ("--for", "ann"), ("--for", "ann", "--round", 0))
    ]
    assert done("log", "quay", "--all", "--json") == log
    assert holders() == {"ann": None, "ben": None, "cid": None}
    done("submit", "quay", text, "--player", "ann")
    done("player", "add", "ann", "--mail", "ann@players.example", "--seat", "quay")
    assert plays("ann") == [("quay", "ann", ["ann"])]


@pytest.mark.usefixtures("quay")
def test_who_is_forgotten_is_forgotten_in_the_seats_that_he_once_held():
    done("seat", "quay", "ann", "--to", "Zebedee")
    assert "what was kept of 1 seat," in done("player", "forget", "ann")
    assert holders()["ann"] == "Zebedee"


@pytest.mark.file
def test_a_file_that_others_read_meanwhile_keeps_traces_and_that_is_said(quay, monkeypatch):
    monkeypatch.setattr("referee.db.engines.PATIENCE", 0.05)
    other = sqlite3.connect(quay / "referee.db", isolation_level=None)
    other.execute("BEGIN")
    other.execute("SELECT count(*) FROM people").fetchall()
    result = referee("player", "forget", "ann")
    other.close()
    assert result.exit_code == 70
    assert "It is deleted, but its traces in the database's file could not be wiped out" in result.stderr
    assert "referee mail purge" in result.stderr
    assert listed() == {}


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("words", [("list",), ("forget", "ann"), ("edit", "ann", "--new-key")])
def test_without_a_database_it_is_said_that_there_is_none(words):
    assert NO_GAMES in refused("player", *words)
