"""Server-sent events."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, AsyncIterator

END = re.compile(rb"\r?\n\r?\n")


async def events_of(pieces: AsyncIterator[object]) -> AsyncGenerator[tuple[str, str], None]:
    """Yields the name and the data of each event; comments, which are signs of life, are left out."""
    text = b""
    async for piece in pieces:
        assert isinstance(piece, bytes)
        *events, text = END.split(text + piece)
        for event in events:
            yield _event(event.decode())


def _event(text: str) -> tuple[str, str]:
    name, data = "", []
    for line in text.splitlines():
        field, _, value = line.partition(":")
        if field == "event":
            name = value.removeprefix(" ")
        elif field == "data":
            data.append(value.removeprefix(" "))
    return name, "\n".join(data)
