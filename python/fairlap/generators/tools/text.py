"""Parses output for humans by labels, never by line numbers; a missing label is an error that names it."""

import json
import re
from collections.abc import Mapping

from fairlap.generators.tools.tool import ToolOutputError

_GO_UNITS_US = {"h": 3.6e9, "m": 6e7, "s": 1e6, "ms": 1e3, "µs": 1.0, "μs": 1.0, "us": 1.0, "ns": 1e-3}
_GO_PART = re.compile(r"(\d+(?:\.\d+)?)(h|ms|m|s|µs|μs|us|ns)")


def find(tool: str, pattern: str, text: str, what: str) -> re.Match[str]:
    """Return the last match of a pattern: tools may print preliminary numbers before.

    Raises:
        ToolOutputError: no match; `what` describes the pattern.
    """
    found = find_if_any(pattern, text)
    if found is None:
        raise ToolOutputError(f"{tool} did not print {what}", hint="check whether its output in the log is truncated")
    return found


def find_if_any(pattern: str, text: str) -> re.Match[str] | None:
    """Return the last match of a pattern, or `None`."""
    last = None
    for last in re.finditer(pattern, text, re.MULTILINE):  # noqa: B007  only the last match is used
        pass
    return last


def duration_us(tool: str, text: str) -> float:
    """Parse a duration of Go, wrk or h2load: `1.5ms`, `1m2.5s`, `435.03us`. Raises ToolOutputError."""
    parts = _GO_PART.findall(text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        raise ToolOutputError(f"{tool} printed {text!r} instead of a duration")
    return sum(float(number) * _GO_UNITS_US[unit] for number, unit in parts)


def step_us(text: str) -> float:
    """Return the resolution of a printed duration: the last digit of its last part."""
    number, unit = _GO_PART.findall(text)[-1]
    _, _, decimals = number.partition(".")
    return float(_GO_UNITS_US[unit] / 10 ** len(decimals))


def binary_bytes(number: str, unit: str) -> float:
    """Parse an amount such as `25.28`, `M`: powers of 1024 (K, M, G, T); the unit may be missing."""
    return float(number) * 1024.0 ** " KMGT".index(unit or " ")


def document(tool: str, text: str) -> Mapping[str, object]:
    """Parse the JSON object that a tool printed. Raises ToolOutputError."""
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise ToolOutputError(f"{tool} did not print valid JSON: {error}") from error
    if not isinstance(found, dict):
        raise ToolOutputError(f"{tool} did not print a JSON object")
    return found


class Fields:
    """Typed access to a JSON object of a tool: errors name the key that is missing or has another type."""

    def __init__(self, tool: str, values: Mapping[str, object], path: str = "") -> None:
        self._tool, self._values, self._path = tool, values, path

    def part(self, key: str) -> "Fields":
        """Return a nested object."""
        value = self._get(key)
        if not isinstance(value, dict):
            raise self._wrong(key, value, "an object")
        return Fields(self._tool, value, f"{self._path}{key}.")

    def number(self, key: str) -> float:
        """Return a number of 0 or more."""
        value = self._get(key)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
            raise self._wrong(key, value, "a number of 0 or more")
        return float(value)

    def number_or_none(self, key: str) -> float | None:
        """Return a number of 0 or more, or `None` for null."""
        return None if self._get(key) is None else self.number(key)

    def count(self, key: str) -> int:
        """Return an integer of 0 or more."""
        value = self.number(key)
        if value != int(value):
            raise self._wrong(key, value, "a whole number")
        return int(value)

    def counts(self) -> dict[str, int]:
        """Return all members of this object, which must be integers."""
        return {key: self.count(key) for key in self._values}

    def has(self, key: str) -> bool:
        """Return whether the key exists."""
        return key in self._values

    def _get(self, key: str) -> object:
        if key not in self._values:
            raise ToolOutputError(f"{self._tool} did not print {self._path}{key}", hint="check its version")
        return self._values[key]

    def _wrong(self, key: str, value: object, wanted: str) -> ToolOutputError:
        return ToolOutputError(f"{self._tool} printed {value!r} for {self._path}{key}, which is not {wanted}")
