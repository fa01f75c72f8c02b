from typing import Optional

from pydantic import Field

from .base_model import BaseModel
from .fragments import Refused


class AmendMessage(BaseModel):
    amend_message: "AmendMessageAmendMessage" = Field(alias="amendMessage")


class AmendMessageAmendMessage(BaseModel):
    message: Optional["AmendMessageAmendMessageMessage"]
    observation: Optional["AmendMessageAmendMessageObservation"]
    replayed: bool
    user_errors: list["AmendMessageAmendMessageUserErrors"] = Field(alias="userErrors")


class AmendMessageAmendMessageMessage(BaseModel):
    id: str


class AmendMessageAmendMessageObservation(BaseModel):
    id: str


AmendMessageAmendMessageUserErrors = Refused
AmendMessage.model_rebuild()
AmendMessageAmendMessage.model_rebuild()
