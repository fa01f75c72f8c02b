from typing import Optional

from pydantic import Field

from .base_model import BaseModel


class TurnPlace(BaseModel):
    conversation: Optional["TurnPlaceConversation"]


class TurnPlaceConversation(BaseModel):
    transcript: "TurnPlaceConversationTranscript"


class TurnPlaceConversationTranscript(BaseModel):
    nodes: list["TurnPlaceConversationTranscriptNodes"]
    page_info: "TurnPlaceConversationTranscriptPageInfo" = Field(alias="pageInfo")


class TurnPlaceConversationTranscriptNodes(BaseModel):
    observation: "TurnPlaceConversationTranscriptNodesObservation"


class TurnPlaceConversationTranscriptNodesObservation(BaseModel):
    id: str


class TurnPlaceConversationTranscriptPageInfo(BaseModel):
    has_previous_page: bool = Field(alias="hasPreviousPage")
    start_cursor: Optional[str] = Field(alias="startCursor")


TurnPlace.model_rebuild()
TurnPlaceConversation.model_rebuild()
TurnPlaceConversationTranscript.model_rebuild()
TurnPlaceConversationTranscriptNodes.model_rebuild()
