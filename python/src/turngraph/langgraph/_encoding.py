"""Values as LangGraph's serializer writes them."""

from __future__ import annotations

import base64
from decimal import Decimal
import json
from typing import Any, Union

from langgraph.checkpoint.serde.base import SerializerProtocol

Encoded = Union[str, dict[str, Any]]
"""Its JSON as text or, `{"json": …}`, as the value that it is of; or the type and the bytes of anything else."""


def encode(serde: SerializerProtocol, value: Any) -> Encoded:
    """Returns a value as the serializer writes it."""
    kind, content = serde.dumps_typed(value)
    if kind == "json":
        try:
            return content.decode()
        except UnicodeDecodeError:
            pass
    return {"type": kind, "base64": base64.b64encode(content).decode()}


def decode(serde: SerializerProtocol, encoded: Encoded) -> Any:
    """Returns the value that was written so."""
    text = json_in(encoded)
    if text is not None:
        return serde.loads_typed(("json", text.encode(errors="surrogatepass")))
    assert not isinstance(encoded, str)
    return serde.loads_typed((encoded["type"], base64.b64decode(encoded["base64"])))


def digestible(encoded: Encoded) -> str:
    """Returns what is stored, for digests."""
    text = json_in(encoded)
    if text is not None:
        return f"json {text}"
    assert not isinstance(encoded, str)
    return f"{encoded['type']} {encoded['base64']}"


def json_in(encoded: Encoded) -> str | None:
    """Returns the JSON that is stored; None where it is of another type."""
    if isinstance(encoded, str):
        return encoded
    return json_text(encoded["json"]) if "json" in encoded else None


def is_encoded(value: Any) -> bool:
    """Says whether a stored value is one that was written so."""
    if isinstance(value, dict):
        return "json" in value or (isinstance(value.get("type"), str) and isinstance(value.get("base64"), str))
    return isinstance(value, str)


def json_text(value: Any) -> str:
    """Returns JSON as JavaScript's `JSON.stringify` writes it: parts are named by that text."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{_quoted(name)}:{json_text(member)}" for name, member in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(json_text(element) for element in value) + "]"
    return _number(value) if isinstance(value, float) else _quoted(value)


def _quoted(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _number(value: float) -> str:
    """ECMA-262, Number::toString: digits up to 1e21 and down to 1e-6, else an exponent without leading zeros."""
    sign, figures, power = Decimal(repr(value)).as_tuple()
    digits = "".join(map(str, figures)).rstrip("0") or "0"
    point = int(power) + len(figures)
    minus = "-" if sign and value else ""
    if value == 0:
        return "0"
    if len(digits) <= point <= 21:
        return minus + digits.ljust(point, "0")
    if 0 < point <= 21:
        return f"{minus}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{minus}0.{'0' * -point}{digits}"
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{minus}{digits[0]}{fraction}e{point - 1:+d}"
