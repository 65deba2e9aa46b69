"""Colours and type of all pictures: one set for light, one for dark, one that a page's own style sheet decides."""

from dataclasses import dataclass

FONT = "Arial, 'Liberation Sans', Helvetica, sans-serif"
"""Everywhere of the same width, as pictures place their words before they know who looks at them."""

FONT_SIZE = 12
SMALL_SIZE = 11

SERIES_LIGHT = ("#0072b2", "#d55e00", "#007d5a", "#a3538a", "#8a6a00", "#2f8fc9", "#595959", "#000000")
"""After Okabe and Ito (https://jfly.uni-koeln.de/color/): apart for all kinds of colour vision. Darkened where the
original has less than 3:1 contrast on white (WCAG 2.2, 1.4.11)."""

SERIES_DARK = ("#56b4e9", "#e69f00", "#2fc39a", "#dd9cc4", "#f0e442", "#7aa6ff", "#bdbdbd", "#ffffff")
"""The same hues where they have contrast on a dark ground."""


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours as CSS values. `series` are for contestants, in the order of the report."""

    name: str
    ground: str
    ink: str
    muted: str
    line: str
    accent: str
    warn: str
    band: str
    series: tuple[str, ...]

    def colour(self, name: str) -> str:
        """Return the value of `ink` and the other fields, or of a series: `series-1` is the first."""
        field, _, number = name.partition("-")
        return self.series[int(number) - 1] if number else str(getattr(self, field))


LIGHT = Theme(
    name="light",
    ground="#ffffff",
    ink="#1b1f24",
    muted="#57606a",
    line="#d8dee4",
    accent="#0072b2",
    warn="#b3261e",
    band="#e7eef5",
    series=SERIES_LIGHT,
)
DARK = Theme(
    name="dark",
    ground="#10141a",
    ink="#e8edf2",
    muted="#a3adb8",
    line="#313a45",
    accent="#56b4e9",
    warn="#ff8a80",
    band="#1d2733",
    series=SERIES_DARK,
)
PAGE = Theme(
    name="page",
    ground="transparent",
    ink="var(--ink)",
    muted="var(--muted)",
    line="var(--line)",
    accent="var(--accent)",
    warn="var(--warn)",
    band="var(--band)",
    series=tuple(f"var(--series-{number})" for number in range(1, len(SERIES_LIGHT) + 1)),
)
"""For pictures inside a page, which has the values of LIGHT and DARK in its style sheet: one picture for both."""
