"""A public test kit: ask of your own variant or player what we ask of ours.

`check_variant` needs nothing but the package; `rowlock.testing.strategies` needs hypothesis
(install `rowlock[testing]`).
"""

from rowlock.players import Keen
from rowlock.testing.laws import (
    check_end,
    check_order_free,
    check_printed,
    check_record,
    check_refusals,
    check_step,
    check_view,
)
from rowlock.testing.variants import Report, check_variant

__all__ = [
    "Keen",
    "Report",
    "check_end",
    "check_order_free",
    "check_printed",
    "check_record",
    "check_refusals",
    "check_step",
    "check_variant",
    "check_view",
]
