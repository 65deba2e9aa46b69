"""Writes variants of a checkout as a catalog, and says what became of each."""

import json
import os
import shutil
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from fairlap.catalog.models import Contestant
from fairlap.catalog.suites import Suite
from fairlap.catalog.toml import validated
from fairlap.errors import CatalogError, UsageError
from fairlap.hosting.container.dockerfile import bases
from fairlap.hosting.container.stand_ins import recipe_for
from fairlap.importing import httparena, techempower, the_benchmarker
from fairlap.importing.published import Table, among
from fairlap.importing.variants import Refused, Source, Variant, contestant_name

READY_S = 60
"""How long these suites wait until a contestant answers, seconds (the-benchmarker: as long)."""

SUITES: Mapping[str, Source] = {
    "techempower": techempower.SOURCE,
    "httparena": httparena.SOURCE,
    "the-benchmarker": the_benchmarker.SOURCE,
}
_PARTS = ("contestants", "scenarios", "suites")


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: names of contestants in the catalog `root`, and variants that were refused.

    `converted` are all, each with the base images of which no stand-in can be made. Some are `added` or `changed` since
    the last import; `removed` are no longer there.
    """

    root: Path
    converted: Mapping[str, tuple[str, ...]]
    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    refused: tuple[Refused, ...]

    @property
    def reasons(self) -> dict[str, int]:
        """The number of refused variants by reason, the most frequent first."""
        return dict(Counter(one.reason for one in self.refused).most_common())


def import_suite(
    suite: str, checkout: Path, root: Path, only: Collection[str] = (), published: Path | None = None
) -> Imported:
    """Write the variants of a checkout into the catalog `root`, in which nothing else stands.

    Args:
        suite: one of `SUITES`.
        checkout: its folder.
        root: the folder of the catalog; made if needed.
        only: names of frameworks or variants; others stay as the last import left them.
        published: a file of TechEmpower's results, whose numbers a suite of its own then has.

    Raises:
        UsageError: it is no checkout of that suite, a name of `only` is not in it, the folder is somebody else's, or
            the published numbers cannot be read.
    """
    source, checkout = SUITES[suite], checkout.resolve()
    if not checkout.is_dir() or not source.is_checkout(checkout):
        raise UsageError(f"no checkout of {suite}", where=str(checkout), hint="name the top folder of a clone")
    found = list(source.variants(checkout))
    unknown = set(only) - {framework for framework, _ in found} - {one.name for _, one in found}
    if unknown:
        raise UsageError(f"{', '.join(sorted(unknown))}: not in this checkout", where=str(checkout), hint="see --only")
    tables = source.published(checkout, published)
    wanted = [one for framework, one in found if not only or framework in only or one.name in only]
    manifests, refused = _manifests(source.prefix, wanted, root)
    before = {path: path.read_text() for path in _written(root)}
    added = [made.name for path, made in manifests.items() if path not in before]
    changed = [made.name for path, made in manifests.items() if path in before and before[path] != made.text]
    gone = [] if only else [path for path in before if path not in manifests]
    for part in _PARTS:
        (root / part).mkdir(parents=True, exist_ok=True)
    for path, made in manifests.items():
        if before.get(path) != made.text:
            _write(path, made.text)
    for path in gone:
        shutil.rmtree(path.parent)
    _write_suite(suite, source, root, {one.name: contestant_name(source.prefix, one.name) for _, one in found}, tables)
    removed = [f"{source.prefix}/{path.stem}" for path in gone]
    converted = {made.name: made.pulls for made in manifests.values()}
    return Imported(root, converted, tuple(added), tuple(changed), tuple(removed), tuple(refused))


def _write_suite(suite: str, source: Source, root: Path, names: Mapping[str, str], tables: list[Table]) -> None:
    """Write a suite of those who are in the catalog and have published numbers, beside which a report shows ours."""
    here = {f"{source.prefix}/{path.stem}" for path in _written(root)} if tables else set()
    known = among(tables, {name: own for name, own in names.items() if own in here})
    if not known:
        return
    path = root / "suites" / f"imported-{suite}.toml"
    scenarios = list(dict.fromkeys(table.scenario for table in known))
    document: dict[str, object] = {
        "title": f"Contestants of {suite}, with its published numbers",
        "scenarios": scenarios,
        "contestants": sorted({name for table in known for name in table.throughput_per_s}),
        "rounds": 4,
        "cycles": 15,
        "budget_s": 3600,
        "load": {
            "connections": 64,
            "lap_ms": 100,
            "pipelines": {name: depth for name, depth in source.pipelines.items() if name in scenarios},
        },
        "published": {
            "source": f"{suite}, as imported",
            "setup": source.setup,
            "differs": list(source.differs),
            "tables": [asdict(table) for table in known],
        },
    }
    text = f"{_HEAD}: change the checkout, and import it again.\n{_toml(document)}"
    validated(Suite, {"name": path.stem, **document}, path)
    if not path.exists() or path.read_text() != text:
        _write(path, text)


def _to_pull(variant: Variant) -> tuple[str, ...]:
    """Return the images that a variant is based on and of which no stand-in is known."""
    text = (variant.folder / variant.file).read_text(errors="replace")
    return tuple(image for image in bases(text, variant.arguments) if recipe_for(image) is None)


def _written(root: Path) -> Iterator[Path]:
    """Yield the manifests of the last import. Raises UsageError for a catalog that no import wrote."""
    for path in sorted((root / "contestants").glob("*/*.toml")):
        if not path.read_text().startswith(_HEAD):
            raise UsageError("not written by `fairlap import`", where=str(path), hint="move it to a catalog of its own")
        yield path


_HEAD = "# Written by `fairlap import`"


@dataclass(frozen=True, slots=True)
class _Manifest:
    """A manifest to write; `pulls` are the base images of which no stand-in can be made."""

    name: str
    text: str
    pulls: tuple[str, ...]


def _manifests(prefix: str, wanted: list[Variant | Refused], root: Path) -> tuple[dict[Path, _Manifest], list[Refused]]:
    """Return each manifest by its path, and what was refused."""
    manifests: dict[Path, _Manifest] = {}
    refused = [one for one in wanted if isinstance(one, Refused)]
    for variant in (one for one in wanted if isinstance(one, Variant)):
        name = contestant_name(prefix, variant.name)
        stem = name.rpartition("/")[2]
        path = root / "contestants" / stem / f"{stem}.toml"
        if path in manifests:
            refused.append(Refused(variant.name, "same name", f"{manifests[path].name} is another variant"))
            continue
        document = _document(name, variant, path.parent)
        try:
            validated(Contestant, document, path)
        except CatalogError as error:
            refused.append(Refused(variant.name, "unusable path", error.message))
            continue
        text = f"{_HEAD}: change the checkout, and import it again.\n{_toml(document)}"
        manifests[path] = _Manifest(name, text, _to_pull(variant))
    return manifests, refused


def _document(name: str, variant: Variant, folder: Path) -> dict[str, object]:
    """Return the keys of a manifest in `folder`, tables last."""
    image: dict[str, object] = {
        "context": os.path.relpath(variant.folder, folder),
        "file": variant.file,
        "arguments": dict(variant.arguments),
        "ports": dict(variant.ports),
        "hosts": dict(variant.hosts),
        "files": {inside: _beside(path, folder) for inside, path in variant.files.items()},
    }
    document: dict[str, object] = {
        "name": name,
        "language": variant.language,
        "framework": variant.framework,
        "class": variant.kind,
        "homepage": variant.homepage,
        "ready_s": READY_S,
        "start": list(variant.command),
        "env": dict(variant.env),
        "image": {key: value for key, value in image.items() if value},
        "scenarios": {
            scenario: {} if path is None else {"path": path} for scenario, path in sorted(variant.scenarios.items())
        },
    }
    return {key: value for key, value in document.items() if value}


def _beside(path: str, folder: Path) -> str:
    return os.path.relpath(path, folder) if path.startswith("/") else path


def _toml(document: Mapping[str, object]) -> str:
    """Return keys and tables, whose tables are in one line; strings and lists of JSON are also TOML."""
    lines = [f"{key} = {_value(value)}" for key, value in document.items() if not isinstance(value, dict)]
    for key, table in document.items():
        if isinstance(table, dict):
            lines += ["", f"[{key}]", *(f"{_key(name)} = {_value(value)}" for name, value in table.items())]
    return "\n".join([*lines, ""])


def _value(value: object) -> str:
    if isinstance(value, dict):
        inside = ", ".join(f"{_key(name)} = {_value(each)}" for name, each in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    return name if name.replace("-", "").replace("_", "").isalnum() else json.dumps(name)


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(text)
    fresh.replace(path)
