from pydantic import Field

from .base_model import BaseModel
from .fragments import Refused


class PutRecords(BaseModel):
    put_records: "PutRecordsPutRecords" = Field(alias="putRecords")


class PutRecordsPutRecords(BaseModel):
    records: list["PutRecordsPutRecordsRecords"]
    replayed: bool
    user_errors: list["PutRecordsPutRecordsUserErrors"] = Field(alias="userErrors")


class PutRecordsPutRecordsRecords(BaseModel):
    kind: str
    key: str
    version: int
    stored_at: str = Field(alias="storedAt")


PutRecordsPutRecordsUserErrors = Refused
PutRecords.model_rebuild()
PutRecordsPutRecords.model_rebuild()
