"""Each public event of a play as the one line by which a case expects it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from referee.rules import events as e

ORDINALS = ("", "1st", "2nd", "3rd")

KIND_WORDS = {
    "misses": (e.OrdersMissed,),
    "lays": (e.TilePlaced, e.PlacementSkipped),
    "founds": (e.ChainFounded,),
    "merger": (e.MergerBegun, e.ChainTakenOver, e.MergerEnded),
    "bonus": (e.BonusPaid,),
    "settles": (e.StockSettled,),
    "buys": (e.SharesBought,),
    "draws": (e.TileDrawn,),
    "aside": (e.DeadTileSetAside,),
    "die": (e.DieRolled,),
    "end": (e.EndAnnounced,),
    "bank": (e.BankTileDrawn, e.BankTileReturned, e.PoolRemixed, e.BankTileRemoved),
    "uses": (e.PowerUsed, e.SharesTraded),
}
"""The words after `only` in a heading, and the events that they leave."""

GAME_EVENTS = tuple(kind for kinds in KIND_WORDS.values() for kind in kinds)
END_EVENTS = (e.SeatLeft, *KIND_WORDS["bank"], e.BonusPaid, e.StockSoldAtEnd, e.GameEnded)

DIE = re.compile(r"die ([a-z ]+): (\d+) of (\d+)")


def dice_in(lines: Iterable[str]) -> dict[str, int]:
    """The results of the dice that a play's lines tell, by what they are for."""
    return {die[1]: int(die[2]) for line in lines if (die := DIE.fullmatch(line))}


def line_of(event: e.Event) -> str:
    """The event in a case's words."""
    who = _who(event)
    match event:
        case e.OrdersMissed():
            return f"{who} misses"
        case e.TilePlaced(tile=tile, effect=effect, chain=chain, joined=joined):
            along = f" with {', '.join(joined)}" if joined else ""
            does = {"loose": "loose", "found": "founds", "grow": f"{chain} grows", "merge": "merger"}[effect]
            return f"{who} lays {tile}{along}: {does}"
        case e.PlacementSkipped():
            return f"{who} lays nothing"
        case e.ChainFounded(chain=chain, size=size, founder_share=share):
            return f"{who} founds {chain} with {size} tiles, {share or 'no'} free share"
        case e.SharesBought(chain=chain, count=count, price=price):
            return (
                f"{who} buys {count} {chain} at ${price:,}" if price else f"{who} takes {count} {chain} free"
            )
        case e.EndAnnounced(why=why):
            return f"{who} announces the end: {why}"
        case _:
            return _option_line(event) or _chance_line(event) or _merger_line(event)


def _who(event: e.Event) -> str | None:
    return "the bank" if event.seat == e.BANK else event.seat


def _option_line(event: e.Event) -> str | None:
    """What happens only where a switch of the game has it: powers, the bank, leaving."""
    who = event.seat
    match event:
        case e.PowerUsed(power=power, tiles=tiles):
            return f"{who} uses {power}" + ("" if tiles is None else f": {tiles} taken")
        case e.SharesTraded():
            return f"{who} trades {event.given} {event.gave} for {event.received} {event.got}"
        case e.SeatLeft(how=how):
            return f"{who} leaves ({how})"
        case e.BankTileDrawn(chain=chain, tile=tile, shares=shares):
            return f"the bank draws {tile}: {shares} {chain}"
        case e.BankTileReturned(tile=tile):
            return f"the bank puts {tile} back"
        case e.PoolRemixed(tiles=tiles):
            return f"the pool of {tiles} is remixed"
        case e.BankTileRemoved(tile=tile):
            return f"the bank sets {tile} aside"
        case _:
            return None


def _chance_line(event: e.Event) -> str | None:
    match event:
        case e.TileDrawn(tile=tile):
            return f"{event.seat} draws {tile}"
        case e.DeadTileSetAside(tile=tile):
            return f"{event.seat} sets {tile} aside"
        case e.DieRolled(label=label, sides=sides, result=result):
            return f"die {label.split(', ')[-1]}: {result} of {sides}"
        case _:
            return None


def _merger_line(event: e.Event) -> str:
    who = _who(event)
    match event:
        case e.MergerBegun(survivor=survivor, defunct=defunct, sizes=sizes, prices=prices):
            taken = ", then ".join(f"{chain} {sizes[chain]} at ${prices[chain]:,}" for chain in defunct)
            return f"{survivor} {sizes[survivor]} takes over {taken}"
        case e.BonusPaid(chain=chain, places=places, shares=shares, amount=amount):
            rank = "+".join(ORDINALS[place] for place in places)
            unpaid = "" if event.paid else ", paid to nobody"
            return f"bonus of {chain}: {who} ${amount:,} for {shares} ({rank}){unpaid}"
        case e.StockSettled():
            parts = [
                *([f"sells {event.sold} at ${event.price:,}"] if event.sold else []),
                *([f"trades {event.traded} for {event.received}"] if event.traded else []),
                *([f"keeps {event.kept}"] if event.kept else []),
            ]
            return f"{who} settles {event.chain}: {', '.join(parts)}"
        case e.ChainTakenOver(chain=chain, by=by):
            return f"{chain} is gone into {by}"
        case e.MergerEnded(survivor=survivor, size=size):
            return f"{survivor} has {size} tiles"
        case e.StockSoldAtEnd(chain=chain, count=count, price=price):
            return f"{who} sells {count} {chain} at ${price:,}"
        case e.GameEnded(why=why, ranking=ranking):
            return f"game over ({why}): {'; '.join(map(_place_line, ranking))}"
        case _:
            raise TypeError(f"no case speaks of {event.KIND}")


def _place_line(one: dict[str, Any]) -> str:
    """`2. bob $6,000 (bob + dave), left`: place, seat, money, team (or person), whether the seat's holder left."""
    team = f" ({one['team']})" if one["team"] else ""
    return f"{one['place']}. {one['seat']} ${one['money']:,}{team}{', left' if one['left'] else ''}"


def decided_line(event: e.OrderApplied) -> str:
    """A question, its answer, and the lines (or the default) that gave it."""
    used = [event.text + (" [standing]" if event.standing else "")] if event.text is not None else []
    used += [one["text"] for one in event.more]
    if event.default is not None:
        used.append(f"({event.default})")
    return f"{event.question} = {event.answer} <- {' + '.join(used)}"


def passed_lines(event: e.OrderApplied) -> list[str]:
    """The lines that were looked at for a question and did not answer, and why."""
    return [f"{event.question}: {one['text']} <- {one['why']}" for one in event.passed]
