"""LangChain and LiteLLM talk to models at the base URL that they are given, as docs/proxy.md has it."""

import json
import sys

import litellm
from langchain_anthropic import ChatAnthropic
from langchain_core.messages import HumanMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI

base, key = sys.argv[1:]


@tool
def look(at: str) -> str:
    """Looks at something."""
    return f"{at}: seen"


def langchain(model) -> list[str]:
    """Streams an answer, calls a tool, asks again, and edits what it asked first."""
    asked = [HumanMessage("Look.")]
    calling = None
    for chunk in model.bind_tools([look]).stream(asked):
        calling = chunk if calling is None else calling + chunk
    results = [ToolMessage(look.invoke(call["args"]), tool_call_id=call["id"]) for call in calling.tool_calls]
    history = [*asked, calling, *results]
    answer = model.bind_tools([look]).invoke(history)
    edited = model.bind_tools([look]).invoke([*history, answer, HumanMessage("And then?")])
    other = model.bind_tools([look]).invoke([*history, answer, HumanMessage("Or else?")])
    return [one.text for one in (answer, edited, other)]


def lite(model: str, api_base: str) -> list[str]:
    """Asks twice, the second time by a stream."""
    history = [{"role": "user", "content": "Hello."}]
    given = {"model": model, "api_base": api_base, "api_key": key}
    first = litellm.completion(messages=history, **given).choices[0].message.content
    history += [{"role": "assistant", "content": first}, {"role": "user", "content": "More."}]
    pieces = [chunk.choices[0].delta.content or "" for chunk in litellm.completion(messages=history, stream=True, **given)]
    return [first, "".join(pieces)]


said = {
    "langchain-openai": langchain(ChatOpenAI(model="gpt-x", base_url=f"{base}/c/langchain-openai/v1", api_key=key)),
    "langchain-anthropic": langchain(ChatAnthropic(model="claude-x", base_url=f"{base}/c/langchain-anthropic", api_key=key)),
    "litellm-openai": lite("openai/gpt-x", f"{base}/c/litellm-openai/v1"),
    "litellm-anthropic": lite("anthropic/claude-x", f"{base}/c/litellm-anthropic"),
}
# Without an id: each is found by its history.
said["plain"] = langchain(ChatOpenAI(model="gpt-x", base_url=f"{base}/v1", api_key=key))
print(json.dumps(said))
