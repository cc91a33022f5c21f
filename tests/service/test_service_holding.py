"""A round that is held: seen by the referee alone, released as it was seen, thrown away by whatever happens."""

from __future__ import annotations

from dataclasses import replace

import pytest
from mail_house import NOW, ORDERS, MailHouse, sit
from sqlmodel import text

from referee.cli.happenings import taken_line
from referee.clock import FixedClock, FixedEntropy, SystemEntropy, later
from referee.db.drafts import HeldRound, draft_of
from referee.db.people import add_person
from referee.errors import UserError
from referee.round import adjudicate
from referee.rules.events import RoundOpened
from referee.service import hold_round as holding
from referee.service import resolve_all as resolving
from referee.service.failed import Failed
from referee.service.file_orders import file_orders
from referee.service.game_file import game_from_words
from referee.service.hold_round import Held, discard_round, draft_reports, hold_round, release_round
from referee.service.make_ruling import make_ruling
from referee.service.open_game import open_game, plan_game
from referee.service.post_reports import post_latest
from referee.service.release_due import release_due
from referee.service.resolve_all import resolve_all
from referee.service.resolve_round import Resolved, resolve_round
from referee.service.seats import leave_seat
from referee.service.serve import do_once
from referee.service.show_report import show_report, show_reports
from referee.service.show_status import HeldSince, game_status
from referee.service.verify_game import verify_game

HOUR = 3600
DEADLINE = "2026-11-28T12:00:00Z"
BEFORE, AFTER = "2026-11-28T11:59:59Z", "2026-11-28T12:00:01Z"
PLAYERS = ("alice", "bob", "carol")


@pytest.fixture(autouse=True)
def chance(monkeypatch):
    """Salts, ids and tokens are the same every time, so that whole letters can be compared."""
    entropy = FixedEntropy("holding")
    monkeypatch.setattr(SystemEntropy, "token", lambda _, size: entropy.token(size))


class House(MailHouse):
    """A house in which all have filed orders, with press, for the first round of harbour."""

    def opens_until(self, deadline: str | None, *, switches: tuple[str, ...] = ()) -> None:
        asked = game_from_words("harbour", PLAYERS, "classic", list(switches))
        *planned, last = plan_game("harbour", asked.plan, FixedEntropy("harbour"))
        assert isinstance(last.event, RoundOpened)
        self.handles = PLAYERS
        with self.working() as work:
            for handle in PLAYERS:
                add_person(work.unit, handle, handle.title(), [f"{handle}@players.example"], self.now)
            opening = replace(last, event=replace(last.event, deadline=deadline))
            log = open_game(work, "harbour", [*planned, opening])
            sit(work, "harbour", {handle: handle for handle in PLAYERS}, self.now)
            for seat in log.seats:
                post_latest(work, "harbour", seat)

    def files(self, handle: str, words: str = ORDERS) -> None:
        with self.working() as work:
            file_orders(work, "harbour", handle, words, "tests")

    def all_file(self) -> None:
        for handle in PLAYERS:
            self.files(handle, f"{ORDERS}press: {handle} was here\nanonymous press: who was?\n")

    def holds(self, seconds: int | None = None, *, missing: bool = False) -> Held:
        def act(work):
            return hold_round(work, "harbour", misses_meant=missing, seconds=seconds)

        return self.when_mail_is_read(act)[-1]

    def held(self) -> HeldRound | None:
        with self.looking() as work:
            return draft_of(work.unit, "harbour")

    def releases(self) -> Resolved:
        return self.when_mail_is_read(lambda work: release_round(work, "harbour"))[-1]

    def tampers(self, statement: str) -> None:
        with self.working() as work:
            work.unit.session.connection().execute(text(statement))

    def posted(self) -> list[tuple[str, str, bytes]]:
        """Every letter that was written, byte by byte."""
        return [(one.kind, one.recipient, one.mail.as_bytes()) for one in self.letters()]

    def published(self) -> list[tuple[int, str | None, bytes]]:
        with self.looking() as work:
            return [(one.round, one.recipient, one.body) for one in work.unit.publications("harbour")]


@pytest.fixture
def house(tmp_path):
    found = House(tmp_path)
    found.opens_until(None)
    found.all_file()
    return found


def without_marks(body: bytes) -> bytes:
    """A report but for its foot and for what marks a draft: what stands between the two."""
    lines = body.decode().removeprefix(
        "DRAFT: only the referee has seen this. It may still be thrown away.\n\n"
    )
    return "\n".join(lines.splitlines()[:-1]).encode()


# --- making, seeing, releasing, discarding --------------------------------------------------------------------


def test_a_held_round_is_not_in_the_log_and_no_report_and_no_letter_tells_of_it(house):
    before = house.log().written, house.published(), house.posted()
    assert house.holds(12 * HOUR) == Held("harbour", 1, later(NOW, 12 * HOUR))
    assert (house.log().written, house.published(), house.posted()) == before


def test_what_is_released_is_what_the_draft_showed_press_included(house):
    house.holds()
    with house.looking() as work:
        seen = {who: draft_reports(work, "harbour", who)[0].body for who in (None, *PLAYERS)}
    assert (house.releases().round, house.held()) == (1, None)
    released = {who: body for number, who, body in house.published() if number == 1}
    assert {who: without_marks(body) for who, body in seen.items()} == {
        who: without_marks(body) for who, body in released.items()
    }
    assert b"alice was here" in released[None]


def test_a_draft_says_so_at_its_head_and_at_its_foot_and_has_no_head_of_the_log(house):
    house.holds()
    with house.looking() as work:
        (found,) = draft_reports(work, "harbour", "bob")
    lines = found.body.decode().splitlines()
    assert lines[0].startswith("DRAFT")
    assert lines[-1].startswith("DRAFT")
    assert "--head" not in found.body.decode()
    assert found.head is None


def test_looking_at_a_draft_writes_nothing_and_the_press_still_waits(house):
    house.holds()
    before = house.log().written, house.published(), house.posted()
    for who in (None, *PLAYERS):
        with house.working() as work:
            draft_reports(work, "harbour", who)
    assert (house.log().written, house.published(), house.posted()) == before
    house.releases()
    assert b"who was?" in house.published()[-1][2]


def test_what_is_released_is_what_resolving_would_have_written(house, tmp_path):
    (tmp_path / "other").mkdir()
    other = House(tmp_path / "other")
    other.opens_until(None)
    other.all_file()
    other.resolves()
    house.holds()
    house.now = other.now
    house.releases()
    assert [(one.event, one.round) for one in house.log().entries if one.event.KIND != "press_published"] == [
        (one.event, one.round) for one in other.log().entries if one.event.KIND != "press_published"
    ]
    with house.looking() as work:
        assert verify_game(work, "harbour", audit=True).holds
    assert len(house.letters(kind="report")) == len(other.letters(kind="report"))


def test_the_deadline_of_the_next_round_is_that_of_the_release_and_not_part_of_what_was_held(
    house, monkeypatch
):
    house.holds()
    opens = adjudicate.RoundTable.open_round

    def with_deadline(table, event):
        opens(table, replace(event, deadline=DEADLINE))

    monkeypatch.setattr(adjudicate.RoundTable, "open_round", with_deadline)
    with house.working() as work:
        resolved = release_round(work, "harbour")
    assert resolved.next_round == 2
    assert house.log().desk.deadline == DEADLINE


def test_what_was_discarded_is_gone_and_the_round_is_open_as_before(house):
    before = house.log().written
    house.holds()
    with house.working() as work:
        assert discard_round(work, "harbour").round == 1
    assert house.held() is None
    assert house.log().written == before
    house.resolves(missing=False)
    assert house.log().desk.round == 2


@pytest.mark.parametrize(
    "act", [release_round, discard_round, lambda work, game: draft_reports(work, game, None)]
)
def test_where_no_round_is_held_there_is_nothing_to_see_release_or_discard(house, act):
    with house.working() as work, pytest.raises(UserError, match=r"no round is held\. Nothing was changed"):
        act(work, "Harbour")


def test_whatever_keeps_a_round_from_being_resolved_keeps_it_from_being_held_in_the_same_words(tmp_path):
    house = House(tmp_path)
    house.opens_until(None)
    house.files("alice")
    refusals = []
    for act in (
        lambda work: resolve_round(work, "harbour", misses_meant=False),
        lambda work: hold_round(work, "harbour", misses_meant=False, seconds=None),
        lambda work: resolve_round(work, "harbour", misses_meant=True, number=2),
        lambda work: hold_round(work, "harbour", misses_meant=True, seconds=None, number=2),
    ):
        with house.working() as work, pytest.raises(UserError) as refusal:
            act(work)
        refusals.append(str(refusal.value))
    assert refusals[0] == refusals[1]
    assert refusals[2] == refusals[3]
    house.arrives(house.mail(ORDERS, sender="bob@players.example", to=house.reply_address("bob")))
    with house.working() as work, pytest.raises(UserError, match="has not been read"):
        hold_round(work, "harbour", misses_meant=True, seconds=None)
    assert house.held() is None


def test_a_round_that_is_held_is_neither_held_again_nor_resolved_unless_that_is_meant(house):
    house.holds(HOUR)
    for act in (
        lambda work: resolve_round(work, "harbour", misses_meant=False),
        lambda work: hold_round(work, "harbour", misses_meant=False, seconds=None),
    ):
        with (
            house.working() as work,
            pytest.raises(UserError, match="held already, until 2026-11-28T11:00:00Z"),
        ):
            act(work)
    assert house.held().due == later(NOW, HOUR)
    with house.working() as work:
        assert resolve_round(work, "harbour", misses_meant=False, though_held=True).round == 1
    assert house.held() is None


def test_who_was_to_miss_a_held_round_misses_it_when_it_is_released_and_nobody_else(tmp_path):
    house = House(tmp_path)
    house.opens_until(None)
    house.files("alice")
    house.holds(missing=True)
    assert set(house.releases().missed) == {"bob", "carol"}


def test_what_would_come_out_otherwise_is_not_released_and_nothing_is_changed(house):
    house.holds()
    house.tampers("UPDATE drafts SET digest = 'another'")
    with house.looking() as work:
        assert "is not what was held" in draft_reports(work, "harbour", None)[0].remark
    before = house.log().written, house.held()
    with (
        house.working() as work,
        pytest.raises(UserError, match=r"not what was held.*Nothing was changed.*discard"),
    ):
        release_round(work, "harbour")
    assert (house.log().written, house.held()) == before


# --- what throws it away --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "act",
    [
        lambda work: file_orders(work, "harbour", "bob", "withdraw\n", "tests"),
        lambda work: file_orders(work, "harbour", "bob", "tile any\n", "tests"),
        lambda work: file_orders(work, "harbour", "bob", "resign\n", "tests"),
        lambda work: file_orders(work, "harbour", "bob", "standing\ntile any\nend\n", "tests"),
        lambda work: file_orders(work, "harbour", "bob", "round 2\nresign\n", "tests"),
        lambda work: leave_seat(work, "harbour", "bob", end_meant=False),
        lambda work: make_ruling(work, "harbour", "Bob is poor.", ["bob=+100"], [], ends=False),
    ],
    ids=["withdrawal", "orders", "resigning", "standing", "resigning-later", "leaving", "ruling"],
)
def test_whatever_changes_the_open_round_throws_the_draft_away_and_says_so(house, act):
    house.holds()
    with house.working() as work:
        act(work)
        assert work.drafts_gone == [("harbour", 1)]
    assert house.held() is None


@pytest.mark.parametrize(
    "words",
    ["round 2\ntile any\n", "round 3\nstanding\ntile any\nend\n", "press: only words\n", "nonsense\n"],
)
def test_what_is_for_later_rounds_alone_leaves_it_as_it_is_and_it_can_be_released(house, words):
    house.holds()
    with house.working() as work:
        file_orders(work, "harbour", "bob", words, "tests")
        assert work.drafts_gone == []
    assert house.held() is not None
    assert house.releases().round == 1


def test_where_rounds_are_single_plays_what_counts_for_the_open_one_is_what_matters(tmp_path):
    """Of who has no play in it, what is filed for his next play: his merger lines count at once."""
    house = House(tmp_path)
    house.opens_until(None, switches=("plays_per_round=1",))
    first, second, *_ = house.log().desk.order
    house.files(first)
    house.holds()
    house.files(second)
    assert house.held() is None
    house.holds()
    house.files(second, f"round 5\n{ORDERS}")
    assert house.held() is not None
    assert house.releases().round == 1


def test_what_was_filed_ahead_while_a_round_was_held_is_told_in_the_report_that_is_released(house):
    house.holds()
    house.files("bob", f"round 2\n{ORDERS}")
    house.releases()
    body = next(body for number, who, body in house.published() if (number, who) == (1, "bob"))
    assert b"YOUR ORDERS FILED AHEAD for round 2" in body


# --- after the deadline ---------------------------------------------------------------------------------------


@pytest.fixture
def closed(tmp_path):
    """A house in which the deadline has passed and the round is held."""
    found = House(tmp_path)
    found.opens_until(DEADLINE)
    found.all_file()
    found.now = AFTER
    found.holds(HOUR)
    return found


def test_after_the_deadline_of_a_held_round_a_mail_comes_too_late_and_is_told_no_more_than_that(closed):
    before = closed.log().written, closed.held()
    (taken,) = closed.writes("bob", "tile any\nbuy 1 Luxor\n")
    assert taken.outcome == "rejected"
    assert (closed.log().written, closed.held()) == before
    told = closed.answer("bob")
    assert told.subject.startswith("NOT FILED")
    words = " ".join(told.text.split())
    assert (
        "the deadline of round 1 has passed (2026-11-28T12:00:00Z), and it is closed. Nothing was filed"
        in words
    )
    for secret in ("held", "draft", "discard", "referee report"):
        assert secret not in told.text.lower()


@pytest.mark.parametrize("words", ["resign\n", "round 2\nresign\n", f"round 2\n{ORDERS}resign\n"])
def test_who_resigns_after_the_deadline_is_told_to_wait_and_not_to_write_for_the_next_round(closed, words):
    """For whatever round it is written, it counts for the one that is open: so that advice would never end."""
    (taken,) = closed.writes("bob", words)
    assert (taken.outcome, closed.held() is None) == ("rejected", False)
    told = " ".join(closed.answer("bob").text.split())
    assert "`resign` can be sent again when the report of round 1 has come." in told
    assert "above your orders" not in told.partition("has come.")[0]


def test_what_counts_is_when_a_mail_came_in_and_not_when_it_is_read(closed):
    closed.now = BEFORE
    closed.arrives(closed.mail("withdraw\n", sender="bob@players.example", to=closed.reply_address("bob")))
    closed.now = AFTER
    (taken,) = closed.takes()
    assert (taken.outcome, closed.held()) == ("orders", None)


def test_orders_for_later_rounds_are_kept_after_the_deadline_as_ever(closed):
    (taken,) = closed.writes("bob", f"round 2\n{ORDERS}")
    assert (taken.filed, closed.held() is None) == ("FILED", False)


def test_without_a_draft_orders_after_the_deadline_are_taken_as_ever(closed):
    with closed.working() as work:
        discard_round(work, "harbour")
    (taken,) = closed.writes("bob", ORDERS)
    assert taken.filed == "FILED"


def test_the_referee_himself_is_told_to_discard_it_first(closed):
    with pytest.raises(UserError, match="discard it first: referee discard harbour"):
        closed.files("bob")
    assert closed.held() is not None


# --- in time --------------------------------------------------------------------------------------------------


def due(house, at):
    return list(release_due(house.database, house.office, FixedClock(at)))


def test_what_is_due_is_released_and_nothing_before(house):
    house.holds(HOUR)
    assert due(house, later(NOW, HOUR - 1)) == []
    (done,) = due(house, later(NOW, HOUR))
    assert (done.game, done.round) == ("harbour", 1)
    assert due(house, later(NOW, HOUR)) == []
    assert [number for number, who, _ in house.published() if who is None] == [0, 1]


def test_what_is_held_until_somebody_says_so_is_never_due(house):
    house.holds()
    assert due(house, "2099-01-01T00:00:00Z") == []


def test_mail_that_has_come_is_read_first_and_may_throw_it_away(house):
    house.holds(HOUR)
    house.arrives(house.mail("withdraw\n", sender="bob@players.example", to=house.reply_address("bob")))
    (taken,) = due(house, later(NOW, HOUR))
    assert (taken.outcome, house.held(), house.log().desk.round) == ("orders", None, 1)


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("UPDATE drafts SET digest = 'another'", "what would happen in round 1 now is not what was held"),
        ("UPDATE drafts SET round = 9", "what would happen in round 9 now is not what was held"),
    ],
)
def test_what_is_due_and_cannot_be_released_is_thrown_away_and_told_and_stops_no_other(house, statement, why):
    house.opens("quay")
    with house.working() as work:
        resolve = {"misses_meant": True, "seconds": HOUR}
        hold_round(work, "quay", **resolve)
        hold_round(work, "harbour", **resolve)
    house.tampers(f"{statement} WHERE game = 1")
    done = {one.game: one for one in due(house, later(NOW, HOUR))}
    assert isinstance(done["harbour"], Failed)
    assert why in done["harbour"].why
    assert "was thrown away" in done["harbour"].why
    assert isinstance(done["quay"], Resolved)
    assert (house.held(), house.log().desk.round) == (None, 1)


def test_a_fault_of_the_program_is_told_by_its_kind_alone_and_the_draft_is_gone(house, monkeypatch):
    house.holds(HOUR)

    def stumbles(*_):
        raise ZeroDivisionError("alice holds 5C")

    monkeypatch.setattr(holding, "publish_decided", stumbles)
    (done,) = due(house, later(NOW, HOUR))
    assert "ZeroDivisionError" in done.why
    assert "5C" not in done.why
    assert house.held() is None


def works(house, at, **how):
    return list(resolve_all(house.database, house.office, FixedClock(at), pause=lambda _: False, **how))


def test_a_worker_holds_what_it_would_resolve_and_ends_and_releases_it_in_time(house):
    assert works(house, NOW, hold=HOUR) == [Held("harbour", 1, later(NOW, HOUR))]
    assert works(house, later(NOW, HOUR - 1), hold=HOUR) == []
    (done,) = works(house, later(NOW, HOUR), hold=HOUR)
    assert (done.round, done.next_round) == (1, 2)


def test_a_worker_leaves_alone_what_is_held_until_somebody_says_so(house):
    house.holds()
    assert works(house, NOW) == []
    assert house.held() is not None


@pytest.mark.parametrize("hold", [HOUR, None], ids=["holding", "resolving"])
def test_a_worker_leaves_to_the_referee_what_he_discarded_until_something_changes_it(house, hold):
    """Else it would hold the same again, or play it, and nobody could mend what he did not like in it."""
    house.holds(HOUR)
    with house.working() as work:
        discard_round(work, "harbour")
        assert game_status(work, "harbour").is_discarded
    assert works(house, later(NOW, HOUR), hold=hold) == []
    house.writes("bob", f"round 2\n{ORDERS}")
    assert works(house, later(NOW, HOUR), hold=hold) == []
    house.files("bob")
    with house.looking() as work:
        assert not game_status(work, "harbour").is_discarded
    (done,) = works(house, later(NOW, HOUR), hold=hold)
    assert done.round == 1


def test_what_a_worker_cannot_release_it_decides_anew(house):
    house.holds(HOUR)
    house.tampers("UPDATE drafts SET digest = 'another'")
    failed, held = works(house, later(NOW, HOUR), hold=HOUR)
    assert "was thrown away" in failed.why
    assert held == Held("harbour", 1, later(NOW, 2 * HOUR))


def works_on(house, meanwhile, at, **how):
    """What a worker does that goes on when nothing is left to do, until it has nothing to do once more after that."""
    idle = []

    def pause(seconds):
        if seconds == resolving.LOOKS_EVERY:
            idle.append(seconds)
            if len(idle) == 1:
                meanwhile()
        return len(idle) > 1

    return list(
        resolve_all(house.database, house.office, FixedClock(at), pause=pause, until_idle=False, **how)
    )


@pytest.mark.parametrize("by", ["discarding", "failing"])
def test_a_worker_that_goes_on_decides_anew_what_failed_to_be_released_elsewhere_and_not_what_was_discarded(
    house, by
):
    """The log is as long as when the round was held. What the referee discarded is his."""

    def meanwhile():
        if by == "discarding":
            with house.working() as work:
                discard_round(work, "harbour")
        else:
            house.tampers("UPDATE drafts SET digest = 'another'")
            assert [type(one) for one in due(house, later(NOW, HOUR))] == [Failed]

    times = 1 if by == "discarding" else 2
    assert works_on(house, meanwhile, NOW, hold=HOUR) == [Held("harbour", 1, later(NOW, HOUR))] * times


def test_a_worker_that_is_told_to_stop_releases_no_further_round(house):
    house.opens("quay")
    with house.working() as work:
        for game in ("harbour", "quay"):
            hold_round(work, game, misses_meant=True, seconds=HOUR)
    done = []
    for one in resolve_all(
        house.database, house.office, FixedClock(later(NOW, HOUR)), pause=lambda _: bool(done)
    ):
        done.append(one)  # noqa: PERF402  # the worker looks at it between two of them
    assert [one.round for one in done] == [1]


def test_a_house_that_serves_releases_what_is_due(house):
    house.holds(HOUR)
    house.sets_up()
    from referee.mail.settings import MailSettings

    done = list(do_once(house.database, MailSettings(house.office), FixedClock(later(NOW, HOUR))))
    assert [one.round for one in done if isinstance(one, Resolved)] == [1]


# --- what tells of it -----------------------------------------------------------------------------------------


def test_status_tells_the_referee_since_when_and_until_when_a_round_is_held(house):
    with house.looking() as work:
        assert game_status(work, "harbour").held is None
    house.holds(HOUR)
    with house.looking() as work:
        assert game_status(work, "harbour").held == HeldSince(NOW, later(NOW, HOUR))


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE drafts SET round = 9", "round 9 is held, and the open one is round 1"),
        ("UPDATE drafts SET seq = 9999", "round 1 is held by a log that ends with record 9999"),
        ("UPDATE drafts SET head = 'x'", "and not as this one has it"),
    ],
)
def test_a_held_round_that_cannot_be_is_named_when_the_game_is_verified(house, statement, fault):
    house.holds()
    with house.looking() as work:
        assert verify_game(work, "harbour", audit=True).holds
    house.tampers(statement)
    with house.looking() as work:
        (found,) = verify_game(work, "harbour").faults
    assert fault in found


# --- a draft never reaches a player ---------------------------------------------------------------------------


ASKED = (
    *("status\n", "report\n", "report 1\n", "report 0\n", "help\n", "rules\n", "note: how is it?\n"),
    *("withdraw nothing\n", "nonsense\n", "press: and more\n", f"round 2\n{ORDERS}", f"round 0\n{ORDERS}"),
    *(ORDERS, "withdraw\n", "standing\ntile any\nend\n", "resign\n"),
)


def all_that_players_get(house, deadline, *, is_held):
    """Every letter and report of a house in which everybody asks for everything and files what he can."""
    house.opens_until(deadline)
    house.all_file()
    for words in ASKED:
        for handle in PLAYERS:
            if is_held and house.held() is None:
                house.holds(HOUR, missing=True)
            house.writes(handle, words)
            with house.looking() as work:
                found = show_reports(work, "harbour", None, handle, fresh=True)
                assert {one.round for one in found} == {0}
                assert show_report(work, "harbour", 0, None, fresh=False).head is not None
    to_players = [
        one for one in house.posted() if one[1] != house.office.referee or "draft" not in one[2].decode()
    ]
    return to_players, house.published(), house.log().written


@pytest.mark.parametrize("deadline", [None, DEADLINE], ids=["no-deadline", "before-the-deadline"])
def test_nothing_that_a_player_gets_tells_whether_a_round_is_held(tmp_path, deadline, monkeypatch):
    found = []
    for name in ("with", "without"):
        entropy = FixedEntropy("the same for both")
        monkeypatch.setattr(SystemEntropy, "token", lambda _, size, entropy=entropy: entropy.token(size))
        (tmp_path / name).mkdir()
        found.append(all_that_players_get(House(tmp_path / name), deadline, is_held=name == "with"))
    assert found[0] == found[1]
    assert len(found[0][0]) > len(ASKED) * len(PLAYERS)


# --- the referee hears of it ----------------------------------------------------------------------------------


def notices(house, what):
    return [one for one in house.letters(house.office.referee, kind="notice") if what in one.subject]


def test_a_draft_that_a_mail_throws_away_is_told_to_the_referee_once_and_with_nothing_of_it(house):
    for _ in range(2):
        house.holds()
        (taken,) = house.writes("alice", ORDERS)
        assert taken_line(taken).endswith("FILED. The draft of round 1 was thrown away.")
        (taken,) = house.writes("bob", ORDERS)
        assert taken.draft_gone is None
    told = notices(house, "draft of round 1 of harbour was thrown away")
    assert len(told) == 2
    assert not any("tile" in one.text or "buy" in one.text for one in told)


def test_a_round_that_a_worker_holds_is_told_to_the_referee_once_with_what_he_can_type(house):
    for _ in range(2):
        list(resolve_all(house.database, house.office, house.clock, pause=lambda _: False, hold=HOUR))
    (told,) = notices(house, "round 1 of harbour is held")
    assert later(NOW, HOUR) in told.text
    for words in ("report harbour --draft", "release harbour", "discard harbour"):
        assert f"referee {words}" in told.text
    assert "tile" not in told.text
