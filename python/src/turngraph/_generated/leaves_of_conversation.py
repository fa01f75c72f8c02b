from typing import Optional

from pydantic import Field

from .base_model import BaseModel
from .fragments import Leaf


class LeavesOfConversation(BaseModel):
    conversation: Optional["LeavesOfConversationConversation"]


class LeavesOfConversationConversation(BaseModel):
    leaves: "LeavesOfConversationConversationLeaves"


class LeavesOfConversationConversationLeaves(BaseModel):
    nodes: list["LeavesOfConversationConversationLeavesNodes"]
    page_info: "LeavesOfConversationConversationLeavesPageInfo" = Field(
        alias="pageInfo"
    )


LeavesOfConversationConversationLeavesNodes = Leaf


class LeavesOfConversationConversationLeavesPageInfo(BaseModel):
    has_next_page: bool = Field(alias="hasNextPage")
    end_cursor: Optional[str] = Field(alias="endCursor")


LeavesOfConversation.model_rebuild()
LeavesOfConversationConversation.model_rebuild()
LeavesOfConversationConversationLeaves.model_rebuild()
