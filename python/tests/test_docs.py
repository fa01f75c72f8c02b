"""The three programs of docs/python.md, as they are printed. TURNGRAPH_URL names the server."""

import asyncio
import os
import re
import unittest
from pathlib import Path
from typing import Any

from agents import ModelResponse, Usage
from openai.types.responses import ResponseOutputMessage, ResponseOutputText
from turngraph import Turngraph

PAGE = Path(__file__).resolve().parents[2] / "docs/python.md"
PROGRAMS = dict(re.findall(r"^```python (\w+)\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL))
GIVEN = {
    "backend": "from typing import Any\ndef ask_model(messages: list[Any]) -> str: return f'{len(messages)} messages'\n",
    "langgraph": "from langgraph.graph import MessagesState\n"
    "def call(state: MessagesState) -> dict[str, list[tuple[str, str]]]: return {'messages': [('ai', 'Hello.')]}\n",
    "agents": "from typing import Any\nmodel: Any = None\n",
}


def code_of(name: str) -> str:
    return PROGRAMS[name].replace("http://127.0.0.1:4000", os.environ["TURNGRAPH_URL"])


class Model:
    """Answers the same each time."""

    async def get_response(self, *_: Any, **__: Any) -> ModelResponse:
        said = ResponseOutputText(type="output_text", text="Hello.", annotations=[])
        answer = ResponseOutputMessage(id="m", type="message", role="assistant", status="completed", content=[said])
        return ModelResponse(output=[answer], usage=Usage(), response_id=None)


class Programs(unittest.TestCase):
    def setUp(self) -> None:
        self.graph = Turngraph()
        self.addCleanup(self.graph.close)

    def texts(self, conversation_id: str) -> list[str]:
        return [entry.text for entry in self.graph.conversations.open(conversation_id).transcript()]

    def run_program(self, name: str) -> dict[str, Any]:
        space: dict[str, Any] = {}
        exec(compile(GIVEN[name], name, "exec"), space)
        exec(compile(code_of(name), f"docs/python.md {name}", "exec"), space)
        return space

    def test_a_chat_backend(self) -> None:
        space = self.run_program("backend")
        self.addCleanup(space["tg"].close)
        self.assertEqual(self.texts("support-4711"), ["Where is my order?"])
        self.assertEqual(self.texts("what-if"), ["Where is my order?"])
        leaves = self.graph.conversations.open("support-4711").leaves()
        self.assertEqual({leaf.text for leaf in leaves}, {"1 messages", "Where is my order?"})

    def test_a_langgraph_program(self) -> None:
        self.run_program("langgraph")
        self.assertEqual(self.texts("t1"), ["hello", "Hello."])
        self.assertEqual(self.texts("t2"), ["hello", "Hello."])
        self.assertEqual(len(self.graph.conversations.open("t1").leaves().all()), 2)

    def test_an_openai_agents_program(self) -> None:
        from agents import Model as AgentsModel

        space = self.run_program("agents")
        space["model"] = type("Scripted", (Model, AgentsModel), {"stream_response": None})()
        asyncio.run(space["main"]())
        self.assertEqual(self.texts("user_123"), ["hi", "Hello."])


if __name__ == "__main__":
    unittest.main()
