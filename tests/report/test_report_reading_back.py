"""The public text tells the whole position: what a reader takes from it is the truth."""

from __future__ import annotations

import pytest
from reading_back import read_back
from report_case import SAMPLES, random_game, sample

from referee.rules import events as e
from referee.rules.scoring import leaders, values

FIXED_AND_MORE = [*SAMPLES, *(pytest.param(number, marks=pytest.mark.fuzz) for number in range(16, 120))]


@pytest.mark.parametrize("number", FIXED_AND_MORE)
def test_the_public_text_reads_back_as_board_chains_holdings_and_order_of_play(number):
    game = sample(number)
    before = None
    for round_number in range(game.rounds + 1):
        text = game.report(round_number)
        found = read_back(text, game.edition)
        state = game.state(round_number)
        ended = state.ended is not None or "RESULT" in text
        assert found.board == state.board
        assert found.out_of_play == set(state.out_of_play)
        assert found.off_board == {
            one: state.bank[one] for one in game.edition.chains if one not in state.sizes
        }
        public = state.switches.holdings == "public"
        assert found.chains == {chain: _chain(state, chain, public=public) for chain in state.active()}
        assert set(found.marked) == set(state.sizes)
        for chain, (price, sizes) in found.marked.items():
            assert price == state.price(chain)
            assert _is_in(state.sizes[chain], sizes)
        if ended:
            continue
        assert found.round == round_number + 1
        assert found.plays == state.plays
        assert found.tiles_left == state.tiles_left
        assert tuple(found.players) == state.order
        has_powers = state.switches.special_powers
        assert found.powers == ({seat: state.powers[seat] for seat in state.order} if has_powers else {})
        now = values(state)
        for seat, told in found.players.items():
            assert told["missed"] == state.misses[seat]
            assert told["left"] == (seat in state.left)
            if public:
                assert told["cash"] == state.cash[seat]
                assert told["shares"] == {one: state.shares[seat][one] for one in told["shares"]}
                assert all(
                    state.shares[seat][one] == 0 for one in game.edition.chains if one not in told["shares"]
                )
                assert told["value"] == now[seat]
                assert told["since"] == (None if before is None else now[seat] - before[seat])
        before = now


def _chain(state, chain, *, public):
    bonuses = state.edition.bonuses_at(chain, state.sizes[chain])
    lead = leaders(state, chain)
    said = ""
    if lead and public:
        names = ", ".join(lead)
        if len(lead) > 1 and len(names) > 19:
            said = f"{len(lead)} tied at {state.shares[lead[0]][chain]}"
        else:
            said = f"{names} {state.shares[lead[0]][chain]}"
    return {
        "safe": state.is_safe(chain),
        "tiles": state.sizes[chain],
        "price": state.price(chain),
        "bonuses": bonuses[:2] if state.switches.two_players == "bank" else bonuses,
        "bank": state.bank[chain],
        "leads": said,
    }


def _is_in(size, sizes):
    if sizes.endswith("+"):
        return size >= int(sizes[:-1])
    least, _, most = sizes.partition("-")
    return int(least) <= size <= int(most or least)


@pytest.mark.parametrize("number", [0, 1, 4])
def test_the_tiles_laid_in_the_round_are_marked_on_the_board_and_no_others(number):
    game = sample(number)
    for round_number in range(game.rounds + 1):
        laid = {
            one.event.tile
            for one in game.entries
            if isinstance(one.event, e.TilePlaced) and one.round == round_number
        }
        assert read_back(game.report(round_number), game.edition).laid == laid


def test_an_old_round_is_rendered_from_a_longer_log_as_it_was_at_the_time():
    game = sample(0)
    for round_number in range(game.rounds):
        opened = [i for i, one in enumerate(game.entries) if isinstance(one.event, e.RoundOpened)]
        short = random_game(0)
        short.entries, short.orders = game.entries[: opened[round_number] + 1], game.orders
        for reader in (None, game.seats[0]):
            assert short.report(round_number, reader) == game.report(round_number, reader)


@pytest.mark.parametrize("round_number", [-1, 99])
def test_a_round_that_there_is_not_has_no_report(round_number):
    with pytest.raises(ValueError, match="no round"):
        sample(0).report(round_number)


def test_a_round_that_is_not_over_has_no_report():
    game = random_game(0, rounds=3)
    assert "Next is round 4" in game.report(3)
    with pytest.raises(ValueError, match="not over"):
        game.report(4)
