"""The messages of a thread as turns of its conversation: what anybody else sees of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.messages import BaseMessage

from ..errors import TurngraphError
from ..types import RecordFields
from ._names import ITEM, TURN, name_of
from ._parts import Split
from ._thread import Thread
from ._turns import turn_of

BATCH_LENGTH = 250
"""So many turns are stored at once."""
WINDOW = 256
"""So many places are looked up at once, from the end of a list."""
EVERYTHING = 1_000_000_000
PASSING = frozenset({"UNREACHABLE", "TIMEOUT", "CLOSED", "RECORD_CHANGED", "RATE_LIMITED", "OVERLOADED"})
"""What says nothing about a list of messages, but about the store or the connection."""


@dataclass(frozen=True)
class Messages:
    """Messages of a checkpoint."""

    checkpoint_id: str
    list: Sequence[BaseMessage]
    split: Split


def messages_of(checkpoint_id: str, value: Any, split: Split) -> Messages | None:
    """Returns what a channel holds as messages; None where it holds anything else."""
    if type(value) is list and all(isinstance(each, BaseMessage) for each in value):
        return Messages(checkpoint_id, value, split)
    return None


@dataclass(frozen=True)
class Batch:
    """Turns that are still to be stored, with the records that go with them."""

    turns: list[dict[str, Any]] = field(default_factory=list)
    records: list[RecordFields] = field(default_factory=list)
    place: str | None = None
    """The name of the place of the whole list; None of an empty one."""


async def project(thread: Thread, messages: Messages) -> Batch:
    """Stores all turns of a list but those of the last batch, which is returned: the checkpoint goes with it.

    A list that begins as one which is there already continues its turns; one that is the beginning of the path takes the
    head back.
    """
    salt = (await thread.salt()).salt
    places = _places_of(salt, messages.split.items)
    length, observation_id = await _longest_known(thread, places)
    if length == len(messages.list):
        await rewind_to(thread, observation_id)
    batches = [
        _batch_of(messages, places, at, [observation_id] if at == length else [])
        for at in range(length, len(messages.list), BATCH_LENGTH)
    ]
    for batch in batches[:-1]:
        await thread.write([], batch.records, batch.turns)
    last = batches[-1] if batches else Batch()
    return Batch(last.turns, last.records, places[-1] if places else None)


def _places_of(salt: str, items: Sequence[str]) -> list[str]:
    """Returns the name of each beginning of a list."""
    places: list[str] = []
    for item in items:
        places.append(name_of(salt, TURN, places[-1] if places else "", item))
    return places


async def _longest_known(thread: Thread, places: Sequence[str]) -> tuple[int, str | None]:
    """Returns how much of a list is stored as turns, and where its last one stands; None: nowhere."""
    for end in range(len(places), 0, -WINDOW):
        start = max(end - WINDOW, 0)
        found = await thread.parts(TURN, places[start:end])
        known = {record.key: record.observation.id for record in found if record.observation is not None}
        for at in range(end - 1, start - 1, -1):
            if places[at] in known:
                return at + 1, known[places[at]]
    return 0, None


def _batch_of(messages: Messages, places: Sequence[str], start: int, parent: list[str | None]) -> Batch:
    """`parent`: what the first turn continues, None for a new root; empty: the turn before."""
    parts = {part["key"]: part for part in messages.split.parts if part["kind"] == ITEM}
    batch = Batch()
    for i, message in enumerate(messages.list[start : start + BATCH_LENGTH]):
        turn = turn_of(message, message.id or f"{messages.checkpoint_id}.{start + i}")
        if parent and i == 0:
            turn["parent"] = None if parent[0] is None else {"observation_id": parent[0]}
        batch.turns.append(turn)
        batch.records.append({"kind": TURN, "key": places[start + i], "value": turn["turn_id"], "turn": i})
        item = parts.get(messages.split.items[start + i])
        # It is about the turn now: they are erased together.
        if item is not None:
            batch.records.append({**item, "if_exists": "REPLACE", "turn": i})
    return batch


async def rewind_to(thread: Thread, observation_id: str | None) -> None:
    """Moves the head to a place: messages were taken away from the end, or are those of another branch."""
    talk = thread.talk
    summary = await talk.summary()
    if summary is None or (summary.head.id if summary.head else None) == observation_id:
        return
    if observation_id is None:
        await talk.rewind(turns=EVERYTHING)
        return
    try:
        await talk.rewind(to={"observation_id": observation_id})
    except TurngraphError as error:
        refusal_of(error)
        await talk.switch_to(observation_id)


def refusal_of(error: TurngraphError) -> str:
    """Returns the code with which turns were refused; raises what is no refusal of theirs."""
    if error.code in PASSING:
        raise error
    return error.code
