"""What the generated operations are sent by."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from typing import Any, Optional

from pydantic import BaseModel

from .base_model import UNSET

Send = Callable[[str, dict[str, Any]], Awaitable[dict[str, Any]]]
Follow = Callable[[str, dict[str, Any]], AsyncGenerator[dict[str, Any], None]]


class GraphOperations:
    """Sends operations, and follows subscriptions, by what it is given."""

    def __init__(self, send: Send, follow: Follow) -> None:
        self._send = send
        self._follow = follow

    async def execute(
        self,
        query: str,
        operation_name: Optional[str] = None,
        variables: Optional[dict[str, Any]] = None,
    ) -> dict[str, Any]:
        """Returns the data of one operation."""
        return await self._send(query, _as_json(variables))

    def get_data(self, response: dict[str, Any]) -> dict[str, Any]:
        """Returns the data of an answer, which is all that is answered here."""
        return response

    async def execute_ws(
        self,
        query: str,
        operation_name: Optional[str] = None,
        variables: Optional[dict[str, Any]] = None,
    ) -> AsyncIterator[dict[str, Any]]:
        """Yields the data of a subscription on one connection."""
        followed = self._follow(query, _as_json(variables))
        try:
            async for data in followed:
                yield data
        finally:
            await followed.aclose()


def _as_json(variables: Optional[dict[str, Any]]) -> dict[str, Any]:
    given = (variables or {}).items()
    return {name: _value(value) for name, value in given if value is not UNSET}


def _value(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(by_alias=True, exclude_unset=True)
    return [_value(each) for each in value] if isinstance(value, list) else value
