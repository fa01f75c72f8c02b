"""A checkpointer of LangGraph whose threads are conversations."""

try:
    import langgraph.checkpoint.base  # noqa: F401
except ImportError as error:
    raise ImportError("turngraph.langgraph needs LangGraph: pip install 'turngraph[langgraph]'") from error

from ._saver import AsyncTurngraphSaver, TurngraphSaver

__all__ = ["AsyncTurngraphSaver", "TurngraphSaver"]
