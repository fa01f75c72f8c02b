"""The graph of a server: operations, subscriptions and bytes."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import quote, urlencode

from ._events import events_of
from ._generated.operations import Operations
from ._http import Answer, Http, Request
from ._patience import patiently
from .errors import TurngraphError, error_of


class Graph:
    """What conversations are asked of."""

    def __init__(self, http: Http) -> None:
        self.http = http
        self.operations = Operations(self._ask, self._follow)

    async def query(self, document: str, variables: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Returns the data of an operation, which is sent once."""
        return await self._once("graphql", asked(document, dict(variables or {})))

    async def attach(self, content: bytes, media_type: str | None = None, file_name: str | None = None) -> Attachment:
        """Keeps bytes; the same bytes are one attachment."""
        given = {"mediaType": media_type, "fileName": file_name}
        parameters = urlencode({name: value for name, value in given.items() if value is not None})
        headers = {"content-type": "application/octet-stream"}
        answer = await self._answered(Request("PUT", f"attachments?{parameters}", content, headers))
        kept = json.loads(answer.content)
        return Attachment(kept["id"], kept["mediaType"], kept["byteSize"])

    async def attachment(self, attachment_id: str) -> bytes:
        """Returns the bytes of an attachment."""
        answer = await self._answered(Request("GET", _address_of("attachments", attachment_id)))
        if attachment_id not in answer.headers.get("etag", ""):
            raise refusal_of(self.http.base, "attachments", Answer(answer.status, answer.headers, b""))
        return answer.content

    async def _answered(self, request: Request) -> Answer:
        async def ask() -> Answer:
            answer = await self.http.ask(request)
            if not 200 <= answer.status < 300:
                raise refusal_of(self.http.base, request.path, answer)
            return answer

        return await patiently(ask, self.http.pause)

    async def _ask(self, document: str, variables: dict[str, Any]) -> dict[str, Any]:
        content = asked(document, variables)
        return await patiently(lambda: self._once("graphql", content), self.http.pause)

    async def _once(self, path: str, content: bytes) -> dict[str, Any]:
        answer = await self.http.ask(Request("POST", path, content, JSON))
        return data_of(self.http.base, path, answer)

    async def _follow(self, document: str, variables: dict[str, Any]) -> AsyncGenerator[dict[str, Any], None]:
        path = "graphql/stream"
        request = Request("POST", path, asked(document, variables), {**JSON, "accept": "text/event-stream"})
        stream = self.http.stream(request)
        try:
            first = await stream.__anext__()
            assert isinstance(first, Answer)
            if not first.headers.get("content-type", "").startswith("text/event-stream"):
                # It was refused at once, as any operation is.
                content = b"".join([piece async for piece in stream if isinstance(piece, bytes)])
                yield data_of(self.http.base, path, Answer(first.status, first.headers, content))
                return
            async for name, data in events_of(stream):
                if name == "complete":
                    return
                if name == "next":
                    yield result_of(json.loads(data), None)
            raise error_of("UNREACHABLE", f"{self.http.base} ended the stream.", {"url": f"{self.http.base}{path}"})
        finally:
            await stream.aclose()


@dataclass(frozen=True)
class Attachment:
    """Bytes that are kept: turns embed them by the id, which is their SHA-256."""

    id: str
    media_type: str
    byte_size: int | None


JSON = {"content-type": "application/json"}


def _address_of(room: str, identifier: str) -> str:
    """Returns the address of what an id names. A part of a path that is a dot or two would be taken for a folder: `~` stands before it."""
    is_folder = identifier.lstrip("~") in (".", "..")
    return f"{room}/{quote('~' + identifier if is_folder else identifier, safe='')}"


def asked(document: str, variables: dict[str, Any]) -> bytes:
    """Returns an operation as a server takes it; refuses what JSON cannot hold."""
    try:
        return json.dumps({"query": document, "variables": variables}, allow_nan=False).encode()
    except (TypeError, ValueError) as error:
        raise error_of("BAD_INPUT", f"What is given cannot be sent as JSON: {error}.", {"reason": str(error)}) from error


def data_of(base: str, path: str, answer: Answer) -> dict[str, Any]:
    """Returns the data of an answer; raises what it was refused with."""
    given = parsed(answer.content)
    if given is not None and ("data" in given or "errors" in given):
        return result_of(given, retry_after_of(answer))
    raise refusal_of(base, path, answer)


def result_of(answer: dict[str, Any], retry_after: float | None) -> dict[str, Any]:
    """Returns the data of an answer; raises the first of its errors, or of the `userErrors` of a payload."""
    for fault in answer.get("errors") or []:
        facts = fault.get("extensions") or {}
        code = facts.get("code", "INTERNAL")
        raise error_of(code, fault["message"], facts.get("details"), facts.get("field"), retry_after)
    data = answer.get("data")
    if not isinstance(data, dict):
        raise TurngraphError("INTERNAL", "The answer has neither data nor errors.")
    for payload in data.values():
        for refused in payload.get("userErrors") or [] if isinstance(payload, dict) else []:
            raise error_of(refused["code"], refused["message"], refused.get("details"), refused.get("field"))
    return data


def refusal_of(base: str, path: str, answer: Answer) -> TurngraphError:
    """Returns why a server did not do what it was asked, or that what answers is no server of turngraph."""
    after = retry_after_of(answer)
    given = parsed(answer.content) or {}
    error = given.get("error")
    if isinstance(error, dict):
        return error_of(error["code"], error["message"], error.get("details"), None, after)
    message = f"{base} does not answer as turngraph does (status {answer.status})."
    code = "UNREACHABLE" if 502 <= answer.status <= 504 else "UNEXPECTED_ANSWER"
    return error_of(code, message, {"url": f"{base}{path}", "status": answer.status}, None, after)


def retry_after_of(answer: Answer) -> float | None:
    """Returns after how many seconds an overloaded server wants to be asked again; None where it does not say."""
    given = answer.headers.get("retry-after") if answer.status in (429, 503) else None
    if given is None:
        return None
    if given.isdigit():
        return float(given)
    try:
        return max(parsedate_to_datetime(given).timestamp() - time.time(), 0.0)
    except ValueError:
        return None


def parsed(content: bytes) -> dict[str, Any] | None:
    """Returns the object that is written so; None where it is none."""
    try:
        value = json.loads(content)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
