"""Comparing what a case expects with what happened: all differences are told, in the case's own words."""

from __future__ import annotations

from case_file import CaseText, Section
from case_lines import END_EVENTS, GAME_EVENTS, KIND_WORDS, decided_line, line_of, passed_lines
from case_play import Played
from case_position import lots_of, player_of, powers_of, tiles_of

from referee.rules import events as e
from referee.rules.scoring import values
from referee.rules.state import LOOSE, State

PUBLIC = (
    *("cash", "shares", "bank", "board", "sizes", "hand_counts", "misses", "out_of_play", "tiles_left"),
    *("plays", "ended", "unplaced", "idle", "end_announced", "round"),
    *("powers", "power_in_play", "left", "bank_tiles"),
)
"""What every seat's view has in common with the truth."""


def faults_of(case: CaseText, played: Played) -> list[str]:
    """Everything in which the round came out otherwise than the case says."""
    faults: list[str] = []
    for section in case.sections:
        if not section.facts and section.head != "board":
            raise case.fault(f"nothing stands under {section.head!r}")
        match section.head.split()[0]:
            case "play":
                faults += _play(case, section, played)
            case "the":
                faults += _end(case, section, played)
            case "after":
                faults += _after(case, section, played)
            case "answers" | "passed":
                faults += _answers(section, played)
            case _:
                pass  # position and orders; what was asked comes below
    for probe in played.probes:
        if probe.seen is None:
            faults.append(f"{probe.seat} was never asked {probe.question} in play {probe.play}")
        for (wanted, text), seen in zip(probe.conditions, probe.seen or (), strict=False):
            if wanted != seen:
                faults.append(f"{probe.seat}, {probe.question}, play {probe.play}: {text} is {seen}")
    return faults + _books(played)


def _differ(head: str, wanted: list[str], happened: list[str]) -> list[str]:
    if wanted == happened:
        return []
    return [f"{head}\n  expected:\n    " + "\n    ".join(wanted) + "\n  was:\n    " + "\n    ".join(happened)]


def _play(case: CaseText, section: Section, played: Played) -> list[str]:
    """`play 2 bob` or `play 2 bob, only buys, settles`."""
    _, number, seat, *only = section.words
    plays = played.plays
    if int(number) > len(plays) or plays[int(number) - 1] != seat:
        raise case.fault(f"play {number} is not {seat}'s: {', '.join(plays)}")
    kinds = tuple(kind for word in only[1:] for kind in KIND_WORDS[word]) or GAME_EVENTS
    events = [entry.event for entry in played.entries if entry.play == int(number)]
    happened = [line_of(event) for event in events if isinstance(event, kinds)]
    return _differ(section.head, section.facts, happened or ["nothing"])


def _end(case: CaseText, section: Section, played: Played) -> list[str]:
    """`the end, after play 2`: the play that was the last, and the final reckoning."""
    if section.words[:4] != ["the", "end", "after", "play"]:
        raise case.fault(f"{section.head!r} does not say after which play")
    plays = [entry.play for entry in played.entries if isinstance(entry.event, e.PlayEnded)]
    last = [entry.event for entry in played.entries if entry.play is None]
    happened = [line_of(event) for event in last if isinstance(event, END_EVENTS)]
    wanted = [f"after play {section.words[4]}", *section.facts]
    return _differ(section.head, wanted, [f"after play {plays[-1]}", *happened])


def _answers(section: Section, played: Played) -> list[str]:
    """`answers alice, play 1`: every question that she was asked in the play, or `only` those of one kind.

    `passed alice, play 1`: the lines that did not answer them.
    """
    what, seat, _, play, *only = section.words
    applied = [
        entry.event
        for entry in played.entries
        if isinstance(entry.event, e.OrderApplied) and entry.event.seat == seat and entry.play == int(play)
    ]
    if only:
        applied = [event for event in applied if event.question.split()[0] in only[1:]]
    if what == "answers":
        return _differ(section.head, section.facts, [decided_line(event) for event in applied])
    return _differ(section.head, section.facts, [line for event in applied for line in passed_lines(event)])


def _after(case: CaseText, section: Section, played: Played) -> list[str]:
    state = played.truth if section.words[1] == "the" else played.state_after(int(section.words[2]))
    faults = []
    for line in section.facts:
        key, _, value = line.partition(":")
        found = _found(case, state, key.strip(), value.strip())
        if found != value.strip():
            faults.append(f"{section.head}: {key} is {found!r}, not {value.strip()!r}")
    return faults


def _found(case: CaseText, state: State, key: str, value: str) -> str:
    """What the state says of a key, in the form of `value` (which is given back if it agrees)."""
    plain = {
        "left to draw": str(state.tiles_left),
        "next round": ", ".join(state.plays),
        "plays without placing": str(state.unplaced),
        "ended": state.ended or "no",
        "left": ", ".join(state.left) or "none",
    }
    match key.split():
        case _ if key in plain:
            return plain[key]
        case ["loose"] | ["out"]:
            lie = [tile for tile, its in state.board.items() if its == LOOSE]
            return _same_tiles(state, value, lie if key == "loose" else state.out_of_play)
        case ["value", seat]:
            return f"${values(state)[seat]:,}"
        case ["misses", seat]:
            return str(state.misses[seat])
        case ["powers", seat]:
            return (
                value if state.powers[seat] == powers_of(value) else ", ".join(state.powers[seat]) or "none"
            )
        case ["bank", chain]:
            return str(state.bank[chain])
        case [chain] if chain in state.edition.tiers:
            if value.isdigit():
                return str(state.sizes.get(chain, 0))
            tiles = [tile for tile, its in state.board.items() if its == chain]
            return _same_tiles(state, value, tiles)
        case [seat] if seat in state.seats:
            return _seat_found(state, seat, value)
        case _:
            raise case.fault(f"{key!r} is nothing that can be looked at")


def _same_tiles(state: State, value: str, tiles: list[str]) -> str:
    if sorted(tiles_of(value.replace("none", ""), state.edition)) == sorted(tiles):
        return value
    return " ".join(sorted(tiles, key=state.edition.tile_rank.__getitem__)) or "none"


def _seat_found(state: State, seat: str, value: str) -> str:
    """What the player has of the kinds of things that `value` names."""
    found = []
    wanted = player_of(value, state.edition)
    shares = {chain: count for chain, count in state.shares[seat].items() if count}
    for part in map(str.strip, value.split(";")):
        if part.startswith("$"):
            found.append(f"${state.cash[seat]:,}")
        elif part.startswith("hand"):
            same = sorted(state.hand(seat)) == sorted(wanted.hand or [])
            found.append(part if same else f"hand {' '.join(state.hand(seat))}")
        elif lots_of(part, state.edition) == shares:
            found.append(part)
        else:
            found.append(", ".join(f"{count} {chain}" for chain, count in shares.items()) or "no shares")
    return "; ".join(found)


def _books(played: Played) -> list[str]:
    """What must be so after every case: shares kept, loose tiles apart from chains, views like the truth."""
    state, near = played.truth, played.truth.edition.board.neighbours
    faults = [
        f"the shares of {chain} do not add up"
        for chain in state.edition.chains
        if state.bank[chain] + sum(held[chain] for held in state.shares.values()) != state.edition.shares
    ]
    faults += [
        f"the loose tile {tile} touches a chain"
        for tile, chain in state.board.items()
        if chain == LOOSE and any(state.board.get(other, LOOSE) != LOOSE for other in near[tile])
    ]
    for chain, size in state.sizes.items():
        if size != list(state.board.values()).count(chain):
            faults.append(f"{chain} has not {size} tiles")
    faults += _books_of_tiles(played)
    for seat, view in played.views.items():
        faults += [
            f"{seat} sees another {name}" for name in PUBLIC if getattr(view, name) != getattr(state, name)
        ]
        others = [other for other in state.seats if other != seat and view.hand(other)]
        faults += [f"{seat} knows the hand of {other}" for other in others]
        if view.hand(seat) != state.hand(seat):
            faults.append(f"{seat} does not know the own hand")
    return faults


def _books_of_tiles(played: Played) -> list[str]:
    """Every tile lies where it can be, once: board, out of play, hands, pool, or drawn for the bank."""
    before, now = played.start, played.truth
    began = _tiles(before) + played.bag
    are = _tiles(now) + list(played.pool.tiles) + now.bank_tiles
    faults = [] if sorted(began) == sorted(are) else [f"tiles: {sorted(began)} have become {sorted(are)}"]
    if now.tiles_left != len(played.pool):
        faults.append(f"{now.tiles_left} tiles are said to be left, {len(played.pool)} are")
    if now.bank_tiles and now.ended is None:
        faults.append(f"the bank's tiles were never laid: {now.bank_tiles}")
    return faults


def _tiles(state: State) -> list[str]:
    return [*state.board, *state.out_of_play, *(tile for seat in state.seats for tile in state.hand(seat))]
