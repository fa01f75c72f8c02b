from pydantic import Field

from .base_model import BaseModel
from .fragments import ConversationSummary


class FollowConversations(BaseModel):
    conversations_changed: "FollowConversationsConversationsChanged" = Field(
        alias="conversationsChanged"
    )


FollowConversationsConversationsChanged = ConversationSummary
FollowConversations.model_rebuild()
