"""One implementation for both ways to program.

All that asks a server is written once, as coroutines. With an `AsyncHttp` below they wait in the caller's event loop. With
a `BlockingHttp` below they never wait for anything, so one step runs them to their end: no event loop is needed or hidden.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Generator
from typing import Any, Concatenate, Protocol, TypeVar

from typing_extensions import ParamSpec

T = TypeVar("T")
P = ParamSpec("P")
Inner = TypeVar("Inner", covariant=True)


def run(work: Awaitable[T]) -> T:
    """Returns what comes of work that never waits."""
    steps = work.__await__()
    try:
        next(steps)
    except StopIteration as ended:
        result: T = ended.value
        return result
    raise RuntimeError("A blocking connection has waited for an event loop.")


def iterate(items: AsyncGenerator[T, None]) -> Generator[T, None, None]:
    """Yields the items of a generator that never waits."""
    try:
        while True:
            try:
                item = run(items.__anext__())
            except StopAsyncIteration:
                return
            yield item
    finally:
        run(items.aclose())


class Blocking(Protocol[Inner]):
    """What stands for something asynchronous."""

    @property
    def _inner(self) -> Inner: ...


def blocking(
    method: Callable[Concatenate[Inner, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Blocking[Inner], P], T]:
    """Returns a method as one that blocks."""

    def blocks(self: Blocking[Inner], /, *args: P.args, **kwargs: P.kwargs) -> T:
        return run(method(self._inner, *args, **kwargs))

    blocks.__name__ = method.__name__
    blocks.__doc__ = method.__doc__
    return blocks
