"""Values in parts: a list is stored element by element, so that lists which begin alike share what they share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from langgraph.checkpoint.serde.base import SerializerProtocol

from ..types import RecordFields
from ._encoding import Encoded, decode, digestible, encode, is_encoded
from ._names import CHUNK, ITEM, VALUE, name_of
from ._thread import Thread

LONGEST_INLINE = 128
"""What is longer is a part of its own."""
CHUNK_LENGTH = 32
"""So many elements a chunk names."""

Reference = dict[str, Any]
"""A value, `{"inline": …}`, or the name of the part that has it, `{"part": …}`."""


@dataclass(frozen=True)
class Split:
    """A value that is to be stored, in parts that are named by their content."""

    reference: Reference
    parts: list[RecordFields] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    """The names of its elements, where it is a list: those of a short one are no parts."""


def split(serde: SerializerProtocol, salt: str, value: Any) -> Split:
    """Returns a value in parts."""
    if type(value) is list and value:
        return _split_list(serde, salt, value)
    encoded = encode(serde, value)
    if len(digestible(encoded)) <= LONGEST_INLINE:
        return Split({"inline": encoded})
    part = _part(VALUE, value_name(salt, {"one": encoded}), {"one": encoded})
    return Split({"part": part["key"]}, [part])


def _split_list(serde: SerializerProtocol, salt: str, value: list[Any]) -> Split:
    elements = [encode(serde, element) for element in value]
    items = [_part(ITEM, item_name(salt, element), element) for element in elements]
    names = [item["key"] for item in items]
    if sum(len(digestible(element)) for element in elements) <= LONGEST_INLINE:
        return Split({"inline": encode(serde, value)}, [], names)
    groups = [names[at : at + CHUNK_LENGTH] for at in range(0, len(names), CHUNK_LENGTH)]
    chunks = [_part(CHUNK, chunk_name(salt, group), group) for group in groups]
    content = {"list": [chunk["key"] for chunk in chunks]}
    whole = _part(VALUE, value_name(salt, content), content)
    return Split({"part": whole["key"]}, [*items, *chunks, whole], names)


def _part(kind: str, key: str, value: Any) -> RecordFields:
    return {"kind": kind, "key": key, "value": value, "if_exists": "KEEP"}


def item_name(salt: str, element: Encoded) -> str:
    """Returns the name of an element."""
    return name_of(salt, ITEM, digestible(element))


def chunk_name(salt: str, names: list[str]) -> str:
    """Returns the name of a chunk."""
    return name_of(salt, CHUNK, *names)


def value_name(salt: str, part: dict[str, Any]) -> str:
    """Returns the name of a value."""
    if "one" in part:
        return name_of(salt, VALUE, digestible(part["one"]))
    return name_of(salt, VALUE, "list", *part["list"])


class MissingPart(Exception):
    """A part that a checkpoint names is not there, or is not what it is named by."""

    def __init__(self, kind: str, key: str) -> None:
        super().__init__(f'The part "{key}" of kind "{kind}" is missing or damaged.')
        self.kind = kind
        self.key = key


class PartReader:
    """Reads values that are stored in parts, each part once."""

    def __init__(self, thread: Thread, serde: SerializerProtocol) -> None:
        self._thread = thread
        self._serde = serde
        self._read: dict[str, dict[str, Any]] = {VALUE: {}, CHUNK: {}, ITEM: {}}

    async def prepare(self, references: list[Reference], with_items: bool = True) -> None:
        """Reads the parts of all these values at once; what is missing is noticed by `value`."""
        values = await self._fetch(VALUE, [each["part"] for each in references if "part" in each])
        chunks = await self._fetch(CHUNK, [name for value in values for name in value.get("list", [])])
        if with_items:
            await self._fetch(ITEM, [name for chunk in chunks for name in chunk])

    def value(self, reference: Reference) -> Any:
        """Returns a value whose parts were prepared. What was decoded once is decoded anew: values are their readers' own."""
        if "inline" in reference:
            return decode(self._serde, reference["inline"])
        part = self._found(VALUE, reference["part"])
        if "one" in part:
            return decode(self._serde, part["one"])
        names = [name for chunk in part["list"] for name in self._found(CHUNK, chunk)]
        return [decode(self._serde, self._found(ITEM, name)) for name in names]

    async def know(self, reference: Reference) -> None:
        """Lets the thread know that the parts of a value are there."""
        await self.prepare([reference], with_items=False)
        self._thread.know(CHUNK, [*self._read[CHUNK]])
        self._thread.know(ITEM, [name for chunk in self._read[CHUNK].values() for name in chunk])

    def all(self) -> list[RecordFields]:
        """Returns all parts that were read, to be written elsewhere."""
        return [_part(kind, key, value) for kind in (ITEM, CHUNK, VALUE) for key, value in self._read[kind].items()]

    def _found(self, kind: str, name: str) -> Any:
        if name not in self._read[kind]:
            raise MissingPart(kind, name)
        return self._read[kind][name]

    async def _fetch(self, kind: str, names: list[str]) -> list[Any]:
        """Returns the parts of these names that are there and are what they are named by."""
        read = self._read[kind]
        wanted = [name for name in dict.fromkeys(names) if name not in read]
        salt = (await self._thread.salt()).salt
        for record in await self._thread.parts(kind, wanted):
            if _name(salt, kind, record.value) == record.key:
                read[record.key] = record.value
        return [read[name] for name in dict.fromkeys(names) if name in read]


def _name(salt: str, kind: str, value: Any) -> str | None:
    """Returns what a part is to be called; None where it is none of its kind."""
    if kind == ITEM:
        return item_name(salt, value) if is_encoded(value) else None
    if kind == CHUNK:
        return chunk_name(salt, value) if _are_names(value) else None
    if isinstance(value, dict) and (is_encoded(value.get("one")) or _are_names(value.get("list"))):
        return value_name(salt, value)
    return None


def _are_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)
