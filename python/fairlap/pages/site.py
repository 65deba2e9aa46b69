"""What all pages share: templates, style, script and links."""

import base64
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined

from fairlap import __version__
from fairlap.render.cells import NOTHING, clean
from fairlap.render.sheets import Cell

_UNIT = re.compile(r"(\d) (%|s|ms|µs|min|rounds|cycles|CPUs|connections)(?=\W|$)")

STYLE, SCRIPT = "fairlap.css", "fairlap.js"

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of served pages: nothing inline, nothing from other hosts."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page is. Links are relative, the same on a server and in a folder, and begin with `root`.

    `index.html` lists the runs; `runs/RUN.html`, `history/CONTESTANT.html`, `compare/BASE...NEW.html` are one level
    below. `alone`: a self-contained file without links to other pages. `served`: a server answers forms and streams
    races.
    """

    root: str = ""
    alone: bool = False
    served: bool = False


ALONE = Place(alone=True)
BELOW = Place(root="../")


def asset(name: str) -> str:
    """Return the text of a file in `static/`."""
    return (files("fairlap.pages") / "static" / name).read_text(encoding="utf-8")


def render(template: str, place: Place, **values: object) -> str:
    """Render a template with `values`; a missing value is an error."""
    return _environment().get_template(template).render(place=place, **values)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("fairlap.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"keep_units": keep_units, "as_cell": as_cell}
    environment.globals |= {
        "fairlap_version": __version__,
        "style": asset(STYLE),
        "script": asset(SCRIPT),
        "own_policy": _own_policy(),
    }
    return environment


def keep_units(text: str) -> str:
    """Put a no-break space between numbers and their units."""
    return _UNIT.sub("\\1\N{NO-BREAK SPACE}\\2", text)


def as_cell(cell: str | Cell) -> Cell:
    """Return the cell of a page; text alone may be foreign or empty."""
    return cell if isinstance(cell, Cell) else Cell(clean(cell) or NOTHING)


def _own_policy() -> str:
    """The policy of a self-contained page: only its style and script, by their hashes."""
    style, script = (_hash(asset(name)) for name in (STYLE, SCRIPT))
    return f"default-src 'none'; style-src {style}; script-src {script}; base-uri 'none'; form-action 'none'"


def _hash(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"
