"""All that a checkpointer does, for the one that waits and the one that blocks."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    WRITES_IDX_MAP,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    get_checkpoint_metadata,
)
from langgraph.checkpoint.serde.base import SerializerProtocol

from .._client import AsyncTurngraph
from ..errors import TurngraphError, error_of
from ..types import RecordFields
from ._checkpoint import Placed, StoredCheckpoint, encode_checkpoint, metadata_of, placed_of, plan_channels
from ._listing import Range, checkpoints_in
from ._names import RUN, WRITE, checkpoint_kind, namespace_of, run_key, task_in, write_key
from ._parts import PartReader, Split, split
from ._projection import Batch, Messages, messages_of, project, refusal_of
from ._reading import CheckpointReader
from ._thread import Thread

REMEMBERED_THREADS = 100
FIRST_SIGHT = 64
"""With so many parts that are not known to be there it is worth a look at those of the parent."""


class Threads:
    """The threads that were used last, with what is known of their parts."""

    def __init__(self, client: AsyncTurngraph) -> None:
        self.client = client
        self._threads: OrderedDict[str, Thread] = OrderedDict()

    def get(self, thread_id: str) -> Thread:
        """Returns a thread."""
        thread = self._threads.pop(thread_id, None) or Thread(self.client, thread_id)
        self._threads[thread_id] = thread
        while len(self._threads) > REMEMBERED_THREADS:
            self._threads.popitem(last=False)
        return thread


@dataclass
class _Draft:
    """A checkpoint that is about to be written."""

    parts: list[RecordFields] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    messages: Messages | None = None


class Checkpoints:
    """Checkpoints as state records of conversations, their messages as turns."""

    def __init__(self, threads: Threads, serde: SerializerProtocol, messages: str | None) -> None:
        self.threads = threads
        self.client = threads.client
        self.serde = serde
        self._messages = messages

    async def get(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Returns the checkpoint that a config names, or the newest of its thread."""
        thread_id = name_in(config, "thread_id")
        if thread_id is None:
            return None
        placed = await self.find(thread_id, name_in(config, "checkpoint_ns") or "", name_in(config, "checkpoint_id"))
        if placed is None:
            return None
        return (await CheckpointReader(self.threads.get(thread_id), self.serde).tuples([placed]))[0]

    async def find(self, thread_id: str, namespace: str, checkpoint_id: str | None) -> Placed | None:
        """Returns a checkpoint as it is stored, the newest one without an id."""
        records = self.threads.get(thread_id).talk.records
        kind = checkpoint_kind(namespace)
        if checkpoint_id:
            record = await records.get(kind, checkpoint_id)
        else:
            newest = (await records.list(kind, order="DESCENDING", first=1).page()).items
            record = newest[0] if newest else None
        return None if record is None else placed_of(record)

    async def list(
        self,
        config: RunnableConfig | None,
        chosen: dict[str, Any] | None,
        before: RunnableConfig | None,
        limit: int | None,
    ) -> AsyncGenerator[CheckpointTuple, None]:
        """Yields checkpoints, greatest id first."""
        if limit is not None and limit <= 0:
            return
        left, readers = limit, {}
        size = 100 if limit is None else min(limit, 100)
        found = checkpoints_in(self.client, range_of(config, before), size)
        async for run in _runs(found, size):
            thread_id = run[0].thread_id
            if thread_id not in readers:
                readers[thread_id] = CheckpointReader(self.threads.get(thread_id), self.serde)
            wanted = [placed for placed in run if self._is_wanted(placed.stored, chosen or {})]
            for each in await readers[thread_id].tuples(wanted):
                yield each
                left = None if left is None else left - 1
                if left == 0:
                    return

    def _is_wanted(self, stored: StoredCheckpoint, chosen: dict[str, Any]) -> bool:
        told: dict[str, Any] = {**metadata_of(self.serde, stored)} if chosen else {}
        return all(told.get(name) == value for name, value in chosen.items())

    async def put(
        self, config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata, versions: ChannelVersions
    ) -> RunnableConfig:
        """Stores a checkpoint behind the one that the config names."""
        thread_id = must_have(config, "thread_id")
        namespace = name_in(config, "checkpoint_ns") or ""
        parent_id = name_in(config, "checkpoint_id") or None
        thread = self.threads.get(thread_id)
        told = get_checkpoint_metadata(config, metadata)

        async def work() -> None:
            parent = None if parent_id is None else await self.find(thread_id, namespace, parent_id)
            stored = None if parent is None else parent.stored
            await self._write(thread, namespace, parent_id, stored, checkpoint, told, versions)

        await thread.anew(work)
        return config_of(thread_id, namespace, checkpoint["id"])

    async def _write(
        self,
        thread: Thread,
        namespace: str,
        parent_id: str | None,
        parent: StoredCheckpoint | None,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        versions: ChannelVersions,
    ) -> None:
        plan = plan_channels(checkpoint, versions, parent)
        draft = _Draft(values=dict(plan.kept))
        salt = (await thread.salt()).salt
        for channel, version, value in plan.stored:
            found = split(self.serde, salt, value)
            if parent is not None:
                await self._know_parts(thread, parent, channel, found)
            draft.values[channel] = [version, found.reference]
            draft.parts += found.parts
            if namespace == "" and channel == self._messages:
                draft.messages = messages_of(checkpoint["id"], value, found)
        kind = checkpoint_kind(namespace)
        body = {
            **({"namespace": namespace} if namespace_of(kind) is None else {}),
            **encode_checkpoint(self.serde, checkpoint, metadata),
            "values": draft.values,
        }
        if self._messages in plan.kept and parent is not None and parent.place is not None:
            body["place"] = parent.place

        def records(more: dict[str, Any]) -> list[RecordFields]:
            record: RecordFields = {"kind": kind, "key": checkpoint["id"], "value": {**body, **more}}
            if parent_id is not None:
                record["parent_key"] = parent_id
            run_id = metadata.get("run_id")
            if not isinstance(run_id, str):
                return [record]
            key = run_key(run_id, namespace, checkpoint["id"])
            return [record, {"kind": RUN, "key": key, "value": {"kind": kind, "id": checkpoint["id"]}}]

        try:
            batch = Batch() if draft.messages is None else await project(thread, draft.messages)
            # Those that go with a turn are written with it.
            with_turns = {(record["kind"], record["key"]) for record in batch.records}
            others = [part for part in thread.lacking(draft.parts) if (part["kind"], part["key"]) not in with_turns]
            more = {} if batch.place is None else {"place": batch.place}
            await thread.write(others, [*batch.records, *records(more)], batch.turns)
            thread.know_all(draft.parts)
        except TurngraphError as error:
            if draft.messages is None:
                raise
            # The tree refuses the turns: the checkpoint is stored without them, and says so.
            failed = {"projection": {"failed": refusal_of(error)}}
            await thread.write(thread.lacking(draft.parts), records(failed))

    async def _know_parts(self, thread: Thread, parent: StoredCheckpoint, channel: str, found: Split) -> None:
        """In a process that has not seen the thread yet, the parts of the parent's value are known to be there."""
        reference = parent.values.get(channel, [None, {}])[1]
        if "part" in reference and len(thread.lacking(found.parts)) >= FIRST_SIGHT:
            await PartReader(thread, self.serde).know(reference)

    async def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str
    ) -> None:
        """Stores what a task has written. What is there stays; errors and the like are replaced."""
        thread = self.threads.get(must_have(config, "thread_id"))
        checkpoint_id = must_have(config, "checkpoint_id")
        namespace = name_in(config, "checkpoint_ns") or ""

        async def work() -> None:
            salt = (await thread.salt()).salt
            parts: list[RecordFields] = []
            records: list[RecordFields] = []
            for i, (channel, value) in enumerate(writes):
                index = WRITES_IDX_MAP.get(channel, i)
                found = split(self.serde, salt, value)
                parts += found.parts
                key = write_key(checkpoint_id, namespace, task_id, index)
                write = {
                    **({} if task_in(key) == task_id else {"task": task_id}),
                    "channel": channel,
                    **({"path": task_path} if task_path else {}),
                    "value": found.reference,
                }
                records.append(
                    {
                        "kind": WRITE,
                        "key": key,
                        "value": write,
                        "if_exists": "REPLACE" if index < 0 else "KEEP",
                    }
                )
            if records:
                await thread.write(thread.lacking(parts), records)

        await thread.anew(work)


def name_in(config: RunnableConfig | None, name: str) -> str | None:
    """Returns a name of a config; None where it has none."""
    value = ((config or {}).get("configurable") or {}).get(name)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    if value is not None and not isinstance(value, str):
        value = str(value)
    return value


def must_have(config: RunnableConfig, name: str) -> str:
    """Returns a name that a config must have."""
    value = name_in(config, name)
    if value is None or value == "":
        message = f'The config has no "{name}" among its "configurable".'
        raise error_of("BAD_INPUT", message, {"name": name}, ["configurable", name])
    return value


def config_of(thread_id: str, namespace: str, checkpoint_id: str) -> RunnableConfig:
    """Returns the config that names a checkpoint."""
    names = {"thread_id": thread_id, "checkpoint_ns": namespace, "checkpoint_id": checkpoint_id}
    return {"configurable": names}


def range_of(config: RunnableConfig | None, before: RunnableConfig | None) -> Range:
    """Returns which checkpoints are asked for."""
    return Range(
        thread_id=name_in(config, "thread_id"),
        namespace=name_in(config, "checkpoint_ns"),
        checkpoint_id=name_in(config, "checkpoint_id") or None,
        before=name_in(before, "checkpoint_id") or None,
    )


async def _runs(found: AsyncGenerator[Placed, None], size: int) -> AsyncGenerator[list[Placed], None]:
    """Yields those of one thread after each other together, the first of them few."""
    run: list[Placed] = []
    most = min(size, 10)
    async for placed in found:
        if run and (len(run) >= most or run[0].thread_id != placed.thread_id):
            yield run
            run, most = [], size
        run.append(placed)
    if run:
        yield run
