"""The-benchmarker's web-frameworks: `LANGUAGE/FRAMEWORK/config.yaml`, and Dockerfiles that its own tool renders.

Source: https://github.com/the-benchmarker/web-frameworks (Rakefile, .tasks/db.rake).
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from fairlap.errors import UsageError
from fairlap.importing.published import Table
from fairlap.importing.variants import Found, Refused, Source, Variant

_DOCKERFILE = ".Dockerfile."
"""What the names of rendered files begin with, before the engine."""

_SCENARIOS = ("wf-empty", "wf-user", "wf-post")
_PORT = 3000
_RATE = "total_requests_per_s"
_WEBSITE = re.compile(r"""^\s+(website|github):\s*["']?([^\s"'#]+)""", re.MULTILINE)
_MEASURED = re.compile(r"docker build -f \.Dockerfile\.(\S+)")
"""In a rendered .Makefile: the engine whose numbers are published."""


def is_checkout(folder: Path) -> bool:
    """Return whether a folder has the layout of a checkout."""
    return (folder / "config.yaml").is_file() and next(folder.glob("*/*/config.yaml"), None) is not None


def variants(folder: Path) -> Iterator[tuple[str, Found]]:
    """Yield the folder's name of each framework in a checkout, and each of its variants, sorted by path.

    Raises:
        UsageError: its Dockerfiles have not been rendered.
    """
    if next(folder.glob(f"*/*/{_DOCKERFILE}*"), None) is None:
        hint = "run `bundle install && bundle exec rake config` there, and import it again"
        raise UsageError("its Dockerfiles have not been made yet", where=str(folder), hint=hint)
    for framework, name in _named(folder).items():
        engines = _engines(framework)
        if not engines:
            yield framework.name, Refused(name, "no Dockerfile", f"no {_DOCKERFILE}* in {framework}")
        for engine in engines:
            yield framework.name, _variant(_variant_name(name, engine, engines), framework, engine)


def _named(folder: Path) -> dict[Path, str]:
    """Return the name of each framework by its folder: with the language where two languages have the same."""
    found = [file.parent for file in sorted(folder.glob("*/*/config.yaml"))]
    languages = Counter(framework.name for framework in found)
    return {
        framework: framework.name if languages[framework.name] == 1 else f"{framework.parent.name}-{framework.name}"
        for framework in found
    }


def _engines(framework: Path) -> list[str]:
    return sorted(file.name.removeprefix(_DOCKERFILE) for file in framework.glob(f"{_DOCKERFILE}*"))


def _variant_name(name: str, engine: str, engines: list[str]) -> str:
    return name if len(engines) == 1 else f"{name}-{engine}"


def _variant(name: str, framework: Path, engine: str) -> Variant:
    return Variant(
        name=name,
        folder=framework,
        file=f"{_DOCKERFILE}{engine}",
        language=framework.parent.name,
        framework=framework.name,
        kind="production",
        ports={"http/1.1": _PORT},
        scenarios=dict.fromkeys(_SCENARIOS),
        homepage=_homepage(framework),
    )


def _homepage(framework: Path) -> str:
    """Return the website in a config.yaml, or else its repository; empty without."""
    found = dict(_WEBSITE.findall((framework / "config.yaml").read_text(errors="replace")))
    if "website" in found:
        return f"https://{found['website']}"
    return f"https://github.com/{found['github']}" if "github" in found else ""


def _published(checkout: Path, file: Path | None) -> list[Table]:
    """Return the tables of `data.json` in a checkout. Raises UsageError for a file that is none, or beside it.

    A framework has one number for its three routes together: that of the engine that its .Makefile builds.
    """
    if file is not None:
        raise UsageError("the-benchmarker's numbers are in its checkout", where=str(file), hint="leave out --published")
    path = checkout / "data.json"
    if not path.is_file():
        return []
    names = {
        (framework.parent.name, framework.name): _measured(framework, name)
        for framework, name in _named(checkout).items()
    }
    by_level: dict[int, dict[str, float]] = {}
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        frameworks = {one["id"]: names.get((one["language"], one["label"])) for one in document["frameworks"]}
        for row in document["metrics"]:
            name = frameworks.get(row["framework_id"])
            if row["label"] == _RATE and name is not None and float(row["value"]) > 0:
                by_level.setdefault(int(row["level"]), {})[name] = round(float(row["value"]), 1)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"no results: {error!r}", where=str(path), hint="see git status there") from error
    return [Table(_SCENARIOS[0], level, rates) for level, rates in sorted(by_level.items())]


def _measured(framework: Path, name: str) -> str | None:
    """Return the name of the variant whose numbers are published; `None` if that is not known."""
    engines, makefile = _engines(framework), framework / ".Makefile"
    if len(engines) == 1:
        return name
    found = _MEASURED.search(makefile.read_text(errors="replace")) if makefile.is_file() else None
    return _variant_name(name, found[1], engines) if found is not None and found[1] in engines else None


SOURCE = Source(
    "wf",
    is_checkout,
    variants,
    _published,
    "oha on the same machine, a connection per request, 15 s per route, the three routes averaged, one run",
    ("client-beside-server", "workers-unequal"),
    {},
)
