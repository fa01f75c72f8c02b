"""What is given, as the API takes it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import uuid4

from pydantic import BaseModel, ValidationError

from ._generated.base_model import UNSET, UnsetType
from .errors import error_of

Model = TypeVar("Model", bound=BaseModel)


def made(model: type[Model], given: Mapping[str, Any]) -> Model:
    """Returns an input of the API; refuses members that it does not have and values of the wrong kind."""
    try:
        return model.model_validate({name: value for name, value in given.items() if value is not UNSET})
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        field = [str(step) for step in first["loc"]]
        message = f'What is given in "{".".join(field)}" is not valid: {first["msg"]}.'
        raise error_of("BAD_INPUT", message, {"reason": first["type"]}, field) from error


def new_key(given: str | None) -> str:
    """Returns the idempotency key that was given, else a new one."""
    return str(uuid4()) if given is None else given


def unless_none(value: Any) -> Any:
    """Returns a value; what is None is left out."""
    return UNSET if value is None else value


def camel(name: str) -> str:
    """Returns a name as the API writes it."""
    return re.sub(r"_([a-z0-9])", lambda found: found[1].upper(), name)


__all__ = ["UNSET", "UnsetType", "camel", "made", "new_key", "unless_none"]
