"""Checks and headers for every answer: read-only methods, the right host, security headers."""

from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairlap.pages.site import POLICY

METHODS = ("GET", "HEAD")

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Guard:
    """Accepts GET and HEAD for the names in `hosts`.

    Checking the Host header prevents DNS rebinding: a foreign page could make its own name point to 127.0.0.1 and read
    what is served here.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self._app = app
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        answer = self._refusal(scope) or self._app
        await answer(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        if host_of(Headers(scope=scope).get("host", "")) not in self._hosts:
            return PlainTextResponse("This server does not serve this host name.\n", status_code=421)
        if scope["method"] not in METHODS:
            allowed = {"allow": ", ".join(METHODS)}
            return PlainTextResponse("This server is read-only.\n", status_code=405, headers=allowed)
        return None


def host_of(header: str) -> str:
    """Return the name in a Host header in lower case, without the port; an IPv6 address keeps its brackets."""
    name, colon, port = header.rpartition(":")
    return (name if colon and port.isdigit() else header).lower()
