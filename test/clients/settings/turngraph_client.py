from gql import Client
from gql.transport.aiohttp import AIOHTTPTransport
from gql.transport.websockets import WebsocketsTransport


def http_client(origin: str) -> Client:
    """Queries and mutations, checked against the schema before they are sent."""
    return Client(transport=AIOHTTPTransport(url=f"{origin}/graphql"), fetch_schema_from_transport=True)


def socket_client(origin: str) -> Client:
    """Subscriptions."""
    return Client(transport=WebsocketsTransport(url=f"{origin.replace('http', 'ws', 1)}/graphql"))
