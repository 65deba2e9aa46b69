"""Reads TOML files into models; whatever is wrong becomes one line: file, key, fix."""

import difflib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from fairlap.catalog.requests import FOLDER
from fairlap.errors import CatalogError

Model = TypeVar("Model", bound=BaseModel)


def read_toml(path: Path) -> dict[str, object]:
    """Return what a file contains. Raises CatalogError."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        hint = "make the file readable, or remove it"
        raise CatalogError(f"cannot read the file: {error.strerror}", where=str(path), hint=hint) from error
    except UnicodeDecodeError as error:
        raise CatalogError(f"not UTF-8: {error.reason}", where=str(path), hint="save it as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise CatalogError(f"not TOML: {error}", where=str(path), hint="fix that line") from error


def validated(model: type[Model], document: Mapping[str, object], path: Path, *, table: str = "") -> Model:
    """Return the model of a table of a file; `table` is its name, empty for the whole file. Raises CatalogError."""
    prefix = f"{table}." if table else ""
    # What only Fairlap itself sets, such as the folder, is no key of a file.
    internal = sorted(key for key in document if key in model.model_fields and model.model_fields[key].exclude)
    if internal:
        raise CatalogError(f"unknown key {prefix + internal[0]!r} (remove it)", where=str(path))
    try:
        return model.model_validate(document, context={FOLDER: path.parent})
    except ValidationError as error:
        lines = [_explain(details, model, prefix) for details in error.errors(include_url=False)]
        raise CatalogError("; ".join(lines), where=str(path)) from error


def _explain(details: ErrorDetails, model: type[BaseModel], prefix: str) -> str:
    parts = [str(part) for part in details["loc"]]
    key = prefix + ".".join(parts)
    if details["type"] == "extra_forbidden":
        near = difflib.get_close_matches(parts[-1], _keys(model), n=1)
        fix = f"did you mean {near[0]!r}?" if near else "remove it"
        return f"unknown key {key!r} ({fix})"
    if details["type"] == "missing":
        return f"missing key {key!r} (docs/adding-a-contestant.md shows every key)"
    message = details["msg"].removeprefix("Value error, ")
    return f"key {key!r}: {message}" if key else message


def _keys(model: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items() if not field.exclude]
