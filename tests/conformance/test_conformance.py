"""Complete games of an independent engine come out play by play the same."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest
from translate import ByHand, handles_of, rounds_of, write_folder
from typer.testing import CliRunner

from referee.cli.main import app

TRACES = Path(__file__).parent / "traces.jsonl.gz"


def traces() -> list[dict[str, Any]]:
    """All traced games."""
    with gzip.open(TRACES, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


GAMES = traces()


@pytest.mark.parametrize("trace", GAMES, ids=[game["id"] for game in GAMES])
def test_a_game_of_an_independent_engine_comes_out_play_by_play_the_same(trace, tmp_path):
    check_played(trace, tmp_path)


@pytest.mark.parametrize("trace", GAMES[::4], ids=[game["id"] for game in GAMES[::4]])
def test_it_does_so_when_people_write_the_same_orders_each_in_his_own_way(trace, tmp_path):
    check_played(trace, tmp_path, ByHand(random.Random(trace["id"])))


def check_played(trace, tmp_path, rewrite=str) -> None:
    folder, log = tmp_path / "game", tmp_path / "log.jsonl"
    write_folder(trace, folder, rewrite)
    played = CliRunner().invoke(app, ["play", str(folder), "--log", str(log)])
    assert played.exit_code == 0, played.output
    assert "problem" not in played.output
    events = [json.loads(line) for line in log.read_text().splitlines()]
    plays = plays_in(events, trace)
    assert len(plays) == len(trace["turns"])
    for number, (turn, facts) in enumerate(zip(trace["turns"], plays, strict=True), 1):
        assert facts == facts_of_trace(turn, trace), f"play {number}"
    ended = next(event for event in events if event["kind"] == "game_ended")
    money = {one["seat"]: one["money"] for one in ended["data"]["ranking"]}
    assert money == dict(zip(handles_of(trace), trace["final"]["cash"], strict=True))
    winners = {one["seat"] for one in ended["data"]["ranking"] if one["place"] == 1}
    assert winners == {handles_of(trace)[seat] for seat in trace["final"]["winner"]}
    assert ended["data"]["why"] == REASONS[trace["final"]["reason"]]
    reckoned = [event for event in events if event["kind"] == "bonus_paid" and event["play"] is None]
    assert bonuses_in(reckoned) == bonuses_of(trace["final"]["bonuses"], trace)


REASONS = {"declared": "announced", "no_tiles_played_for_entire_round": "stalled"}


def plays_in(events: list[dict[str, Any]], trace: dict[str, Any]) -> list[dict[str, Any]]:
    """The log's facts, one object a play."""
    size = len(rounds_of(trace)[0])
    plays: list[list[dict[str, Any]]] = [[] for _ in trace["turns"]]
    for event in events:
        if event["play"] is not None:
            plays[(event["round"] - 1) * size + event["play"] - 1].append(event)
    return [facts_of_play(play) for play in plays]


def facts_of_play(play: list[dict[str, Any]]) -> dict[str, Any]:
    def all_of(kind: str) -> list[dict[str, Any]]:
        return [event for event in play if event["kind"] == kind]

    placed = all_of("tile_placed")
    merger = all_of("merger_begun")
    return {
        "seat": all_of("play_ended")[0]["seat"],
        "tile": placed[0]["data"]["tile"] if placed else None,
        "effect": placed[0]["data"]["effect"] if placed else "none",
        "grew": placed[0]["data"]["chain"] if placed else None,
        "founded": [event["data"]["chain"] for event in all_of("chain_founded")],
        "survivor": merger[0]["data"]["survivor"] if merger else None,
        "defunct": merger[0]["data"]["defunct"] if merger else [],
        "sizes": merger[0]["data"]["sizes"] if merger else {},
        "bonuses": bonuses_in(all_of("bonus_paid")),
        "settled": [
            (event["seat"], *(event["data"][name] for name in ("chain", "sold", "traded", "kept")))
            for event in all_of("stock_settled")
        ],
        "bought": {event["data"]["chain"]: event["data"]["count"] for event in all_of("shares_bought")},
        "dead": [event["data"]["tile"] for event in all_of("dead_tile_set_aside")],
        "drawn": [event["data"]["tile"] for event in all_of("tile_drawn")],
    }


def facts_of_trace(turn: dict[str, Any], trace: dict[str, Any]) -> dict[str, Any]:
    handles = handles_of(trace)
    return {
        "seat": handles[turn["player"]],
        "tile": turn["tile"],
        "effect": {"lone": "loose"}.get(turn["effect"], turn["effect"]),
        "grew": turn["grew"].capitalize() if turn.get("grew") else None,
        "founded": [turn["founded"].capitalize()] if turn["founded"] else [],
        "survivor": turn["survivor"].capitalize() if turn["survivor"] else None,
        "defunct": [chain.capitalize() for chain in turn["defunct_order"]],
        "sizes": {chain.capitalize(): size for chain, size in turn.get("merge_sizes", {}).items()},
        "bonuses": bonuses_of(turn["bonuses"], trace),
        "settled": [
            (
                handles[one["player"]],
                one["chain"].capitalize(),
                one["sell"],
                one["trade"],
                one["keep"],
            )
            for one in turn["dispositions"]
        ],
        "bought": {chain.capitalize(): count for chain, count in turn["buys"].items()},
        "dead": turn["discarded_dead_tiles"],
        "drawn": turn["drawn"],
    }


def bonuses_in(events: list[dict[str, Any]]) -> dict[tuple[str, str], int]:
    return {(event["data"]["chain"], event["seat"]): event["data"]["amount"] for event in events}


def bonuses_of(told: dict[str, dict[str, int]], trace: dict[str, Any]) -> dict[tuple[str, str], int]:
    handles = handles_of(trace)
    return {
        (chain.capitalize(), handles[int(seat)]): amount
        for chain, paid in told.items()
        for seat, amount in paid.items()
    }
