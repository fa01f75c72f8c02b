"""JSON values as adapters compare them."""

from __future__ import annotations

import json
from typing import Any


def members_of(value: Any) -> dict[str, Any] | None:
    """Returns a value as an object; None where it is none."""
    return value if isinstance(value, dict) else None


def is_same(a: Any, b: Any) -> bool:
    """Says whether two values are the same JSON; True is not 1, and the order of members is none of it."""
    if isinstance(a, bool) or isinstance(b, bool) or a is None or b is None:
        return a is b
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(is_same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(is_same(a[name], b[name]) for name in a)
    return type(a) is type(b) and bool(a == b)


def plain(value: Any) -> Any:
    """Returns a value as JSON has it; None where JSON has no such value."""
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        return None
