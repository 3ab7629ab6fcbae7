"""Every variant that both engines must play alike: shipped, an example, and made-up ones."""

from __future__ import annotations

from pathlib import Path

from rowlock.variant import Variant, find_variant, load_variant, shipped_variants

__all__ = ["FILES", "VARIANTS", "variant_of"]

ROOT = Path(__file__).parents[2]
_PADS = sorted((ROOT / "tests" / "twins" / "pads").glob("*.toml"))
"""They combine rules as no printed pad does."""

FILES = {path.stem: path for path in (ROOT / "docs/examples/chain_of_colours.toml", *_PADS)}
"""The files of the variants that do not ship."""

VARIANTS = (*shipped_variants(), *FILES)


def variant_of(key: str) -> Variant:
    """The variant of this key."""
    return load_variant(FILES[key]) if key in FILES else find_variant(key)
