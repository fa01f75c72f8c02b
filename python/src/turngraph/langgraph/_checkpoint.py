"""What is stored of a checkpoint: all but its values, of which it has names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, copy_checkpoint
from langgraph.checkpoint.serde.base import SerializerProtocol

from ..types import Members, StateRecord
from ._encoding import decode, encode
from ._names import namespace_of
from ._parts import Reference

Version = Any
Values = dict[str, list[Any]]
"""Each channel's value, `[version, reference]`, under the version that it has."""


@dataclass(frozen=True)
class StoredCheckpoint:
    """A checkpoint as it is stored."""

    id: str
    parent_id: str | None
    body: dict[str, Any]

    @property
    def values(self) -> Values:
        """Its channels."""
        values: Values = self.body.get("values", {})
        return values

    @property
    def references(self) -> list[Reference]:
        """Where its values are."""
        return [value for _, value in self.values.values()]

    @property
    def place(self) -> str | None:
        """The name of its messages' place in the tree, where they are turns."""
        return self.body.get("place")


@dataclass(frozen=True)
class Placed:
    """A checkpoint with its thread and namespace."""

    thread_id: str
    namespace: str
    stored: StoredCheckpoint


def placed_of(record: StateRecord) -> Placed:
    """Returns what a record has of a checkpoint."""
    body = record.value if isinstance(record.value, dict) else {}
    named = namespace_of(record.kind)
    namespace = body.get("namespace", "") if named is None else named
    return Placed(record.conversation.id, namespace, StoredCheckpoint(record.key, record.parent_key, body))


def encode_checkpoint(
    serde: SerializerProtocol, checkpoint: Checkpoint, metadata: CheckpointMetadata
) -> dict[str, Any]:
    """Returns a checkpoint's own fields, its values aside, and its metadata."""
    own = {name: value for name, value in copy_checkpoint(checkpoint).items() if name not in ("id", "channel_values")}
    return {"checkpoint": encode(serde, own), "metadata": encode(serde, metadata)}


def decode_checkpoint(serde: SerializerProtocol, stored: StoredCheckpoint, values: Members) -> Checkpoint:
    """Returns a checkpoint with these values."""
    own = decode(serde, stored.body["checkpoint"])
    return cast(Checkpoint, {**own, "id": stored.id, "channel_values": dict(values)})


def metadata_of(serde: SerializerProtocol, stored: StoredCheckpoint) -> CheckpointMetadata:
    """Returns the metadata of a checkpoint."""
    return cast(CheckpointMetadata, decode(serde, stored.body["metadata"]))


@dataclass(frozen=True)
class ChannelPlan:
    """What becomes of a checkpoint's channels: those that are stored with it, and those that stay as its parent has them."""

    stored: list[tuple[str, Version, Any]]
    kept: Values


def plan_channels(
    checkpoint: Checkpoint, new_versions: ChannelVersions, parent: StoredCheckpoint | None
) -> ChannelPlan:
    """Returns which values are stored.

    One whose version is not new is the parent's; where the parent has another version (a copy of a checkpoint from
    elsewhere in the thread), it is stored as well.
    """
    plan = ChannelPlan([], {})
    values = checkpoint["channel_values"]
    for channel, version in {**checkpoint["channel_versions"], **new_versions}.items():
        is_new = channel in new_versions
        old = None if is_new or parent is None else parent.values.get(channel)
        if old is not None and old[0] == version:
            plan.kept[channel] = old
        elif channel in values and (is_new or parent is not None):
            plan.stored.append((channel, version, values[channel]))
    return plan
