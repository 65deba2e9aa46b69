"""Servers that run already, by their URL. Load goes to this machine only, unless a host is allowed by name."""

import socket
from collections.abc import Collection, Sequence
from urllib.parse import SplitResult, urlsplit

from fairlap.adhoc.sides import QUESTION, named, require_distinct
from fairlap.catalog import Contestant
from fairlap.catalog.project import slug
from fairlap.errors import UsageError

READY_S = 3.0
"""A server that runs answers at once."""


def running_of(texts: Sequence[str], path: str, allowed: Collection[str]) -> tuple[Contestant, ...]:
    """Return a contestant for each URL, in order.

    Args:
        texts: `URL` or `NAME=URL`; what is asked is the path of the URL followed by `path`.
        path: a path.
        allowed: hosts other than this machine to which load may go.

    Raises:
        UsageError: there are fewer than two, two have the same name, a URL is none, its host is unknown, or foreign.
    """
    if len(texts) < 2:
        raise UsageError("a race needs two URLs or more", hint="--url old=http://127.0.0.1:8001 --url new=...")
    found = tuple(_running(text, path, allowed) for text in texts)
    require_distinct([contestant.name for contestant in found])
    return found


def foreign(contestants: Sequence[Contestant]) -> tuple[str, ...]:
    """Return the addresses of contestants that are not on this machine."""
    own = _own_addresses()
    hosts = [contestant.address[0] for contestant in contestants if contestant.address is not None]
    return tuple(dict.fromkeys(host for host in hosts if host not in own))


def _running(text: str, path: str, allowed: Collection[str]) -> Contestant:
    name, url = named(text)
    parts = _split(url)
    assert parts.hostname is not None
    address = (_resolved(parts.hostname), parts.port or 80)
    if address[0] not in _own_addresses() and not {parts.hostname, address[0]} & set(allowed):
        raise UsageError(
            f"{parts.hostname} is not this machine, and load would go there",
            where=url,
            hint=f"if it is yours, add --allow-remote {parts.hostname}",
        )
    asked = parts.path.rstrip("/") + path
    return Contestant.model_validate(
        {
            "name": name or slug(f"{parts.netloc}{parts.path}", "server"),
            "framework": url,
            "start": ["false"],
            "ready_s": READY_S,
            "scenarios": {QUESTION: {"path": asked}},
            "in_place": True,
            "address": address,
        }
    )


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        known = parts.scheme == "http" and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        known = False
    if not known or parts.query or parts.username:
        raise UsageError("is no such URL", where=url, hint="http://HOST[:PORT][/PATH]; a query goes into --path")
    return parts


def _resolved(host: str) -> str:
    try:
        return str(socket.getaddrinfo(host, None, socket.AF_INET, socket.SOCK_STREAM)[0][4][0])
    except socket.gaierror as error:
        raise UsageError(f"has no address: {error.strerror}", where=host, hint="check the URL") from error


def _own_addresses() -> frozenset[str]:
    import psutil

    found = {each.address for addresses in psutil.net_if_addrs().values() for each in addresses}
    return frozenset(found | {"127.0.0.1", "0.0.0.0"})
