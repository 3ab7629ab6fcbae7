"""Somebody's own policies in the arena: as objects and by name, beside players of any kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.bots.planners import planner
from rowlock import NotNotation, PlayerFailed, UnknownPlayer, find_player, read_record
from rowlock.arena import Match, contest, executors
from rowlock.fast import Policy, find_policy
from rowlock.fast.keen import decide_keen
from rowlock.players import is_own
from tests.arena.games import piece
from tests.cli.running import run
from tests.fast.misbehaving import misbehave
from tests.fast.plugging import decide_by_number
from tests.fast.processes import python
from tests.twins.variants import variant_of

CLASSIC = variant_of("classic")
NAME = "docs.bots.planners:planner"
CLASS = "class:docs.bots.planner.Planner"


def test_a_policy_meets_others_as_an_object_and_by_name() -> None:
    given = contest([planner, "keen"], games=40, seed=2, workers=2)
    named = contest([NAME, "keen"], games=40, seed=2)
    read = contest([CLASS, "keen"], games=40, seed=2)
    assert [line.code for line in given.players()] == ["planner", "keen"]
    assert [line.code for line in named.players()] == [NAME, "keen"]
    for other in (named, read):
        assert [line.taken for line in other.players()] == [x.taken for x in given.players()]
    assert given.deals == 20, "every deal is played in both orders"
    assert given.match.tables[0].fast, "by kernels alone"
    assert not read.match.tables[0].fast


MIXED = """
from docs.bots.planners import planner
from rowlock.arena import contest
from tests.players.bots import node

if __name__ == "__main__":
    codes = ["keen", "class:docs.bots.planner.Planner", f"run:300:{node()} docs/bots/planner.mjs"]
    whole = contest([planner, *codes], games=4, seed=1, workers=2)
    apart = contest(["docs.bots.planners:planner", *codes], games=4, seed=1, workers=1)
    assert whole.complete and apart.complete
    for one, other in zip(whole.players(), apart.players(), strict=True):
        assert one.taken == other.taken
    same = [line.code for line in whole.ratings()]
    assert len(same) == 4
    table = whole.tables[whole.match.line_ups.index(("planner", codes[1]))]
    assert len({str(taken) for taken in table.players.values()}) == 1, "they are the same player"
    print(sorted(same) == sorted(["planner", *codes]))
"""


def test_policies_classes_and_programs_meet_at_one_table(tmp_path: Path) -> None:
    """Without a compiler, since every process that plays would have to wait for it."""
    script = tmp_path / "mixed.py"
    script.write_text(MIXED)
    ran = python(str(script), NUMBA_DISABLE_JIT="1", PYTHONPATH=str(Path.cwd()))
    assert ran.stdout == "True\n"


def test_an_object_travels_to_a_process_of_its_own() -> None:
    """At the table of a class all is played there; it is compiled there too."""
    mine = Policy("mine", decide_by_number, (2, 0))
    mixed = contest([mine, CLASS], games=4, seed=1, workers=1)
    assert not mixed.match.tables[0].fast
    fast = contest([mine, planner], games=4, seed=1)
    assert [line.taken for line in mixed.players()] == [line.taken for line in fast.players()]


def test_the_command_knows_a_policy_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend("docs/bots")
    ran = run("arena", "keen", "planners:planner", "--games", "40", "--seed", "2")
    assert ran.code == 0  # that the compiler is at work is told on the side
    assert "planners:planner" in ran.out
    assert "40 games (20 deals, seed 2)" in ran.out
    told = [
        run("replay", "--batch", "2:7", "--seats", f"keen,{code}", "--write").out
        for code in ("planners:planner", CLASS)
    ]
    records = [read_record(text) for text in told]
    assert records[0].moves == records[1].moves


def test_a_policy_that_fails_is_told_by_its_name() -> None:
    with pytest.raises(PlayerFailed, match=r"^policy 'bad' failed: .* found 999; game 0:0, turn 4"):
        contest([Policy("bad", misbehave, (1,)), "keen"], games=40)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("docs.bots.planners:nobody", "there is no policy 'nobody' in docs.bots.planners"),
        ("no_such_module:mine", "no_such_module:mine cannot be imported: ModuleNotFoundError"),
        ("docs.bots.planner:Planner", "found the class .*; a class is named class:docs.bots.pl"),
        ("docs.bots.planners:worth", r"expected something like worth_policy = Policy\('worth', "),
        ("tests.players.bots:ROOT", r"expected a Policy of rowlock.fast, found a PosixPath: "),
        ("keen:mine", "no player is called 'keen:mine'.*, or of your own run:COMMAND, class:M"),
        ("my-bots:mine", "no player is called 'my-bots:mine'"),
    ],
)
def test_what_is_no_policy_is_told_before_anything_is_played(code: str, sentence: str) -> None:
    with pytest.raises(UnknownPlayer, match=sentence):
        contest(["keen", code])
    run("arena", "keen", code).complaint()


def test_a_stranger_names_no_policy() -> None:
    assert is_own(NAME)
    assert not any(map(is_own, ["keen:2", "rollout:50", "keen", "you", "you:2"]))
    with pytest.raises(UnknownPlayer, match="known are"):
        find_player(NAME)


def test_names_mean_one_player() -> None:
    keen = find_policy("keen:2", CLASSIC)
    assert keen
    assert contest([keen, "keen:2"], games=2).complete, "it is the same one"
    for policy in (
        Policy("keen", decide_by_number),
        Policy("keen", decide_keen, (5.0, 1.0)),
        Policy("run:mine", decide_by_number),
        Policy("some:thing", decide_by_number),
    ):
        with pytest.raises(NotNotation, match="needs a name of its own, not"):
            contest([policy, "random"], games=2)
    twice = [Policy("mine", decide_by_number, (n, n)) for n in (1, 2)]
    with pytest.raises(NotNotation, match="policies of different names, found mine, mine"):
        contest(twice, games=2)
    assert Match.between(CLASSIC, [planner, planner]).policies == (planner,)


def test_what_is_neither_code_nor_policy_is_told() -> None:
    with pytest.raises(NotNotation, match="code of a player or a Policy, found <object"):
        contest(["keen", object()])  # type: ignore[list-item] # that is the point


def test_few_games_are_shared_out_too() -> None:
    """Some kernels take their time, so nobody may be left with all the games."""
    table = piece("keen", "random", deals=range(1_000))
    sizes = [part.games for _, part in executors.spread([table], workers=2)]
    assert sum(sizes) == 2_000
    assert len(sizes) >= 32
    assert max(sizes) <= 64
