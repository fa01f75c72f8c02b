"""Checkpointers of LangGraph. TURNGRAPH_URL names the server."""

import asyncio
import operator
import threading
import unittest
from typing import Annotated, Any
from uuid import uuid4

from langchain_core.messages import AIMessage, HumanMessage, RemoveMessage, SystemMessage, ToolMessage
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.conformance.test_utils import generate_checkpoint, generate_config, generate_metadata
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import MessagesState, StateGraph
from langgraph.types import Command, Send, interrupt
from turngraph import AsyncTurngraph, BadInput, NotFound, Turngraph, TurngraphError
from turngraph.langgraph import AsyncTurngraphSaver, TurngraphSaver
from turngraph.langgraph._encoding import json_text
from typing_extensions import TypedDict


def new_id() -> str:
    return f"py-{uuid4()}"


def on(thread: str, **more: str) -> Any:
    return {"configurable": {"thread_id": thread, **more}}


def chat(saver: BaseCheckpointSaver[Any] | None) -> Any:
    def model(state: MessagesState) -> Any:
        messages = state["messages"]
        return {"messages": [AIMessage(id=f"a-{messages[-1].id}", content=f"answer {len(messages)}")]}

    graph = StateGraph(MessagesState)
    graph.add_node("model", model)
    graph.add_edge("__start__", "model")
    return graph.compile(checkpointer=saver)


def said(name: str, text: str | None = None) -> HumanMessage:
    return HumanMessage(id=name, content=text or f"words of {name}")


def history(graph: Any, config: Any) -> list[Any]:
    return [
        (state.next, state.metadata["source"], state.metadata["step"], [(m.type, m.id, m.content) for m in state.values.get("messages", [])])
        for state in graph.get_state_history(config)
    ]


class JsonOfJavaScript(unittest.TestCase):
    """Texts as `JSON.stringify` of Node 20 wrote them."""

    def test_numbers(self) -> None:
        written = {
            0.0: "0",
            -0.0: "0",
            1.0: "1",
            -2.5: "-2.5",
            100000.0: "100000",
            0.000001: "0.000001",
            0.0000015: "0.0000015",
            1e-7: "1e-7",
            -1.5e-7: "-1.5e-7",
            123456.789: "123456.789",
            1e20: "100000000000000000000",
            1e21: "1e+21",
            1.25e300: "1.25e+300",
            5e-324: "5e-324",
            1.7976931348623157e308: "1.7976931348623157e+308",
            1 / 3: "0.3333333333333333",
        }
        for number, text in written.items():
            self.assertEqual(json_text(number), text)

    def test_everything_else(self) -> None:
        value = {"a": [1, True, None, "\x01\n\"é\u2028\U0001f600\x7f"], "b": {}, "": []}
        text = '{"a":[1,true,null,"\\u0001\\n\\"é\u2028\U0001f600\x7f"],"b":{},"":[]}'
        self.assertEqual(json_text(value), text)


class Saver(unittest.TestCase):
    def setUp(self) -> None:
        self.graph = Turngraph()
        self.addCleanup(self.graph.close)
        self.saver = TurngraphSaver(self.graph)
        self.thread = new_id()
        self.talk = self.graph.conversations.open(self.thread)

    def texts(self) -> list[str]:
        return [entry.text for entry in self.talk.transcript(view="raw")]

    def test_a_program_has_the_same_history_as_in_memory(self) -> None:
        found = []
        for saver in (self.saver, InMemorySaver()):
            graph = chat(saver)
            graph.invoke({"messages": [said("1")]}, on(self.thread))
            graph.invoke({"messages": [said("2")]}, on(self.thread))
            old = [state for state in graph.get_state_history(on(self.thread)) if state.next == ("model",)][-1]
            other = graph.update_state(old.config, {"messages": [said("1", "other words")]})
            graph.invoke(None, other)
            found.append(history(graph, on(self.thread)))
        self.assertEqual(found[0], found[1])
        self.assertEqual(self.texts(), ["other words", "answer 1"])
        self.assertEqual(len(self.talk.leaves().all()), 2)
        # A process that has not seen the thread yet reads the same.
        cold = TurngraphSaver(self.graph)
        self.assertEqual(history(chat(cold), on(self.thread)), found[1])

    def test_messages_are_turns(self) -> None:
        call = {"name": "look", "args": {"at": 1}, "id": "c1", "type": "tool_call"}
        usage = {"input_tokens": 5, "output_tokens": 7, "total_tokens": 12}
        answer = AIMessage(
            id="2", content="", tool_calls=[call], usage_metadata=usage, response_metadata={"model_name": "small"}
        )
        graph = chat(self.saver)
        result = ToolMessage(id="3", content="seen", tool_call_id="c1")
        graph.update_state(on(self.thread), {"messages": [SystemMessage(id="0", content="Be brief."), said("1"), answer, result]})
        entries = self.talk.transcript(view="raw").all()
        self.assertEqual([entry.role.value for entry in entries if entry.role], ["SYSTEM", "USER", "ASSISTANT", "TOOL"])
        self.assertEqual([entry.message.turn_id for entry in entries if entry.message], ["0", "1", "2", "3"])
        self.assertEqual(entries[2].observation.model, "small")
        messages = self.talk.context(format="openai_chat").messages
        self.assertEqual(messages[-1], {"role": "tool", "tool_call_id": "c1", "content": "seen"})
        graph.update_state(on(self.thread), {"messages": [RemoveMessage(id="3"), RemoveMessage(id="2")]})
        self.assertEqual(self.texts(), ["Be brief.", "words of 1"])

    def test_turns_that_the_tree_refuses_never_make_put_fail(self) -> None:
        graph = chat(self.saver)
        graph.update_state(on(self.thread), {"messages": [said("1")]})
        graph.update_state(on(self.thread), {"messages": [RemoveMessage(id="1"), AIMessage(id="1", content="Now me.")]})
        state = graph.get_state(on(self.thread)).values["messages"]
        self.assertEqual([(each.type, each.content) for each in state], [("ai", "Now me.")])
        record = self.talk.records.list("lg.checkpoint", order="descending").all(1)[0]
        self.assertEqual(record.value["projection"], {"failed": "ROLE_CONFLICT"})  # type: ignore[index]

    def test_without_a_channel_of_messages_there_are_no_turns(self) -> None:
        graph = chat(TurngraphSaver(self.graph, messages=None))
        graph.invoke({"messages": [said("1")]}, on(self.thread))
        self.assertEqual(len(graph.get_state(on(self.thread)).values["messages"]), 2)
        self.assertEqual(self.texts(), [])

    def test_interrupts_and_sends(self) -> None:
        class State(TypedDict):
            seen: Annotated[list[str], operator.add]

        def ask(state: State) -> Any:
            return {"seen": [interrupt("which?")]}

        def each(state: Any) -> Any:
            return {"seen": [f"sent {state}"]}

        builder = StateGraph(State)
        builder.add_node("ask", ask)
        builder.add_node("each", each)
        builder.add_edge("__start__", "ask")
        builder.add_conditional_edges("ask", lambda _: [Send("each", i) for i in range(3)])
        graph = builder.compile(checkpointer=self.saver)
        stopped = graph.invoke({"seen": []}, on(self.thread))
        self.assertEqual(stopped["__interrupt__"][0].value, "which?")
        done = graph.invoke(Command(resume="this"), on(self.thread))
        self.assertEqual(done["seen"], ["this", "sent 0", "sent 1", "sent 2"])

    def test_a_fork_and_a_copy_share_and_outlive_their_source(self) -> None:
        graph = chat(self.saver)
        for i in range(6):
            graph.invoke({"messages": [said(str(i), "x" * 300)]}, on(self.thread))
        wanted = history(graph, on(self.thread))
        forked, copied = new_id(), new_id()
        config = self.saver.fork(on(self.thread), forked)
        self.assertEqual(config["configurable"]["thread_id"], forked)
        self.saver.copy_thread(self.thread, copied)
        own = [self.graph.conversations.open(name).records for name in (forked, copied)]
        for records in own:
            self.assertEqual([kind for kind in records.kinds("lg.") if kind in ("lg.item.part", "lg.value.part")], [])
        self.assertEqual(len(self.graph.conversations.open(forked).transcript().all()), 12)
        self.assertEqual(history(graph, on(copied)), wanted)
        graph.invoke({"messages": [said("more")]}, on(forked))
        self.assertEqual(history(graph, on(self.thread)), wanted)
        self.saver.delete_thread(self.thread)
        self.assertEqual(history(graph, on(self.thread)), [])
        self.assertEqual(history(chat(TurngraphSaver(self.graph)), on(copied)), wanted)
        self.assertEqual(len(graph.get_state(on(forked)).values["messages"]), 14)
        graph.invoke({"messages": [said("anew")]}, on(self.thread))
        self.assertEqual(self.texts(), ["words of anew", "answer 1"])
        with self.assertRaises(NotFound):
            self.saver.copy_thread(new_id(), new_id())
        with self.assertRaises(NotFound):
            self.saver.fork(on(new_id()), new_id())

    def test_runs_are_deleted_with_their_turns_off_the_path(self) -> None:
        graph = chat(self.saver)
        graph.invoke({"messages": [said("1")]}, {**on(self.thread), "metadata": {"run_id": "r1-" + self.thread}})
        graph.invoke({"messages": [said("2")]}, {**on(self.thread), "metadata": {"run_id": "r2-" + self.thread}})
        self.saver.delete_for_runs(["r2-" + self.thread])
        self.assertEqual(len(graph.get_state(on(self.thread)).values["messages"]), 2)
        self.assertEqual(self.texts(), ["words of 1", "answer 1"])
        self.saver.delete_for_runs(["r1-" + self.thread, "r2-" + self.thread])
        self.assertEqual(history(graph, on(self.thread)), [])
        self.assertEqual(self.texts(), [])
        self.assertEqual(len(self.talk.leaves().all()), 1)

    def test_pruning_keeps_what_channels_of_changes_are_made_of(self) -> None:
        parent: Any = generate_config(self.thread)
        first = None
        for i in range(5):
            values = {"log": ["seed"]} if i == 1 else {}
            checkpoint = generate_checkpoint(channel_values=values, channel_versions={"log": i + 1})
            parent = self.saver.put(parent, checkpoint, generate_metadata(step=i), {"log": i + 1})
            self.saver.put_writes(parent, [("log", i)], f"task {i}")
            first = first or parent
        before = self.saver.get_delta_channel_history(config=parent, channels=["log"])
        self.saver.prune([self.thread])
        self.assertEqual(len(list(self.saver.list(on(self.thread)))), 4)
        self.assertEqual(self.saver.get_delta_channel_history(config=parent, channels=["log"]), before)
        self.assertEqual(before["log"]["seed"], ["seed"])
        assert first is not None
        self.assertIsNone(self.saver.get_tuple(first))
        with self.assertRaises(BadInput):
            self.saver.prune([self.thread], strategy="some")

    def test_a_missing_part_names_the_checkpoint(self) -> None:
        graph = chat(self.saver)
        graph.invoke({"messages": [said("1", "x" * 300)]}, on(self.thread))
        checkpoint_id = graph.get_state(on(self.thread)).config["configurable"]["checkpoint_id"]
        self.talk.records.delete("lg.item.part")
        with self.assertRaises(TurngraphError) as damaged:
            graph.get_state(on(self.thread))
        self.assertEqual(damaged.exception.code, "CHECKPOINT_DAMAGED")
        self.assertEqual(damaged.exception.details["checkpointId"], checkpoint_id)

    def test_ids_that_no_conversation_can_have_are_refused_and_nothing_is_stored(self) -> None:
        for thread in ("nul\0", "half \ud83d", "x" * 1001):
            with self.subTest(thread), self.assertRaises(BadInput) as refused:
                chat(self.saver).invoke({"messages": [said("1")]}, on(thread))
            self.assertIsInstance(refused.exception, ValueError)
        for config in ({"configurable": {}}, {"configurable": {"thread_id": ""}}):
            with self.assertRaises(ValueError):
                self.saver.put(config, generate_checkpoint(), generate_metadata(), {})  # type: ignore[arg-type]
        with self.assertRaises(ValueError):
            self.saver.put_writes(on(self.thread), [("a", 1)], "task")
        self.assertIsNone(self.talk.summary())
        self.assertIsNone(self.saver.get_tuple({"configurable": {}}))

    def test_what_waits_and_what_blocks_name_each_other(self) -> None:
        with self.assertRaisesRegex(NotImplementedError, "AsyncTurngraphSaver"):
            asyncio.run(chat(self.saver).ainvoke({"messages": [said("1")]}, on(self.thread)))

        async def blocked() -> None:
            async with AsyncTurngraphSaver.from_conn_string(self.graph._inner._graph.http.base) as saver:
                with self.assertRaisesRegex(NotImplementedError, "needs a TurngraphSaver"):
                    chat(saver).invoke({"messages": [said("1")]}, on(self.thread))

        asyncio.run(blocked())

    def test_threads_of_a_process_may_write_at_once(self) -> None:
        graph = chat(self.saver)
        threads = [new_id() for _ in range(4)]

        def talk(thread: str) -> None:
            for i in range(3):
                graph.invoke({"messages": [said(f"{i}")]}, on(thread))

        workers = [threading.Thread(target=talk, args=[thread]) for thread in threads]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.assertEqual([len(graph.get_state(on(thread)).values["messages"]) for thread in threads], [6] * 4)


class Awaited(unittest.IsolatedAsyncioTestCase):
    async def test_a_program_that_is_awaited(self) -> None:
        async with AsyncTurngraph() as client:
            saver = AsyncTurngraphSaver(client)
            await saver.setup()
            graph, threads = chat(saver), [new_id() for _ in range(3)]
            for i in range(2):
                await asyncio.gather(*(graph.ainvoke({"messages": [said(str(i))]}, on(each)) for each in threads))
            for thread in threads:
                states = [state async for state in graph.aget_state_history(on(thread))]
                self.assertEqual(len(states[0].values["messages"]), 4)
                self.assertEqual(len(await client.conversations.open(thread).transcript().all()), 4)
            await saver.afork(on(threads[0]), new_id())
            await saver.adelete_thread(threads[0])
            self.assertIsNone(await saver.aget_tuple(on(threads[0])))


if __name__ == "__main__":
    unittest.main()
