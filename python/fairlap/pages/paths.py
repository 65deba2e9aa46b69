"""Where each page lies, relative to the index: the same on a server and in a folder."""

import hashlib

LONGEST = 100
"""Characters of a name in a path; file systems take 255 bytes for two names and what stands between them."""

INDEX, COMPARE, HISTORY, LIVE = "index.html", "compare.html", "history.html", "live.html"
EVENTS = "live/events"
BETWEEN = "..."
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")


def part(name: str) -> str:
    """A name as a part of a path and of an address: small letters, digits, hyphens and underscores stay what they are.

    The others become `~` and two hexadecimal digits for each byte of UTF-8: nothing in it needs quoting, leaves its
    folder, or is the same file as another one where capitals do not count.
    """
    text = "".join(char if char in _PLAIN else "".join(f"~{byte:02x}" for byte in _bytes(char)) for char in name)
    if len(text) <= LONGEST:
        return text or "~"
    digest = hashlib.sha256(_bytes(name)).hexdigest()[:16]
    return f"{text[: LONGEST - 18]}~~{digest}"


def run_page(run: str) -> str:
    """The report of a run."""
    return f"runs/{part(run)}.html"


def run_json(run: str) -> str:
    """The same for programs (schemas/run.json, schemas/classic.json)."""
    return f"runs/{part(run)}.json"


def history_page(contestant: str) -> str:
    """A contestant over all runs."""
    return f"history/{part(contestant)}.html"


def runs_page(base: str, new: str) -> str:
    """Two runs."""
    return f"compare/{part(base)}{BETWEEN}{part(new)}.html"


def pair_page(run: str, base: str, new: str) -> str:
    """Two contestants of a run."""
    return f"compare/{BETWEEN.join(map(part, (run, base, new)))}.html"


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
