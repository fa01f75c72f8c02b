from typing import Optional

from pydantic import Field

from .base_model import BaseModel
from .fragments import Refused


class DeleteConversation(BaseModel):
    delete_conversation: "DeleteConversationDeleteConversation" = Field(
        alias="deleteConversation"
    )


class DeleteConversationDeleteConversation(BaseModel):
    conversation: Optional["DeleteConversationDeleteConversationConversation"]
    user_errors: list["DeleteConversationDeleteConversationUserErrors"] = Field(
        alias="userErrors"
    )


class DeleteConversationDeleteConversationConversation(BaseModel):
    id: str
    deleted_at: Optional[str] = Field(alias="deletedAt")


DeleteConversationDeleteConversationUserErrors = Refused
DeleteConversation.model_rebuild()
DeleteConversationDeleteConversation.model_rebuild()
