from typing import Optional

from pydantic import Field

from .base_model import BaseModel
from .fragments import Refused, Warned


class StoreTurns(BaseModel):
    store_turns: "StoreTurnsStoreTurns" = Field(alias="storeTurns")


class StoreTurnsStoreTurns(BaseModel):
    results: list["StoreTurnsStoreTurnsResults"]
    replayed: bool
    user_errors: list["StoreTurnsStoreTurnsUserErrors"] = Field(alias="userErrors")


class StoreTurnsStoreTurnsResults(BaseModel):
    conversation: Optional["StoreTurnsStoreTurnsResultsConversation"]
    message: Optional["StoreTurnsStoreTurnsResultsMessage"]
    observation: Optional["StoreTurnsStoreTurnsResultsObservation"]
    left_transcript: int = Field(alias="leftTranscript")
    forked: bool
    warnings: list["StoreTurnsStoreTurnsResultsWarnings"]


class StoreTurnsStoreTurnsResultsConversation(BaseModel):
    id: str


class StoreTurnsStoreTurnsResultsMessage(BaseModel):
    id: str


class StoreTurnsStoreTurnsResultsObservation(BaseModel):
    id: str


StoreTurnsStoreTurnsResultsWarnings = Warned
StoreTurnsStoreTurnsUserErrors = Refused
StoreTurns.model_rebuild()
StoreTurnsStoreTurns.model_rebuild()
StoreTurnsStoreTurnsResults.model_rebuild()
