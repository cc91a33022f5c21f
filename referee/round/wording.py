"""Questions and answers in the words of the order language, for logs, reports and previews."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from referee.rules import table as t


def asked(question: t.Question[Any]) -> str:
    """The question in the words of the order language."""
    match question:
        case t.WhichTile():
            return "tile"
        case t.WhichNextTile():
            return "next tile"
        case t.WhetherPower():
            return "use"
        case t.WhichChain():
            return "found"
        case t.WhichSurvivor():
            return "survivor"
        case t.WhichOrder():
            return "settle"
        case t.WhatOfShares(chain=chain, survivor=survivor):
            return f"merger {chain} into {survivor}"
        case t.WhatToBuy():
            return "buy"
        case t.WhetherToEnd():
            return "end game"
        case _:
            raise TypeError(f"there are no words for {type(question).__name__}")


def answered(answer: Any) -> str:  # noqa: ANN401 (every question has its own type of answer)
    """The answer in words."""
    match answer:
        case True:
            return "announced"
        case t.Disposition(sell=sell, trade=trade):
            parts = [f"trade {trade}"] * bool(trade) + [f"sell {sell}"] * bool(sell)
            return ", ".join(parts) or "keep all"
        case None:
            return "none"
        case t.PowerUse():
            return _power(answer)
        case str():
            return answer
        case tuple() if answer and isinstance(answer[0], tuple):
            return _shares(answer)
        case _:
            return ", ".join(answer) or "nothing"


def _power(use: t.PowerUse) -> str:
    trades = Counter(use.trades)
    what = [f"{2 * times} {gave} for {times} {got}" for (gave, got), times in trades.items()]
    what += [_shares(use.taken)] if use.taken else []
    return f"{use.power}: {', '.join(what)}" if what else use.power


def _shares(lots: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{count} {chain}" for chain, count in lots)
