"""Pages in docs/ with tables that programs write: accuracy.md, method.md, scaling.md."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "proof"
"""The stored results that pages show."""

PICTURES = ROOT / "docs" / "pictures"


def percent(share: float, form: str = ".0%") -> str:
    """Format a share as `12 %`."""
    return f"{share:{form}}".replace("%", " %")


def table(head: Sequence[str], rows: Sequence[Sequence[str]], ruler: Sequence[str] = ()) -> str:
    """Return a Markdown table."""
    lines = [head, ruler or ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


@dataclass(frozen=True, slots=True)
class Page:
    """A page whose `tables` stand between `<!-- MARK:begin NAME -->` and `<!-- MARK:end -->`."""

    path: Path
    mark: str
    tables: Mapping[str, Callable[..., str]]

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    def filled(self, *results: object) -> str:
        """Return the page with all its tables made of these results. Raises KeyError for an unknown table."""
        block = re.compile(rf"(<!-- {self.mark}:begin ([a-z0-9-]+) -->\n).*?(<!-- {self.mark}:end -->)", re.DOTALL)
        return block.sub(lambda found: f"{found[1]}{self.tables[found[2]](*results)}\n{found[3]}", self.text)

    def write(self, *results: object) -> None:
        """Update the page."""
        self.path.write_text(self.filled(*results), encoding="utf-8")
