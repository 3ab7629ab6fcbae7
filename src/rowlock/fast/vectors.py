"""Sums and products of many numbers at once: the loops in which a network spends its time.

`scratch` is written, `numbers` are weights; both are float32. Every sum is made in the same
order with and without numba, so the results are the same to the last bit.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from rowlock.fast.jit import instruction, kernel_beside, load_numba
from rowlock.fast.policy import Floats

__all__ = ["add_row", "copy", "dot", "exchange", "layer", "relu", "zero"]

_SUMS = 4
Layer = Callable[[Floats, int, Floats, int, int], None]

# In plain Python, with numpy.


def _zero(scratch: Floats, at: int, n: int) -> None:
    """Write n zeros."""
    scratch[at : at + n] = 0


def _copy(source: Floats, begin: int, scratch: Floats, at: int, n: int) -> None:
    """Copy n numbers."""
    scratch[at : at + n] = source[begin : begin + n]


def _add_row(scratch: Floats, at: int, numbers: Floats, table: int, n: int, row: int) -> None:
    """Add a row of a table."""
    scratch[at : at + n] += numbers[table + row * n : table + row * n + n]


def _exchange(
    scratch: Floats, at: int, numbers: Floats, table: int, n: int, new: int, old: int
) -> None:
    """Add one row of a table and take away another."""
    plus, minus = table + new * n, table + old * n
    scratch[at : at + n] += numbers[plus : plus + n] - numbers[minus : minus + n]


def _relu(scratch: Floats, source: int, target: int, n: int) -> None:
    """Add what is above zero to the target."""
    scratch[target : target + n] += np.maximum(scratch[source : source + n], 0)


def _dot(scratch: Floats, source: int, numbers: Floats, row: int, bias: int, n: int) -> float:
    """The bias and the source, as far as it is above zero, times a row of weights."""
    products = np.maximum(scratch[source : source + n], 0) * numbers[row : row + n]
    sums = np.zeros(4, np.float32)
    sums[0] = numbers[bias]
    for four in products.reshape(-1, 4):
        sums += four
    return float(sums[0] + sums[1] + (sums[2] + sums[3]))


# Compiled.
# Slices, because a place in one is never negative: the compiler must know that to work on
# many numbers at once.


@kernel_beside(_zero)
def zero(scratch: Floats, at: int, n: int) -> None:
    """Write n zeros."""
    out = scratch[at : at + n]
    for h in range(n):
        out[h] = 0


@kernel_beside(_copy)
def copy(source: Floats, begin: int, scratch: Floats, at: int, n: int) -> None:
    """Copy n numbers."""
    given, out = source[begin : begin + n], scratch[at : at + n]
    for h in range(n):
        out[h] = given[h]


@kernel_beside(_add_row)
def add_row(scratch: Floats, at: int, numbers: Floats, table: int, n: int, row: int) -> None:
    """Add a row of a table."""
    out = scratch[at : at + n]
    plus = numbers[table + row * n : table + row * n + n]
    for h in range(n):
        out[h] += plus[h]


@kernel_beside(_exchange)
def exchange(
    scratch: Floats, at: int, numbers: Floats, table: int, n: int, new: int, old: int
) -> None:
    """Add one row of a table and take away another."""
    out = scratch[at : at + n]
    plus = numbers[table + new * n : table + new * n + n]
    minus = numbers[table + old * n : table + old * n + n]
    for h in range(n):
        out[h] += plus[h] - minus[h]


@kernel_beside(_relu)
def relu(scratch: Floats, source: int, target: int, n: int) -> None:
    """Add what is above zero to the target."""
    out, given = scratch[target : target + n], scratch[source : source + n]
    for h in range(n):
        out[h] += max(given[h], np.float32(0))


@kernel_beside(_dot)
def dot(scratch: Floats, source: int, numbers: Floats, row: int, bias: int, n: int) -> float:
    """The bias and the source, as far as it is above zero, times a row of weights."""
    given, weights = scratch[source : source + n], numbers[row : row + n]
    nothing = np.float32(0)
    a, b, c, d = numbers[bias], nothing, nothing, nothing
    for j in range(0, n, 4):
        a += max(given[j], nothing) * weights[j]
        b += max(given[j + 1], nothing) * weights[j + 1]
        c += max(given[j + 2], nothing) * weights[j + 2]
        d += max(given[j + 3], nothing) * weights[j + 3]
    return float(a + b + (c + d))


def layer(rows: int, n: int) -> Layer:
    """What adds the source, as far as it is above zero, times a matrix to the target."""

    def add(scratch: Floats, source: int, numbers: Floats, table: int, target: int) -> None:
        given = np.maximum(scratch[source : source + rows], 0)
        products = given[:, None] * numbers[table : table + rows * n].reshape(rows, n)
        # Along the first axis numpy adds row by row.
        a, b, c, d = (np.add.reduce(products[which::_SUMS], 0) for which in range(_SUMS))
        scratch[target : target + n] += (a + b) + (c + d)

    return instruction(lambda: _layer_for_compiler(rows, n), add)


def _layer_for_compiler(rows: int, n: int) -> Any:
    """The same, written for the compiler's own vectors.

    It does not find them by itself here, which makes the whole player three times as slow.
    """
    numba: Any = load_numba()
    cgutils: Any = importlib.import_module("numba.core.cgutils")
    ir: Any = importlib.import_module("llvmlite.ir")
    number, whole = ir.FloatType(), ir.IntType(64)
    block = min(n, 32)
    vector, column = ir.VectorType(number, block), ir.VectorType(number, rows)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        scratch, source, numbers, table, target = values
        given = context.make_array(signature.args[0])(context, builder, scratch).data
        weights = context.make_array(signature.args[2])(context, builder, numbers).data

        def place(data: Any, *parts: Any) -> Any:
            at = parts[0]
            for part in parts[1:]:
                at = builder.add(at, part)
            return builder.gep(data, [at])

        def pack(data: Any, *parts: Any) -> Any:
            return builder.bitcast(place(data, *parts), vector.as_pointer())

        # What is above zero, all of it at once, before it is used number by number.
        all_of_it = builder.bitcast(place(given, source), column.as_pointer())
        found = builder.load(all_of_it, align=4)
        nothing = ir.Constant(column, [0.0] * rows)
        found = builder.select(builder.fcmp_ordered(">", found, nothing), found, nothing)
        kept = cgutils.alloca_once(builder, ir.ArrayType(number, rows))
        builder.store(found, builder.bitcast(kept, column.as_pointer()), align=4)
        above = builder.bitcast(kept, number.as_pointer())
        undefined = ir.Constant(vector, ir.Undefined)
        everywhere = ir.Constant(ir.VectorType(ir.IntType(32), block), [0] * block)
        for begin in range(0, n, block):
            # Several sums, each of every fourth row: an addition must wait for the last.
            sums = [
                cgutils.alloca_once_value(builder, ir.Constant(vector, [0.0] * block))
                for _ in range(_SUMS)
            ]
            steps = (whole(0), whole(rows), whole(_SUMS), whole)
            with cgutils.for_range_slice(builder, *steps) as (four, _):
                for which, total in enumerate(sums):
                    row = builder.add(four, whole(which))
                    one = builder.load(place(above, row))
                    many = builder.insert_element(undefined, one, ir.IntType(32)(0))
                    many = builder.shuffle_vector(many, undefined, everywhere)
                    first = builder.mul(row, whole(n))
                    line = builder.load(pack(weights, table, first, whole(begin)), align=4)
                    product = builder.fmul(many, line)
                    builder.store(builder.fadd(builder.load(total), product), total)
            out = pack(given, target, whole(begin))
            a, b, c, d = map(builder.load, sums)
            total = builder.fadd(builder.fadd(a, b), builder.fadd(c, d))
            builder.store(builder.fadd(builder.load(out, align=4), total), out, align=4)
        return context.get_dummy_value()

    def typed(
        context: Any, scratch: Any, source: Any, numbers: Any, table: Any, target: Any
    ) -> Any:
        whole_number = numba.types.intp
        takes = (scratch, whole_number, numbers, whole_number, whole_number)
        return numba.types.void(*takes), generate

    return numba.extending.intrinsic(typed)
