"""The reference for authors of bots, from the code itself: blocks of docs/bot-reference.md.

Every name has its type, what the code says of it, and an example that is run when the page is
written and again by the tests. A name without an example, or an example of a name that is gone,
is an error; so the page cannot lag behind.

It runs in a process of its own, without a compiler: kernels are then plain functions.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from reports import ROOT

__all__ = ["reference"]

_WIDTH = 100
_FIELD = re.compile(r"^    (\w+): (.+?)(?: = [^#]+?)?(?:  # (.*))?$", re.M)


def reference(_: Path, what: str) -> str:
    """What stands in a block of this name."""
    return _written()[what]


@cache
def _written() -> dict[str, str]:
    run = subprocess.run(
        [sys.executable, "-m", "reports.reference"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    blocks: dict[str, str] = json.loads(run.stdout)
    return blocks


def _item(signature: str, said: str, example: str, names: Mapping[str, Any]) -> str:
    """A line of a list: what it is, what it means, and what an example gives."""
    found = eval(example, dict(names))  # ours, written below
    shown = f"`{example}` gives `{found!r}`."
    said = " ".join(said.split()).rstrip(".")
    # What stands between two backticks stays in one line.
    text = f"- `{signature}`: {said}. {shown}"
    text = re.sub(r"(^- )?`[^`]*`", lambda code: code[0].replace(" ", "\0"), text)
    filled = textwrap.fill(
        text, _WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
    return filled.replace("\0", " ")


def _signature(name: str, function: Callable[..., object]) -> str:
    text = str(inspect.signature(function)).replace("'", "")
    text = re.sub(r"^\((self|cls)(, )?", "(", text)
    return f"{name}{text}"


def _comments(kind: type) -> dict[str, tuple[str, str]]:
    """The fields of a class with their types and what stands behind them."""
    found = _FIELD.findall(inspect.getsource(kind))
    return {name: (kind, said) for name, kind, said in found if not name.startswith("_")}


def _members(kind: type) -> Iterable[tuple[str, str, str]]:
    """Every public name of a class: how it is written, and what is said of it."""
    names = [field.name for field in dataclasses.fields(kind)]
    comments = _comments(kind)
    for name in names:
        if not name.startswith("_"):
            type_, said = comments[name]
            assert said, f"{kind.__name__}.{name} has no comment"
            yield name, f"{name}: {type_}", said
    for name, member in vars(kind).items():
        if name.startswith("_") or name in names:
            continue
        if isinstance(member, property):
            assert member.fget
            type_ = str(inspect.signature(member.fget).return_annotation).replace("'", "")
            yield name, f"{name}: {type_}", inspect.getdoc(member) or ""
        elif callable(member) or isinstance(member, classmethod):
            yield name, _signature(name, getattr(kind, name)), inspect.getdoc(member) or ""


def _class_block(kind: type, examples: Mapping[str, str], names: Mapping[str, Any]) -> str:
    members = list(_members(kind))
    listed = [name for name, _, _ in members]
    assert sorted(listed) == sorted(examples), sorted(set(listed) ^ set(examples))
    return "\n".join(_item(text, said, examples[name], names) for name, text, said in members)


def _kernel_block(module: Any, examples: Mapping[str, str], names: Mapping[str, Any]) -> str:
    lines = []
    for name, example in examples.items():
        function = getattr(module, name)
        said = inspect.getdoc(function)
        assert said, name
        lines.append(_item(_signature(name, function), said, example, names))
    return "\n".join(lines)


def _layout_block(value: Any) -> str:
    """The fields of a tuple of arrays, with the shapes they have in a game of two."""
    lines = ["| field | kind | in a game of two | meaning |", "|---|---|---|---|"]
    for name, (_, said) in _comments(type(value)).items():
        field = getattr(value, name)
        if hasattr(field, "dtype"):
            kind, shape = str(field.dtype), "\N{MULTIPLICATION SIGN}".join(map(str, field.shape))
        elif isinstance(field, tuple):
            kind, shape = f"`{type(field).__name__}`", ""
        else:
            kind, shape = type(field).__name__, repr(field)
        assert said, f"{type(value).__name__}.{name} has no comment"
        said = re.sub(r"^(\[[^]]+\])", r"`\1`", said)
        lines.append(f"| `{name}` | {kind} | {shape} | {said} |")
    return "\n".join(lines)


def blocks() -> dict[str, str]:
    """All blocks by name."""
    from reports.reference_examples import CLASSES, KERNELS, LAYOUTS, NAMES

    return {
        **{kind.__name__: _class_block(kind, told, NAMES) for kind, told in CLASSES.items()},
        **{
            module.__name__.rpartition(".")[2]: _kernel_block(module, told, NAMES)
            for module, told in KERNELS.items()
        },
        **{type(value).__name__: _layout_block(value) for value in LAYOUTS},
    }


if __name__ == "__main__":
    json.dump(blocks(), sys.stdout)
