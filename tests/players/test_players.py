"""Players by their code, random play, whole games, and who beats whom."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rowlock import (
    Game,
    Phase,
    Played,
    Roll,
    UnknownPlayer,
    find_player,
    find_variant,
    play,
    shipped_variants,
    throw,
)
from rowlock.events import Seat
from rowlock.moves import Decision
from rowlock.players import Keen, Player, Random, bot_name, player_codes, table_bots
from rowlock.testing import check_record

every_variant = pytest.mark.parametrize("key", shipped_variants())


# By code


def test_every_code_finds_a_player() -> None:
    assert {"keen", "random"} <= set(player_codes())
    assert {type(find_player(code)) for code in player_codes()} >= {Keen, Random}


def test_every_player_has_a_name_of_its_own_that_people_can_read() -> None:
    names = [bot_name(code) for code in player_codes()]
    assert len(set(names)) == len(names)
    assert all(name.isalpha() and name.istitle() and len(name) <= 8 for name in names)
    assert [bot_name(code) for code in table_bots()][:3] == ["Pip", "Toni", "Nina"]
    assert bot_name("keen:2") == "Carla (2)"
    assert bot_name("run:./mine.py") == "run:./mine.py"


@pytest.mark.parametrize(
    ("code", "skips"), [("keen", 1), ("keen:0", 0), ("keen:2", 2), ("keen:15", 15)]
)
def test_keen_takes_the_number_of_cells_it_may_skip(code: str, skips: int) -> None:
    player = find_player(code)
    assert isinstance(player, Keen)
    assert player.skips == skips
    assert Keen().skips == 1, "as in its code without a number"


@pytest.mark.parametrize(
    "code",
    [
        "",
        " ",
        "you",
        "Keen",
        "KEEN",
        "keen:",
        "keen:x",
        "keen:100",
        "keen:-1",
        "keen: 2",
        "keen:2 ",
        "random:1",
        "random:",
        "keen\n",
        "keen,random",
        "x" * 500,
        "kéén",
        "keen:٣",
    ],
)
def test_any_other_code_is_refused_with_what_is_known(code: str) -> None:
    with pytest.raises(UnknownPlayer) as caught:
        find_player(code)
    said = str(caught.value)
    assert said.startswith(f"no player is called {code[:40]!r}; ")
    assert f"known are {', '.join(player_codes())} (" in said
    assert "\n" not in said
    assert len(said) < 220


@pytest.mark.parametrize(
    ("code", "meant"), [("kean", "keen"), ("Random", "random"), ("ranodm", "random")]
)
def test_a_code_that_is_nearly_right_is_answered_with_the_right_one(code: str, meant: str) -> None:
    with pytest.raises(UnknownPlayer, match=rf"did you mean '{meant}'\?"):
        find_player(code)


def test_a_code_like_nothing_known_is_not_guessed_at() -> None:
    with pytest.raises(UnknownPlayer) as caught:
        find_player("zzzz")
    assert "did you mean" not in str(caught.value)


# Random


def just_rolled(key: str) -> Game:
    game = Game.start(find_variant(key))
    return game.rolled(throw(game.dice, random.Random(3))).game


@every_variant
def test_random_takes_each_legal_decision_as_often_as_the_others(key: str) -> None:
    """A chi-square test at one in a thousand, with a fixed seed so that it never wavers."""
    game = just_rolled(key)
    legal = game.legal(0)
    assert len(legal) >= 3
    draws = 600 * len(legal)
    player = Random(random.Random("uniform"))
    drawn = Counter(player.decide(game.view(0), 0) for _ in range(draws))
    assert set(drawn) == set(legal)
    squares = sum((count - 600) ** 2 / 600 for count in drawn.values())
    free = len(legal) - 1
    # The quantile after Wilson and Hilferty; 3.09 is that of the normal distribution.
    limit = free * (1 - 2 / (9 * free) + 3.09 * (2 / (9 * free)) ** 0.5) ** 3
    assert squares < limit


@every_variant
def test_random_is_the_same_again_with_the_same_seed_and_not_with_another(key: str) -> None:
    game = just_rolled(key)

    def drawn(seed: int | str) -> list[Decision]:
        player = find_player("random", seed)
        return [player.decide(game.view(0), 0) for _ in range(50)]

    assert drawn(1) == drawn(1)
    assert drawn("1 0") == drawn("1 0")
    assert drawn(1) != drawn(2)


# Whole games


def mixed(seed: int) -> list[Player]:
    return [find_player("keen"), find_player("random", seed), find_player("keen:2")]


@every_variant
def test_the_same_players_and_seed_give_the_same_record(key: str) -> None:
    variant = find_variant(key)
    for seed in (0, 7, "a word"):
        assert play(variant, mixed(1), seed) == play(variant, mixed(1), seed)
    assert play(variant, mixed(1), 0) != play(variant, mixed(1), 1)
    assert play(variant, mixed(1)) == play(variant, mixed(1), 0), "nought if none is given"


@every_variant
@pytest.mark.parametrize("first", range(3))
def test_a_game_is_played_to_its_end_by_whoever_begins(key: str, first: Seat) -> None:
    record = play(find_variant(key), mixed(2), 4, first)
    assert record.first == first
    assert record.game().over
    assert record.seats == 3
    check_record(record)


@every_variant
def test_the_dice_do_not_depend_on_who_plays(key: str) -> None:
    variant = find_variant(key)
    players: list[Player] = [Keen(0), Keen(3), Random(random.Random(1))]
    games = [play(variant, [player, player], 5) for player in players]
    whites = [[m.whites for m in game.moves if isinstance(m, Roll)] for game in games]
    common = min(map(len, whites))
    assert common > 5
    assert whites[0][:common] == whites[1][:common] == whites[2][:common]


class Spy:
    """Plays as another does, and sees to it that no sealed decision is shown to it."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.asked: Counter[Phase] = Counter()

    def decide(self, view: Game, seat: Seat) -> Decision:
        self.asked[view.phase] += 1
        assert seat in view.to_move()
        if view.phase is Phase.WHITE:
            for other in set(range(view.seats)) - {seat}:
                assert other in view.to_move(), "it was seen who has decided"
                assert view.sheets[other] == view.before[other], "a sealed cross was seen"
                assert not view.pending[other], "a sealed tie was seen"
        else:
            assert view.to_move() == {seat} == {view.active}
        return self.player.decide(view, seat)


@every_variant
def test_players_are_given_views_in_which_sealed_decisions_are_not(key: str) -> None:
    spies = [Spy(player) for player in (*mixed(3), Keen(1))]
    record = play(find_variant(key), spies, 6)
    for spy in spies:
        assert spy.asked[Phase.WHITE] >= record.game().turn
        assert spy.asked[Phase.COLOUR] > 2
    decided = sum(isinstance(move, Played) for move in record.moves)
    assert sum(spy.asked.total() for spy in spies) == decided


# Strength


@every_variant
def test_keen_clearly_beats_random(key: str) -> None:
    variant = find_variant(key)
    won = lost = 0
    for seed in range(200):
        players = [Keen(), find_player("random", seed)]
        outcome = play(variant, players, seed, first=seed % 2).game().outcome()
        assert outcome is not None
        won += outcome.winners == (0,)
        lost += outcome.winners == (1,)
    assert won + lost > 190
    assert won > 180
