"""What the templates of a report are handed: values only, worked out, and nothing that the reader may not know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.report.corrections import ToldCorrections
from referee.report.facts import Bonus, Fact, Size, Story
from referee.report.press import PressItem
from referee.rules.board import Tile
from referee.rules.editions import BankTile, Chain
from referee.rules.events import OrderApplied, Power, Seat
from referee.rules.legality import Verdict


@dataclass(frozen=True, slots=True)
class Square:
    """A square of the board: what stands on it, and whether it was laid this round."""

    mark: str
    laid: bool


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A row of squares under its letter."""

    letter: str
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """The board; `mark_width` is 2 where an edition's chains need two letters."""

    columns: int
    rows: tuple[BoardRow, ...]
    mark_width: int
    has_out_of_play: bool
    has_laid: bool


@dataclass(frozen=True, slots=True)
class ChainRow:
    """A chain on the board. `bonuses` first to last, those paid now; `leaders` empty where nobody holds any."""

    letters: str
    chain: Chain
    tiles: int
    safe: bool
    price: int
    bonuses: tuple[int, ...]
    bank: int
    leaders: tuple[Seat, ...]
    most: int


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """Where a player stands; the figures are None where holdings are private and it is somebody else.

    `shares` are those of the chains in `Holdings.chains`; `since` is the change of value since the round opened,
    None in the opening report. `left` tells that the seat's holder has left; `powers` are those still to be used.
    """

    number: int
    seat: Seat
    cash: int | None
    shares: tuple[int, ...] | None
    value: int | None
    since: int | None
    missed: int
    left: bool
    powers: tuple[Power, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """Seats that win together: what they are called, and their worth now, None where holdings are private."""

    name: str
    value: int | None


@dataclass(frozen=True, slots=True)
class Holdings:
    """The players in playing order, with their shares of the chains that are on the board or held by somebody.

    `heads` are the names of those chains, short enough for the table; `shows_figures` is false where there
    is nothing of anybody that this reader may see added up; `short_hands` are those who have not a whole hand, of
    `whole_hand` tiles, with theirs. `is_vacant` tells that a seat whose holder left is vacant (else the game goes on
    for it); `powers` are all special powers of the game, none where it has none. `sides` are teams, or persons with
    two seats each (`sides_add_up` tells which); none where everybody plays for himself.
    """

    chains: tuple[Chain, ...]
    heads: tuple[str, ...]
    rows: tuple[PlayerRow, ...]
    shows_figures: bool
    tiles_left: int
    short_hands: tuple[tuple[Seat, int], ...]
    whole_hand: int
    is_vacant: bool
    powers: tuple[Power, ...]
    sides: tuple[Side, ...]
    sides_add_up: bool


@dataclass(frozen=True, slots=True)
class CardRow:
    """A rung of the ladder: for each tier the sizes that are on it (empty: none) and the chains that are now."""

    sizes: tuple[str, ...]
    marks: tuple[str, ...]
    price: int
    bonuses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PriceCard:
    """The edition's ladder; `heads` are lines that name the chains of each tier above its column."""

    heads: tuple[tuple[str, ...], ...]
    rows: tuple[CardRow, ...]


@dataclass(frozen=True, slots=True)
class NextRound:
    """The round that is open now; `waiting` are those who have no play in it, in playing order.

    `one_play` tells that rounds of this game are one play each: only then there are any.
    """

    number: int
    plays: tuple[Seat, ...]
    deadline: str | None
    one_play: bool
    waiting: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class SetupRow:
    """A seat with its set-up tile and its place in the playing order."""

    seat: Seat
    tile: Tile
    place: int


@dataclass(frozen=True, slots=True)
class Opening:
    """How a game was opened; `switches` are all in force, `ignored` those that do not fit this game.

    `is_adopted` tells that it was begun elsewhere: nobody drew a set-up tile, and only the tiles left are sealed.
    """

    title: str
    edition: str
    ruleset: str
    columns: int
    row_letters: str
    cash: int
    shares: int
    hand: int
    safe: int
    end: int
    buy_limit: int
    tile_order: str
    bank_tile: BankTile
    setup: tuple[SetupRow, ...]
    switches: dict[str, Any]
    ignored: tuple[str, ...]
    is_adopted: bool
    bag_given: bool
    seed_given: bool
    scheme: str | None
    seal: str | None


@dataclass(frozen=True, slots=True)
class Sold:
    """A seat's shares of one chain, sold in the final reckoning."""

    seat: Seat
    count: int
    amount: int


@dataclass(frozen=True, slots=True)
class ChainReckoning:
    """What a chain on the board brought at the end; `bank` is what is told of the bank's tile."""

    size: Size
    price: int
    bank: tuple[Fact, ...]
    bonuses: tuple[Bonus, ...]
    sold: tuple[Sold, ...]


@dataclass(frozen=True, slots=True)
class FinalRow:
    """A player's result: `cash` before the reckoning, and what it added; `left` tells that he had left."""

    seat: Seat
    cash: int
    bonuses: int
    sold: int
    total: int
    left: bool


@dataclass(frozen=True, slots=True)
class FinalSide:
    """A side's place: one player's, or, with a `name`, a team's or that of a person with two seats."""

    place: int
    shared: bool
    name: str | None
    total: int
    rows: tuple[FinalRow, ...]

    @property
    def called(self) -> str:
        """The side by its name, or by that of its only seat."""
        return self.name or self.rows[0].seat

    @property
    def stayed(self) -> bool:
        """Whether any of its members was there to the end."""
        return not all(row.left for row in self.rows)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: why, by whom it was announced, which plays are void, the reckoning, the seal opened.

    `sides_add_up` tells that the money of a side is added up; else that of the richest of its seats counts.
    """

    why: str
    announced_by: Seat | None
    reason: str | None
    void: tuple[Seat, ...]
    chains: tuple[ChainReckoning, ...]
    sides: tuple[FinalSide, ...]
    sides_add_up: bool
    worthless: tuple[Chain, ...]
    seed: tuple[str, ...] | None
    order: tuple[Tile, ...] | None
    scheme: str | None
    seal: str | None


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a tile of the reader's hand would do if it were laid now.

    `chains` are those it touches with their sizes, `joined` the loose tiles it connects, `largest` those of a
    merger that could survive, `after` the tiles of the chain that would come of it.
    """

    tile: Tile
    verdict: Verdict
    chains: tuple[Size, ...]
    joined: tuple[Tile, ...]
    largest: tuple[Chain, ...]
    after: int


@dataclass(frozen=True, slots=True)
class OrderLine:
    """A line of the reader's orders; `used` tells that it decided something."""

    number: int
    text: str
    used: bool


@dataclass(frozen=True, slots=True)
class OwnDie:
    """A die that picked a tile of the reader's hand."""

    sides: int
    result: int


@dataclass(frozen=True, slots=True)
class PassedOver:
    """Lines that were looked at in turn and did not answer, all for the same reason."""

    lines: tuple[int, ...]
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A question that the reader's orders answered, or a default; in which play. Or the die that picked a tile.

    `unspent` tells that a special power was meant to be used and in the end did nothing, so that it is still there.
    """

    play: int
    applied: OrderApplied | None
    passed: tuple[PassedOver, ...]
    die: OwnDie | None
    unspent: bool = False


@dataclass(frozen=True, slots=True)
class Rank:
    """The place of a seat, or at the end of its side, among so many; `shared` where another has the same."""

    place: int
    shared: bool
    among: int


@dataclass(frozen=True, slots=True)
class Mine:
    """What concerns the reader alone. `plays` are his places in the next round; `rank` is None where unknown.

    `partners` are the other seats of his side: of his team, or his own other one. `powers` are those he has left,
    in a game that has powers. `next_turn` is the round of his next play where he has none in the next round.

    For the form: `free_chains` can be founded, `may_choose` tells that a tile of his merges equals, `affordable` are
    the chains on the board of which he could buy a share now; `chains` are all of the edition.
    """

    seat: Seat
    missed: bool
    misses: int
    orders: tuple[OrderLine, ...]
    decisions: tuple[Decision, ...]
    cash: int
    value: int
    since: int | None
    rank: Rank | None
    has_left: bool
    partners: tuple[Seat, ...]
    is_in_team: bool
    powers: tuple[Power, ...]
    has_powers: bool
    next_turn: int | None
    hand: tuple[Prospect, ...]
    plays: tuple[int, ...]
    free_chains: tuple[Chain, ...]
    may_choose: bool
    affordable: tuple[Chain, ...]
    chains: tuple[Chain, ...]
    end_reason: str | None
    came: bool
    """Whether he holds the seat only since the next round opened: then nothing that was ordered before is his."""


@dataclass(frozen=True, slots=True)
class Report:
    """A report of one round for one reader; `mine` is None for the public.

    The order form is for all seats that the reader plays, who is called `person` there: `forms` are what concerns
    each. `ordered_by_referee` tells that the referee filed what is in force for the reader.
    """

    game: str
    round: int
    at: str
    head: str
    private_holdings: bool
    opening: Opening | None
    story: Story
    next: NextRound | None
    ending: Ending | None
    board: BoardPicture
    chains: tuple[ChainRow, ...]
    off_board: tuple[tuple[Chain, int], ...]
    holdings: Holdings
    card: PriceCard
    press: tuple[PressItem, ...]
    mine: Mine | None
    person: str | None
    forms: tuple[Mine, ...]
    corrections: ToldCorrections
    ordered_by_referee: bool = False
