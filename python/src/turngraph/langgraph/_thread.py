"""The records of one thread, which is a conversation."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from .._client import AsyncTurngraph
from ..errors import TurngraphError
from ..types import Appended, Members, RecordFields, StateRecord
from ._names import THREAD

T = TypeVar("T")
AT_ONCE = 1000
"""So many records a request takes and names."""
ATTEMPTS = 5
REMEMBERED = 200_000
"""So many names of parts are remembered of a thread."""


@dataclass(frozen=True)
class Salt:
    """What the digests of a thread are keyed with, and where the parts lie that it does not have itself."""

    salt: str
    version: int
    """Changes when the thread is deleted: what was known of it before holds no more."""
    source: str | None
    """The thread that this one was forked from."""


def new_salt() -> str:
    """Returns 16 random bytes."""
    return base64.urlsafe_b64encode(secrets.token_bytes(16)).decode().rstrip("=")


class Thread:
    """One thread: its salt, and which of its parts are known to be there."""

    def __init__(self, client: AsyncTurngraph, thread_id: str) -> None:
        self.id = thread_id
        self.talk = client.conversations.open(thread_id)
        self._client = client
        self._salt: Salt | None = None
        self._known: set[tuple[str, str]] = set()

    async def salt(self) -> Salt:
        """Returns its salt; one is made where there is none."""
        if self._salt is None:
            record = await self.talk.records.get(THREAD, "salt")
            self._salt = Salt(new_salt(), 0, None) if record is None else _salt_of(record)
        return self._salt

    def forget(self) -> None:
        """Forgets what it knows of the thread, which another process may have deleted."""
        self._salt = None
        self._known.clear()

    def know(self, kind: str, names: Sequence[str]) -> None:
        """Remembers parts that are there."""
        if len(self._known) > REMEMBERED:
            self._known.clear()
        self._known.update((kind, name) for name in names)

    def know_all(self, parts: Sequence[RecordFields]) -> None:
        """Remembers parts that are there."""
        for part in parts:
            self.know(part["kind"], [part["key"]])

    def lacking(self, parts: Sequence[RecordFields]) -> list[RecordFields]:
        """Returns those of parts that are not known to be there, each once."""
        by_name = {(part["kind"], part["key"]): part for part in parts}
        return [part for name, part in by_name.items() if name not in self._known]

    async def write(
        self, parts: Sequence[RecordFields], records: Sequence[RecordFields], turns: Sequence[Members] = ()
    ) -> list[Appended]:
        """Writes parts, and then records with turns in one transaction: so no record is there whose parts are not.

        Refused with RECORD_CHANGED where the thread was deleted meanwhile.
        """
        lacking = [*parts]
        while len(lacking) + len(records) + 1 > AT_ONCE:
            await self._guarded([], lacking[: AT_ONCE - 1])
            del lacking[: AT_ONCE - 1]
        appended = await self._guarded(turns, [*lacking, *records])
        self.know_all(parts)
        return appended

    async def _guarded(self, turns: Sequence[Members], records: Sequence[RecordFields]) -> list[Appended]:
        known = await self.salt()
        appended = await self._append(turns, [_guard_of(known), *records])
        if known.version == 0:
            self._salt = replace(known, version=1)
        return appended

    async def _append(self, turns: Sequence[Members], records: Sequence[RecordFields]) -> list[Appended]:
        try:
            return await self.talk.append_all(turns, records=records)
        except TurngraphError as error:
            if not _is_deleted(error):
                raise
        await self.talk.restore()
        return await self.talk.append_all(turns, records=records)

    async def anew(self, work: Callable[[], Awaitable[T]]) -> T:
        """Does something with the thread; once more where it was deleted, or made, by another process meanwhile."""
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return await work()
            except TurngraphError as error:
                if error.code != "RECORD_CHANGED" or attempt == ATTEMPTS:
                    raise
                self.forget()
        raise AssertionError

    async def parts(self, kind: str, names: Sequence[str]) -> list[StateRecord]:
        """Returns parts by their names, its own or those of the thread that it was forked from."""
        found = await self.records(kind, names)
        if len(found) == len(names):
            return found
        source = (await self.salt()).source
        if source is None:
            return found
        own = {record.key for record in found}
        return found + await Thread(self._client, source).parts(kind, [name for name in names if name not in own])

    async def records(self, kind: str, keys: Sequence[str]) -> list[StateRecord]:
        """Returns records of its own by their keys. What is more than an answer holds comes in parts."""
        if not keys:
            return []
        half = AT_ONCE if len(keys) > AT_ONCE else len(keys) // 2
        if len(keys) <= AT_ONCE:
            try:
                return await self.talk.records.list(kind, keys=keys, first=len(keys)).all()
            except TurngraphError as error:
                if error.code != "LIMIT_EXCEEDED" or len(keys) == 1:
                    raise
        return await self.records(kind, keys[:half]) + await self.records(kind, keys[half:])


def _guard_of(salt: Salt) -> RecordFields:
    """Written with everything: it stays as it is, unless the thread was deleted."""
    value = {"salt": salt.salt, **({} if salt.source is None else {"source": salt.source})}
    return {"kind": THREAD, "key": "salt", "value": value, "expected_version": salt.version, "if_exists": "KEEP"}


def _salt_of(record: StateRecord) -> Salt:
    value: Any = record.value if isinstance(record.value, dict) else {}
    salt, source = value.get("salt"), value.get("source")
    if not isinstance(salt, str):
        raise TurngraphError("CHECKPOINT_DAMAGED", "The salt of the thread is damaged.")
    return Salt(salt, record.version, source if isinstance(source, str) else None)


def _is_deleted(error: TurngraphError) -> bool:
    """A conversation that is there and deleted is as good as none, until it is restored."""
    details = error.details if isinstance(error.details, dict) else {}
    return error.code == "NOT_FOUND" and details.get("kind") == "Conversation"
