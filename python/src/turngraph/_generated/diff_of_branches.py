from typing import Optional

from pydantic import Field

from .base_model import BaseModel
from .fragments import TranscriptItem


class DiffOfBranches(BaseModel):
    diff: "DiffOfBranchesDiff"


class DiffOfBranchesDiff(BaseModel):
    common_ancestor: Optional["DiffOfBranchesDiffCommonAncestor"] = Field(
        alias="commonAncestor"
    )
    base_only: list["DiffOfBranchesDiffBaseOnly"] = Field(alias="baseOnly")
    target_only: list["DiffOfBranchesDiffTargetOnly"] = Field(alias="targetOnly")
    base_only_count: int = Field(alias="baseOnlyCount")
    target_only_count: int = Field(alias="targetOnlyCount")
    changed: list["DiffOfBranchesDiffChanged"]
    markdown: str


class DiffOfBranchesDiffCommonAncestor(BaseModel):
    id: str
    turn: Optional[int]


DiffOfBranchesDiffBaseOnly = TranscriptItem
DiffOfBranchesDiffTargetOnly = TranscriptItem


class DiffOfBranchesDiffChanged(BaseModel):
    message: "DiffOfBranchesDiffChangedMessage"
    text_diff: str = Field(alias="textDiff")


class DiffOfBranchesDiffChangedMessage(BaseModel):
    id: str
    turn_id: str = Field(alias="turnId")


DiffOfBranches.model_rebuild()
DiffOfBranchesDiff.model_rebuild()
DiffOfBranchesDiffChanged.model_rebuild()
