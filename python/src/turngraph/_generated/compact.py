from typing import Optional

from pydantic import Field

from .base_model import BaseModel
from .fragments import Refused


class Compact(BaseModel):
    compact: "CompactCompact"


class CompactCompact(BaseModel):
    marker: Optional["CompactCompactMarker"]
    replayed: bool
    user_errors: list["CompactCompactUserErrors"] = Field(alias="userErrors")


class CompactCompactMarker(BaseModel):
    id: str


CompactCompactUserErrors = Refused
Compact.model_rebuild()
CompactCompact.model_rebuild()
