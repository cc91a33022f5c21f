"""Who leaves a game, and who comes in. Source: RULES.md, "Players who leave"."""

from __future__ import annotations

from dataclasses import replace

import pytest
from service_helpers import GOOD, PLAYERS, open_harbours

from referee.db.unit import Overtaken
from referee.errors import UserError
from referee.round.adjudicate import leave, resolve
from referee.round.position import SeatPosition
from referee.round.views import view_of
from referee.rules import events as e
from referee.service.file_orders import file_orders
from referee.service.game_log import Work
from referee.service.order_text import OrdersRefusedError
from referee.service.resolve_round import resolve_round
from referee.service.seats import forget_names, hand_over, leave_seat
from referee.service.show_log import show_log
from referee.service.show_report import show_report
from referee.service.show_status import game_status
from referee.service.try_orders import try_orders
from referee.service.verify_game import verify_game, what_happened
from referee.service.verify_reports import report_faults

DEFAULTS = ()
SUBSTITUTE = ("leaver=substitute",)


class Referee:
    """The game harbour, and what its referee does with it."""

    def __init__(self, work: Work) -> None:
        self.work = work

    def file(self, seat: str, text: str = GOOD) -> None:
        file_orders(self.work, "harbour", seat, text, "test")

    def resolve(self, *filing: str):
        for seat in filing:
            self.file(seat)
        return resolve_round(self.work, "harbour", misses_meant=True)

    def leaves(self, handle: str, *, end_meant: bool = False):
        return leave_seat(self.work, "harbour", handle, end_meant=end_meant)

    def comes(self, handle: str, person: str = "Dora Dove"):
        return hand_over(self.work, "harbour", handle, person)

    def report(self, reader: str | None = None, number: int | None = None) -> str:
        return show_report(self.work, "harbour", number, reader, fresh=False).body.decode()

    def status(self, seat: str):
        return next(one for one in game_status(self.work, "harbour").seats if one.seat == seat)

    def waits_for(self) -> tuple[str, ...]:
        return game_status(self.work, "harbour").waits_for

    @property
    def log(self):
        return self.work.log("harbour")

    def happened(self, kind: type[e.Event], seat: str | None = None) -> list[e.Event]:
        events = [one.event for one in self.log.entries if isinstance(one.event, kind)]
        return [one for one in events if seat in (None, one.seat)]

    def laid_by(self, seat: str, number: int) -> set[str]:
        """How the tiles of a seat were decided in a round."""
        return {
            one.event.by
            for one in self.log.entries
            if one.round == number and isinstance(one.event, e.TilePlaced) and one.event.seat == seat
        }

    def holds(self) -> None:
        """Everything that verifying looks at is in order, decided again and rendered again."""
        found = verify_game(self.work, "harbour", audit=True)
        assert (found.faults, found.differences) == ((), ())


@pytest.fixture
def sat(tmp_path):
    """Opens harbour with some switches, for some players."""
    with open_harbours(tmp_path) as opens:
        yield lambda *switches, **who: Referee(opens(*switches, **who))


# --- leaving ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("switches", "manner"), [(DEFAULTS, "left"), (SUBSTITUTE, "missed")])
def test_who_is_taken_out_has_his_plays_of_the_open_round_played_for_him(sat, switches, manner):
    game = sat(*switches)
    game.file("bob", "tile any\nbuy 3 Luxor")
    game.leaves("bob")
    game.resolve("alice", "carol", "dave")
    assert game.laid_by("bob", 1) == {manner}
    assert game.laid_by("alice", 1) == {"orders"}
    game.holds()


def test_a_seat_that_is_vacant_misses_and_one_that_is_played_by_the_defaults_does_not(sat):
    for switches, misses in ((SUBSTITUTE, 1), (DEFAULTS, 0)):
        game = sat(*switches)
        game.leaves("bob")
        game.resolve("alice", "carol", "dave")
        assert game.status("bob").missed == misses
        assert len(game.happened(e.OrdersMissed, "bob")) == misses


def test_filed_advance_and_standing_orders_of_who_was_taken_out_are_void(sat):
    game = sat()
    game.file("bob", "tile any\nbuy nothing\nstanding\n  buy 1 Luxor\nend\nready")
    game.file("bob", "round 2\ntile any\nbuy 2 Luxor")
    game.leaves("bob")
    for number in (1, 2, 3):
        assert not game.log.desk.in_force("bob", number)
    assert game.status("bob").ahead == ()


def test_nobody_waits_for_the_orders_of_a_seat_that_was_left(sat):
    for switches in (DEFAULTS, SUBSTITUTE):
        game = sat(*switches)
        for seat in ("alice", "carol", "dave"):
            game.file(seat)
        assert game.waits_for() == ("bob",)
        assert game.leaves("bob").waits_for == ()
        assert game.waits_for() == ()
        resolve_round(game.work, "harbour", misses_meant=False)


def test_status_tells_which_seats_were_left_and_who_resigns(sat):
    game = sat()
    game.file("carol", "resign")
    game.leaves("bob")
    assert [game.status(seat).left for seat in PLAYERS] == [None, "defaults", None, None]
    assert [game.status(seat).resigns for seat in PLAYERS] == [False, False, True, False]
    vacant = sat(*SUBSTITUTE)
    vacant.leaves("bob")
    assert vacant.status("bob").left == "vacant"


def test_orders_for_a_seat_that_was_left_are_refused_and_nothing_is_tried_for_it(sat):
    game = sat(*SUBSTITUTE)
    game.leaves("bob")
    with pytest.raises(OrdersRefusedError, match="harbour: bob has left the game: no more orders are taken"):
        game.file("bob")
    with pytest.raises(UserError, match="bob has left harbour: there is nothing to try"):
        try_orders(game.work, "harbour", "bob", "tile any", ())


def test_resolving_tells_who_left_with_the_end_of_the_round(sat):
    game = sat()
    game.file("bob", "tile any\nresign")
    assert game.resolve("alice", "carol", "dave").left == ("bob",)
    game.holds()


def test_two_may_leave_in_one_round_one_by_his_own_will_and_one_by_the_referees_word(sat):
    game = sat()
    game.file("bob", "tile any\nresign")
    game.leaves("dave")
    game.resolve("alice", "carol")
    assert [(one.seat, one.how) for one in game.happened(e.SeatLeft)] == [
        ("dave", "removed"),
        ("bob", "resigned"),
    ]
    game.resolve("alice", "carol")
    assert game.laid_by("bob", 2) == game.laid_by("dave", 2) == {"left"}
    game.holds()


def test_that_somebody_left_can_be_asked_by_conditions_and_is_no_longer_so_when_somebody_came(sat):
    game = sat(*SUBSTITUTE)
    asked = SeatPosition(view_of(game.log.entries, "alice"), "alice")
    assert not asked.left("bob")
    game.leaves("bob")
    assert SeatPosition(view_of(game.log.entries, "alice"), "alice").left("bob")
    game.comes("bob")
    assert not SeatPosition(view_of(game.log.entries, "alice"), "alice").left("bob")


def test_who_has_left_cannot_leave_again(sat):
    for switches, advice in (
        (DEFAULTS, "that is final"),
        (SUBSTITUTE, "Put somebody in: referee seat harbour bob"),
    ):
        game = sat(*switches)
        game.leaves("bob")
        head = game.log.head
        with pytest.raises(UserError, match=f"bob has left harbour already.*{advice}"):
            game.leaves("bob")
        assert game.log.head == head


# --- the end that comes of it -----------------------------------------------------------------------------


def test_with_one_player_left_the_game_ends_at_once_if_that_is_meant(sat):
    game = sat(players=("alice", "bob", "carol"))
    game.leaves("bob")
    head = game.log.head
    with pytest.raises(UserError, match=r"harbour would end with it, since only one player.*say --yes"):
        game.leaves("carol")
    assert game.log.head == head
    done = game.leaves("carol", end_meant=True)
    assert (done.ended, done.round) == ("one_left", 1)
    (ended,) = game.happened(e.GameEnded)
    assert [(row["place"], row["seat"], row["money"], row["left"]) for row in ended.ranking] == [
        (1, "alice", 6000, False),
        (2, "bob", 6000, True),
        (2, "carol", 6000, True),
    ]
    game.holds()


def test_when_the_game_ends_with_a_leaver_the_reports_of_the_open_round_are_published(sat):
    game = sat(players=("alice", "bob", "carol"))
    game.resolve("alice", "bob", "carol")
    game.leaves("bob")
    game.leaves("carol", end_meant=True)
    final = game.report()
    assert "round 2, the last" in final.splitlines()[0]
    assert "only alice is left" in " ".join(final.split())
    assert "Left the game: carol (removed by the referee).\n" in final
    assert "goes on" not in final
    assert "RESULT" in final
    assert "WHAT WAS SEALED" in final
    mine = game.report("alice")
    assert "round 2, the last" in mine.splitlines()[0]
    assert "YOUR ORDERS" not in mine
    assert len(game.happened(e.BagOpened)) == 1


def test_with_a_substitute_to_come_one_player_alone_goes_on_and_the_last_to_leave_abandons_the_game(sat):
    game = sat(*SUBSTITUTE, players=("alice", "bob", "carol"))
    game.leaves("bob")
    assert game.leaves("carol").ended is None
    game.resolve("alice")
    with pytest.raises(UserError, match=r"harbour would end with it, abandoned, since nobody would be left"):
        game.leaves("alice")
    assert game.leaves("alice", end_meant=True).ended == "abandoned"
    (ended,) = game.happened(e.GameEnded)
    assert [(row["place"], row["left"]) for row in ended.ranking] == [(1, True)] * 3
    game.holds()
    assert "round 2, the last" in game.report().splitlines()[0]
    assert "The game was abandoned: nobody is left to play it." in game.report()


def test_a_member_of_a_team_may_leave_and_with_the_second_the_other_team_has_won(sat):
    game = sat("teams=true")
    game.leaves("alice")
    game.resolve("bob", "carol", "dave")
    with pytest.raises(UserError, match="since only one player or team would be left"):
        game.leaves("carol")
    assert game.leaves("carol", end_meant=True).ended == "one_left"
    (ended,) = game.happened(e.GameEnded)
    assert {(row["seat"], row["place"], row["team"]) for row in ended.ranking} == {
        ("bob", 1, "bob + dave"),
        ("dave", 1, "bob + dave"),
        ("alice", 2, "alice + carol"),
        ("carol", 2, "alice + carol"),
    }
    game.holds()


def test_a_person_with_two_seats_leaves_with_both_and_the_other_has_won(sat):
    for handle in ("alice", "alice_1", "alice_2"):
        game = sat("two_players=four_hands", players=("alice", "bob"))
        with pytest.raises(UserError, match="would end with it"):
            game.leaves(handle)
        done = game.leaves(handle, end_meant=True)
        assert (done.seats, done.ended) == (("alice_1", "alice_2"), "one_left")
        game.holds()


def test_nothing_changes_in_the_seats_of_a_game_that_is_over(sat):
    game = sat(players=("alice", "bob"))
    game.leaves("bob", end_meant=True)
    for change in (game.leaves, game.comes):
        with pytest.raises(UserError, match="harbour is over: its seats stay as they are"):
            change("alice")


# --- coming in --------------------------------------------------------------------------------------------


def test_who_comes_into_a_vacant_seat_gets_its_hand_cash_and_shares_and_plays_on(sat):
    game = sat(*SUBSTITUTE)
    game.leaves("bob")
    hand = view_of(game.log.entries, "bob").hand("bob")
    done = game.comes("bob")
    assert (done.seats, done.person, done.ended) == (("bob",), "Dora Dove", None)
    assert done.waits_for == PLAYERS
    mine = view_of(game.log.entries, "bob")
    assert sorted(mine.hand("bob")) == sorted(hand)
    assert mine.cash["bob"] == 6000
    game.resolve(*PLAYERS)
    assert game.laid_by("bob", 1) == {"orders"}
    game.holds()


@pytest.mark.parametrize("switches", [DEFAULTS, SUBSTITUTE])
def test_a_seat_that_is_still_held_may_be_handed_over(sat, switches):
    game = sat(*switches)
    game.file("bob", "tile any\nresign\nstanding\n  buy 1 Luxor\nend")
    game.comes("bob")
    assert not game.log.desk.in_force("bob")
    assert game.log.desk.resigned == set()
    assert game.status("bob").left is None
    game.resolve(*PLAYERS)
    assert game.happened(e.SeatLeft) == []
    game.holds()


def test_a_seat_that_is_played_by_the_defaults_is_filled_no_more_and_what_can_be_done_is_said(sat):
    game = sat()
    game.leaves("bob")
    head = game.log.head
    with pytest.raises(UserError, match=r"that is final.*handed over with --to only while somebody holds it"):
        game.comes("bob")
    assert game.log.head == head


def test_a_seat_may_change_hands_several_times_and_each_holder_has_his_own_number(sat):
    game = sat(*SUBSTITUTE)
    for person in ("Dora", "Eve"):
        game.comes("bob", person)
    game.leaves("bob")
    game.comes("bob", "Fay")
    assert [one.tenure for one in game.happened(e.SeatFilled)] == [2, 3, 4]
    game.resolve(*PLAYERS)
    game.holds()


def test_a_person_with_two_seats_hands_over_both(sat):
    game = sat("two_players=four_hands", players=("alice", "bob"))
    assert game.comes("alice").seats == ("alice_1", "alice_2")
    assert [one.seat for one in game.happened(e.SeatFilled)] == ["alice_1", "alice_2"]
    assert "You hold this seat from now on" in game.report("alice_2")
    game.resolve("alice_1", "alice_2", "bob_1", "bob_2")
    game.holds()


def test_the_name_is_kept_beside_the_log_and_stands_neither_in_it_nor_in_a_report(sat):
    game = sat(*SUBSTITUTE)
    game.comes("bob", "  Zebedee \n Quagmire ")
    assert (game.status("bob").holder, game.status("bob").tenure) == ("Zebedee Quagmire", 2)
    assert game.status("bob").since == "2026-12-04T18:00:00Z"
    game.resolve(*PLAYERS)
    everything = "".join(show_log(game.work, "harbour", everything=True).lines())
    everything += "".join(one.body.decode() for one in game.work.unit.publications("harbour"))
    assert "Quagmire" not in everything


def test_a_name_is_forgotten_on_demand_and_the_game_holds_as_before(sat):
    game = sat(*SUBSTITUTE)
    game.comes("bob", "Dora")
    game.comes("bob", "Eve")
    game.comes("carol", "Fay")
    assert forget_names(game.work, "harbour", "bob") == (2, ())
    assert (game.status("bob").holder, game.status("carol").holder) == (None, "Fay")
    game.holds()


def test_the_name_of_who_left_is_no_longer_shown_for_who_came_after_him(sat):
    game = sat(*SUBSTITUTE)
    game.comes("bob", "Dora")
    game.leaves("bob")
    assert game.status("bob").holder == "Dora"
    game.comes("bob", "Eve")
    assert game.status("bob").holder == "Eve"


@pytest.mark.parametrize("name", ["", "  ", "\x1b[2J", "a\x00b", "x" * 101])
def test_what_is_no_name_is_refused_and_changes_nothing(sat, name):
    game = sat(*SUBSTITUTE)
    head = game.log.head
    with pytest.raises(UserError, match="name"):
        game.comes("bob", name)
    assert game.log.head == head


def test_nobody_in_the_game_has_that_handle(sat):
    game = sat()
    with pytest.raises(UserError, match="Nobody in harbour is called 'eve'"):
        game.leaves("eve")
    with pytest.raises(UserError, match="Nobody in harbour is called 'eve'"):
        game.comes("eve")


# --- reports ----------------------------------------------------------------------------------------------


def test_who_comes_in_has_a_report_at_once_with_his_hand_and_a_form_for_the_open_round(sat):
    game = sat(*SUBSTITUTE)
    game.resolve(*PLAYERS)
    game.leaves("bob")
    game.comes("bob")
    text = game.report("bob")
    assert "You hold this seat from now on" in text
    for tile in view_of(game.log.entries, "bob").hand("bob"):
        assert f"\n{tile} " in text
    assert "| round 2\n| player bob\n" in text
    assert f"Check the log:  referee verify harbour --head {game.log.head.seq}:" in text
    game.holds()


def test_who_comes_in_before_the_first_round_was_played_reads_how_the_game_was_opened(sat):
    game = sat(*SUBSTITUTE)
    game.comes("bob")
    text = game.report("bob")
    assert "You hold this seat from now on" in text
    assert "| round 1\n| player bob\n" in text
    game.holds()


def test_what_follows_is_reported_to_who_came_in_as_to_anybody(sat):
    game = sat(*SUBSTITUTE)
    game.comes("bob")
    game.resolve(*PLAYERS)
    text = game.report("bob")
    assert "You hold this seat from now on" not in text
    assert "|* 1 tile any\n" in text


def test_a_seat_that_nobody_holds_has_no_report_of_its_own_until_somebody_comes(sat):
    game = sat(*SUBSTITUTE)
    game.leaves("bob")
    game.resolve("alice", "carol", "dave")
    published = {(one.round, one.recipient) for one in game.work.unit.publications("harbour")}
    assert published == {
        *((0, reader) for reader in (None, *PLAYERS)),
        *((1, reader) for reader in (None, "alice", "carol", "dave")),
    }
    game.comes("bob")
    assert "You hold this seat from now on" in game.report("bob", 1)
    game.holds()


def test_who_resigned_still_reads_what_came_of_his_last_orders(sat):
    for switches in (DEFAULTS, SUBSTITUTE):
        game = sat(*switches)
        game.file("bob", "tile any\nbuy nothing\nresign")
        game.resolve("alice", "carol", "dave")
        text = game.report("bob", 1)
        assert "|* 1 tile any\n|* 2 buy nothing\n" in text
        assert "has left the game" in text
        assert "ORDER FORM" not in text
        game.resolve("alice", "carol", "dave")
        with pytest.raises(UserError, match=r"bob has no report of round 2: nobody held that seat then\."):
            game.report("bob", 2)
        with pytest.raises(
            UserError, match=r"harbour has no report of round 3: its latest is that of round 2"
        ):
            game.report("bob", 3)
        game.holds()


# --- verifying --------------------------------------------------------------------------------------------


def changed(game: Referee, kind: type[e.Event], **to: object) -> list[e.Entry]:
    """The log with the first event of a kind told otherwise."""
    entries = list(game.log.written)
    place = next(n for n, one in enumerate(entries) if isinstance(one.event, kind))
    entries[place] = replace(entries[place], event=replace(entries[place].event, **to))
    return entries


def faults(entries: list[e.Entry]) -> str:
    from referee.service.invariants import broken

    return "; ".join(broken(entries))


def test_verifying_finds_holders_that_cannot_follow_each_other(sat):
    game = sat(*SUBSTITUTE)
    game.leaves("bob")
    game.comes("bob")
    assert "holder 3 of bob came where holder 2 was to come" in faults(changed(game, e.SeatFilled, tenure=3))
    assert "bob was handed over with 1A, not with its hand" in faults(
        changed(game, e.HandAdopted, tiles=("1A",))
    )
    without = [one for one in game.log.written if not isinstance(one.event, e.SeatFilled)]
    assert "the hand of bob was handed over to nobody" in faults(without)
    assert "bob was filled, and its hand was not handed over" in faults(
        [*game.log.written[:-1], e.Entry(e.SeatLeft("removed", seat="bob"), 1)]
    )
    twice = [*game.log.written[:-2], game.log.written[-3]]
    assert "bob had been left before" in faults(twice)


def test_verifying_finds_somebody_who_came_where_the_defaults_play_for_good(sat):
    game = sat()
    game.leaves("bob")
    entries = [
        *game.log.written,
        e.Entry(e.SeatFilled(2, seat="bob"), 1),
        e.Entry(e.HandAdopted(tuple(view_of(game.log.entries, "bob").hand("bob")), seat="bob"), 1),
    ]
    assert "bob was filled, and it had been left for good" in faults(entries)


def test_verifying_finds_a_play_by_the_defaults_of_a_seat_that_is_held(sat):
    game = sat()
    game.resolve(*PLAYERS)
    assert "was played by the defaults, and it was not left for good" in faults(
        changed(game, e.TilePlaced, by="left")
    )


def test_the_audit_finds_an_end_that_a_leaver_did_not_bring_and_one_that_he_did(sat):
    from referee.service.audit import differences

    game = sat(players=("alice", "bob"))
    before = list(game.log.entries)
    ended = [*before, *leave(before, ["bob"], "removed")]
    assert list(differences(ended)) == []
    cut = ended[: len(before) + 1]
    (difference,) = differences(cut)
    assert difference.startswith(
        "the leaving of bob, event 2: nothing more happened, but decided again game_ended (why one_left, ranking "
    )


def test_verifying_misses_the_report_of_who_came_in(sat):
    game = sat(*SUBSTITUTE)
    game.resolve(*PLAYERS)
    game.comes("bob")
    records = game.work.unit.records("harbour")
    published = game.work.unit.publications("harbour")
    entries, wrong = what_happened(records)
    assert wrong == []
    assert list(report_faults(published, entries, records)) == []
    last = published[-1]
    assert (last.recipient, last.seq) == ("bob", len(records))
    assert list(report_faults(published[:-1], entries, records)) == [
        "the report of round 1 for bob is missing"
    ]


def test_verifying_finds_a_report_for_a_seat_that_nobody_holds(sat):
    game = sat(*SUBSTITUTE)
    game.leaves("bob")
    game.resolve("alice", "carol", "dave")
    records = game.work.unit.records("harbour")
    published = game.work.unit.publications("harbour")
    entries, _ = what_happened(records)
    alices = next(one for one in published if one.recipient == "alice" and one.round == 1)
    wrong = list(report_faults([*published, replace(alices, recipient="bob")], entries, records))
    assert wrong == ["the report of round 1 for bob was published, and nobody held that seat"]


# --- two at once ------------------------------------------------------------------------------------------


def test_who_changes_a_seat_on_a_log_that_has_gone_on_is_overtaken_and_nothing_is_written(sat):
    game = sat(*SUBSTITUTE)
    stale = game.log
    game.resolve(*PLAYERS)
    head = game.log.head
    with pytest.raises(Overtaken):
        game.work.append(stale, leave(stale.entries, ["bob"], "removed"))
    assert game.work.unit.head("harbour") == head


def test_a_round_resolved_on_a_log_in_which_somebody_has_left_since_is_overtaken(sat):
    game = sat(*SUBSTITUTE)
    stale = game.log
    game.leaves("bob")
    with pytest.raises(Overtaken):
        game.work.append(stale, resolve(stale.entries))
