"""The register of bots: whoever adds one adds a record and its own file, and all else follows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from reports import ROOT, deciding, paste
from rowlock import UnknownPlayer, find_player, find_variant, play
from rowlock.arena import Match, Piece, play_piece
from rowlock.bots import BOTS, Bot, all_bots, find_choice, load, registered
from rowlock.compiler import without_compiler
from rowlock.fast import Batch, find_policy
from rowlock.languages import LANGUAGES
from rowlock.lots import GameDice
from rowlock.players import bot_name, is_own, is_slow, player_codes, table_bots
from rowlock.positions import record_of
from tests.players.toy import TOY
from tests.server.test_page import app_with, ask

CLASSIC = find_variant("classic")
FACES = ROOT / "web" / "src" / "sheet" / "Face.svelte"


@pytest.fixture
def toy() -> Iterator[Bot]:
    with registered(TOY) as bot:
        yield bot


def test_a_bot_is_there_as_long_as_it_is_registered() -> None:
    assert "toy" not in player_codes()
    with registered(TOY):
        assert player_codes()[-1] == "toy"
        with pytest.raises(UnknownPlayer, match="there is a bot called 'toy' already"):
            registered(TOY).__enter__()
    assert all_bots() == BOTS


def test_it_is_found_by_its_code_and_its_number(toy: Bot) -> None:
    assert not is_own("toy:2")
    assert not is_slow("toy")
    assert [bot_name(code) for code in ("toy", "toy:2")] == ["Teddy", "Teddy (2)"]
    assert vars(find_player("toy")) == {"place": 1}
    assert vars(find_player("toy:7")) == {"place": 7}
    with pytest.raises(UnknownPlayer, match=re.escape("; toy:2 takes the last but one)")):
        find_player("toy:0")


@pytest.mark.parametrize("code", ["toy", "toy:3"])
def test_its_kernel_plays_as_it_does(toy: Bot, code: str) -> None:
    policy, keen = find_policy(code, CLASSIC), find_policy("keen", CLASSIC)
    assert policy
    assert keen
    batch = Batch(CLASSIC, [policy, keen], seed=3)
    for game in range(3):
        with without_compiler():
            record = record_of(batch, game)
        asked = [find_player(code), find_player("keen")]
        assert record.moves == play(CLASSIC, asked, GameDice(3, game)).moves


def test_it_meets_others_in_the_arena_with_the_same_counts_by_both_engines(toy: Bot) -> None:
    assert Match(CLASSIC, ("toy:2", "random"), 2, 1).players == ("toy:2", "random")
    with without_compiler():
        fast, readable = (
            play_piece(Piece(CLASSIC, ("toy:2", "random"), 1, range(5), by_kernels))
            for by_kernels in (True, False)
        )
    assert fast == readable
    assert set(fast.players) == {"toy:2", "random"}


def test_the_command_line_lists_it(toy: Bot) -> None:
    for command in ("play --help", "arena --help"):
        assert re.search(r"\btoy\b", paste.command(Path(), command)), command


def test_the_docs_tell_of_it(toy: Bot) -> None:
    assert re.search(rf"^\| `toy` +\| {re.escape(toy.about)} +\|$", deciding.who(), re.M)


def test_tables_of_a_server_offer_it_in_every_language(toy: Bot, tmp_path: Path) -> None:
    assert table_bots()[-1] == "toy"
    assert toy.says
    offered = json.loads(ask(app_with(tmp_path, tmp_path), "/api/about").body)["bots"][-1]
    assert (offered["code"], offered["name"]) == ("toy", "Teddy")
    assert offered["says"] == {language: toy.says[language] for language in LANGUAGES}


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.code)
def test_what_a_record_names_is_there(bot: Bot) -> None:
    choice = find_choice(bot.code)
    assert choice
    for named in filter(None, (bot.player, bot.kernel, bot.policy, bot.prepare)):
        assert callable(load(named))
    assert bool(bot.policy) <= bool(bot.kernel)
    assert bot.trained <= bool(bot.policy)
    assert not (bot.slow and bot.says), "no table waits so long"
    if bot.says:
        assert all(bot.says[language] for language in LANGUAGES)
        assert f"    {bot.face}:" in FACES.read_text(encoding="utf-8"), "the page draws it"


def test_codes_names_and_faces_are_different() -> None:
    assert len({bot.code for bot in BOTS}) == len({bot.name for bot in BOTS}) == len(BOTS)
    faces = [bot.face for bot in BOTS if bot.face]
    assert len(set(faces)) == len(faces)
