from gql import Client
from gql.transport.aiohttp import AIOHTTPTransport
from gql.transport.websockets import WebsocketsTransport


def http_client(origin: str, key: str | None = None) -> Client:
    """Queries and mutations, checked against the schema before they are sent."""
    transport = AIOHTTPTransport(url=f"{origin}/graphql", headers=bearer(key))
    return Client(transport=transport, fetch_schema_from_transport=True)


def socket_client(origin: str, key: str | None = None) -> Client:
    """Subscriptions."""
    url = f"{origin.replace('http', 'ws', 1)}/graphql"
    return Client(transport=WebsocketsTransport(url=url, init_payload=bearer(key)))


def bearer(key: str | None) -> dict[str, str]:
    return {} if key is None else {"authorization": f"Bearer {key}"}
