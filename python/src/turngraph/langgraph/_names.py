"""How the records of a thread are called."""

from __future__ import annotations

import base64
import hashlib
import hmac
from urllib.parse import quote, unquote

from ..errors import error_of

VALUE = "lg.value.part"
"""A value, or the names of a list's chunks."""
CHUNK = "lg.chunk.part"
"""The names of some elements of a list, in order."""
ITEM = "lg.item.part"
"""One element of a list."""
WRITE = "lg.write.part"
"""What a task wrote for a checkpoint."""
TURN = "lg.turn.part"
"""The place in the tree of a list of messages that begins so."""
THREAD = "lg.thread.part"
"""What is of the whole thread: its salt, and where it was forked."""
FORK = "lg.fork.part"
"""A thread that was forked from this one."""
RUN = "lg.run"
"""A checkpoint of a run, by the run's id; over all threads."""

CHECKPOINTS = "lg.checkpoint"
"""What the kinds of checkpoints begin with: the root namespace's is this alone."""
LONGEST_KIND = 512
LONGEST_PART = 300


def checkpoint_kind(namespace: str) -> str:
    """Returns the kind of a namespace's checkpoints. One that is too long is a digest: its checkpoints say the name."""
    if namespace == "":
        return CHECKPOINTS
    kind = f"{CHECKPOINTS}/{_escaped(namespace).replace('%7C', '|').replace('%3A', ':')}"
    return kind if len(kind) <= LONGEST_KIND else f"{CHECKPOINTS}/%/{_digest(namespace)}"


def namespace_of(kind: str) -> str | None:
    """Returns the namespace that a kind names; None where it is a digest."""
    name = kind[len(CHECKPOINTS) + 1 :]
    return None if name.startswith("%/") else unquote(name)


def is_of_checkpoints(kind: str) -> bool:
    """Says whether a kind is one of checkpoints."""
    return kind == CHECKPOINTS or kind.startswith(f"{CHECKPOINTS}/")


def id_prefix(checkpoint_id: str) -> str:
    """Returns what the keys begin with of all that was written for a checkpoint."""
    return f"{_part(checkpoint_id)}/"


def writes_prefix(checkpoint_id: str, namespace: str) -> str:
    """Returns what the keys begin with of all that was written for a checkpoint in a namespace."""
    return f"{id_prefix(checkpoint_id)}{_part(namespace)}/"


def write_key(checkpoint_id: str, namespace: str, task_id: str, index: int) -> str:
    """Returns the key of one write."""
    return f"{writes_prefix(checkpoint_id, namespace)}{_part(task_id)}/{index}"


def task_in(key: str) -> str:
    """Returns the task that the key of a write names; one that cannot be read there is said by the write."""
    return key.split("/")[2]


def run_prefix(run_id: str) -> str:
    """Returns what the keys begin with of the checkpoints of a run."""
    return f"{_part(run_id)}/"


def run_key(run_id: str, namespace: str, checkpoint_id: str) -> str:
    """Returns the key of a checkpoint of a run."""
    return f"{run_prefix(run_id)}{_part(namespace)}/{_part(checkpoint_id)}"


def name_of(salt: str, *content: str) -> str:
    """Returns the name of content in a thread, by a digest that cannot be made without the thread's salt."""
    key = base64.urlsafe_b64decode(salt + "=" * (-len(salt) % 4))
    made = hmac.new(key, b"".join(_bytes(text) + b"\0" for text in content), hashlib.sha256)
    return base64.urlsafe_b64encode(made.digest()[:16]).decode().rstrip("=")


def _part(text: str) -> str:
    escaped = _escaped(text)
    return escaped if len(escaped) <= LONGEST_PART else f"%{_digest(text)}"


def _escaped(text: str) -> str:
    """As in a URI; half of a surrogate pair is no name of anything."""
    try:
        return quote(text, safe="-_.~", errors="strict")
    except UnicodeEncodeError as error:
        raise error_of("BAD_INPUT", f"{text!a} is no name: it has half of a surrogate pair.") from error


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(_bytes(text)).digest()).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogatepass")
