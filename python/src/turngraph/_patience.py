"""What passes by itself is waited for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from .errors import TurngraphError

T = TypeVar("T")

PASSING = frozenset({"UNREACHABLE", "TIMEOUT"})
LOADED = frozenset({"RATE_LIMITED", "OVERLOADED"})
SHORT = (0.2, 1.0)
LONG = (1.0, 2.0, 4.0, 8.0, 16.0)
LONGEST = 60.0


async def patiently(ask: Callable[[], Awaitable[T]], pause: Callable[[float], Awaitable[None]]) -> T:
    """Asks again, twice at most, while no server answers; five times, after as long as it says, while one is overloaded."""
    short, long = list(SHORT), list(LONG)
    while True:
        try:
            return await ask()
        except TurngraphError as error:
            is_loaded = error.code in LOADED or error.retry_after is not None
            waits = long if is_loaded else short if error.code in PASSING else []
            if not waits:
                raise
            usual = waits.pop(0)
            wanted = usual if error.retry_after is None else error.retry_after
        await pause(min(wanted, LONGEST))
