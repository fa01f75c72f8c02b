"""One conversation, known by its id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Union

from typing_extensions import Unpack

from ._follow import AsyncEvents, events_of
from ._generated.enums import Descend, ForkBoundary, MergeStrategy, MessageFormat, OnConflict
from ._generated.enums import TranscriptValues, TranscriptView, TreeFormat
from ._generated.fragments import HeadMoved
from ._generated.input_types import (
    AmendMessageInput,
    CompactInput,
    DeleteInput,
    ForkConversationInput,
    MergeInput,
    PlaceInput,
    PointInput,
    RewindInput,
    StoreTurnInput,
    StoreTurnsInput,
    SwitchHeadInput,
    UndoInput,
    UpdateConversationInput,
)
from ._generated.store_turn import StoreTurnStoreTurn
from ._generated.store_turns import StoreTurnsStoreTurnsResults
from ._graph import Graph
from ._inputs import UNSET, UnsetType, camel, made, new_key, unless_none
from ._pages import LARGEST, AsyncPages, Page
from ._places import HasId, found, message_of, point_of, stored_id, turn_from_end
from ._records import AsyncRecords
from .errors import error_of
from .types import (
    Amended,
    Appended,
    Compacted,
    ConversationEvent,
    ConversationSummary,
    Difference,
    EditedTurn,
    Entry,
    FormatName,
    Leaf,
    Members,
    Merged,
    ModelContext,
    Moved,
    Point,
    RecordFields,
    TurnFields,
)

Head = Union[str, None, UnsetType]
"""The observation that must be the head; None: the conversation must be empty."""


class AsyncConversation:
    """A conversation: it need not exist before the first turn is stored."""

    def __init__(self, graph: Graph, conversation_id: str) -> None:
        self._graph = graph
        self._ops = graph.operations
        self.id = conversation_id
        self.records = AsyncRecords(graph, conversation_id)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r})"

    async def summary(self) -> ConversationSummary | None:
        """Returns what a list shows of it; None where there is none."""
        return (await self._ops.summary_of_conversation(self.id)).conversation

    async def append(
        self,
        *,
        idempotency_key: str | None = None,
        expected_head: Head = UNSET,
        on_conflict: OnConflict | str | None = None,
        **turn: Unpack[TurnFields],
    ) -> Appended:
        """Stores a turn."""
        key = new_key(idempotency_key)
        rules = self._rules(key, expected_head, on_conflict)
        given = made(StoreTurnInput, {**turn, "conversation_id": self.id, **rules})
        answer = (await self._ops.store_turn(given)).store_turn
        return _appended(answer, answer.replayed, key)

    async def append_all(
        self,
        turns: Sequence[TurnFields | Members],
        *,
        records: Sequence[RecordFields] | None = None,
        idempotency_key: str | None = None,
        expected_head: Head = UNSET,
        on_conflict: OnConflict | str | None = None,
    ) -> list[Appended]:
        """Stores turns in order, all of them or none, with state records in the same transaction."""
        if not turns and not records:
            return []
        key = new_key(idempotency_key)
        given: dict[str, Any] = {
            "turns": [{**turn, "conversation_id": self.id} for turn in turns],
            **self._rules(key, expected_head, on_conflict),
        }
        if records is not None:
            given.update(conversation_id=self.id, records=list(records))
        answer = (await self._ops.store_turns(made(StoreTurnsInput, given))).store_turns
        return [_appended(result, answer.replayed, key) for result in answer.results]

    async def edit(
        self,
        turn_id: str,
        *,
        idempotency_key: str | None = None,
        expected_head: Head = UNSET,
        **turn: Unpack[EditedTurn],
    ) -> Appended:
        """Stores a turn again: what followed it leaves the path, and nothing is lost."""
        role = turn.get("role") or (await message_of(self._graph, self.id, turn_id)).role
        fields: Any = {**turn, "turn_id": turn_id, "role": role}
        return await self.append(idempotency_key=idempotency_key, expected_head=expected_head, **fields)

    async def amend(
        self, message_id: str, fields: Members, *, note: str | None = None, idempotency_key: str | None = None
    ) -> Amended:
        """Corrects fields of a message in place; None clears one. No path changes."""
        given = {
            "message_id": message_id,
            "fields": {camel(name): value for name, value in fields.items()},
            **_noted(note, idempotency_key),
        }
        answer = (await self._ops.amend_message(made(AmendMessageInput, given))).amend_message
        message, observation = answer.message, answer.observation
        return Amended(message.id if message else message_id, observation.id if observation else None, answer.replayed)

    async def update(self, *, title: str | None = None, metadata: Any = UNSET) -> None:
        """Changes its title or metadata. It has no key: sent again, it sets the same."""
        given = {"id": self.id, "title": unless_none(title), "metadata": metadata}
        await self._ops.update_conversation(made(UpdateConversationInput, given))

    async def delete(self, *, note: str | None = None, idempotency_key: str | None = None) -> None:
        """Deletes it: it leaves the lists and takes no turns until it is restored."""
        given = made(DeleteInput, {"id": self.id, **_noted(note, idempotency_key)})
        await self._ops.delete_conversation(given)

    async def restore(self, *, note: str | None = None, idempotency_key: str | None = None) -> None:
        """Takes its deletion back."""
        given = made(DeleteInput, {"id": self.id, **_noted(note, idempotency_key)})
        await self._ops.restore_conversation(given)

    async def fork(
        self,
        *,
        at: Point | None = None,
        before: Point | None = None,
        id: str | None = None,
        title: str | None = None,
        metadata: Any = UNSET,
        boundary: ForkBoundary | str | None = None,
        records: Sequence[RecordFields] | None = None,
        note: str | None = None,
        idempotency_key: str | None = None,
    ) -> AsyncConversation:
        """
        Returns a new conversation that shares its past, up to a point or to the head, and begins with state records,
        at most 1,000. Copies nothing.
        """
        given = {
            "source": self.id,
            "at": await point_of(self._graph, self.id, at),
            "before": await point_of(self._graph, self.id, before),
            "new_conversation_id": unless_none(id),
            "title": unless_none(title),
            "metadata": metadata,
            "boundary": unless_none(boundary),
            "records": unless_none(None if records is None else list(records)),
            **_noted(note, idempotency_key),
        }
        answer = await self._ops.fork_conversation(made(ForkConversationInput, given))
        return AsyncConversation(self._graph, stored_id(answer.fork_conversation.conversation))

    async def rewind(
        self,
        *,
        to: Point | None = None,
        before: Point | None = None,
        turns: int | None = None,
        expected_head: Head = UNSET,
        note: str | None = None,
        idempotency_key: str | None = None,
    ) -> Moved:
        """Moves the head back along its path. What was after it stays in the tree as a leaf."""
        if sum(each is not None for each in (to, before, turns)) != 1:
            raise error_of("BAD_INPUT", 'One of "to", "before" and "turns" must be given.', None, ["to"])
        if turns is not None:
            before = await turn_from_end(self._graph, self.id, turns)
            if before is None:
                return Moved(None, 0, False)
        given = {
            "conversation_id": self.id,
            "to": await point_of(self._graph, self.id, to),
            "before": await point_of(self._graph, self.id, before),
            "expected_head_id": expected_head,
            **_noted(note, idempotency_key),
        }
        return _moved((await self._ops.rewind_conversation(made(RewindInput, given))).rewind_conversation)

    async def switch_to(
        self,
        observation_id: str,
        *,
        descend: Descend | str | None = None,
        expected_head: Head = UNSET,
        idempotency_key: str | None = None,
    ) -> Moved:
        """Moves the head to a leaf or, with `descend="newest"`, on to the newest leaf below any place."""
        given = {
            "conversation_id": self.id,
            "observation_id": observation_id,
            "descend": unless_none(descend),
            "expected_head_id": expected_head,
            "idempotency_key": new_key(idempotency_key),
        }
        return _moved((await self._ops.switch_head(made(SwitchHeadInput, given))).switch_head)

    async def undo(self, *, expected_head: Head = UNSET, idempotency_key: str | None = None) -> Moved:
        """Takes the last move of the head back."""
        key = new_key(idempotency_key)
        given = {"conversation_id": self.id, "expected_head_id": expected_head, "idempotency_key": key}
        return _moved((await self._ops.undo(made(UndoInput, given))).undo)

    async def merge(
        self,
        sources: Sequence[str | HasId],
        *,
        strategy: MergeStrategy | str,
        turns: Sequence[str] | None = None,
        gate: Members | None = None,
        reviewer: str | None = None,
        expected_head: Head = UNSET,
        note: str | None = None,
        idempotency_key: str | None = None,
    ) -> Merged:
        """Merges the heads of other conversations into it."""
        given = {
            "into": self.id,
            "from_": [source if isinstance(source, str) else source.id for source in sources],
            "strategy": strategy,
            "turns": unless_none(None if turns is None else [*turns]),
            "gate": unless_none(gate),
            "reviewer": unless_none(reviewer),
            "expected_head_id": expected_head,
            **_noted(note, idempotency_key),
        }
        answer = (await self._ops.merge(made(MergeInput, given))).merge_conversations
        refuted = [(each.conversation.id, each.reason) for each in answer.refuted]
        return Merged(answer.join.id if answer.join else None, answer.verdict, refuted, answer.replayed)

    async def compact(
        self, *, start: Point, end: Point, summary: str, expected_head: Head = UNSET, idempotency_key: str | None = None
    ) -> Compacted:
        """Puts a summary in place of whole exchanges, wherever a model is sent the path."""
        given = {
            "conversation_id": self.id,
            "from_": await point_of(self._graph, self.id, start),
            "to": await point_of(self._graph, self.id, end),
            "summary": summary,
            "expected_head_id": expected_head,
            "idempotency_key": new_key(idempotency_key),
        }
        answer = (await self._ops.compact(made(CompactInput, given))).compact
        return Compacted(stored_id(answer.marker), answer.replayed)

    def transcript(
        self,
        *,
        view: TranscriptView | str = TranscriptView.MESSAGES,
        values: TranscriptValues | str | None = None,
        include_deleted: bool = False,
        at: Point | None = None,
        last: int | None = None,
    ) -> AsyncPages[Entry]:
        """The path to its head, root first; with `last`, exactly so many entries from its end."""
        place: list[Any] = []

        async def read(**part: Any) -> Page[Entry]:
            if not place:
                # Once for all pages.
                point = await point_of(self._graph, self.id, at)
                place.append(point if point is UNSET else made(PointInput, point))
            answer = await self._ops.transcript_items(
                self.id,
                view=TranscriptView(view),
                values=UNSET if values is None else TranscriptValues(values),
                include_deleted=include_deleted,
                at=place[0],
                **part,
            )
            transcript = found(answer.conversation, self.id).transcript
            info = transcript.page_info
            entries: Sequence[Entry] = transcript.nodes
            return Page(
                [*entries], info.has_next_page, info.end_cursor, info.has_previous_page, info.start_cursor
            )

        async def forward(first: int, after: str | None) -> Page[Entry]:
            return await read(first=first, after=after)

        async def backward(size: int, before: str | None) -> Page[Entry]:
            return await read(last=size, before=before)

        return AsyncPages(forward, LARGEST, last, backward)

    def leaves(self) -> AsyncPages[Leaf]:
        """The leaves of its tree, newest first."""

        async def read(first: int, after: str | None) -> Page[Leaf]:
            answer = await self._ops.leaves_of_conversation(self.id, first, after)
            leaves = found(answer.conversation, self.id).leaves
            nodes: Sequence[Leaf] = leaves.nodes
            return Page([*nodes], leaves.page_info.has_next_page, leaves.page_info.end_cursor)

        return AsyncPages(read)

    async def tree(self, *, format: TreeFormat | str = TreeFormat.TEXT, max_nodes: int = 500) -> str:
        """Returns its tree as a drawing."""
        answer = await self._ops.draw_tree(self.id, TreeFormat(format), max_nodes, False)
        return found(answer.conversation, self.id).tree

    async def diff(self, other: str | Members | HasId) -> Difference:
        """Returns how it and another conversation, or a place, differ."""
        if isinstance(other, Mapping):
            place: Members = other
        else:
            place = {"conversation_id": other if isinstance(other, str) else other.id}
        base = made(PlaceInput, {"conversation_id": self.id})
        return (await self._ops.diff_of_branches(base, made(PlaceInput, place))).diff

    async def context(self, *, format: FormatName, at: Point | None = None) -> ModelContext:
        """Returns what a model is to be sent at the head, or at a point, ready to send."""
        point = await point_of(self._graph, self.id, at)
        place = point if point is UNSET else made(PointInput, point)
        answer = await self._ops.context_of(self.id, MessageFormat(format), place)
        conversation = found(answer.conversation, self.id)
        return ModelContext(conversation.context_messages, conversation.context_system)

    def subscribe(self, *, after_seq: int | None = None) -> AsyncEvents[ConversationEvent]:
        """The events of its ledger, each once and in order, also over lost connections and restarts of a server.

        From now on, or after a `seq` (0: with the first event). It raises where there is no such conversation, once that
        is deleted, and where the caller may no more.
        """
        return AsyncEvents(events_of(self._graph, self.id, after_seq))

    def _rules(self, key: str, expected_head: Head, on_conflict: OnConflict | str | None) -> dict[str, Any]:
        given = {
            "idempotency_key": key,
            "expected_head_id": expected_head,
            "on_conflict": unless_none(on_conflict),
        }
        return {name: value for name, value in given.items() if value is not UNSET}


def _noted(note: str | None, idempotency_key: str | None) -> dict[str, Any]:
    return {"note": unless_none(note), "idempotency_key": new_key(idempotency_key)}


def _moved(answer: HeadMoved) -> Moved:
    head = answer.conversation.head if answer.conversation else None
    return Moved(head.id if head else None, answer.left_transcript, answer.replayed)


def _appended(answer: StoreTurnStoreTurn | StoreTurnsStoreTurnsResults, replayed: bool, key: str) -> Appended:
    return Appended(
        conversation_id=stored_id(answer.conversation),
        message_id=stored_id(answer.message),
        observation_id=stored_id(answer.observation),
        replayed=replayed,
        left_transcript=answer.left_transcript,
        forked=answer.forked,
        idempotency_key=key,
        warnings=[*answer.warnings],
    )


