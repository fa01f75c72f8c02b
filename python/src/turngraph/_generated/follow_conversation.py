from typing import Any, Optional

from pydantic import Field

from .base_model import BaseModel
from .enums import EventKind
from .fragments import Leaf


class FollowConversation(BaseModel):
    conversation_changed: "FollowConversationConversationChanged" = Field(
        alias="conversationChanged"
    )


class FollowConversationConversationChanged(BaseModel):
    id: str
    seq: Optional[int]
    kind: EventKind
    at: str
    note: Optional[str]
    actor: Optional[Any]
    details: Any
    path_hash: Optional[str] = Field(alias="pathHash")
    conversation: Optional["FollowConversationConversationChangedConversation"]
    head_from: Optional["FollowConversationConversationChangedHeadFrom"] = Field(
        alias="headFrom"
    )
    head_to: Optional["FollowConversationConversationChangedHeadTo"] = Field(
        alias="headTo"
    )
    observations: list["FollowConversationConversationChangedObservations"]
    observation_count: int = Field(alias="observationCount")


class FollowConversationConversationChangedConversation(BaseModel):
    id: str
    deleted_at: Optional[str] = Field(alias="deletedAt")


class FollowConversationConversationChangedHeadFrom(BaseModel):
    id: str


class FollowConversationConversationChangedHeadTo(BaseModel):
    id: str


FollowConversationConversationChangedObservations = Leaf
FollowConversation.model_rebuild()
FollowConversationConversationChanged.model_rebuild()
