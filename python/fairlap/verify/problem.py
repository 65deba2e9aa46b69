"""What is wrong with an answer, for people."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken promise.

    `check` says what was looked at; `request` is what was sent, `<pause>` between two writes. `note`
    names the place of the difference; `column` is where it stands in `expected` and in `got` alike.
    """

    check: str
    request: str
    expected: str
    got: str
    note: str | None = None
    column: int | None = None

    def line(self) -> str:
        """The whole as one line."""
        note = f" ({self.note})" if self.note else ""
        return f"{self.check}: expected {self.expected}, got {self.got}{note}"

    def text(self) -> str:
        """Several lines: the request as sent, what was expected, what came, a pointer at the difference."""
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
