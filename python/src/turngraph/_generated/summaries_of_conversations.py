from typing import Optional

from pydantic import Field

from .base_model import BaseModel
from .fragments import ConversationSummary


class SummariesOfConversations(BaseModel):
    conversations: "SummariesOfConversationsConversations"


class SummariesOfConversationsConversations(BaseModel):
    nodes: list["SummariesOfConversationsConversationsNodes"]
    page_info: "SummariesOfConversationsConversationsPageInfo" = Field(alias="pageInfo")


SummariesOfConversationsConversationsNodes = ConversationSummary


class SummariesOfConversationsConversationsPageInfo(BaseModel):
    has_next_page: bool = Field(alias="hasNextPage")
    end_cursor: Optional[str] = Field(alias="endCursor")


SummariesOfConversations.model_rebuild()
SummariesOfConversationsConversations.model_rebuild()
