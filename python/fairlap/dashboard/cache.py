"""A cache of rendered pages, limited in bytes."""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from hashlib import sha256

MOST_BYTES = 64 * 2**20


@dataclass(frozen=True, slots=True)
class Page:
    """A rendered page; `tag` is its entity tag (RFC 9110, 8.8.3)."""

    body: bytes
    kind: str
    tag: str

    @classmethod
    def of(cls, text: str, kind: str) -> "Page":
        body = text.encode("utf-8", "replace")
        return cls(body, kind, f'"{sha256(body).hexdigest()[:32]}"')


class Pages:
    """Pages by what they depend on. Not thread-safe."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._pages: OrderedDict[Hashable, Page] = OrderedDict()

    def get(self, key: Hashable) -> Page | None:
        if key not in self._pages:
            return None
        self._pages.move_to_end(key)
        return self._pages[key]

    def put(self, key: Hashable, page: Page) -> None:
        """Add a page and drop the least recently used ones."""
        if key in self._pages:
            self._bytes -= len(self._pages.pop(key).body)
        self._pages[key] = page
        self._bytes += len(page.body)
        while self._bytes > self._most_bytes:
            _, oldest = self._pages.popitem(last=False)
            self._bytes -= len(oldest.body)
