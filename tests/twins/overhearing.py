"""Run tests while listening to every move they make, then compare the engines on all of it.

    python -m tests.twins.overhearing tests/rulebook

So whatever somebody finds worth a test of the rules is a position for the twins too: the moves
that were made, and every other decision that was possible there.
"""

from __future__ import annotations

import sys

import pytest

from rowlock.mechanics import known
from tests.twins.comparing import compare
from tests.twins.stories import Story, from_position, listening


def main(arguments: list[str]) -> int:
    """Run pytest with these arguments, then compare; 0 if all is well."""
    with listening() as heard:
        code = pytest.main(["-q", "-p", "no:cacheprovider", *arguments])
    shared = [story for story in heard if _shared(story)]
    possible = [more for story in shared for more in from_position(story.games[-1])]
    print(f"overheard and compared: {compare([*shared, *possible])} positions")
    return int(code)


def _shared(story: Story) -> bool:
    """Whether both engines can know the rules; a test may make up one of its own."""
    rules = story.games[0].variant.rules
    return all(known().get(rule.name) is type(rule) for rule in rules)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
