from pydantic import Field

from .base_model import BaseModel


class KindsOfRecords(BaseModel):
    record_kinds: list[str] = Field(alias="recordKinds")
