"""`python -m rowlock` is the command too."""

import sys

from rowlock.cli import main

sys.exit(main())
