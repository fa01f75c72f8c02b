"""What the generated inputs and enums are made of."""

from enum import Enum

from pydantic import ConfigDict

from .base_model import BaseModel


class GivenModel(BaseModel):
    """An input; a member that the schema does not have is refused."""

    model_config = ConfigDict(extra="forbid")


class AnyCase(Enum):
    """An enum whose members are found in lower case, too."""

    @classmethod
    def _missing_(cls, value: object) -> "AnyCase | None":
        return cls.__members__.get(value.upper()) if isinstance(value, str) else None
