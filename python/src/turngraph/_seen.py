"""What a client has seen of a cluster, as its servers say: the next request is answered by one that has all of it."""

from __future__ import annotations

from collections.abc import Mapping

SEEN_HEADER = "x-turngraph-seen"
MOST_TOKENS = 8
"""More answers than these may be on their way at once: then a request says nothing, and the leader answers it."""


class Seen:
    """The tokens of one connection."""

    def __init__(self) -> None:
        self.tokens: set[str] = set()

    def begin(self) -> Begun:
        """Begins a request."""
        return Begun(self)

    def forget(self) -> None:
        """Notes that something was seen without a token."""
        self.tokens = set()


class Begun:
    """A request on its way."""

    def __init__(self, seen: Seen) -> None:
        self._seen = seen
        self._tokens = seen.tokens
        self._sent = [*seen.tokens]

    def added_to(self, headers: Mapping[str, str] | None) -> Mapping[str, str]:
        """Returns the headers of the request."""
        says = 0 < len(self._sent) <= MOST_TOKENS
        return {**(headers or {}), **({SEEN_HEADER: ",".join(self._sent)} if says else {})}

    def end(self, token: str | None) -> None:
        """Notes the token of the answer."""
        if token is None:
            self._seen.forget()
        elif self._tokens is self._seen.tokens:
            # An answer covers what its request said; one that said nothing was answered by the leader, which covers all.
            self._tokens.difference_update(self._sent)
            self._tokens.add(token)
