"""Values as LangGraph's serializer writes them."""

from __future__ import annotations

import base64
from typing import Any, Union

from langgraph.checkpoint.serde.base import SerializerProtocol

Encoded = Union[str, dict[str, str]]
"""Its JSON, or the type and the bytes of anything else."""


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
    if isinstance(encoded, str):
        return serde.loads_typed(("json", encoded.encode()))
    return serde.loads_typed((encoded["type"], base64.b64decode(encoded["base64"])))


def digestible(encoded: Encoded) -> str:
    """Returns what is stored, for digests."""
    return f"json {encoded}" if isinstance(encoded, str) else f"{encoded['type']} {encoded['base64']}"


def is_encoded(value: Any) -> bool:
    """Says whether a stored value is one that was written so."""
    if isinstance(value, dict):
        return isinstance(value.get("type"), str) and isinstance(value.get("base64"), str)
    return isinstance(value, str)
