"""Walks with Python's gql through the conversations `up` and `down`, and prints what it was shown as JSON."""

import asyncio
import json
import sys

from gql import gql
from turngraph_client import http_client, socket_client

origin, key = sys.argv[1], sys.argv[2]
documents = {name: gql(text) for name, text in json.load(sys.stdin).items()}


async def main() -> None:
    async with http_client(origin, key) as session:
        told = {"opened": await conversation(session)}
        told["first"], border = await page(session, "up", first=2)
        told["next"], _ = await page(session, "up", first=2, after=border["endCursor"])
        told["last"], border = await page(session, "down", last=2)
        told["previous"], _ = await page(session, "down", last=2, before=border["startCursor"])
        told["stored"] = await store(session, "Six.")
        told["shown"] = await conversation(session)
        told["followed"] = await follow(session)
        told["at last"] = await conversation(session)
    print(json.dumps(told))


async def run(session, name, **variables):
    document = documents[name]
    document.variable_values = variables
    return await session.execute(document)


async def conversation(session):
    answer = await run(session, "conversationQuery", id="up")
    return {name: answer["conversation"][name] for name in ("title", "turnCount")}


async def page(session, conversation_id, **wanted):
    answer = await run(session, "transcriptQuery", id=conversation_id, **wanted)
    transcript = answer["conversation"]["transcript"]
    return [edge["node"]["text"] for edge in transcript["edges"]], transcript["pageInfo"]


async def store(session, text):
    turn = {"conversationId": "up", "role": "USER", "text": text}
    answer = await run(session, "storeTurnMutation", input=turn)
    return answer["storeTurn"]["conversation"]["turnCount"]


async def follow(session):
    """Stores a turn once the first event has come, and returns the turn count that an event then tells."""
    document = documents["changesSubscription"]
    document.variable_values = {"id": "up"}
    stored = None
    async with socket_client(origin, key) as socket:
        async for event in socket.subscribe(document):
            if stored is None:
                stored = await store(session, "Seven.")
            told = event["conversationChanged"]["conversation"]["turnCount"]
            if told == stored:
                return told


asyncio.run(main())
