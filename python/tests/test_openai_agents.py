"""Sessions of OpenAI's agents, beside the SDK's own `SQLiteSession`. TURNGRAPH_URL names the server.

TURNGRAPH_ROUNDS says how many random sequences are tried.
"""

import asyncio
import os
import random
import unittest
from typing import Any
from uuid import uuid4

os.environ.setdefault("OPENAI_AGENTS_DISABLE_TRACING", "1")

from agents import Agent, Model, ModelResponse, Runner, SessionSettings, SQLiteSession, Usage, UserError, function_tool
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText
from turngraph import AsyncTurngraph, TurngraphError
from turngraph.openai_agents import TurngraphSession

TEXTS = ["", "Hello.", "two\nlines", "ünïcödé 🦊", "nul \0 in it", "half \ud83d alone"]
DATA: list[Any] = [{}, {"a": 1, "deep": [None, "x", {"y": True}]}, [], 1.0, -0.0, 2**60, 1e300, 0.1, "data:a/b;base64,AAEC"]
PNG = "data:image/png;base64,iVBORw0KGgo="


def call_id(rng: random.Random) -> str:
    return f"call{rng.randrange(3)}"


KINDS: list[Any] = [
    lambda rng: {"role": "user", "content": rng.choice(TEXTS)},
    lambda rng: {"type": "message", "role": "user", "content": [{"type": "input_text", "text": rng.choice(TEXTS)}]},
    lambda rng: {
        "role": "user",
        "content": [
            {"type": "input_text", "text": rng.choice(TEXTS)},
            {"type": "input_image", "detail": "auto", "image_url": rng.choice([PNG, "https://example.com/a.png"])},
            {"type": "input_file", "filename": "a.txt", "file_data": "data:text/plain;base64,aGVsbG8="},
        ],
    },
    lambda rng: {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": rng.choice(["in_progress", "completed", "incomplete"]),
        "content": [{"type": "output_text", "text": rng.choice(TEXTS), "annotations": [], "logprobs": []}],
    },
    lambda rng: {
        "role": "assistant",
        "content": [{"type": "refusal", "refusal": rng.choice(TEXTS)}, {"type": "output_text", "text": "More."}],
    },
    lambda rng: {"role": "assistant", "content": "As text."},
    lambda rng: {"role": rng.choice(["system", "developer"]), "content": rng.choice(TEXTS)},
    lambda rng: {
        "type": "function_call",
        "id": "fc_1",
        "call_id": call_id(rng),
        "name": rng.choice(["look", "pay"]),
        "arguments": rng.choice(["{}", '{"a":1}', '{ "b": [1, 2] }', "not JSON", "", '"text"', "null", "NaN", "1.0", '{"b":1,"1":[2.0]}', '[123456789012345678901]']),
        **rng.choice([{}, {"status": "completed"}]),
    },
    lambda rng: {
        "type": "function_call_output",
        "call_id": call_id(rng),
        "output": rng.choice(["Done.", "", [{"type": "input_text", "text": "Done."}], None]),
    },
    lambda rng: {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": rng.choice(TEXTS)}]},
    lambda rng: {"type": "reasoning", "id": "rs_2", "summary": [], "encrypted_content": "c2VhbGVk"},
    lambda rng: {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search", "query": "x"}},
    lambda rng: {"type": "file_search_call", "id": "fs_1", "queries": ["x"], "status": "completed", "results": None},
    lambda rng: {"type": "computer_call", "call_id": call_id(rng), "action": {"type": "screenshot"}, "status": "completed"},
    lambda rng: {
        "type": "computer_call_output",
        "call_id": call_id(rng),
        "output": {"type": "computer_screenshot", "image_url": PNG},
    },
    lambda rng: {"type": "code_interpreter_call", "id": "ci_1", "code": "1 + 1", "outputs": [], "status": "completed"},
    lambda rng: {"type": "local_shell_call", "call_id": call_id(rng), "action": {"type": "exec", "command": ["ls"]}},
    lambda rng: {"type": "mcp_call", "id": "mcp_1", "name": "look", "arguments": "{}", "server_label": "s"},
    lambda rng: {"type": "custom_tool_call", "call_id": call_id(rng), "name": "free", "input": rng.choice(TEXTS)},
    lambda rng: {"type": "item_reference", "id": "i_1"},
    lambda rng: {"type": "compaction", "encrypted_content": "eA=="},
    lambda rng: {"type": "unknown", "data": rng.choice(DATA)},
]


def drawn(rng: random.Random) -> Any:
    item = rng.choice(KINDS)(rng)
    return {**item, "provider_data": rng.choice(DATA)} if rng.randrange(4) == 0 else item


async def outcome_of(work: Any) -> Any:
    try:
        return ("answer", strict(await work))
    except (TypeError, ValueError) as error:
        return ("refused", "TypeError" if isinstance(error, TypeError) else "ValueError", str(error))


def strict(value: Any) -> Any:
    """Returns a value in which 1 and 1.0, and 0.0 and -0.0, are not the same."""
    if isinstance(value, dict):
        return {name: strict(each) for name, each in value.items()}
    if isinstance(value, list):
        return [strict(each) for each in value]
    return (type(value).__name__, repr(value)) if isinstance(value, (int, float)) else value


class Beside(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.graph = AsyncTurngraph()
        self.addAsyncCleanup(self.graph.close)

    def session(self, name: str | None = None, **options: Any) -> TurngraphSession:
        return TurngraphSession(name or f"py-{uuid4()}", client=self.graph, **options)

    async def test_answers_as_the_sdks_own_does_in_random_sequences(self) -> None:
        rounds = int(os.environ.get("TURNGRAPH_ROUNDS", "25"))
        for seed in range(1, rounds + 1):
            rng = random.Random(seed)
            settings = rng.choice([None, {"limit": 2}, SessionSettings(limit=rng.choice([0, 3]))])
            ours, theirs = self.session(session_settings=settings), SQLiteSession("s", session_settings=settings)
            done: list[str] = []
            for _ in range(9):
                name, step = self.step(rng)
                done.append(name)
                wanted = await outcome_of(step(theirs))
                found = await outcome_of(step(ours))
                self.assertEqual(found, wanted, f"seed {seed}: {done}")
                items = await ours.get_items(1000)
                self.assertEqual(strict(items), strict(await theirs.get_items(1000)), f"seed {seed}: {done}")
            theirs.close()

    def step(self, rng: random.Random) -> Any:
        choice = rng.randrange(10)
        if choice < 5:
            items = [drawn(rng) for _ in range(rng.randrange(4))]
            if rng.randrange(12) == 0:
                items.append({"role": "user", "content": {1, 2}})
            return f"add {items}", lambda session: session.add_items(items)
        if choice < 7:
            return "pop", lambda session: session.pop_item()
        if choice == 7 and rng.randrange(3) == 0:
            return "clear", lambda session: session.clear_session()
        limit = rng.choice([None, 0, -1, 1, 2, 3, 100])
        return f"read {limit}", lambda session: session.get_items(limit)

    async def test_each_kind_of_item_comes_back_as_it_was(self) -> None:
        session = self.session()
        items = [kind(random.Random(i)) for i, kind in enumerate(KINDS)] + [{"type": "unknown", "data": each} for each in DATA]
        await session.add_items(items)
        self.assertEqual(strict(await session.get_items()), strict(items))
        first: Any = (await session.get_items(1))[0]
        first["type"] = "changed"
        self.assertEqual(strict(await session.get_items(1)), strict(items[-1:]))
        fork = await self.graph.conversations.open(session.session_id).fork(at=2)
        self.assertEqual(strict(await self.session(fork.id).get_items()), strict(items[:2]))

    async def test_a_run_with_a_tool(self) -> None:
        ours, theirs = self.session(), SQLiteSession("s")
        for session in (ours, theirs):
            agent = Agent(name="A", model=Scripted(), tools=[look])
            await Runner.run(agent, "Where is it?", session=session)
            await Runner.run(agent, "Thanks.", session=session)
        self.assertEqual(strict(await ours.get_items()), strict(await theirs.get_items()))
        entries = await self.graph.conversations.open(ours.session_id).transcript().all()
        roles = [entry.role.value for entry in entries if entry.role]
        self.assertEqual(roles, ["USER", "ASSISTANT", "TOOL", "ASSISTANT", "USER", "ASSISTANT"])
        context = await self.graph.conversations.open(ours.session_id).context(format="openai_chat")
        self.assertEqual(context.messages[2], {"role": "tool", "tool_call_id": "call_1", "content": "In Ghent."})
        theirs.close()

    async def test_nothing_is_lost(self) -> None:
        session = self.session()
        talk = self.graph.conversations.open(session.session_id)
        await session.add_items([{"role": "user", "content": "One."}, {"role": "user", "content": "Two."}])
        self.assertEqual(await session.pop_item(), {"role": "user", "content": "Two."})
        await talk.undo()
        self.assertEqual(len(await session.get_items()), 2)
        await session.clear_session()
        self.assertEqual(await session.get_items(), [])
        self.assertIsNone(await session.pop_item())
        await session.add_items([{"role": "user", "content": "Three."}])
        self.assertEqual({leaf.text for leaf in await talk.leaves().all()}, {"Two.", "Three."})

    async def test_sessions_at_once_lose_nothing_to_each_other(self) -> None:
        name = f"py-{uuid4()}"
        await asyncio.gather(*(self.session(name).add_items([{"role": "user", "content": str(i)}]) for i in range(10)))
        items: Any = await self.session(name).get_items()
        self.assertEqual({item["content"] for item in items}, {str(i) for i in range(10)})
        popped: Any = await asyncio.gather(*(self.session(name).pop_item() for _ in range(10)))
        self.assertEqual({item["content"] for item in popped}, {str(i) for i in range(10)})
        one = self.session()
        await asyncio.gather(*(one.add_items([{"role": "user", "content": str(i)}]) for i in range(6)))
        self.assertEqual([item["content"] for item in await one.get_items()], [str(i) for i in range(6)])  # type: ignore

    async def test_a_write_whose_caller_is_cancelled_is_done_or_not_and_told(self) -> None:
        session = self.session()
        task = asyncio.create_task(session.add_items([{"role": "user", "content": "Kept."}]))
        await asyncio.sleep(0)
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        self.assertIn(await session.get_items(), ([], [{"role": "user", "content": "Kept."}]))

    async def test_conversations_from_elsewhere_are_sessions(self) -> None:
        session = self.session()
        talk = self.graph.conversations.open(session.session_id)
        await talk.append_all(
            [
                {"role": "user", "text": "Look."},
                {
                    "role": "assistant",
                    "content": [{"text": "Well."}, {"tool_call": {"call_id": "c", "name": "look", "input": {"at": 1}}}],
                },
                {"role": "tool", "content": [{"tool_result": {"call_id": "c", "content": "seen"}}]},
            ]
        )
        items = await session.get_items()
        self.assertEqual([item.get("type", item.get("role")) for item in items][-2:], ["function_call", "function_call_output"])
        for item in reversed(items):
            self.assertEqual(await session.pop_item(), item)
        self.assertIsNone(await session.pop_item())

    async def test_what_cannot_be_kept_is_refused_with_the_sdks_error_and_nothing_is_stored(self) -> None:
        item: Any = {"role": "user", "content": "x"}
        for name in ("", " ", "nul\0", "half \ud83d", "x" * 1001):
            with self.subTest(name), self.assertRaises(UserError) as refused:
                await TurngraphSession(name, client=self.graph).add_items([item])
            self.assertEqual(getattr(refused.exception, "code", None), "BAD_INPUT")
        session = self.session()
        circle: Any = {**item}
        circle["self"] = circle
        for odd in (circle, {**item, "at": object()}, {**item, "set": {1}}):
            with self.assertRaises(UserError) as refused:
                await session.add_items([item, odd])
            self.assertEqual(getattr(refused.exception, "code", None), "BAD_INPUT")
        with self.assertRaises(UserError) as refused:
            await session.add_items([{"role": "user", "content": "x" * 5_000_000}])
        self.assertEqual(getattr(refused.exception, "code", None), "LIMIT_EXCEEDED")
        self.assertIsNone(await self.graph.conversations.open(session.session_id).summary())
        away = TurngraphSession.from_url("s", url="http://127.0.0.1:9")
        with self.assertRaises(TurngraphError) as gone:
            await away.get_items()
        self.assertEqual(gone.exception.code, "UNREACHABLE")
        await away.close()


@function_tool
def look(place: str) -> str:
    """Looks."""
    return f"In {place}."


class Scripted(Model):
    """Calls a tool first, and then answers."""

    async def get_response(self, system_instructions: Any, input: Any, *_: Any, **__: Any) -> ModelResponse:
        has_seen = any(isinstance(item, dict) and item.get("type") == "function_call_output" for item in input)
        output: list[Any] = [
            ResponseOutputMessage(
                id="msg_1",
                type="message",
                role="assistant",
                status="completed",
                content=[ResponseOutputText(type="output_text", text=f"Answer {len(input)}.", annotations=[])],
            )
        ]
        if not has_seen:
            arguments = '{"place": "Ghent"}'
            output = [ResponseFunctionToolCall(type="function_call", call_id="call_1", name="look", arguments=arguments)]
        return ModelResponse(output=output, usage=Usage(), response_id=None)

    def stream_response(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError


if __name__ == "__main__":
    unittest.main()
