"""Without the tool, fairload's dialect replaces it in the classic method only."""

from pathlib import Path

import pytest

from fairlap.errors import UsageError
from fairlap.generators.tools.laps import find_tool
from fairlap.generators.tools.registry import DIALECTS, TOOLS
from fairlap.generators.tools.tool import LoadSpec
from fairlap.hosting.programs import HIDDEN, find_fairload


def commands(name: str, keepalive: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Of the tool and of its dialect."""
    asked = LoadSpec("http://127.0.0.1:1/", 20, keepalive, Path("/nowhere"), duration_s=2, headers=())
    (tools,), (dialects,) = TOOLS[name].commands(asked), find_tool(name, dialects=True).commands(asked)
    return tools, dialects


@pytest.mark.parametrize("name", ["ab", "plow", "webbench"])
def test_a_dialect_is_asked_in_the_tools_words(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HIDDEN, name)
    tools, dialects = commands(name, keepalive=name != "webbench")
    at = tools.index(name)
    assert dialects == (*tools[:at], str(find_fairload()), *tools[at:])
    assert find_tool(name, dialects=True).name == f"fairload {name}"


def test_a_tool_that_is_installed_is_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(HIDDEN, raising=False)
    monkeypatch.setattr("fairlap.generators.tools.laps.find_program", lambda name: Path("/usr/bin") / name)
    assert all(find_tool(name, dialects=True) is TOOLS[name] for name in DIALECTS)


def test_laps_by_a_tool_are_not_lapped_by_a_dialect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HIDDEN, "ab,oha")
    with pytest.raises(UsageError, match="ab is not installed"):
        find_tool("ab")
    with pytest.raises(UsageError, match="oha is not installed"):
        find_tool("oha", dialects=True)
