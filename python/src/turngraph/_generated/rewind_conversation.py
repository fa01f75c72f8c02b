from pydantic import Field

from .base_model import BaseModel
from .fragments import HeadMoved


class RewindConversation(BaseModel):
    rewind_conversation: "RewindConversationRewindConversation" = Field(
        alias="rewindConversation"
    )


RewindConversationRewindConversation = HeadMoved
RewindConversation.model_rebuild()
