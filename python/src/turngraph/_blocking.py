"""A connection to a server, for programs that block."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any

from typing_extensions import Self

from ._client import AsyncConversations, AsyncTurngraph, address
from ._conversation import AsyncConversation
from ._follow import Events
from ._generated.enums import ForkBoundary, TranscriptValues, TranscriptView
from ._http import BlockingHttp
from ._inputs import UNSET
from ._pages import LARGEST, Pages
from ._records import AllRecords, Records
from ._running import blocking, run
from .types import ConversationEvent, ConversationSummary, Entry, Leaf, Members, Point, RecordFields


class Conversation:
    """A conversation: it need not exist before the first turn is stored."""

    def __init__(self, inner: AsyncConversation) -> None:
        self._inner = inner
        self.id = inner.id
        self.records = Records(inner.records)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r})"

    summary = blocking(AsyncConversation.summary)
    append = blocking(AsyncConversation.append)
    append_all = blocking(AsyncConversation.append_all)
    edit = blocking(AsyncConversation.edit)
    amend = blocking(AsyncConversation.amend)
    update = blocking(AsyncConversation.update)
    delete = blocking(AsyncConversation.delete)
    restore = blocking(AsyncConversation.restore)
    rewind = blocking(AsyncConversation.rewind)
    switch_to = blocking(AsyncConversation.switch_to)
    undo = blocking(AsyncConversation.undo)
    merge = blocking(AsyncConversation.merge)
    compact = blocking(AsyncConversation.compact)
    tree = blocking(AsyncConversation.tree)
    diff = blocking(AsyncConversation.diff)
    context = blocking(AsyncConversation.context)

    def fork(
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
    ) -> Conversation:
        """
        Returns a new conversation that shares its past, up to a point or to the head, and begins with state records,
        at most 1,000. Copies nothing.
        """
        forked = self._inner.fork(
            at=at,
            before=before,
            id=id,
            title=title,
            metadata=metadata,
            boundary=boundary,
            records=records,
            note=note,
            idempotency_key=idempotency_key,
        )
        return Conversation(run(forked))

    def transcript(
        self,
        *,
        view: TranscriptView | str = TranscriptView.MESSAGES,
        values: TranscriptValues | str | None = None,
        include_deleted: bool = False,
        at: Point | None = None,
        last: int | None = None,
    ) -> Pages[Entry]:
        """The path to its head, root first; with `last`, exactly so many entries from its end."""
        return Pages(
            self._inner.transcript(view=view, values=values, include_deleted=include_deleted, at=at, last=last)
        )

    def leaves(self) -> Pages[Leaf]:
        """The leaves of its tree, newest first."""
        return Pages(self._inner.leaves())

    def subscribe(self, *, after_seq: int | None = None) -> Events[ConversationEvent]:
        """The events of its ledger, each once and in order, also over lost connections and restarts of a server.

        From now on, or after a `seq` (0: with the first event). It raises where there is no such conversation, once that
        is deleted, and where the caller may no more.
        """
        return Events(self._inner.subscribe(after_seq=after_seq)._events)


class Conversations:
    """The conversations of a graph."""

    def __init__(self, inner: AsyncConversations) -> None:
        self._inner = inner
        self.records = AllRecords(inner.records)

    def open(self, conversation_id: str) -> Conversation:
        """Returns a conversation by its id, without a request."""
        return Conversation(self._inner.open(conversation_id))

    def create(
        self,
        *,
        id: str | None = None,
        title: str | None = None,
        cwd: str | None = None,
        metadata: Any = UNSET,
        idempotency_key: str | None = None,
    ) -> Conversation:
        """Makes an empty conversation."""
        created = self._inner.create(id=id, title=title, cwd=cwd, metadata=metadata, idempotency_key=idempotency_key)
        return Conversation(run(created))

    def list(self, *, filter: Members | None = None, first: int = LARGEST) -> Pages[ConversationSummary]:
        """Those that a filter names, newest activity first; `first` is the size of a page."""
        return Pages(self._inner.list(filter=filter, first=first))

    def subscribe(
        self, *, filter: Members | None = None, on_gap: Callable[[], object] | None = None
    ) -> Events[ConversationSummary]:
        """Hints that a conversation of a list has changed. What changes in a gap is not told: `on_gap` is called then."""
        return Events(self._inner.subscribe(filter=filter, on_gap=on_gap)._events)


class Turngraph:
    """A running server. Without arguments, the one that TURNGRAPH_URL and TURNGRAPH_KEY name."""

    def __init__(self, url: str | None = None, token: str | None = None) -> None:
        self._inner = AsyncTurngraph(http=BlockingHttp(*address(url, token)))
        self.conversations = Conversations(self._inner.conversations)

    query = blocking(AsyncTurngraph.query)
    attach = blocking(AsyncTurngraph.attach)
    attachment = blocking(AsyncTurngraph.attachment)
    close = blocking(AsyncTurngraph.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
