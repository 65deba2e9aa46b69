"""Parameters of requests and right answers: `{random}`, `{random:LOW-HIGH}` and `{sequence}` (docs/fairload.md).

The generator fills them in for each request. Fairlap itself does so where it asks once: within one request, the same
parameter has the same value. Braces around anything else are what they are.
"""

import re
from collections.abc import Callable
from random import Random
from typing import TypeVar

from pydantic import BaseModel, JsonValue

Model = TypeVar("Model", bound=BaseModel)

LOGIN = "{login}"
"""In requests, what the answer to the login request has: another value for each start of each contestant."""

_PARAMETER = re.compile(r"\{(?:random(?::(?P<low>\d+)-(?P<high>\d+))?|sequence)\}")
_OTHER_BRACE = re.compile(r"\{(?!(?:random(?::\d+-\d+)?|sequence)\})")


class Values:
    """The values of all parameters of one request: drawn, or without dice the lowest."""

    def __init__(self, dice: Random | None = None) -> None:
        """Draw nothing yet."""
        self._dice = dice
        self._known: dict[str, int | str] = {}

    def fill(self, model: Model) -> Model:
        """Return the request or the right answer without parameters."""
        return _changed(model, self._filled)

    def _filled(self, text: str) -> JsonValue:
        whole = _PARAMETER.fullmatch(text)
        if whole is not None:
            return self._value(whole)
        return _PARAMETER.sub(lambda match: str(self._value(match)), text)

    def _value(self, match: re.Match[str]) -> int | str:
        return self._known.setdefault(match[0], self._draw(match))

    def _draw(self, match: re.Match[str]) -> int | str:
        if match["low"] is not None:
            low, high = int(match["low"]), int(match["high"])
            return low if self._dice is None else self._dice.randint(low, high)
        if match[0] == "{sequence}":
            return 0
        return f"{0 if self._dice is None else self._dice.getrandbits(64):016x}"


def parameters_of(model: BaseModel) -> tuple[str, ...]:
    """Return the parameters of a request or a right answer, each once."""
    found: dict[str, None] = {}

    def note(text: str) -> JsonValue:
        found.update(dict.fromkeys(match[0] for match in _PARAMETER.finditer(text)))
        return text

    _walk(model.model_dump(exclude_unset=True, by_alias=True), note, in_json=False)
    return tuple(found)


def has_login(model: BaseModel) -> bool:
    """Return whether a request carries the value of a login."""
    return LOGIN in model.model_dump_json(exclude_unset=True)


def with_login(model: Model, value: str) -> Model:
    """Return the request with the value of a login."""
    return _changed(model, lambda text: text.replace(LOGIN, value)) if has_login(model) else model


def escaped(model: Model) -> Model:
    """Return the request or the right answer as the generator reads it: other braces are doubled."""
    return _changed(model, lambda text: _OTHER_BRACE.sub("{{", text))


def _changed(model: Model, change: Callable[[str], JsonValue]) -> Model:
    document = model.model_dump(exclude_unset=True, by_alias=True)
    return type(model).model_validate(_walk(document, change, in_json=False))


def _walk(value: JsonValue, change: Callable[[str], JsonValue], *, in_json: bool) -> JsonValue:
    """Change all texts but names of members; only in expected JSON may a text become a number."""
    if isinstance(value, str):
        changed = change(value)
        return changed if in_json else str(changed)
    if isinstance(value, list):
        return [_walk(item, change, in_json=in_json) for item in value]
    if isinstance(value, dict):
        return {name: _walk(item, change, in_json=in_json or name == "json") for name, item in value.items()}
    return value
