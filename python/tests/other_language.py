"""Writes and reads threads and sessions for tests that do the same in JavaScript; prints JSON."""

import asyncio
import json
import sys
from typing import Any

from turngraph import Turngraph

ITEMS: list[Any] = [
    {"role": "user", "content": "Look."},
    {"type": "function_call", "call_id": "c", "name": "look", "arguments": '{"at": 1}', "id": "fc_1"},
    {"type": "function_call_output", "call_id": "c", "output": "seen"},
    {
        "type": "message",
        "role": "assistant",
        "status": "completed",
        "id": "msg_1",
        "content": [{"type": "output_text", "text": "Well.", "annotations": []}, {"type": "refusal", "refusal": "No."}],
    },
]


def threads() -> Any:
    """LangGraph and the Agents SDK are imported where they are needed: each takes seconds."""
    from langchain_core.messages import AIMessage, HumanMessage
    from langgraph.graph import MessagesState, StateGraph
    from turngraph.langgraph import TurngraphSaver

    def chat(client: Turngraph) -> Any:
        return _chat(TurngraphSaver(client), AIMessage, MessagesState, StateGraph)

    return TurngraphSaver, HumanMessage, chat


def _chat(saver: Any, AIMessage: Any, MessagesState: Any, StateGraph: Any) -> Any:
    def model(state: Any) -> Any:
        return {"messages": [AIMessage(id=f"a-{state['messages'][-1].id}", content=f"answer {len(state['messages'])}")]}

    graph = StateGraph(MessagesState)
    graph.add_node("model", model)
    graph.add_edge("__start__", "model")
    return graph.compile(checkpointer=saver)


def write_thread(name: str) -> Any:
    _, HumanMessage, chat = threads()
    with Turngraph() as client:
        graph: Any = chat(client)
        config = {"configurable": {"thread_id": name}}
        graph.invoke({"messages": [HumanMessage(id="1", content="One." * 50)]}, config)
        return [state.config["configurable"]["checkpoint_id"] for state in graph.get_state_history(config)]


def read_thread(name: str) -> Any:
    TurngraphSaver, _, chat = threads()
    with Turngraph() as client:
        saver = TurngraphSaver(client)
        config: Any = {"configurable": {"thread_id": name}}
        found = list(saver.list(config))
        state: Any = chat(client).get_state(config)
        return {
            "ids": [each.config["configurable"]["checkpoint_id"] for each in found],
            "parents": [(each.parent_config or {}).get("configurable", {}).get("checkpoint_id") for each in found],
            "messages": [[each.type, each.id, each.content] for each in state.values["messages"]],
        }


def go_on(name: str) -> Any:
    _, HumanMessage, chat = threads()
    with Turngraph() as client:
        graph = chat(client)
        config: Any = {"configurable": {"thread_id": name}}
        state = graph.invoke({"messages": [HumanMessage(id="py", content="And?")]}, config)
        return [each.content for each in state["messages"]]


def write_session(name: str) -> Any:
    return asyncio.run(_session(name, ITEMS))


def read_session(name: str) -> Any:
    return asyncio.run(_session(name, []))


async def _session(name: str, items: list[Any]) -> Any:
    from turngraph.openai_agents import TurngraphSession

    session = TurngraphSession(name)
    await session.add_items(items)
    found = await session.get_items()
    await session.close()
    return found


if __name__ == "__main__":
    what, name = sys.argv[1:]
    done = {
        "write-thread": write_thread,
        "read-thread": read_thread,
        "go-on": go_on,
        "write-session": write_session,
        "read-session": read_session,
    }
    json.dump(done[what](name), sys.stdout)
