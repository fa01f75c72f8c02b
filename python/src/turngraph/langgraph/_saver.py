"""Checkpointers of LangGraph."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
)
from langgraph.checkpoint.serde.base import SerializerProtocol

from .._blocking import Turngraph
from .._client import AsyncTurngraph
from .._running import iterate, run
from ._checkpoints import Checkpoints, Threads
from ._threads import copy_thread, delete_for_runs, delete_thread, fork_thread, prune


class _Saver(BaseCheckpointSaver[int]):
    """What both have: a thread is the conversation of the same id, its checkpoints are state records of it."""

    def __init__(self, client: AsyncTurngraph, messages: str | None, serde: SerializerProtocol | None) -> None:
        super().__init__(serde=serde)
        self._threads = Threads(client)
        self._messages = messages

    @property
    def _checkpoints(self) -> Checkpoints:
        # A clone with another serializer has the same threads.
        return Checkpoints(self._threads, self.serde, self._messages)


class TurngraphSaver(_Saver):
    """A checkpointer for graphs that are invoked without waiting.

    `messages` names the channel whose messages are turns of the conversation; None: none are.
    """

    def __init__(
        self, client: Turngraph, *, messages: str | None = "messages", serde: SerializerProtocol | None = None
    ) -> None:
        super().__init__(client._inner, messages, serde)
        self.client = client
        """The client that they are kept by: for forks, diffs and what else a conversation has."""

    @classmethod
    @contextmanager
    def from_conn_string(
        cls,
        url: str,
        *,
        token: str | None = None,
        messages: str | None = "messages",
        serde: SerializerProtocol | None = None,
    ) -> Iterator[TurngraphSaver]:
        """Yields a checkpointer on the server of that address."""
        with Turngraph(url, token) as client:
            yield cls(client, messages=messages, serde=serde)

    def setup(self) -> None:
        """Does nothing: a server needs no preparation."""

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return run(self._checkpoints.get(config))

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        return iterate(self._checkpoints.list(config, filter, before, limit))

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        return run(self._checkpoints.put(config, checkpoint, metadata, new_versions))

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        run(self._checkpoints.put_writes(config, writes, task_id, task_path))

    def delete_thread(self, thread_id: str) -> None:
        """Deletes a thread's checkpoints and hides its conversation; what its forks need of it goes over to them."""
        run(delete_thread(self._checkpoints, str(thread_id)))

    def delete_for_runs(self, run_ids: Sequence[str]) -> None:
        run(delete_for_runs(self._checkpoints, run_ids))

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Makes a thread with all checkpoints of another one: a fork of the conversation. Copies no value."""
        run(copy_thread(self._checkpoints, source_thread_id, target_thread_id))

    def prune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        run(prune(self._checkpoints, thread_ids, strategy))

    def fork(self, config: RunnableConfig, thread_id: str) -> RunnableConfig:
        """Begins another thread at a checkpoint: a fork of the conversation, which shares its past."""
        return run(fork_thread(self._checkpoints, config, thread_id))

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        raise _waits()

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        raise _waits()
        yield

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        raise _waits()

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        raise _waits()

    async def adelete_thread(self, thread_id: str) -> None:
        raise _waits()


class AsyncTurngraphSaver(_Saver):
    """A checkpointer for graphs that are awaited.

    `messages` names the channel whose messages are turns of the conversation; None: none are.
    """

    def __init__(
        self, client: AsyncTurngraph, *, messages: str | None = "messages", serde: SerializerProtocol | None = None
    ) -> None:
        super().__init__(client, messages, serde)
        self.client = client
        """The client that they are kept by: for forks, diffs and what else a conversation has."""

    @classmethod
    @asynccontextmanager
    async def from_conn_string(
        cls,
        url: str,
        *,
        token: str | None = None,
        messages: str | None = "messages",
        serde: SerializerProtocol | None = None,
    ) -> AsyncIterator[AsyncTurngraphSaver]:
        """Yields a checkpointer on the server of that address."""
        async with AsyncTurngraph(url, token) as client:
            yield cls(client, messages=messages, serde=serde)

    async def setup(self) -> None:
        """Does nothing: a server needs no preparation."""

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return await self._checkpoints.get(config)

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        async for found in self._checkpoints.list(config, filter, before, limit):
            yield found

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        return await self._checkpoints.put(config, checkpoint, metadata, new_versions)

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        await self._checkpoints.put_writes(config, writes, task_id, task_path)

    async def adelete_thread(self, thread_id: str) -> None:
        """Deletes a thread's checkpoints and hides its conversation; what its forks need of it goes over to them."""
        await delete_thread(self._checkpoints, str(thread_id))

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        await delete_for_runs(self._checkpoints, run_ids)

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Makes a thread with all checkpoints of another one: a fork of the conversation. Copies no value."""
        await copy_thread(self._checkpoints, source_thread_id, target_thread_id)

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        await prune(self._checkpoints, thread_ids, strategy)

    async def afork(self, config: RunnableConfig, thread_id: str) -> RunnableConfig:
        """Begins another thread at a checkpoint: a fork of the conversation, which shares its past."""
        return await fork_thread(self._checkpoints, config, thread_id)

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        raise _blocks()

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        raise _blocks()

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        raise _blocks()

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        raise _blocks()


def _waits() -> NotImplementedError:
    return NotImplementedError("TurngraphSaver blocks: a graph that is awaited needs an AsyncTurngraphSaver.")


def _blocks() -> NotImplementedError:
    return NotImplementedError("AsyncTurngraphSaver waits: a graph that is invoked needs a TurngraphSaver.")
