"""The store of sessions."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from claude_agent_sdk import SessionKey, SessionStore, SessionStoreEntry, fold_session_summary
from claude_agent_sdk.types import SessionListSubkeysKey, SessionStoreListEntry, SessionSummaryEntry

from .._client import AsyncTurngraph
from ..errors import NotFound, RecordChanged, error_of
from ..types import StateRecord
from ._places import (
    OWNER,
    SESSION,
    SUMMARY,
    Place,
    check_key,
    forget,
    path_of,
    place_for,
    place_of,
    project_path,
    session_for,
)

APPEND = """mutation ($input: ImportInput!) {
  importTranscript(input: $input) { records { kind version } userErrors { code message details field } }
}"""
LINES = """query ($id: ID!, $source: String, $from: Int) {
  sourceLines(conversationId: $id, source: $source, from: $from) { content next }
}"""
AT_ONCE = 1024 * 1024
ATTEMPTS = 50
MOST_KNOWN = 1000


@dataclass(frozen=True)
class Known:
    """What is known of a key between two appends."""

    place: Place
    sidechain_of: str | None
    summary: tuple[SessionSummaryEntry, int] | None
    """With the version of its record."""


class TurngraphSessionStore(SessionStore):
    """A store of sessions: each is a conversation, and so is each sub-agent's.

    Lines come back as they were given, and turns, branches and forks are those that the same file would make.
    """

    def __init__(
        self, url: str | None = None, *, token: str | None = None, client: AsyncTurngraph | None = None
    ) -> None:
        self.client = client if client is not None else AsyncTurngraph(url, token)
        """The client that it is kept by: for forks, diffs and what else a conversation has."""
        self._is_own = client is None
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._locks: dict[str, tuple[asyncio.Lock, int]] = {}

    async def append(self, key: SessionKey, entries: list[SessionStoreEntry]) -> None:
        """Stores lines behind those that a transcript has; one whose `uuid` it has already adds nothing."""
        check_key(key)
        lines = [_line_of(entry, index) for index, entry in enumerate(entries)]
        path = path_of(key)
        lock, waiting = self._locks.get(path, (asyncio.Lock(), 0))
        self._locks[path] = (lock, waiting + 1)
        try:
            async with lock:
                for start, end in _pieces(lines):
                    await self._append_piece(key, entries[start:end], "".join(lines[start:end]))
        finally:
            lock, waiting = self._locks.pop(path)
            if waiting > 1:
                self._locks[path] = (lock, waiting - 1)

    async def load(self, key: SessionKey) -> list[SessionStoreEntry] | None:
        """Returns all lines of a transcript; None where none was ever stored."""
        check_key(key)
        place = await place_of(self.client, key)
        if place is None:
            return None
        entries: list[SessionStoreEntry] = []
        start: int | None = 1
        while start is not None:
            variables = {"id": place.conversation_id, "source": place.source, "from": start}
            found = (await self.client.query(LINES, variables))["sourceLines"]
            if found is None:
                return entries or None
            entries += [json.loads(line) for line in found["content"].split("\n") if line]
            start = found["next"]
        return entries

    async def list_sessions(self, project_key: str) -> list[SessionStoreListEntry]:
        """Returns the sessions of a project with the times when they were stored last."""
        return [
            {"session_id": each["session_id"], "mtime": each["mtime"]}
            for each in await self.list_session_summaries(project_key)
        ]

    async def list_session_summaries(self, project_key: str) -> list[SessionSummaryEntry]:
        """Returns what the SDK knows of the sessions of a project without reading them."""
        found = self.client.conversations.records.list(SUMMARY, key_prefix=project_path(project_key), first=1000)
        return [_summary_in(record) async for record in found]

    async def delete(self, key: SessionKey) -> None:
        """Hides a transcript, a session's with those of its sub-agents. One that never was is no error."""
        check_key(key)
        if key.get("subpath") is None:
            of: SessionListSubkeysKey = {"project_key": key["project_key"], "session_id": key["session_id"]}
            for subpath in await self.list_subkeys(of):
                await self.delete({**key, "subpath": subpath})
        place = await place_of(self.client, key)
        self._known.pop(path_of(key), None)
        if place is not None:
            await forget(self.client, place)

    async def list_subkeys(self, key: SessionListSubkeysKey) -> list[str]:
        """Returns the subpaths of the sub-agents of a session."""
        check_key(key)
        prefix = f"{path_of({'project_key': key['project_key'], 'session_id': key['session_id']})}/"
        found = self.client.conversations.records.list(SESSION, key_prefix=prefix, first=1000)
        return [record.key[len(prefix) :] async for record in found]

    async def close(self) -> None:
        """Ends the connection that it has made."""
        if self._is_own:
            await self.client.close()

    async def _append_piece(self, key: SessionKey, entries: list[SessionStoreEntry], content: str) -> None:
        path = path_of(key)
        for attempt in range(1, ATTEMPTS + 1):
            known = self._known.get(path) or await self._known_of(key)
            try:
                after = await self._append_lines(key, entries, content, known)
            except (RecordChanged, NotFound):
                self._known.pop(path, None)
                if attempt == ATTEMPTS:
                    raise
            except BaseException:
                self._known.pop(path, None)
                raise
            else:
                self._known[path] = after
                self._known.move_to_end(path)
                while len(self._known) > MOST_KNOWN:
                    self._known.popitem(last=False)
                return

    async def _known_of(self, key: SessionKey) -> Known:
        place = await place_for(self.client, key)
        if key.get("subpath") is not None:
            return Known(place, await session_for(self.client, key), None)
        talk = self.client.conversations.open(place.conversation_id)
        record = None if place.is_new else await talk.records.get(SUMMARY, path_of(key))
        return Known(place, None, None if record is None else (_summary_in(record), record.version))

    async def _append_lines(
        self, key: SessionKey, entries: list[SessionStoreEntry], content: str, known: Known
    ) -> Known:
        """Stores lines and what is told of them in one write; returns what is known then."""
        place, path = known.place, path_of(key)
        records: list[dict[str, Any]] = []
        if place.is_new:
            records.append({"kind": OWNER, "key": "owner", "value": {"path": path}, "expectedVersion": 0})
            records.append({"kind": SESSION, "key": path, "value": {"source": place.source}, "expectedVersion": 0})
        folded: SessionSummaryEntry | None = None
        if key.get("subpath") is None:
            before, version = known.summary or (None, 0)
            folded = fold_session_summary(before, key, entries)
            folded["mtime"] = time.time_ns() // 1_000_000
            value = {"sessionId": folded["session_id"], "mtime": folded["mtime"], "data": folded["data"]}
            records.append({"kind": SUMMARY, "key": path, "value": value, "expectedVersion": version})
        given = {
            "mode": "APPEND",
            "source": place.source,
            "conversationId": place.conversation_id,
            "content": content,
            "sidechainOf": known.sidechain_of,
            "records": records,
        }
        answer = (await self.client.query(APPEND, {"input": given}))["importTranscript"]
        stored = next((each["version"] for each in answer["records"] if each["kind"] == SUMMARY), None)
        summary = None if folded is None or stored is None else (folded, stored)
        return Known(replace(place, is_new=False), known.sidechain_of, summary)


def _summary_in(record: StateRecord) -> SessionSummaryEntry:
    """When a summary was stored is when its record was."""
    value: Any = record.value
    return {"session_id": value["sessionId"], "mtime": _milliseconds(record.stored_at), "data": value["data"]}


def _milliseconds(stored_at: str) -> int:
    seconds, _, fraction = stored_at.rstrip("Z").partition(".")
    whole = int(datetime.fromisoformat(f"{seconds}+00:00").timestamp())
    return whole * 1000 + int(fraction[:3].ljust(3, "0"))


def _line_of(entry: SessionStoreEntry, index: int) -> str:
    if not isinstance(entry, dict):
        raise error_of("BAD_INPUT", "An entry must be an object.", {"index": index}, ["entries", str(index)])
    try:
        return json.dumps(entry, ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n"
    except (TypeError, ValueError) as error:
        message = f"An entry is not JSON: {error}"
        raise error_of("BAD_INPUT", message, {"index": index}, ["entries", str(index)]) from error


def _pieces(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Where the pieces begin and end that are sent at once; a longer line is sent alone."""
    start, size = 0, 0
    for end, line in enumerate(lines):
        length = len(line.encode("utf-8", "surrogatepass"))
        if end > start and size + length > AT_ONCE:
            yield start, end
            start, size = end, 0
        size += length
    if start < len(lines):
        yield start, len(lines)
