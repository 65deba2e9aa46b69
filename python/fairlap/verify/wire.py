"""Encodes a Request as bytes, and splits them. Pure."""

from collections.abc import Sequence

from fairlap.catalog.models import Request
from fairlap.verify.excerpt import excerpt

WITH_BODY = ("POST", "PUT", "PATCH")
PAUSE_MARK = "<pause>"
SHOWN_LINES = 40


def encode(request: Request, host: str, port: int, *, close: bool) -> bytes:
    """Return the bytes of a request; with `close`, it asks the server to close the connection after the answer."""
    own = {name.lower() for name in request.headers}
    body = b"" if request.body is None else request.body.encode()
    lines = [f"{request.method} {request.path} HTTP/1.1"]
    if "host" not in own:
        lines.append(f"Host: [{host}]:{port}" if ":" in host else f"Host: {host}:{port}")
    lines += [
        f"{name}: {value}" for name, value in request.headers.items() if not close or name.lower() != "connection"
    ]
    if "content-length" not in own and (body or request.method in WITH_BODY):
        lines.append(f"Content-Length: {len(body)}")
    if close:
        lines.append("Connection: close")
    return "\r\n".join([*lines, "", ""]).encode() + body


def splits(data: bytes) -> tuple[tuple[str, tuple[bytes, bytes]], ...]:
    """Split a request into two TCP writes at several places: (description of the place, the two pieces)."""
    line_end = data.index(b"\r\n")
    header_end = data.index(b"\r\n", line_end + 2)
    head_end = data.index(b"\r\n\r\n") + 4
    places = [
        ("in the middle of the request line", line_end // 2),
        ("in the middle of a header", (line_end + 2 + header_end) // 2),
        ("before the final CRLF", head_end - 2),
    ]
    if len(data) > head_end:
        places.append(("between head and body", head_end))
    return tuple((words, (data[:at], data[at:])) for words, at in places)


def shown(pieces: Sequence[bytes]) -> str:
    """Return readable requests, line by line, with a mark between two TCP writes."""
    lines = PAUSE_MARK.encode().join(pieces).rstrip(b"\r\n").split(b"\r\n")
    kept = [excerpt(line).text for line in lines[:SHOWN_LINES]]
    return "\n".join([*kept, "..."] if len(lines) > SHOWN_LINES else kept)
