from pydantic import Field

from .base_model import BaseModel
from .fragments import Refused


class DeleteRecords(BaseModel):
    delete_records: "DeleteRecordsDeleteRecords" = Field(alias="deleteRecords")


class DeleteRecordsDeleteRecords(BaseModel):
    deleted: int
    replayed: bool
    user_errors: list["DeleteRecordsDeleteRecordsUserErrors"] = Field(
        alias="userErrors"
    )


DeleteRecordsDeleteRecordsUserErrors = Refused
DeleteRecords.model_rebuild()
DeleteRecordsDeleteRecords.model_rebuild()
