"""Sessions of the Claude Agent SDK that are conversations."""

try:
    import claude_agent_sdk  # noqa: F401
except ImportError as error:
    message = "turngraph.claude_agent_sdk needs the Claude Agent SDK: pip install 'turngraph[claude-agent-sdk]'"
    raise ImportError(message) from error

from ._store import TurngraphSessionStore

__all__ = ["TurngraphSessionStore"]
