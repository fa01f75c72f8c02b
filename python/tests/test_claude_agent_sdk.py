"""Sessions of the Claude Agent SDK: its own contracts for stores, and what they are in the graph."""

from __future__ import annotations

import unittest
from itertools import count
from typing import Any
from uuid import uuid4

from claude_agent_sdk import InMemorySessionStore, SessionKey, SessionStoreEntry
from claude_agent_sdk.testing import run_session_store_conformance

from turngraph import AsyncTurngraph
from turngraph.claude_agent_sdk import TurngraphSessionStore
from turngraph.errors import BadInput


class Apart(TurngraphSessionStore):
    """A store whose projects and sessions are no other test's: the contracts call theirs all alike."""

    numbers = count()

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.name = f"{uuid4()}-{next(self.numbers)}"

    def _own(self, key: Any) -> Any:
        return {
            **key,
            "project_key": f"{self.name} {key['project_key']}",
            "session_id": f"{self.name}-{key['session_id']}",
        }

    def _without(self, found: list[Any]) -> list[Any]:
        return [{**each, "session_id": each["session_id"][len(self.name) + 1 :]} for each in found]

    async def append(self, key: SessionKey, entries: list[SessionStoreEntry]) -> None:
        await super().append(self._own(key), entries)

    async def load(self, key: SessionKey) -> Any:
        return await super().load(self._own(key))

    async def list_sessions(self, project_key: str) -> Any:
        found = await super().list_session_summaries(f"{self.name} {project_key}")
        return self._without([{"session_id": each["session_id"], "mtime": each["mtime"]} for each in found])

    async def list_session_summaries(self, project_key: str) -> Any:
        return self._without(await super().list_session_summaries(f"{self.name} {project_key}"))

    async def delete(self, key: SessionKey) -> None:
        # A session deletes its sub-agents by itself, under the names that it has here.
        await TurngraphSessionStore(client=self.client).delete(self._own(key))
        self._known.clear()

    async def list_subkeys(self, key: Any) -> Any:
        return await super().list_subkeys(self._own(key))


def line(session: str, n: int) -> Any:
    """A line of a transcript, behind the one before."""
    content = f"says {n}" if n % 2 else [{"type": "text", "text": f"says {n}"}]
    return {
        "type": "user" if n % 2 else "assistant",
        "uuid": f"{session}-{n}",
        "parentUuid": None if n == 1 else f"{session}-{n - 1}",
        "sessionId": session,
        "timestamp": f"2026-01-01T00:00:{n:02}.000Z",
        "message": {"role": "user", "content": content} if n % 2 else {"id": f"m{n}", "role": "assistant", "content": content},
    }


class Sessions(unittest.IsolatedAsyncioTestCase):
    async def test_contracts_hold_of_the_sdks_own_store(self) -> None:
        await run_session_store_conformance(InMemorySessionStore)

    async def test_all_fourteen_contracts_hold(self) -> None:
        client = AsyncTurngraph()
        try:
            await run_session_store_conformance(lambda: Apart(client=client))
        finally:
            await client.close()

    async def test_a_session_is_a_conversation_and_comes_back_as_it_was(self) -> None:
        session = str(uuid4())
        key: SessionKey = {"project_key": "p", "session_id": session}
        store = TurngraphSessionStore()
        try:
            lines = [line(session, n) for n in range(1, 8)]
            for some in (lines[:3], lines[:5], lines[5:], lines):
                await store.append(key, some)
            assert await store.load(key) == lines
            talk = store.client.conversations.open(session)
            assert [entry.text async for entry in talk.transcript()] == [f"says {n}" for n in range(1, 8)]
            await store.delete(key)
            assert await store.load(key) is None
            await store.append(key, lines[:1])
            assert await store.load(key) == lines[:1]
        finally:
            await store.close()

    async def test_what_names_nothing_and_what_is_no_json_is_refused(self) -> None:
        store = TurngraphSessionStore()
        key: Any = {"project_key": "p", "session_id": "bad"}
        try:
            for given, entries in (
                ({**key, "subpath": ""}, [{"type": "x"}]),
                ({"project_key": " ", "session_id": "s"}, [{"type": "x"}]),
                (key, ["text"]),
                (key, [{"type": "x", "n": float("nan")}]),
            ):
                with self.assertRaises(BadInput):
                    await store.append(given, entries)
            assert await store.load(key) is None
        finally:
            await store.close()
