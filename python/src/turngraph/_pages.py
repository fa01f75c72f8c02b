"""Lists that are read page by page as they are wanted."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from ._running import iterate, run
from .errors import error_of

Item = TypeVar("Item")
LARGEST = 100
"""The largest page that most lists answer."""


@dataclass(frozen=True)
class Page(Generic[Item]):
    """Some items of a list. `end_cursor` is given as `after` for the next page."""

    items: list[Item]
    has_next_page: bool
    end_cursor: str | None
    has_previous_page: bool = False
    start_cursor: str | None = None


Read = Callable[[int, "str | None"], Awaitable[Page[Item]]]


class AsyncPages(Generic[Item]):
    """A list: `async for`, `page` by page, or `all` of it."""

    def __init__(self, read: Read[Item], size: int = LARGEST, last: int | None = None, before: Read[Item] | None = None):
        self._read = read
        self._size = size
        self._last = last
        self._before = before

    async def page(self, first: int | None = None, after: str | None = None) -> Page[Item]:
        """Returns one page; the first one unless a cursor says otherwise."""
        return await self._read(self._size if first is None else first, after)

    async def all(self, limit: int | None = None) -> list[Item]:
        """Returns the items, at most `limit`."""
        items: list[Item] = []
        found = self._items()
        try:
            if limit is None or limit > 0:
                async for item in found:
                    items.append(item)
                    if len(items) == limit:
                        break
        finally:
            await found.aclose()
        return items

    def __aiter__(self) -> AsyncIterator[Item]:
        return self._items()

    def _items(self) -> AsyncGenerator[Item, None]:
        return self._forward() if self._last is None or self._before is None else self._ending(self._last, self._before)

    async def _forward(self) -> AsyncGenerator[Item, None]:
        after: str | None = None
        while True:
            page = await self._read(self._size, after)
            for item in page.items:
                yield item
            if not page.has_next_page or page.end_cursor is None:
                return
            after = page.end_cursor

    async def _ending(self, last: int, read: Read[Item]) -> AsyncGenerator[Item, None]:
        """From the end page by page, then cut: a page may be longer than was asked for."""
        if last < 0:
            raise error_of("BAD_INPUT", '"last" must be 0 or more.', {"last": last}, ["last"])
        found: list[Item] = []
        before: str | None = None
        while len(found) < last:
            page = await read(min(last - len(found), LARGEST), before)
            found = [*page.items, *found]
            if not page.has_previous_page or page.start_cursor is None:
                break
            before = page.start_cursor
        for item in found[len(found) - last if len(found) > last else 0 :]:
            yield item


class Pages(Generic[Item]):
    """A list: `for`, `page` by page, or `all` of it."""

    def __init__(self, inner: AsyncPages[Item]) -> None:
        self._inner = inner

    def page(self, first: int | None = None, after: str | None = None) -> Page[Item]:
        """Returns one page; the first one unless a cursor says otherwise."""
        return run(self._inner.page(first, after))

    def all(self, limit: int | None = None) -> list[Item]:
        """Returns the items, at most `limit`."""
        return run(self._inner.all(limit))

    def __iter__(self) -> Iterator[Item]:
        return iterate(self._inner._items())
