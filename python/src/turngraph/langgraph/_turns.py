"""Messages of LangChain as turns. What a turn cannot say of one is in the checkpoint: turns are their projection."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from .._json import members_of, plain

KINDS: tuple[tuple[type[BaseMessage], str, str], ...] = (
    (HumanMessage, "human", "USER"),
    (AIMessage, "ai", "ASSISTANT"),
    (ToolMessage, "tool", "TOOL"),
    (SystemMessage, "system", "SYSTEM"),
)


def turn_of(message: BaseMessage, turn_id: str) -> dict[str, Any]:
    """Returns a message as a turn; of a kind that is unknown, its words as the user's."""
    kind, role = next(
        ((kind, role) for known, kind, role in KINDS if isinstance(message, known)), (message.type, "USER")
    )
    turn: dict[str, Any] = {"role": role, "turn_id": turn_id, "content": _blocks_of(message)}
    if isinstance(message, AIMessage):
        told = message.response_metadata or {}
        model = told.get("model_name", told.get("model"))
        usage = _usage_of(message, told)
        turn.update({"model": model} if isinstance(model, str) else {}, **({"usage": usage} if usage else {}))
    name = {} if message.name is None else {"name": message.name}
    return {**turn, "metadata": {"langgraph": {"type": kind, **name}}}


def _blocks_of(message: BaseMessage) -> list[dict[str, Any]]:
    if isinstance(message, ToolMessage):
        return [_result_of(message)]
    calls = _calls_of(message)
    called = {call["tool_call"]["call_id"] for call in calls if "tool_call" in call}
    given: list[Any] = [message.content] if isinstance(message.content, str) else message.content
    blocks = [block for each in given for block in _block_of(each, called)]
    return [*blocks, *calls] or [{"text": ""}]


def _block_of(given: Any, called: set[str]) -> list[dict[str, Any]]:
    if isinstance(given, str):
        return [{"text": given}] if given else []
    block = members_of(given) or {}
    kind, text, thinking = block.get("type"), block.get("text"), block.get("thinking")
    if kind == "text" and isinstance(text, str):
        return [{"text": text}] if text else []
    if kind == "thinking" and isinstance(thinking, str):
        signature = block.get("signature")
        return [{"thinking": {"thinking": thinking, **({"signature": signature} if isinstance(signature, str) else {})}}]
    # What a provider says of a call is in `tool_calls` again.
    if kind in ("tool_use", "tool_call") and block.get("id") in called:
        return []
    return [{"other": plain(given)}]


def _calls_of(message: BaseMessage) -> list[dict[str, Any]]:
    if not isinstance(message, AIMessage):
        return []
    return [
        {"tool_call": {"call_id": call["id"], "name": call["name"], "input": plain(call["args"])}}
        if isinstance(call.get("id"), str) and isinstance(call.get("name"), str)
        else {"other": plain(call)}
        for call in message.tool_calls
    ]


def _result_of(message: ToolMessage) -> dict[str, Any]:
    content = plain(message.content)
    if not message.tool_call_id:
        return {"other": content}
    result = {"call_id": message.tool_call_id, "content": content, "is_error": message.status == "error"}
    return {"tool_result": result}


def _usage_of(message: AIMessage, told: dict[str, Any]) -> dict[str, Any]:
    answer_id = told.get("id")
    usage: dict[str, Any] = {"answer_id": answer_id} if isinstance(answer_id, str) and answer_id else {}
    given = members_of(message.usage_metadata)
    if given is None:
        return usage
    details = members_of(given.get("input_token_details")) or {}
    numbers = {
        "input_tokens": given.get("input_tokens"),
        "output_tokens": given.get("output_tokens"),
        "cache_read_tokens": details.get("cache_read"),
        "cache_write_tokens": details.get("cache_creation"),
    }
    return usage | {name: number for name, number in numbers.items() if isinstance(number, int) and number >= 0}
