"""A ruling of the referee: money and shares from the bank and to it, and the end of the game, in the open.

Source: DESIGN.md, "Corrections".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from orders.names import names_of
from referee.errors import UserError
from referee.round.adjudicate import rule
from referee.round.ruling import ruling_faults
from referee.round.vocabulary import vocabulary_of
from referee.rules import events as e
from referee.rules.apply import fold
from referee.rules.scoring import values
from referee.rules.state import State
from referee.service.game_log import GameLog, Work
from referee.service.hold_round import held_number
from referee.service.post_reports import opening_report
from referee.service.publish import publish_round
from referee.service.publish_press import publish_press

_PAYMENT: Final = re.compile(r"(?P<seat>[^=]+)=(?P<amount>[+-]\$?[\d,]+)")
_TRANSFER: Final = re.compile(r"(?P<seat>[^=]+)=(?P<chain>[^+\-=]+)(?P<count>[+-]\d{1,4})")


@dataclass(frozen=True, slots=True)
class SeatRuled:
    """What a seat has before a ruling and with it: dollars, value, and shares of the chains that it changes."""

    seat: e.Seat
    cash: int
    cash_then: int
    value: int
    value_then: int
    shares: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling in round `round`: who has what with it, the result if the game is over; `seq` is that of the log.

    `draft` is the round whose draft is thrown away with it.
    """

    game: str
    round: int
    seq: int
    seats: tuple[SeatRuled, ...]
    ranking: tuple[dict[str, Any], ...]
    draft: int | None = None


def foresee_ruling(
    work: Work, game: str, text: str, cash: Sequence[str], shares: Sequence[str], *, ends: bool
) -> Ruled:
    """What a ruling would change; `cash` are such as `alice=+300`, `shares` such as `alice=Luxor+2`.

    Raises UserError for all that cannot be ruled, at once, and for a game that is over.
    """
    log = work.log(game)
    return _ruled(log, _happening(log, _ruling(log, text, cash, shares, ends=ends)), held_number(work, log))


def make_ruling(
    work: Work,
    game: str,
    text: str,
    cash: Sequence[str],
    shares: Sequence[str],
    *,
    ends: bool,
    seen: int | None = None,
) -> Ruled:
    """Rule, and tell everybody where the game stands with it. Raises UserError as `foresee_ruling` does.

    `seen` is the record at which the log stood when the referee read what the ruling would change.
    """
    # gather
    log = work.log(game)
    log.refuse_if_longer(seen)
    # decide
    ruling = _ruling(log, text, cash, shares, ends=ends)
    happened = _happening(log, ruling)
    ruled = _ruled(log, happened, held_number(work, log))
    # apply
    if ends:
        happened = publish_press(work, log, happened)
    longer = work.append(log, happened)
    publish_round(work, longer, ruled.round if ends else opening_report(longer, ruled.round))
    return ruled


def _ruling(
    log: GameLog, text: str, cash: Sequence[str], shares: Sequence[str], *, ends: bool
) -> e.RulingMade:
    """The ruling that is meant. Raises UserError with all that is wrong with it."""
    if log.desk.round is None:
        raise UserError(
            f"{log.name} is over: nothing can be ruled. A round can be opened again: referee reopen {log.name}"
        )
    state = fold(one.event for one in log.entries)
    faults: list[str] = []
    payments = [_payment(log, one, faults) for one in cash]
    transfers = [_transfer(log, state, one, faults) for one in shares]
    ruling = e.RulingMade(
        text,
        tuple(one for one in payments if one is not None),
        tuple(one for one in transfers if one is not None),
        ends=ends,
    )
    faults += _said_twice(ruling)
    faults += ruling_faults(state, ruling)
    if faults:
        raise UserError(f"That cannot be ruled in {log.name}: {'; '.join(faults)}. Nothing was changed.")
    return ruling


def _said_twice(ruling: e.RulingMade) -> Iterator[str]:
    """What the referee may have meant as a correction of himself, or as two things: he says which."""
    paid = Counter(one["seat"] for one in ruling.payments)
    given = Counter((one["seat"], one["chain"]) for one in ruling.transfers)
    yield from (
        f"--cash speaks of {seat} {count} times: say the sum" for seat, count in paid.items() if count > 1
    )
    for (seat, chain), count in given.items():
        if count > 1:
            yield f"--shares speaks of {seat} and {chain} {count} times: say the sum"


def _happening(log: GameLog, ruling: e.RulingMade) -> list[e.Entry]:
    return rule(log.entries, ruling)


def _payment(log: GameLog, said: str, faults: list[str]) -> dict[str, Any] | None:
    found = _PAYMENT.fullmatch(said.strip())
    if found is None:
        faults.append(f"--cash {said} is not such as --cash {log.seats[0]}=+300")
        return None
    seat = _seat(log, found["seat"], faults)
    amount = int(found["amount"].replace("$", "").replace(",", ""))
    return None if seat is None else {"seat": seat, "amount": amount}


def _transfer(log: GameLog, state: State, said: str, faults: list[str]) -> dict[str, Any] | None:
    found = _TRANSFER.fullmatch(said.strip())
    chains = state.edition.chains
    if found is None:
        faults.append(f"--shares {said} is not such as --shares {log.seats[0]}={chains[0]}+2")
        return None
    name = found["chain"].strip()
    meant = names_of(vocabulary_of(state, None)).chains(name)
    chain = meant[0] if len(meant) == 1 else None
    if not meant:
        faults.append(f"there is no chain {name}: the game has {', '.join(chains)}")
    elif chain is None:
        faults.append(f"{name} may be more than one chain: {' or '.join(meant)}")
    seat = _seat(log, found["seat"], faults)
    return (
        None
        if seat is None or chain is None
        else {"seat": seat, "chain": chain, "count": int(found["count"])}
    )


def _seat(log: GameLog, said: str, faults: list[str]) -> e.Seat | None:
    seat = next((one for one in log.seats if one.casefold() == said.strip().casefold()), None)
    if seat is None:
        faults.append(f"no seat of {log.name} is called '{said.strip()}': there are {', '.join(log.seats)}")
    return seat


def _ruled(log: GameLog, happened: Sequence[e.Entry], draft: int | None) -> Ruled:
    """What a ruling changes, before its reckoning if the game is over with it."""
    (ruling,) = (one.event for one in happened if isinstance(one.event, e.RulingMade))
    ended = next((one.event for one in happened if isinstance(one.event, e.GameEnded)), None)
    before = fold(one.event for one in log.entries)
    then = fold(one.event for one in [*log.entries, happened[0]])
    worth, worth_then = values(before), values(then)
    named = dict.fromkeys(one["chain"] for one in ruling.transfers)
    return Ruled(
        game=log.name,
        round=log.desk.round or 0,
        seq=log.head.seq,
        seats=tuple(
            SeatRuled(
                seat=seat,
                cash=before.cash[seat],
                cash_then=then.cash[seat],
                value=worth[seat],
                value_then=worth_then[seat],
                shares=tuple((one, before.shares[seat][one], then.shares[seat][one]) for one in named),
            )
            for seat in before.order
        ),
        ranking=() if ended is None else ended.ranking,
        draft=draft,
    )
