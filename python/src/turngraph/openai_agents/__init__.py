"""Sessions of OpenAI's agents that are conversations."""

try:
    import agents  # noqa: F401
except ImportError as error:
    message = "turngraph.openai_agents needs OpenAI's agents: pip install 'turngraph[openai-agents]'"
    raise ImportError(message) from error

from ._session import SessionRefused, TurngraphSession

__all__ = ["SessionRefused", "TurngraphSession"]
