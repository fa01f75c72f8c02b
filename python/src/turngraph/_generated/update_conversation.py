from typing import Optional

from pydantic import Field

from .base_model import BaseModel
from .fragments import Refused


class UpdateConversation(BaseModel):
    update_conversation: "UpdateConversationUpdateConversation" = Field(
        alias="updateConversation"
    )


class UpdateConversationUpdateConversation(BaseModel):
    conversation: Optional["UpdateConversationUpdateConversationConversation"]
    user_errors: list["UpdateConversationUpdateConversationUserErrors"] = Field(
        alias="userErrors"
    )


class UpdateConversationUpdateConversationConversation(BaseModel):
    id: str


UpdateConversationUpdateConversationUserErrors = Refused
UpdateConversation.model_rebuild()
UpdateConversationUpdateConversation.model_rebuild()
