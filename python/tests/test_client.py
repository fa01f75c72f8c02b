"""The client, blocking and awaited. TURNGRAPH_URL names the server."""

import asyncio
import pickle
import threading
import time
import unittest
from uuid import uuid4

from turngraph import (
    AsyncTurngraph,
    BadInput,
    HeadMoved,
    IdempotencyMismatch,
    LimitExceeded,
    NotFound,
    RecordChanged,
    Role,
    Turngraph,
    TurngraphError,
)


def new_id() -> str:
    return f"py-{uuid4()}"


class Client(unittest.TestCase):
    def setUp(self) -> None:
        self.graph = Turngraph()
        self.addCleanup(self.graph.close)
        self.talk = self.graph.conversations.open(new_id())

    def test_stores_edits_forks_and_reads(self) -> None:
        talk = self.talk
        self.assertIsNone(talk.summary())
        first = talk.append(role="user", text="Where is my parcel?", turn_id="m1")
        self.assertEqual((first.replayed, first.warnings), (False, []))
        talk.append(role="assistant", text="In Ghent.", turn_id="m1:assistant", expected_head=first.observation_id)
        self.assertEqual(
            talk.context(format="openai_chat").messages,
            [{"role": "user", "content": "Where is my parcel?"}, {"role": "assistant", "content": "In Ghent."}],
        )
        edited = talk.edit("m1", text="Where is my order?")
        self.assertEqual(edited.left_transcript, 2)
        self.assertEqual([(each.role, each.text) for each in talk.transcript()], [(Role.USER, "Where is my order?")])
        self.assertEqual(len(talk.leaves().all()), 2)
        talk.undo()
        copy = talk.fork(at="m1", id=new_id())
        self.assertEqual([each.text for each in copy.transcript()], ["Where is my parcel?"])
        picked = copy.append(role="assistant", text="In Bruges.")
        difference = talk.diff(copy)
        self.assertEqual([each.text for each in difference.base_only], ["In Ghent."])
        self.assertEqual([each.text for each in difference.target_only], ["In Bruges."])
        self.assertIn("In Ghent.", talk.tree())
        self.assertEqual(talk.rewind(turns=5).head_id, None)
        talk.switch_to(first.observation_id, descend="newest")
        summary = talk.summary()
        assert summary is not None
        self.assertIsNotNone(summary.head)
        merged = talk.merge([copy], strategy="cherry_pick", turns=[picked.message_id])
        self.assertIsNotNone(merged.join_id)

    def test_pages_of_lists(self) -> None:
        talk = self.talk
        talk.append_all([{"role": "user", "text": str(i)} for i in range(230)])
        texts = [str(i) for i in range(230)]
        self.assertEqual([each.text for each in talk.transcript(view="raw")], texts)
        self.assertEqual([each.text for each in talk.transcript(last=130)], texts[-130:])
        self.assertEqual([each.text for each in talk.transcript().all(limit=3)], texts[:3])
        page = talk.transcript().page(first=2)
        self.assertEqual(([each.text for each in page.items], page.has_next_page), (texts[:2], True))
        again = talk.transcript().page(first=2, after=page.end_cursor)
        self.assertEqual([each.text for each in again.items], texts[2:4])
        with self.assertRaises(BadInput):
            talk.transcript(last=-1).all()
        listed = self.graph.conversations.list(filter={"forks": False}, first=1)
        self.assertIn(talk.id, [each.id for each in listed])

    def test_state_records(self) -> None:
        records = self.talk.records
        made = records.put([{"kind": "a", "key": str(i), "value": i} for i in range(3)])
        self.assertEqual([each.version for each in made], [1, 1, 1])
        records.put({"kind": "b", "key": "x", "base64": "AAEC"})
        found = records.get("a", "1")
        assert found is not None
        self.assertEqual((found.value, found.version), (1, 1))
        self.assertEqual([each.key for each in records.list("a", order="descending")], ["2", "1", "0"])
        self.assertEqual(records.kinds(), ["a", "b"])
        with self.assertRaises(RecordChanged) as refused:
            records.put({"kind": "a", "key": "1", "value": 5, "expected_version": 9})
        self.assertEqual(refused.exception.details["found"], 1)
        self.assertEqual(records.delete("a", keys=["0", "2"]), 2)
        stored = self.talk.append_all(
            [{"role": "user", "text": "Hi."}], records=[{"kind": "t", "key": "k", "value": {}, "turn": 0}]
        )
        about = records.get("t", "k")
        assert about is not None and about.observation is not None
        self.assertEqual(about.observation.id, stored[0].observation_id)
        self.assertIn("a", self.graph.conversations.records.kinds())

    def test_amends_compacts_deletes_and_restores(self) -> None:
        talk = self.talk
        stored = talk.append_all(
            [
                {"role": "user", "text": "One.", "turn_id": "1"},
                {"role": "assistant", "text": "Won.", "turn_id": "2"},
                {"role": "user", "text": "Two.", "turn_id": "3"},
            ]
        )
        talk.amend(stored[0].message_id, {"text": "Uno."})
        self.assertEqual(talk.transcript(values="current").all(1)[0].text, "Uno.")
        talk.compact(start="1", end="2", summary="They counted.")
        self.assertIn("They counted.", str(talk.context(format="anthropic").messages))
        talk.update(title="Numbers", metadata={"a": 1})
        talk.delete(note="over")
        with self.assertRaises(NotFound):
            talk.append(role="user", text="x")
        talk.restore()
        summary = talk.summary()
        assert summary is not None
        self.assertEqual((summary.title, summary.metadata, summary.deleted_at), ("Numbers", {"a": 1}, None))

    def test_the_same_key_writes_once(self) -> None:
        key = new_id()
        first = self.talk.append(role="user", text="Hi.", idempotency_key=key)
        again = self.talk.append(role="user", text="Hi.", idempotency_key=key)
        self.assertEqual((again.observation_id, again.replayed), (first.observation_id, True))
        with self.assertRaises(IdempotencyMismatch):
            self.talk.append(role="user", text="Other.", idempotency_key=key)

    def test_refusals_have_a_class_a_code_and_facts(self) -> None:
        talk = self.talk
        with self.assertRaises(NotFound) as missing:
            talk.transcript().all()
        self.assertEqual(missing.exception.details, {"kind": "Conversation", "id": talk.id})
        with self.assertRaises(NotFound):
            talk.edit("none", text="x")
        head = talk.append(role="user", text="Hi.").observation_id
        with self.assertRaises(HeadMoved) as moved:
            talk.append(role="user", text="Hi!", expected_head=None)
        self.assertEqual(moved.exception.code, "HEAD_MOVED")
        self.assertIsInstance(moved.exception.details, dict)
        again = pickle.loads(pickle.dumps(moved.exception))
        self.assertEqual((type(again), again.code, again.details), (HeadMoved, "HEAD_MOVED", moved.exception.details))
        self.assertEqual(talk.append(role="user", text="Ho.", expected_head=head).replayed, False)
        with self.assertRaises(LimitExceeded):
            talk.append(role="user", text="x" * 6_000_000)

    def test_bad_input_is_refused_before_or_by_the_server(self) -> None:
        talk = self.talk
        for wrong in (
            {"role": "nobody", "text": "x"},
            {"role": "user", "txet": "x"},
            {"role": "user", "text": "x", "metadata": {"set": {1}}},
            {"role": "user", "text": "x", "metadata": float("nan")},
            {"role": "user", "content": [{"text": "a", "other": 1}]},
            {"role": "user", "turn_id": "nul\0", "text": "x"},
        ):
            with self.subTest(wrong), self.assertRaises(BadInput):
                talk.append(**wrong)  # type: ignore[arg-type]
        for conversation_id in ("", "nul\0", "half \ud83d", "x" * 1001):
            with self.subTest(conversation_id), self.assertRaises(BadInput) as refused:
                self.graph.conversations.open(conversation_id).append(role="user", text="x")
            self.assertIsInstance(refused.exception, ValueError)
        self.assertIsNone(talk.summary())
        for points in ({}, {"turns": 1, "before": "x"}, {"turns": 0}):
            with self.subTest(points), self.assertRaises(BadInput):
                talk.rewind(**points)  # type: ignore[arg-type]
        with self.assertRaises(BadInput):
            Turngraph("nowhere")

    def test_a_server_that_is_away_is_named(self) -> None:
        with Turngraph("http://127.0.0.1:9/graphql") as away, self.assertRaises(TurngraphError) as refused:
            away.query("{ __typename }")
        self.assertEqual(refused.exception.code, "UNREACHABLE")
        self.assertEqual(refused.exception.details["url"], "http://127.0.0.1:9/graphql")

    def test_follows_a_ledger(self) -> None:
        self.talk.append(role="user", text="One.")
        other = Turngraph()
        self.addCleanup(other.close)

        def later() -> None:
            time.sleep(0.2)
            other.conversations.open(self.talk.id).append(role="user", text="Two.")
            other.conversations.open(self.talk.id).delete()

        writer = threading.Thread(target=later)
        writer.start()
        seen: list[tuple[object, list[object]]] = []
        with self.assertRaises(NotFound), self.talk.subscribe(after_seq=0) as events:
            for event in events:
                seen.append((event.seq, [each.text for each in event.observations]))
        writer.join()
        self.assertEqual(seen, [(1, []), (2, ["One."]), (3, ["Two."]), (4, [])])
        with self.assertRaises(NotFound), self.graph.conversations.open(new_id()).subscribe() as none:
            next(iter(none))

    def test_keeps_bytes(self) -> None:
        kept = self.graph.attach(b"bytes", media_type="text/plain", file_name="a.txt")
        self.assertEqual((kept.media_type, kept.byte_size), ("text/plain", 5))
        self.assertEqual(self.graph.attachment(kept.id), b"bytes")
        with self.assertRaises(NotFound):
            self.graph.attachment("0" * 64)


class Awaited(unittest.IsolatedAsyncioTestCase):
    async def test_does_the_same(self) -> None:
        async with AsyncTurngraph() as graph:
            talk = await graph.conversations.create(id=new_id(), title="Awaited")
            await asyncio.gather(*(talk.append(role="user", text=str(i)) for i in range(8)))
            texts = {entry.text async for entry in talk.transcript()}
            self.assertEqual(texts, {str(i) for i in range(8)})
            fork = await talk.fork(before=2)
            self.assertEqual(len(await fork.transcript().all()), 1)
            async with talk.subscribe(after_seq=0) as events:
                first = [event.seq async for event in _some(events, 3)]
            self.assertEqual(first, [1, 2, 3])
            self.assertEqual((await graph.query("{ __typename }"))["__typename"], "Query")

    async def test_one_client_serves_many_loops(self) -> None:
        graph = AsyncTurngraph()

        def ask() -> object:
            return asyncio.run(graph.query("{ __typename }"))["__typename"]

        self.assertEqual([await asyncio.to_thread(ask) for _ in range(3)], ["Query"] * 3)
        await graph.close()


async def _some(events, most):  # type: ignore[no-untyped-def]
    async for event in events:
        yield event
        most -= 1
        if most == 0:
            return


if __name__ == "__main__":
    unittest.main()
