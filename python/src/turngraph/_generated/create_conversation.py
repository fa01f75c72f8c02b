from typing import Optional

from pydantic import Field

from .base_model import BaseModel
from .fragments import Refused


class CreateConversation(BaseModel):
    create_conversation: "CreateConversationCreateConversation" = Field(
        alias="createConversation"
    )


class CreateConversationCreateConversation(BaseModel):
    conversation: Optional["CreateConversationCreateConversationConversation"]
    replayed: bool
    user_errors: list["CreateConversationCreateConversationUserErrors"] = Field(
        alias="userErrors"
    )


class CreateConversationCreateConversationConversation(BaseModel):
    id: str


CreateConversationCreateConversationUserErrors = Refused
CreateConversation.model_rebuild()
CreateConversationCreateConversation.model_rebuild()
