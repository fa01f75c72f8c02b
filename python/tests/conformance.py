"""LangGraph's suite for checkpointers: prints what it found as JSON. TURNGRAPH_URL names the server."""

import asyncio
import json
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver, CheckpointTuple
from langgraph.checkpoint.conformance import checkpointer_test, validate
from turngraph import AsyncTurngraph, Turngraph
from turngraph.langgraph import AsyncTurngraphSaver, TurngraphSaver


class Awaited(TurngraphSaver):
    """The suite awaits what it tries: each method does what the one that blocks does."""

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return self.get_tuple(config)

    async def alist(self, config: RunnableConfig | None, **chosen: Any) -> AsyncIterator[CheckpointTuple]:
        for found in self.list(config, **chosen):
            yield found

    async def aput(self, *given: Any) -> RunnableConfig:
        return self.put(*given)

    async def aput_writes(self, *given: Any, **more: Any) -> None:
        self.put_writes(*given, **more)

    async def adelete_thread(self, thread_id: str) -> None:
        self.delete_thread(thread_id)

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        self.delete_for_runs(run_ids)

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        self.copy_thread(source_thread_id, target_thread_id)

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        self.prune(thread_ids, strategy=strategy)


@checkpointer_test(name="AsyncTurngraphSaver")
async def waiting() -> AsyncGenerator[BaseCheckpointSaver[Any], None]:
    async with AsyncTurngraph() as client:
        yield AsyncTurngraphSaver(client)


@checkpointer_test(name="TurngraphSaver")
async def blocking() -> AsyncGenerator[BaseCheckpointSaver[Any], None]:
    with Turngraph() as client:
        yield Awaited(client)


async def main() -> None:
    found = {}
    for each in (waiting, blocking):
        report = await validate(each)
        found[each.name] = {
            name: {"passed": result.passed, "tests": result.tests_passed, "failures": result.failures}
            for name, result in report.results.items()
        }
    json.dump(found, sys.stdout)


asyncio.run(main())
