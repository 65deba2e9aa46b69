"""The path of each page relative to the index, the same on a server and in a folder."""

import hashlib

LONGEST = 100
"""Longest name in a path: file systems allow 255 bytes, which must hold two names."""

INDEX, COMPARE, HISTORY, LIVE = "index.html", "compare.html", "history.html", "live.html"
EVENTS = "live/events"
SEPARATOR = "..."
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")


def part(name: str) -> str:
    """Encode a name for paths and URLs; lower-case letters, digits, hyphens and underscores are unchanged.

    Other characters become `~` and two hexadecimal digits per byte of UTF-8. The result needs no quoting, stays in its
    folder, and is unique even where file names ignore case.
    """
    text = "".join(char if char in _PLAIN else "".join(f"~{byte:02x}" for byte in _bytes(char)) for char in name)
    if len(text) <= LONGEST:
        return text or "~"
    digest = hashlib.sha256(_bytes(name)).hexdigest()[:16]
    return f"{text[: LONGEST - 18]}~~{digest}"


def run_page(run: str) -> str:
    return f"runs/{part(run)}.html"


def run_json(run: str) -> str:
    """Return the path of a run's report as JSON (schemas/run.json, schemas/classic.json)."""
    return f"runs/{part(run)}.json"


def history_page(contestant: str) -> str:
    return f"history/{part(contestant)}.html"


def runs_page(base: str, new: str) -> str:
    """Return the path of the comparison of two runs."""
    return f"compare/{part(base)}{SEPARATOR}{part(new)}.html"


def pair_page(run: str, base: str, new: str) -> str:
    """Return the path of the comparison of two contestants of a run."""
    return f"compare/{SEPARATOR.join(map(part, (run, base, new)))}.html"


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
