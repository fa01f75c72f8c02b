from .base_model import BaseModel
from .fragments import HeadMoved


class Undo(BaseModel):
    undo: "UndoUndo"


UndoUndo = HeadMoved
Undo.model_rebuild()
