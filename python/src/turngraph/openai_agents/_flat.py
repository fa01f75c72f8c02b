"""Items as JSON that a server keeps, with what that would change beside it."""

from __future__ import annotations

import base64
import copy
import hashlib
import json
import math
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

HEAD = re.compile(r"data:[^,]*;base64,", re.IGNORECASE)
LARGEST = 2**53 - 1


@dataclass(frozen=True)
class Flat:
    """A value as JSON; `odd` has numbers that JSON's readers would change, and bytes that are attachments, by their places."""

    value: Any
    odd: list[dict[str, Any]] = field(default_factory=list)
    content: dict[str, bytes] = field(default_factory=dict)


def flatten(given: Any) -> Flat:
    """Returns a value as JSON. Raises TypeError or ValueError, as `json` does, for what is none."""
    flat = Flat(json.loads(json.dumps(given)))
    return Flat(_flat(flat, flat.value, []), sorted(flat.odd, key=lambda odd: json.dumps(odd["at"])), flat.content)


def _flat(flat: Flat, value: Any, at: list[str | int]) -> Any:
    if isinstance(value, dict):
        return {name: _flat(flat, each, [*at, name]) for name, each in value.items()}
    if isinstance(value, list):
        return [_flat(flat, each, [*at, i]) for i, each in enumerate(value)]
    if isinstance(value, str):
        return _keep(flat, value, at)
    if isinstance(value, (int, float)) and not isinstance(value, bool) and is_odd(value):
        flat.odd.append({"at": at, "number": repr(value)})
        return None
    return value


def is_odd(value: int | float) -> bool:
    """Says whether a number would change: JavaScript has one kind of numbers: 1.0 is 1 there, and large integers are rounded."""
    if isinstance(value, int):
        return abs(value) > LARGEST
    return not math.isfinite(value) or value.is_integer()


def _keep(flat: Flat, url: str, at: list[str | int]) -> str | None:
    head = HEAD.match(url)
    if head is None:
        return url
    text = url[head.end() :]
    try:
        content = base64.b64decode(text, validate=True)
    except ValueError:
        return url
    if not content or base64.b64encode(content).decode() != text:
        return url
    name = hashlib.sha256(content).hexdigest()
    flat.content[name] = content
    flat.odd.append({"at": at, "bytes": name, "head": head[0]})
    return None


async def inflate(value: Any, odd: list[dict[str, Any]], bytes_of: Callable[[str], Awaitable[bytes]]) -> Any:
    """Returns the value that was flattened."""
    whole: Any = [copy.deepcopy(value)]
    for each in odd:
        steps: list[Any] = [0, *each["at"]]
        last = steps.pop()
        holder = whole
        for step in steps:
            holder = holder[step]
        holder[last] = await _value_of(each, bytes_of)
    return whole[0]


async def _value_of(odd: dict[str, Any], bytes_of: Callable[[str], Awaitable[bytes]]) -> Any:
    if "number" in odd:
        number: str = odd["number"]
        return int(number) if re.fullmatch(r"-?\d+", number) else float(number)
    content = base64.b64encode(await bytes_of(odd["bytes"])).decode()
    return f"{odd['head']}{content}"
