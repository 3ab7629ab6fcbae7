"""What a name is: seen by everybody, not too long, and never taken for somebody else's.

Unicode has characters that nobody sees, characters that change how others are written, and
marks that can be piled up without end. Some of them are needed to write names of people
(joiners in Persian and Sinhala, two marks on a Thai letter) or to draw an emoji; there they
stay. Anywhere else they could only deceive.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

__all__ = ["LONGEST_NAME", "shown_name", "skeleton", "unique_name"]

LONGEST_NAME = 20

_MARKS = 4
"""How many marks may stand on one letter: two are usual in Thai, three or four in Tibetan."""

_JOINER, _NON_JOINER = "\u200d", "\u200c"
_AS_TEXT, _AS_PICTURE, _KEYCAP = "\ufe0e", "\ufe0f", "\u20e3"
_VIRAMA = 9  # the combining class of signs that bind Indic consonants

# `Default_Ignorable_Code_Point` of Unicode, which Python does not know by that name.
_IGNORED = (
    *((0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5)),
    *((0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164)),
    *((0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8)),
    *((0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
# Letters and symbols that are drawn as nothing at all: the empty Braille cell, fillers, a
# placeholder for pictures, a note without a head.
_BLANK = frozenset("\u2800\ufffc\U00013441\U00013442\U00016fe4\U0001d159")
_SCRIPTS_THAT_JOIN = ("ARABIC", "SYRIAC", "MONGOLIAN", "NKO", "MANDAIC")

# Letters of other alphabets that look like a Latin one, in the lower case of `casefold`.
_LOOKS_LIKE = str.maketrans(
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455"
    "\u03b1\u03b2\u03b5\u03b7\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u0131\u04cf",
    "abekmhopctyxijs" + "abehikvoptux" + "il",
)
_DOTS = " .,\u00b7\u2022'`\u2019\u02bc-_"  # hardly seen before or behind a name
_LIKE_L = re.compile(r"(?<=[^\W\d_])1|(?<=[a-z])I(?![A-Z])")  # as in Emi1 and EmiI


def shown_name(text: str) -> str | None:
    """The name as it is shown; nothing if it is none."""
    if len(text) > 10 * LONGEST_NAME:
        return None
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    fits = 1 <= len(name) <= LONGEST_NAME
    return name if fits and _can_be_seen(name) else None


def skeleton(name: str) -> str:
    """What is left of a name when all is taken away that people hardly see: two names with the
    same skeleton would be taken for each other.
    """
    seen = _LIKE_L.sub("l", unicodedata.normalize("NFKC", name)).casefold()
    seen = unicodedata.normalize("NFKC", seen).translate(_LOOKS_LIKE)
    drawn = " ".join("".join(c for c in seen if not _is_ignored(c)).split())
    return drawn.strip(_DOTS) or drawn


def unique_name(name: str, taken: Collection[str]) -> str:
    """The name, with a number behind it if somebody's looks the same already."""
    seen = {skeleton(other) for other in taken}
    other, number = name, 2
    while skeleton(other) in seen:
        behind = f" {number}"
        kept = name[: LONGEST_NAME - len(behind)].rstrip(f" {_JOINER}{_NON_JOINER}")
        other = kept + behind
        number += 1
    return other


def _can_be_seen(name: str) -> bool:
    """Whether every character is drawn, or needed to draw others, and one of them is seen."""
    piled, anything = _MARKS, False  # a mark needs something to stand on
    for i, char in enumerate(name):
        if _is_ignored(char):
            if not _belongs(name, i):
                return False
        elif not char.isprintable() or char in _BLANK:
            return False
        elif unicodedata.category(char)[0] == "M":
            piled += 1
            if piled > _MARKS:
                return False
        else:
            piled = _MARKS if char == " " else 0
            anything = anything or char != " "
    return anything


def _is_ignored(char: str) -> bool:
    return any(first <= ord(char) <= last for first, last in _IGNORED)


def _belongs(name: str, i: int) -> bool:
    """Whether a character that is not seen is needed to draw what stands around it."""
    before, after = name[i - 1 : i], name[i + 1 : i + 2]
    if name[i] in (_AS_TEXT, _AS_PICTURE):
        return _is_picture(before) or (before in tuple("#*0123456789") and after == _KEYCAP)
    if name[i] not in (_JOINER, _NON_JOINER) or not before or not after:
        return False
    if unicodedata.combining(before) == _VIRAMA:
        return True
    if name[i] == _JOINER and (_is_picture(before) or before == _AS_PICTURE):
        return _is_picture(after)
    return _joins(before) and _joins(after)


def _is_picture(char: str) -> bool:
    """Whether a character may be an emoji, or changes the skin of one."""
    if not char:
        return False
    return unicodedata.category(char) in ("So", "Sm") or 0x1F3FB <= ord(char) <= 0x1F3FF


def _joins(char: str) -> bool:
    return unicodedata.name(char, "").startswith(_SCRIPTS_THAT_JOIN)
