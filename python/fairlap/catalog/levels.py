"""Scenarios with levels: one file, and a scenario for each number that stands in its texts and numbers as `{level}`.

The last level is the scenario that has the file's name; the others have theirs behind it (`te-queries-5`). Who
subscribes to a scenario answers all of its levels.
"""

from pathlib import Path

from fairlap.catalog.models import LEVEL
from fairlap.errors import CatalogError


def at_levels(document: dict[str, object], path: Path) -> list[tuple[int | None, dict[str, object]]]:
    """Return level and document of each scenario of a file, the one with its name last.

    Raises CatalogError for levels that are none.
    """
    if "levels" not in document:
        return [(None, document)]
    levels = document["levels"]
    if not isinstance(levels, list) or not levels or not all(type(level) is int and level > 0 for level in levels):
        raise CatalogError("key 'levels': not a list of whole numbers above 0", where=str(path), hint="e.g. [1, 5, 20]")
    if len(set(levels)) < len(levels):
        raise CatalogError("key 'levels': one is there twice", where=str(path), hint="name each level once")
    rest = {key: value for key, value in document.items() if key != "levels"}
    filled = [{key: _filled(value, level) for key, value in rest.items()} for level in levels]
    for level, one in zip(levels[:-1], filled, strict=False):
        one["name"] = name = f"{document['name']}-{level}"
        if path.with_name(f"{name}.toml").exists():
            raise CatalogError(f"key 'levels': {name}.toml is there, too", where=str(path), hint="rename one of them")
    return list(zip(levels, filled, strict=True))


def _filled(value: object, level: int) -> object:
    if isinstance(value, str):
        return level if value == LEVEL else value.replace(LEVEL, str(level))
    if isinstance(value, list):
        return [_filled(each, level) for each in value]
    if isinstance(value, dict):
        return {key: _filled(each, level) for key, each in value.items()}
    return value
