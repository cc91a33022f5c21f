"""The sample game that ships: it is whole, it shows what the language can do, and it depends on each line."""

import re
import shutil
from collections import Counter

import pytest
from demo_game import SAMPLE, facts, nodes, of_kind, played_with, ranking, readings, referee, whole_log

from orders import tree

PLAYERS = ("alice", "bob", "carol", "dave")


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """The folder in which `referee demo` has played, and what it printed."""
    folder = tmp_path_factory.mktemp("desk") / "demo"
    printed = referee("demo", folder)
    return folder, printed


@pytest.fixture(scope="module")
def events(demo):
    return whole_log(demo[0])


@pytest.fixture(scope="module")
def understood():
    return readings()


@pytest.fixture(scope="module")
def statements(understood):
    """Every node that the order files are made of."""
    return [node for reading in understood.values() for node in nodes(reading.orders)]


# --- the game ----------------------------------------------------------------------------------------------


def test_it_says_where_its_reports_lie_and_they_lie_there(demo):
    folder, printed = demo
    assert "The game is over after round 12: its end was announced." in printed
    last = re.search(r"the last one:\s+(\S.*?public\.txt)", printed, re.DOTALL)
    assert last
    assert "".join(last[1].split()).endswith("round-12/public.txt")
    for number in range(13):
        for reader in ("public", *PLAYERS):
            assert (folder / "reports" / f"round-{number:02d}" / f"{reader}.txt").read_text().strip()


def test_it_has_a_dozen_rounds_and_ends_because_a_player_announces_it(events):
    (announced,) = of_kind(events, "end_announced")
    (ended,) = of_kind(events, "game_ended")
    assert ended["data"]["why"] == "announced"
    assert announced["round"] == 12
    decided = [one for one in of_kind(events, "order_applied") if one["data"]["question"] == "end game"]
    assert [(one["seat"], one["data"]["answer"]) for one in decided] == [(announced["seat"], "announced")]


def test_the_end_comes_in_the_middle_of_a_round(events):
    plays = of_kind(events, "round_opened")[-1]["data"]["plays"]
    assert of_kind(events, "end_announced")[0]["play"] < len(plays)


def test_mergers_happen_and_orders_decide_which_of_equal_chains_survives(events):
    mergers = [one["data"] for one in of_kind(events, "merger_begun")]
    equal = [
        one
        for one in mergers
        if any(one["sizes"][x] == one["sizes"][one["survivor"]] for x in one["defunct"])
    ]
    asked = [one for one in of_kind(events, "order_applied") if one["data"]["question"] == "survivor"]
    assert len(mergers) >= 2
    assert len(equal) >= 1
    assert len(asked) == len(equal)
    assert all(one["data"]["line"] is not None for one in asked)


def test_one_round_is_missed_and_the_die_and_the_bank_act_for_who_missed_it(events):
    (missed,) = of_kind(events, "orders_missed")
    assert not (SAMPLE / f"round-{missed['round']:02d}" / f"{missed['seat']}.txt").exists()
    placed = [one for one in of_kind(events, "tile_placed") if one["data"]["by"] == "missed"]
    assert [(one["round"], one["seat"]) for one in placed] == [(missed["round"], missed["seat"])]


def test_one_file_has_a_mistake_with_line_and_column_and_the_rest_of_it_counts(demo, events, understood):
    wrong = {name: reading.problems for name, reading in understood.items() if reading.problems}
    assert list(wrong) == ["round-03/bob.txt"]
    (problem,) = wrong["round-03/bob.txt"]
    assert (problem.line, problem.column) == (3, 13)
    assert "round-03/bob.txt: FILED WITH PROBLEMS" in demo[1]
    assert "line 3: found Fest, WW" in demo[1]
    by_bob = [one for one in of_kind(events, "order_applied") if (one["round"], one["seat"]) == (3, "bob")]
    assert {one["data"]["question"] for one in by_bob if one["data"]["line"]} == {"tile", "buy"}
    (found,) = [one for one in by_bob if one["data"]["question"] == "found"]
    assert found["data"]["default"]


def test_verifying_it_finds_nothing_wrong(demo):
    said = referee("verify", "harbour", "--audit", "--db", demo[0] / "referee.db")
    assert "the same events" in said


def test_the_gambler_wins_before_the_planner(events):
    assert [seat for seat, _ in ranking(events)] == ["dave", "alice", "bob", "carol"]


# --- what the orders show ----------------------------------------------------------------------------------


def test_every_decision_that_was_asked_for_was_once_made_by_a_line(events):
    made = Counter(
        one["data"]["question"].split()[0] for one in of_kind(events, "order_applied") if one["data"]["line"]
    )
    assert set(made) == {"tile", "found", "survivor", "merger", "buy", "end"}


def test_conditions_held_and_failed_at_the_end_of_lines_and_in_blocks(events):
    applied = [one["data"] for one in of_kind(events, "order_applied")]
    used = [one["text"] for one in applied if one["text"]]
    passed = [(one["text"], one["why"]) for data in applied for one in data["passed"]]
    assert any(" if " in text for text in used)
    assert any(" unless " in text for text in used)
    assert any(" if " in text and why == "its condition fails" for text, why in passed)
    assert any(text.startswith("if ") and why == "its condition fails" for text, why in passed)


def test_an_entry_further_on_in_a_list_and_a_line_further_down_stood_in_for_what_could_not_be(events):
    tiles = [one["data"] for one in of_kind(events, "order_applied") if one["data"]["question"] == "tile"]
    assert any(one["text"] and f", {one['answer']}" in one["text"] for one in tiles)
    assert any(one["line"] and one["passed"] for one in tiles)


def test_standing_orders_are_given_once_and_decide_in_later_rounds(events, understood):
    given = {(int(name[6:8]), name[9:-4]) for name, reading in understood.items() if reading.orders.standing}
    assert {seat for _, seat in given} == {"alice", "carol"}
    assert len(given) == 2
    assert "round-11/carol.txt" not in understood
    alone = [one for one in of_kind(events, "order_applied") if (one["round"], one["seat"]) == (11, "carol")]
    assert {one["data"]["question"].split()[0] for one in alone} == {"tile", "buy", "merger"}
    assert all(one["data"]["line"] for one in alone)
    below = [
        one
        for one in of_kind(events, "order_applied")
        if one["seat"] == "alice" and "merger any into American: trade all" in (one["data"]["text"] or "")
    ]
    assert any(one["round"] > 2 for one in below)


def test_the_opener_orders_two_turns_and_both_decide(events, understood):
    two_turns = [
        name
        for name, reading in understood.items()
        if {section.turn for section in reading.orders.sections} >= {"first", "second"}
    ]
    assert len(two_turns) >= 3
    for name in two_turns:
        number, seat = int(name[6:8]), name[9:-4]
        plays = {
            one["play"]
            for one in of_kind(events, "order_applied")
            if (one["round"], one["seat"]) == (number, seat) and one["data"]["line"]
        }
        assert 1 in plays
        assert number == 12 or 5 in plays


def test_merger_orders_decide_in_other_peoples_turns(events):
    whose = {(one["round"], one["play"]): one["seat"] for one in of_kind(events, "tile_placed")}
    others = [
        one
        for one in of_kind(events, "order_applied")
        if one["data"]["question"].startswith("merger")
        and one["data"]["line"]
        and whose[one["round"], one["play"]] != one["seat"]
    ]
    assert {one["seat"] for one in others} == set(PLAYERS)


def test_shares_are_traded_sold_and_kept(events):
    settled = [one["data"] for one in of_kind(events, "stock_settled")]
    assert all(any(one[what] for one in settled) for what in ("traded", "sold", "kept"))


@pytest.mark.parametrize(
    "kind",
    [
        tree.TileOrder,
        tree.FoundOrder,
        tree.SurvivorOrder,
        tree.SettleOrder,
        tree.MergerOrder,
        tree.BuyOrder,
        tree.EndOrder,
        tree.Block,
        tree.Guard,
        tree.Ready,
        tree.Named,
        tree.FoundedBy,
        tree.TheSurvivor,
        tree.Extreme,
        tree.AnyChain,
        tree.EnoughLot,
        tree.Founds,
        tree.Grows,
        tree.Merges,
        tree.StandsAlone,
        tree.Compare,
        tree.And,
        tree.Or,
        tree.Founded,
        tree.Merged,
        tree.Dealt,
        tree.WasFounded,
        tree.WasTakenOver,
        tree.Leads,
        tree.EndIs,
        tree.OnBoard,
        tree.TileWould,
        tree.Stat,
        tree.Shares,
    ],
)
def test_the_orders_have_each_kind_of_statement(statements, kind):
    assert any(isinstance(node, kind) for node in statements)


@pytest.mark.parametrize(
    ("what", "fits"),
    [
        ("buy exactly", lambda node: isinstance(node, tree.BuyOrder) and node.exactly),
        ("buy … leaving", lambda node: isinstance(node, tree.BuyOrder) and node.leaving),
        ("buy nothing", lambda node: isinstance(node, tree.BuyOrder) and not node.lots),
        ("trade enough", lambda node: isinstance(node, tree.Step) and node.amount == "enough"),
        ("any but", lambda node: isinstance(node, tree.AnyTile) and node.but),
        ("any that does not", lambda node: isinstance(node, tree.AnyTile) and node.negated),
        ("else if and else", lambda node: isinstance(node, tree.Block) and len(node.branches) > 2),
        ("a block in a block", lambda node: isinstance(node, tree.Branch) and _blocks_in(node)),
        ("unless", lambda node: isinstance(node, tree.Guard) and node.unless),
        ("all turns", lambda node: isinstance(node, tree.Section) and node.turn == "all"),
        ("game, round and player", lambda node: isinstance(node, tree.Header) and node.game and node.round),
    ],
)
def test_the_orders_have(statements, what, fits):
    assert any(fits(node) for node in statements), what


def _blocks_in(branch):
    return any(isinstance(item, tree.Block) for item in branch.items)


def test_four_people_write_in_four_ways():
    texts = {
        name: "\n".join(file.read_text() for file in sorted(SAMPLE.glob(f"round-*/{name}.txt")))
        for name in PLAYERS
    }
    assert "#" not in texts["bob"]
    assert texts["carol"].count("#") > texts["alice"].count("#") > texts["dave"].count("#")
    assert re.search(r"^[A-Z ]+ lux$|^BUY", texts["bob"], re.MULTILINE)
    assert "standing" not in texts["dave"]


# --- the same every time, and otherwise where a line is another --------------------------------------------


def test_played_twice_it_has_the_same_events(demo, events):
    folder, printed = demo
    assert facts(whole_log(folder)) == facts(events)
    again = folder.parent / "again" / "demo"
    again.parent.mkdir()
    said = referee("demo", again)
    assert facts(whole_log(again)) == facts(events)
    assert len(said.splitlines()) == len(printed.splitlines()) or str(again) in said


@pytest.mark.parametrize(
    ("file", "line", "instead", "best"),
    [
        ("round-12/bob.txt", "buy 3 cont if Alice founded cont", "buy 3 cont if Carol founded cont", "alice"),
        ("round-06/bob.txt", "buy 3 imp if imp is active and my cash > 5000", "buy 1 imp", "dave"),
        ("round-12/alice.txt", "  buy exactly 3 Continental", "  buy exactly 3 Luxor", "dave"),
    ],
)
def test_another_purchase_changes_the_result(tmp_path, events, file, line, instead, best):
    other = ranking(played_with(tmp_path / "game", file, line, instead))
    assert other != ranking(events)
    assert other[0][0] == best


@pytest.mark.parametrize(
    ("file", "line", "instead", "kind"),
    [
        ("round-04/bob.txt", "Survivor AME, lux", "Survivor lux, ame", "merger_begun"),
        ("round-02/carol.txt", "  found Tower, Festival", "  found Festival, Tower", "chain_founded"),
        ("round-03/bob.txt", "found Fest, WW", "found World", "chain_founded"),
    ],
)
def test_another_founding_or_survivor_is_another_game_from_there(tmp_path, events, file, line, instead, kind):
    other = played_with(tmp_path / "game", file, line, instead)
    number = int(file[6:8])

    def before(log):
        return [one for one in facts(log) if one["round"] is None or one["round"] < number]

    def told(log):
        return [(one["round"], one["data"]) for one in of_kind(facts(log), kind)]

    assert [one["data"] for one in before(other)] == [one["data"] for one in before(events)]
    assert told(other) != told(events)
    assert ranking(other) != ranking(events)


def test_a_changed_sample_is_left_alone_and_played_as_it_is(tmp_path, demo):
    folder = tmp_path / "demo"
    shutil.copytree(SAMPLE, folder)
    (folder / "round-12" / "bob.txt").write_text("tile any\nbuy nothing\n")
    said = referee("demo", folder)
    assert "round-12/bob.txt" in "".join(said.split())
    assert ranking(whole_log(folder)) != ranking(whole_log(demo[0]))
