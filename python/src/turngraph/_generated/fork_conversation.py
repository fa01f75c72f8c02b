from typing import Optional

from pydantic import Field

from .base_model import BaseModel
from .fragments import Refused, Warned


class ForkConversation(BaseModel):
    fork_conversation: "ForkConversationForkConversation" = Field(
        alias="forkConversation"
    )


class ForkConversationForkConversation(BaseModel):
    conversation: Optional["ForkConversationForkConversationConversation"]
    shared_length: Optional[int] = Field(alias="sharedLength")
    path_hash: Optional[str] = Field(alias="pathHash")
    copied: int
    replayed: bool
    warnings: list["ForkConversationForkConversationWarnings"]
    user_errors: list["ForkConversationForkConversationUserErrors"] = Field(
        alias="userErrors"
    )


class ForkConversationForkConversationConversation(BaseModel):
    id: str


ForkConversationForkConversationWarnings = Warned
ForkConversationForkConversationUserErrors = Refused
ForkConversation.model_rebuild()
ForkConversationForkConversation.model_rebuild()
