"""Programs that write what the docs show: figures, pictures, blocks pasted from the code."""

from pathlib import Path

from rowlock.variant import find_variant, shipped_variants

__all__ = ["DOCS", "PAGES", "ROOT", "RULES", "left_out", "measured_variants"]

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = ROOT / "src" / "rowlock" / "variants" / "pages"
"""The rule pages, which travel with the package."""
RULES = f"../{PAGES.relative_to(ROOT).as_posix()}"
"""The same as a link in docs."""

_TOO_NEW = ("connected_steps", "connected_chain")


def measured_variants() -> tuple[str, ...]:
    """The variants of which the pages of facts and of bots tell: those with long series."""
    return tuple(key for key in shipped_variants() if key not in _TOO_NEW)


def left_out() -> str:
    """The sentence that names the others."""
    names = " and ".join(find_variant(key).name for key in _TOO_NEW)
    return f"{names} are too new to be among them."
