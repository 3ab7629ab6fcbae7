"""Writes into the docs what the code knows better: `make docs`.

Between a line `<!-- name arguments -->` and the next `<!-- end -->` stands what the function
of that name gives; the rest is written by hand. The suite fails if a page lags behind.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import re
import sys
import unittest.mock
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from reports import DOCS, PAGES, ROOT
from reports.reasons import reasons
from reports.reference import reference
from rowlock import Record, find_player, find_variant, play, shipped_variants
from rowlock.cli import main
from rowlock.languages import LANGUAGES
from rowlock.players import messages
from rowlock.tui import Ink, Table
from rowlock.tui.draw import draw_rows
from rowlock.tui.table import Leave

PICTURE = DOCS / "pictures" / "terminal.svg"

_LABELS = {
    "en": {
        "players": "Players",
        "dice": "Dice",
        "faces": "2 white, 1 of each colour, faces 1 to {}",
        "rows": "Rows",
        "cells": "4 rows of {} numbers",
        "lock": "Lock",
        "locks": "the last {} numbers of a row, after {} crosses",
        "lock1": "the last number of a row, after {} crosses",
        "end": "End",
        "ends": "{} closed rows or {} misses of one player",
        "miss": "A miss",
        "points": "{} points",
        "edition": "Edition",
        "key": "Name in commands",
    },
    "de": {
        "players": "Spieler",
        "dice": "Würfel",
        "faces": "2 weiße, 1 je Farbe, Zahlen 1 bis {}",
        "rows": "Reihen",
        "cells": "4 Reihen mit je {} Zahlen",
        "lock": "Schloss",
        "locks": "die letzten {} Zahlen einer Reihe, nach {} Kreuzen",
        "lock1": "die letzte Zahl einer Reihe, nach {} Kreuzen",
        "end": "Ende",
        "ends": "{} geschlossene Reihen oder {} Fehlwürfe einer Person",
        "miss": "Ein Fehlwurf",
        "points": "{} Punkte",
        "edition": "Ausgabe",
        "key": "Name in Befehlen",
    },
    "it": {
        "players": "Giocatori",
        "dice": "Dadi",
        "faces": "2 bianchi, 1 per colore, facce da 1 a {}",
        "rows": "Righe",
        "cells": "4 righe di {} numeri",
        "lock": "Lucchetto",
        "locks": "gli ultimi {} numeri di una riga, dopo {} crocette",
        "lock1": "l'ultimo numero di una riga, dopo {} crocette",
        "end": "Fine",
        "ends": "{} righe chiuse o {} tiri falliti di un giocatore",
        "miss": "Un tiro fallito",
        "points": "{} punti",
        "edition": "Edizione",
        "key": "Nome nei comandi",
    },
}


def facts(page: Path, _: str) -> str:
    """The table of facts of the variant that a rule page is about."""
    variant = find_variant(page.stem)
    say = _LABELS[page.parent.name]
    printed = variant.page(0)
    lock = say["lock1"].format(printed.lock_needs)
    if printed.lock_cells > 1:
        lock = say["locks"].format(printed.lock_cells, printed.lock_needs)
    rows = [
        (say["players"], "{}\N{EN DASH}{}".format(*variant.players)),
        (say["dice"], say["faces"].format(variant.faces)),
        (say["rows"], say["cells"].format(len(printed.rows[0].cells))),
        (say["lock"], lock),
        (say["end"], say["ends"].format(variant.end_locks, variant.end_misses)),
        (
            say["miss"],
            say["points"].format(str(printed.miss_points).replace("-", "\N{MINUS SIGN}")),
        ),
        (say["edition"], str(variant.edition)),
        (say["key"], f"`{variant.key}`"),
    ]
    width = max(len(name) for name, _ in rows)
    body = max(len(value) for _, value in rows)
    table = [f"| {name:{width}} | {value:{body}} |" for name, value in rows]
    head = [f"| {'':{width}} | {'':{body}} |", f"|{'-' * (width + 2)}|{'-' * (body + 2)}|"]
    return "\n".join(head + table)


def _minus(number: int) -> str:
    return str(number).replace("-", "\N{MINUS SIGN}")


def layout(page: Path, _: str) -> str:
    """The printed sheet of the variant that a rule page is about."""
    variant = find_variant(page.stem)
    printed = variant.page(0)
    lines = [line.rstrip() for line in draw_rows(variant.sheet(), Ink(False))]
    for strip in printed.strips:
        lines += ["", "     " + " ".join(field.text for field in strip.fields)]
    badges = [badge for badge in printed.badges if badge.legend]
    if badges:
        lines.append("")
        lines += [f"     {badge.sign}: {' '.join(badge.cells)}" for badge in badges]
    return "```text\n" + "\n".join(lines) + "\n```"


def command(_: Path, arguments: str) -> str:
    """What a command prints; `$` is how a reader would type it."""
    out = io.StringIO()
    with (
        unittest.mock.patch.dict(os.environ, COLUMNS="79", NO_COLOR="1", LC_ALL="C"),
        contextlib.chdir(ROOT),
        contextlib.redirect_stdout(out),
        contextlib.suppress(SystemExit),  # argparse leaves after --help
    ):
        main(arguments.split())
    return f"```text\n$ rowlock {arguments}\n{out.getvalue().rstrip()}\n```"


def file(_: Path, path: str) -> str:
    """A file of the repository, whole."""
    fence = {".py": "python", ".mjs": "js"}.get(Path(path).suffix, "toml")
    return f"```{fence}\n{(ROOT / path).read_text(encoding='utf-8').rstrip()}\n```"


def bot(_: Path, kind: str) -> str:
    """A message to a bot of somebody's own, from the middle of a game."""
    record = play(find_variant(shipped_variants()[0]), [find_player("keen")] * 2, 3)
    games = [step.game for step in record.steps()]
    asked = next(g for g in games if g.turn > 7 and g.active == 0 and len(g.legal(1)) > 3)
    told = {
        "hello": messages.hello(),
        "game": messages.game(asked, 1, 1804289383),
        "decide": messages.decide(asked.view(1), 1),
        "end": messages.end(games[-1]),
        "quit": messages.quits(),
    }[kind]
    if kind == "game":
        (page,) = told["variant"]["pages"]
        row = {**page["rows"][0], "cells": page["rows"][0]["cells"][:2]}
        told["variant"] = {**told["variant"], "pages": [{**page, "rows": [row]}]}
    number = {"hello": 1, "game": 2, "decide": 11}.get(kind)
    asks = {"id": number} if number else {}
    return f"```json\n{_laid_out({'type': kind, **asks, **told})}\n```"


def _laid_out(value: Any, indent: str = "") -> str:
    """JSON in lines that are neither long nor many."""
    flat = json.dumps(value)
    if not isinstance(value, dict | list) or len(indent + flat) <= 88:
        return flat
    inner = indent + "  "
    if isinstance(value, list):
        return "[\n" + ",\n".join(inner + _laid_out(v, inner) for v in value) + f"\n{indent}]"
    lines = [f"{inner}{json.dumps(k)}: {_laid_out(v, inner)}" for k, v in value.items()]
    return "{\n" + ",\n".join(lines) + f"\n{indent}}}"


def variants(_: Path, __: str) -> str:
    """The list of variants with their rule pages."""
    folder = PAGES.relative_to(ROOT).as_posix()
    lines = ["| Variant | Key | Players | Rules |", "|---|---|---|---|"]
    for key in shipped_variants():
        variant = find_variant(key)
        low, high = variant.players
        pages = ", ".join(f"[{lang}]({folder}/{lang}/{key}.md)" for lang in LANGUAGES)
        lines.append(f"| {variant.name} | `{key}` | {low}\N{EN DASH}{high} | {pages} |")
    return "\n".join(lines)


BLOCKS: dict[str, Callable[[Path, str], str]] = {
    "bot": bot,
    "facts": facts,
    "layout": layout,
    "command": command,
    "file": file,
    "reasons": reasons,
    "reference": reference,
    "variants": variants,
}
_BLOCK = re.compile(r"^(<!-- (\w+)(?: ([^\n]*?))? -->\n)(.*?)(^<!-- end -->)$", re.M | re.S)


def pasted(page: Path, text: str) -> str:
    """The text of a page with every block renewed."""

    def renew(match: re.Match[str]) -> str:
        begin, name, arguments, _, end = match.groups()
        return f"{begin}{BLOCKS[name](page, arguments or '')}\n{end}"

    return _BLOCK.sub(renew, text)


def pages() -> list[Path]:
    """Every page that people read."""
    return [ROOT / "README.md", *sorted(DOCS.rglob("*.md")), *sorted(PAGES.rglob("*.md"))]


# The picture of a game in a terminal


def terminal() -> str:
    """A turn at the table, as a person with a colour terminal sees it, as SVG."""
    said: list[str] = []
    variant = find_variant(shipped_variants()[0])
    names = ("Emma", "keen", "keen:2")
    bots = {seat: find_player(names[seat]) for seat in (1, 2)}
    helper = find_player("keen")
    turns = 16

    def ask(prompt: str) -> str:
        if table.game.turn >= turns and table.game.active == 0:
            said.append(prompt)
            raise Leave
        del said[:]
        return str(helper.decide(table.game.view(0), 0))

    saver = Nowhere()
    record = Record(variant, 3, names=names)
    table = Table(record, bots, random.Random(11), ask, said.append, saver, Ink(True))
    with contextlib.suppress(Leave):
        table.run()
    return _svg(["$ rowlock play --seats you:Emma,keen,keen:2", *said])


class Nowhere:
    """Keeps nothing: the picture's game is not worth a file."""

    def keep(self, record: Record) -> None:
        """Do nothing."""

    def save(self, record: Record, name: str = "") -> str:
        """Do nothing."""
        return name


_SHADES = {
    "97;41": ("#ffffff", "#c0392b"),
    "30;43": ("#1c1c1c", "#e0b93c"),
    "30;42": ("#1c1c1c", "#4caf6a"),
    "97;44": ("#ffffff", "#2f66b5"),
    "30;107": ("#1c1c1c", "#f4f4f0"),
    "1;30;107": ("#1c1c1c", "#f4f4f0"),
    "2": ("#7d8590", ""),
    "1": ("#ffffff", ""),
    "": ("#d6dbe0", ""),
}


def _svg(lines: list[str]) -> str:
    wide, high, left, top = 8.4, 18.0, 14.0, 26.0
    columns = max(len(re.sub(r"\x1b\[[\d;]*m", "", line)) for line in lines)
    width, height = left * 2 + columns * wide, top + len(lines) * high + 4
    drawn = []
    for number, line in enumerate(lines):
        column, y, code = 0, top + number * high, ""
        for escaped, text in re.findall(r"\x1b\[([\d;]*)m|([^\x1b]+)", line):
            if not text:
                code = "" if escaped == "0" else escaped
                continue
            front, back = _SHADES[code]
            x, wide_text = left + column * wide, len(text) * wide
            if back:
                drawn.append(
                    f'<rect x="{x:.1f}" y="{y - 13:.1f}" width="{wide_text:.1f}" '
                    f'height="17" fill="{back}"/>'
                )
            weight = ' font-weight="bold"' if code.split(";")[0] == "1" else ""
            if text.strip():
                drawn.append(
                    f'<text x="{x:.1f}" y="{y:.1f}" fill="{front}"{weight} xml:space="preserve" '
                    f'textLength="{wide_text:.1f}">{escape(text)}</text>'
                )
            column += len(text)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
            f'width="{width:.0f}" font-family="monospace" font-size="14" role="img" '
            f'aria-label="A turn of a game in a terminal">',
            f'<rect width="{width:.0f}" height="{height:.0f}" rx="8" fill="#1c2128"/>',
            *drawn,
            "</svg>",
            "",
        ]
    )


def run() -> int:
    """Renew every page and the picture; say which changed."""
    for page in pages():
        text = page.read_text(encoding="utf-8")
        renewed = pasted(page, text)
        if renewed != text:
            page.write_text(renewed, encoding="utf-8")
            print(f"renewed {page.relative_to(ROOT)}")
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(terminal(), encoding="utf-8")
    print(f"drawn {PICTURE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(run())
