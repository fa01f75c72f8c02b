"""Subscriptions that go on after a lost connection."""

from __future__ import annotations

import random
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from types import TracebackType
from typing import Generic, TypeVar

from typing_extensions import Self

from ._generated.enums import EventKind
from ._generated.input_types import ConversationFilter
from ._graph import Graph
from ._inputs import unless_none
from ._places import no_conversation
from ._running import iterate, run
from .errors import TurngraphError
from .types import ConversationEvent, ConversationSummary

T = TypeVar("T")
PASSING = frozenset({"UNREACHABLE", "TIMEOUT", "RATE_LIMITED", "OVERLOADED", "LIMIT_EXCEEDED"})
FIRST_PAUSE = 0.2
LONGEST_PAUSE = 30.0


class AsyncEvents(Generic[T]):
    """What is followed. `async with` ends it; so does `aclose`."""

    def __init__(self, events: AsyncGenerator[T, None]) -> None:
        self._events = events

    def __aiter__(self) -> AsyncIterator[T]:
        return self._events

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Ends it."""
        await self._events.aclose()


class Events(Generic[T]):
    """What is followed. `with` ends it; so does `close`."""

    def __init__(self, events: AsyncGenerator[T, None]) -> None:
        self._events = events

    def __iter__(self) -> Iterator[T]:
        return iterate(self._events)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends it."""
        run(self._events.aclose())


async def events_of(graph: Graph, conversation_id: str, after_seq: int | None) -> AsyncGenerator[ConversationEvent, None]:
    """Yields the events of a ledger, each once and in order, over as many connections as it takes."""
    # Where the ledger ends now is known before the first connection: what is written while that is lost is not missed.
    conversation = (await graph.operations.ledger_end(conversation_id)).conversation
    if conversation is None or conversation.deleted_at is not None:
        raise no_conversation(conversation_id)
    newest = conversation.events.nodes[0].seq if conversation.events.nodes else None
    last = after_seq if after_seq is not None else newest or 0

    async def once() -> AsyncGenerator[ConversationEvent, None]:
        async for each in graph.operations.follow_conversation(conversation_id, last):
            yield each.conversation_changed

    followed = _resumed(graph, once)
    try:
        async for event in followed:
            if event.seq is None or event.seq <= last:
                continue
            last = event.seq
            yield event
            if _is_deletion(event):
                raise no_conversation(conversation_id)
    finally:
        await followed.aclose()


def _is_deletion(event: ConversationEvent) -> bool:
    """A message's deletion stores an observation; what was restored since is not gone."""
    is_gone = event.conversation is not None and event.conversation.deleted_at is not None
    return event.kind == EventKind.DELETE and event.observation_count == 0 and is_gone


async def changes_of(
    graph: Graph, chosen: ConversationFilter | None, on_gap: Callable[[], object] | None
) -> AsyncGenerator[ConversationSummary, None]:
    """Yields hints that conversations of a list have changed, over as many connections as it takes."""
    # Refuses at once what is no filter, and who may not read.
    await graph.operations.summaries_of_conversations(unless_none(chosen), 1)

    async def once() -> AsyncGenerator[ConversationSummary, None]:
        async for each in graph.operations.follow_conversations(unless_none(chosen)):
            yield each.conversations_changed

    followed = _resumed(graph, once, on_gap)
    try:
        async for change in followed:
            yield change
    finally:
        await followed.aclose()


async def _resumed(
    graph: Graph, once: Callable[[], AsyncGenerator[T, None]], on_gap: Callable[[], object] | None = None
) -> AsyncGenerator[T, None]:
    pause, has_gap = FIRST_PAUSE, False
    pausing: Callable[[float], Awaitable[None]] = graph.http.pause
    while True:
        wait = pause
        items = once()
        try:
            async for item in items:
                if has_gap and on_gap is not None:
                    on_gap()
                pause, has_gap = FIRST_PAUSE, False
                yield item
        except TurngraphError as error:
            if error.code not in PASSING:
                raise
            wait = max(pause, error.retry_after or 0.0)
        finally:
            await items.aclose()
        has_gap = True
        # Those who lost a server together do not come back together.
        await pausing(wait * random.uniform(0.5, 1.0))
        pause = min(pause * 2, LONGEST_PAUSE)
