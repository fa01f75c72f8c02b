from typing import Optional

from pydantic import Field

from .base_model import BaseModel
from .enums import Verdict
from .fragments import Refused


class Merge(BaseModel):
    merge_conversations: "MergeMergeConversations" = Field(alias="mergeConversations")


class MergeMergeConversations(BaseModel):
    join: Optional["MergeMergeConversationsJoin"]
    verdict: Optional[Verdict]
    refuted: list["MergeMergeConversationsRefuted"]
    replayed: bool
    user_errors: list["MergeMergeConversationsUserErrors"] = Field(alias="userErrors")


class MergeMergeConversationsJoin(BaseModel):
    id: str


class MergeMergeConversationsRefuted(BaseModel):
    conversation: "MergeMergeConversationsRefutedConversation"
    reason: str


class MergeMergeConversationsRefutedConversation(BaseModel):
    id: str


MergeMergeConversationsUserErrors = Refused
Merge.model_rebuild()
MergeMergeConversations.model_rebuild()
MergeMergeConversationsRefuted.model_rebuild()
