from typing import Optional

from pydantic import Field

from .base_model import BaseModel


class LedgerEnd(BaseModel):
    conversation: Optional["LedgerEndConversation"]


class LedgerEndConversation(BaseModel):
    deleted_at: Optional[str] = Field(alias="deletedAt")
    events: "LedgerEndConversationEvents"


class LedgerEndConversationEvents(BaseModel):
    nodes: list["LedgerEndConversationEventsNodes"]


class LedgerEndConversationEventsNodes(BaseModel):
    seq: Optional[int]


LedgerEnd.model_rebuild()
LedgerEndConversation.model_rebuild()
LedgerEndConversationEvents.model_rebuild()
