"""Client of turngraph, a version graph for AI conversations."""

from ._blocking import Conversation, Conversations, Turngraph
from ._client import AsyncConversations, AsyncTurngraph
from ._conversation import AsyncConversation
from ._graph import Attachment
from ._pages import AsyncPages, Page, Pages
from .errors import (
    BadInput,
    HeadMoved,
    IdempotencyMismatch,
    LimitExceeded,
    NotFound,
    RecordChanged,
    TurngraphError,
)
from .types import (
    Amended,
    Appended,
    ConversationEvent,
    ConversationSummary,
    Difference,
    Entry,
    ErrorCode,
    EventKind,
    Leaf,
    Merged,
    MessageFormat,
    ModelContext,
    Moved,
    ObservationKind,
    RecordFields,
    Role,
    StateRecord,
    TurnFields,
)

__all__ = [
    "Amended",
    "Appended",
    "AsyncConversation",
    "AsyncConversations",
    "AsyncPages",
    "AsyncTurngraph",
    "Attachment",
    "BadInput",
    "Conversation",
    "ConversationEvent",
    "ConversationSummary",
    "Conversations",
    "Difference",
    "Entry",
    "ErrorCode",
    "EventKind",
    "HeadMoved",
    "IdempotencyMismatch",
    "Leaf",
    "LimitExceeded",
    "Merged",
    "MessageFormat",
    "ModelContext",
    "Moved",
    "NotFound",
    "ObservationKind",
    "Page",
    "Pages",
    "RecordChanged",
    "RecordFields",
    "Role",
    "StateRecord",
    "TurnFields",
    "Turngraph",
    "TurngraphError",
]
