"""What a picture is: a declaration, the words that stand for it, and the same numbers as a table."""

from dataclasses import dataclass
from typing import Any

from fairlap.render.sheets import Sheet

View = dict[str, Any]
"""A declaration of Vega-Lite (https://vega.github.io/vega-lite/docs/spec.html), as JSON."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One picture.

    `name` is unique on its page (letters, digits, hyphens). `description` says in one or two sentences what can be
    seen: it is what somebody who does not see the picture gets first. `table` has the numbers that are drawn.
    """

    name: str
    title: str
    description: str
    view: View
    table: Sheet
