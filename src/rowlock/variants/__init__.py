"""The variants that ship: one TOML file each. This folder alone may name a variant."""

SHIPPED = (
    "classic",
    "xl",
    "longo",
    "mixed_colours",
    "mixed_numbers",
    "bonus_chain",
    "bonus_pairs",
    "connected_steps",
    "connected_chain",
)
"""In the order in which they are listed; the first is what a newcomer plays."""
