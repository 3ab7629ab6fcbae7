"""Rule pages as plain text: what Markdown marks is shown by space alone, or said by lines."""

from __future__ import annotations

import re
import textwrap

from rowlock.tui.ink import Ink

__all__ = ["as_text"]

_ITEM = re.compile(r"(- |\d+\. )")
_LEADING = re.compile(r"#+ |- |\d+\. |\||```|\[[^\]]+\]: ")

_AFTER_ITEM = " "
"""The empty line after an item of a list; it goes if another item follows."""


def as_text(page: str, width: int = 80, ink: Ink | None = None) -> str:
    """A page of Markdown as people read it in a terminal, in lines of at most this width."""
    ink = ink or Ink(False)
    shown: list[str] = []
    for block in _blocks(page.splitlines()):
        first = block[0]
        if first.startswith("```"):
            lines = block[1:-1]
        elif first.startswith("|"):
            lines = _table(block)
        elif first.startswith("#"):
            lines = _heading(first, ink)
        elif item := _ITEM.match(first):
            lines = _wrapped(block, width, f"  {item[1]}")
        else:
            lines = _wrapped(block, width)
        after = _AFTER_ITEM if _ITEM.match(first) else ""
        if after and shown and shown[-1] == after:
            shown.pop()
        shown += [*lines, after]
    return "\n".join(line.rstrip() for line in shown).rstrip("\n")


def _blocks(lines: list[str]) -> list[list[str]]:
    """Lines that belong together: a heading, a table, an item, a paragraph, a drawing."""
    blocks: list[list[str]] = [[]]
    drawing = False
    for line in lines:
        fence = line.startswith("```")
        if drawing:
            blocks[-1].append(line)
            if fence:
                blocks.append([])
            drawing = not fence
        elif not line.strip():
            blocks.append([])
        elif re.match(r"\[[^\]]+\]: ", line):  # where a link leads
            continue
        else:
            now = blocks[-1]
            table = bool(now) and now[0].startswith("|") and line.startswith("|")
            if now and not table and (_LEADING.match(line) or now[0].startswith("#")):
                blocks.append([])
            blocks[-1].append(line)
            drawing = fence
    return [block for block in blocks if block]


def _heading(line: str, ink: Ink) -> list[str]:
    level, _, title = line.partition(" ")
    title = _plain(title)
    under = {1: "=", 2: "-"}.get(len(level), "")
    return [ink.strong(title), *([under * len(title)] if under else [])]


def _wrapped(block: list[str], width: int, bullet: str = "") -> list[str]:
    text = " ".join(line.strip() for line in block)
    text = text.removeprefix(bullet.strip()).strip() if bullet else text
    return textwrap.wrap(
        _plain(text),
        width,
        initial_indent=bullet,
        subsequent_indent=" " * len(bullet),
        break_on_hyphens=False,
        break_long_words=False,
    )


def _table(block: list[str]) -> list[str]:
    """A table in columns; one with an empty head has none."""
    rows = [[_plain(cell.strip()) for cell in line.strip().strip("|").split("|")] for line in block]
    head, _, *body = rows
    kept = [head, *body] if any(head) else body
    widths = [max(len(row[i]) for row in kept) for i in range(len(head))]
    lines = ["  ".join(f"{c:{w}}" for c, w in zip(row, widths)) for row in kept]
    if any(head):
        lines.insert(1, "  ".join("-" * w for w in widths))
    return [f"  {line}" for line in lines]


def _plain(text: str) -> str:
    """Text without the marks for weight, code and links."""
    text = re.sub(r"\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])", r"\1", text)
    text = re.sub(r"`([^`]+)`", r"\1", text)
    text = re.sub(r"\*\*(.+?)\*\*", r"\1", text)
    return re.sub(r"(?<!\w)\*(?! )(.+?)(?<! )\*(?!\w)", r"\1", text)
