"""The register of the mechanics: one module each, tied to its name; the only place that has all.

A mechanic of somebody's own is registered too, before a variant that uses it is read; or its
package names it as an entry point of the group `rowlock.mechanics`, and it is found by itself.
"""

from __future__ import annotations

import re
import warnings
from functools import cache

from rowlock.rules import FILE_KEYS, TAGS, Choice, Rule

__all__ = ["choices", "find_installed", "known", "register", "unregister"]

_MECHANICS: dict[str, type[Rule]] = {}
_WORD = r"[a-z][a-z0-9_]*"


@cache
def _add_shipped() -> None:
    # Here, because whoever imports the package and reads no variant should not wait for them.
    from rowlock.mechanics.chain import Chain
    from rowlock.mechanics.linked import Linked
    from rowlock.mechanics.lucky import Lucky
    from rowlock.mechanics.pairs import Pairs
    from rowlock.mechanics.staircase import Staircase

    _MECHANICS.update((rule.name, rule) for rule in (Lucky, Chain, Pairs, Staircase, Linked))


def register(rule: type[Rule]) -> type[Rule]:
    """Let variant files name this rule; also as a decorator of its class."""
    if not (isinstance(rule, type) and issubclass(rule, Rule)):
        raise ValueError(f"expected a class of rules, found {rule!r}")
    if not re.fullmatch(_WORD, rule.name):
        raise ValueError(f"expected a small word as the name of a rule, found {rule.name!r}")
    if known().get(rule.name, rule) is not rule:
        raise ValueError(f"a rule called {rule.name!r} is registered already")
    if taken := sorted(FILE_KEYS & {*rule.keys}):
        raise ValueError(f"{rule.name}: {', '.join(taken)} belongs to every variant file")
    if rule.choice is not None:
        _check_choice(rule, rule.choice)
    _MECHANICS[rule.name] = rule
    return rule


def _check_choice(rule: type[Rule], choice: Choice) -> None:
    """Refuse a choice that commands or records could not tell from something else."""
    others = [other.choice for other in known().values() if other.choice and other is not rule]
    name, tag = getattr(choice, "name", ""), getattr(choice, "tag", "")
    if not re.fullmatch(_WORD, name) or name in {other.name for other in others}:
        raise ValueError(
            f"{rule.name}: expected a small word of its own to choose by, found {name!r}"
        )
    tags = TAGS | {other.tag for other in others}
    if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", tag) or tag in tags:
        raise ValueError(f"{rule.name}: expected a tag of its own, such as Size, found {tag!r}")


def unregister(rule: type[Rule]) -> None:
    """Forget a rule that was registered."""
    _MECHANICS.pop(rule.name, None)


@cache
def find_installed() -> None:
    """Register what other packages on this machine bring; they are looked for once.

    What cannot be loaded is left out, with a warning: no package may spoil the others' variants.
    """
    from importlib.metadata import entry_points  # here, because it is slow and seldom needed

    for point in entry_points(group="rowlock.mechanics"):
        try:
            register(point.load())
        except (Exception, SystemExit) as error:
            why = f"{type(error).__name__}: {error}"
            warnings.warn(f"the mechanic {point.value} is left out: {why}", stacklevel=2)


def known() -> dict[str, type[Rule]]:
    """Every rule that a variant file may name, by its name."""
    _add_shipped()
    return dict(_MECHANICS)


def choices() -> dict[str, Choice]:
    """What tables may choose, by its name."""
    found = (rule.choice for rule in known().values())
    return {choice.name: choice for choice in found if choice is not None}
