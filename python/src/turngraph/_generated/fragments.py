from typing import Annotated, Any, Literal, Optional, Union

from pydantic import Field

from .base_model import BaseModel
from .enums import ErrorCode, ObservationKind, OriginKind, Role


class ConversationSummary(BaseModel):
    id: str
    title: str
    preview: str
    turn_count: int = Field(alias="turnCount")
    created_at: str = Field(alias="createdAt")
    updated_at: str = Field(alias="updatedAt")
    deleted_at: Optional[str] = Field(alias="deletedAt")
    origin: OriginKind
    cwd: Optional[str]
    metadata: Any
    head: Optional["ConversationSummaryHead"]
    forked_from: Optional["ConversationSummaryForkedFrom"] = Field(alias="forkedFrom")


class ConversationSummaryHead(BaseModel):
    id: str


class ConversationSummaryForkedFrom(BaseModel):
    conversation: "ConversationSummaryForkedFromConversation"
    turn: Optional[int]


class ConversationSummaryForkedFromConversation(BaseModel):
    id: str


class Refused(BaseModel):
    code: ErrorCode
    message: str
    field: Optional[list[str]]
    details: Optional[Any]


class HeadMoved(BaseModel):
    conversation: Optional["HeadMovedConversation"]
    event: Optional["HeadMovedEvent"]
    left_transcript: int = Field(alias="leftTranscript")
    replayed: bool
    user_errors: list["HeadMovedUserErrors"] = Field(alias="userErrors")


class HeadMovedConversation(BaseModel):
    id: str
    head: Optional["HeadMovedConversationHead"]


class HeadMovedConversationHead(BaseModel):
    id: str
    turn: Optional[int]


class HeadMovedEvent(BaseModel):
    head_from: Optional["HeadMovedEventHeadFrom"] = Field(alias="headFrom")


class HeadMovedEventHeadFrom(BaseModel):
    id: str


class HeadMovedUserErrors(Refused):
    pass


class Leaf(BaseModel):
    id: str
    kind: ObservationKind
    role: Optional[Role]
    text: Optional[str]
    turn: Optional[int]
    observed_at: str = Field(alias="observedAt")
    message: Optional["LeafMessage"]


class LeafMessage(BaseModel):
    id: str
    turn_id: str = Field(alias="turnId")


class StateRecordItem(BaseModel):
    conversation: "StateRecordItemConversation"
    kind: str
    key: str
    parent_key: Optional[str] = Field(alias="parentKey")
    value: Optional[Any]
    base_64: Optional[str] = Field(alias="base64")
    version: int
    stored_at: str = Field(alias="storedAt")
    observation: Optional["StateRecordItemObservation"]


class StateRecordItemConversation(BaseModel):
    id: str


class StateRecordItemObservation(BaseModel):
    id: str


class TranscriptItem(BaseModel):
    position: int
    role: Optional[Role]
    text: str
    deleted: bool
    inherited: bool
    synthetic: bool
    content: list[
        Annotated[
            Union[
                "TranscriptItemContentTextBlock",
                "TranscriptItemContentThinkingBlock",
                "TranscriptItemContentToolCallBlock",
                "TranscriptItemContentToolResultBlock",
                "TranscriptItemContentAttachmentBlock",
                "TranscriptItemContentOtherBlock",
            ],
            Field(discriminator="typename__"),
        ]
    ]
    message: Optional["TranscriptItemMessage"]
    observation: "TranscriptItemObservation"


class TranscriptItemContentTextBlock(BaseModel):
    typename__: Literal["TextBlock"] = Field(alias="__typename")
    text: str


class TranscriptItemContentThinkingBlock(BaseModel):
    typename__: Literal["ThinkingBlock"] = Field(alias="__typename")
    thinking: str
    signature: Optional[str]


class TranscriptItemContentToolCallBlock(BaseModel):
    typename__: Literal["ToolCallBlock"] = Field(alias="__typename")
    call_id: str = Field(alias="callId")
    name: str
    input: Optional[Any]


class TranscriptItemContentToolResultBlock(BaseModel):
    typename__: Literal["ToolResultBlock"] = Field(alias="__typename")
    call_id: str = Field(alias="callId")
    result: Optional[Any]
    is_error: bool = Field(alias="isError")


class TranscriptItemContentAttachmentBlock(BaseModel):
    typename__: Literal["AttachmentBlock"] = Field(alias="__typename")
    file_name: Optional[str] = Field(alias="fileName")
    kind: Optional[str]
    attachment: "TranscriptItemContentAttachmentBlockAttachment"


class TranscriptItemContentAttachmentBlockAttachment(BaseModel):
    id: str
    media_type: str = Field(alias="mediaType")
    byte_size: Optional[int] = Field(alias="byteSize")
    uri: Optional[str]


class TranscriptItemContentOtherBlock(BaseModel):
    typename__: Literal["OtherBlock"] = Field(alias="__typename")
    value: Optional[Any]


class TranscriptItemMessage(BaseModel):
    id: str
    turn_id: str = Field(alias="turnId")


class TranscriptItemObservation(BaseModel):
    id: str
    kind: ObservationKind
    turn: Optional[int]
    observed_at: str = Field(alias="observedAt")
    model: Optional[str]
    metadata: Any


class Warned(BaseModel):
    code: str
    message: str
    details: Optional[Any]


ConversationSummary.model_rebuild()
Refused.model_rebuild()
HeadMoved.model_rebuild()
Leaf.model_rebuild()
StateRecordItem.model_rebuild()
TranscriptItem.model_rebuild()
Warned.model_rebuild()
