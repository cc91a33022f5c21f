"""Trees as reading can give them, and texts as people send them, for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st
from orders_vocabularies import POWERS

from orders import tree
from orders.lexicon import LANGUAGE_WORDS
from orders.lines import begins_cut_press, ends_press

chain_names = st.sampled_from(POWERS.chains)
handles = st.sampled_from(POWERS.handles)
me_or_handle = st.one_of(st.just(tree.ME), handles)
anybody = st.one_of(me_or_handle, st.sampled_from([tree.ANYONE, tree.NOBODY]))
tiles = st.builds(lambda column, row: f"{column}{row}", st.integers(1, 12), st.sampled_from("ABCDEFGHI"))
numbers = st.integers(0, 9_999_999)
counts = st.integers(1, 30)
flags = st.booleans()

chains = st.one_of(
    st.builds(tree.Named, chain_names),
    st.builds(tree.FoundedBy, me_or_handle),
    st.just(tree.TheSurvivor()),
    st.builds(tree.Extreme, st.sampled_from(["largest", "smallest", "cheapest", "dearest"])),
)
choices = st.one_of(chains, st.just(tree.AnyChain()))
two_chains = st.tuples(chains, chains).filter(lambda pair: pair[0] != pair[1])
effects = st.one_of(
    st.just(tree.Founds()),
    st.builds(tree.Grows, st.one_of(st.none(), chains)),
    st.builds(tree.Merges),
    st.builds(tree.Merges, chains),
    two_chains.map(lambda pair: tree.Merges(*pair)),
    st.just(tree.StandsAlone()),
)
powers = st.sampled_from(["3 free", "buy 5", "trade 2", "take 5 tiles", "place 4 tiles"])
verbs = st.sampled_from(["bought", "sold", "traded", "kept"])

terms = st.one_of(
    st.builds(tree.Number, numbers),
    st.builds(tree.ChainFigure, st.sampled_from(["size", "price", "bonus", "bank"]), chains),
    st.builds(tree.Shares, st.one_of(me_or_handle, st.just(tree.ANYONE)), chains),
    st.builds(tree.Stat, me_or_handle, st.sampled_from(["cash", "value", "rank", "tiles"])),
    st.just(tree.Stat(tree.ANYONE, "value")),
    st.builds(tree.GameFigure, st.sampled_from(["tiles left", "round", "players"])),
)
signed = st.tuples(st.sampled_from([1, -1]), terms)
sums = st.builds(lambda first, rest: tree.Sum(((1, first), *rest)), terms, st.lists(signed, max_size=3))
comparisons = st.builds(tree.Compare, sums, st.sampled_from(["<", "<=", "=", "<>", ">=", ">"]), sums)
facts = st.one_of(
    st.builds(tree.ChainIs, chains, st.sampled_from(["active", "safe"]), negated=flags),
    st.builds(tree.Leads, anybody, chains, negated=flags),
    st.builds(tree.PlaceIn, st.sampled_from([1, 2]), chains, negated=flags),
    st.builds(tree.OnBoard, tiles, negated=flags),
    st.builds(tree.Holds, tiles, negated=flags),
    st.builds(tree.Playable, tiles, negated=flags),
    st.builds(tree.TileWould, tiles, effects, negated=flags),
    st.builds(tree.Founded, anybody, chains, negated=flags),
    st.builds(tree.Merged, anybody, chains, negated=flags),
    st.builds(
        lambda who, pair, negated: tree.Merged(who, *pair, negated=negated),
        anybody,
        two_chains,
        flags,
    ),
    st.builds(tree.Played, anybody, tiles, negated=flags),
    st.builds(tree.Dealt, anybody, verbs, chains, counts, negated=flags),
    st.builds(tree.UsedPower, anybody, powers, negated=flags),
    st.builds(tree.Missed, anybody, negated=flags),
    st.builds(tree.Left, anybody, negated=flags),
    st.builds(tree.WasFounded, chains, negated=flags),
    st.builds(tree.WasTakenOver, chains, negated=flags),
    st.builds(lambda pair, negated: tree.WasTakenOver(*pair, negated=negated), two_chains, flags),
    st.builds(tree.EndIs, st.sampled_from(["possible", "announced"]), negated=flags),
)


def _flat(kind: type, parts: list) -> object:
    flat: list = []
    for part in parts:
        flat.extend(part.conditions if isinstance(part, kind) else (part,))
    return kind(tuple(flat))


conditions = st.recursive(
    st.one_of(facts, comparisons),
    lambda inner: st.one_of(
        st.builds(tree.Not, inner),
        st.lists(inner, min_size=2, max_size=4).map(lambda parts: _flat(tree.And, parts)),
        st.lists(inner, min_size=2, max_size=4).map(lambda parts: _flat(tree.Or, parts)),
    ),
    max_leaves=8,
)

plain_any = st.one_of(
    st.just(tree.AnyTile()),
    st.builds(tree.AnyTile, effects, flags),
)
entries = st.one_of(st.builds(tree.TheTile, tiles), plain_any)
any_but = st.builds(
    lambda one, but: tree.AnyTile(one.effect, one.negated, tuple(but)), plain_any, st.lists(tiles, max_size=4)
)
tile_lists = st.builds(
    lambda first, last: (*first, last),
    st.lists(entries, max_size=6),
    st.one_of(st.builds(tree.TheTile, tiles), any_but),
)
chain_lists = st.lists(choices, min_size=1, max_size=6).map(tuple)
steps = st.one_of(
    st.builds(
        tree.Step, st.just("trade"), st.one_of(st.integers(1, 12).map(lambda n: 2 * n), st.just("enough"))
    ),
    st.builds(tree.Step, st.sampled_from(["sell", "keep"]), counts),
    st.builds(tree.Step, st.sampled_from(["trade", "sell", "keep"]), st.sampled_from(["all", "rest"])),
)
lots = st.lists(
    st.one_of(st.builds(tree.Lot, counts, chains), st.builds(tree.EnoughLot, chains)), min_size=1, max_size=6
).map(tuple)
swaps = st.lists(
    st.builds(lambda pair, times: tree.Swap(*pair, times), two_chains, st.integers(1, 3)),
    min_size=1,
    max_size=3,
).map(tuple)
decisions = st.one_of(
    st.builds(tree.TileOrder, tile_lists),
    st.builds(tree.FoundOrder, chain_lists),
    st.builds(tree.SurvivorOrder, chain_lists),
    st.builds(tree.SettleOrder, chain_lists),
    st.builds(
        tree.MergerOrder,
        choices,
        st.one_of(st.none(), choices),
        st.lists(steps, min_size=1, max_size=5).map(tuple),
    ).filter(lambda order: order.defunct != order.into or order.into == tree.AnyChain()),
    st.builds(tree.BuyOrder, lots, flags, st.one_of(st.just(0), numbers)),
    st.just(tree.BuyOrder(())),
    st.just(tree.EndOrder()),
    st.builds(lambda what: tree.UseOrder("3 free", lots=what), lots),
    st.builds(lambda what: tree.UseOrder("trade 2", swaps=what), swaps),
    st.builds(lambda what: tree.UseOrder("place 4 tiles", tiles=what), st.one_of(st.just(()), tile_lists)),
    st.sampled_from([tree.UseOrder("buy 5"), tree.UseOrder("take 5 tiles")]),
)
guards = st.builds(tree.Guard, conditions, flags)
lines = st.builds(tree.Line, decisions, st.one_of(st.none(), guards))


def _is_press_text(text: str) -> bool:
    """A block of press ends at the first `end`; what cannot be stored is not in any text that was read."""
    first, *others = text.split("\n")
    if not text.strip() or (others and begins_cut_press(first)):
        return False
    return not others or not any(ends_press(line) for line in (first, *others))


press_texts = st.one_of(
    st.sampled_from(
        [
            "end",
            "END press",
            "hello # no comment",
            "  indented",
            "a\n\nb\n",
            "\nfirst empty",
            "buy 3 Luxor",
            "to Bob: me",
            "- end",
            "\uff45nd",
            "press: a",
        ]
    ),
    st.text(st.characters(codec="utf-8", exclude_characters="\r\x00"), min_size=1, max_size=90),
).filter(_is_press_text)
presses = st.builds(tree.Press, press_texts, st.one_of(st.none(), handles), flags)

blocks = st.deferred(
    lambda: st.builds(
        lambda first, more, last: tree.Block((first, *more, *last)),
        st.builds(tree.Branch, conditions, inner_items),
        st.lists(st.builds(tree.Branch, conditions, inner_items), max_size=2),
        st.lists(st.builds(tree.Branch, st.none(), inner_items), max_size=1),
    )
)
inner_items = st.lists(st.one_of(lines, lines, lines, presses, blocks), max_size=3).map(tuple)
decision_blocks = st.deferred(
    lambda: st.builds(
        lambda condition, items: tree.Block((tree.Branch(condition, items),)), conditions, standing_items
    )
)
standing_items = st.lists(st.one_of(lines, lines, decision_blocks), max_size=3).map(tuple)
section_items = st.lists(
    st.one_of(lines, lines, presses, blocks, st.just(tree.AsBefore())), min_size=1, max_size=5
).map(tuple)


def _section_list(parts: list[tuple[str, str | None, tuple]]) -> tuple[tree.Section, ...]:
    """Sections without a seat come first, and neighbours differ in their heading."""
    sections: list[tree.Section] = []
    for turn, seat, items in sorted(parts, key=lambda part: part[1] is not None):
        if not sections or (sections[-1].turn, sections[-1].seat) != (turn, seat):
            sections.append(tree.Section(turn, items, seat))
    return tuple(sections)


sections = st.lists(
    st.tuples(
        st.sampled_from(["all", "first", "second"]), st.one_of(st.none(), st.none(), handles), section_items
    ),
    max_size=4,
).map(_section_list)
words_in_notes = st.text(st.characters(codec="utf-8", exclude_characters="\r\n\x00"), min_size=1, max_size=90)
addresses = st.from_regex(
    r"[a-z0-9][a-z0-9_+-]{0,15}@([a-z][a-z0-9-]{0,8}[a-z0-9]\.){1,2}example", fullmatch=True
)
question_trees = st.one_of(
    st.builds(tree.Ask, st.sampled_from(["help", "status", "rules"])),
    st.builds(tree.AskReport, st.one_of(st.none(), st.integers(0, 9_999_999))),
    st.builds(tree.NewAddress, addresses),
)
requests = st.one_of(
    question_trees,
    st.sampled_from([tree.Ready(), tree.Withdraw(), tree.Resign()]),
    st.just(tree.Away("2026-12-20", "2027-01-05")),
    words_in_notes.map(str.strip).filter(bool).filter(lambda text: text[0] != ":").map(tree.Note),
)
game_names = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{1,19}", fullmatch=True)
headers = st.builds(
    tree.Header,
    st.one_of(st.none(), game_names),
    st.one_of(st.none(), st.integers(1, 9_999_999)),
    st.none(),
    st.one_of(st.none(), handles),
)
orders = st.builds(
    tree.Orders,
    headers,
    sections,
    st.one_of(st.none(), standing_items),
    st.lists(requests, max_size=3).map(tuple),
)

items_with_questions = st.builds(
    lambda one, asked: tree.Orders(one.header, one.sections, one.standing, (*one.requests, *asked)),
    orders,
    st.lists(question_trees, min_size=1, max_size=4),
)
questions_text = st.lists(
    st.sampled_from(
        ["help", "Status?", "rules.", "report", "- report 5", "address a@players.example", "", "# x"]
    ),
    max_size=6,
).map("\n".join)
_ODD_PIECES = (
    "5C 6D 3 400 $2,000 , : ( ) 's ' < >= + - # -- \n \n\n \t Lux I . / x 2k 5/12 × ’ – “ \x00 ٣ 99999999"  # noqa: RUF001 - odd on purpose
)
_ODD_PIECES = "5C 6D 3 400 $2,000 , : ( ) 's ' < >= + - # -- Lux I . / x 2k 5/12 99999999"
_PIECES = [
    *sorted(LANGUAGE_WORDS),
    *POWERS.chains,
    *POWERS.handles,
    *_ODD_PIECES.split(),
    *("help", "status", "rules", "report", "address", "a@players.example", "<mailto:a@players.example>"),
    "\n",
    "\n\n",
    "\n \t",
    "\u00d7",
    "\u2019",
    "\u2013",
    "\u201c",
    "\x00",
    "\u0663",
]
texts = st.one_of(
    st.text(max_size=300),
    st.lists(st.sampled_from(_PIECES), max_size=60).map(" ".join),
)
