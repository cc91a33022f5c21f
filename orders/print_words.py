"""The canonical words of decisions, conditions, chains and requests, each on one line.

Source: ORDERS.md, "Statements" and "Conditions".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from orders import tree

if TYPE_CHECKING:
    from collections.abc import Iterable


def decision_text(decision: tree.Decision) -> str:
    """A decision without its guard."""
    match decision:
        case tree.TileOrder():
            return f"tile {_entries(decision.entries)}"
        case tree.FoundOrder():
            return f"found {_choices(decision.chains)}"
        case tree.SurvivorOrder():
            return f"survivor {_choices(decision.chains)}"
        case tree.SettleOrder():
            return f"settle {_choices(decision.chains)}"
        case tree.MergerOrder():
            return _merger(decision)
        case tree.BuyOrder():
            return _buy(decision)
        case tree.EndOrder():
            return "end game"
        case tree.UseOrder():
            return f"use {_use(decision)}"
        case _:
            assert_never(decision)


def chain_text(chain: tree.ChainChoice) -> str:
    """A chain by its name or description, or `any`."""
    match chain:
        case tree.Named():
            return chain.chain
        case tree.FoundedBy():
            return f"the chain {chain.who} founded"
        case tree.TheSurvivor():
            return "the survivor"
        case tree.Extreme():
            return f"the {chain.which} chain"
        case tree.AnyChain():
            return "any"
        case _:
            assert_never(chain)


def condition_text(condition: tree.Condition) -> str:
    """A condition; brackets where `and` and `or` meet."""
    match condition:
        case tree.And():
            return " and ".join(_inner(part, tree.Or) for part in condition.conditions)
        case tree.Or():
            return " or ".join(_inner(part, tree.And) for part in condition.conditions)
        case tree.Not():
            return f"not {_inner(condition.condition, tree.And, tree.Or)}"
        case tree.Compare():
            return f"{_sum(condition.left)} {condition.operator} {_sum(condition.right)}"
        case _:
            return fact_text(condition)


def request_text(request: tree.Request) -> str:
    """A request on one line."""
    match request:
        case tree.Ready():
            return "ready"
        case tree.Withdraw():
            return "withdraw"
        case tree.Resign():
            return "resign"
        case tree.Away():
            return f"away {request.first} to {request.last}"
        case tree.Note():
            return f"note: {request.text}"
        case tree.Ask():
            return request.what
        case tree.AskReport():
            return "report" if request.round is None else f"report {request.round}"
        case tree.NewAddress():
            return f"address {request.address}"
        case _:
            assert_never(request)


def fact_text(fact: tree.AnyFact) -> str:  # noqa: C901, PLR0911, PLR0912 - one answer for each kind of fact
    """A fact with its own `not`."""
    not_ = " not" if fact.negated else ""
    match fact:
        case tree.ChainIs():
            return f"{chain_text(fact.chain)} is{not_} {fact.state}"
        case tree.Leads():
            return f"{_present(fact, 'lead')} {chain_text(fact.chain)}"
        case tree.PlaceIn():
            return f"I am{not_} {'first' if fact.place == 1 else 'second'} in {chain_text(fact.chain)}"
        case tree.OnBoard():
            return f"{fact.tile} is{not_} on the board"
        case tree.Holds():
            return f"I do not hold {fact.tile}" if fact.negated else f"I hold {fact.tile}"
        case tree.Playable():
            return f"{fact.tile} is{not_} playable"
        case tree.TileWould():
            return f"{fact.tile} {_effect(fact.effect, negated=fact.negated)}"
        case tree.Founded():
            return f"{_past(fact, 'found', 'founded')} {chain_text(fact.chain)}"
        case tree.Merged():
            return f"{_past(fact, 'merge', 'merged')} {chain_text(fact.chain)}{_tail('into', fact.into)}"
        case tree.Played():
            return f"{_past(fact, 'play', 'played')} {fact.tile}"
        case tree.Dealt():
            count = f"{fact.count} " if fact.count > 1 else ""
            base = {"bought": "buy", "sold": "sell", "traded": "trade", "kept": "keep"}[fact.verb]
            return f"{_past(fact, base, fact.verb)} {count}{chain_text(fact.chain)}"
        case tree.UsedPower():
            return f"{_past(fact, 'use', 'used')} {fact.power}"
        case tree.Missed():
            return _past(fact, "miss", "missed")
        case tree.Left():
            return _past(fact, "leave", "left")
        case tree.WasFounded():
            return f"{chain_text(fact.chain)} was{not_} founded"
        case tree.WasTakenOver():
            return f"{chain_text(fact.chain)} was{not_} taken over{_tail('by', fact.by)}"
        case tree.EndIs():
            return f"the game can{not_} end" if fact.what == "possible" else f"the end is{not_} announced"
        case _:
            assert_never(fact)


def _present(fact: tree.Leads, verb: str) -> str:
    mine = fact.who == tree.ME
    if fact.negated:
        return f"{fact.who} {'do' if mine else 'does'} not {verb}"
    return f"{fact.who} {verb if mine else verb + 's'}"


def _past(
    fact: tree.Founded | tree.Merged | tree.Played | tree.Dealt | tree.UsedPower | tree.Missed | tree.Left,
    base: str,
    past: str,
) -> str:
    return f"{fact.who} did not {base}" if fact.negated else f"{fact.who} {past}"


def _inner(condition: tree.Condition, *bracketed: type[tree.And | tree.Or]) -> str:
    text = condition_text(condition)
    return f"({text})" if isinstance(condition, bracketed) else text


def _sum(total: tree.Sum) -> str:
    (_, first), *others = total.parts
    return _term(first) + "".join(f" {'+' if sign > 0 else '-'} {_term(term)}" for sign, term in others)


def _term(term: tree.Term) -> str:
    match term:
        case tree.Number():
            return str(term.value)
        case tree.ChainFigure():
            chain = chain_text(term.chain)
            return f"bank's {chain}" if term.what == "bank" else f"{term.what} of {chain}"
        case tree.Shares():
            return f"{_whose(term.who)} {chain_text(term.chain)}"
        case tree.Stat():
            return f"{_whose(term.who)} {term.what}"
        case tree.GameFigure():
            return term.what
        case _:
            assert_never(term)


def _whose(who: tree.Who) -> str:
    return "my" if who == tree.ME else f"{who}'s"


def _tail(word: str, chain: tree.ChainChoice | None) -> str:
    return "" if chain is None else f" {word} {chain_text(chain)}"


def _effect(effect: tree.TileEffect, *, negated: bool) -> str:
    ending = "" if negated else "s"
    start = "does not " if negated else ""
    match effect:
        case tree.Founds():
            return f"{start}found{ending}"
        case tree.Grows():
            return f"{start}grow{ending}{'' if effect.chain is None else ' ' + chain_text(effect.chain)}"
        case tree.Merges():
            chain = "" if effect.chain is None else f" {chain_text(effect.chain)}"
            return f"{start}merge{ending}{chain}{_tail('into', effect.into)}"
        case tree.StandsAlone():
            return f"{start}stand{ending} alone"
        case _:
            assert_never(effect)


def _entries(entries: Iterable[tree.TheTile | tree.AnyTile]) -> str:
    return ", ".join(_entry(entry) for entry in entries)


def _entry(entry: tree.TheTile | tree.AnyTile) -> str:
    if isinstance(entry, tree.TheTile):
        return entry.tile
    that = "" if entry.effect is None else f" that {_effect(entry.effect, negated=entry.negated)}"
    but = f" but {', '.join(entry.but)}" if entry.but else ""
    return f"any{that}{but}"


def _choices(chains: Iterable[tree.ChainChoice]) -> str:
    return ", ".join(chain_text(chain) for chain in chains)


def _merger(merger: tree.MergerOrder) -> str:
    steps = ", ".join(_step(step) for step in merger.steps)
    return f"merger {chain_text(merger.defunct)}{_tail('into', merger.into)}: {steps}"


def _step(step: tree.Step) -> str:
    if step.amount == "enough":
        return "trade enough to lead"
    if step.action == "trade" and isinstance(step.amount, int) and step.amount > 2:  # noqa: PLR2004 - see below
        # `trade 2 for 1` is how the rule is phrased and is not accepted: two shares are written as `trade 2`
        return f"trade {step.amount} for {step.amount // 2}"
    return f"{step.action} {step.amount}"


def _buy(buy: tree.BuyOrder) -> str:
    if not buy.lots:
        return "buy nothing"
    exactly = "exactly " if buy.exactly else ""
    leaving = f" leaving {buy.leaving}" if buy.leaving else ""
    return f"buy {exactly}{_lots(buy.lots)}{leaving}"


def _lots(lots: Iterable[tree.Lot | tree.EnoughLot]) -> str:
    return ", ".join(
        f"{lot.count} {chain_text(lot.chain)}"
        if isinstance(lot, tree.Lot)
        else f"enough {chain_text(lot.chain)} to lead"
        for lot in lots
    )


def _use(use: tree.UseOrder) -> str:
    what = [
        _lots(use.lots),
        ", ".join(
            f"{2 * swap.times} {chain_text(swap.gave)} for {swap.times} {chain_text(swap.got)}"
            for swap in use.swaps
        ),
        _entries(use.tiles),
    ]
    listed = ", ".join(text for text in what if text)
    return f"{use.power}: {listed}" if listed else use.power
