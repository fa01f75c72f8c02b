"""Points of a conversation."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from ._generated.enums import TranscriptView
from ._generated.find_message import FindMessageConversationMessage
from ._graph import Graph
from ._inputs import UNSET
from .errors import TurngraphError, error_of
from .types import Point

T = TypeVar("T")


class HasId(Protocol):
    """What has an id."""

    @property
    def id(self) -> str: ...


def no_conversation(conversation_id: str) -> TurngraphError:
    """Returns that there is no conversation of that id."""
    details = {"kind": "Conversation", "id": conversation_id}
    return error_of("NOT_FOUND", f'No Conversation has the id "{conversation_id}".', details)


def found(conversation: T | None, conversation_id: str) -> T:
    """Returns what an answer has of a conversation; raises where there is none."""
    if conversation is None:
        raise no_conversation(conversation_id)
    return conversation


def stored_id(value: HasId | None) -> str:
    """Returns the id of what a write has made; raises where the answer does not say."""
    if value is None:
        raise TurngraphError("INTERNAL", "It was stored, and the answer does not say as what.")
    return value.id


async def message_of(graph: Graph, conversation_id: str, turn_id: str) -> FindMessageConversationMessage:
    """Returns the message of a turn, its own or an inherited one."""
    answer = await graph.operations.find_message(conversation_id, turn_id)
    message = found(answer.conversation, conversation_id).message
    if message is None:
        details = {"kind": "Message", "id": turn_id, "conversationId": conversation_id}
        raise error_of("NOT_FOUND", f'No turn of conversation "{conversation_id}" has the id "{turn_id}".', details)
    return message


async def point_of(graph: Graph, conversation_id: str, point: Point | None) -> Any:
    """Returns a point as the API takes it: the id of a turn is looked up, for it may be inherited."""
    if point is None:
        return UNSET
    if isinstance(point, int):
        return {"turn": point}
    if isinstance(point, str):
        return {"message_id": (await message_of(graph, conversation_id, point)).id}
    return point


async def turn_from_end(graph: Graph, conversation_id: str, turns: int) -> dict[str, Any] | None:
    """Returns the n-th turn from the end, the first one where there are fewer; None where there is none."""
    if turns < 1:
        raise error_of("BAD_INPUT", '"turns" must be 1 or more.', {"turns": turns}, ["turns"])
    left, before, first = turns, None, None
    while True:
        answer = await graph.operations.turn_place(conversation_id, TranscriptView.MESSAGES, min(left, 100), before)
        transcript = found(answer.conversation, conversation_id).transcript
        nodes = transcript.nodes
        if nodes:
            first = nodes[max(len(nodes) - left, 0)].observation.id
        left -= len(nodes)
        if left <= 0 or not transcript.page_info.has_previous_page:
            return None if first is None else {"observation_id": first}
        before = transcript.page_info.start_cursor
