"""The checkpoints of a thread, or of all threads, newest first."""

from __future__ import annotations

import heapq
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any

from .._client import AsyncTurngraph
from ..types import StateRecord
from ._checkpoint import Placed, placed_of
from ._names import CHECKPOINTS, checkpoint_kind, is_of_checkpoints


@dataclass(frozen=True)
class Range:
    """Which checkpoints are listed; what is None is any."""

    thread_id: str | None = None
    namespace: str | None = None
    checkpoint_id: str | None = None
    before: str | None = None
    """Only those whose ids are before this one."""


async def checkpoints_in(client: AsyncTurngraph, chosen: Range, page_size: int) -> AsyncGenerator[Placed, None]:
    """Yields checkpoints, greatest id first."""
    conversations = client.conversations
    within = conversations.records if chosen.thread_id is None else conversations.open(chosen.thread_id).records
    kinds = await within.kinds(CHECKPOINTS) if chosen.namespace is None else [checkpoint_kind(chosen.namespace)]
    only = None if chosen.checkpoint_id is None else [chosen.checkpoint_id]
    lists = [
        within.list(kind, keys=only, before_key=chosen.before, order="DESCENDING", first=page_size).__aiter__()
        for kind in kinds
        if is_of_checkpoints(kind)
    ]
    heads: list[tuple[_Descending, int, StateRecord]] = []

    async def advance(index: int) -> None:
        record: Any = await anext(lists[index], None)
        if record is not None:
            heapq.heappush(heads, (_Descending(record.key), index, record))

    for index in range(len(lists)):
        await advance(index)
    while heads:
        _, index, record = heapq.heappop(heads)
        yield placed_of(record)
        await advance(index)


class _Descending:
    """Sorts the greatest first; code points sort as their UTF-8 does."""

    def __init__(self, key: str) -> None:
        self.key = key

    def __lt__(self, other: _Descending) -> bool:
        return self.key > other.key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Descending) and self.key == other.key
