from typing import Optional

from pydantic import Field

from .base_model import BaseModel
from .fragments import TranscriptItem


class TranscriptItems(BaseModel):
    conversation: Optional["TranscriptItemsConversation"]


class TranscriptItemsConversation(BaseModel):
    transcript: "TranscriptItemsConversationTranscript"


class TranscriptItemsConversationTranscript(BaseModel):
    nodes: list["TranscriptItemsConversationTranscriptNodes"]
    page_info: "TranscriptItemsConversationTranscriptPageInfo" = Field(alias="pageInfo")


TranscriptItemsConversationTranscriptNodes = TranscriptItem


class TranscriptItemsConversationTranscriptPageInfo(BaseModel):
    has_next_page: bool = Field(alias="hasNextPage")
    has_previous_page: bool = Field(alias="hasPreviousPage")
    start_cursor: Optional[str] = Field(alias="startCursor")
    end_cursor: Optional[str] = Field(alias="endCursor")


TranscriptItems.model_rebuild()
TranscriptItemsConversation.model_rebuild()
TranscriptItemsConversationTranscript.model_rebuild()
