"""A review in a terminal: a table of seats, the course of the game, what mattered most.

Nothing is wider than 80 columns and nothing needs colour, so that it can be piped as well.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from rowlock.events import Seat
from rowlock.moves import Decision, Pass
from rowlock.record import Record
from rowlock.review.course import courses, scale_of
from rowlock.review.model import Grade, Judgement, Review, SeatReview, TurnReview, Unit
from rowlock.tui.columns import aligned, cut, wrapped
from rowlock.tui.graph import SEVERAL, draw_graph
from rowlock.tui.ink import Ink
from rowlock.tui.story import tell
from rowlock.tui.words import ENGLISH, Words

__all__ = ["amount", "draw_all", "draw_review", "told_amount"]

_NAME = 16  # columns
_SIGNS: dict[Grade, str] = {"slip": ",", "mistake": "?", "blunder": "!"}
_GRADES: dict[Grade, str] = {
    "slip": "review.slip",
    "mistake": "review.mistake",
    "blunder": "review.blunder",
}
_ACTIONS = {"white": "review.action_white", "colour": "review.action_colour"}
_SHORT = {"white": "review.white", "colour": "review.colour"}


def draw_review(
    review: Review,
    record: Record,
    seats: Collection[Seat],
    ink: Ink,
    words: Words = ENGLISH,
    most: int = 3,
) -> Iterator[str]:
    """All of it, line by line: of the seats that are asked for also what they gave away."""
    names = _names(record, words)
    ended = tell(review.outcome.event(), names, review.variant, words)
    yield from wrapped(f"{review.variant.name}. {ended}")
    yield ""
    yield from _table(review, names, ink, words)
    if review.turns:
        yield ""
        yield from _graph(review, names, seats, ink, words)
    for seat in seats:
        yield ""
        yield from _judged(review, names[seat], seat, words)
    mattered = sorted((one for seat in seats for one in review.worst(seat, most)), key=_place)
    if mattered:
        yield ""
        yield ink.strong(words("review.mattered"))
    for one in mattered:
        yield from _mistake(one, review.unit, names[one.seat], _roll(record, one.turn), words)
    if not review.turns:
        yield ""
        yield from wrapped(words("review.no_turns"))


def draw_all(
    review: Review, record: Record, seats: Collection[Seat], ink: Ink, words: Words = ENGLISH
) -> Iterator[str]:
    """Every decision with a choice, one a line, those that cost something with a sign."""
    names = _names(record, words)
    heads = ("turn", "seat", "action", "roll", "played", "better", "given")
    rows = [[*(words(_HEADS[head]) for head in heads), ""]]
    for one in review.judgements:
        if one.seat in seats:
            rows.append(
                [
                    str(one.turn),
                    names[one.seat],
                    words(_SHORT[one.action]),
                    _roll(record, one.turn),
                    str(one.played.decision),
                    str(one.best.decision) if one.given_away else "",
                    amount(one.given_away, review.unit, words),
                    _SIGNS[one.grade] if one.grade else "",
                ]
            )
    first, *lines = aligned(rows, left=6)
    yield ink.strong(first)
    yield from lines


_HEADS = {
    "turn": "review.head_turn",
    "seat": "review.head_seat",
    "action": "review.head_action",
    "roll": "review.head_roll",
    "played": "review.head_played",
    "better": "review.head_better",
    "given": "review.head_given",
}


def amount(value: float, unit: Unit, words: Words, signed: bool = False) -> str:
    """A chance as a percentage, or points; with a plus if it is to be seen as a change."""
    number = words.decimal(abs(100 * value if unit == "win" else value))
    nought = not number.strip(f"0{words('decimal')}")
    sign = "" if nought else "-" if value < 0 else "+" if signed else ""
    return f"{sign}{number} %" if unit == "win" else f"{sign}{number}"


def told_amount(value: float, unit: Unit, words: Words, signed: bool = False) -> str:
    """An amount as it stands in a sentence."""
    text = amount(value, unit, words, signed)
    return text if unit == "win" else words("review.amount", n=text)


def _table(review: Review, names: Sequence[str], ink: Ink, words: Words) -> Iterator[str]:
    unit = review.unit
    head = [
        "",
        words("review.start"),
        words("review.luck"),
        words("review.errors"),
        words("review.others"),
        words("review.result"),
        words("review.points"),
    ]
    rows = [head]
    for number, (seat, name) in enumerate(zip(review.seats, names, strict=True), 1):
        parts = (seat.start, seat.luck, seat.errors, seat.others, seat.result)
        signed = (False, True, False, True, False)
        cells = [amount(part, unit, words, sign) for part, sign in zip(parts, signed, strict=True)]
        points = str(review.outcome.totals[number - 1])
        rows.append([f"{number} {name}", *cells, points])
    if unit == "points":  # there are no others, and the result is the points
        rows = [[*row[:4], row[5]] for row in rows]
    first, *lines = aligned(rows)
    yield ink.strong(first)
    yield from lines


def _graph(
    review: Review, names: Sequence[str], seats: Collection[Seat], ink: Ink, words: Words
) -> Iterator[str]:
    scale, is_win = scale_of(review), review.unit == "win"
    yield ink.strong(words("review.graph" if is_win else "review.graph_points"))
    labels = [f"{100 * tick:.0f} %" if is_win else f"{tick:.0f}" for tick in scale.ticks]
    under = [(str(seat + 1), _signs(review, seat)) for seat in seats]
    under = [(label, signs) for label, signs in under if any(signs)]
    lines = courses(review)
    drawn = draw_graph(lines, scale, labels, under)
    yield from drawn
    legend = [f"{n} {name}" for n, name in enumerate(names, 1)]
    if any(SEVERAL in line for line in drawn):
        legend.append(f"{SEVERAL} {words('review.meeting')}")
    if len(names) > 1:
        yield from wrapped(", ".join(legend), "        ")
    if under:
        yield from wrapped(words("review.signs", **_SIGNS), "        ")


def _signs(review: Review, seat: Seat) -> list[str]:
    """The gravest of what a seat did in each turn, as a sign."""
    worst: dict[int, Judgement] = {}
    for one in review.judgements:
        if one.seat == seat and one.grade:
            worst[one.turn] = max(worst.get(one.turn, one), one, key=lambda j: j.given_away)
    grades = [worst[turn.turn].grade if turn.turn in worst else None for turn in review.turns]
    return [_SIGNS[grade] if grade else "" for grade in grades]


def _judged(review: Review, name: str, seat: Seat, words: Words) -> Iterator[str]:
    """What a seat gave away and what its dice were worth, in sentences."""
    mine: SeatReview = review.seats[seat]
    decisions = words.count("review.decisions", mine.decisions)
    given = told_amount(mine.errors, review.unit, words)
    if mine.level:
        said = [words.of("review.like", name, given=given, decisions=decisions, bot=mine.level)]
    else:
        said = [words.of("review.gave", name, given=given, decisions=decisions)]
    if review.turns:
        said.append(words("review.dice", luck=told_amount(mine.luck, review.unit, words, True)))
        said.append(_roll_told("review.best_roll", max, review, seat, words))
        said.append(_roll_told("review.worst_roll", min, review, seat, words))
    yield from wrapped(" ".join(said))
    if not review.worst(seat):
        yield from wrapped(words.of("review.clean", name))


def _roll_told(
    key: str, which: Callable[..., TurnReview], review: Review, seat: Seat, words: Words
) -> str:
    turn = which(review.turns, key=lambda turn: turn.luck[seat])
    luck = amount(turn.luck[seat], review.unit, words, True)
    return words(key, roll=turn.roll, turn=turn.turn, luck=luck)


def _mistake(one: Judgement, unit: Unit, name: str, roll: str, words: Words) -> Iterator[str]:
    assert one.grade is not None  # only those are shown
    action = words(_ACTIONS[one.action])
    yield from wrapped(words("review.where", name=name, turn=one.turn, action=action, roll=roll))
    better = words(
        "review.better",
        played=_named(one.played.decision, words),
        better=_named(one.best.decision, words),
        given=told_amount(one.given_away, unit, words),
        grade=words(_GRADES[one.grade]),
    )
    yield from wrapped(better, "  ")
    if one.reason:
        yield from wrapped(one.reason[words.language], "  ")


def _names(record: Record, words: Words) -> list[str]:
    return [cut(name, _NAME) for name in words.names(record)]


def _roll(record: Record, turn: int) -> str:
    return str(record.moves[record.rolls()[turn - 1]])


def _place(judgement: Judgement) -> int:
    return judgement.move


def _named(decision: Decision, words: Words) -> str:
    return words("hint.pass") if isinstance(decision, Pass) else str(decision)
