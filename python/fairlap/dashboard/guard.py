"""What holds for every answer: reading only, the right host, and the headers that a browser is to keep to."""

from collections.abc import Sequence

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
    """Lets GET and HEAD through; `hosts` are the names by which it may be called, none: any.

    A page of somewhere else can make its own name point to 127.0.0.1 and would then read what is served here; its name
    is still in the Host header (DNS rebinding).
    """

    def __init__(self, app: ASGIApp, hosts: Sequence[str] = ()) -> None:
        self._app = app
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection's request."""
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
        if self._hosts and host_of(Headers(scope=scope).get("host", "")) not in self._hosts:
            return PlainTextResponse("This server is called by another name.\n", status_code=421)
        if scope["method"] not in METHODS:
            allowed = {"allow": ", ".join(METHODS)}
            return PlainTextResponse("This server is for reading only.\n", status_code=405, headers=allowed)
        return None


def host_of(header: str) -> str:
    """The name in a Host header, without the port, in small letters; brackets of an IPv6 address stay."""
    name, colon, port = header.rpartition(":")
    return (name if colon and port.isdigit() else header).lower()
