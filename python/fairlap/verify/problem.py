"""Readable descriptions of wrong answers."""

from dataclasses import dataclass


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
