"""Requests to a server over HTTP, in an event loop or blocking."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import httpx

from ._seen import SEEN_HEADER, Seen
from .errors import TurngraphError, error_of

SILENCE = 40.0
"""A server shows every 12 seconds that it lives; a stream that is still for so many seconds is lost."""
TIMEOUT = httpx.Timeout(300.0, connect=10.0)
STREAMING = httpx.Timeout(30.0, connect=10.0, read=SILENCE)


@dataclass(frozen=True)
class Request:
    """What a server is asked, at a path below its address."""

    method: str
    path: str
    content: bytes | None = None
    headers: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Answer:
    """What a server has answered."""

    status: int
    headers: Mapping[str, str]
    content: bytes


class Http(Protocol):
    """A way to a server."""

    base: str

    async def ask(self, request: Request) -> Answer:
        """Returns the answer; raises UNREACHABLE where there is none."""

    def stream(self, request: Request) -> AsyncGenerator[Answer | bytes, None]:
        """Yields the answer without its content, then that in pieces."""

    async def pause(self, seconds: float) -> None:
        """Waits."""

    async def close(self) -> None:
        """Ends its connections."""


def base_of(url: str) -> str:
    """Returns the address of a server, with `/` at its end; that of its API is one of it."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise error_of("BAD_INPUT", f'An address like http://127.0.0.1:4000 is wanted, not "{url}".', {"url": url})
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/').removesuffix('/graphql')}/"


class _Settings:
    def __init__(self, base: str, token: str | None) -> None:
        self.base = base
        self.seen = Seen()
        self.headers = {"accept": "application/json"}
        if token is not None:
            self.headers["authorization"] = f"Bearer {token}"
        # What listens on this machine is behind no proxy.
        self.trust_env = urlsplit(base).hostname not in ("127.0.0.1", "localhost", "::1")

    def unreachable(self, request: Request, error: Exception) -> TurngraphError:
        """Returns why a server could not be asked."""
        reason = str(error) or type(error).__name__
        message = f"No server can be asked at {self.base}: {reason}."
        return error_of("UNREACHABLE", message, {"url": f"{self.base}{request.path}", "reason": reason})


class AsyncHttp(_Settings):
    """Waits in the event loop that asks; each loop has connections of its own."""

    def __init__(self, base: str, token: str | None) -> None:
        super().__init__(base, token)
        self._clients: WeakKeyDictionary[asyncio.AbstractEventLoop, httpx.AsyncClient] = WeakKeyDictionary()

    def _client(self) -> httpx.AsyncClient:
        loop = asyncio.get_running_loop()
        if loop not in self._clients:
            self._clients[loop] = httpx.AsyncClient(
                base_url=self.base, headers=self.headers, timeout=TIMEOUT, trust_env=self.trust_env
            )
        return self._clients[loop]

    async def ask(self, request: Request) -> Answer:
        begun = self.seen.begin()
        try:
            got = await self._client().request(
                request.method, request.path, content=request.content, headers=begun.added_to(request.headers)
            )
        except httpx.TransportError as error:
            raise self.unreachable(request, error) from error
        begun.end(got.headers.get(SEEN_HEADER))
        return Answer(got.status_code, got.headers, got.content)

    async def stream(self, request: Request) -> AsyncGenerator[Answer | bytes, None]:
        try:
            async with self._client().stream(
                request.method, request.path, content=request.content, headers=request.headers, timeout=STREAMING
            ) as got:
                yield Answer(got.status_code, got.headers, b"")
                async for piece in got.aiter_bytes():
                    self.seen.forget()
                    yield piece
        except httpx.TransportError as error:
            raise self.unreachable(request, error) from error

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def close(self) -> None:
        client = self._clients.pop(asyncio.get_running_loop(), None)
        if client is not None:
            await client.aclose()


class BlockingHttp(_Settings):
    """Blocks the thread that asks. Its coroutines never wait."""

    def __init__(self, base: str, token: str | None) -> None:
        super().__init__(base, token)
        self._client = httpx.Client(base_url=base, headers=self.headers, timeout=TIMEOUT, trust_env=self.trust_env)

    async def ask(self, request: Request) -> Answer:
        begun = self.seen.begin()
        headers = begun.added_to(request.headers)
        try:
            got = self._client.request(request.method, request.path, content=request.content, headers=headers)
        except httpx.TransportError as error:
            raise self.unreachable(request, error) from error
        begun.end(got.headers.get(SEEN_HEADER))
        return Answer(got.status_code, got.headers, got.content)

    async def stream(self, request: Request) -> AsyncGenerator[Answer | bytes, None]:
        try:
            with self._client.stream(
                request.method, request.path, content=request.content, headers=request.headers, timeout=STREAMING
            ) as got:
                yield Answer(got.status_code, got.headers, b"")
                for piece in got.iter_bytes():
                    self.seen.forget()
                    yield piece
        except httpx.TransportError as error:
            raise self.unreachable(request, error) from error

    async def pause(self, seconds: float) -> None:
        time.sleep(seconds)

    async def close(self) -> None:
        self._client.close()
