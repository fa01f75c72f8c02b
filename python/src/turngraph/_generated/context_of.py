from typing import Any, Optional

from pydantic import Field

from .base_model import BaseModel


class ContextOf(BaseModel):
    conversation: Optional["ContextOfConversation"]


class ContextOfConversation(BaseModel):
    context_messages: list[Any] = Field(alias="contextMessages")
    context_system: Optional[str] = Field(alias="contextSystem")


ContextOf.model_rebuild()
