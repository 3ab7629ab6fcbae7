"""Files of trained weights: a header that says what they are of, then the numbers.

Those of shipped variants lie in the package, those of anybody's own variant in the user's
folder, each with its levels beside it. A file that is cut, damaged or of something else is
refused, never half believed.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import NoReturn

import numpy as np

from rowlock.bots import UNTRAINED, Choice, find_bot, load, trained_codes
from rowlock.errors import NotNotation, Place, UnknownVariant
from rowlock.fast.compiling import compile_variant, tables_digest
from rowlock.fast.headers import FRONT, read_front, write_front
from rowlock.fast.levels import OVERLOOKS, SUFFIX, Levels, read_levels
from rowlock.fast.net import DEEP, HEADS, NARROW, WIDE, Shape, shape_of
from rowlock.fast.oracle import SCRATCH, decide_oracle, oracle_numbers
from rowlock.fast.policy import Floats, Policy
from rowlock.fast.tables import Tables
from rowlock.variant import Variant, default_variant

__all__ = [
    "FEWEST_SEATS",
    "WeightsInfo",
    "Trained",
    "find_weights",
    "own_weights",
    "read_info",
    "read_weights",
    "shipped_weights",
    "trained_policy",
    "usual_levels",
    "weights_for",
    "write_weights",
]

FEWEST_SEATS = 2
"""Weights know how games with others end; what is best alone is another question."""

_MAGIC = b"rowlock weights 1\n"
_TYPE = np.dtype("<f4")


@dataclass(frozen=True)
class WeightsInfo:
    """What a file of weights says of itself."""

    variant: str
    edition: int
    tables: str  # a digest of all that is printed
    features: int
    wide: int
    narrow: int
    deep: int
    seats: str  # the numbers of seats that they were trained for
    games: int  # that they were learned from
    date: str
    rowlock: str  # the version that they were made with
    strength: dict[str, str] = field(default_factory=dict)  # what was measured, by opponent
    checksum: str = ""  # of the numbers

    @classmethod
    def of(
        cls,
        variant: Variant,
        games: int,
        strength: Mapping[str, str] | None = None,
        seats: str = "2-5",
        date: str = "",
    ) -> WeightsInfo:
        """What the file of such weights must say; the date is today if none is given."""
        return cls(
            variant.key,
            variant.edition,
            _digest(variant),
            *_shape(compile_variant(variant)),
            seats,
            games,
            date or time.strftime("%Y-%m-%d"),
            version("rowlock"),
            dict(strength or {}),
        )

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """Of the network: features, and the width of its layers."""
        return self.features, self.wide, self.narrow, self.deep

    @property
    def count(self) -> int:
        """How many numbers there are; see `rowlock.fast.net.Weights`."""
        features, wide, narrow, deep = self.shape
        layers = features * (wide + narrow) + narrow * wide + wide * deep
        return layers + deep + HEADS * (deep + 1)


@dataclass(frozen=True, eq=False)
class Trained:
    """The weights of a variant, ready for its kernels."""

    about: WeightsInfo
    weights: Floats
    tables: Tables
    path: Path | None = None  # of the file
    levels: Levels | None = None  # if they were measured with these very weights

    @lru_cache(maxsize=16)  # noqa: B019 - of the few that `find_weights` keeps anyway
    def numbers(self, chance: float = 0.0, tells: bool = False) -> Floats:
        """The numbers of a policy that errs so much; the same array for the same wish."""
        overlook = OVERLOOKS * chance
        numbers = oracle_numbers(self.weights, noise=chance, overlook=overlook, tells=tells)
        numbers.flags.writeable = False
        return numbers

    def chance(self, code: str) -> float:
        """How much the trained player of a code errs; the strongest does not.

        Levels that were not measured here err as much as in the first variant.
        """
        if code == trained_codes()[-1]:
            return 0.0
        return (self.levels or usual_levels()).chance[code]


def write_weights(path: Path, about: WeightsInfo, weights: Floats) -> WeightsInfo:
    """Write a whole file beside its place, then put it there; what it says of itself."""
    numbers = np.ascontiguousarray(weights, _TYPE)
    if numbers.shape != (about.count,):
        raise NotNotation(
            f"expected {about.count:,} weights in a row, found the shape {numbers.shape}",
            Place(str(path)),
        )
    if not np.isfinite(numbers).all():
        raise NotNotation("expected weights that are numbers, found some that are none")
    data = numbers.tobytes()
    about = replace(about, checksum=hashlib.sha256(data).hexdigest())
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        with beside.open("wb") as file:
            file.write(write_front(_MAGIC, about) + data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
    return about


def read_weights(path: Path, variant: Variant) -> tuple[WeightsInfo, Floats]:
    """The weights of a file; a file of anything but this variant's is refused."""
    return _checked(path, _read(path), variant, compile_variant(variant))


def read_info(path: Path) -> WeightsInfo:
    """What a file of weights says of itself, whatever variant it is of."""
    found = read_front(_MAGIC, WeightsInfo, _read(path))
    if found is None:
        raise NotNotation("this is no file of weights", Place(str(path)))
    return found


def find_weights(variant: Variant) -> Trained | None:
    """The weights of this very variant: those that ship, else the user's own, else none.

    Looked for once in a process. Weights of an earlier edition with the same print will do: the
    network sees what it saw when it was trained, and only values what a ruling has changed since
    as it was then. So will they where a table has chosen other lucky numbers: each seat is
    valued as if it had the printed ones.
    """
    return _found(variant)


def weights_for(variant: Variant, seats: int) -> Trained | None:
    """The weights for a table with these seats; none if they would say nothing about it."""
    return find_weights(variant) if seats >= FEWEST_SEATS else None


def shipped_weights(variant: Variant) -> Path:
    """Where the weights of a shipped variant lie."""
    return Path(str(files("rowlock.variants"))) / "weights" / f"{variant.key}.weights"


@lru_cache(maxsize=1)
def usual_levels() -> Levels:
    """The levels of the first variant, for all where none were measured."""
    path = Path(str(files("rowlock.variants"))) / "weights" / f"{default_variant()}{SUFFIX}"
    return read_levels(path)


def own_weights(variant: Variant) -> Path:
    """Where the weights of anybody's own variant are looked for."""
    import platformdirs

    name = f"{variant.key}-{variant.edition}-{_digest(variant)[:12]}.weights"
    return platformdirs.user_data_path("rowlock") / "weights" / name


@lru_cache(maxsize=32)
def _found(variant: Variant) -> Trained | None:
    try:
        t = compile_variant(variant)
    except UnknownVariant:
        return None  # it has rules without kernels
    digest = _digest(variant)
    paths = [shipped_weights(variant)]
    with contextlib.suppress(ImportError):  # without platformdirs nobody knows where those are
        paths.append(own_weights(variant))
    for path in paths:
        if not path.is_file():
            continue
        data = _read(path)
        said = read_front(_MAGIC, WeightsInfo, data)
        # A variant of one's own may have the key of another, or be older than the weights.
        if said is None or (said.edition <= variant.edition and said.tables == digest):
            about, weights = _checked(path, data, variant, t)
            return Trained(about, weights, t, path, _levels(path, about))
    return None


def _levels(path: Path, about: WeightsInfo) -> Levels | None:
    """The levels beside a file of weights; those of other weights or levels are none."""
    beside = path.with_suffix(SUFFIX)
    levels = read_levels(beside) if beside.is_file() else None
    return levels if levels and levels.is_of(about.checksum) else None


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise NotNotation(
            f"no weights could be read: {error.strerror or error}", Place(str(path))
        ) from None


def _checked(path: Path, data: bytes, variant: Variant, t: Tables) -> tuple[WeightsInfo, Floats]:
    def refuse(sentence: str) -> NoReturn:
        raise NotNotation(f"{sentence}; train again or remove the file", Place(str(path)))

    found = read_front(_MAGIC, WeightsInfo, data)
    if found is None:
        refuse("this is no file of weights")
    for what, meant, said in (
        ("variant", variant.key, found.variant),
        ("edition", variant.edition, max(variant.edition, found.edition)),
        ("digest of the variant's tables", _digest(variant), found.tables),
        ("shape (features, wide, narrow, deep)", _shape(t), found.shape),
    ):
        if meant != said:
            refuse(f"expected weights of the {what} {meant}, found {said}")
    size = FRONT + found.count * _TYPE.itemsize
    if len(data) != size:
        refuse(f"expected {size:,} bytes, found {len(data):,}")
    if hashlib.sha256(data[FRONT:]).hexdigest() != found.checksum:
        refuse(f"expected numbers with the checksum {found.checksum[:12]}..., these are damaged")
    weights = np.frombuffer(data, _TYPE, offset=FRONT).astype(np.float32)
    weights.flags.writeable = False
    return found, weights


def _digest(variant: Variant) -> str:
    return tables_digest(compile_variant(variant.as_printed()))


def _shape(t: Tables) -> tuple[int, int, int, int]:
    # Asked as plain Python where it can be: to read a file nothing need be compiled.
    shape: Shape = getattr(shape_of, "py_func", shape_of)(t)
    return shape.features, WIDE, NARROW, DEEP


def trained_policy(choice: Choice, variant: Variant, seats: int) -> Policy:
    """The policy of a trained player of the register; without weights another bot decides."""
    trained = weights_for(variant, seats)
    if trained is None:
        untrained = find_bot(UNTRAINED)
        assert untrained is not None  # it is in the register
        return Policy(choice.code, load(untrained.kernel))
    numbers = trained.numbers(trained.chance(choice.bot.code))
    return Policy(choice.code, decide_oracle, numbers, SCRATCH)
