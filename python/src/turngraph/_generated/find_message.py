from typing import Optional

from .base_model import BaseModel
from .enums import Role


class FindMessage(BaseModel):
    conversation: Optional["FindMessageConversation"]


class FindMessageConversation(BaseModel):
    message: Optional["FindMessageConversationMessage"]


class FindMessageConversationMessage(BaseModel):
    id: str
    role: Role


FindMessage.model_rebuild()
FindMessageConversation.model_rebuild()
