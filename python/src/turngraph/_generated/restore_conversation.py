from typing import Optional

from pydantic import Field

from .base_model import BaseModel
from .fragments import Refused


class RestoreConversation(BaseModel):
    restore_conversation: "RestoreConversationRestoreConversation" = Field(
        alias="restoreConversation"
    )


class RestoreConversationRestoreConversation(BaseModel):
    conversation: Optional["RestoreConversationRestoreConversationConversation"]
    replayed: bool
    user_errors: list["RestoreConversationRestoreConversationUserErrors"] = Field(
        alias="userErrors"
    )


class RestoreConversationRestoreConversationConversation(BaseModel):
    id: str


RestoreConversationRestoreConversationUserErrors = Refused
RestoreConversation.model_rebuild()
RestoreConversationRestoreConversation.model_rebuild()
