"""The same rules by the million: tables, kernels, batches of games, positions in bulk."""

from rowlock.fast.batch import Batch
from rowlock.fast.compiling import compile_variant
from rowlock.fast.jit import JITTED, kernel
from rowlock.fast.playing import LOCKS, MISSES, Results
from rowlock.fast.policies import Policy, find_policy
from rowlock.fast.tables import Tables

__all__ = [
    "JITTED",
    "LOCKS",
    "MISSES",
    "Batch",
    "Policy",
    "Results",
    "Tables",
    "compile_variant",
    "find_policy",
    "kernel",
]
