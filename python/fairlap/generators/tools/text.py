"""Reading what was written for people: labels, never line numbers; one that is missing is an error that names it."""

import json
import re
from collections.abc import Mapping

from fairlap.generators.tools.result import ToolOutputError

_GO_UNITS_US = {"h": 3.6e9, "m": 6e7, "s": 1e6, "ms": 1e3, "µs": 1.0, "μs": 1.0, "us": 1.0, "ns": 1e-3}
_GO_PART = re.compile(r"(\d+(?:\.\d+)?)(h|ms|m|s|µs|μs|us|ns)")


def find(tool: str, pattern: str, text: str, what: str) -> re.Match[str]:
    """The last match of a pattern: a tool that repeats its output while it runs ends with what counts.

    Raises:
        ToolOutputError: no match; `what` names what was looked for.
    """
    found = find_if_any(pattern, text)
    if found is None:
        raise ToolOutputError(f"{tool} did not print {what}", hint="was it cut off? its whole output is in the log")
    return found


def find_if_any(pattern: str, text: str) -> re.Match[str] | None:
    """The last match of a pattern, or `None`."""
    last = None
    for last in re.finditer(pattern, text, re.MULTILINE):  # noqa: B007  the last one is what counts
        pass
    return last


def duration_us(tool: str, text: str) -> float:
    """A duration as Go, wrk and h2load write it: `1.5ms`, `1m2.5s`, `435.03us`. Raises ToolOutputError."""
    parts = _GO_PART.findall(text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        raise ToolOutputError(f"{tool} printed {text!r} where a duration belongs")
    return sum(float(number) * _GO_UNITS_US[unit] for number, unit in parts)


def step_us(text: str) -> float:
    """What a printed duration is rounded to: the last digit of its last part."""
    number, unit = _GO_PART.findall(text)[-1]
    _, _, decimals = number.partition(".")
    return float(_GO_UNITS_US[unit] / 10 ** len(decimals))


def binary_bytes(number: str, unit: str) -> float:
    """`25.28`, `M`: 1024 to the power of the letter (K, M, G, T), which may be missing."""
    return float(number) * 1024.0 ** " KMGT".index(unit or " ")


def document(tool: str, text: str) -> Mapping[str, object]:
    """The one JSON object that a tool printed. Raises ToolOutputError."""
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise ToolOutputError(f"{tool} printed something that is not JSON: {error}") from error
    if not isinstance(found, dict):
        raise ToolOutputError(f"{tool} printed JSON that is no object")
    return found


class Fields:
    """Typed access to a JSON object of a tool: a key that is missing, or of another type, is an error that names it."""

    def __init__(self, tool: str, values: Mapping[str, object], path: str = "") -> None:
        self._tool, self._values, self._path = tool, values, path

    def part(self, key: str) -> "Fields":
        """An object inside."""
        value = self._get(key)
        if not isinstance(value, dict):
            raise self._wrong(key, value, "an object")
        return Fields(self._tool, value, f"{self._path}{key}.")

    def number(self, key: str) -> float:
        """A number that is not negative."""
        value = self._get(key)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
            raise self._wrong(key, value, "a number of 0 or more")
        return float(value)

    def number_or_none(self, key: str) -> float | None:
        """The same; null stands for what could not be measured."""
        return None if self._get(key) is None else self.number(key)

    def count(self, key: str) -> int:
        """A whole number that is not negative."""
        value = self.number(key)
        if value != int(value):
            raise self._wrong(key, value, "a whole number")
        return int(value)

    def text(self, key: str) -> str:
        """A string."""
        value = self._get(key)
        if not isinstance(value, str):
            raise self._wrong(key, value, "a text")
        return value

    def counts(self) -> dict[str, int]:
        """All members of this object, each a whole number."""
        return {key: self.count(key) for key in self._values}

    def has(self, key: str) -> bool:
        """Whether there is such a key."""
        return key in self._values

    def _get(self, key: str) -> object:
        if key not in self._values:
            raise ToolOutputError(f"{self._tool} did not print {self._path}{key}", hint="a version nobody has seen?")
        return self._values[key]

    def _wrong(self, key: str, value: object, wanted: str) -> ToolOutputError:
        return ToolOutputError(f"{self._tool} printed {value!r} for {self._path}{key}, which is not {wanted}")
