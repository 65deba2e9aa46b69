"""Servers that run already, by their URL. Load goes to this machine only, unless a host is allowed by name."""

import socket
from collections.abc import Collection, Sequence
from urllib.parse import SplitResult, urlsplit

from fairlap.adhoc.sides import QUESTION, named, require_distinct
from fairlap.catalog import Address, Contestant, Trust
from fairlap.catalog.project import slug
from fairlap.errors import UsageError

READY_S = 3.0
"""A server that runs answers at once."""


def is_secure(texts: Sequence[str]) -> bool:
    """Return whether servers are asked over TLS. Raises UsageError if only some are, or a URL is none."""
    schemes = {_split(named(text)[1]).scheme for text in texts}
    if len(schemes) > 1:
        raise UsageError("some URLs are https, and others are not", hint="one race asks all in the same way")
    return schemes == {"https"}


def running_of(
    texts: Sequence[str], path: str, allowed: Collection[str], authority: str | None
) -> tuple[Contestant, ...]:
    """Return a contestant for each URL, in order.

    Args:
        texts: `URL` or `NAME=URL`; what is asked is the path of the URL followed by `path`.
        path: a path.
        allowed: hosts other than this machine to which load may go.
        authority: certificates to trust, PEM; `None`: those that this machine trusts.

    Raises:
        UsageError: there are fewer than two, two have the same name, a URL is none, its host is unknown, or foreign.
    """
    if len(texts) < 2:
        raise UsageError("a race needs two URLs or more", hint="--url old=http://127.0.0.1:8001 --url new=...")
    found = tuple(_running(text, path, allowed, authority) for text in texts)
    require_distinct([contestant.name for contestant in found])
    return found


def foreign(contestants: Sequence[Contestant]) -> tuple[str, ...]:
    """Return the addresses of contestants that are not on this machine."""
    own = _own_addresses()
    hosts = [contestant.address.host for contestant in contestants if contestant.address is not None]
    return tuple(dict.fromkeys(host for host in hosts if host not in own))


def _running(text: str, path: str, allowed: Collection[str], authority: str | None) -> Contestant:
    name, url = named(text)
    parts = _split(url)
    assert parts.hostname is not None
    secure = parts.scheme == "https"
    trust = Trust(authority, parts.hostname, "one that is trusted (see --cacert)") if secure else None
    port = parts.port or (443 if secure else 80)
    address = Address(_resolved(parts.hostname), port, parts.netloc.rpartition("@")[2], trust)
    if address.host not in _own_addresses() and not {parts.hostname, address.host} & set(allowed):
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
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        known = False
    if not known or parts.query or parts.username:
        raise UsageError("is no such URL", where=url, hint="http[s]://HOST[:PORT][/PATH]; a query goes into --path")
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
