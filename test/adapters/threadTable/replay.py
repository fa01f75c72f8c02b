"""Replays a table of threads with their runs, as a program outside of turngraph keeps one, and holds the answers to SQL.

    python3 replay.py URL SEED THREADS

The table is what such a checkpointer has: messages in source order with the run that they belong to (none in old
rows), and runs with the order in which they were completed. Each thread goes over in one request. Then the same
questions are asked of both: the transcript, the runs, and for each completed run the thread that a fork after it gets.
Prints what it counted as JSON; ends with 1 where an answer differs.
"""

import json
import random
import sqlite3
import sys
import urllib.request
from datetime import datetime, timedelta, timezone

TABLES = """
CREATE TABLE messages (thread_id TEXT, seq INTEGER, run_id TEXT, message TEXT, created_at TEXT, PRIMARY KEY (thread_id, seq));
CREATE TABLE runs (thread_id TEXT, run_id TEXT, claimed_at TEXT, completed_at TEXT, completion_seq INTEGER, PRIMARY KEY (thread_id, run_id));
"""
START = datetime(2026, 1, 1, tzinfo=timezone.utc)
# What a fork after a run carries: rows without a run, and those of runs that were completed no later.
CARRIED = """
SELECT message FROM messages m WHERE thread_id = :thread AND (run_id IS NULL OR run_id IN (
  SELECT run_id FROM runs WHERE thread_id = :thread AND completion_seq <= (
    SELECT completion_seq FROM runs WHERE thread_id = :thread AND run_id = :run))) ORDER BY seq
"""


def stamp(second):
    return (START + timedelta(seconds=second)).strftime("%Y-%m-%dT%H:%M:%SZ")


def cycle(draw, run, step):
    """A step of a run: a prompt, an answer, or an answer with calls and all of their results."""
    if step == 0:
        return [{"role": "user", "text": f"{run} asks"}]
    calls = draw.choice([0, 0, 1, 3])
    if calls == 0:
        return [{"role": "assistant", "text": f"{run} answers {step}"}]
    ids = [f"call_{step}_{k}" for k in range(calls)]
    return [{"role": "assistant", "text": f"{run} looks {step}", "calls": ids}] + [
        {"role": "tool", "call": one, "text": f"{run} got {one}"} for one in ids
    ]


def fill(db, draw, thread):
    """Old rows first, then runs: one after the other, or two at once whose steps lie between one another's."""
    seq = 0

    def add(run, message):
        nonlocal seq
        seq += 1
        db.execute("INSERT INTO messages VALUES (?, ?, ?, ?, ?)", (thread, seq, run, json.dumps(message), stamp(seq)))

    for k in range(draw.choice([0, 0, 2, 4])):
        add(None, {"role": ["user", "assistant"][k % 2], "text": f"old {k}"})
    completed = 0
    for group in range(draw.randint(1, 5)):
        names = [f"r{group}{letter}" for letter in "ab"[: draw.choice([1, 1, 2])]]
        steps = [(name, step) for name in names for step in range(draw.randint(1, 4))]
        order = [name for name, _ in steps]
        draw.shuffle(order)
        at = {name: 0 for name in names}
        claimed = {}
        for i, name in enumerate(order):
            claimed.setdefault(name, stamp(seq + 1))
            for message in cycle(draw, name, at[name]):
                add(name, message)
            at[name] += 1
            if name not in order[i + 1 :]:
                # The last run of a thread may be open still.
                is_open = group == 4 and draw.random() < 0.5
                completed += 0 if is_open else 1
                end = (None, None) if is_open else (stamp(seq), completed)
                db.execute("INSERT INTO runs VALUES (?, ?, ?, ?, ?)", (thread, name, claimed[name], *end))


class Graph:
    def __init__(self, url):
        self.url = url

    def ask(self, query, **variables):
        body = json.dumps({"query": query, "variables": variables}).encode()
        request = urllib.request.Request(self.url, body, {"content-type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            told = json.load(answer)
        if told.get("errors"):
            raise SystemExit(json.dumps(told["errors"]))
        for payload in told["data"].values():
            if payload and payload.get("userErrors"):
                raise SystemExit(json.dumps(payload["userErrors"]))
        return told["data"]


def content(message):
    if message["role"] == "tool":
        return [{"toolResult": {"callId": message["call"], "content": message["text"]}}]
    calls = [{"toolCall": {"callId": one, "name": "look", "input": {"at": one}}} for one in message.get("calls", [])]
    return [{"text": message["text"]}, *calls]


def replay(graph, db, thread):
    rows = db.execute("SELECT seq, run_id, message, created_at FROM messages WHERE thread_id = ? ORDER BY seq", (thread,))
    turns = []
    for seq, run, text, at in rows.fetchall():
        message = json.loads(text)
        turn = {"conversationId": thread, "turnId": str(seq), "role": message["role"].upper(), "observedAt": at}
        turns.append({**turn, "content": content(message), **({"runId": run} if run else {})})
    runs = [
        {"conversationId": thread, "runId": run, "claimedAt": claimed}
        | ({"completedAt": completed} if completed else {"state": "CLAIMED"})
        for run, claimed, completed in db.execute(
            "SELECT run_id, claimed_at, completed_at FROM runs WHERE thread_id = ? ORDER BY rowid", (thread,)
        )
    ]
    given = {"turns": turns, "runs": runs, "idempotencyKey": f"replay {thread}"}
    answer = graph.ask("mutation($input: StoreTurnsInput!) { storeTurns(input: $input) { replayed userErrors { code message } } }", input=given)
    return len(turns), answer["storeTurns"]["replayed"]


def transcript(graph, conversation):
    query = """query($id: ID!, $after: String) { conversation(id: $id) { transcript(view: RAW, first: 100, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node { role content { __typename ... on TextBlock { text } ... on ToolCallBlock { callId }
        ... on ToolResultBlock { callId result: content } } } } } } }"""
    entries, after = [], None
    while True:
        page = graph.ask(query, id=conversation, after=after)["conversation"]["transcript"]
        entries += [shown(edge["node"]) for edge in page["edges"]]
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            return entries


def shown(entry):
    blocks = entry["content"]
    texts = [block["text"] for block in blocks if block["__typename"] == "TextBlock"]
    results = [block for block in blocks if block["__typename"] == "ToolResultBlock"]
    calls = [block["callId"] for block in blocks if block["__typename"] == "ToolCallBlock"]
    if results:
        return {"role": "tool", "call": results[0]["callId"], "text": results[0]["result"]}
    return {"role": entry["role"].lower(), "text": "".join(texts), **({"calls": calls} if calls else {})}


def main(url, seed, threads):
    graph, db, draw = Graph(url), sqlite3.connect(":memory:"), random.Random(seed)
    db.executescript(TABLES)
    counted = {"threads": threads, "rows": 0, "runs": 0, "forks": 0, "interleaved": 0}
    for n in range(threads):
        thread = f"thread-{seed}-{n}"
        fill(db, draw, thread)
        rows, replayed = replay(graph, db, thread)
        assert not replayed
        assert replay(graph, db, thread)[1], "the same request again is a replay"
        counted["rows"] += rows
        compare(graph, db, thread, counted)
    print(json.dumps(counted))


def compare(graph, db, thread, counted):
    whole = [json.loads(text) for (text,) in db.execute("SELECT message FROM messages WHERE thread_id = ? ORDER BY seq", (thread,))]
    assert transcript(graph, thread) == whole, thread
    runs = db.execute(
        "SELECT run_id, claimed_at, completed_at, completion_seq FROM runs WHERE thread_id = ? ORDER BY completion_seq", (thread,)
    ).fetchall()
    counted["runs"] += len(runs)
    query = "query($thread: ID!, $run: ID!) { run(conversationId: $thread, runId: $run) { state claimedAt completedAt completionSeq } }"
    for run, claimed, completed, seq in runs:
        found = graph.ask(query, thread=thread, run=run)["run"]
        at = [one and one.split(".")[0].rstrip("Z") + "Z" for one in (found["claimedAt"], found["completedAt"])]
        state = "CLAIMED" if seq is None else "COMPLETED"
        assert [found["state"], *at, found["completionSeq"]] == [state, claimed, completed, seq], (thread, run, found)
        if seq is not None:
            fork(graph, db, thread, run, counted)
    assert transcript(graph, thread) == whole, f"{thread} is as it was"


def fork(graph, db, thread, run, counted):
    name = f"{thread}/{run}"
    query = """mutation($input: ForkConversationInput!) { forkConversation(input: $input) {
      copied userErrors { code message } } }"""
    made = graph.ask(query, input={"source": thread, "newConversationId": name, "at": {"runId": run}})["forkConversation"]
    carried = [json.loads(text) for (text,) in db.execute(CARRIED, {"thread": thread, "run": run})]
    assert transcript(graph, name) == carried, name
    counted["forks"] += 1
    counted["interleaved"] += 1 if made["copied"] else 0


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
