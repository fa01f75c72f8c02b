from typing import Optional

from .base_model import BaseModel
from .fragments import ConversationSummary


class SummaryOfConversation(BaseModel):
    conversation: Optional["SummaryOfConversationConversation"]


SummaryOfConversationConversation = ConversationSummary
SummaryOfConversation.model_rebuild()
