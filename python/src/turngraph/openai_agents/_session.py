"""Sessions."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from agents import SessionSettings, UserError
from agents.memory import SessionABC
from agents.memory.session_settings import coerce_session_settings, resolve_session_limit

from .._client import AsyncTurngraph
from .._conversation import AsyncConversation
from .._path import GivenTurn, PathTurn, graft, read_path, store_at_end, while_moved
from ..errors import NotFound, TurngraphError
from ._flat import inflate
from ._items import EncodedItem, StoredItem, encode_item, items_of

if TYPE_CHECKING:
    from agents import TResponseInputItem

T = TypeVar("T")
OPERATIONS = "oai.operation"
WRONG_USE = frozenset({"BAD_INPUT", "BAD_USER_INPUT", "LIMIT_EXCEEDED"})


class SessionRefused(UserError, TypeError, ValueError):
    """What cannot be kept: the SDK's own kind of error, with our code and facts."""

    def __init__(self, code: str, message: str, details: Any = None, field: list[str] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.details = details
        self.field = field


class TurngraphSession(SessionABC):
    """A session that is a conversation: each item is a turn.

    What is popped or cleared stays in its tree. Calls of one session are done in the order in which they were made.
    """

    session_settings: SessionSettings | None = None

    def __init__(
        self,
        session_id: str,
        url: str | None = None,
        *,
        token: str | None = None,
        client: AsyncTurngraph | None = None,
        session_settings: SessionSettings | dict[str, Any] | None = None,
    ) -> None:
        self.session_id = session_id
        self.session_settings = SessionSettings() if session_settings is None else coerce_session_settings(session_settings)
        self.client = client if client is not None else AsyncTurngraph(url, token)
        """The client that it is kept by: for forks, diffs and what else a conversation has."""
        self._is_own = client is None
        self._lock = asyncio.Lock()

    @classmethod
    def from_url(cls, session_id: str, *, url: str, **options: Any) -> TurngraphSession:
        """Returns a session on the server of that address."""
        return cls(session_id, url, **options)

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """Returns the items, the last ones where a limit is given; a negative one is none, as SQLiteSession has it."""
        most = resolve_session_limit(limit, self.session_settings)
        if most == 0:
            return []

        async def work() -> list[TResponseInputItem]:
            items = (await self._tail(most if most is not None and most > 0 else None))[1]
            return await self._given(items[-most:] if most is not None and most > 0 else items)

        return await self._in_turn(work)

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Adds items at the end, wherever that is."""
        encoded = _encoded(items)

        async def work() -> None:
            await self._keep(encoded)
            await store_at_end(self._talk, [item.turn for item in encoded])

        await self._finished(self._in_turn(work))

    async def pop_item(self) -> TResponseInputItem | None:
        """Takes the last item away and returns it. It stays in the tree."""

        async def attempt() -> TResponseInputItem | None:
            path, items = await self._tail(1)
            if not items:
                return None
            at, again = _cut_at(path, items, len(items) - 1)
            await graft(self._talk, path, at, again)
            return (await self._given(items[-1:]))[0]

        return await self._finished(self._in_turn(lambda: while_moved(self.client._graph.http, attempt)))

    async def clear_session(self) -> None:
        """Takes all items away. They stay in the tree."""

        async def work() -> None:
            try:
                first = (await self._talk.transcript(view="RAW", include_deleted=True).page(first=1)).items
            except NotFound:
                return
            if first:
                await self._talk.rewind(before={"observation_id": first[0].observation.id})
            # What JavaScript's sessions know of transactions that were done.
            await self._talk.records.delete(OPERATIONS)

        await self._finished(self._in_turn(work))

    async def close(self) -> None:
        """Ends the connection that it has made."""
        if self._is_own:
            await self.client.close()

    @property
    def _talk(self) -> AsyncConversation:
        return self.client.conversations.open(self.session_id)

    async def _tail(self, most: int | None) -> tuple[list[PathTurn], list[StoredItem]]:
        """Reads so many items from the end, and the turn before them; all where there are fewer, or no number."""
        last = None if most is None else most + 2
        while last is not None:
            path = await read_path(self._talk, last)
            items = items_of(path)
            if len(path) < last or (most is not None and len(items) >= most and items[0].at < items[-most].at):
                return path, items
            last *= 4
        path = await read_path(self._talk)
        return path, items_of(path)

    async def _given(self, items: Sequence[StoredItem]) -> list[TResponseInputItem]:
        return [await inflate(item.value, item.odd, self.client.attachment) for item in items]

    async def _keep(self, items: Sequence[EncodedItem]) -> None:
        for content in {name: content for item in items for name, content in item.flat.content.items()}.values():
            await self.client.attach(content)

    async def _in_turn(self, work: Callable[[], Awaitable[T]]) -> T:
        async with self._lock:
            if not self.session_id.strip():
                raise SessionRefused("BAD_INPUT", '"session_id" must not be blank.', None, ["session_id"])
            try:
                return await work()
            except TurngraphError as error:
                if error.code not in WRONG_USE:
                    raise
                raise SessionRefused(error.code, error.message, error.details, error.field) from error

    async def _finished(self, mutation: Awaitable[T]) -> T:
        """Waits for what a write comes to, also where who waits is cancelled: nobody is left in doubt about it."""
        task = asyncio.ensure_future(mutation)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if not task.cancelled():
                await asyncio.wait({task})
            raise


def _encoded(items: Sequence[Any]) -> list[EncodedItem]:
    try:
        return [encode_item(item) for item in items]
    except (TypeError, ValueError, RecursionError) as error:
        raise SessionRefused("BAD_INPUT", str(error), None, ["items"]) from error


def _cut_at(path: Sequence[PathTurn], items: Sequence[StoredItem], kept: int) -> tuple[int, list[GivenTurn]]:
    """Returns where a path is cut behind its first items: a turn from elsewhere may be cut in its middle."""
    cut = items[kept]
    before = [item for item in items if item.at == cut.at and item.part < cut.part]
    return cut.at, [encode_item(item.value).turn for item in before]
