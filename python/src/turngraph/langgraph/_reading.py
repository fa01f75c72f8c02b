"""Checkpoints as LangGraph reads them."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Iterable, Sequence
from typing import Any

from langgraph.checkpoint.base import Checkpoint, CheckpointTuple, PendingWrite, writes_sort_key
from langgraph.checkpoint.serde.base import SerializerProtocol
from langgraph.checkpoint.serde.types import TASKS

from ..errors import TurngraphError
from ..types import StateRecord
from ._checkpoint import Placed, decode_checkpoint, metadata_of
from ._names import WRITE, id_prefix, writes_prefix
from ._parts import MissingPart, PartReader
from ._thread import Thread

PAGE_OF_WRITES = 200
Place = tuple[str, str]
"""A checkpoint's id and namespace."""
Writes = dict[Place, list[dict[str, Any]]]


class CheckpointReader:
    """Reads checkpoints of one thread with their values and writes; the parts that they share are read once."""

    def __init__(self, thread: Thread, serde: SerializerProtocol) -> None:
        self._thread = thread
        self._serde = serde
        self._parts = PartReader(thread, serde)

    async def tuples(self, placed: Sequence[Placed]) -> list[CheckpointTuple]:
        """Returns checkpoints as they are stored, in the order given."""
        places = [(each.stored.id, each.namespace) for each in placed]
        old = [(each.stored.parent_id, each.namespace) for each in placed if each.stored.parent_id and self._is_old(each)]
        writes = await self._writes([*places, *[(parent, space) for parent, space in old if parent is not None]])
        references = [reference for each in placed for reference in each.stored.references]
        await self._parts.prepare(references + [write["value"] for each in writes.values() for write in each])
        tuples: list[CheckpointTuple] = []
        for each in placed:
            try:
                tuples.append(self._tuple(each, writes))
            except MissingPart as missing:
                raise self._damaged(each.stored.id, missing) from missing
        return tuples

    def _tuple(self, placed: Placed, writes: Writes) -> CheckpointTuple:
        stored, namespace = placed.stored, placed.namespace
        values = {channel: self._parts.value(value) for channel, (_, value) in stored.values.items()}
        checkpoint = decode_checkpoint(self._serde, stored, values)
        parent = stored.parent_id
        if parent is not None and self._is_old(placed):
            self._add_sends(checkpoint, writes.get((parent, namespace), []))
        return CheckpointTuple(
            config=self._config(stored.id, namespace),
            checkpoint=checkpoint,
            metadata=metadata_of(self._serde, stored),
            parent_config=None if parent is None else self._config(parent, namespace),
            pending_writes=[self._pending(write) for write in writes[(stored.id, namespace)]],
        )

    def _config(self, checkpoint_id: str, namespace: str) -> Any:
        names = {"thread_id": self._thread.id, "checkpoint_ns": namespace, "checkpoint_id": checkpoint_id}
        return {"configurable": names}

    def _pending(self, write: dict[str, Any]) -> PendingWrite:
        return (write["task"], write["channel"], self._parts.value(write["value"]))

    def _is_old(self, placed: Placed) -> bool:
        version = decode_checkpoint(self._serde, placed.stored, {}).get("v", 0)
        return version < 4

    def _add_sends(self, checkpoint: Checkpoint, of_parent: Iterable[dict[str, Any]]) -> None:
        """Before version 4 what tasks send was no value of a checkpoint: it is among what was written for its parent."""
        sends = [self._parts.value(write["value"]) for write in of_parent if write["channel"] == TASKS]
        if sends:
            versions: dict[str, Any] = checkpoint["channel_versions"]
            checkpoint["channel_values"][TASKS] = sends
            versions[TASKS] = max(versions.values()) if versions else 1

    async def _writes(self, places: Sequence[Place]) -> Writes:
        """Returns all that was written for checkpoints, in the order in which it is applied."""
        found: Writes = {place: [] for place in places}
        names = {writes_prefix(*place): place for place in found}
        async for record in self._write_records([*found]):
            checkpoint, namespace, task, index = record.key.split("/")
            place = names.get(f"{checkpoint}/{namespace}/")
            if place is not None and isinstance(record.value, dict):
                found[place].append({"task": task, "path": "", "index": int(index), **record.value})
        for writes in found.values():
            writes.sort(key=lambda write: writes_sort_key(write["path"], write["task"], write["index"]))
        return found

    async def _write_records(self, places: Sequence[Place]) -> AsyncGenerator[StateRecord, None]:
        """Those of one place by its prefix; of several, all between the first and the last: lists follow each other."""
        records = self._thread.talk.records
        if not places:
            return
        if len(places) == 1:
            async for record in records.list(WRITE, key_prefix=writes_prefix(*places[0]), first=PAGE_OF_WRITES):
                yield record
            return
        prefixes = sorted(id_prefix(checkpoint_id) for checkpoint_id, _ in places)
        behind = f"{prefixes[-1][:-1]}0"
        async for record in records.list(WRITE, before_key=behind, order="DESCENDING", first=PAGE_OF_WRITES):
            if record.key < prefixes[0]:
                return
            yield record

    def _damaged(self, checkpoint_id: str, missing: MissingPart) -> TurngraphError:
        details = {"threadId": self._thread.id, "checkpointId": checkpoint_id, "kind": missing.kind, "key": missing.key}
        what = f"Checkpoint {json.dumps(checkpoint_id)} of thread {json.dumps(self._thread.id)} cannot be read"
        part = f'the part "{missing.key}" of kind "{missing.kind}" is missing or damaged'
        return TurngraphError("CHECKPOINT_DAMAGED", f"{what}: {part}.", details)
