"""What a person types at the table, and what is said to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rowlock import Game, Mark, Pass, Phase, Pick, Played, find_variant, shipped_variants
from rowlock.events import Seat
from rowlock.mechanics.lucky import Lucky
from rowlock.mechanics.pairs import Pairs
from rowlock.players import Keen, evaluate
from rowlock.review import Option
from rowlock.review.reasons import praise
from rowlock.sheet import COLOURS
from rowlock.tui.columns import wrapped
from rowlock.tui.table import Leave
from rowlock.tui.words import ENGLISH
from tests.parts import bonuses_on
from tests.players.trained import no_weights, with_weights
from tests.tui.sitting import Shelf, Sitting, fresh, listed, moment, taking_any, with_rule

every_variant = pytest.mark.parametrize("key", shipped_variants())
HELP = ENGLISH("help")


def opened(key: str, *typed: str, pause: bool = False) -> Sitting:
    """A new game of two persons in which the first types these lines."""
    return Sitting(fresh(key), typed, pause=pause).run()


def marks(game: Game, seat: Seat) -> list[Mark]:
    return [decision for decision in game.legal(seat) if isinstance(decision, Mark)]


def first_mark(key: str) -> Mark:
    """A plain mark that the first seat may make after the first roll of every sitting."""
    return next(mark for mark in marks(opened(key).table.game, 0) if not mark.offered)


FORMS: dict[str, Callable[[Mark], str]] = {
    "as it is written": str,
    "in small letters": lambda mark: str(mark).lower(),
    "with a space": lambda mark: f"{mark.row.name} {mark.number}",
    "in small letters with a space": lambda mark: f"{mark.row.name.lower()} {mark.number}",
    "with spaces around": lambda mark: f"  {mark} ",
    "with a tab": lambda mark: f"{mark.row.name}\t{mark.number}",
}


@every_variant
@pytest.mark.parametrize("form", FORMS)
def test_a_mark_may_be_typed(key: str, form: str) -> None:
    mark = first_mark(key)
    assert opened(key, FORMS[form](mark)).moves[-1] == Played(0, mark)


@every_variant
@pytest.mark.parametrize("text", ["-", " - ", "pass", "PASS", " Pass "])
def test_a_pass_may_be_typed(key: str, text: str) -> None:
    assert opened(key, text).moves[-1] == Played(0, Pass())


@every_variant
def test_every_listed_move_may_be_typed_and_no_other_is_legal(key: str) -> None:
    sitting = opened(key)
    moves = listed(sitting.screens[0])
    assert moves == [str(decision) for decision in sitting.table.game.legal(0)]
    played = [opened(key, move).moves[-1] for move in moves]
    assert [str(move.decision) for move in played if isinstance(move, Played)] == moves


@pytest.mark.parametrize("key", with_rule(Lucky))
def test_a_lucky_mark_may_be_typed_with_or_without_its_star(key: str) -> None:
    record = moment(key, lambda game: any(mark.offered for mark in marks(game, 0)))
    lucky = next(mark for mark in marks(record.game(), 0) if mark.offered)
    for text in (
        str(lucky),
        str(lucky).lower(),
        lucky.cell,
        lucky.cell.lower(),
        f" * {lucky.cell}",
    ):
        assert Sitting(record, [text]).run().moves[-1] == Played(0, lucky), text


@pytest.mark.parametrize("key", with_rule(Lucky))
def test_the_last_lucky_cell_is_typed_as_the_help_types_it(key: str) -> None:
    """The help's own example, *G16: the first cell of a row that nobody has begun."""
    record = moment(
        key, lambda game: any(mark.offered for mark in marks(game, 0)) and game.turn == 1
    )
    first = find_variant(key).page(0).rows[COLOURS[2]].cells[0]
    assert f"*{first}" in HELP
    expected = Played(0, Mark.of(first, offered=True))
    assert Sitting(record, [f"*{first}".lower()]).run().moves[-1] == expected


def with_fewest() -> list[str]:
    return [
        key
        for key in with_rule(Pairs)
        if any(bonus.fewest for bonus in bonuses_on(find_variant(key).page(0)))
    ]


@pytest.mark.parametrize("key", with_fewest())
@pytest.mark.parametrize("phase", [Phase.WHITE, Phase.COLOUR])
def test_a_tie_is_settled_by_typing_a_row(key: str, phase: Phase) -> None:
    record = moment(key, lambda game: bool(game.pending[0]) and game.phase is phase)
    picks = record.game().legal(0)
    assert len(picks) > 1
    for pick in picks:
        assert isinstance(pick, Pick)
        for text in (f"~{pick.row.name}", f"~{pick.row.name.lower()}", f" ~ {pick.row.name} "):
            sitting = Sitting(record, [text]).run()
            assert "Choose a row for the extra crosses" in sitting.screens[0]
            assert listed(sitting.screens[0]) == [str(p) for p in picks]
            assert sitting.moves[len(record.moves)] == Played(0, pick)


@pytest.mark.parametrize("key", with_fewest())
def test_rows_where_the_crosses_of_a_tie_lapse_are_named(key: str) -> None:
    def lapses(game: Game) -> bool:
        return bool(game.pending[0]) and len(game.able_picks(0)) < len(game.legal(0))

    record = moment(key, lapses)
    game = record.game()
    idle = " ".join(str(p) for p in game.legal(0) if p not in game.able_picks(0))
    sitting = Sitting(record, []).run()
    assert f"the extra crosses (they lapse in {idle}): " in sitting.screens[0]


@pytest.mark.parametrize("key", with_fewest())
def test_a_pass_cannot_settle_a_tie(key: str) -> None:
    record = moment(key, lambda game: bool(game.pending[0]))
    sitting = Sitting(record, ["-"]).run()
    assert sitting.record == record
    assert sitting.screens[1].startswith("- is not legal now. Type one of: ~")


@every_variant
def test_a_hint_tells_the_best_decisions_and_asks_again(key: str, tmp_path: Path) -> None:
    with with_weights([find_variant(key)], tmp_path):
        check_hints(key, "to win, about ", told_by_values)


@every_variant
def test_without_weights_a_hint_says_what_keen_would_do_and_why(key: str, tmp_path: Path) -> None:
    with no_weights(tmp_path):
        check_hints(key, "keen would play ", told_by_keen)


def test_alone_a_hint_says_what_keen_would_do_and_why() -> None:
    record = fresh(shipped_variants()[0], 1)
    sitting = Sitting(record, ["hint"]).run()
    said = sitting.screens[1]
    assert re.match(
        r"keen would play \S+   \(trained values say nothing about a game alone\)\n$", said
    )


def told_by_values(game: Game, seat: Seat) -> str:
    lines = [
        f"{'pass' if isinstance(best.decision, Pass) else best.decision}: "
        f"{100 * best.win:.1f} % to win, about {round(best.score)} point"
        f"{'' if abs(round(best.score)) == 1 else 's'}\n"
        for best in evaluate(game, seat)
    ]
    options = tuple(Option(one.decision, one.win, one.score) for one in evaluate(game, seat))
    reason = praise(game.view(seat), seat, options).en
    return "".join(lines[:4]) + "\n".join([*wrapped(reason), ""])


def told_by_keen(game: Game, seat: Seat) -> str:
    why = f"there are no trained values for {game.variant.name}"
    decision = Keen().decide(game.view(seat), seat)
    return f"keen would play {decision}   ({why})\n"


def check_hints(key: str, like: str, told: Callable[[Game, Seat], str]) -> None:
    """Ask for a hint at every decision, and compare it with what it should say."""
    hints = 0
    answer = taking_any(key)

    def typed(prompt: str, screen: str) -> str | None:
        nonlocal hints
        if hints == 60:
            return None
        if like in screen and "action" not in screen:
            game = sitting.table.game
            seat = sitting.table.names.index(prompt.removesuffix("> "))
            assert screen == told(game, seat)
            hints += 1
            return answer(prompt, sitting.screens[-2])
        return "hint"

    sitting = Sitting(fresh(key), typed)
    sitting.run()
    assert hints > 20


@pytest.mark.parametrize("word", ["help", "HELP", "?", " help "])
def test_help_lists_what_can_be_typed(word: str) -> None:
    sitting = opened(shipped_variants()[0], word)
    assert sitting.screens[1] == f"{HELP}\n"
    assert len(sitting.moves) == 1
    for typed in ("R5", "*G16", "~Y", "-", "pass", "hint", "undo", "sheet", "save", "quit", "help"):
        assert typed in sitting.screens[1]


@every_variant
def test_sheet_shows_the_table_again(key: str) -> None:
    sitting = opened(key, "sheet", "Sheet")
    assert sitting.screens[1] == sitting.screens[2] == sitting.screens[0]
    assert listed(sitting.screens[1]) == listed(sitting.screens[0])


def test_save_keeps_the_game_and_goes_on() -> None:
    sitting = opened(shipped_variants()[0], "save", "save  my evening ", "-")
    assert sitting.screens[1] == "Saved as the shelf.\n"
    assert sitting.screens[2] == "Saved as my evening.\n"
    assert [name for name, _ in sitting.shelf.saved] == ["", "my evening"]
    assert [record.moves for _, record in sitting.shelf.saved] == [sitting.moves[:1]] * 2
    assert sitting.moves[-1] == Played(0, Pass())


def test_save_where_nothing_can_be_saved_says_so_and_goes_on() -> None:
    record = fresh(shipped_variants()[0])
    sitting = Sitting(record, ["save", "save elsewhere", "-"], shelf=Shelf(broken=True)).run()
    said = "The game could not be saved: the shelf is full. Try: save NAME\n"
    assert sitting.screens[1] == sitting.screens[2] == said, "at once where it is typed"
    assert sitting.screens[3].startswith(said), "and after every decision"
    assert sitting.moves[-1] == Played(0, Pass())


@every_variant
def test_every_decision_of_a_person_is_kept_at_once(key: str) -> None:
    sitting = Sitting(fresh(key), taking_any(3), {1: Keen()}).run()
    mine = [
        n for n, move in enumerate(sitting.moves, 1) if isinstance(move, Played) and not move.seat
    ]
    assert [record.moves for record in sitting.shelf.kept] == [sitting.moves[:n] for n in mine]


@pytest.mark.parametrize("word", ["quit", "exit", "Quit", " quit "])
@pytest.mark.parametrize("pause", [False, True])
def test_quit_leaves_with_all_moves_in_the_record(word: str, pause: bool) -> None:
    sitting = Sitting(fresh(shipped_variants()[0]), ["-", "-", "-", word], pause=pause)
    with pytest.raises(Leave):
        sitting.run()
    assert ("Enter" in sitting.prompts[-1]) == pause
    rolls = 1 if pause else 2
    assert len(sitting.moves) == rolls + 3


WRONG = [
    "",
    "   ",
    "hello",
    "5",
    "R",
    "RR5",
    "R5 Y5",
    "R0",
    "X5",
    "--",
    "*",
    "~",
    "~W",
    "R5!",
    "é",
    "\x1b[A",
]


@every_variant
@pytest.mark.parametrize("text", WRONG)
def test_what_is_no_move_is_told_what_would_be_and_asked_again(key: str, text: str) -> None:
    assert_refused(key, text, "is not a move.")


def assert_refused(key: str, text: str, why: str) -> None:
    sitting = opened(key, text, "-")
    legal = listed(sitting.screens[0])
    assert sitting.screens[1].count("\n") == 1
    said, _, right = sitting.screens[1].partition("Type one of: ")
    assert why in said
    assert "\x1b" not in said
    assert right.split() == [*legal, "(or", "help)"]
    assert sitting.prompts[:2] == [sitting.prompts[0]] * 2
    assert sitting.moves[1:] == (Played(0, Pass()),)


@every_variant
def test_a_cell_that_cannot_be_crossed_is_refused_with_what_can(key: str) -> None:
    game = opened(key).table.game
    cells = {mark.cell for mark in marks(game, 0)}
    others = [name for name in game.sheets[0].page.cells if name not in cells]
    for name in (others[0], others[-1]):
        assert_refused(key, name, f"{name} is not legal now.")


@every_variant
@pytest.mark.parametrize("text", ["R99", "~R", "*B99"])
def test_a_move_that_is_nowhere_on_the_sheet_is_refused(key: str, text: str) -> None:
    assert_refused(key, text, f"{text} is not legal now.")


@every_variant
def test_nothing_wrong_that_is_typed_ever_loses_a_turn(key: str) -> None:
    """A whole game with a mistake before every answer is the game without them."""
    careful = Sitting(fresh(key), taking_any(5), {1: Keen()}).run()
    wrong = iter([text for text in WRONG if text.strip()] * 100)  # Enter may be a pass
    answer = taking_any(5)

    def clumsy(prompt: str, screen: str) -> str | None:
        if "Type one of" not in screen:
            return next(wrong)
        return answer(prompt, sitting.screens[-2])

    sitting = Sitting(fresh(key), clumsy, {1: Keen()})
    assert sitting.run().record == careful.record


def test_at_the_pause_every_sheet_can_be_seen() -> None:
    sitting = Sitting(fresh(shipped_variants()[0]), ["-", "-", "-", "sheet", ""], pause=True).run()
    assert sitting.prompts[4] == sitting.prompts[3]
    assert "Ann\n R   2" in sitting.screens[4]
    assert "Bob\n R   2" in sitting.screens[4]


@pytest.mark.parametrize("text", ["hint", "-", "R5", "now"])
def test_at_the_pause_anything_else_is_told_what_is_right(text: str) -> None:
    sitting = Sitting(fresh(shipped_variants()[0]), ["-", "-", "-", text, ""], pause=True).run()
    assert sitting.prompts[3].startswith("Enter: Bob rolls")
    assert sitting.prompts[4] == sitting.prompts[3]
    assert "Press Enter to go on" in sitting.screens[4]
    assert sitting.table.game.turn == 2
    assert sitting.table.game.phase is Phase.WHITE


def test_the_pause_comes_only_after_a_persons_decision() -> None:
    key = shipped_variants()[0]
    for pause in (True, False):
        sitting = Sitting(fresh(key), taking_any(1), {1: Keen()}, pause=pause).run()
        pauses = [prompt for prompt in sitting.prompts if prompt.startswith("Enter")]
        assert len(pauses) == (sitting.table.game.turn if pause else 0)
    bots = Sitting(fresh(key), ["never asked"], {0: Keen(), 1: Keen()}, pause=True).run()
    assert bots.prompts == []
    assert bots.table.game.over


@every_variant
def test_a_pass_that_costs_a_miss_is_marked_as_such_and_no_other(key: str) -> None:
    warned = 0
    answer = taking_any(11)

    def typed(prompt: str, screen: str) -> str | None:
        nonlocal warned
        game = sitting.table.game
        seat = sitting.table.names.index(prompt.removesuffix("> "))
        if Pass() in game.legal(seat):
            step = game.apply(seat, Pass()).game
            costs = (
                game.phase is Phase.COLOUR and step.sheets[seat].misses > game.sheets[seat].misses
            )
            assert ("(a miss)" in screen) == costs
            warned += costs
        return answer(prompt, screen)

    sitting = Sitting(fresh(key), typed)
    assert sitting.run().table.game.over
    assert warned
