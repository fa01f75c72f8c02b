from typing import Optional

from .base_model import BaseModel


class DrawTree(BaseModel):
    conversation: Optional["DrawTreeConversation"]


class DrawTreeConversation(BaseModel):
    tree: str


DrawTree.model_rebuild()
