"""The network in PyTorch is that of the kernels, and what it learns from is what was played."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest
import torch

from rowlock import Game, Roll, Variant, play, shipped_variants
from rowlock.fast import Batch, compile_variant
from rowlock.fast.asking import ask_oracle
from rowlock.fast.net import NARROW, WIDE, features, order, shape_of, weights_at
from rowlock.fast.oracle import FOLLOWS, SCRATCH, TELLS, option_values, oracle_numbers
from rowlock.fast.policy import Floats, new_desk
from rowlock.fast.samples import take_samples
from rowlock.fast.tables import Int16s
from rowlock.fast.turns import Games, legal
from rowlock.fast.weights import Trained, WeightsInfo
from rowlock.game import Phase
from rowlock.players import Keen
from rowlock.positions import pack, record_of
from rowlock.record import play_move
from tests.players.trained import by_chance
from tests.twins.variants import VARIANTS, variant_of
from training.matches import policy_of
from training.network import SCALES, Network

SEATS = (2, 3, 4, 5)


@cache
def numbers_of(key: str) -> Floats:
    """Weights by chance, except that feature 0, which is nothing, is worth nothing."""
    weights = by_chance(variant_of(key))
    at = weights_at(shape_of(compile_variant(variant_of(key))), 0)
    weights[at.own : at.own + WIDE] = 0
    weights[at.other : at.other + NARROW] = 0
    return weights


def network_of(key: str) -> Network:
    return Network(shape_of(compile_variant(variant_of(key)))).load(numbers_of(key))


def read(variant: Variant, games: Games, rolls: int) -> Int16s:
    """The features of a table with the order, if this seat is to roll next."""
    t = compile_variant(variant)
    shape = shape_of(t)
    out = np.zeros((games.seats, shape.width + 1), np.int16)
    for seat in range(games.seats):
        misses, closed = int(games.sheets.misses[seat]), int(games.closed[0])
        features(t, shape, games.sheets, seat, misses, closed, seat, out[seat], 0)
        out[seat, -1] = order(shape, games.seats, seat, rolls)
    return out


def just_rolled(variant: Variant, seats: int) -> Iterator[Game]:
    """The games of a keen evening in which everybody is still to answer."""
    record = play(variant, [Keen(seat % 3) for seat in range(seats)], seed=seats)
    game = record.start()
    for move in record.moves:
        game = play_move(game, move).game
        if isinstance(move, Roll):
            yield game


@pytest.mark.parametrize("key", VARIANTS)
def test_pytorch_and_the_kernels_give_the_same_heads(key: str) -> None:
    """Who did not roll and passes leaves the table as it is: its heads are the network's."""
    variant = variant_of(key)
    trained = Trained(WeightsInfo.of(variant, 0), numbers_of(key), compile_variant(variant))
    numbers = trained.numbers(tells=True).copy()
    numbers[FOLLOWS] = 0
    assert numbers[TELLS] == 1
    network = network_of(key)
    compared = 0
    for seats in SEATS:
        desk = new_desk(trained.tables, SCRATCH)
        tables, asked, told = [], [], []
        for game in just_rolled(variant, seats):
            games = pack([game])
            for seat in range(seats):
                count = legal(trained.tables, games, 0, seat, desk.options)
                if seat == game.active or count < 2:
                    continue
                ask_oracle(trained.tables, games, seat, desk, numbers)
                told.append(option_values(desk, count)[-1, 1:].copy())
                tables.append(read(variant, games, (game.active + 1) % seats))
                asked.append(seat)
        with torch.no_grad():
            heads = network(torch.from_numpy(np.stack(tables)).int()).numpy()
        mine = heads[np.arange(len(asked)), asked] * np.array(SCALES, np.float32)
        np.testing.assert_allclose(mine, np.stack(told), rtol=1e-4, atol=1e-4)
        compared += len(told)
    assert compared > 10


@pytest.mark.parametrize("key", VARIANTS)
def test_weights_that_are_loaded_are_the_weights(key: str) -> None:
    np.testing.assert_allclose(network_of(key).weights(), numbers_of(key), rtol=1e-6, atol=1e-7)


def test_a_fresh_network_is_the_same_after_a_journey_through_weights() -> None:
    shape = network_of(VARIANTS[0]).shape
    torch.manual_seed(3)
    fresh = Network(shape)
    again = Network(shape).load(fresh.weights())
    some = torch.randint(1, shape.features, (50, 3, shape.width + 1))
    with torch.no_grad():
        torch.testing.assert_close(again(some), fresh(some), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("key", VARIANTS)
@pytest.mark.parametrize("seats", [2, 5])
def test_samples_are_the_positions_of_the_game_in_the_readable_engine(key: str, seats: int) -> None:
    variant = variant_of(key)
    numbers = oracle_numbers(numbers_of(key), follows=True)
    policy = policy_of("trained", variant, WeightsInfo.of(variant, 0), numbers_of(key))
    t = compile_variant(variant)
    games = range(20, 23)
    samples = take_samples(t, seats, 5, games, (numbers,), openings=0)
    assert len(samples.features) > 30 or key not in shipped_variants()
    for at, number in enumerate(games):
        batch = Batch(variant, [policy] * seats, seed=5, first=number % seats)
        record = record_of(batch, number)
        game = record.start()
        tables = []
        for move in record.moves:
            game = play_move(game, move).game
            if game.phase is Phase.ROLL:
                tables.append(read(variant, pack([game]), game.active))
        begin, end = samples.begins[at], samples.begins[at + 1]
        assert end - begin == min(len(tables), 64)
        noted = np.concatenate([samples.features, samples.order[:, :, None]], 2)[begin:end]
        assert noted.tolist() == [table.tolist() for table in tables[:64]]
        assert samples.scores[at].tolist() == [game.tally(seat).total for seat in range(seats)]


def test_games_that_begin_by_chance_are_noted_from_where_the_players_went_on() -> None:
    variant = variant_of(VARIANTS[0])
    t = compile_variant(variant)
    numbers = oracle_numbers(by_chance(variant), follows=False)
    plain, opened = (take_samples(t, 2, 1, range(200), (numbers,), share) for share in (0, 1))
    shape = shape_of(t)
    empty = read(variant, pack([Game.start(variant, 2)]), 0)[0, :4]
    far = [
        (samples.features[samples.begins[:-1], 0, :4] != empty).sum() for samples in (plain, opened)
    ]
    assert far[1] > 2 * far[0], "the first noted positions are further on"
    assert len(opened.features) < len(plain.features)
    assert opened.features.max() < shape.features
