"""What conversations are given and answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Union

from typing_extensions import NotRequired, Required, TypedDict

from ._generated.diff_of_branches import DiffOfBranchesDiff as Difference
from ._generated.enums import (
    Descend,
    ErrorCode,
    EventKind,
    ForkBoundary,
    IfExists,
    KeyOrder,
    MergeStrategy,
    MessageFormat,
    ObservationKind,
    OnConflict,
    OriginKind,
    Role,
    TranscriptValues,
    TranscriptView,
    TreeFormat,
    Verdict,
)
from ._generated.follow_conversation import FollowConversationConversationChanged as ConversationEvent
from ._generated.fragments import ConversationSummary, Leaf, StateRecordItem, TranscriptItem, Warned
from ._generated.put_records import PutRecordsPutRecordsRecords as PutRecord

Entry = TranscriptItem
"""One place of a transcript."""
StateRecord = StateRecordItem
Note = Warned

RoleName = Union[Role, Literal["user", "assistant", "system", "tool", "USER", "ASSISTANT", "SYSTEM", "TOOL"]]
FormatName = Union[
    MessageFormat,
    Literal["openai_chat", "openai_responses", "anthropic", "ai_sdk"],
    Literal["OPENAI_CHAT", "OPENAI_RESPONSES", "ANTHROPIC", "AI_SDK"],
]
Members = Mapping[str, Any]
Point = Union[str, int, Members]
"""A point of a conversation: the id of a turn, the number of a turn on the head's path, or what the API takes."""


class TurnWords(TypedDict, total=False):
    """What a turn says, besides its role and id."""

    text: str
    content: list[dict[str, Any]]
    """Blocks: `{"text": …}`, `{"tool_call": {"call_id", "name", "input"}}`, `{"tool_result": {"call_id", "content"}}` …"""
    model: str
    usage: Members
    metadata: Any
    attachments: list[dict[str, Any]]
    sender_id: str
    sender_kind: str
    run_id: str
    observed_at: str
    refers_to: list[dict[str, Any]]
    supersedes: str
    if_equal: str
    branch_id: str
    source_kind: str
    priority: int


class TurnFields(TurnWords, total=False):
    """A turn as `append` is given it: what the API takes, less what the conversation knows."""

    role: Required[RoleName]
    turn_id: str
    parent: Members | None
    """What it continues; None: it is a new root."""


class EditedTurn(TurnWords, total=False):
    """What a turn says from now on. Its role is looked up when left out."""

    role: RoleName


class RecordFields(TypedDict):
    """A state record to put."""

    kind: str
    key: str
    parent_key: NotRequired[str]
    value: NotRequired[Any]
    base64: NotRequired[str]
    if_exists: NotRequired[str]
    expected_version: NotRequired[int]
    observation_id: NotRequired[str]
    turn: NotRequired[int]


@dataclass(frozen=True)
class Appended:
    """What came of storing a turn."""

    conversation_id: str
    """Another one than asked for where a conflict has made a fork."""
    message_id: str
    observation_id: str
    replayed: bool
    """Whether an earlier call with this key has stored it."""
    left_transcript: int
    """How many entries left the transcript. They remain in the tree."""
    forked: bool
    idempotency_key: str
    warnings: list[Note] = field(default_factory=list)


@dataclass(frozen=True)
class Amended:
    """What came of a correction."""

    message_id: str
    observation_id: str | None
    replayed: bool


@dataclass(frozen=True)
class Moved:
    """Where a head stands after a move; None at the empty path."""

    head_id: str | None
    left_transcript: int
    replayed: bool


@dataclass(frozen=True)
class Merged:
    """What came of a merge."""

    join_id: str | None
    """None where everything was refuted."""
    verdict: Verdict | None
    refuted: list[tuple[str, str]]
    """Conversations that were not merged, and why."""
    replayed: bool


@dataclass(frozen=True)
class Compacted:
    """What came of putting a summary in the place of exchanges."""

    marker_id: str
    replayed: bool


@dataclass(frozen=True)
class ModelContext:
    """What a model is to be sent, in an API's form."""

    messages: list[Any]
    system: str | None
    """What the system turns say: ANTHROPIC and AI_SDK take it apart, the OpenAI formats have it among the messages."""


__all__ = [
    "Amended",
    "Appended",
    "Compacted",
    "ConversationEvent",
    "ConversationSummary",
    "Descend",
    "Difference",
    "EditedTurn",
    "Entry",
    "ErrorCode",
    "EventKind",
    "ForkBoundary",
    "FormatName",
    "IfExists",
    "KeyOrder",
    "Leaf",
    "Members",
    "MergeStrategy",
    "Merged",
    "MessageFormat",
    "ModelContext",
    "Moved",
    "Note",
    "ObservationKind",
    "OnConflict",
    "OriginKind",
    "Point",
    "PutRecord",
    "RecordFields",
    "Role",
    "RoleName",
    "StateRecord",
    "TranscriptValues",
    "TranscriptView",
    "TreeFormat",
    "TurnFields",
    "TurnWords",
    "Verdict",
]
