"""What a picture is: a declaration, the words that stand for it, and the same numbers as a table."""

from dataclasses import dataclass

import altair as alt

from fairlap.render.sheets import Sheet

# A figure of its own layers: what Vega-Lite calls a view.
View = alt.Chart | alt.LayerChart | alt.FacetChart | alt.HConcatChart | alt.VConcatChart


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
