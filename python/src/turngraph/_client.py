"""A connection to a server, for programs that wait in an event loop."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

from typing_extensions import Self

from ._conversation import AsyncConversation
from ._follow import AsyncEvents, changes_of
from ._generated.input_types import ConversationFilter, CreateConversationInput
from ._graph import Attachment, Graph
from ._http import AsyncHttp, Http, base_of
from ._inputs import UNSET, made, new_key, unless_none
from ._pages import LARGEST, AsyncPages, Page
from ._places import stored_id
from ._records import AsyncAllRecords
from .types import ConversationSummary, Members

DEFAULT_URL = "http://127.0.0.1:4000"


def address(url: str | None, token: str | None) -> tuple[str, str | None]:
    """Returns the address and the token that are given, or that the environment names."""
    named = url if url is not None else os.environ.get("TURNGRAPH_URL") or DEFAULT_URL
    return base_of(named), token if token is not None else os.environ.get("TURNGRAPH_KEY") or None


class AsyncConversations:
    """The conversations of a graph."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self.records = AsyncAllRecords(graph)

    def open(self, conversation_id: str) -> AsyncConversation:
        """Returns a conversation by its id, without a request."""
        return AsyncConversation(self._graph, conversation_id)

    async def create(
        self,
        *,
        id: str | None = None,
        title: str | None = None,
        cwd: str | None = None,
        metadata: Any = UNSET,
        idempotency_key: str | None = None,
    ) -> AsyncConversation:
        """Makes an empty conversation."""
        given = {
            "id": unless_none(id),
            "title": unless_none(title),
            "cwd": unless_none(cwd),
            "metadata": metadata,
            "idempotency_key": new_key(idempotency_key),
        }
        answer = await self._graph.operations.create_conversation(made(CreateConversationInput, given))
        return self.open(stored_id(answer.create_conversation.conversation))

    def list(self, *, filter: Members | None = None, first: int = LARGEST) -> AsyncPages[ConversationSummary]:
        """Those that a filter names, newest activity first; `first` is the size of a page."""
        chosen = None if filter is None else made(ConversationFilter, filter)

        async def read(size: int, after: str | None) -> Page[ConversationSummary]:
            answer = await self._graph.operations.summaries_of_conversations(unless_none(chosen), size, after)
            found = answer.conversations
            return Page([*found.nodes], found.page_info.has_next_page, found.page_info.end_cursor)

        return AsyncPages(read, first)

    def subscribe(
        self, *, filter: Members | None = None, on_gap: Callable[[], object] | None = None
    ) -> AsyncEvents[ConversationSummary]:
        """Hints that a conversation of a list has changed. What changes in a gap is not told: `on_gap` is called then."""
        chosen = None if filter is None else made(ConversationFilter, filter)
        return AsyncEvents(changes_of(self._graph, chosen, on_gap))


class AsyncTurngraph:
    """A running server. Without arguments, the one that TURNGRAPH_URL and TURNGRAPH_KEY name."""

    def __init__(self, url: str | None = None, token: str | None = None, *, http: Http | None = None) -> None:
        self._graph = Graph(http if http is not None else AsyncHttp(*address(url, token)))
        self.conversations = AsyncConversations(self._graph)

    async def query(self, document: str, variables: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Returns the data of one operation, which is sent once; raises what is refused, by `userErrors` too."""
        return await self._graph.query(document, variables)

    async def attach(self, content: bytes, *, media_type: str | None = None, file_name: str | None = None) -> Attachment:
        """Keeps bytes as an attachment; the same bytes again are the same one."""
        return await self._graph.attach(content, media_type, file_name)

    async def attachment(self, attachment_id: str) -> bytes:
        """Returns the bytes of an attachment."""
        return await self._graph.attachment(attachment_id)

    async def close(self) -> None:
        """Ends its connections."""
        await self._graph.http.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
