"""The path of a conversation, and turns that are put in the place of its end."""

from __future__ import annotations

import json
import random
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ._conversation import AsyncConversation, Head
from ._generated import fragments
from ._http import Http
from ._json import members_of
from .errors import NotFound, TurngraphError
from .types import Entry

T = TypeVar("T")
Block = dict[str, Any]
"""A block of content, in the form in which it is given."""
MOST_TURNS = 1000
MOST_BYTES = 3_000_000
"""Turns of one request, and their bytes: the API takes a thousand, and a body has an end too."""
ATTEMPTS = 20


@dataclass(frozen=True)
class GivenTurn:
    """A turn to store."""

    turn_id: str | None
    role: str
    blocks: Sequence[Block]
    metadata: dict[str, Any]
    model: str | None = None


@dataclass(frozen=True)
class PathTurn(GivenTurn):
    """One place of a conversation's path."""

    observation_id: str = ""
    kind: str = "TURN"
    is_deleted: bool = False


async def read_path(talk: AsyncConversation, last: int | None = None) -> list[PathTurn]:
    """Returns the path to a conversation's head, root first, deleted turns and markers too; empty where there is none."""
    try:
        entries = talk.transcript(view="RAW", values="CURRENT", include_deleted=True, last=last)
        return [_path_turn(entry) async for entry in entries]
    except NotFound:
        return []


def _path_turn(entry: Entry) -> PathTurn:
    return PathTurn(
        turn_id=entry.message.turn_id if entry.message else None,
        role=entry.role.value if entry.role else "SYSTEM",
        blocks=[_block(block) for block in entry.content or []],
        metadata=members_of(entry.observation.metadata) or {},
        model=entry.observation.model,
        observation_id=entry.observation.id,
        kind=entry.observation.kind.value,
        is_deleted=entry.deleted,
    )


def _block(block: Any) -> Block:
    if isinstance(block, fragments.TranscriptItemContentTextBlock):
        return {"text": block.text}
    if isinstance(block, fragments.TranscriptItemContentThinkingBlock):
        signature = {} if block.signature is None else {"signature": block.signature}
        return {"thinking": {"thinking": block.thinking, **signature}}
    if isinstance(block, fragments.TranscriptItemContentToolCallBlock):
        return {"tool_call": {"call_id": block.call_id, "name": block.name, "input": block.input}}
    if isinstance(block, fragments.TranscriptItemContentToolResultBlock):
        return {"tool_result": {"call_id": block.call_id, "content": block.result, "is_error": block.is_error}}
    if isinstance(block, fragments.TranscriptItemContentAttachmentBlock):
        file = block.attachment
        if file.uri is None:
            return {"attachment_id": file.id}
        name = {} if block.file_name is None else {"name": block.file_name}
        return {"uri": file.uri, "media_type": file.media_type, **name}
    return {"other": block.value}


async def graft(talk: AsyncConversation, path: Sequence[PathTurn], kept: int, turns: Sequence[GivenTurn]) -> None:
    """Makes the path end with `turns` behind its first `kept` places. What was there stays in the tree.

    Refused with HEAD_MOVED where the path is not the one that was read.
    """
    head = path[-1].observation_id if path else None
    if turns:
        await _store_below(talk, path[kept - 1].observation_id if kept > 0 else None, head, turns)
    elif kept < len(path):
        await _cut_behind(talk, path, kept, head)


async def store_at_end(talk: AsyncConversation, turns: Sequence[GivenTurn]) -> None:
    """Stores turns at the end of a path, wherever that is."""
    for portion in _portions_of(turns):
        await talk.append_all([_turn_input(turn) for turn in portion])


async def _store_below(
    talk: AsyncConversation, parent: str | None, head: str | None, turns: Sequence[GivenTurn]
) -> None:
    below, expected = parent, head
    for portion in _portions_of(turns):
        given = [_turn_input(turn) for turn in portion]
        # What continues the head needs no place of its own: it goes there by itself.
        if below != expected:
            given[0]["parent"] = None if below is None else {"observation_id": below}
        wanted: Head = expected
        stored = await talk.append_all(given, expected_head=wanted)
        below = expected = stored[-1].observation_id


async def _cut_behind(talk: AsyncConversation, path: Sequence[PathTurn], kept: int, head: str | None) -> None:
    point = {"observation_id": path[kept - 1 if kept > 0 else 0].observation_id}
    try:
        await talk.rewind(**({"to": point} if kept > 0 else {"before": point}), expected_head=head)  # type: ignore[arg-type]
    except TurngraphError as error:
        if error.code != "FORK_POINT_NOT_BOUNDARY" or kept == 0:
            raise
        # No head moves to a call that waits for its result; a turn may be stored that makes one.
        before = path[kept - 2].observation_id if kept > 1 else None
        await _store_below(talk, before, head, [path[kept - 1]])


def _portions_of(turns: Sequence[GivenTurn]) -> Iterator[list[GivenTurn]]:
    portion: list[GivenTurn] = []
    size = 0
    for turn in turns:
        length = len(json.dumps([turn.blocks, turn.metadata]))
        if len(portion) == MOST_TURNS or (portion and size + length > MOST_BYTES):
            yield portion
            portion, size = [], 0
        portion.append(turn)
        size += length
    if portion:
        yield portion


def _turn_input(turn: GivenTurn) -> dict[str, Any]:
    """Returns a turn as the API takes it. Its blocks that are URIs come behind the others."""
    content = [block for block in turn.blocks if "uri" not in block]
    attachments = [block for block in turn.blocks if "uri" in block]
    return {
        **({} if turn.turn_id is None else {"turn_id": turn.turn_id}),
        "role": turn.role,
        "metadata": turn.metadata,
        **({"content": content} if content else {}),
        **({"attachments": attachments} if attachments else {}),
        **({} if turn.model is None else {"model": turn.model}),
    }


async def while_moved(http: Http, work: Callable[[], Awaitable[T]]) -> T:
    """Does something that reads and writes, anew where somebody else has written in between."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return await work()
        except TurngraphError as error:
            if error.code != "HEAD_MOVED" or attempt == ATTEMPTS:
                raise
        # Those who wait for each other do not come back all at once.
        await http.pause(random.random() * 0.01 * attempt)
    raise AssertionError
