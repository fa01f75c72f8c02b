"""Values in parts: a list is stored element by element, so that lists which begin alike share what they share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from langgraph.checkpoint.serde.base import SerializerProtocol

from ..types import RecordFields
from ._encoding import Encoded, decode, digestible, encode, is_encoded, json_in
from ._names import CHUNK, ITEM, VALUE, name_of
from ._thread import Thread

LONGEST_INLINE = 128
"""What is longer is a part of its own."""
ITEMS_IN_CHUNK = 16
"""So many elements a chunk of the first level names."""
CHUNKS_IN_CHUNK = 64
"""So many chunks one of each level above names."""

Reference = dict[str, Any]
"""
A value, `{"inline": …}`, the name of the part that has it, `{"part": …}`, or the names of what it consists of: `{"list": …}`
has the last elements by their names (`last`), and those before them in a tree of chunks (`root`, `levels`); `{"text": …}` has
pieces of JSON, and between them the names of elements.
"""


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
    listed, chunks = _in_chunks(salt, names)
    return Split({"list": listed}, [*items, *chunks], names)


def _in_chunks(salt: str, names: list[str]) -> tuple[dict[str, Any], list[RecordFields]]:
    """A list that grows changes the names of its last elements, and now and then one chunk of each level."""
    whole = len(names) - len(names) % ITEMS_IN_CHUNK
    level, levels, length = names[:whole], 0, ITEMS_IN_CHUNK
    chunks: list[RecordFields] = []
    while len(level) > 1 or (len(level) == 1 and levels == 0):
        groups = [level[at : at + length] for at in range(0, len(level), length)]
        above = [_part(CHUNK, chunk_name(salt, group), group) for group in groups]
        chunks += above
        level, levels, length = [chunk["key"] for chunk in above], levels + 1, CHUNKS_IN_CHUNK
    root = {"root": level[0], "levels": levels} if level else {}
    return {"last": names[whole:], **root}, chunks


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
    if "text" in part:
        return name_of(salt, VALUE, "text", *part["text"])
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
        holders = [*references, *values]
        items = [name for each in holders for name in _names_in_text(each)]
        items += await self._fetch_lists([_open_list(each["list"]) for each in holders if "list" in each])
        if with_items:
            await self._fetch(ITEM, items)

    async def _fetch_lists(self, lists: list[_OpenList]) -> list[str]:
        """Reads the chunks of lists level by level, and returns the names of their elements."""
        items = [name for each in lists for name in each.last]
        left = [each for each in lists if each.names]
        while left:
            await self._fetch(CHUNK, [name for each in left for name in each.names])
            below = [_OpenList(self._within(each.names), each.levels - 1, []) for each in left]
            items += [name for each in below if each.levels == 0 for name in each.names]
            left = [each for each in below if each.levels > 0 and each.names]
        return items

    def _within(self, chunks: list[str]) -> list[str]:
        return [name for chunk in chunks for name in self._read[CHUNK].get(chunk, [])]

    def value(self, reference: Reference) -> Any:
        """Returns a value whose parts were prepared. What was decoded once is decoded anew: values are their readers' own."""
        if "inline" in reference:
            return decode(self._serde, reference["inline"])
        if "part" in reference:
            return self.value(self._found(VALUE, reference["part"]))
        if "one" in reference:
            return decode(self._serde, reference["one"])
        if "text" in reference:
            return decode(self._serde, self._filled(reference["text"]))
        listed = _open_list(reference["list"])
        names = listed.names
        for _ in range(listed.levels):
            names = [name for chunk in names for name in self._found(CHUNK, chunk)]
        return [decode(self._serde, self._found(ITEM, name)) for name in [*names, *listed.last]]

    def _filled(self, text: list[str]) -> str:
        """The JSON that such a text is of: each second piece is the name of an element."""
        pieces = [piece if at % 2 == 0 else json_in(self._found(ITEM, piece)) or "null" for at, piece in enumerate(text)]
        return "".join(pieces)

    async def know(self, reference: Reference) -> None:
        """Lets the thread know that the parts of a value are there."""
        await self.prepare([reference], with_items=False)
        chunks = self._read[CHUNK]
        named = _open_list(reference["list"]).last if "list" in reference else _names_in_text(reference)
        self._thread.know(CHUNK, [*chunks])
        self._thread.know(ITEM, [*[name for chunk in chunks.values() for name in chunk], *named])

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
    if isinstance(value, dict):
        if _are_names(value.get("list")) or _are_names(value.get("text")) or is_encoded(value.get("one")):
            return value_name(salt, value)
    return None


@dataclass(frozen=True)
class _OpenList:
    """A list of which the chunks at the root of its tree are known."""

    names: list[str]
    levels: int
    last: list[str]


def _open_list(listed: Any) -> _OpenList:
    """Lists were stored as the names of chunks of one level at first."""
    if isinstance(listed, list):
        return _OpenList(listed, 1, [])
    root = listed.get("root")
    return _OpenList([] if root is None else [root], listed.get("levels", 0), listed["last"])


def _names_in_text(reference: Reference) -> list[str]:
    return [name for at, name in enumerate(reference.get("text", [])) if at % 2 == 1]


def _are_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)
