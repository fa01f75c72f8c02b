"""The walk of walk.ts by the client of the protocol's Python SDK. Writes what it met as JSON."""

import asyncio
import json
import os
import sys

from acp import spawn_agent_process, text_block

CWD = os.environ["WALK_CWD"]


class Editor:
    def __init__(self):
        self.shown = []
        self.changed = asyncio.Event()

    async def session_update(self, session_id, update, **kwargs):
        kind = update.session_update
        if kind.endswith("_chunk"):
            self.shown.append((kind, update.content.text, update.message_id))
        self.changed.set()

    def take(self):
        shown, self.shown = self.shown, []
        return shown

    async def until_shown(self, count):
        while len(self.shown) < count:
            self.changed.clear()
            await self.changed.wait()

    def on_connect(self, agent):
        pass


def texts(shown):
    return [f"{kind}: {text}" for kind, text, _ in shown]


async def walk(command, *args):
    editor = Editor()
    met = {}
    async with spawn_agent_process(editor, command, *args, env=dict(os.environ)) as (agent, process):
        begun = await agent.initialize(protocol_version=1)
        met["1 initialize"] = begun.protocol_version
        session = (await agent.new_session(cwd=CWD, mcp_servers=[])).session_id
        met["2 new"] = bool(session)
        first = await agent.prompt(session_id=session, prompt=[text_block("One.")])
        shown = editor.take()
        met["3 prompt"] = [first.stop_reason, "".join(text for _, text, _ in shown)]
        anchor = first.field_meta["turngraph"]["messageId"]
        met["3 ids"] = all(message_id == anchor for _, _, message_id in shown)
        await agent.prompt(session_id=session, prompt=[text_block("Two.")])
        listed = await agent.list_sessions(cwd=CWD)
        met["4 list"] = [row.title for row in listed.sessions]
        editor.take()
        await agent.load_session(cwd=CWD, session_id=session, mcp_servers=[])
        met["5 load"] = texts(editor.take())
        # The SDK puts what it does not know into _meta.
        fork = (await agent.fork_session(session_id=session, cwd=CWD, messageId=anchor)).session_id
        met["6 fork"] = texts(editor.take())
        await agent.prompt(session_id=fork, prompt=[text_block("Other.")])
        editor.take()
        await agent.load_session(cwd=CWD, session_id=fork, mcp_servers=[])
        met["7 prompt the fork"] = texts(editor.take())
        try:
            await agent.fork_session(session_id=session, cwd=CWD, messageId="never")
        except Exception as refused:
            met["8 refused"] = [refused.code, refused.data["code"], refused.data["messageId"]]
        running = asyncio.ensure_future(agent.prompt(session_id=session, prompt=[text_block("Hang.")]))
        await editor.until_shown(2)
        await agent.cancel(session_id=session)
        met["9 cancel"] = [(await running).stop_reason, "".join(text for _, text, _ in editor.take())]
        await agent.resume_session(session_id=session, cwd=CWD, mcp_servers=[])
        met["10 resume"] = texts(editor.take())
        await agent.close_session(session_id=fork)
        met["11 close"] = True
        await agent._conn.send_request("session/delete", {"sessionId": fork})
        listed = await agent.list_sessions(cwd=CWD)
        met["12 delete"] = [row.session_id == session for row in listed.sessions]
    return met


print(json.dumps(asyncio.run(walk(*sys.argv[1:]))))
