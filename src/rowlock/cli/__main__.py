"""`python -m rowlock.cli` is the command too."""

import sys

from rowlock.cli import main

sys.exit(main())
