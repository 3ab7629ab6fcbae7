"""The command `rowlock` with a clock that a test moves: `python -m tests.server.moved serve`.

A file says how many seconds the clock of the process is ahead; its path is in ROWLOCK_CLOCK_FILE.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

_file = Path(os.environ["ROWLOCK_CLOCK_FILE"])
_true_time = time.time
time.time = lambda: _true_time() + float(_file.read_text())

if __name__ == "__main__":
    from rowlock.cli import main

    sys.exit(main())
