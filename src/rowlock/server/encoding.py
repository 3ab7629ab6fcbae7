"""Plain data as JSON text: the one encoder of everything that is sent."""

from __future__ import annotations

from typing import Any

from pydantic_core import to_json

__all__ = ["to_text"]


def to_text(message: Any) -> str:
    """A message as the text that is sent."""
    return to_json(message).decode()
