"""Records: what is read, what is refused, where, and in which words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rowlock import (
    Contradiction,
    IllegalMove,
    NotNotation,
    Pass,
    Phase,
    Played,
    Record,
    Roll,
    UnknownVariant,
    find_variant,
    parse_move,
    play,
    read_record,
    read_variant,
)
from rowlock.errors import Place, RowlockError
from rowlock.mechanics import register, unregister
from rowlock.players import Keen
from rowlock.record import MAX_BYTES
from rowlock.rules import Choice, Rule
from tests.parts import lucky_of, with_lucky

HEAD = '[Variant "classic"]\n[Seats "2"]\n\n'
TURN = "1. 1 25r3y2g3b5 R7 - / R8\n"


def refused(text: str, kind: type[RowlockError] = NotNotation) -> str:
    with pytest.raises(kind) as caught:
        read_record(text, source="my.rowlock")
    return str(caught.value)


def replaced(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


# What is read


def test_a_record_has_tags_and_turns() -> None:
    record = read_record(HEAD + TURN)
    assert (record.variant.key, record.seats, record.first) == ("classic", 2, 0)
    assert record.moves == (
        Roll.parse("25r3y2g3b5"),
        Played(0, parse_move("R7")),
        Played(1, Pass()),
        Played(0, parse_move("R8")),
    )
    assert record.names == ()
    assert str(record.game().sheets[0]) == "R 7 8 | Y | G | B"


def test_an_empty_record_is_a_game_before_its_first_roll() -> None:
    record = read_record(HEAD)
    assert record.moves == ()
    assert record.game() == record.start()
    assert read_record(record.write()) == record


def test_names_tags_and_comments_are_kept() -> None:
    text = (
        '; a head comment\n[Variant "classic"]\n[Seats "2"]\n[First "2"]\n'
        '[Seat 2 "Max \\"M\\" \\\\"]\n[Date "2026-11-15"]\n[Event "At home"]\n\n; before\n'
        "1. 2 25r3y2g3b5 R7 - ; in the middle\n / Y7\n; after\n;\n; and more\n"
    )
    record = read_record(text)
    assert record.first == 1
    assert record.names == ("", 'Max "M" \\')
    assert record.tags == (("Date", "2026-11-15"), ("Event", "At home"))
    assert record.comments == (
        (0, "a head comment\nbefore"),
        (1, "in the middle\nafter\n\nand more"),
    )
    assert read_record(record.write()) == record
    assert '[Seat 2 "Max \\"M\\" \\\\"]' in record.write()
    assert "[Seat 1" not in record.write()


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "1.\t1\n25r3y2g3b5\r\n\r\nR7   -/R8",
        "\ufeff" + HEAD + TURN,
        HEAD.replace("\n", "\r\n") + TURN,
        '[ Variant   "classic" ] [Seats"2"]' + TURN,
        HEAD + TURN + "\n\n   \n",
        HEAD + "1. 1 25r3y2g3b5 R7 - /R8",
    ],
    ids=["tabs and breaks", "byte order mark", "dos", "tight tags", "trailing", "tight slash"],
)
def test_white_space_is_free(text: str) -> None:
    assert read_record(text) == read_record(HEAD + TURN)
    assert read_record(text.encode()) == read_record(HEAD + TURN)


def test_an_unfinished_turn_is_written_with_question_marks() -> None:
    record = read_record(HEAD + TURN).plus(Roll.parse("11r1y1g1b1"), Played(1, Pass()))
    assert record.write().endswith("2. 2 11r1y1g1b1 ? -\n")
    assert read_record(record.write()) == record
    record = record.plus(Played(0, parse_move("Y2")))
    assert record.write().endswith("2. 2 11r1y1g1b1 Y2 -\n")
    again = read_record(record.write()).game()
    assert again == record.game()
    assert again.phase is Phase.COLOUR
    assert read_record(record.write().replace("Y2 -", "Y2 - / ?")).game() == again


def test_a_pick_that_is_owed_can_wait_at_the_end_of_a_record() -> None:
    text = '[Variant "bonus_pairs"]\n[Seats "1"]\n1. 1 56r1y1g1b1 Y11 / -\n2. 1 45r1y1g1b1 G9'
    record = read_record(text)
    assert [str(move) for move in record.game().legal(0)] == ["~R", "~B"]
    assert record.write().endswith("2. 1 45r1y1g1b1 G9\n")
    picked = record.plus(Played(0, parse_move("~B")))
    assert picked.write().endswith("2. 1 45r1y1g1b1 G9~B>B12>B11\n")
    assert picked.write(checked=False).endswith("2. 1 45r1y1g1b1 G9~B\n")
    assert read_record(picked.write()) == read_record(picked.write(checked=False)) == picked
    assert read_record(text + "~B").moves == picked.moves


def test_checked_marks_are_written_on_wish() -> None:
    record = play(find_variant("bonus_chain"), [Keen(), Keen(2)], seed=3)
    assert {"#", ">", "x"} <= set(record.write().split("]\n\n")[1])
    assert not {"#", ">", "x"} & set(record.write(checked=False).split("]\n\n")[1])
    assert read_record(record.write(checked=False)) == read_record(record.write()) == record
    assert str(record) == record.write()


def test_a_finished_record_says_result_and_ending() -> None:
    record = play(find_variant("classic"), [Keen(), Keen()], seed=3)
    outcome = record.game().outcome()
    assert outcome is not None
    totals = " ".join(map(str, outcome.totals))
    assert f'[Result "{totals}"]\n[Ending "{outcome.ending.value}"]\n\n1. ' in record.write()


def test_a_users_own_variant_is_found_by_whoever_reads() -> None:
    text = 'name = "Mine"\nedition = 2\nplayers = [2, 5]\nfaces = 6\n'
    text += "lock = { cells = 1, needs = 5 }\nend = { locks = 2, misses = 4, miss_points = -5 }\n"
    text += '[rows]\nR = "2-12"\nY = "2-12"\nG = "12-2"\nB = "12-2"\n'
    mine = read_variant(text, "mine")
    record = Record(mine).plus(Roll.parse("25r3y2g3b5"))
    assert read_record(record.write(), {"mine": mine}.__getitem__) == record


# What is refused


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('[Variant "classic"]\n', "", '1:1: expected a tag for the variant, such as [Variant "'),
        ('[Seats "2"]\n', "", "1:1: expected a tag for the seats, such as [Seats"),
        ('"2"', '"0"', "2:1: Seats: expected a number from 1 to 8, found '0'"),
        ('"2"', '"9"', "2:1: Seats: expected a number from 1 to 8, found '9'"),
        ('"2"', '"two"', "2:1: Seats: expected a number from 1 to 8, found 'two'"),
        ('"2"]', '"2"]\n[First "3"]', "3:1: First: expected a number from 1 to 2, found '3'"),
        ('"2"]', '"2"]\n[Seat 3 "x"]', "3:1: expected Seat 1 to Seat 2, found [Seat 3]"),
        ('"2"]', '"2"]\n[Seats "2"]', "3:1: the tag [Seats] stands here twice"),
        ('"2"]', '"2"]\n[Date "a\tb"]', "3:1: expected printable characters in the tag [Date]"),
        ('"2"]', '"2"]\n[Date "a', "3:1: expected a tag such as [Seats"),
        ('"2"]', '"2"]\n[Date]', "3:1: expected a tag such as [Seats"),
        ("1. 1", "x 1. 1", "4:1: expected the next turn, such as 1., found 'x'"),
        ("1. 1", "2. 1", "4:1: expected turn 1., found '2.'"),
        ("1. 1", "01. 1", "4:1: expected turn 1., found '01.'"),
        ("1. 1", "1. x", "4:4: expected the seat that rolls, found 'x'"),
        ("1. 1 25r3y2g3b5", "1. 1 25r3y2g3b", "4:6: expected a roll such as 14r3y6g3b3"),
        ("R7 -", "R7", "4:20: expected the white decision of seat 2: a move such as R5"),
        ("R7 - / R8", "R7 - /", "4:23: expected the colour decision: a move such as R5, *G16 or"),
        ("R7 -", "R777 -", "4:17: expected a move such as R5, *G16 or -"),
        ("R7 -", "R7 - -", "4:22: expected the next turn, such as 2., found '-'"),
        ("/ R8", "/ r8", "4:24: expected a move such as R5, *G16 or -, or ? if it is still open"),
        ("/ R8", "/ ~Y", "4:24: expected a move such as R5, *G16 or -"),
        ("/ R8", '/ R8 "', "4:27: expected a tag such as"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_its_place(old: str, new: str, said: str) -> None:
    assert refused(replaced(HEAD + TURN, old, new)).startswith("my.rowlock:" + said)


LOCKED = next(
    record
    for record in (play(find_variant("classic"), [Keen(), Keen()], seed=n) for n in range(99))
    if '[Ending "locks"]' in record.write() and "x" in record.write().split("]\n\n")[1]
)
"""A game that ended by locks, with a miss in it."""

SECOND = "2. 2 11r1y1g1b1 - - / -\n"


@pytest.mark.parametrize(
    ("old", "new", "kind", "said"),
    [
        ("R7 -", "? -", NotNotation,
         "4:17: expected a move: only the last turn may be open, found '?'"),
        ("/ R8", "/ ?", NotNotation,
         "4:24: expected a move: only the last turn may be open, found '?'"),
        ("/ R8", "", NotNotation,
         "4:20: expected the turn to be finished: the colour action waits for seat 1"),
        ("R7 -", "R8 -", IllegalMove,
         "4:17: seat 1 cannot play R8 in the white action of turn 1 (25r3y2g3b5); "
         "expected one of R7 Y7 G7 B7 -"),
        ("/ R8", "/ R7", IllegalMove,
         "4:24: seat 1 cannot play R7 in the colour action of turn 1 (25r3y2g3b5); "
         "expected one of R8 Y4 Y7 G5 G8 B7 B10 -"),
        ("25r3y2g3b5", "25r3y2g3", IllegalMove,
         "4:6: the coloured dice in play are r y g b; the roll 25r3y2g3 shows r y g"),
        ("25r3y2g3b5", "25r7y2g3b5", IllegalMove,
         "4:6: the dice go from 1 to 6; the roll is 25r7y2g3b5"),
        ("1. 1", "1. 2", Contradiction,
         "4:4: turn 1 belongs to seat 1, the record says 2"),
        ("R7 -", "R7# -", Contradiction, "4:17: seat 1 wrote R7#, the moves give R7"),
        ("R7 -", "R7>R8 -", Contradiction, "4:17: seat 1 wrote R7>R8, the moves give R7"),
        ("R7 -", "R7~Y -", IllegalMove,
         "4:17: seat 1 cannot play ~Y now: the white action waits for seat 2"),
        ("R7 -", "R7 -x", Contradiction, "4:20: seat 2 wrote -x, the moves give -"),
        ("/ R8", "/ R8x", Contradiction, "4:24: seat 1 wrote R8x, the moves give R8"),
    ],
)  # fmt: skip
def test_what_the_rules_or_the_record_itself_forbid_is_refused(
    old: str, new: str, kind: type[RowlockError], said: str
) -> None:
    text = replaced(HEAD + TURN, old, new) + SECOND
    assert refused(text, kind) == "my.rowlock:" + said


def test_a_miss_that_was_not_marked_as_one_is_fine_but_a_wrong_chain_is_not() -> None:
    text = '[Variant "bonus_chain"]\n[Seats "1"]\n1. 1 12r1y1g1b1 {} / {}\n'
    assert read_record(text.format("R3", "-")) == read_record(text.format("R3>R4", "-"))
    assert read_record(text.format("-", "-")) == read_record(text.format("-", "-x"))
    for wrong in ("R3>R5", "R3>R4>Y2", "R3#", "R3>R4#"):
        said = refused(text.format(wrong, "-"), Contradiction)
        assert said == f"my.rowlock:3:17: seat 1 wrote {wrong}, the moves give R3>R4"


def test_a_turn_after_the_end_is_refused() -> None:
    record = play(find_variant("classic"), [Keen(), Keen()], seed=3)
    turn = record.game().turn
    text = record.write() + f"{turn + 1}. 1 11r1y1g1b1 - - / -\n"
    assert "expected turn" in refused(text)
    text = record.write() + f"{turn}. 1 11r1y1g1b1 - - / -\n"
    assert "the game is over before this turn" in refused(text, IllegalMove)


def test_a_colour_action_after_the_white_action_ended_the_game_is_refused() -> None:
    seeds = (play(find_variant("classic"), [Keen(), Keen()], seed=seed) for seed in range(99))
    ended = next(r for r in seeds if "/" not in r.write().splitlines()[-1])
    said = refused(ended.write().rstrip() + " / -\n", IllegalMove)
    assert said.endswith("expected no colour action: the game is over")


@pytest.mark.parametrize(
    ("old", "new"),
    [('[Result "', '[Result "1'), ('[Ending "locks"]', '[Ending "misses"]')],
    ids=["result", "ending"],
)
def test_a_result_that_does_not_follow_is_refused_with_both_values(old: str, new: str) -> None:
    record = LOCKED
    outcome = record.game().outcome()
    assert outcome is not None
    said = refused(replaced(record.write(), old, new), Contradiction)
    if "Result" in old:
        right = " ".join(map(str, outcome.totals))
        assert said == (
            f"my.rowlock:4:1: Result: the record says '1{right}', the moves give '{right}'"
        )
    else:
        assert said == ("my.rowlock:5:1: Ending: the record says 'misses', the moves give 'locks'")


def test_a_record_cut_short_is_refused_with_both_values() -> None:
    record = LOCKED
    short = "\n".join(record.write().splitlines()[:-3])
    assert "the moves give '*' (the game is not over: is the record cut short?)" in refused(
        short, Contradiction
    )
    unsaid = "\n".join(line for line in short.splitlines() if "Result" not in line)
    assert "Ending: the record says 'locks', the moves give 'none'" in refused(
        unsaid, Contradiction
    )
    open_end = record.write().replace("[Result", "[Score")
    assert read_record(open_end).tags == (("Score", " ".join(_totals(record))),)


def _totals(record: Record) -> list[str]:
    outcome = record.game().outcome()
    assert outcome is not None
    return [str(total) for total in outcome.totals]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + "1.", "4:3: expected the seat that rolls, found the end of the record"),
        (HEAD + "1. 1", "4:5: expected the roll, found the end of the record"),
        (HEAD + "1. 1 25r3y2g3b5", "4:16: expected the white decision of seat 1: a move such"),
        (HEAD + "1. 1 25r3y2g3b5 R7", "4:19: expected the white decision of seat 2: a move"),
        (HEAD + "1. 1 25r3y2g3b5 R7 - /", "4:23: expected the colour decision: a move such as"),
        (HEAD + "1. 1 25r3y2g3b5 R7 / -", "4:20: expected the white decision of seat 2: a move"),
        (HEAD + "1. 1 25r3y2g3b5 R7 2. 2", "4:20: expected the white decision of seat 2"),
        (HEAD + "1. 1 25r3y2g3b5 R7 - / 2. 2", "4:24: expected the colour decision"),
    ],
)
def test_a_record_that_breaks_off_says_what_was_expected_next(text: str, said: str) -> None:
    assert refused(text).startswith(
        "my.rowlock:" + said.replace("3:1:", "4:3:").replace("3:5:", "4:5:")
    )


def test_an_unknown_variant_is_refused_at_its_tag() -> None:
    said = refused(HEAD.replace("classic", "clasic") + TURN, UnknownVariant)
    assert said.startswith("my.rowlock:1:1: no variant is called 'clasic'; did you mean 'classic'?")


def test_an_error_inside_a_variant_file_keeps_its_own_place() -> None:
    def broken(_: str) -> object:
        raise NotNotation("wrong", Place("mine.toml", 3, 4))

    with pytest.raises(NotNotation, match=r"^mine\.toml:3:4: wrong$"):
        read_record(HEAD, broken)  # type: ignore[arg-type]  # never returns


def test_another_variant_than_the_record_names_is_refused_with_both() -> None:
    with pytest.raises(Contradiction) as caught:
        read_record(HEAD, lambda _: find_variant("xl"), "my.rowlock")
    assert str(caught.value) == (
        "my.rowlock:1:1: the record is of 'classic', the variant given is 'xl'"
    )


def test_another_edition_is_refused_with_both_values() -> None:
    said = refused(HEAD.replace('[Seats "2"]', '[Edition "7"]\n[Seats "2"]'), Contradiction)
    assert said == "my.rowlock:2:1: the record is of edition '7' of classic; known is edition 1"


def test_tags_come_before_turns() -> None:
    said = refused(HEAD + TURN + '[Date "x"]\n')
    assert said == "my.rowlock:5:1: expected tags before the first turn, found [Date]"


def test_another_encoding_is_refused() -> None:
    data = HEAD.replace("]", '"]\n[Seat 1 "Jörg"]', 1).replace('c""', 'c"').encode("latin-1")
    with pytest.raises(NotNotation, match=r"^a: expected UTF-8 text; byte \d+ is not$"):
        read_record(data, source="a")


def test_a_huge_record_is_refused_by_its_size() -> None:
    text = HEAD + TURN
    padded = text + " " * (MAX_BYTES - len(text))
    assert read_record(padded).moves
    assert refused(padded + " ") == f"my.rowlock: a record has at most {MAX_BYTES} bytes"


def test_a_place_without_a_file_is_told_in_words() -> None:
    with pytest.raises(NotNotation, match=r"^line 4, column 4: expected the seat"):
        read_record(HEAD + "1. x")


# Records made by hand


def test_a_record_refuses_what_it_could_not_write() -> None:
    variant = find_variant("classic")
    with pytest.raises(NotNotation, match="expected 2 names, found 1"):
        Record(variant, 2, names=("Emma",))
    for key in ("Result", "Variant", "two words", "", "1st"):
        with pytest.raises(NotNotation, match="expected a tag name of letters and digits"):
            Record(variant, tags=((key, "x"),))
    for value in ("a\nb", "\x1b[31m"):
        with pytest.raises(NotNotation, match="expected a tag of printable characters"):
            Record(variant, tags=(("Note", value),))
        with pytest.raises(NotNotation, match="expected a tag of printable characters"):
            Record(variant, 1, names=(value,))


def test_seats_are_called_by_their_names_or_numbers() -> None:
    variant = find_variant("classic")
    assert Record(variant, 2).called() == ("Seat 1", "Seat 2")
    assert Record(variant, 2, names=("", "Emma")).called() == ("Seat 1", "Emma")


def test_steps_are_played_when_asked_for() -> None:
    record = Record(find_variant("classic")).plus(Roll.parse("11r1y1g1b1"), Played(0, Pass()))
    assert [len(step.events) for step in record.steps()] == [1, 1]
    wrong = replace(record, moves=record.moves[1:])
    with pytest.raises(IllegalMove, match="seat 1 has to roll first"):
        wrong.game()


# Lucky numbers by choice

LUCKY = '[Variant "longo"]\n[Edition "1"]\n[Lucky "5/8 6/11"]\n[Seats "2"]\n[Result "*"]\n\n'


def test_chosen_lucky_numbers_are_written_and_the_record_replays_by_itself() -> None:
    chosen = with_lucky(find_variant("longo"), [(5, 8), (6, 11)])
    record = play(chosen, [Keen(), Keen()], seed=5)
    text = record.write()
    assert text.startswith('[Variant "longo"]\n[Edition "1"]\n[Lucky "5/8 6/11"]\n[Seats "2"]\n')
    assert read_record(text) == record
    assert read_record(text).variant == chosen
    assert any("*" in line.partition("/")[0] for line in text.splitlines()[6:]), "some luck"


def test_printed_lucky_numbers_are_not_written() -> None:
    printed = find_variant("longo")
    assert "Lucky" not in Record(with_lucky(printed, lucky_of(printed))).write()
    assert read_record(LUCKY.replace("5/8 6/11", "5/10 6/11 7/12 8/13 4/9")).variant == printed


def test_a_lucky_cross_of_printed_numbers_is_refused_where_others_were_chosen() -> None:
    turn = "1. 1 55r1y1g1b1 *R2 - / -"
    assert read_record(LUCKY.replace('[Lucky "5/8 6/11"]\n', "") + turn)
    assert "cannot play *R2" in refused(LUCKY + turn, IllegalMove)


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        ("5/5", "my.rowlock:3:1: lucky numbers: expected two different ones from 2 to 16"),
        ("x", "my.rowlock:3:1: expected pairs of lucky numbers such as 5/8 6/11, found 'x'"),
    ],
)
def test_lucky_numbers_that_are_none_are_refused(tag: str, said: str) -> None:
    assert said in refused(LUCKY.replace("5/8 6/11", tag))


class _Toll(Choice):
    """A choice that another package brings."""

    name = "toll"
    tag = "Toll"


class Tolled(Rule):
    """The rule that it is chosen of."""

    choice = _Toll()


@pytest.mark.parametrize("tag", ["Lucky", "Toll"])
def test_where_there_is_nothing_to_choose_the_tag_is_kept_like_any_other(tag: str) -> None:
    """Whatever mechanics are installed: a record reads alike everywhere."""
    text = f'[Variant "classic"]\n[Edition "1"]\n[Seats "2"]\n[{tag} "hello"]\n[Result "*"]\n'
    before = read_record(text)
    register(Tolled)
    try:
        record = read_record(text)
        assert record == before
        assert record.tags == ((tag, "hello"),)
        assert record.write() == text
    finally:
        unregister(Tolled)
