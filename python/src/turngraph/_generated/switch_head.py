from pydantic import Field

from .base_model import BaseModel
from .fragments import HeadMoved


class SwitchHead(BaseModel):
    switch_head: "SwitchHeadSwitchHead" = Field(alias="switchHead")


SwitchHeadSwitchHead = HeadMoved
SwitchHead.model_rebuild()
