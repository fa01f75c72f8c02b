"""The Python SDK's client: does what each line on stdin asks, and answers each with a line of JSON."""

import asyncio
import json
import sys

from mcp import StdioServerParameters
from mcp.client import Client


def shown(result):
    return result.model_dump(mode="json", by_alias=True, exclude_none=True)


async def answer(client, asked):
    match asked["do"]:
        case "instructions":
            return client.instructions
        case "listTools":
            return shown(await client.list_tools())
        case "callTool":
            return shown(await client.call_tool(asked["name"], asked["arguments"]))
        case "readResource":
            return shown(await client.read_resource(asked["uri"]))


async def serve(where):
    server = where["url"] if "url" in where else StdioServerParameters(**where)
    async with Client(server) as client:
        while line := await asyncio.to_thread(sys.stdin.readline):
            print(json.dumps(await answer(client, json.loads(line))), flush=True)


asyncio.run(serve(json.loads(sys.argv[1])))
