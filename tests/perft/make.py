"""Count the perft files of this folder anew with the engine: `python -m tests.perft.make`.

Positions and rolls come from the files themselves, which are where new ones are added
(with any two numbers); sheets are put in order and the two numbers are counted.
"""

from __future__ import annotations

from rowlock import shipped_variants
from tests.perft.blocks import FOLDER, read, write
from tests.perft.count import count


def main() -> None:
    """Rewrite every file."""
    for key in shipped_variants():
        path = FOLDER / f"{key}.txt"
        blocks = []
        for block in read(path.read_text(encoding="utf-8")):
            found = count(block.game(), block.thrown())
            blocks.append(block.counted(found.continuations, found.positions))
        path.write_text(write(blocks), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
