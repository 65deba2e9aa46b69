"""Reads a file of several requests, in fairload's format (docs/fairload.md), as requests of a scenario."""

import json
import re
from pathlib import Path
from typing import Self

from pydantic import Field, JsonValue, model_validator

from fairlap.catalog import Asked, Request, parameters_of
from fairlap.catalog.requests import FileModel
from fairlap.catalog.rows import Rows
from fairlap.catalog.toml import read_toml, validated
from fairlap.errors import UsageError

_ESCAPED_PARAMETER = re.compile(r"\{\{(?:random(?::\d+-\d+)?|sequence)\}")


class _Expect(FileModel):
    """What an entry expects. Without a status it is 200, where fairload takes any 2xx."""

    status: int = 200
    headers: dict[str, str] = Field(default={})
    text: str | None = None
    contains: str | None = None
    json_value: JsonValue = Field(default=None, alias="json")
    subset: JsonValue = None
    rows: Rows | None = None
    size: int | None = None


class _Entry(FileModel):
    name: str | None = None
    method: str = "GET"
    path: str
    headers: dict[str, str] = Field(default={})
    body: str | None = None
    body_file: str | None = None
    weight: int = 1
    expect: _Expect = _Expect()

    @model_validator(mode="after")
    def _one_body(self) -> Self:
        if self.body is not None and self.body_file is not None:
            raise ValueError("both 'body' and 'body_file'")
        return self


class _File(FileModel):
    request: list[_Entry] = Field(min_length=1, max_length=256)


def read_requests(path: Path) -> tuple[Asked, ...]:
    """Return the requests of a TOML or JSON file. Raises UsageError, also for what a scenario cannot say."""
    file = validated(_File, _document(path), path)
    return tuple(_asked(entry, path, number) for number, entry in enumerate(file.request, start=1))


def _document(path: Path) -> dict[str, object]:
    if path.suffix.lower() != ".json":
        return read_toml(path)
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot be read: {error}", where=str(path), hint="check --requests-file") from error
    if not isinstance(document, dict):
        raise UsageError("is no JSON object", where=str(path), hint="docs/fairload.md has an example")
    return document


def _asked(entry: _Entry, path: Path, number: int) -> Asked:
    where = f"{path}, request {number}"
    expect = entry.expect.model_dump(exclude_unset=True, by_alias=True)
    if "subset" in expect:
        expect |= {"json": expect["subset"], "subset": True}
    if "size" in expect:
        expect["size_bytes"] = expect.pop("size")
    asked: dict[str, object] = {"method": entry.method, "path": entry.path, "headers": entry.headers, "expect": expect}
    if entry.body is not None:
        asked["body"] = entry.body
    document = _unescaped(asked, where)
    if entry.body_file is not None:
        document["body"] = _contents(path.parent / entry.body_file, where)
    return validated(Asked, document | {"weight": entry.weight}, path, table=f"request {number}")


def _contents(path: Path, where: str) -> str:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"body_file cannot be read: {error}", where=where, hint="give a file of text") from error
    if parameters_of(Request(body=text)):
        raise UsageError("a body_file is sent as it is, but it has parameters", where=where, hint="use body")
    return text


def _unescaped(document: dict[str, object], where: str) -> dict[str, object]:
    """Return texts as scenarios have them, where only a parameter has braces that mean something."""
    text = json.dumps(document)
    if _ESCAPED_PARAMETER.search(text):
        raise UsageError("the text of a parameter in braces cannot be asked for here", where=where, hint="use fairload")
    unescaped: dict[str, object] = json.loads(text.replace("{{", "{"))  # JSON itself never has two braces in a row
    return unescaped
