"""State that programs keep beside conversations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Union

from ._generated.enums import KeyOrder
from ._generated.input_types import DeleteRecordsInput, PutRecordsInput
from ._graph import Graph
from ._inputs import made, new_key, unless_none
from ._pages import AsyncPages, Page, Pages
from ._running import blocking
from .types import PutRecord, RecordFields, StateRecord

KINDS_AT_ONCE = 1000
Names = list[str]
PutRecords = list[PutRecord]


class AsyncAllRecords:
    """State records of all conversations."""

    def __init__(self, graph: Graph, conversation_id: str | None = None) -> None:
        self._graph = graph
        self._id = conversation_id

    def list(
        self,
        kind: str | None = None,
        *,
        kind_prefix: str | None = None,
        keys: Sequence[str] | None = None,
        key_prefix: str | None = None,
        before_key: str | None = None,
        order: Union[KeyOrder, str] = KeyOrder.ASCENDING,
        first: int = 100,
    ) -> AsyncPages[StateRecord]:
        """The records of a kind, by their keys; `first` is the size of a page."""

        async def read(size: int, after: str | None) -> Page[StateRecord]:
            answer = await self._graph.operations.records(
                id=unless_none(self._id),
                kind=unless_none(kind),
                kind_prefix=unless_none(kind_prefix),
                keys=unless_none(None if keys is None else [*keys]),
                key_prefix=unless_none(key_prefix),
                before_key=unless_none(before_key),
                order=KeyOrder(order),
                first=size,
                after=after,
            )
            nodes: Iterable[StateRecord] = answer.records.nodes
            return Page([*nodes], answer.records.page_info.has_next_page, answer.records.page_info.end_cursor)

        return AsyncPages(read, first)

    async def kinds(self, prefix: str | None = None) -> Names:
        """Returns the kinds that there are."""
        kinds: Names = []
        while True:
            after = kinds[-1] if kinds else None
            answer = await self._graph.operations.kinds_of_records(unless_none(self._id), unless_none(prefix), after)
            kinds += answer.record_kinds
            if len(answer.record_kinds) < KINDS_AT_ONCE:
                return kinds


class AsyncRecords(AsyncAllRecords):
    """State records of one conversation."""

    def __init__(self, graph: Graph, conversation_id: str) -> None:
        super().__init__(graph, conversation_id)
        self._conversation = conversation_id

    async def get(self, kind: str, key: str) -> StateRecord | None:
        """Returns the record of a kind and key; None where there is none."""
        found = (await self.list(kind, keys=[key], first=1).page()).items
        return found[0] if found else None

    async def put(
        self, records: RecordFields | Sequence[RecordFields], *, idempotency_key: str | None = None
    ) -> PutRecords:
        """Puts records, all of them or none. A conversation that does not exist is made."""
        given = [records] if isinstance(records, dict) else [*records]
        if not given:
            return []
        key = new_key(idempotency_key)
        all_of_it = {"conversation_id": self._conversation, "records": given, "idempotency_key": key}
        answer = await self._graph.operations.put_records(made(PutRecordsInput, all_of_it))
        return [*answer.put_records.records]

    async def delete(
        self,
        kind: str | None = None,
        *,
        kind_prefix: str | None = None,
        key_prefix: str | None = None,
        keys: Sequence[str] | None = None,
        idempotency_key: str | None = None,
    ) -> int:
        """Deletes records, and returns how many there were."""
        given = {
            "conversation_id": self._conversation,
            "kind": unless_none(kind),
            "kind_prefix": unless_none(kind_prefix),
            "key_prefix": unless_none(key_prefix),
            "keys": unless_none(None if keys is None else [*keys]),
            "idempotency_key": new_key(idempotency_key),
        }
        answer = await self._graph.operations.delete_records(made(DeleteRecordsInput, given))
        return answer.delete_records.deleted


class AllRecords:
    """State records of all conversations."""

    def __init__(self, inner: AsyncAllRecords) -> None:
        self._all = inner

    @property
    def _inner(self) -> AsyncAllRecords:
        return self._all

    def list(
        self,
        kind: str | None = None,
        *,
        kind_prefix: str | None = None,
        keys: Sequence[str] | None = None,
        key_prefix: str | None = None,
        before_key: str | None = None,
        order: Union[KeyOrder, str] = KeyOrder.ASCENDING,
        first: int = 100,
    ) -> Pages[StateRecord]:
        """The records of a kind, by their keys; `first` is the size of a page."""
        return Pages(
            self._inner.list(
                kind,
                kind_prefix=kind_prefix,
                keys=keys,
                key_prefix=key_prefix,
                before_key=before_key,
                order=order,
                first=first,
            )
        )

    kinds = blocking(AsyncAllRecords.kinds)


class Records(AllRecords):
    """State records of one conversation."""

    def __init__(self, inner: AsyncRecords) -> None:
        super().__init__(inner)
        self._own = inner

    @property
    def _inner(self) -> AsyncRecords:
        return self._own

    get = blocking(AsyncRecords.get)
    put = blocking(AsyncRecords.put)
    delete = blocking(AsyncRecords.delete)
