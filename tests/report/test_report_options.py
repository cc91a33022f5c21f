"""How the options of a game are told: the bank, powers, who left, teams, four hands, rounds of one play."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from option_games import LOCK, MOLE, PIER, SHED
from report_case import AT, HEAD, random_game, sample, some_rounds

from orders.reader import read
from referee.report.render import round_report
from referee.round.adjudicate import leave
from referee.round.views import entries_for
from referee.rules import events as e
from referee.rules.editions import EDITIONS


def story(text):
    """The section of what happened, its lines put together."""
    part = text[text.index("WHAT HAPPENED") :]
    return " ".join(part[: re.search(r"\n(THE BOARD|FINAL RECKONING)", part).start()].split())


def told(game, reader=None):
    return story(game.report(reader))


def flat(text):
    return " ".join(text.split())


# --- the bank ---------------------------------------------------------------------------------------------


def test_the_banks_tile_says_what_the_bank_holds_and_that_its_bonus_is_paid_to_nobody():
    text = told(PIER)
    assert "The bank drew 4D and counts as holding 4 Luxor; 4D is laid after the merger." in text
    assert "2nd bonus $1,500 the bank, 4 shares: paid to nobody" in text
    assert text.index("The bank drew 4D") < text.index("1st bonus $3,000 ann, 5 shares")
    assert "The bank's 4D to Tower (8 -> 9 tiles). Bought 3 American" in text


def test_where_the_pool_is_empty_the_bank_holds_nothing_and_the_report_says_so():
    text = told(replace(PIER, pool=""))
    assert "The pool was empty: the bank holds no Luxor. 1st bonus $3,000 ann, 5 shares" in text
    assert "The bank drew" not in text


def test_a_chain_that_only_the_bank_holds_was_held_by_no_player():
    nobody = {"ann": {"Tower": 2}, "ben": {"Tower": 4}}
    text = told(replace(PIER, shares=nobody))
    assert "1st+2nd bonus $4,500 the bank, 4 shares, alone: paid to nobody No player held Luxor." in text
    assert "Nobody held Luxor." in told(replace(PIER, shares=nobody, pool=""))


def test_a_bank_tile_that_merges_is_told_with_all_that_it_settles():
    text = told(replace(PIER, pool="10G 5F 3A 2A 5G 6I", chains=PIER.chains | {"Festival": "9G 8G 7G 6G"}))
    assert (
        "The bank's 10G brought Festival (4) and Imperial (3) together. Festival took over Imperial." in text
    )
    assert "The bank drew 5F and counts as holding 5 Imperial; 5F is laid after the merger." in text
    assert "1st bonus $5,000 the bank, 5 shares: paid to nobody 2nd bonus $2,500 ben, 2 shares" in text
    assert "The bank's 5F loose beside 5E, founding nothing. Bought 3 American" in text


def test_a_dead_tile_of_the_banks_is_told_with_the_chains_between_which_it_lies():
    rows = {
        "American": " ".join(f"{column}G" for column in range(1, 12)),
        "Imperial": " ".join(f"{column}I" for column in range(1, 12)),
    }
    game = replace(PIER, chains=PIER.chains | rows, pool="4H 3A 2A 5F 6B", hands=PIER.hands | {"ann": "5C"})
    game = replace(game, orders={"ann": "tile 5C\nmerger any: sell all\n", "ben": "tile 12A\n"})
    text = told(replace(game, hands={"ann": "5C 7E 1A 10A 12C 12E", "ben": "12A 8E 1E 6F 9E 2E"}))
    assert "The bank's 4H is dead, between American and Imperial: out of play." in text


def test_where_the_edition_returns_the_banks_tile_the_report_says_that_it_went_back():
    text = told(replace(PIER, edition=EDITIONS["avalon_hill_1995"]))
    assert (
        "The bank drew 4D and counts as holding 4 Luxor. 4D went back into the pool. "
        "The pool of 8 tiles was mixed anew. 1st bonus" in text
    )
    assert "is laid" not in text


def test_with_the_bank_two_bonuses_are_shown_where_the_edition_has_three():
    for name, places in (("bank, of three bonuses", 2), ("tycoon", 3)):
        game = sample(name)
        text = game.report(5)
        for title in ("\nCHAINS", "\nPRICE CARD"):
            part = text[text.index(title) :].strip().split("\n\n")
            table = part[0] if title == "\nCHAINS" else part[1]
            heads = re.findall(r"\d(?:st|nd|rd)\b", table)
            assert len(heads) == places


def test_the_final_reckoning_tells_what_the_bank_drew_for_each_chain():
    for name, goes_back in (("bank, laid", False), ("bank, returned", True)):
        game = sample(name)
        text = game.report(game.rounds)
        part = flat(text[text.index("FINAL RECKONING") : text.index("THE BOARD")])
        drawn = [
            one.event for one in game.entries if isinstance(one.event, e.BankTileDrawn) and one.play is None
        ]
        assert drawn
        for one in drawn:
            words = f"The bank drew {one.tile} and counts as holding {one.shares} {one.chain}."
            assert words + (f" {one.tile} went back into the pool." if goes_back else "") in part
        assert "is laid" not in part


def test_a_chain_that_is_settled_twice_in_one_play_is_told_each_time_with_its_own_holders():
    game = replace(
        MOLE,
        chains={"Luxor": "2C 3C", "Tower": "5C 6C 7C"},
        loose="9C",
        shares={"alice": {}, "bob": {"Luxor": 3}, "carol": {"Luxor": 2}, "dave": {"Luxor": 2}},
        hands=MOLE.hands | {"alice": "1A 1E 1I 12A 12E 12I", "bob": "4C 10C 8C 11G 9I 7I"},
        orders={
            "alice": "tile 1A",
            "bob": "tile 4C\nuse place 4 tiles: 10C, 8C\nfound Luxor\nmerger any: keep all",
            "carol": "merger any: sell 1, keep rest",
            "dave": "merger any: sell all",
        },
    )
    text = told(game)
    assert (
        "1st bonus $2,000 bob, 3 shares 2nd bonus $500 carol, 2 shares, tied 2nd bonus $500 dave, 2 shares, tied"
        in text
    )
    assert "1st bonus $2,000 bob, 4 shares 2nd bonus $1,000 carol, 1 share shares" in text


# --- special powers ---------------------------------------------------------------------------------------


def test_each_power_is_told_with_what_it_did():
    text = told(MOLE)
    assert "1 alice Power used: taking 5 tiles (5 taken). 9C to Tower (3 -> 4 tiles)." in text
    assert "Power used: placing 4 tiles. 5G to American (3 -> 4 tiles). 1E loose. Bought nothing." in text
    assert "Power used: 3 free. Took 2 Imperial and 1 Tower, free." in text
    assert "Power used: trading 2. Traded 4 Luxor for 2 Tower. Bought 2 American" in text
    assert "Power used: buying 5. Bought 5 Tower at $400: $2,000." in text


def test_tiles_taken_are_not_told_again_as_drawn():
    assert "Bought 1 Tower at $400: $400. Drew nothing. 2 bob" in told(MOLE)


def test_the_tiles_taken_stand_in_the_hand_of_their_owner_and_in_no_other_report():
    own = MOLE.report("alice")
    hand = own[own.index("YOUR HAND") : own.index("ORDER FORM")]
    for tile in ("5C", "3A", "10G"):
        assert re.search(rf"^{tile} ", hand, flags=re.MULTILINE)
        for reader in (None, "bob", "carol", "dave"):
            text = MOLE.report(reader)
            text = text[: text.index("| # ORDERS IN SHORT")] if reader else text
            assert not re.search(rf"(?<!\w){tile}(?!\w)", text)


def test_every_report_says_which_powers_everybody_has_left_and_ones_own_which_are_ones_own():
    text = MOLE.report("dave")
    table = text[text.index("POWERS LEFT") :].split("\n\n")[0].splitlines()
    assert [line.split() for line in table[1:]] == [
        ["1", "alice", "1", ".", "1", ".", "1"],
        ["2", "bob", "1", "1", "1", "1", "."],
        ["3", "carol", ".", "1", "1", "1", "1"],
        ["4", "dave", "1", ".", ".", ".", "1"],
    ]
    assert "Powers left: 3 free, placing 4 tiles." in flat(text)
    spent = replace(MOLE, powers=MOLE.powers | {"dave": ("trade 2",)})
    assert "Powers left: none." in flat(spent.report("dave"))


def test_a_game_without_powers_does_not_speak_of_them():
    for reader in (None, "ann"):
        text = PIER.report(reader)
        assert "ower" not in text.replace("Tower", "")
        assert "use " not in text


def test_a_power_that_did_nothing_in_the_end_is_said_not_to_be_spent():
    none_further = replace(
        MOLE, orders=MOLE.orders | {"bob": "tile 11E\nuse place 4 tiles: 3C\nfound Imperial\n"}
    )
    text = flat(none_further.report("bob").replace("\n|", "\n"))
    assert "-> place 4 tiles (it did nothing in the end and is not spent)" in text
    assert "Powers left: 3 free, buying 5, trading 2, taking 5 tiles, placing 4 tiles." in text
    assert "not spent" not in MOLE.report("bob")


def test_of_two_powers_chosen_in_a_play_only_the_one_that_did_nothing_is_said_not_to_be_spent():
    both = replace(
        MOLE,
        orders=MOLE.orders
        | {"bob": "tile 11E\nuse place 4 tiles: 3C\nfound Imperial\nuse 3 free: 1 Imperial\n"},
    )
    text = flat(both.report("bob").replace("\n|", "\n"))
    assert "-> place 4 tiles (it did nothing in the end and is not spent)" in text
    assert "use 3 free: 1 Imperial -> 3 free: 1 Imperial" in text
    assert text.count("is not spent") == 1
    assert "Powers left: buying 5, trading 2, taking 5 tiles, placing 4 tiles." in text


def test_each_tile_of_a_play_is_told_with_the_line_that_chose_it():
    text = MOLE.report("bob")
    assert "| play 2  line 2   use place 4 tiles: 5G, 1E, 3C  ->  1E" in text
    assert "| play 2  default  next tile  ->  none" in text


def test_the_form_has_a_line_for_each_power_left_that_reads_without_a_problem():
    seen = set()
    for name in ("powers", "powers, private", "bank, laid"):
        game = sample(name)
        for round_number in some_rounds(game)[:-1]:
            for reader in game.seats:
                text = game.report(round_number, reader)
                uses = re.findall(
                    r"^\| # (use .*?)(?: +#.*)?$", text[text.index("ORDER FORM") :], re.MULTILINE
                )
                assert len(uses) == len(game.state(round_number).powers[reader])
                seen |= {use.split(":")[0] for use in uses}
                for use in uses:
                    assert not read(use, game.vocabulary(reader)).problems, use
    assert seen == {f"use {power}" for power in e.POWERS}


# --- who leaves -------------------------------------------------------------------------------------------


def test_for_who_left_the_report_says_which_tile_was_laid_and_why():
    text = told(LOCK)
    assert "1 dan Has left. The lowest that can be placed, 6G: loose. Drew 1. 2 ann" in text


@pytest.mark.parametrize(
    ("tile", "words"),
    [
        (
            "11I",
            "The lowest that can be placed, 11I: with 12I, founded Luxor (2 tiles), one free share.",
        ),
        ("12C", "The lowest that can be placed, 12C: to Festival (11 -> 12 tiles)."),
        ("6B", "No tile of the hand could be placed. Dead tile 6B set aside"),
    ],
)
def test_whatever_a_tile_does_it_is_told_of_who_left(tile, words):
    chains = LOCK.chains | {"Festival": "1C 2C 3C 4C 5C 6C 7C 8C 9C 10C 11C"}
    game = replace(LOCK, chains=chains, hands=LOCK.hands | {"dan": tile}, orders={})
    assert f"1 dan Has left. {words}" in told(game)


def test_a_merger_by_who_left_is_told_like_any_other():
    hands = {"ann": "5C 12I", "ben": PIER.hands["ben"], "cid": "1G"}
    game = replace(
        PIER,
        switches={},
        order=("ann", "ben", "cid"),
        left=("ann",),
        hands=hands,
        cash=PIER.cash | {"cid": 100},
        shares=PIER.shares | {"cid": {}},
    )
    text = told(game)
    assert "Has left. The lowest that can be placed, 5C: it brought Luxor (3) and Tower (4) together." in text
    assert "ann kept 5" in text


def test_a_vacant_seat_is_called_vacant_and_misses():
    text = told(replace(LOCK, switches={"teams": "true", "leaver": "substitute"}))
    assert "1 dan The seat is vacant: no orders. The die picked" in text
    assert "A star: the seat is vacant." in flat(
        replace(PIER, left=("ben",), switches={"leaver": "substitute"}).report()
    )


def test_who_leaves_and_who_comes_in_is_told_before_or_after_the_plays():
    for name, goes_on in (
        ("leavers", "The game goes on for"),
        ("vacant seats", "is vacant and misses its rounds"),
    ):
        game = sample(name)
        for entry in game.entries:
            if isinstance(entry.event, e.SeatLeft):
                text = story(game.report(entry.round))
                how = {"resigned": "resigned", "removed": "removed by the referee"}[entry.event.how]
                assert f"Left the game: {entry.event.seat} ({how})." in text
                assert goes_on in text
            if isinstance(entry.event, e.SeatFilled):
                assert f"The seat of {entry.event.seat} has a new player, its 2nd. " in story(
                    game.report(entry.round)
                )


def test_who_has_left_has_a_star_and_who_writes_no_orders_any_more_gets_no_form():
    ended = replace(LOCK, chains={"Tower": "1A 2A"}, left=("dan",))
    text = ended.report("dan")
    assert re.search(r"^1  dan\* ", text, flags=re.MULTILINE)
    assert "A star: has left, and the game goes on for that seat." in flat(text)
    assert "Only for dan, who has left the game." in text
    assert "You have left the game; what is decided for you follows its rules." in flat(text)
    assert "ORDER FORM" not in text
    assert "You play" not in text
    assert "dan*" not in LOCK.report("dan")


def test_a_game_that_ends_because_only_one_side_is_left_names_it_and_marks_the_others():
    whole = replace(LOCK, switches={}, left=(), orders={}).entries()
    opened = next(n for n, one in enumerate(whole) if isinstance(one.event, e.RoundOpened))
    before = whole[: opened + 1]
    for left, words in (
        (("dan", "ann", "cid"), "The game ended because, of all players, only ben is left."),
        (("dan", "ann", "ben", "cid"), "The game was abandoned: nobody is left to play it."),
    ):
        entries = [*before, *leave(before, left, "removed")]
        text = round_report(entries_for(entries, None), None, game="lock", round_number=9, head=HEAD, at=AT)
        assert words in flat(text)
        assert "The plays left in this round are void: dan, ann, ben, cid, dan." in flat(text)
        result = text[text.index("RESULT") :].split("\n\n")[0]
        for seat in left:
            assert f"{seat}, left " in result
        assert ("ben, left" in result) == ("ben" in left)
        assert "Who left ranks below all who stayed." in result
        assert "Left the game: dan (removed by the referee)." in story(text)


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (("dan", "ben"), "The game ended because, of all teams, only that of ann and cid is left."),
        (("dan", "ben", "cid"), "The game ended because, of all teams, only that of ann and cid is left."),
    ],
)
def test_a_team_that_alone_is_left_is_called_by_its_members(left, words):
    whole = replace(LOCK, left=(), orders={}).entries()
    opened = next(n for n, one in enumerate(whole) if isinstance(one.event, e.RoundOpened))
    entries = [*whole[: opened + 1], *leave(whole[: opened + 1], left, "removed")]
    text = round_report(entries_for(entries, None), None, game="lock", round_number=9, head=HEAD, at=AT)
    assert words in flat(text)


# --- sides ------------------------------------------------------------------------------------------------


def test_teams_are_ranked_with_their_members_below_them():
    text = LOCK.report()
    result = text[text.index("RESULT") :].split("\n\n")[0].splitlines()
    assert [line.split() for line in result[1:7]] == [
        ["1st", "ann", "+", "cid", "22,100"],
        ["...", "ann", "400", "7,000", "5,800", "13,200"],
        ["...", "cid", "900", "4,000", "4,000", "8,900"],
        ["2nd", "dan", "+", "ben", "28,900"],
        ["...", "ben", "3,700", "9,800", "8,500", "22,000"],
        ["...", "dan,", "left", "3,000", "1,800", "2,100", "6,900"],
    ]
    assert "The money of a team is added up. Teams rank by their members who stayed, then by money." in flat(
        text
    )
    assert "Only for ben. You ended with $22,000 in this seat, and your team came 2nd of 2." in flat(
        LOCK.report("ben")
    )


def test_during_the_game_partners_are_named_and_the_values_of_teams_added_up():
    game = replace(LOCK, chains={"Tower": "1A 2A"}, left=(), shares={}, orders={"ann": "tile 1G\n"})
    text = flat(game.report("ann"))
    assert "Your partner is cid; you do not see each other's tiles." in text
    assert "Teams, their values added up: dan + ben $9,100, ann + cid $2,900." in text
    private = replace(game, switches=LOCK.switches | {"holdings": "private"})
    for reader in (None, *game.order):
        text = flat(private.report(reader))
        assert "Teams: dan + ben, ann + cid." in text
        assert "added up" not in text


def test_a_person_with_two_seats_is_ranked_by_the_richer_one_and_both_are_shown():
    text = SHED.report()
    result = text[text.index("RESULT") :].split("\n\n")[0].splitlines()
    assert [line.split() for line in result[1:7]] == [
        ["1st", "ann", "13,500"],
        ["...", "ann_1", "3,000", "7,000", "3,500", "13,500"],
        ["...", "ann_2", "6,100", ".", "700", "6,800"],
        ["2nd", "ben", "8,300"],
        ["...", "ben_1", "2,000", "3,500", "2,800", "8,300"],
        ["...", "ben_2", "5,000", ".", ".", "5,000"],
    ]
    assert "A person counts with the richer of both seats." in text
    assert "Only for ann_2. You ended with $6,800 in this seat, and you came 1st of 2." in flat(
        SHED.report("ann_2")
    )


def test_during_a_game_with_four_hands_each_report_names_the_other_seat():
    game = replace(SHED, orders={"ann_1": "tile 9G\n"})
    assert "Your other seat is ann_1; each has its own report, and both stand in the order form." in flat(
        game.report("ann_2")
    )
    assert "Persons, each by the richer of both seats: ann $13,500, ben $8,300." in flat(game.report())


def test_no_form_is_made_for_a_partners_seat():
    entries = replace(LOCK, left=()).entries()
    with pytest.raises(ValueError, match="partner"):
        round_report(
            entries_for(entries, "ann"),
            "ann",
            game="lock",
            round_number=9,
            head=HEAD,
            at=AT,
            in_other_seat=entries_for(entries, "cid"),
        )


@pytest.mark.parametrize("edition", ["classic", "hasbro_2016", "wotc_2008"])
def test_the_remarks_on_powers_stand_in_one_column_however_long_the_chains_names_are(edition):
    game = random_game(3, edition, ("ann", "ben", "cid"), rounds=1, special_powers="true")
    uses = [line for line in game.report(0, "ann").splitlines() if line.startswith("| # use")]
    assert len(uses) == 5
    assert len({line.rindex("#") for line in uses}) == 1
    assert max(map(len, uses)) <= 78


# --- rounds of one play -----------------------------------------------------------------------------------

ONE_PLAY = replace(MOLE, switches=MOLE.switches | {"plays_per_round": "1"})


def test_in_rounds_of_one_play_everybody_is_told_who_plays_next_and_what_the_others_can_write():
    words = (
        "A round is one play. What alice, carol and dave write now is for their own next play; "
        "in mergers it counts at once."
    )
    for reader in (None, *MOLE.order):
        text = flat(ONE_PLAY.report(reader))
        assert "Next is round 10: bob." in text
        assert words in text
    assert "The turn is yours." in ONE_PLAY.report("bob")
    assert "| round 10" in ONE_PLAY.report("bob")


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (("carol",), "What alice and dave write now is for their own next play;"),
        (("carol", "dave"), "What alice writes now is for their own next play;"),
        (("alice", "carol", "dave"), None),
    ],
)
def test_in_rounds_of_one_play_nobody_waits_in_a_vacant_seat(left, words):
    switches = ONE_PLAY.switches | {"leaver": "substitute"}
    entries = replace(ONE_PLAY, switches=switches, left=left).entries()
    text = flat(round_report(entries_for(entries, None), None, game="mole", round_number=9, head=HEAD, at=AT))
    assert "Next is round 10: bob." in text
    assert (words in text) if words else ("A round is one play" not in text)


@pytest.mark.parametrize(("seat", "number"), [("carol", 11), ("dave", 12), ("alice", 13)])
def test_who_waits_in_rounds_of_one_play_is_told_his_next_round_and_his_form_names_none(seat, number):
    text = ONE_PLAY.report(seat)
    assert f"You play again in round {number}: what you file counts until then and for it." in flat(text)
    form = text[text.index("ORDER FORM") :].split("\n\n")[1]
    assert "| game mole\n| player " in form
    assert "round" not in form


def test_nothing_bought_is_said_of_who_missed_an_earlier_round_of_one_play():
    seat = "alice"
    for seed in range(20):
        game = random_game(seed, seats=("alice", "bob", "carol"), rounds=12, misses=0.5, plays_per_round="1")
        missed = [
            one.round
            for one in game.entries
            if isinstance(one.event, e.OrdersMissed) and one.event.seat == seat
        ]
        bought = [
            one.round
            for one in game.entries
            if isinstance(one.event, e.SharesBought) and one.event.seat == seat
        ]
        played = [
            one.round for one in game.entries if isinstance(one.event, e.PlayEnded) and one.event.seat == seat
        ]
        for number in played:
            if number in missed or number in bought:
                assert "Bought nothing." not in story(game.report(number))
            elif number - 3 in missed:
                assert "Bought nothing." in story(game.report(number))
                return
    raise AssertionError("no such round was met")


# --- adopted games ----------------------------------------------------------------------------------------


def test_the_first_report_of_an_adopted_game_shows_its_position():
    text = round_report(
        entries_for(MOLE.entries(), "bob"), "bob", game="mole", round_number=0, head=HEAD, at=AT
    )
    assert "BEGUN ELSEWHERE" in text
    assert "SET-UP" not in text
    assert "Next is round 9: alice, bob, carol, dave, alice." in text
    assert re.search(r"^4  dave +2,500 +5 +\. +1 +7,900 +\.$", text, flags=re.MULTILINE)
    assert re.search(r"^4  dave  +1  +\.  +1  +\.  +1$", text, flags=re.MULTILINE)
    hand = text[text.index("YOUR HAND") : text.index("ORDER FORM")]
    assert re.findall(r"^(\d+[A-I]) ", hand, flags=re.MULTILINE) == ["1E", "5G", "6I", "7I", "9I", "11E"]
