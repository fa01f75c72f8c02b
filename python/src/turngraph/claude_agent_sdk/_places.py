"""Where the lines of sessions are: which conversation, and which source of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from .._client import AsyncTurngraph
from ..errors import NotFound, error_of
from ..types import StateRecord

SESSION, SUMMARY, OWNER, NEXT = "claude.session", "claude.summary", "claude.owner", "claude-next"
Key = Mapping[str, Any]


@dataclass(frozen=True)
class Place:
    """Where the lines of one key are, or are to be."""

    conversation_id: str
    source: str
    is_new: bool
    """Nothing was stored there under this key yet."""


def check_key(key: Key) -> None:
    """Refuses a key that names nothing."""
    for name in ("project_key", "session_id", "subpath"):
        value = key.get(name)
        is_left_out = name == "subpath" and value is None
        if not is_left_out and (not isinstance(value, str) or not value.strip()):
            raise error_of("BAD_INPUT", f'"{name}" must be a text that is not blank.', {"field": name}, [name])


def project_path(project_key: str) -> str:
    """Returns what the paths of a project's sessions begin with."""
    return f"{_escaped(project_key)}/"


def path_of(key: Key) -> str:
    """Returns the path of a session or a sub-agent among all."""
    path = f"{project_path(key['project_key'])}{_escaped(key['session_id'])}"
    return path if key.get("subpath") is None else f"{path}/{key['subpath']}"


async def place_of(client: AsyncTurngraph, key: Key) -> Place | None:
    """Returns where the lines of a key are; None where none were stored."""
    path = path_of(key)
    first = (await client.conversations.records.list(SESSION, key_prefix=path, first=1).page()).items
    found = next((record for record in first if record.key == path), None)
    if found is None or found.conversation is None:
        return None
    return Place(found.conversation.id, _source_in(found), is_new=False)


async def place_for(client: AsyncTurngraph, key: Key) -> Place:
    """Returns where the lines of a key are to be stored: a conversation of that id which was deleted is there again."""
    known = await place_of(client, key)
    if known is not None:
        return known
    candidates = _conversations_of(key)
    if key.get("subpath") is not None:
        sessions = dict.fromkeys([await session_for(client, key), *candidates])
        candidates = [_conversation_below(session, key["subpath"]) for session in sessions]
    path = path_of(key)
    for conversation_id in candidates:
        talk = client.conversations.open(conversation_id)
        summary = await talk.summary()
        if summary is not None and summary.deleted_at is not None:
            await talk.restore()
        owners = (await talk.records.list(OWNER, first=1).page()).items
        if owners and not _is_owner(owners[0], path):
            continue
        own = await talk.records.get(SESSION, path)
        if own is not None:
            return Place(conversation_id, _source_in(own), is_new=False)
        following = await talk.records.get(NEXT, "source")
        return Place(conversation_id, "store" if following is None else _source_in(following), is_new=True)
    return Place(f"{candidates[-1]}~{quote(key['project_key'], safe='')}", "store", is_new=True)


async def session_for(client: AsyncTurngraph, key: Key) -> str:
    """Returns the conversation of a session, which may have no lines of its own yet."""
    main = {"project_key": key["project_key"], "session_id": key["session_id"]}
    found = await place_of(client, main)
    if found is not None:
        return found.conversation_id
    first, second = _conversations_of(main)
    owners = (await client.conversations.open(first).records.list(OWNER, first=1).page()).items
    return second if owners and not _is_owner(owners[0], path_of(main)) else first


async def forget(client: AsyncTurngraph, place: Place) -> None:
    """Hides a conversation: its path is empty, and what is stored under its id later begins anew."""
    talk = client.conversations.open(place.conversation_id)
    summary = await talk.summary()
    if summary is None or summary.deleted_at is not None:
        return
    number = re.fullmatch(r"store-(\d+)", place.source)
    source = f"store-{int(number[1]) + 1 if number else 2}"
    await talk.records.put({"kind": NEXT, "key": "source", "value": {"source": source}})
    if summary.head is not None:
        await talk.rewind(turns=1_000_000_000)
    with suppress(NotFound):
        await talk.records.delete(kind_prefix="claude.")
    with suppress(NotFound):
        await talk.delete()


def _escaped(name: str) -> str:
    return name.replace("%", "%25").replace("/", "%2F")


def _conversations_of(key: Key) -> list[str]:
    """The second where another project has the first."""
    return [key["session_id"], f"{key['project_key']}/{key['session_id']}"]


def _conversation_below(session: str, subpath: str) -> str:
    agent = re.fullmatch(r"subagents/(agent-[^/]+)", subpath)
    return f"{session}.{agent[1]}" if agent else f"{session}/{subpath}"


def _is_owner(record: StateRecord, path: str) -> bool:
    return isinstance(record.value, dict) and record.value.get("path") == path


def _source_in(record: StateRecord) -> str:
    source = record.value.get("source") if isinstance(record.value, dict) else None
    return source if isinstance(source, str) else "store"
