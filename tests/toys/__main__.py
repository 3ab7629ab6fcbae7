"""The command `rowlock` with a mechanic more: `python -m tests.toys serve`."""

from __future__ import annotations

import sys

from rowlock.cli import main
from rowlock.mechanics import register
from tests.toys.treasure import Treasure

if __name__ == "__main__":
    register(Treasure)
    sys.exit(main())
