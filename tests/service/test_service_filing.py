"""Filing and resolving through the services: what stands in the log, what is refused, who overtakes whom."""

import pytest
from service_helpers import AT, GOOD, PLAYERS, open_harbour

from referee.db.store import open_store
from referee.db.unit import Overtaken
from referee.errors import UserError
from referee.report.answer import answer_text
from referee.round import adjudicate
from referee.rules import events as e
from referee.service.file_orders import check_orders, file_orders
from referee.service.game_log import Work, log_of
from referee.service.order_text import OrdersRefusedError
from referee.service.resolve_round import resolve_round
from referee.service.show_log import show_log


def last_events(work, count):
    return [entry.event for entry in work.log("harbour").written[-count:]]


def test_what_is_filed_is_the_canonical_form_for_the_seat_alone(tmp_path):
    with open_harbour(tmp_path) as work:
        answer = file_orders(work, "harbour", "ALICE", "TILE any\nbuy 3 Luxxor\n", "mail")
        assert answer.verdict != "FILED"
        answer = file_orders(work, "harbour", "ALICE", "Tile ANY\nkey K7Q9-XM42\n", "alice.txt")
        (filed,) = last_events(work, 1)
        assert (filed.seat, filed.round, filed.source) == ("alice", 1, "alice.txt")
        assert "tile any" in filed.orders
        assert "K7Q9" not in filed.orders + answer.canonical
        assert work.unit.records("harbour")[-1].visibility == ("alice#1",)


def test_a_text_without_orders_leaves_no_trace(tmp_path):
    with open_harbour(tmp_path) as work:
        before = work.log("harbour").head
        for text in ("", "Dear all", "buy 3 Luxxor", "note: I shall be late\n"):
            assert file_orders(work, "harbour", "alice", text, "test").verdict == "NOT FILED"
        assert work.log("harbour").head == before


def test_checking_leaves_no_trace_either(tmp_path):
    with open_harbour(tmp_path) as work:
        before = work.log("harbour").head
        assert check_orders(work, "harbour", "alice", GOOD).verdict == "FILED"
        assert work.log("harbour").head == before


@pytest.mark.parametrize("text", ["game quay\ntile any", "player bob\ntile any"])
def test_a_refused_text_leaves_no_trace(tmp_path, text):
    with open_harbour(tmp_path) as work:
        before = work.log("harbour").head
        with pytest.raises(OrdersRefusedError):
            file_orders(work, "harbour", "alice", text, "test")
        assert work.log("harbour").head == before


def test_orders_after_the_end_are_refused(tmp_path):
    with open_harbour(
        tmp_path, players=("alice", "bob"), switches=["two_players=plain", "stall_end=true"]
    ) as work:
        while work.log("harbour").desk.round is not None:
            resolve_round(work, "harbour", misses_meant=True)
        with pytest.raises(OrdersRefusedError, match="the game is over"):
            file_orders(work, "harbour", "alice", GOOD, "test")
        with pytest.raises(UserError, match="the game is over"):
            resolve_round(work, "harbour", misses_meant=True)


def test_what_is_rendered_and_decided_is_what_will_be_read(tmp_path):
    with open_harbour(tmp_path) as work:
        for seat in PLAYERS:
            file_orders(work, "harbour", seat, "tile any\nfound any\nbuy 3 Luxor\n", "test")
        resolve_round(work, "harbour", misses_meant=False)
        live = work.log("harbour")
        assert log_of("harbour", work.unit.load("harbour")).written == live.written
        again = Work(work.unit, work.at).log("harbour")
        assert again.head == live.head


@pytest.mark.file
def test_whoever_decides_from_an_old_state_is_overtaken(tmp_path):
    with open_harbour(tmp_path):
        pass
    with open_store(tmp_path / "referee.db") as store:
        with store.read() as unit:
            old = Work(unit, AT.now()).log("harbour")
        with store.write() as unit:
            file_orders(Work(unit, AT.now()), "harbour", "alice", GOOD, "test")
        with store.write() as unit, pytest.raises(Overtaken):
            Work(unit, AT.now()).append(old, [e.Entry(e.RoundClosed(), round=1)])


def test_a_player_never_finds_another_ones_secrets_in_his_log(tmp_path):
    marks = {seat: f"buy {number} Luxor" for number, seat in enumerate(PLAYERS, 1)}
    with open_harbour(tmp_path) as work:
        for seat, mark in marks.items():
            file_orders(work, "harbour", seat, f"tile any\n{mark}\n", f"secret of {seat}")
        resolve_round(work, "harbour", misses_meant=False)
        hands = {
            seat: [event.tiles for event in (entry.event for entry in work.log("harbour").written)
                   if isinstance(event, e.TilesDealt) and event.seat == seat]
            for seat in PLAYERS
        }  # fmt: skip
        for reader in (None, *PLAYERS):
            seen = "\n".join(show_log(work, "harbour", handle=reader).lines())
            for seat in PLAYERS:
                assert (f"secret of {seat}" in seen) == (seat == reader)
                assert (str(list(hands[seat][0])).replace("'", '"') in seen) == (seat == reader)


def test_whoever_had_no_play_any_more_has_missed_nothing(tmp_path):
    """A game that ends in the middle of a round: the plays after that are void, not missed."""
    with open_harbour(
        tmp_path, players=("alice", "bob"), switches=["two_players=plain", "auto_end=true"]
    ) as work:
        while work.log("harbour").desk.round is not None:
            done = resolve_round(work, "harbour", misses_meant=True)
            happened = {
                entry.event.seat
                for entry in work.log("harbour").written
                if isinstance(entry.event, e.OrdersMissed) and entry.round == done.round
            }
            assert set(done.missed) == happened


def test_void_plays_are_not_missed(tmp_path, monkeypatch):
    with open_harbour(tmp_path) as work:
        play = adjudicate.play
        monkeypatch.setattr(adjudicate, "play", lambda *words: (play(*words), "announced")[1])
        done = resolve_round(work, "harbour", misses_meant=True)
        assert done.ended == "announced"
        assert len(done.missed) == 1


@pytest.mark.parametrize("text", ["note: I shall be late\n", "buy 3 Luxxor\n", "withdraw\n"])
def test_who_has_nothing_in_force_is_shown_what_a_miss_would_do(tmp_path, text):
    with open_harbour(tmp_path) as work:
        answer = file_orders(work, "harbour", "alice", text, "test")
    assert answer.misses
    first = answer.preview[0].decisions[0]
    assert (first.question, first.default) == ("tile", "no orders: the die")
    assert {one.question for play in answer.preview for one in play.decisions} == {"tile"}
    told = " ".join(answer_text(answer).split())
    assert "No orders of alice are in force for round 1, which would now be missed:" in told


@pytest.mark.parametrize(
    "text",
    ["note: I shall be late\n", "buy 3 Luxxor\n", "standing\n  buy nothing\nend\nwithdraw\n", "ready\n"],
)
def test_who_has_something_in_force_is_not_told_of_a_miss(tmp_path, text):
    with open_harbour(tmp_path) as work:
        file_orders(work, "harbour", "alice", GOOD, "test")
        answer = file_orders(work, "harbour", "alice", text, "test")
    assert not answer.misses
    assert "would now be missed" not in " ".join(answer_text(answer).split())
