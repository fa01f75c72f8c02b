"""Items of a session as turns."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from .._json import is_same, members_of
from .._path import Block, GivenTurn, PathTurn
from ._flat import Flat, flatten, is_odd

ROLES = {"user": "USER", "assistant": "ASSISTANT", "system": "SYSTEM", "developer": "SYSTEM"}
TEXTS = {"input_text": "text", "output_text": "text", "refusal": "refusal"}
OURS = "openAiAgents"


@dataclass(frozen=True)
class EncodedItem:
    """An item to store."""

    flat: Flat
    turn: GivenTurn


@dataclass(frozen=True)
class StoredItem:
    """An item of a path."""

    value: Any
    odd: list[dict[str, Any]]
    at: int
    """Where its turn stands on the path."""
    part: int
    """Which item of that turn it is: turns from elsewhere may be several."""


def encode_item(item: Any) -> EncodedItem:
    """Returns an item as a turn. What its blocks do not say is kept in `metadata.openAiAgents.python`."""
    flat = flatten(item)
    value = members_of(flat.value)
    if value is None:
        role, blocks = "ASSISTANT", [{"other": "" if flat.value is None else flat.value}]
        spec: dict[str, Any] = {"item": flat.value}
    else:
        role, blocks = _turn_of(value)
        usual = usual_item(blocks[0], role) or {}
        more = {name: each for name, each in value.items() if name not in usual or not is_same(each, usual[name])}
        less = [name for name in usual if name not in value]
        spec = {**({"more": more} if more else {}), **({"less": less} if less else {})}
    if flat.odd:
        spec["odd"] = flat.odd
    files = [{"attachment_id": name} for name in flat.content]
    return EncodedItem(flat, GivenTurn(str(uuid4()), role, [*blocks, *files], {OURS: {"python": spec}}))


def items_of(path: Sequence[PathTurn]) -> list[StoredItem]:
    """Returns the items of a path; what is no turn, or deleted, is none."""
    return [
        StoredItem(value, odd, at, part)
        for at, turn in enumerate(path)
        if turn.kind == "TURN" and not turn.is_deleted
        for part, (value, odd) in enumerate(_items_in(turn))
    ]


def _items_in(turn: PathTurn) -> list[tuple[Any, list[dict[str, Any]]]]:
    spec = members_of((members_of(turn.metadata.get(OURS)) or {}).get("python"))
    if spec is None:
        items = [usual_item(block, turn.role) for block in turn.blocks]
        return [(item, []) for item in items if item is not None]
    odd = spec.get("odd", [])
    if "item" in spec:
        return [(spec["item"], odd)]
    usual = (usual_item(turn.blocks[0], turn.role) if turn.blocks else None) or {}
    kept = {name: each for name, each in usual.items() if name not in spec.get("less", [])}
    return [({**kept, **spec.get("more", {})}, odd)]


def _turn_of(item: dict[str, Any]) -> tuple[str, list[Block]]:
    kind, role, call_id = item.get("type"), item.get("role"), item.get("call_id")
    if kind in (None, "message") and isinstance(role, str) and role in ROLES:
        blocks = _said(item.get("content"))
        if blocks:
            return ROLES[role], blocks
    if kind == "function_call" and isinstance(call_id, str) and isinstance(item.get("name"), str):
        call = {"call_id": call_id, "name": item["name"], "input": _input_of(item.get("arguments"))}
        return "ASSISTANT", [{"tool_call": call}]
    if kind == "function_call_output" and isinstance(call_id, str) and item.get("output") is not None:
        return "TOOL", [{"tool_result": {"call_id": call_id, "content": item["output"], "is_error": False}}]
    if kind == "reasoning":
        thought = _thought_of(item)
        if thought is not None:
            return "ASSISTANT", [{"thinking": {"thinking": thought}}]
    return "ASSISTANT", [{"other": item}]


def usual_item(block: Block, role: str) -> dict[str, Any] | None:
    """Returns the item that a block is by default; None where it is none."""
    if "text" in block:
        if role == "ASSISTANT":
            said = {"type": "output_text", "text": block["text"], "annotations": []}
            return {"type": "message", "role": "assistant", "status": "completed", "content": [said]}
        return {"role": "system" if role == "SYSTEM" else "user", "content": block["text"]}
    if "thinking" in block:
        summary = {"type": "summary_text", "text": block["thinking"]["thinking"]}
        return {"type": "reasoning", "summary": [summary]}
    if "tool_call" in block:
        call = block["tool_call"]
        arguments = call["input"] if isinstance(call["input"], str) else json.dumps(call["input"])
        return {"type": "function_call", "call_id": call["call_id"], "name": call["name"], "arguments": arguments}
    if "tool_result" in block:
        result = block["tool_result"]
        return {"type": "function_call_output", "call_id": result["call_id"], "output": result["content"]}
    other = members_of(block.get("other"))
    return other if other is not None and "type" in other else None


def _said(content: Any) -> list[Block] | None:
    """Returns content as blocks; None where it is none that the SDK knows."""
    if isinstance(content, str):
        return [{"text": content}]
    if not isinstance(content, list):
        return None
    blocks: list[Block] = []
    for part in content:
        members = members_of(part) or {}
        said = members.get(TEXTS.get(str(members.get("type")), ""))
        blocks.append({"text": said} if isinstance(said, str) else {"other": part})
    return blocks


def _input_of(arguments: Any) -> Any:
    """What a server would give back in other words is the text that it was."""
    try:
        found = json.loads(arguments)
    except (TypeError, ValueError):
        found = arguments
    if not _comes_back(found):
        return arguments
    return {} if found is None else found


def _comes_back(value: Any) -> bool:
    """JavaScript changes some numbers, and puts members first that are called by numbers."""
    if isinstance(value, dict):
        return all(not name.isdigit() and _comes_back(each) for name, each in value.items())
    if isinstance(value, list):
        return all(map(_comes_back, value))
    return isinstance(value, (bool, str, type(None))) or not is_odd(value)


def _thought_of(item: dict[str, Any]) -> str | None:
    parts = next((each for each in (item.get("summary"), item.get("content")) if isinstance(each, list) and each), [])
    texts = [(members_of(part) or {}).get("text") for part in parts]
    return "\n".join(map(str, texts)) if texts and all(isinstance(text, str) for text in texts) else None
