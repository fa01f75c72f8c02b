from typing import Optional

from pydantic import Field

from .base_model import BaseModel
from .fragments import StateRecordItem


class Records(BaseModel):
    records: "RecordsRecords"


class RecordsRecords(BaseModel):
    nodes: list["RecordsRecordsNodes"]
    page_info: "RecordsRecordsPageInfo" = Field(alias="pageInfo")


RecordsRecordsNodes = StateRecordItem


class RecordsRecordsPageInfo(BaseModel):
    has_next_page: bool = Field(alias="hasNextPage")
    end_cursor: Optional[str] = Field(alias="endCursor")


Records.model_rebuild()
RecordsRecords.model_rebuild()
