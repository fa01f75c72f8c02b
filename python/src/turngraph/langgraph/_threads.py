"""Threads as a whole: forks, copies, deletion and what is pruned."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.serde.base import SerializerProtocol

from .._client import AsyncTurngraph
from ..errors import NotFound, error_of
from ..types import RecordFields
from ._checkpoint import Placed, placed_of
from ._checkpoints import Checkpoints, config_of, must_have, name_in
from ._names import CHECKPOINTS, FORK, RUN, THREAD, TURN, WRITE, checkpoint_kind, is_of_checkpoints, run_prefix
from ._names import writes_prefix
from ._parts import PartReader
from ._projection import EVERYTHING, rewind_to
from ._thread import AT_ONCE, Thread, new_salt

ROOM = 900
"""So many records go into a request of many."""


async def fork_thread(checkpoints: Checkpoints, config: RunnableConfig, thread_id: str) -> RunnableConfig:
    """Begins a thread at a checkpoint of another one: a fork of the conversation, with one checkpoint. Copies no value."""
    source = checkpoints.threads.get(must_have(config, "thread_id"))
    placed = await checkpoints.find(source.id, "", name_in(config, "checkpoint_id"))
    if placed is None:
        raise error_of("NOT_FOUND", f'Thread "{source.id}" has no such checkpoint.', {"threadId": source.id})
    record: RecordFields = {"kind": CHECKPOINTS, "key": placed.stored.id, "value": placed.stored.body}
    await _begin(checkpoints.client, source, placed, thread_id, [record])
    return config_of(thread_id, "", placed.stored.id)


async def copy_thread(checkpoints: Checkpoints, source_id: str, target_id: str) -> None:
    """Makes a thread that has all checkpoints and writes of another one: a fork of its conversation. Copies no value."""
    source = checkpoints.threads.get(source_id)
    newest = await checkpoints.find(source_id, "", None)
    records: list[RecordFields] = []
    kinds = [kind for kind in await source.talk.records.kinds("lg.") if is_of_checkpoints(kind) or kind == WRITE]
    for kind in kinds:
        async for record in source.talk.records.list(kind, first=AT_ONCE):
            copied: RecordFields = {"kind": kind, "key": record.key, "value": record.value}
            if record.parent_key is not None:
                copied["parent_key"] = record.parent_key
            records.append(copied)
    if not records:
        raise error_of("NOT_FOUND", f'Thread "{source_id}" has no checkpoints.', {"threadId": source_id})
    # The writes first: a checkpoint that is there has all of its own.
    records.sort(key=lambda record: record["kind"] != WRITE)
    await _begin(checkpoints.client, source, newest, target_id, records)


async def _begin(
    client: AsyncTurngraph, source: Thread, placed: Placed | None, thread_id: str, records: list[RecordFields]
) -> None:
    salt = (await source.salt()).salt
    place = None if placed is None else placed.stored.place
    found = [] if place is None else await source.parts(TURN, [place])
    observation = found[0].observation if found else None
    at = "" if placed is None else placed.stored.id
    # The source knows of it before it is there, so that it keeps what the fork needs of it.
    await source.talk.records.put({"kind": FORK, "key": thread_id, "value": at})
    salted: RecordFields = {"kind": THREAD, "key": "salt", "value": {"salt": salt, "source": source.id}}
    first = [salted, *records[:ROOM]]
    if observation is None:
        await client.conversations.create(id=thread_id)
        await client.conversations.open(thread_id).records.put(first)
    else:
        await source.talk.fork(at={"observation_id": observation.id}, id=thread_id, records=first)
    for start in range(ROOM, len(records), ROOM):
        await client.conversations.open(thread_id).records.put(records[start : start + ROOM])


async def adopt_parts(client: AsyncTurngraph, thread_id: str, serde: SerializerProtocol) -> None:
    """Gives a fork the parts that it has of its source, which is about to go."""
    thread = Thread(client, thread_id)
    if (await thread.salt()).source is None:
        return
    reader = PartReader(thread, serde)
    places: dict[str, None] = {}
    for kind in await thread.talk.records.kinds("lg."):
        if not is_of_checkpoints(kind) and kind != WRITE:
            continue
        async for record in thread.talk.records.list(kind):
            if kind == WRITE:
                write: Any = record.value
                await reader.prepare([write["value"]])
                continue
            stored = placed_of(record).stored
            if stored.place is not None:
                places[stored.place] = None
            await reader.prepare(stored.references)
    await thread.write([*reader.all(), *await _turns_at(thread, [*places])], [])


async def _turns_at(thread: Thread, places: Sequence[str]) -> list[RecordFields]:
    records: list[RecordFields] = []
    for found in await thread.parts(TURN, places):
        record: RecordFields = {"kind": found.kind, "key": found.key, "value": found.value, "if_exists": "KEEP"}
        if found.observation is not None:
            record["observation_id"] = found.observation.id
        records.append(record)
    return records


async def delete_thread(checkpoints: Checkpoints, thread_id: str) -> None:
    """Deletes a thread: its head goes back to the beginning, its records are dropped, its conversation is hidden.

    The same id begins anew. One that never was is no error.
    """
    thread = checkpoints.threads.get(thread_id)
    talk = thread.talk
    summary = await talk.summary()
    if summary is None or summary.deleted_at is not None:
        return
    for record in await talk.records.list(FORK).all():
        await _ignoring_gone(lambda key=record.key: adopt_parts(checkpoints.client, key, checkpoints.serde))  # type: ignore[misc]
    if summary.head is not None:
        await talk.rewind(turns=EVERYTHING)
    # Others who write to the thread notice it by the salt's version: what they know of its parts holds no more.
    await talk.records.put({"kind": THREAD, "key": "salt", "value": {"salt": new_salt()}})
    for kind in await talk.records.kinds("lg."):
        if kind != THREAD:
            await _ignoring_gone(lambda kind=kind: talk.records.delete(kind))  # type: ignore[misc]
    await _ignoring_gone(talk.delete)
    thread.forget()


async def _ignoring_gone(work: Callable[[], Awaitable[Any]]) -> None:
    try:
        await work()
    except NotFound:
        pass


async def delete_for_runs(checkpoints: Checkpoints, run_ids: Sequence[str]) -> None:
    """Deletes the checkpoints of runs with their writes. Each thread's head goes to its newest checkpoint that is left."""
    found: dict[str, list[tuple[str, str]]] = {}
    for run_id in dict.fromkeys(run_ids):
        async for record in checkpoints.client.conversations.records.list(RUN, key_prefix=run_prefix(run_id)):
            value: Any = record.value
            found.setdefault(record.conversation.id, []).append((value["kind"], value["id"]))
    for thread_id, gone in found.items():
        records = checkpoints.threads.get(thread_id).talk.records
        placed: list[Placed] = []
        for kind, checkpoint_id in gone:
            stored = await records.get(kind, checkpoint_id)
            placed += [] if stored is None else [placed_of(stored)]
        await _drop(checkpoints, thread_id, placed)
        for run_id in run_ids:
            await records.delete(RUN, key_prefix=run_prefix(run_id))


async def prune(checkpoints: Checkpoints, thread_ids: Sequence[str], strategy: str) -> None:
    """Drops checkpoints with their writes: all but the newest of each namespace, or all of them."""
    if strategy not in ("keep_latest", "delete"):
        raise error_of("BAD_INPUT", f'There is no strategy "{strategy}".', {"strategy": strategy}, ["strategy"])
    for thread_id in dict.fromkeys(thread_ids):
        records = checkpoints.threads.get(thread_id).talk.records
        for kind in await records.kinds(CHECKPOINTS):
            if not is_of_checkpoints(kind):
                continue
            placed = [placed_of(record) async for record in records.list(kind, order="DESCENDING", first=AT_ONCE)]
            kept = await _needed(checkpoints, placed) if strategy == "keep_latest" else set()
            await _drop(checkpoints, thread_id, [each for each in placed if each.stored.id not in kept])


async def _needed(checkpoints: Checkpoints, placed: Sequence[Placed]) -> set[str]:
    """Returns the newest checkpoint, and those before it that its channels which keep only changes are made of."""
    by_id = {each.stored.id: each for each in placed}
    kept: set[str] = set()
    at = placed[0] if placed else None
    wanted: set[str] | None = None
    while at is not None and at.stored.id not in kept:
        kept.add(at.stored.id)
        own = set(at.stored.values)
        if wanted is None:
            tuples = await checkpoints.get(config_of(at.thread_id, at.namespace, at.stored.id))
            versions = tuples.checkpoint["channel_versions"] if tuples else {}
            # Channels of LangGraph's own last for one step.
            wanted = {name for name in versions if not name.startswith(("__", "branch:"))}
        wanted -= own
        at = by_id.get(at.stored.parent_id or "") if wanted else None
    return kept


async def _drop(checkpoints: Checkpoints, thread_id: str, gone: Sequence[Placed]) -> None:
    """Parts stay: another process may be about to name them."""
    thread = checkpoints.threads.get(thread_id)
    records = thread.talk.records
    for each in gone:
        await records.delete(checkpoint_kind(each.namespace), keys=[each.stored.id])
        await records.delete(WRITE, key_prefix=writes_prefix(each.stored.id, each.namespace))
    if any(each.namespace == "" for each in gone):
        await _move_head(checkpoints, thread)


async def _move_head(checkpoints: Checkpoints, thread: Thread) -> None:
    newest = await checkpoints.find(thread.id, "", None)
    if newest is None:
        await rewind_to(thread, None)
    elif newest.stored.place is not None:
        found = await thread.parts(TURN, [newest.stored.place])
        if found and found[0].observation is not None:
            await rewind_to(thread, found[0].observation.id)
