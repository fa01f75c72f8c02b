from typing import Optional

from pydantic import Field

from .base_model import BaseModel
from .fragments import Refused, Warned


class StoreTurn(BaseModel):
    store_turn: "StoreTurnStoreTurn" = Field(alias="storeTurn")


class StoreTurnStoreTurn(BaseModel):
    conversation: Optional["StoreTurnStoreTurnConversation"]
    message: Optional["StoreTurnStoreTurnMessage"]
    observation: Optional["StoreTurnStoreTurnObservation"]
    replayed: bool
    left_transcript: int = Field(alias="leftTranscript")
    forked: bool
    warnings: list["StoreTurnStoreTurnWarnings"]
    user_errors: list["StoreTurnStoreTurnUserErrors"] = Field(alias="userErrors")


class StoreTurnStoreTurnConversation(BaseModel):
    id: str


class StoreTurnStoreTurnMessage(BaseModel):
    id: str


class StoreTurnStoreTurnObservation(BaseModel):
    id: str


StoreTurnStoreTurnWarnings = Warned
StoreTurnStoreTurnUserErrors = Refused
StoreTurn.model_rebuild()
StoreTurnStoreTurn.model_rebuild()
