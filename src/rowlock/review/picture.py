"""A review as a picture: the course of the game above, luck and errors of every seat below.

The SVG is written by hand. Lines differ by their dashes and bars by their hatching, so that
nobody needs to see colours; text is text, and there is a description for screen readers.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from rowlock.languages import LANGUAGES, Text
from rowlock.review.course import Scale, courses, scale_of
from rowlock.review.model import Review, Unit

__all__ = ["draw_picture"]

_WIDTH = 960
_LEFT, _RIGHT = 70, 190  # the numbers on one side, the names on the other
_TOP, _HIGH = 64, 300  # the graph
_STRIP, _APART = 66, 16  # luck and errors, one strip a seat
_FOOT = 12
_LINE = 17  # from one name to the next, at least
_LONGEST = 16  # letters of a name
_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
_INK, _PALE, _GRID = "#1b1f24", "#57606a", "#d0d7de"
# Dark enough on white, and told apart by most who do not see all colours.
_COLOURS = (
    "#0b5fa5",
    "#b3400e",
    "#00704a",
    "#8e3a8c",
    "#5c4a00",
    "#1b1f24",
    "#a31545",
    "#3f5f6f",
)
_DASHES = ("", "9 5", "2 4", "12 4 2 4", "5 3", "14 6", "2 7", "8 3 2 3 2 3")
_MOST_NUMBERS = 20

_TITLES = {
    "win": Text("Chance to win", "Siegchance", "Probabilità di vittoria"),
    "points": Text("Points to expect", "Erwartete Punkte", "Punti attesi"),
}
_AFTER = Text("after turn", "nach Zug", "dopo il turno")
_LUCK = Text("luck of the dice", "Würfelglück", "fortuna dei dadi")
_ERRORS = Text("given away", "verschenkt", "regalato")
_SEAT = Text(
    "{name}: {start} at the start, luck {luck}, given away {errors}, result {result}.",
    "{name}: {start} am Beginn, Glück {luck}, verschenkt {errors}, Ergebnis {result}.",
    "{name}: {start} all'inizio, fortuna {luck}, regalato {errors}, risultato {result}.",
)
_EMPTY = Text(
    "Nothing is known of the course of this game.",
    "Über den Verlauf dieses Spiels ist nichts bekannt.",
    "Dell'andamento di questa partita non si sa nulla.",
)


def draw_picture(
    review: Review, names: Sequence[str] | None = None, language: str = LANGUAGES[0]
) -> str:
    """The whole picture as SVG; the names are those of the review unless others are given."""
    called = [_clean(name) for name in names or [seat.name for seat in review.seats]]
    title = f"{_clean(review.variant.name)}: {_TITLES[review.unit][language]}"
    below = _TOP + _HIGH + 60
    height = below + len(called) * (_STRIP + _APART) + _FOOT if review.turns else _TOP + _FOOT
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
            f'width="{_WIDTH}" height="{height}" font-family="{_FONT}" font-size="13" '
            f'fill="{_INK}" role="img" aria-labelledby="title desc" lang="{language}">',
            f'<title id="title">{escape(title)}</title>',
            f'<desc id="desc">{escape(_described(review, called, language))}</desc>',
            f"<defs>{''.join(_hatching(seat) for seat in range(len(called)))}</defs>",
            f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
            f'<text x="{_LEFT}" y="32" font-size="20" font-weight="600">{escape(title)}</text>',
            *(_drawn(review, called, language, below) if review.turns else ()),
            *([] if review.turns else [_text(_LEFT, _TOP, _EMPTY[language])]),
            "</svg>",
            "",
        ]
    )


def _drawn(review: Review, names: Sequence[str], language: str, below: int) -> Iterator[str]:
    turns = len(review.turns)
    across = (_WIDTH - _LEFT - _RIGHT) / turns

    def x(turn: float) -> float:
        return _LEFT + turn * across

    scale = scale_of(review)
    yield from _axes(scale, review.unit)
    for turn in range(0, turns + 1, -(-turns // _MOST_NUMBERS)):
        yield _text(x(turn), _TOP + _HIGH + 18, str(turn), "middle", _PALE)
    yield _text(x(turns), below - 14, _AFTER[language], "end", _PALE)
    lines = courses(review)
    for seat, line in enumerate(lines):
        points = " ".join(
            f"{x(turn):.1f},{_height(scale, value):.1f}" for turn, value in enumerate(line)
        )
        dashes = f' stroke-dasharray="{_dashes(seat)}"' if _dashes(seat) else ""
        yield (
            f'<polyline points="{points}" fill="none" stroke="{_colour(seat)}" '
            f'stroke-width="2.5" stroke-linejoin="round"{dashes}/>'
        )
    yield from _labels(names, [_height(scale, line[-1]) for line in lines])
    most = max(
        max(map(abs, values), default=0.0)
        for turn in review.turns
        for values in (turn.luck, turn.errors)
    )
    yield from _key(below - 14, language)
    for seat in range(len(names)):
        top = below + seat * (_STRIP + _APART)
        yield from _strip(review, names[seat], seat, top, across, most or 1.0)


def _axes(scale: Scale, unit: Unit) -> Iterator[str]:
    right = _WIDTH - _RIGHT
    for tick in scale.ticks:
        y = _height(scale, tick)
        label = f"{100 * tick:.0f} %" if unit == "win" else f"{tick:.0f}"
        yield f'<path d="M{_LEFT} {y:.1f}H{right}" stroke="{_GRID}"/>'
        yield _text(_LEFT - 10, y + 4.5, label, "end", _PALE)


def _height(scale: Scale, value: float) -> float:
    return _TOP + _HIGH * (1 - scale.place(value))


def _labels(names: Sequence[str], heights: Sequence[float]) -> Iterator[str]:
    """Each name at the end of its line, with a piece of it; those that would meet move apart."""
    x = _WIDTH - _RIGHT + 12
    order = sorted(range(len(names)), key=lambda seat: heights[seat])
    places: dict[int, float] = {}
    lowest = float(_TOP + _HIGH)
    for rank, seat in enumerate(order):
        above = places[order[rank - 1]] + _LINE if rank else float(_TOP)
        places[seat] = max(heights[seat], above)
    for seat in reversed(order):
        places[seat] = min(places[seat], lowest)
        lowest = places[seat] - _LINE
    for seat, name in enumerate(names):
        y = places[seat]
        dashes = f' stroke-dasharray="{_dashes(seat)}"' if _dashes(seat) else ""
        yield (f'<path d="M{x} {y:.1f}h26" stroke="{_colour(seat)}" stroke-width="2.5"{dashes}/>')
        yield _text(x + 32, y + 4.5, _short(name), fill=_colour(seat), weight=600)


def _key(y: float, language: str) -> Iterator[str]:
    """What the two kinds of bars are."""
    yield f'<rect x="{_LEFT}" y="{y - 10}" width="14" height="11" fill="{_PALE}"/>'
    yield _text(_LEFT + 20, y, _LUCK[language], fill=_PALE)
    yield (
        f'<rect x="{_LEFT + 180}" y="{y - 10}" width="14" height="11" '
        f'fill="url(#hatch-0)" stroke="{_colour(0)}"/>'
    )
    yield _text(_LEFT + 200, y, _ERRORS[language], fill=_PALE)


def _strip(
    review: Review, name: str, seat: int, top: float, across: float, most: float
) -> Iterator[str]:
    """Luck up or down from the middle, what was given away down beside it, turn by turn."""
    middle, room = top + _STRIP / 2, _STRIP / 2
    wide = max(min(across * 0.38, 14.0), 0.8)
    label = f"{100 * most:.0f} %" if review.unit == "win" else f"{most:.0f}"
    yield f'<path d="M{_LEFT} {middle:.1f}H{_WIDTH - _RIGHT}" stroke="{_PALE}"/>'
    yield f'<path d="M{_LEFT} {top:.1f}v{_STRIP}" stroke="{_GRID}"/>'
    yield _text(_LEFT - 10, top + 9, f"+{label}", "end", _PALE, size=11)
    yield _text(_LEFT - 10, top + _STRIP, f"\N{MINUS SIGN}{label}", "end", _PALE, size=11)
    yield _text(_WIDTH - _RIGHT + 12, middle + 4.5, _short(name), fill=_colour(seat), weight=600)
    for number, turn in enumerate(review.turns):
        end = _LEFT + (number + 0.5) * across
        luck = turn.luck[seat] / most * room
        if abs(luck) >= 0.05:
            y = middle - max(luck, 0.0)
            yield (
                f'<rect x="{end - wide:.1f}" y="{y:.1f}" width="{wide:.1f}" '
                f'height="{abs(luck):.1f}" fill="{_colour(seat)}"/>'
            )
        error = turn.errors[seat] / most * room
        if error >= 0.05:
            yield (
                f'<rect x="{end:.1f}" y="{middle:.1f}" width="{wide:.1f}" '
                f'height="{error:.1f}" fill="url(#hatch-{seat})" stroke="{_colour(seat)}"/>'
            )


def _hatching(seat: int) -> str:
    return (
        f'<pattern id="hatch-{seat}" width="4" height="4" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><rect width="4" height="4" fill="#ffffff"/>'
        f'<path d="M0 0V4" stroke="{_colour(seat)}" stroke-width="2.4"/></pattern>'
    )


def _described(review: Review, names: Sequence[str], language: str) -> str:
    """The picture in words, for those who cannot see it."""
    told = []
    for seat, name in zip(review.seats, names, strict=True):
        values = {
            "start": _amount(seat.start, review.unit),
            "luck": _amount(seat.luck, review.unit, signed=True),
            "errors": _amount(seat.errors, review.unit),
            "result": _amount(seat.result, review.unit),
        }
        told.append(_SEAT[language].format(name=name, **values))
    return " ".join(told)


def _amount(value: float, unit: Unit, signed: bool = False) -> str:
    shown = round(100 * value) if unit == "win" else round(value)
    text = f"{shown:+}" if signed else str(shown)
    return f"{text} %" if unit == "win" else text


def _text(
    x: float,
    y: float,
    text: str,
    anchor: str = "",
    fill: str = "",
    weight: int = 0,
    size: int = 0,
) -> str:
    more = f' text-anchor="{anchor}"' if anchor else ""
    more += f' fill="{fill}"' if fill else ""
    more += f' font-weight="{weight}"' if weight else ""
    more += f' font-size="{size}"' if size else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{escape(text)}</text>'


def _colour(seat: int) -> str:
    return _COLOURS[seat % len(_COLOURS)]


def _dashes(seat: int) -> str:
    return _DASHES[seat % len(_DASHES)]


def _short(name: str) -> str:
    """As much of a name as fits beside the graph; some letters are twice as wide."""
    kept, room = "", _LONGEST
    for char in name:
        room -= 2 if unicodedata.east_asian_width(char) in "WF" else 1
        if room < 0:
            return f"{kept[:-1].rstrip()}\N{HORIZONTAL ELLIPSIS}"
        kept += char
    return kept


def _clean(text: str) -> str:
    """A text without what XML does not allow."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)
