"""Readable descriptions of wrong answers, with bytes as one line of at most 300 characters around a position."""

from dataclasses import dataclass

EXCERPT_CHARACTERS = 300
SHOWN_BEFORE = 100
"""How many characters before the position are shown of a long body."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One line of text; `column` is where the position appears in it."""

    text: str
    column: int


def excerpt(data: bytes, at: int = 0, width: int = EXCERPT_CHARACTERS) -> Excerpt:
    """Return the part of `data` around byte `at`.

    Control characters and bytes that are not UTF-8 are shown as escapes. Two bodies that are equal up to `at`
    get the same column.
    """
    before = _readable(data[max(0, at - width) : at])
    if at > width or len(before) > 2 * SHOWN_BEFORE:
        before = "..." + before[-SHOWN_BEFORE:]
    after = _readable(data[at : at + width])
    room = width - len(before)
    if len(data) > at + width or len(after) > room:
        after = after[: room - 3] + "..."
    return Excerpt(before + after, len(before))


def first_difference(expected: bytes, got: bytes) -> int:
    """Return the index of the first different byte; the shorter length when one is a prefix of the other."""
    for index, (left, right) in enumerate(zip(expected, got, strict=False)):
        if left != right:
            return index
    return min(len(expected), len(got))


def character_start(data: bytes, at: int) -> int:
    """Return the index of the first byte of the UTF-8 character that contains byte `at`."""
    while 0 < at < len(data) and data[at] & 0xC0 == 0x80:
        at -= 1
    return at


def _readable(data: bytes) -> str:
    text = data.decode("utf-8", errors="backslashreplace")
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


@dataclass(frozen=True, slots=True)
class Problem:
    """One violation of the contract.

    `check` names the check; `request` is what was sent, with `<pause>` between two writes. `note` describes the first
    difference; `column` is its position in both `expected` and `got`.
    """

    check: str
    request: str
    expected: str
    got: str
    note: str | None = None
    column: int | None = None

    def line(self) -> str:
        """Return the problem in one line."""
        note = f" ({self.note})" if self.note else ""
        return f"{self.check}: expected {self.expected}, got {self.got}{note}"

    def text(self) -> str:
        """Return several lines: the request, the expected and the actual answer, a pointer to the difference."""
        rows = [f"{self.check}: {self.note}" if self.note else self.check]
        rows += _labelled("request", self.request)
        rows += _labelled("expected", self.expected)
        rows += _labelled("got", self.got)
        if self.column is not None:
            rows.append(" " * (_INDENT + self.column) + "^")
        return "\n".join(rows)


_INDENT = len("  expected  ")


def _labelled(label: str, text: str) -> list[str]:
    lines = text.splitlines() or [""]
    first = f"  {label}".ljust(_INDENT) + lines[0]
    return [first, *(" " * _INDENT + line for line in lines[1:])]
