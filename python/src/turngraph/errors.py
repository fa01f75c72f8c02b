"""Why something was refused or could not be done."""

from __future__ import annotations

from typing import Any


class TurngraphError(Exception):
    """A refusal: a code and facts for programs, a sentence for people.

    The code is an `ErrorCode` of the API, or UNREACHABLE, TIMEOUT, UNAUTHENTICATED and the like.
    """

    def __init__(
        self,
        code: str,
        message: str,
        details: Any = None,
        field: list[str] | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details
        self.field = field
        """Path of the input field at fault."""
        self.retry_after = retry_after
        """After how many seconds the server wants to be asked again."""

    def __reduce__(self) -> tuple[Any, ...]:
        return error_of, (self.code, self.message, self.details, self.field, self.retry_after)

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class BadInput(TurngraphError, ValueError):
    """Something was given that cannot be taken."""


class NotFound(TurngraphError):
    """There is nothing of that id."""


class HeadMoved(TurngraphError):
    """The head of the conversation is not the one that was expected."""


class IdempotencyMismatch(TurngraphError):
    """The idempotency key has been used for something else."""


class LimitExceeded(TurngraphError):
    """What was given, or asked for, is too much."""


class RecordChanged(TurngraphError):
    """A state record is not of the version that was expected."""


_CLASSES: dict[str, type[TurngraphError]] = {
    "BAD_INPUT": BadInput,
    "BAD_USER_INPUT": BadInput,
    "NOT_FOUND": NotFound,
    "HEAD_MOVED": HeadMoved,
    "IDEMPOTENCY_MISMATCH": IdempotencyMismatch,
    "LIMIT_EXCEEDED": LimitExceeded,
    "RECORD_CHANGED": RecordChanged,
}


def error_of(
    code: str,
    message: str,
    details: Any = None,
    field: list[str] | None = None,
    retry_after: float | None = None,
) -> TurngraphError:
    """Returns the error of a code, of the class that the code has."""
    return _CLASSES.get(code, TurngraphError)(code, message, details, field, retry_after)


def code_of(error: BaseException) -> str | None:
    """Returns the code of an error; None where it has none."""
    code = getattr(error, "code", None)
    return code if isinstance(code, str) else None
