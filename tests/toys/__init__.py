"""Mechanics and variants that nobody prints: what it takes to add one, shown and tested."""
