"""The same rules by the million: tables, kernels, batches of games, positions in bulk."""

from rowlock.fast.batch import Batch
from rowlock.fast.compiling import compile_variant
from rowlock.fast.jit import compiles, kernel
from rowlock.fast.policies import Policy, find_policy
from rowlock.fast.simulation import LOCKS, MISSES, Results
from rowlock.fast.tables import Tables

__all__ = [
    "LOCKS",
    "MISSES",
    "Batch",
    "Policy",
    "Results",
    "Tables",
    "compile_variant",
    "compiles",
    "find_policy",
    "kernel",
]
